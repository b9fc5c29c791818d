(* Counts with Laplace noise, rounded down and clamped. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets.
Import ListNotations.
Open Scope R_scope.

Section Noise.
Context (b : R) (b_pos : 0 < b).
Let q := exp (- (1 / b)).

Lemma q_bounds : 0 < q < 1.
Proof using b_pos.
  split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing.
  assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra). lra.
Qed.

Let tail (t : R) := 1 - laplace_cdf b t.

Lemma exp_shift t : exp ((t + 1) / b) * q = exp (t / b).
Proof using b_pos. unfold q. rewrite <- exp_plus. f_equal. field. lra. Qed.

Lemma exp_le1 s : s <= 0 -> exp (s / b) <= 1.
Proof using b_pos.
  intros L. apply Rle_trans with (exp 0); [|right; apply exp_0].
  destruct (Req_dec s 0) as [->|N]; [right; f_equal; field; lra|].
  left. apply exp_increasing. apply Rmult_lt_reg_r with b; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* The tail of the noise loses at most a factor exp(1/b) in one step. *)
Lemma tail_step t : 0 < laplace_cdf b t < 1 /\
  q * (1 - laplace_cdf b t) <= 1 - laplace_cdf b (t + 1) <= 1 - laplace_cdf b t.
Proof using b_pos.
  pose proof q_bounds as Q. unfold laplace_cdf.
  pose proof (exp_shift t) as E. pose proof (exp_shift (- t - 1)) as E'.
  replace (- t - 1 + 1) with (- t) in E' by ring.
  replace (- (t + 1)) with (- t - 1) by ring.
  pose proof (exp_pos (t / b)) as P1. pose proof (exp_pos (- t / b)) as P2.
  assert (X : exp (t / b) * exp (- t / b) = 1) by (rewrite <- exp_plus;
    replace (t / b + - t / b) with 0 by (field; lra); apply exp_0).
  set (u := exp (t / b)) in *. set (v := exp (- t / b)) in *.
  set (u1 := exp ((t + 1) / b)) in *. set (v1 := exp ((- t - 1) / b)) in *.
  assert (Neg : t <= 0 -> u <= 1) by (apply exp_le1).
  assert (Pos : 0 <= t -> v <= 1) by (intros T; apply exp_le1; lra).
  assert (Neg1 : t + 1 <= 0 -> u1 <= 1) by (apply exp_le1).
  destruct (Rlt_dec t 0) as [T|T]; destruct (Rlt_dec (t + 1) 0) as [T1|T1]; try lra.
  - (* both left *)
    specialize (Neg ltac:(lra)). specialize (Neg1 ltac:(lra)). split; [lra|].
    assert (0 < u1) by (apply exp_pos). split; [|nra].
    (* q (1 - u/2) <= 1 - u1/2 with u = u1 q *)
    rewrite <- E in *. nra.
  - (* across 0 *)
    specialize (Neg ltac:(lra)). split; [lra|].
    assert (AM : 2 <= u + v) by nra. rewrite <- E' in *. assert (0 < v1) by (apply exp_pos).
    assert (V : v * q <= 1).
    { unfold v, q. rewrite <- exp_plus.
      replace (- t / b + - (1 / b)) with (- (t + 1) / b) by (field; lra). apply exp_le1. lra. }
    split; nra.
  - (* both right *)
    specialize (Pos ltac:(lra)). rewrite <- E' in *. split; [lra|].
    assert (0 < v * q) by (apply Rmult_lt_0_compat; lra). split; nra.
Qed.

Lemma cdf_sym t : laplace_cdf b (- t) = 1 - laplace_cdf b t.
Proof using.
  unfold laplace_cdf. destruct (Rlt_dec t 0), (Rlt_dec (- t) 0); try lra.
  - rewrite Ropp_involutive. lra.
  - assert (t = 0) by lra. subst. rewrite !Ropp_0. unfold Rdiv. rewrite Rmult_0_l, exp_0. lra.
Qed.

(* The probability of one integer, m steps from 0 on either side. *)
Definition unit_mass (m : nat) : R := (1 - q) / 2 * exp (- INR m / b).

