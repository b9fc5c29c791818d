(* For each set of hypotheses of a proved reading an instance that meets them: no theorem is true
  for
   want of one.  Readings with the same hypotheses share an instance. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  MeanDistance TwoCategories Balanced Instances.
From Dpbi.Statements.Between Require Import Section1.
From Dpbi.Statements.Lproof Require Import Section1.
From Dpbi.Statements.Notes Require Import Section2_3_1 Section2_3_2 Section2_3_3 Section3_1_H
  Section4_2.
From Dpbi.Statements.Short Require Import Section1 Section3 Section3_Arxiv Section4_1.
From Dpbi.Statements.Tailoring Require Import Section4_2_Smooth Section5_2_1 Section5_2_2
  Section5_2_3 Section7_3.
From Dpbi.Statements.Tailoring Require Import Section6_2.
From Dpbi.Statements.Tailoring Require Import Section6_1.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Multiplicities.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Assertion.
From Dpbi.Statements.Notes Require Import Section2_3_1_Symmetry.
From Dpbi.Statements.Short Require Import Section4_2.
From Dpbi.Statements.Short Require Import Section1_Sensitivities.
From Dpbi.Statements.Between Require Import Section1_Counts.
Import ListNotations.
Open Scope R_scope.

Theorem lproof_concl_rate_reading_is_met :
  met_lproof_concl_rate_reading.
Proof. exists 2%nat, [1; 1], middle, [2%nat; 0%nat], 1, 0, 0. met. Qed.

Theorem lproof_concl_scale_reading_eps_at_least_2_is_met :
  met_lproof_concl_scale_reading_eps_at_least_2.
Proof. exists 2%nat, [1; 1], middle, [2%nat; 0%nat], 2, 0, 0. met. Qed.

Theorem notes_half_rnebi_x_n_even_ceqn_2_is_met :
  met_notes_half_rnebi_x_n_even_ceqn_2.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.

Theorem notes_half_axial_balanced_alphaeqbeta_ceqn_2_is_met :
  met_notes_half_axial_balanced_alphaeqbeta_ceqn_2.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.

Theorem notes_lemma_2_1_attained_and_equal_multiplicities_is_met :
  met_notes_lemma_2_1_attained_and_equal_multiplicities.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, (1 / 2).
  pose proof (notes_lambda 2 1 (1 / 2) ltac:(lra) ltac:(lra))
    as (some & small & negative & above & _).
  pose proof (Sexp_middle (ln (1 - 1 / (2 * ln (1 / 2 / (2 * (INR 2 + 1))))))) as positive. met.
Qed.

Theorem notes_lemma_2_1_factor_2_added_e_eps_2plusln_2_is_met :
  met_notes_lemma_2_1_factor_2_added_e_eps_2plusln_2.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, (1 / 2).
  pose proof (notes_lambda 2 1 (1 / 2) ltac:(lra) ltac:(lra))
    as (some & small & negative & above & _).
  pose proof (Sexp_middle (ln (1 - 1 / (2 * ln (1 / 2 / (2 * (INR 2 + 1))))))) as positive. met.
Qed.

Theorem notes_lemma_2_2_attained_equal_multiplicities_is_met :
  met_notes_lemma_2_2_attained_equal_multiplicities.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, (1 / 2).
  pose proof (notes_lambda 2 1 (1 / 2) ltac:(lra) ltac:(lra))
    as (some & small & negative & above & _).
  pose proof (proj1 from_the_middle) as apart. met. rewrite exp_ln by lra. nra.
Qed.

Theorem notes_lemma_2_2_attained_factor_2_added_is_met :
  met_notes_lemma_2_2_attained_factor_2_added.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, (1 / 2).
  pose proof (notes_lambda 2 1 (1 / 2) ltac:(lra) ltac:(lra))
    as (some & small & negative & above & _).
  pose proof (proj1 from_the_middle) as apart. met. rewrite exp_ln by lra. nra.
Qed.

Theorem notes_lemma_2_2_R_meq2_is_met :
  met_notes_lemma_2_2_R_meq2.
Proof. exists 2%nat, [1; 1]. met. Qed.

Theorem notes_laplace_H_one_noisy_count_is_met :
  met_notes_laplace_H_one_noisy_count.
Proof. exists 2%nat, [1; 1], middle, 1, (1 / 2). met. Qed.

Theorem notes_fig2_smooth_at_most_global_is_met :
  met_notes_fig2_smooth_at_most_global.
Proof.
  assert (ok : is_prior [7; 4]) by (split; simpl; [lia | repeat constructor; lra]).
  exists 2%nat, [7; 4], middle, 1, (1 / 2). met; try exact ok.
  split; [exact ok | repeat constructor; [apply (rational_Z 7) | apply (rational_Z 4)]].
Qed.

Theorem tailoring_smooth_def_cite_def_3_eq_1_is_met :
  met_tailoring_smooth_def_cite_def_3_eq_1.
Proof. exists 2%nat, [1; 1], middle, [2%nat; 0%nat], 1. met. Qed.

Theorem tailoring_lemma_5_3_proof_sign_k_attained_is_met :
  met_tailoring_lemma_5_3_proof_sign_k_attained.
Proof. exists 2%nat, [1; 1], middle, corner, opposite, 1, 1. met. Qed.

Theorem tailoring_lemma_5_3_multiplicities_within_two_is_met :
  met_tailoring_lemma_5_3_multiplicities_within_two.
Proof. exists 2%nat, [1; 1], middle, corner, opposite. met. Qed.

Theorem tailoring_lemma_5_3_literal_sign_kle0_attained_is_met :
  met_tailoring_lemma_5_3_literal_sign_kle0_attained.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, 1.
  met.
Qed.

Theorem tailoring_lemma_5_3_proof_sign_k_attained_c_reqc_t_is_met :
  met_tailoring_lemma_5_3_proof_sign_k_attained_c_reqc_t.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, 1.
  met.
Qed.

Theorem tailoring_cr12_c_in_1_2_is_met :
  met_tailoring_cr12_c_in_1_2.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.

Theorem tailoring_cr12_iff_alphaeqbeta_n_even_ceqn_2_is_met :
  met_tailoring_cr12_iff_alphaeqbeta_n_even_ceqn_2.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.

Theorem tailoring_cr12_iff_ceq1_if_ueq0_is_met :
  met_tailoring_cr12_iff_ceq1_if_ueq0.
Proof.
  exists 2%nat, [1; 1], middle, middle.
  pose proof (proj2 from_the_middle). met.
Qed.

Theorem tailoring_cr12_partition_literal_is_met :
  met_tailoring_cr12_partition_literal.
Proof. exists 2%nat, [1; 1], middle. met. Qed.

Theorem tailoring_lemma_5_4_lambdalt0_never_is_met :
  met_tailoring_lemma_5_4_lambdalt0_never.
Proof. exists 2%nat, [1; 1], middle, corner, 1, 1, (-1). met. Qed.

Theorem tailoring_lemma_5_4_repaired_plus_equal_multiplicities_is_met :
  met_tailoring_lemma_5_4_repaired_plus_equal_multiplicities.
Proof.
  exists 2%nat, [1; 1], corner, middle, opposite, 1, 1.
  pose proof from_the_corner. met; rewrite !once_from_the_corner by (simpl; tauto); lra.
Qed.

Theorem tailoring_lemma_5_4_repaired_multiplicity_not_larger_is_met :
  met_tailoring_lemma_5_4_repaired_multiplicity_not_larger.
Proof.
  exists 2%nat, [1; 1], corner, middle, opposite, 1, 1.
  pose proof from_the_corner. met; rewrite !once_from_the_corner by (simpl; tauto); lra.
Qed.

Theorem tailoring_assert_5_4_1_alphaeqbeta_n_even_ceqn_2_is_met :
  met_tailoring_assert_5_4_1_alphaeqbeta_n_even_ceqn_2.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner.
  pose proof (proj1 from_the_middle). met.
Qed.

Theorem tailoring_lemma_5_5_exists_finite_eps_delta_is_met :
  met_tailoring_lemma_5_5_exists_finite_eps_delta.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.

Theorem tailoring_fig6_upper_bound_is_2eps_lemma_5_6_is_met :
  met_tailoring_fig6_upper_bound_is_2eps_lemma_5_6.
Proof. exists 2%nat, [1; 1]. met. Qed.

Theorem short_prelim_gs_exact_for_keq2_alphaeq_1_1_neq1_is_met :
  met_short_prelim_gs_exact_for_keq2_alphaeq_1_1_neq1.
Proof. exists 1%nat, [1; 1]. met. Qed.

Theorem short_prelim_gs_upper_bound_for_all_alpha_ige1_is_met :
  met_short_prelim_gs_upper_bound_for_all_alpha_ige1.
Proof. exists 2%nat, [1; 1]. met. Qed.

Theorem short_thm_3_1_lsdim_half_for_two_categories_is_met :
  met_short_thm_3_1_lsdim_half_for_two_categories.
Proof. exists 2%nat, [1; 1], 1. met. Qed.

Theorem short_thm_3_1_ehd_gs_eq_printed_constant_all_alpha_ige1_is_met :
  met_short_thm_3_1_ehd_gs_eq_printed_constant_all_alpha_ige1.
Proof. exists 2%nat, [1; 1], 1. met. Qed.

Theorem short_b_thm_3_1_ehds_gammale1_is_met :
  met_short_b_thm_3_1_ehds_gammale1.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.

Theorem short_b_thm_3_1_ehds_gammale2_is_met :
  met_short_b_thm_3_1_ehds_gammale2.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.

Theorem short_thm_3_1_arxiv_provable_from_one_on_is_met :
  met_short_thm_3_1_arxiv_provable_from_one_on.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.

Theorem short_thm_4_2_literal_nonnegative_t_is_met :
  met_short_thm_4_2_literal_nonnegative_t.
Proof. exists 2%nat, [1; 1], middle, 1, 1. met. Qed.

Theorem short_thm_4_2_repaired_gammaeqe_eps_is_met :
  met_short_thm_4_2_repaired_gammaeqe_eps.
Proof. exists 2%nat, [1; 1], middle, 1. met. Qed.

Theorem between_tailoring_parameter_sensitivity_two_is_met :
  met_between_tailoring_parameter_sensitivity_two.
Proof. exists 2%nat, [1; 1], middle, [2%nat; 0%nat]. met. Qed.

Theorem tailoring_6_1_2_floor_index_shift_t_gttplus1_is_met :
  met_tailoring_6_1_2_floor_index_shift_t_gttplus1.
Proof. exists 2%nat, [1; 1], middle, middle, 1. met. Qed.

Theorem tailoring_6_1_2_tail_tge0_is_met : met_tailoring_6_1_2_tail_tge0.
Proof. exists 1, 1. met. Qed.

Theorem tailoring_6_1_3_sensitivity_1_floor_is_met :
  met_tailoring_6_1_3_sensitivity_1_floor.
Proof. exists 2%nat, [1; 1], middle, middle, 1. met. Qed.

Theorem tailoring_6_2_Nn_no_number_for_one_record_is_met :
  met_tailoring_6_2_Nn_no_number_for_one_record.
Proof. exists 1%nat, [1; 1], [0%nat; 1%nat], [1%nat; 0%nat], 1. met. Qed.
