(* Instances that meet the hypotheses of proved readings: Tailoring. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Instances.
From Dpbi.Statements.Tailoring Require Import Section2_Privacy.
From Dpbi.Statements.Tailoring Require Import Section4_1_4.
From Dpbi.Statements.Tailoring Require Import Section5_2.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Proof.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Proof_Zero.
From Dpbi.Statements.Tailoring Require Import Section5_2_2.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Assertion.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Proof.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Tail.
From Dpbi.Statements.Tailoring Require Import Section5_2_3.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Chain.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Chain_End.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Four_Cases.
From Dpbi.Statements.Tailoring Require Import Section5_2_4_Proof.
From Dpbi.Statements.Tailoring Require Import Section5_2_5_Denominator.
From Dpbi.Statements.Tailoring Require Import Section5_2_5_Numerator.
From Dpbi.Statements.Tailoring Require Import Section7_2_Curves.
Import ListNotations.
Open Scope R_scope.

Theorem tailoring_def_1_le_all_events_b_subset_y_is_met :
  met_tailoring_def_1_le_all_events_b_subset_y.
Proof. exists 2%nat, [1; 1], opposite, middle, 1. met. Qed.

Theorem tailoring_improved_floor_is_met :
  met_tailoring_improved_floor.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1. met. Qed.

Theorem tailoring_lemma_5_1_backward_distances_is_met :
  met_tailoring_lemma_5_1_backward_distances.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_1_backward_fractions_is_met :
  met_tailoring_lemma_5_1_backward_fractions.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_1_forward_lines_is_met :
  met_tailoring_lemma_5_1_forward_lines.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_2_sum_equal_probabilities_is_met :
  met_tailoring_lemma_5_2_sum_equal_probabilities.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_t_attained_is_met :
  met_tailoring_lemma_5_3_t_attained.
Proof. exists 2%nat, [1; 1], opposite, opposite. met. Qed.

Theorem tailoring_lemma_5_4_acc_ueq_h_le_is_met :
  met_tailoring_lemma_5_4_acc_ueq_h_le.
Proof. exists 2%nat, [1; 1], opposite, 1, 0, 1. met. Qed.

Theorem tailoring_lemma_5_4_bound_ueq_h_is_met :
  met_tailoring_lemma_5_4_bound_ueq_h.
Proof. exists 2%nat, [1; 1], opposite, 1, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_by_5_2_literal_is_met :
  met_tailoring_lemma_5_4_by_5_2_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_by_def_3_literal_is_met :
  met_tailoring_lemma_5_4_by_def_3_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_case_neg_factor_reversed_is_met :
  met_tailoring_lemma_5_4_case_neg_factor_reversed.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_case_neg_heading_lambdalt0_vs_text_lambdale0_is_met :
  met_tailoring_lemma_5_4_case_neg_heading_lambdalt0_vs_text_lambdale0.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_cond_factor_reversed_is_met :
  met_tailoring_lemma_5_4_cond_factor_reversed.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_div_distance_bounded_above_is_met :
  met_tailoring_lemma_5_4_div_distance_bounded_above.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 1. met. Qed.

Theorem tailoring_lemma_5_4_old_e_lambda_below_one_is_met :
  met_tailoring_lemma_5_4_old_e_lambda_below_one.
Proof. exists (-1). met. Qed.

Theorem tailoring_lemma_5_4_repaired_lambdale0_is_met :
  met_tailoring_lemma_5_4_repaired_lambdale0.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_by_5_2_t_literal_is_met :
  met_tailoring_lemma_5_5_by_5_2_t_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_dil_weights_is_met :
  met_tailoring_lemma_5_5_dil_weights.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_max_eps_largest_at_the_posterior_is_met :
  met_tailoring_lemma_5_5_max_eps_largest_at_the_posterior.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_max_one_number_for_all_pairs_is_met :
  met_tailoring_lemma_5_5_max_one_number_for_all_pairs.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_regroup_literal_is_met :
  met_tailoring_lemma_5_5_regroup_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_simplify_additive_shift_is_met :
  met_tailoring_lemma_5_5_simplify_additive_shift.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_simplify_normalisers_is_met :
  met_tailoring_lemma_5_5_simplify_normalisers.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 1. met. Qed.

Theorem tailoring_lemma_5_6_S_line_711_is_met :
  met_tailoring_lemma_5_6_S_line_711.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_6_S_literal_is_met :
  met_tailoring_lemma_5_6_S_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 0. met. Qed.

Theorem tailoring_lemma_5_6_denom_S_sensitivity_of_x_is_met :
  met_tailoring_lemma_5_6_denom_S_sensitivity_of_x.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_6_denom_final_bound_is_met :
  met_tailoring_lemma_5_6_denom_final_bound.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_6_denom_first_two_is_met :
  met_tailoring_lemma_5_6_denom_first_two.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_6_goal_literal_is_met :
  met_tailoring_lemma_5_6_goal_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1. met. Qed.

Theorem tailoring_theorem_5_1_shift_literal_is_met :
  met_tailoring_theorem_5_1_shift_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 0. met. Qed.

Theorem tailoring_theorem_5_1_triangle_literal_is_met :
  met_tailoring_theorem_5_1_triangle_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met. Qed.

Theorem tailoring_variation_formula_of_4_1_two_categories_is_met :
  met_tailoring_variation_formula_of_4_1_two_categories.
Proof. exists 2%nat, [1; 1]. met. Qed.