Lemma unit_right m : laplace_cdf b (INR m + 1) - laplace_cdf b (INR m) = unit_mass m.
Proof using b_pos.
  pose proof (pos_INR m). unfold laplace_cdf, unit_mass.
  destruct (Rlt_dec (INR m + 1) 0); [lra|]. destruct (Rlt_dec (INR m) 0); [lra|].
  pose proof (exp_shift (- INR m - 1)) as E.
  replace (- INR m - 1 + 1) with (- INR m) in E by ring.
  replace (- (INR m + 1)) with (- INR m - 1) by ring. rewrite <- E. field.
Qed.

Lemma unit_left m : laplace_cdf b (- INR m) - laplace_cdf b (- INR m - 1) = unit_mass m.
Proof using b_pos.
  replace (- INR m - 1) with (- (INR m + 1)) by ring. rewrite !cdf_sym. rewrite <- unit_right.
  ring.
Qed.

Lemma unit_pos m : 0 < unit_mass m.
Proof using b_pos.
  pose proof q_bounds. unfold unit_mass. apply Rmult_lt_0_compat; [lra | apply exp_pos].
Qed.

Lemma unit_step m : unit_mass (S m) = q * unit_mass m.
Proof using b_pos.
  unfold unit_mass. rewrite S_INR. pose proof (exp_shift (- INR m - 1)) as E.
  replace (- INR m - 1 + 1) with (- INR m) in E by ring.
  replace (- (INR m + 1)) with (- INR m - 1) by ring.
  rewrite <- E. ring.
Qed.

(* One count more changes no probability by more than exp(1/b). *)
Lemma noisy_step n c r : (r <= n)%nat ->
  0 < noisy b n c r /\ q * noisy b n c r <= noisy b n (S c) r /\
    q * noisy b n (S c) r <= noisy b n c r.
Proof using b_pos.
  intros Rn. pose proof q_bounds as Q. unfold noisy. rewrite S_INR.
  destruct (Nat.eqb r 0) eqn:R0; [|destruct (Nat.eqb r n) eqn:R1].
  - replace (1 - (INR c + 1)) with (- INR c) by ring.
    replace (1 - INR c) with (- (INR c - 1)) by ring.
    rewrite !cdf_sym. pose proof (tail_step (INR c - 1)) as T.
    replace (INR c - 1 + 1) with (INR c) in T by ring.
    destruct T as (A & B & D). repeat split; try lra. nra.
  - pose proof (tail_step (INR n - (INR c + 1))) as T.
    replace (INR n - (INR c + 1) + 1) with (INR n - INR c) in T by ring.
    pose proof (tail_step (INR n - INR c)) as T'.
    destruct T as (A & B & D), T' as (A' & _). repeat split; try lra. nra.
  - apply Nat.eqb_neq in R0, R1.
    destruct (le_lt_dec (S c) r) as [L|L].
    + (* c + 1 <= r *)
      replace (INR r + 1 - INR c) with (INR (r - c) + 1) by (rewrite minus_INR by lia; ring).
      replace (INR r - INR c) with (INR (r - c)) by (rewrite minus_INR by lia; ring).
      replace (INR r + 1 - (INR c + 1)) with (INR (r - S c) + 1) by (rewrite minus_INR, S_INR
        by lia; ring).
      replace (INR r - (INR c + 1)) with (INR (r - S c)) by (rewrite minus_INR, S_INR by lia;
        ring).
      rewrite !unit_right. replace (r - c)%nat with (S (r - S c)) by lia. rewrite unit_step.
      pose proof (unit_pos (r - S c)).
      assert (0 < q * unit_mass (r - S c)) by (apply Rmult_lt_0_compat; lra). repeat split; nra.
    + destruct (Nat.eq_dec r c) as [->|N].
      * replace (INR c + 1 - INR c) with (INR 0 + 1) by (simpl; ring).
        replace (INR c - INR c) with (INR 0) by (simpl; ring).
        replace (INR c + 1 - (INR c + 1)) with (- INR 0) by (simpl; ring).
        replace (INR c - (INR c + 1)) with (- INR 0 - 1) by (simpl; ring).
        rewrite unit_right, unit_left. pose proof (unit_pos 0). repeat split; nra.
      * replace (INR r + 1 - INR c) with (- INR (c - r - 1)) by (rewrite !minus_INR by lia; simpl;
          ring).
        replace (INR r - INR c) with (- INR (c - r - 1) - 1) by (rewrite !minus_INR by lia; simpl;
          ring).
        replace (INR r + 1 - (INR c + 1)) with (- INR (c - r)) by (rewrite !minus_INR by lia;
          simpl; ring).
        replace (INR r - (INR c + 1)) with (- INR (c - r) - 1) by (rewrite !minus_INR by lia;
          simpl; ring).
        rewrite !unit_left. assert (E : (c - r = S (c - r - 1))%nat) by lia.
        set (m := (c - r - 1)%nat) in *. rewrite E, unit_step.
        pose proof (unit_pos m). assert (0 < q * unit_mass m) by (apply Rmult_lt_0_compat; lra).
        repeat split; nra.
