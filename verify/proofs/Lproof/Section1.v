From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
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
