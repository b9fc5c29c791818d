(* Instances that meet the hypotheses of proved readings by cases: Tailoring. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses
  Counting TwoCategories Balanced Instances InstancesOfCases.
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

Theorem tailoring_lemma_5_2_indep_disjointness_is_met :
  met_tailoring_lemma_5_2_indep_disjointness.
Proof. exists 2%nat, [1; 1], middle, opposite, corner, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseA_bound_is_met :
  met_tailoring_lemma_5_3_caseA_bound.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseA_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseA_lines_in_brackets.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseB_bound_with_ln2_is_met :
  met_tailoring_lemma_5_3_caseB_bound_with_ln2.
Proof. exists 2%nat, [1; 1], opposite, corner, middle, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseB_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseB_lines_in_brackets.
Proof.
  exists 4%nat, [1; 1], [2%nat; 2%nat], [0%nat; 4%nat], [1%nat; 3%nat], 0, 1.
  assert (twice : forall r, is_dataset [1; 1] 4 r -> [2%nat; 2%nat] <> r ->
    multiplicity [1; 1] [2%nat; 2%nat] r = 2).
  { intros r Ir other. apply (multiplicity_balanced [1; 1] 4); try exact flat_prior;
      try exact Ir; try exact other; try reflexivity; [lia | split; reflexivity]. }
  pose proof (distance_left 1 1 4 Rlt_0_1 Rlt_0_1 2 0 0 ltac:(lia) ltac:(lia)) as grows.
  met; try (apply twice; [split; reflexivity | discriminate]). exact grows.
Qed.

Theorem tailoring_lemma_5_3_caseC_equality_with_c_teq2_is_met :
  met_tailoring_lemma_5_3_caseC_equality_with_c_teq2.
Proof. exists 2%nat, [1; 1], middle, middle, opposite, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseC_inequality_is_met :
  met_tailoring_lemma_5_3_caseC_inequality.
Proof. exists 2%nat, [1; 1], opposite, opposite, middle, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseD_le_is_met :
  met_tailoring_lemma_5_3_caseD_le.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseD_lines_in_brackets_is_met :
  met_tailoring_lemma_5_3_caseD_lines_in_brackets.
Proof. exists 2%nat, [1; 1], middle, opposite, middle, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseE_in_brackets_with_the_factor_is_met :
  met_tailoring_lemma_5_3_caseE_in_brackets_with_the_factor.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_caseE_literal_is_met :
  met_tailoring_lemma_5_3_caseE_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 0, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_indices_c_r_of_the_second_case_is_met :
  met_tailoring_lemma_5_3_indices_c_r_of_the_second_case.
Proof. exists 2%nat, [1; 1], middle, middle, opposite. met_of_cases. Qed.

Theorem tailoring_lemma_5_3_indices_c_r_of_the_third_case_is_met :
  met_tailoring_lemma_5_3_indices_c_r_of_the_third_case.
Proof. exists 2%nat, [1; 1], middle, opposite, middle. met_of_cases. Qed.

Theorem tailoring_lemma_5_4_cond_ueq_h_is_met :
  met_tailoring_lemma_5_4_cond_ueq_h.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_4_repaired_factor_two_is_met :
  met_tailoring_lemma_5_4_repaired_factor_two.
Proof. exists 2%nat, [1; 1], opposite, middle, corner, 1, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_case_1_three_halves_is_met :
  met_tailoring_lemma_5_5_case_1_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, corner, 1, 1. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_case_2_three_halves_is_met :
  met_tailoring_lemma_5_5_case_2_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, 1. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_case_3_three_halves_is_met :
  met_tailoring_lemma_5_5_case_3_three_halves.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 1. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_case_4_literal_is_met :
  met_tailoring_lemma_5_5_case_4_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_cases_c_t_in_case_3_4_eq_1_is_met :
  met_tailoring_lemma_5_5_cases_c_t_in_case_3_4_eq_1.
Proof. exists 2%nat, [1; 1], opposite, opposite. met_of_cases. Qed.
