(* Instances that meet the hypotheses of proved readings by cases: Tailoring. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses
  Counting TwoCategories Balanced Release Instances InstancesOfCases.
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

Theorem tailoring_improved_three_categories_is_met :
  met_tailoring_improved_three_categories.
Proof.
  assert (ok : is_prior [1; 1; 1]) by (split; simpl; [lia | repeat constructor; lra]).
  exists 2%nat, [1; 1; 1], [0%nat; 0%nat; 2%nat], 1.
  met; try exact ok. split; [exact ok | repeat constructor; apply (rational_Z 1)].
Qed.

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
Proof. exists 2%nat, [1; 1], middle, middle, corner. met_of_cases. Qed.

Theorem tailoring_lemma_5_4_cancel_by_the_assertion_is_met :
  met_tailoring_lemma_5_4_cancel_by_the_assertion.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, 0.
  met_of_cases. apply released_as_often; simpl; tauto.
Qed.

Theorem tailoring_lemma_5_4_cancel_factor_two_is_met :
  met_tailoring_lemma_5_4_cancel_factor_two.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, 0.
  met_of_cases. apply released_as_often; simpl; tauto.
Qed.

Theorem tailoring_lemma_5_4_cancel_not_larger_is_met :
  met_tailoring_lemma_5_4_cancel_not_larger.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, 0.
  met_of_cases. apply released_as_often; simpl; tauto.
Qed.

Theorem tailoring_lemma_5_4_cond_ueq_h_is_met :
  met_tailoring_lemma_5_4_cond_ueq_h.
Proof. exists 2%nat, [1; 1], opposite, middle, middle, 1, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_4_fail_prob_by_the_condition_is_met :
  met_tailoring_lemma_5_4_fail_prob_by_the_condition.
Proof.
  exists 2%nat, [1; 1], corner, middle, opposite, 1, 0, (2 / 3).
  pose proof from_the_corner.
  met; try lra; try (rewrite !once_from_the_corner by (simpl; tauto); lra).
  - exists 2%Z, 3%Z. split; [lia | reflexivity].
  - apply released_elsewhere; [|lra]. rewrite (together corner) by (simpl; tauto).
    unfold Rltb. destruct (Rlt_dec _ _) as [L|]; [exfalso | reflexivity].
    pose proof (Sexp_pos [1; 1] 2 corner 0 flat_prior ltac:(lia)
      (of_two_records corner ltac:(simpl; tauto))). lra.
Qed.

Theorem tailoring_lemma_5_4_fail_prob_over_the_release_is_met :
  met_tailoring_lemma_5_4_fail_prob_over_the_release.
Proof.
  exists 2%nat, [1; 1], opposite, opposite, 1, 0, (1 / 2), 0.
  met_of_cases. match goal with |- sumof (filter ?p ?l) _ <= _ =>
    assert (none : filter p l = []); [|rewrite none; unfold sumof; simpl; lra] end.
  assert (no : forall q : R, 0 <= q -> Rltb (exp (1 / 2) * q) q = false).
  { intros q Q. unfold Rltb. destruct (Rlt_dec _ _) as [L|]; [exfalso | reflexivity].
    pose proof (exp_ineq1 (1 / 2) ltac:(lra)). nra. }
  apply filter_none. intros z Iz. cbv beta. rewrite exp_0, Rmult_1_l. apply no.
  apply sumof_nonneg. intros w Iw. apply filter_In in Iw. destruct Iw as [Iw _].
  rewrite (probability_softmax [1; 1] 2 (mh_exp 0) 1 opposite w eq_refl) by
    (first [exact Iw | apply of_two_records; simpl; tauto]).
  left. apply softmax_pos. discriminate.
Qed.

Theorem tailoring_lemma_5_4_old_complement_is_the_good_event_is_met :
  met_tailoring_lemma_5_4_old_complement_is_the_good_event.
Proof.
  exists 2%nat, [1; 1], opposite, opposite, 1, 0, 1.
  pose proof (exp_ineq1 1 ltac:(lra)) as large.
  pose proof (Sexp_pos [1; 1] 2 opposite 0 flat_prior ltac:(lia)
    (of_two_records opposite ltac:(simpl; tauto))) as positive.
  met_of_cases. rewrite (together opposite) by (simpl; tauto).
  apply Ropp_le_cancel. rewrite Ropp_involutive. unfold Rdiv. rewrite Ropp_mult_distr_r.
  left. apply Rmult_lt_0_compat; [exact positive|].
  rewrite <- Rinv_opp. apply Rinv_0_lt_compat. lra.
Qed.

Theorem tailoring_lemma_5_4_target_where_t_exists_is_met :
  met_tailoring_lemma_5_4_target_where_t_exists.
Proof.
  exists 2%nat, [1; 1], opposite, opposite, opposite, 1, 0, 0.
  met_of_cases. rewrite (together opposite) by (simpl; tauto). ring.
Qed.

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

Theorem tailoring_lemma_5_5_pointwise_n_plus_one_times_delta_is_met :
  met_tailoring_lemma_5_5_pointwise_n_plus_one_times_delta.
Proof.
  exists 2%nat, [1; 1], opposite, middle, 1, 0, (1 / 2), 1.
  met_of_cases. intros z Iz. pose proof (released_nearly_alike z Iz). lra.
Qed.

Theorem tailoring_lemma_5_5_simplify_smaller_sensitivity_is_met :
  met_tailoring_lemma_5_5_simplify_smaller_sensitivity.
Proof.
  exists 2%nat, [1; 1], middle, opposite, 1, 0.
  pose proof (one_sensitivity opposite middle eq_refl). met_of_cases.
Qed.

Theorem tailoring_lemma_5_5_slide_where_attained_is_met :
  met_tailoring_lemma_5_5_slide_where_attained.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, 0.
  met_of_cases. exists opposite. split; [apply of_two_records; simpl; tauto | lra].
Qed.

Theorem tailoring_lemma_5_5_target_where_t_exists_is_met :
  met_tailoring_lemma_5_5_target_where_t_exists.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, middle, 1, 0.
  pose proof (Sexp_middle 0) as positive.
  pose proof (one_sensitivity corner middle eq_refl) as same.
  pose proof (normalisers (Sexp [1; 1] middle 0) positive) as ((above & less) & double).
  met_of_cases; rewrite ?same; try lra.
  - apply Rdiv_lt_0_compat; lra.
  - rewrite (together middle), (together corner) by (simpl; tauto). ring.
Qed.

Theorem tailoring_lemma_5_5_whenever_s_s_ln_nl_nl_lt1_is_met :
  met_tailoring_lemma_5_5_whenever_s_s_ln_nl_nl_lt1.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, 0.
  pose proof (Sexp_middle 0) as positive.
  pose proof (one_sensitivity corner middle eq_refl) as same.
  pose proof (normalisers (Sexp [1; 1] middle 0) positive) as ((above & less) & double).
  met_of_cases; rewrite ?same; try lra.
  - apply Rdiv_lt_0_compat; lra.
  - assert (one : Sexp [1; 1] middle 0 / Sexp [1; 1] middle 0 = 1) by (field; lra).
    rewrite one, Rmult_1_l. match goal with |- ln ?q < _ =>
      cut (ln q < ln (exp 1)); [rewrite ln_exp; trivial|] end.
    apply ln_increasing; [apply Rdiv_lt_0_compat; lra|].
    pose proof (exp_ineq1 1 ltac:(lra)). lra.
Qed.

Theorem tailoring_lemma_5_6_u1_where_s_decreases_is_met :
  met_tailoring_lemma_5_6_u1_where_s_decreases.
Proof.
  exists 2%nat, [2; 1], middle, opposite, opposite, 1, 1.
  met; try exact uneven_prior; try exact uneven_rational; try exact uneven_sensitivity.
Qed.
