From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Short Require Import Section1.
From Dpbi.Statements.Short Require Import Section1_Sensitivities.
Import ListNotations.
Open Scope R_scope.

(* The constant sqrt(1 - pi/4). *)
Theorem prelim_gs_upper : reading_short_prelim_gs_upper_bound_for_all_alpha_ige1.
Proof.
  intros n prior Hn Hp B.
  apply GS_upper; [exact Hp | exact Hn | apply range_from_one; assumption].
Qed.

Theorem prelim_gs_exact_flat_one : reading_short_prelim_gs_exact_for_keq2_alphaeq_1_1_neq1.
Proof.
  intros n prior Hn Hp -> N. assert (n = 1%nat) as -> by (apply INR_eq; simpl; exact N).
  exact GS_flat_one.
Qed.

Theorem prelim_gs_flat_digits : reading_short_prelim_gs_flat_n_1_to_25_digits.
Proof.
  intros n prior Hn Hp -> N. assert (n = 1%nat) as -> by (apply INR_eq; simpl; exact N).
  rewrite GS_flat_one, smallest_value, Rminus_eq_0, Rabs_R0. pose proof PI_4. lra.
Qed.

Theorem prelim_gs_every_prior_refuted : refuted_short_prelim_gs_upper_bound_for_all_priors.
Proof.
  exists 1%nat, tiny. pose proof tiny_GS. rewrite smallest_value.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; lia.
Qed.

Theorem prelim_gs_exact_refuted : refuted_short_prelim_gs_exact_all_n_and_priors.
Proof.
  exists 1%nat, tiny. pose proof tiny_GS. rewrite smallest_value.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; lia.
Qed.
