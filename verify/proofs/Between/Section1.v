From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem failure_absolute : reading_between_short_a_short_b_failure_absolute_value.
Proof. intros eps He. rewrite Rabs_Ropp, Rabs_right; lra. Qed.

Theorem failure_falling : reading_between_short_a_short_b_failure_falling.
Proof.
  intros eps j He _. rewrite <- exp_0. apply exp_le. pose proof (pos_INR j). nra.
Qed.

Theorem ratio_order : reading_between_short_a_short_b_ratio_order_eps_bounded_below.
Proof.
  intros eps t He T L. split; [apply Rgt_not_eq; nra|].
  apply Rmult_le_reg_r with (eps * (t * t));
    [apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]|].
  replace (1 / eps * (eps * (t * t))) with (t * t) by (field; lra).
  replace (eps / (t * t) * (eps * (t * t))) with (eps * eps) by (field; lra). nra.
Qed.

Theorem between_global_sensitivity :
  reading_between_notes_short_a_short_b_global_sensitivity_bound.
Proof.
  intros n prior Hn Hp F. apply GS_upper; try assumption. apply range_from_one; assumption.
Qed.
