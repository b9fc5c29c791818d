(* Instances that meet the hypotheses of proved readings: Tailoring. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Instances.
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

Theorem tailoring_improved_floor_is_met :
  met_tailoring_improved_floor.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1. met. Qed.

Theorem tailoring_improved_three_categories_is_met :
  met_tailoring_improved_three_categories.
Proof. exists 2%nat, [1; 1; 1], [0%nat; 0%nat; 2%nat], 1. met. Qed.

Theorem tailoring_lemma_5_1_backward_distances_is_met :
  met_tailoring_lemma_5_1_backward_distances.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_1_backward_fractions_is_met :
  met_tailoring_lemma_5_1_backward_fractions.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_1_forward_lines_is_met :
  met_tailoring_lemma_5_1_forward_lines.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_2_indep_disjointness_is_met :
  met_tailoring_lemma_5_2_indep_disjointness.
Proof. exists 2%nat, [1; 1], middle, opposite, corner, 0, 0. met. Qed.

Theorem tailoring_lemma_5_2_sum_equal_probabilities_is_met :
  met_tailoring_lemma_5_2_sum_equal_probabilities.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseA_bound_is_met :
  met_tailoring_lemma_5_3_caseA_bound.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseA_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseA_lines_in_brackets.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseB_bound_with_ln2_is_met :
  met_tailoring_lemma_5_3_caseB_bound_with_ln2.
Proof. exists 2%nat, [1; 1], opposite, corner, middle, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseB_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseB_lines_in_brackets.
Proof. exists 4%nat, [1; 1], [2%nat; 2%nat], [0%nat; 4%nat], [1%nat; 3%nat], 0, 1. met. Qed.

Theorem tailoring_lemma_5_3_caseC_equality_with_c_teq2_is_met :
  met_tailoring_lemma_5_3_caseC_equality_with_c_teq2.
Proof. exists 2%nat, [1; 1], middle, middle, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseC_inequality_is_met :
  met_tailoring_lemma_5_3_caseC_inequality.
Proof. exists 2%nat, [1; 1], opposite, opposite, middle, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseD_le_is_met :
  met_tailoring_lemma_5_3_caseD_le.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseD_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseD_lines_in_brackets.
Proof. exists 2%nat, [1; 1], middle, opposite, middle, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseE_in_brackets_with_the_factor_is_met :
  met_tailoring_lemma_5_3_caseE_in_brackets_with_the_factor.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_caseE_literal_is_met :
  met_tailoring_lemma_5_3_caseE_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_3_indices_c_r_of_the_second_case_is_met :
  met_tailoring_lemma_5_3_indices_c_r_of_the_second_case.
Proof. exists 2%nat, [1; 1], middle, middle, opposite. met. Qed.

Theorem tailoring_lemma_5_3_indices_c_r_of_the_third_case_is_met :
  met_tailoring_lemma_5_3_indices_c_r_of_the_third_case.
Proof. exists 2%nat, [1; 1], middle, opposite, middle. met. Qed.

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

Theorem tailoring_lemma_5_4_cancel_by_the_assertion_is_met :
  met_tailoring_lemma_5_4_cancel_by_the_assertion.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_cancel_factor_two_is_met :
  met_tailoring_lemma_5_4_cancel_factor_two.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_cancel_not_larger_is_met :
  met_tailoring_lemma_5_4_cancel_not_larger.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_case_neg_factor_reversed_is_met :
  met_tailoring_lemma_5_4_case_neg_factor_reversed.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_case_neg_heading_lambdalt0_vs_text_lambdale0_is_met :
  met_tailoring_lemma_5_4_case_neg_heading_lambdalt0_vs_text_lambdale0.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_cond_factor_reversed_is_met :
  met_tailoring_lemma_5_4_cond_factor_reversed.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_cond_ueq_h_is_met :
  met_tailoring_lemma_5_4_cond_ueq_h.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_div_distance_bounded_above_is_met :
  met_tailoring_lemma_5_4_div_distance_bounded_above.
Proof. exists 2%nat, [1; 1], opposite, opposite, 0, 1. met. Qed.

Theorem tailoring_lemma_5_4_fail_prob_by_the_condition_is_met :
  met_tailoring_lemma_5_4_fail_prob_by_the_condition.
Proof. exists 2%nat, [1; 1], opposite, middle, corner, 1, 0, (1 / 2). met. Qed.

Theorem tailoring_lemma_5_4_fail_prob_over_the_release_is_met :
  met_tailoring_lemma_5_4_fail_prob_over_the_release.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0, (1 / 2), 0. met. Qed.

Theorem tailoring_lemma_5_4_old_complement_is_the_good_event_is_met :
  met_tailoring_lemma_5_4_old_complement_is_the_good_event.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0, 1. met. Qed.

Theorem tailoring_lemma_5_4_old_e_lambda_below_one_is_met :
  met_tailoring_lemma_5_4_old_e_lambda_below_one.
Proof. exists (-1). met. Qed.

Theorem tailoring_lemma_5_4_target_where_t_exists_is_met :
  met_tailoring_lemma_5_4_target_where_t_exists.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0, 0. met. Qed.

Theorem tailoring_lemma_5_4_repaired_factor_two_is_met :
  met_tailoring_lemma_5_4_repaired_factor_two.
Proof. exists 2%nat, [1; 1], opposite, middle, corner, 1, 0. met. Qed.

Theorem tailoring_lemma_5_4_repaired_lambdale0_is_met :
  met_tailoring_lemma_5_4_repaired_lambdale0.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_by_5_2_t_literal_is_met :
  met_tailoring_lemma_5_5_by_5_2_t_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_case_1_three_halves_is_met :
  met_tailoring_lemma_5_5_case_1_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, corner, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_case_2_three_halves_is_met :
  met_tailoring_lemma_5_5_case_2_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_case_3_three_halves_is_met :
  met_tailoring_lemma_5_5_case_3_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_case_4_literal_is_met :
  met_tailoring_lemma_5_5_case_4_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met. Qed.

Theorem tailoring_lemma_5_5_cases_c_t_in_case_3_4_eq_1_is_met :
  met_tailoring_lemma_5_5_cases_c_t_in_case_3_4_eq_1.
Proof. exists 2%nat, [1; 1], opposite, opposite. met. Qed.

Theorem tailoring_lemma_5_5_dil_weights_is_met :
  met_tailoring_lemma_5_5_dil_weights.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_max_eps_largest_at_the_posterior_is_met :
  met_tailoring_lemma_5_5_max_eps_largest_at_the_posterior.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_max_one_number_for_all_pairs_is_met :
  met_tailoring_lemma_5_5_max_one_number_for_all_pairs.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_pointwise_n_plus_one_times_delta_is_met :
  met_tailoring_lemma_5_5_pointwise_n_plus_one_times_delta.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0, (1 / 2), 1. met. Qed.

Theorem tailoring_lemma_5_5_regroup_literal_is_met :
  met_tailoring_lemma_5_5_regroup_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_simplify_additive_shift_is_met :
  met_tailoring_lemma_5_5_simplify_additive_shift.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_simplify_normalisers_is_met :
  met_tailoring_lemma_5_5_simplify_normalisers.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_simplify_smaller_sensitivity_is_met :
  met_tailoring_lemma_5_5_simplify_smaller_sensitivity.
Proof. exists 2%nat, [2; 1], middle, opposite, 1, 1. met. Qed.

Theorem tailoring_lemma_5_5_slide_where_attained_is_met :
  met_tailoring_lemma_5_5_slide_where_attained.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_target_where_t_exists_is_met :
  met_tailoring_lemma_5_5_target_where_t_exists.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite, middle, 1, 0. met. Qed.

Theorem tailoring_lemma_5_5_whenever_s_s_ln_nl_nl_lt1_is_met :
  met_tailoring_lemma_5_5_whenever_s_s_ln_nl_nl_lt1.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite, 1, 0. met. Qed.

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

Theorem tailoring_lemma_5_6_goal_enough_for_every_event_is_met :
  met_tailoring_lemma_5_6_goal_enough_for_every_event.
Proof. exists 2%nat, [1; 1], opposite, middle, 1. met. Qed.

Theorem tailoring_lemma_5_6_goal_literal_is_met :
  met_tailoring_lemma_5_6_goal_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1. met. Qed.

Theorem tailoring_lemma_5_6_u1_where_s_decreases_is_met :
  met_tailoring_lemma_5_6_u1_where_s_decreases.
Proof. exists 2%nat, [2; 1], middle, opposite, opposite, 1, 1. met. Qed.

Theorem tailoring_theorem_5_1_shift_literal_is_met :
  met_tailoring_theorem_5_1_shift_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 0. met. Qed.

Theorem tailoring_theorem_5_1_triangle_literal_is_met :
  met_tailoring_theorem_5_1_triangle_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met. Qed.

Theorem tailoring_variation_formula_of_4_1_two_categories_is_met :
  met_tailoring_variation_formula_of_4_1_two_categories.
Proof. exists 2%nat, [1; 1]. met. Qed.
