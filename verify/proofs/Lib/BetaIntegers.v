(* The beta function at positive integers: by factorials, by its integral, and how its logarithm
   bends. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Losses.
From Dpbi.Pins Require Import Data.
Import ListNotations.
Open Scope R_scope.

Definition beta_density (a b : nat) (t : R) : R := t ^ a * (1 - t) ^ b.
Definition beta_value (a b : nat) : R :=
  INR (fact a) * INR (fact b) / INR (fact (S (a + b))).

Lemma beta_value_pos a b : 0 < beta_value a b.
Proof. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; apply INR_fact_lt_0. Qed.

Lemma beta_density_continuous a b t : continuous (beta_density a b) t.
Proof. apply (ex_derive_continuous (beta_density a b)). unfold beta_density. auto_derive. trivial.
Qed.

Lemma beta_integral a b : is_RInt (beta_density a b) 0 1 (beta_value a b).
Proof.
  revert a. induction b as [|b IH]; intros a.
  - replace (beta_value a 0) with
      (minus ((fun t => t ^ S a / INR (S a)) 1) ((fun t => t ^ S a / INR (S a)) 0)).
    + apply (is_RInt_derive (fun t => t ^ S a / INR (S a)) (beta_density a 0)).
      * intros t _. unfold beta_density. assert (INR (S a) <> 0) by (apply not_0_INR; lia).
        auto_derive; [trivial|]. rewrite S_INR in *. simpl (INR (S a)). cbn [pow].
        assert (I : match a with O => 1 | S _ => INR a + 1 end = INR a + 1)
          by (destruct a; simpl; ring).
        rewrite ?I. field. assumption.
      * intros t _. apply beta_density_continuous.
    + unfold minus, plus, opp. simpl plus. cbv beta. rewrite pow1, pow_i by lia.
      unfold beta_value. rewrite Nat.add_0_r, fact_simpl, mult_INR. simpl (fact 0).
      change (INR 1) with 1. pose proof (INR_fact_lt_0 a).
      assert (INR (S a) <> 0) by (apply not_0_INR; lia). cbn. field. split; [lra | assumption].
  - assert (Sa : INR (S a) <> 0) by (apply not_0_INR; lia).
    assert (D : is_RInt (fun t => INR (S a) * beta_density a (S b) t
      - INR (S b) * beta_density (S a) b t) 0 1 0).
    { replace 0 with (minus (beta_density (S a) (S b) 1) (beta_density (S a) (S b) 0)) at 2.
      - apply (is_RInt_derive (beta_density (S a) (S b))).
        + intros t _. unfold beta_density. auto_derive; [trivial|].
          assert (I : forall m, match m with O => 1 | S _ => INR m + 1 end = INR m + 1)
            by (intros [|m]; simpl; ring).
          rewrite !S_INR, ?I. cbn [pow]. change (1 + - t) with (1 - t). ring.
        + intros t _. apply (ex_derive_continuous (fun t => INR (S a) * beta_density a (S b) t
            - INR (S b) * beta_density (S a) b t)).
          unfold beta_density. auto_derive. trivial.
      - unfold beta_density, minus, plus, opp. simpl. ring. }
    pose proof (is_RInt_plus (V := R_NormedModule) _ _ _ _ _ _ D
      (is_RInt_scal (V := R_NormedModule) _ _ _ (INR (S b)) _ (IH (S a)))) as E.
    apply (is_RInt_scal (V := R_NormedModule) _ _ _ (/ INR (S a))) in E.
    replace (beta_value a (S b)) with
      (scal (/ INR (S a)) (plus 0 (scal (INR (S b)) (beta_value (S a) b)))).
    + eapply is_RInt_ext; [|exact E]. intros t _. unfold scal, plus. simpl. unfold mult. simpl.
      change (match a with O => 1 | S _ => INR a + 1 end) with (INR (S a)).
      change (match b with O => 1 | S _ => INR b + 1 end) with (INR (S b)). field. exact Sa.
    + unfold scal, plus. simpl plus. unfold beta_value. cbn -[INR fact].
      unfold mult. cbn -[INR fact].
      replace (S (S (a + b))) with (S (a + S b)) by lia.
      rewrite (fact_simpl a), (fact_simpl b), !mult_INR.
      pose proof (INR_fact_lt_0 (S (a + S b))). field. split; [lra | exact Sa].
Qed.

Lemma beta_log_convex a b i j :
  beta_value (a + i) (b + j) * beta_value (a + i) (b + j)
  <= beta_value a b * beta_value (a + 2 * i) (b + 2 * j).
Proof.
  assert (Q : forall l, 0 <= l * l * beta_value a b + 2 * l * beta_value (a + i) (b + j)
    + beta_value (a + 2 * i) (b + 2 * j)).
  { intros l.
    pose proof (is_RInt_plus (V := R_NormedModule) _ _ _ _ _ _
      (is_RInt_plus (V := R_NormedModule) _ _ _ _ _ _
        (is_RInt_scal (V := R_NormedModule) _ _ _ (l * l) _ (beta_integral a b))
        (is_RInt_scal (V := R_NormedModule) _ _ _ (2 * l) _ (beta_integral (a + i) (b + j))))
      (beta_integral (a + 2 * i) (b + 2 * j))) as E.
    set (f := fun t => l * l * beta_density a b t + 2 * l * beta_density (a + i) (b + j) t
      + beta_density (a + 2 * i) (b + 2 * j) t).
    change (is_RInt f 0 1 (l * l * beta_value a b + 2 * l * beta_value (a + i) (b + j)
      + beta_value (a + 2 * i) (b + 2 * j))) in E.
    rewrite <- (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ E).
    apply RInt_ge_0; [lra | eexists; exact E|]. intros t T. unfold f, beta_density.
    rewrite !pow_add, !pow_mult.
    replace ((t ^ 2) ^ i) with (t ^ i * t ^ i) by (rewrite <- Rpow_mult_distr; f_equal; ring).
    replace (((1 - t) ^ 2) ^ j) with ((1 - t) ^ j * (1 - t) ^ j)
      by (rewrite <- Rpow_mult_distr; f_equal; ring).
    replace (l * l * (t ^ a * (1 - t) ^ b) + 2 * l * (t ^ a * t ^ i * ((1 - t) ^ b * (1 - t) ^ j))
      + t ^ a * (t ^ i * t ^ i) * ((1 - t) ^ b * ((1 - t) ^ j * (1 - t) ^ j))) with
      (t ^ a * (1 - t) ^ b * ((l + t ^ i * (1 - t) ^ j) * (l + t ^ i * (1 - t) ^ j))) by ring.
    apply Rmult_le_pos; [apply Rmult_le_pos; apply pow_le; lra | apply Rle_0_sqr]. }
  pose proof (beta_value_pos a b) as P.
  set (u := beta_value a b) in *. set (v := beta_value (a + i) (b + j)) in *.
  set (w := beta_value (a + 2 * i) (b + 2 * j)) in *. specialize (Q (- v / u)).
  apply (Rmult_le_compat_r u) in Q; [|lra].
  replace ((- v / u * (- v / u) * u + 2 * (- v / u) * v + w) * u) with (u * w - v * v) in Q
    by (field; lra). lra.
Qed.

Lemma Gamma_fact m : Gamma (INR (S m)) = INR (fact m).
Proof.
  induction m as [|m IH]; [simpl; apply Gamma_1|].
  rewrite (S_INR (S m)), Gamma_S, IH by (apply lt_0_INR; lia).
  rewrite fact_simpl, mult_INR. reflexivity.
Qed.

Lemma Beta_integers p q : (1 <= p)%nat -> (1 <= q)%nat ->
  Beta [INR p; INR q] = beta_value (p - 1) (q - 1).
Proof.
  intros Hp Hq. destruct p as [|p]; [lia|]. destruct q as [|q]; [lia|].
  unfold Beta, beta_value. cbn [gammas suml]. rewrite Rplus_0_r, <- plus_INR, Rmult_1_r.
  replace (S p + S q)%nat with (S (S (p + q))) by lia. rewrite !Gamma_fact.
  simpl Nat.sub. rewrite !Nat.sub_0_r. reflexivity.
Qed.

Lemma binomial_pos p q : (1 <= p)%nat -> (1 <= q)%nat -> 0 < INR (binomial (p + q - 1) p).
Proof.
  intros Hp Hq. pose proof (binomial_factorials (p + q - 1) p ltac:(lia)) as E.
  apply lt_0_INR. pose proof (lt_O_fact (p + q - 1)). destruct (binomial (p + q - 1) p); lia.
Qed.

Lemma Beta_binomial p q : (1 <= p)%nat -> (1 <= q)%nat ->
  Beta [INR p; INR q] = 1 / (INR p * INR (binomial (p + q - 1) p)).
Proof.
  intros Hp Hq. rewrite Beta_integers by assumption. pose proof (binomial_pos p q Hp Hq) as B.
  pose proof (binomial_factorials (p + q - 1) p ltac:(lia)) as E.
  replace (p + q - 1 - p)%nat with (q - 1)%nat in E by lia.
  unfold beta_value. replace (S (p - 1 + (q - 1))) with (p + q - 1)%nat by lia.
  rewrite <- E, !mult_INR. destruct p as [|p]; [lia|]. simpl (S p - 1)%nat.
  rewrite Nat.sub_0_r, fact_simpl, mult_INR.
  pose proof (INR_fact_lt_0 p). pose proof (INR_fact_lt_0 (q - 1)).
  assert (INR (S p) <> 0) by (apply not_0_INR; lia). field. repeat split; lra.
Qed.
