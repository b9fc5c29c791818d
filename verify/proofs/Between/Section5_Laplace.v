From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section5_Laplace.
Import ListNotations.
Open Scope R_scope.

Theorem rate_and_scale : reading_between_lproof_notes_tailoring_laplace_scale_rate_and_scale.
Proof.
  intros eps s1 He. split; [apply Rgt_not_eq, Rdiv_lt_0_compat; lra | field; lra].
Qed.

Theorem one_noise : reading_between_tailoring_noise_count_one_noise.
Proof. intros n s1 Hn. ring. Qed.

(* With g = k e^(-t) for k categories the printed condition compares the beginning of the series
   of e^(k t), over e^(k t), with k e^(-t). *)
Lemma threshold_step k t p : 0 < k -> p <= k * exp ((k - 1) * t) ->
  exp (- (k * t)) * p <= k * exp (- t).
Proof.
  intros K B. apply Rle_trans with (exp (- (k * t)) * (k * exp ((k - 1) * t))).
  - apply Rmult_le_compat_l; [left; apply exp_pos | exact B].
  - right. rewrite <- Rmult_assoc, (Rmult_comm _ k), Rmult_assoc, <- exp_plus. f_equal. f_equal.
    ring.
Qed.

Lemma threshold_log k g : 0 < g -> g < 1 -> 1 <= k ->
  exists t, ln (k / g) = t /\ 0 <= t /\ g = k * exp (- t) /\ g / k = exp (- t).
Proof.
  intros G0 G1 K. exists (ln (k / g)). split; [reflexivity|].
  assert (P : 0 < k / g) by (apply Rdiv_lt_0_compat; lra).
  assert (E : exp (- ln (k / g)) = g / k) by (rewrite exp_Ropp, exp_ln by exact P; field; lra).
  split; [|split].
  - left. rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with g; [exact G0|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - rewrite E. field. lra.
  - symmetry. exact E.
Qed.

Lemma exp_power t m : exp (- t) ^ m = exp (- (INR m * t)).
Proof.
  induction m as [|m IH]; [simpl; rewrite Rmult_0_l, Ropp_0, exp_0; reflexivity|].
  cbn [pow]. rewrite IH, <- exp_plus, S_INR. f_equal. ring.
Qed.

Theorem threshold_categories : reading_between_notes_laplace_threshold_categories.
Proof.
  intros g G0 G1. split; [apply Rdiv_lt_0_compat; lra|].
  split; [intros _; apply Rdiv_lt_0_compat; lra|].
  split; [intros _ _; apply Rdiv_lt_0_compat; lra|].
  split; [intros _ _ _; apply Rdiv_lt_0_compat; lra|].
  split; [|split; [|split]].
  - destruct (threshold_log 2 g G0 G1 ltac:(lra)) as (t & -> & T & -> & _).
    replace (2 * exp (- t) / 2) with (exp (- t)) by field. rewrite exp_power.
    replace (INR 2) with 2 by (simpl; ring). apply threshold_step; [lra|].
    pose proof (exp_series_below ((2 - 1) * t) 1 ltac:(lra)) as B. simpl in B. lra.
  - destruct (threshold_log 3 g G0 G1 ltac:(lra)) as (t & -> & T & -> & _).
    replace (3 * exp (- t) / 3) with (exp (- t)) by field. rewrite exp_power.
    replace (INR 3) with 3 by (simpl; ring). apply threshold_step; [lra|].
    pose proof (exp_series_below ((3 - 1) * t) 2 ltac:(lra)) as B. simpl in B.
    assert (0 <= t ^ 2) by (apply pow_le, T). simpl in *. lra.
  - destruct (threshold_log 4 g G0 G1 ltac:(lra)) as (t & -> & T & -> & _).
    replace (4 * exp (- t) / 4) with (exp (- t)) by field. rewrite exp_power.
    replace (INR 4) with 4 by (simpl; ring). apply threshold_step; [lra|].
    pose proof (exp_series_below ((4 - 1) * t) 3 ltac:(lra)) as B. simpl in B.
    assert (0 <= t ^ 2) by (apply pow_le, T). assert (0 <= t ^ 3) by (apply pow_le, T).
    simpl in *. lra.
  - destruct (threshold_log 5 g G0 G1 ltac:(lra)) as (t & -> & T & -> & _).
    replace (5 * exp (- t) / 5) with (exp (- t)) by field. rewrite exp_power.
    replace (INR 5) with 5 by (simpl; ring). apply threshold_step; [lra|].
    pose proof (exp_series_below ((5 - 1) * t) 4 ltac:(lra)) as B. simpl in B.
    assert (0 <= t ^ 2) by (apply pow_le, T). assert (0 <= t ^ 3) by (apply pow_le, T).
    assert (0 <= t ^ 4) by (apply pow_le, T). simpl in *. lra.
Qed.

Theorem lszhang_two : reading_between_short_a_lszhang_scale_scale_2_eps.
Proof.
  intros prior eps j Hp He _ K. split; [apply Rgt_not_eq, Rdiv_lt_0_compat; lra|].
  f_equal. field. lra.
Qed.

Theorem last_valid : reading_between_tailoring_last_coordinate_valid_as_a_distribution.
Proof.
  intros n prior Hn [K Pos].
  assert (L : forall z, In z (outputs laplace_defined n (length prior)) ->
    length z = length prior).
  { intros z I. destruct (rest_outputs laplace_defined n _ z eq_refl I) as (r & -> & E & _).
    rewrite app_length, E. simpl. lia. }
  assert (B : forall z, In z (outputs laplace_defined n (length prior)) ->
    forall i, In i (range 0 (length prior - 1)) -> (i < length (posterior prior z))%nat).
  { intros z I i J. rewrite posterior_length by (apply L, I).
    apply (in_range_0 prior i (conj K Pos) J). }
  split; [exact L|]. split; [exact B|]. intros z I i J.
  apply nth_allpos; [apply posterior_pos, Pos | apply (B z I i J)].
Qed.

Theorem last_two : reading_between_tailoring_last_coordinate_two_categories.
Proof.
  intros n prior Hn Hp K z I. apply two_of_length in K.
  destruct (rest_outputs laplace_defined n _ z eq_refl I) as (r & -> & E & F).
  rewrite K in E. destruct r as [|j [|? ?]]; try discriminate E. inversion_clear F.
  f_equal. simpl. lia.
Qed.

Theorem improved_one : reading_between_tailoring_improved_scale_one.
Proof. intros n prior x y Hn Hp Ix Iy K A. apply (adjacent_two prior n x y); assumption. Qed.

Theorem improved_two : reading_between_tailoring_improved_scale_delta_bi_is_2.
Proof.
  intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). field.
Qed.

Theorem density_exponent : reading_between_notes_tailoring_density_exponent_exponent_alpha_minus_1.
Proof.
  intros prior Hp K. apply two_of_length in K.
  destruct prior as [|a [|b [|? ?]]]; try discriminate K. simpl. ring.
Qed.
