From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Lproof Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem lproof_rate : reading_lproof_concl_rate_reading.
Proof. intros n prior x y eps s1 s2 Hn Hp Ix Iy He A. apply (lproof_any prior n); auto; lra. Qed.

Theorem lproof_scale_two : reading_lproof_concl_scale_reading_eps_at_least_2.
Proof.
  intros n prior x y eps s1 s2 Hn Hp Ix Iy He A E. apply (lproof_any prior n); auto.
  - left. apply Rdiv_lt_0_compat; lra.
  - apply Rmult_le_reg_r with eps; [lra|]. replace (2 * (2 / eps) * eps) with 4 by (field; lra).
    nra.
Qed.

Theorem lproof_scale_refuted : refuted_lproof_concl_scale_reading.
Proof.
  exists 1%nat, [1; 1], [0%nat; 1%nat], [1%nat; 0%nat], 1, 0, 1.
  assert (is_prior [1; 1]) by (split; simpl; [lia | repeat constructor; lra]).
  split; [lia|]. split; [assumption|]. split; [split; reflexivity|]. split; [split; reflexivity|].
  split; [lra|].
  split; [split; [assumption | repeat constructor; apply (rational_Z 1)]|].
  split; [apply (rational_Z 1)|]. split; [apply (rational_Z 0)|]. split; [apply (rational_Z 1)|].
  split; [unfold adjacent; simpl; tauto|].
  simpl nth. change (INR 0) with 0. change (INR 1) with 1.
  replace (0 - 0) with 0 by ring. replace (1 - 1) with 0 by ring.
  replace (0 - 1) with (- (1)) by ring. replace (1 - 0) with 1 by ring.
    rewrite Rabs_R0, Rabs_Ropp, Rabs_R1. replace (- (0 + 0) * (2 / 1)) with 0 by field.
    rewrite exp_0, <- exp_plus.
    replace (1 + - (1 + 1) * (2 / 1)) with (- (3)) by field.
    assert (exp (- (3)) < exp 0) as L by (apply exp_increasing; lra). rewrite exp_0 in L. lra.
Qed.

Theorem lproof_posterior : reading_lproof_posterior_literal.
Proof. intros n prior x Hn Hp Ix K. split; ring. Qed.

Theorem lproof_valid : reading_lproof_valid_clamped_counts.
Proof.
  intros n prior s1 s2 Hn [_ Pos] K. apply two_of_length in K.
  pose proof (nth_allpos prior 0 Pos ltac:(lia)). pose proof (nth_allpos prior 1 Pos ltac:(lia)).
  pose proof (Rmax_l 0 (Rmin (INR n) s1)). pose proof (Rmax_l 0 (Rmin (INR n) s2)). lra.
Qed.

Theorem lproof_sensitivity : reading_lproof_sens_literal.
Proof. intros n prior x y Hn Hp Ix Iy K A. apply (adjacent_two prior n); assumption. Qed.

Theorem lproof_noise : reading_lproof_noise_rate_eps_2_scale_2_eps.
Proof. intros n prior x y eps s1 s2 Hn Hp Ix Iy He A. apply (lproof_any prior n); auto; lra. Qed.

(* The densities of two independent noises multiply. *)
Lemma two_densities b u v : b ^ 2 * exp (- (u + v) * (b * 2)) =
  b * exp (- u * (b * 2)) * (b * exp (- v * (b * 2))).
Proof.
  replace (- (u + v) * (b * 2)) with (- u * (b * 2) + - v * (b * 2)) by ring. rewrite exp_plus.
  ring.
Qed.

Theorem lproof_first_density : reading_lproof_density1_repaired.
Proof.
  intros n prior x eps s1 s2 Hn Hp Ix He K.
  replace (eps / 2 / 2) with (eps / 4) by field. replace (eps / 2) with (eps / 4 * 2) by field.
  apply two_densities.
Qed.

Theorem lproof_second_density : reading_lproof_density2_repaired_with.
Proof.
  intros n prior y eps s1 s2 Hn Hp Iy He K.
  replace (eps / 2 / 2) with (eps / 4) by field. replace (eps / 2) with (eps / 4 * 2) by field.
  apply two_densities.
Qed.

Theorem lproof_ratio : reading_lproof_ratio_with_le_e_eps.
Proof.
  intros n prior x y eps s1 s2 Hn Hp Ix Iy He K A.
  pose proof (lproof_any prior n x y eps (eps / 2) (s1 - nth 0 prior 0) (s2 - nth 1 prior 0)
    Hp Ix Iy A ltac:(lra) ltac:(lra)) as B.
  assert (C : 0 < (eps / 2 / 2) ^ 2) by (apply pow_lt; lra).
  match type of B with _ <= _ * ?e => assert (E : 0 < e) by apply exp_pos end.
  split.
  - apply Rgt_not_eq, Rmult_lt_0_compat; assumption.
  - apply div_le; [apply Rmult_lt_0_compat; assumption|].
    rewrite (Rmult_comm ((eps / 2 / 2) ^ 2)), (Rmult_comm ((eps / 2 / 2) ^ 2)), <- Rmult_assoc.
    apply Rmult_le_compat_r; [lra | exact B].
Qed.