Qed.

Lemma noisy_pos n c r : (r <= n)%nat -> 0 < noisy b n c r.
Proof using b_pos. intros L. apply (noisy_step n c r L). Qed.

Lemma ln_le_of a c : 0 < a -> q * a <= c -> ln a - ln c <= 1 / b.
Proof using b_pos.
  intros A L. pose proof q_bounds as Q.
  assert (P0 : 0 < q * a) by (apply Rmult_lt_0_compat; lra).
  assert (ln (q * a) <= ln c) as M by (destruct L as [L|<-]; [left; apply ln_increasing;
    assumption | right; reflexivity]).
  rewrite ln_mult in M by lra. unfold q in M at 1. rewrite ln_exp in M. lra.
Qed.

Lemma noisy_lipschitz n r c e : (r <= n)%nat ->
  ln (noisy b n c r) - ln (noisy b n e r) <= 1 / b * Rabs (INR c - INR e).
Proof using b_pos.
  intros L.
  assert (St : forall c, Rabs (ln (noisy b n c r) - ln (noisy b n (S c) r)) <= 1 / b).
  { intros f. destruct (noisy_step n f r L) as (A & B & D).
    pose proof (noisy_pos n (S f) r L) as A'.
    apply Rabs_le. pose proof (ln_le_of _ _ A B). pose proof (ln_le_of _ _ A' D). lra. }
  assert (Up : forall m c, Rabs (ln (noisy b n c r) - ln (noisy b n (c + m) r)) <= 1 / b * INR m).
  { induction m as [|m IH]; intros f.
    - rewrite Nat.add_0_r, Rminus_eq_0, Rabs_R0. simpl. lra.
    - replace (f + S m)%nat with (S (f + m)) by lia. specialize (IH f).
      specialize (St (f + m)%nat).
      rewrite S_INR. apply Rabs_le_inv in IH. apply Rabs_le_inv in St. apply Rabs_le. lra. }
  destruct (le_lt_dec c e) as [Lc|Lc].
  - specialize (Up (e - c)%nat c). replace (c + (e - c))%nat with e in Up by lia.
    rewrite minus_INR in Up by lia.
    rewrite Rabs_minus_sym, Rabs_right by (apply Rge_minus, Rle_ge, le_INR; lia).
    apply Rabs_le_inv in Up. lra.
  - specialize (Up (c - e)%nat e). replace (e + (c - e))%nat with c in Up by lia.
    rewrite minus_INR in Up by lia. rewrite Rabs_right by (apply Rge_minus, Rle_ge, le_INR; lia).
    apply Rabs_le_inv in Up. lra.
Qed.

Lemma noisy_vector_pos n x r : Forall (fun j => (j <= n)%nat) r -> 0 < noisy_vector b n x r.
Proof using b_pos.
  intros F. revert x. induction F as [|j r Hj Fr IH]; intros [|c x]; simpl; try lra.
  apply Rmult_lt_0_compat; [apply noisy_pos, Hj | apply IH].
Qed.

Lemma noisy_vector_lipschitz n x y r : Forall (fun j => (j <= n)%nat) r -> length x = length y ->
  ln (noisy_vector b n x r) - ln (noisy_vector b n y r)
  <= 1 / b * l1 (firstn (length r) x) (firstn (length r) y).
Proof using b_pos.
  intros F. revert x y. induction F as [|j r Hj Fr IH]; intros [|c x] [|e y] L; simpl in *;
    try discriminate; try lra.
  rewrite !ln_mult by auto using noisy_pos, noisy_vector_pos.
  pose proof (noisy_lipschitz n j c e Hj). specialize (IH x y ltac:(lia)). lra.
Qed.

End Noise.

Lemma tuples_spec n m r : In r (tuples n m) -> length r = m /\ Forall (fun j => (j <= n)%nat) r.
Proof.
  revert r. induction m as [|m IH]; intros r; cbn [tuples].
  - intros [<-|[]]. split; constructor.
  - intros I. apply in_flat_map in I. destruct I as (c & Ic & I). apply in_map_iff in I.
    destruct I as (s & <- & I). destruct (IH s I) as [L F]. apply in_seq in Ic. simpl.
    split; [lia|].
    constructor; [lia | exact F].
Qed.

Lemma l1_firstn m x y : l1 (firstn m x) (firstn m y) <= l1 x y.
Proof.
  revert x y. induction m as [|m IH]; intros [|a x] [|b y]; simpl; try lra.
  - pose proof (Rabs_pos (INR a - INR b)). pose proof (l1_nonneg x y). lra.
  - specialize (IH x y). lra.
Qed.

Lemma l1_adjacent x y : adjacent x y -> l1 x y <= 2.
Proof.
  intros A. pose proof (l1_neighbours y x y (adjacent_sym x y A)) as B. rewrite l1_refl in B. lra.
Qed.

Lemma l1_adjacent_two x y : adjacent x y -> length x = 2%nat -> l1 (firstn 1 x) (firstn 1 y) <= 1.
Proof.
  intros A L. pose proof (l1_adjacent x y A) as B.
  destruct (neighbours_spec x y A) as (L' & E & _).
  destruct x as [|a [|b [|? ?]]]; simpl in L; try lia.
  destruct y as [|c [|e [|? ?]]]; simpl in L'; try lia.
  simpl in E, B |- *. assert (E' : INR c + INR e = INR a + INR b) by (rewrite <- !plus_INR;
    f_equal; lia).
  replace (INR b - INR e) with (- (INR a - INR c)) in B by lra. rewrite Rabs_Ropp in B. lra.
Qed.

(* The loss of every mechanism whose outputs are functions of noised counts. *)
Theorem laplace_loss prior n m eps bound : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  last_of m <> None -> last_of m <> Some fresh -> 0 < scale m (length prior) ->
  (forall x y, In x (datasets n (length prior)) -> adjacent x y ->
     l1 (firstn (match last_of m with Some noised => length prior | _ => length prior - 1 end) x)
        (firstn (match last_of m with Some noised => length prior | _ => length prior - 1 end) y)
          <= bound) ->
  loss m prior eps n <= eps * bound / scale m (length prior).
Proof.
  intros Hp Hn He Lm Lf Sc B. apply loss_le; [exact Hp | exact Hn |]. intros x y r Ix A Ir.
  pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite !(probability_density prior n) by assumption.
  set (b := scale m (length prior) / eps).
  assert (Pb : 0 < b) by (apply Rdiv_lt_0_compat; assumption).
  specialize (B x y Ix A).
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  pose proof (proj1 (in_datasets prior n y) Iy) as [Ly Ey].
  replace (eps * bound / scale m (length prior)) with (1 / b * bound) by (unfold b; field; lra).
  assert (Ib : 0 <= 1 / b) by (left; apply Rdiv_lt_0_compat; lra).
  eapply Rle_trans; [|apply Rmult_le_compat_l; [exact Ib | exact B]].
  unfold density, outputs in *. rewrite Ex, Ey. fold b.
  destruct (last_of m) as [[]|]; [| | |congruence|congruence].
  - apply in_map_iff in Ir. destruct Ir as (s & <- & Is).
    destruct (tuples_spec _ _ _ Is) as [Ls Fs].
    rewrite removelast_last. rewrite <- Ls.
    apply noisy_vector_lipschitz; [exact Pb | exact Fs | congruence].
  - destruct (tuples_spec _ _ _ Ir) as [Ls Fs]. rewrite <- Ls.
    apply noisy_vector_lipschitz; [exact Pb | exact Fs | congruence].
  - destruct (tuples_spec _ _ _ Ir) as [Ls Fs]. rewrite <- Ls.
    apply noisy_vector_lipschitz; [exact Pb | exact Fs | congruence].
Qed.
