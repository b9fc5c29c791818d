(* Instances that meet the hypotheses of proved readings: Between. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Counting Instances.
From Dpbi.Statements.Between Require Import Section1.
From Dpbi.Statements.Between Require Import Section1_Counts.
From Dpbi.Statements.Between Require Import Section4_Proofs.
From Dpbi.Statements.Between Require Import Section5_Laplace.
Import ListNotations.
Open Scope R_scope.

Theorem between_notes_tailoring_density_exponent_exponent_alpha_minus_1_is_met :
  met_between_notes_tailoring_density_exponent_exponent_alpha_minus_1.
Proof. exists [1; 1]. met. Qed.

Theorem between_notes_tailoring_dilation_delta_complements_is_met :
  met_between_notes_tailoring_dilation_delta_complements.
Proof.
  exists 2%nat, 4, 2. met; [apply (rational_Z 4)|]. simpl INR.
  replace (4 / (2 * (1 - 2))) with (- (1) + - (1)) by field. rewrite exp_plus, exp_Ropp.
  pose proof (exp_ineq1 1 ltac:(lra)) as B.
  assert (I : / exp 1 < / 2) by (apply Rinv_lt_contravar; lra).
  assert (0 < / exp 1) by (apply Rinv_0_lt_compat; lra). nra.
Qed.

Theorem between_notes_tailoring_multiplicity_one_at_the_truth_is_met :
  met_between_notes_tailoring_multiplicity_one_at_the_truth.
Proof. exists 2%nat, [1; 1], opposite, opposite. met. Qed.

Theorem between_notes_candidate_set_prior_1_1_is_met :
  met_between_notes_candidate_set_prior_1_1.
Proof. exists 2%nat, [1; 1], opposite. met. Qed.

Theorem between_notes_good_event_complement_is_met :
  met_between_notes_good_event_complement.
Proof. exists (1 / 2), 0. met. Qed.

Theorem between_short_a_short_b_ratio_order_eps_bounded_below_is_met :
  met_between_short_a_short_b_ratio_order_eps_bounded_below.
Proof. exists 1, 1. met. Qed.

Theorem between_short_a_lszhang_scale_scale_2_eps_is_met :
  met_between_short_a_lszhang_scale_scale_2_eps.
Proof. exists [1; 1], 1, 0%nat. met. Qed.

Theorem between_tailoring_improved_scale_one_is_met :
  met_between_tailoring_improved_scale_one.
Proof. exists 2%nat, [1; 1], opposite, middle. met. Qed.

Theorem between_tailoring_sliding_sign_plus_is_met :
  met_between_tailoring_sliding_sign_plus.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0. met. Qed.
