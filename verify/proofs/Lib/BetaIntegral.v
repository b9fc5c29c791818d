(* The Beta function at integers as an integral, and its convexity along a line. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Gamma Hellinger.
Import ListNotations.
Open Scope R_scope.

Definition beta_value (a b : nat) : R := INR (fact a) * INR (fact b) / INR (fact (S (a + b))).

Lemma beta_value_pos a b : 0 < beta_value a b.
Proof. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; apply INR_fact_lt_0. Qed.

Lemma powers_continuous a b t : continuous (fun t => t ^ a * (1 - t) ^ b) t.
Proof. apply (ex_derive_continuous (fun t => t ^ a * (1 - t) ^ b)). auto_derive. trivial. Qed.

Lemma beta_integral b : forall a,
  is_RInt (fun t => t ^ a * (1 - t) ^ b) 0 1 (beta_value a b).
Proof.
  induction b as [|b IH]; intros a.
  - apply (is_RInt_ext (fun t => t ^ a)); [intros; simpl; ring|].
    replace (beta_value a 0) with (minus (1 ^ S a / INR (S a)) (0 ^ S a / INR (S a))).
    + apply (is_RInt_derive (fun t => t ^ S a / INR (S a))).
      * intros t _. auto_derive; [trivial|]. pose proof (pos_INR a).
        replace (match a with O => 1 | S _ => INR a + 1 end) with (INR a + 1)
          by (destruct a; simpl; ring). field. lra.
      * intros t _. apply (ex_derive_continuous (fun t => t ^ a)). auto_derive. trivial.
    + unfold beta_value, minus, plus, opp. simpl plus. rewrite pow1, pow_i by lia.
      rewrite Nat.add_0_r. change (fact (S a)) with (S a * fact a)%nat. rewrite mult_INR.
      change (INR (fact 0)) with 1. pose proof (INR_fact_lt_0 a). pose proof (pos_INR a).
      rewrite S_INR. cbn -[INR]. field. lra.
  - (* t^(a+1) (1-t)^(b+1) is 0 at both ends *)
    pose proof (pos_INR a) as Pa. pose proof (pos_INR b) as Pb.
    assert (Z : is_RInt (fun t => INR (S a) * (t ^ a * (1 - t) ^ S b)
      - INR (S b) * (t ^ S a * (1 - t) ^ b)) 0 1 0).
    { replace 0 with (minus (1 ^ S a * (1 - 1) ^ S b) (0 ^ S a * (1 - 0) ^ S b)) at 2.
      - apply (is_RInt_derive (fun t => t ^ S a * (1 - t) ^ S b)).
        + intros t _. auto_derive; [trivial|].
          replace (match a with O => 1 | S _ => INR a + 1 end) with (INR (S a))
            by (destruct a; simpl; ring).
          replace (match b with O => 1 | S _ => INR b + 1 end) with (INR (S b))
            by (destruct b; simpl; ring). cbn [pow]. unfold Rminus. ring.
        + intros t _. apply (ex_derive_continuous (fun t => INR (S a) * (t ^ a * (1 - t) ^ S b)
            - INR (S b) * (t ^ S a * (1 - t) ^ b))). auto_derive. trivial.
      - unfold minus, plus, opp. simpl. ring. }
    apply (is_RInt_ext (fun t => / INR (S a) * ((INR (S a) * (t ^ a * (1 - t) ^ S b)
      - INR (S b) * (t ^ S a * (1 - t) ^ b)) + INR (S b) * (t ^ S a * (1 - t) ^ b)))).
    { intros t _. match goal with |- ?u = ?v => change (@eq R u v) end.
      rewrite !S_INR. field. lra. }
    replace (beta_value a (S b)) with (/ INR (S a) * (0 + INR (S b) * beta_value (S a) b)).
    + apply (is_RInt_scal (V := R_NormedModule)), (is_RInt_plus (V := R_NormedModule));
        [exact Z|]. apply (is_RInt_scal (V := R_NormedModule)), IH.
    + unfold beta_value. replace (S a + b)%nat with (a + S b)%nat by lia.
      change (fact (S a)) with (S a * fact a)%nat. change (fact (S b)) with (S b * fact b)%nat.
      rewrite !mult_INR. pose proof (INR_fact_lt_0 (S (a + S b))). rewrite !S_INR. field. lra.
Qed.

(* The square of what is in the middle is at most the product of the ends. *)
Lemma beta_convex a b i j : beta_value (a + i) (b + j) * beta_value (a + i) (b + j) <=
  beta_value a b * beta_value (a + 2 * i) (b + 2 * j).
Proof.
  set (f0 := beta_value a b). set (f1 := beta_value (a + i) (b + j)).
  set (f2 := beta_value (a + 2 * i) (b + 2 * j)).
  assert (P2 : 0 < f2) by apply beta_value_pos. set (l := f1 / f2).
  assert (I : is_RInt (fun t => t ^ a * (1 - t) ^ b + (- (2 * l)
    * (t ^ (a + i) * (1 - t) ^ (b + j)) + l * l * (t ^ (a + 2 * i) * (1 - t) ^ (b + 2 * j))))
    0 1 (f0 + (- (2 * l) * f1 + l * l * f2))).
  { apply (is_RInt_plus (V := R_NormedModule)); [apply beta_integral|].
    apply (is_RInt_plus (V := R_NormedModule));
      apply (is_RInt_scal (V := R_NormedModule)), beta_integral. }
  pose proof (is_RInt_const (V := R_NormedModule) 0 1 0) as Z.
  assert (B : 0 <= f0 + (- (2 * l) * f1 + l * l * f2)).
  { apply Rle_trans with ((1 - 0) * 0); [lra|].
    apply (is_RInt_le _ _ 0 1 _ _ ltac:(lra) Z I). intros t T.
    replace (t ^ a * (1 - t) ^ b + (- (2 * l) * (t ^ (a + i) * (1 - t) ^ (b + j))
      + l * l * (t ^ (a + 2 * i) * (1 - t) ^ (b + 2 * j)))) with
      (t ^ a * (1 - t) ^ b * ((1 - l * (t ^ i * (1 - t) ^ j)) * (1 - l * (t ^ i * (1 - t) ^ j)))).
    - apply Rmult_le_pos; [apply Rmult_le_pos; apply pow_le; lra | apply Rle_0_sqr].
    - rewrite !pow_add. simpl Nat.mul. rewrite !Nat.add_0_r, !pow_add. ring. }
  replace (f0 + (- (2 * l) * f1 + l * l * f2)) with ((f0 * f2 - f1 * f1) / f2) in B
    by (unfold l; field; lra).
  apply (Rmult_le_compat_r f2) in B; [|lra]. unfold Rdiv in B.
  rewrite Rmult_assoc, Rinv_l, Rmult_0_l, Rmult_1_r in B by lra. lra.
Qed.

Lemma Gamma_fact n : Gamma (INR (S n)) = INR (fact n).
Proof.
  induction n as [|n IH]; [apply Gamma_1|]. pose proof (pos_INR n).
  rewrite S_INR, Gamma_S, IH by (rewrite S_INR; lra).
  change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR. reflexivity.
Qed.

Lemma binomial_fact a b : INR (binomial (a + b) a) * (INR (fact a) * INR (fact b))
  = INR (fact (a + b)).
Proof.
  revert b. induction a as [|a IH]; intros b.
  - destruct b; simpl; ring.
  - induction b as [|b IHb].
    + assert (F : forall m, binomial m m = 1%nat /\ forall k, (m < k)%nat -> binomial m k = 0%nat).
      { clear. induction m as [|m [IH1 IH2]]; (split; [|intros k K]).
        - reflexivity.
        - destruct k; [lia | reflexivity].
        - cbn [binomial]. rewrite IH1, (IH2 (S m)) by lia. reflexivity.
        - destruct k; [lia|]. cbn [binomial]. rewrite !IH2 by lia. reflexivity. }
      rewrite Nat.add_0_r, (proj1 (F (S a))). simpl INR. ring.
    + replace (S a + S b)%nat with (S (a + S b)) by lia. cbn [binomial].
      change (fact (S (a + S b))) with (S (a + S b) * fact (a + S b))%nat.
      rewrite plus_INR, mult_INR. specialize (IH (S b)).
      replace (S a + b)%nat with (a + S b)%nat in IHb by lia.
      rewrite Rmult_plus_distr_r.
      transitivity (INR (S a) * INR (fact (a + S b)) + INR (S b) * INR (fact (a + S b))).
      * f_equal.
        -- rewrite <- IH. change (fact (S a)) with (S a * fact a)%nat. rewrite mult_INR. ring.
        -- rewrite <- IHb. change (fact (S b)) with (S b * fact b)%nat. rewrite mult_INR. ring.
      * rewrite <- Rmult_plus_distr_r, <- plus_INR. reflexivity.
Qed.

(* As the drafts print it. *)
Lemma beta_by_binomial p q : (1 <= p)%nat -> (1 <= q)%nat ->
  0 < INR p * INR (binomial (p + q - 1) p) /\
  1 / (INR p * INR (binomial (p + q - 1) p)) = beta_value (p - 1) (q - 1) /\
  Beta [INR p; INR q] = beta_value (p - 1) (q - 1).
Proof.
  intros P Q. destruct p as [|a]; [lia|]. destruct q as [|b]; [lia|].
  replace (S a + S b - 1)%nat with (S a + b)%nat by lia.
  replace (S a - 1)%nat with a by lia. replace (S b - 1)%nat with b by lia.
  pose proof (binomial_fact (S a) b) as E.
  pose proof (INR_fact_lt_0 a) as Fa. pose proof (INR_fact_lt_0 b) as Fb.
  pose proof (INR_fact_lt_0 (S a + b)) as Fs.
  change (fact (S a)) with (S a * fact a)%nat in E. rewrite mult_INR in E.
  assert (N : 0 < INR (S a) * INR (binomial (S a + b) (S a))).
  { pose proof (pos_INR a). pose proof (pos_INR (binomial (S a + b) (S a))) as B.
    rewrite S_INR. destruct B as [B|B]; [apply Rmult_lt_0_compat; lra|].
    exfalso. rewrite <- B in E. lra. }
  split; [exact N|]. split.
  - unfold beta_value. change (S (a + b)) with (S a + b)%nat. rewrite <- E. field.
    repeat split; try lra; intros Z; rewrite Z in N; lra.
  - unfold Beta, beta_value. cbn [gammas suml]. rewrite Rplus_0_r, <- plus_INR.
    replace (S a + S b)%nat with (S (S (a + b))) by lia. rewrite !Gamma_fact.
    unfold Rdiv. ring.
Qed.
