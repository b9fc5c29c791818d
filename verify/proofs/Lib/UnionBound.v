(* The tail of a sum of m Laplace variables by the union of m events, and its closed form. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Gamma Counting.
Import ListNotations.
Open Scope R_scope.

(* Bernoulli's inequality. *)
Lemma bernoulli u m : 0 <= u <= 1 -> 1 - INR m * u <= (1 - u) ^ m.
Proof.
  intros U. induction m as [|m IH]; [simpl; lra|]. rewrite S_INR. cbn [pow].
  assert (0 <= (1 - u) ^ m) by (apply pow_le; lra).
  pose proof (pos_INR m). nra.
Qed.

Lemma union_bound m g : (1 <= m)%nat -> 0 < g < 1 -> 1 - (1 - g / INR m) ^ m <= g.
Proof.
  intros M G. apply le_INR in M. change (INR 1) with 1 in M.
  assert (U : 0 <= g / INR m <= 1).
  { split; [left; apply Rdiv_lt_0_compat; lra|].
    apply Rmult_le_reg_r with (INR m); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (bernoulli (g / INR m) m U) as B.
  replace (INR m * (g / INR m)) with g in B by (field; lra). lra.
Qed.

(* The first terms of the exponential series. *)
Lemma exp_series l n : 0 <= l -> sum_f_R0 (fun i => / INR (fact i) * l ^ i) n <= exp l.
Proof.
  intros L. unfold exp. destruct (exist_exp l) as [e E]. cbn [proj1_sig].
  apply sum_incr; [exact E|]. intros i.
  apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le, L].
Qed.

Lemma exp_fourth l : 0 <= l -> 1 + l + l ^ 2 / 2 + l ^ 3 / 6 + l ^ 4 / 24 <= exp l.
Proof. intros L. pose proof (exp_series l 4 L) as S. simpl in S. simpl. lra. Qed.

Lemma by_difference a b : 0 <= b - a -> a <= b.
Proof. lra. Qed.

(* The tail of a sum of 2 to 5 exponential variables at t. *)
Definition tail2 (t : R) : R := exp (- t) * (1 + t).
Definition tail3 (t : R) : R := exp (- t) * (1 + t + t ^ 2 / 2).
Definition tail4 (t : R) : R := exp (- t) * (1 + t + t ^ 2 / 2 + t ^ 3 / 6).
Definition tail5 (t : R) : R := exp (- t) * (1 + t + t ^ 2 / 2 + t ^ 3 / 6 + t ^ 4 / 24).

(* Products and sums of what is not negative. *)
Ltac not_negative :=
  repeat match goal with
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat
    | |- 0 <= _ * _ => apply Rmult_le_pos
    | |- 0 <= _ / _ => apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]
    | |- 0 <= _ ^ _ => apply pow_le
    end; try assumption; try lra.

Lemma exp_shrinks h u v : 0 <= h -> v <= exp h * u -> exp (- h) * v <= u.
Proof.
  intros H L. pose proof (exp_pos (- h)) as P.
  apply (Rmult_le_compat_l (exp (- h))) in L; [|lra].
  rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0, Rmult_1_l in L. exact L.
Qed.

Lemma tail_shrinks s h u v t : 0 <= s -> 0 <= h -> 0 <= u ->
  v <= t * u -> t <= exp h -> exp (- (s + h)) * v <= exp (- s) * u.
Proof.
  intros S H U V T. rewrite Ropp_plus_distr, exp_plus, Rmult_assoc.
  apply Rmult_le_compat_l; [left; apply exp_pos|]. apply exp_shrinks; [exact H|]. nra.
Qed.

Lemma tails_shrink s t : 0 <= s -> s <= t ->
  tail2 t <= tail2 s /\ tail3 t <= tail3 s /\ tail4 t <= tail4 s /\ tail5 t <= tail5 s.
Proof.
  intros S T. replace t with (s + (t - s)) by ring. set (h := t - s).
  assert (H : 0 <= h) by (unfold h; lra). clearbody h. clear T t.
  pose proof (exp_fourth h H) as E.
  repeat split; (apply (tail_shrinks s h _ _ (1 + h + h ^ 2 / 2 + h ^ 3 / 6 + h ^ 4 / 24));
    [exact S | exact H | not_negative | | exact E]);
    apply by_difference; match goal with |- 0 <= ?e => field_simplify e end; not_negative.
Qed.

(* At a sum of m thresholds it is at most the tail of the largest of m variables. *)
Lemma power_expands l w : 0 <= l -> l + l ^ 2 / 2 + l ^ 3 / 6 + l ^ 4 / 24 <= w ->
  1 + 2 * l <= (1 + w) ^ 2 - w ^ 2 /\
  1 + 3 * l + (3 * l) ^ 2 / 2 <= (1 + w) ^ 3 - w ^ 3 /\
  1 + 4 * l + (4 * l) ^ 2 / 2 + (4 * l) ^ 3 / 6 <= (1 + w) ^ 4 - w ^ 4 /\
  1 + 5 * l + (5 * l) ^ 2 / 2 + (5 * l) ^ 3 / 6 + (5 * l) ^ 4 / 24 <= (1 + w) ^ 5 - w ^ 5.
Proof.
  intros L W. set (p := l + l ^ 2 / 2 + l ^ 3 / 6 + l ^ 4 / 24) in *.
  assert (P : 0 <= p) by (unfold p; not_negative).
  assert (P2 : p ^ 2 <= w ^ 2) by (apply pow_incr; lra).
  assert (P3 : p ^ 3 <= w ^ 3) by (apply pow_incr; lra).
  assert (P4 : p ^ 4 <= w ^ 4) by (apply pow_incr; lra).
  assert (G : forall a b c : R, a <= b -> b <= c -> a <= c) by (intros; lra).
  split; [|split; [|split]].
  - apply G with (1 + 2 * p); [|ring_simplify; lra].
    apply by_difference; unfold p; match goal with |- 0 <= ?e => field_simplify e end;
      not_negative.
  - apply G with (1 + 3 * p + 3 * p ^ 2); [|ring_simplify; lra].
    apply by_difference; unfold p; match goal with |- 0 <= ?e => field_simplify e end;
      not_negative.
  - apply G with (1 + 4 * p + 6 * p ^ 2 + 4 * p ^ 3); [|ring_simplify; lra].
    apply by_difference; unfold p; match goal with |- 0 <= ?e => field_simplify e end;
      not_negative.
  - apply G with (1 + 5 * p + 10 * p ^ 2 + 10 * p ^ 3 + 5 * p ^ 4); [|ring_simplify; lra].
    apply by_difference; unfold p; match goal with |- 0 <= ?e => field_simplify e end;
      not_negative.
Qed.

Lemma power_back l m s : s <= (1 + (exp l - 1)) ^ m - (exp l - 1) ^ m ->
  exp (- (INR m * l)) * s <= 1 - (1 - exp (- l)) ^ m.
Proof.
  intros B. assert (E : exp (- (INR m * l)) = exp (- l) ^ m).
  { clear B. induction m as [|m IH]; [simpl; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
    cbn [pow]. rewrite <- IH, <- exp_plus, S_INR. f_equal. ring. }
  rewrite E. assert (P : 0 < exp (- l)) by apply exp_pos.
  assert (I : exp (- l) * exp l = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
  replace 1 with ((exp (- l) * (1 + (exp l - 1))) ^ m) at 1
    by (replace (1 + (exp l - 1)) with (exp l) by ring; rewrite I; apply pow1).
  replace (1 - exp (- l)) with (exp (- l) * (exp l - 1))
    by (rewrite Rmult_minus_distr_l, I; ring).
  rewrite !Rpow_mult_distr, <- Rmult_minus_distr_l.
  apply Rmult_le_compat_l; [apply pow_le; lra | exact B].
Qed.

Lemma tails_within l : 0 <= l ->
  tail2 (2 * l) <= 1 - (1 - exp (- l)) ^ 2 /\ tail3 (3 * l) <= 1 - (1 - exp (- l)) ^ 3 /\
  tail4 (4 * l) <= 1 - (1 - exp (- l)) ^ 4 /\ tail5 (5 * l) <= 1 - (1 - exp (- l)) ^ 5.
Proof.
  intros L. pose proof (exp_fourth l L) as E.
  destruct (power_expands l (exp l - 1) L ltac:(lra)) as (B2 & B3 & B4 & B5).
  apply (power_back l 2) in B2. apply (power_back l 3) in B3.
  apply (power_back l 4) in B4. apply (power_back l 5) in B5.
  change (INR 2) with 2 in B2. replace (INR 3) with 3 in B3 by (simpl; ring).
  replace (INR 4) with 4 in B4 by (simpl; ring). replace (INR 5) with 5 in B5 by (simpl; ring).
  repeat split; assumption.
Qed.

(* The powers in the statements are exponentials of the thresholds. *)
Lemma threshold m g n : 0 < g -> 0 < m -> (g / m) ^ n = exp (- (ln (m / g) * INR n)).
Proof.
  intros G M. assert (P : 0 < g / m) by (apply Rdiv_lt_0_compat; lra).
  rewrite <- Rpower_pow by exact P. unfold Rpower. f_equal.
  replace (m / g) with (/ (g / m)) by (field; lra). rewrite ln_Rinv by exact P. ring.
Qed.

Lemma threshold_one m g : 0 < g -> 0 < m -> exp (- ln (m / g)) = g / m.
Proof.
  intros G M. pose proof (threshold m g 1 G M) as E. rewrite pow_1, Rmult_1_r in E. congruence.
Qed.

Lemma threshold_nonneg m g : 0 < g < 1 -> 1 <= m -> 0 <= ln (m / g).
Proof.
  intros G M. assert (A : 1 < m / g).
  { apply Rmult_lt_reg_r with g; [lra|]. replace (m / g * g) with m by (field; lra). lra. }
  rewrite <- ln_1. left. apply ln_increasing; lra.
Qed.
