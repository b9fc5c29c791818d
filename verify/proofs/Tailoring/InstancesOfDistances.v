(* Instances that meet the hypotheses of proved readings: sections 1 to 3 of the long draft, and
   Lemma 5.5. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Losses Counting
  TwoCategories Balanced Instances InstancesOfCases.
From Dpbi.Statements.Tailoring Require Import Section1.
From Dpbi.Statements.Tailoring Require Import Section2.
From Dpbi.Statements.Tailoring Require Import Section2_Privacy.
From Dpbi.Statements.Tailoring Require Import Section3.
From Dpbi.Statements.Tailoring Require Import Section3_Distances.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Chain.
Import ListNotations.
Open Scope R_scope.

Theorem tailoring_adjacency_within_one_is_met :
  met_tailoring_adjacency_sum_x_i_ne_x_i_le_1.
Proof.
  exists 2%nat, [1; 1], opposite, opposite. met. rewrite replaced_refl. lra.
Qed.

Theorem tailoring_beta_pdf_is_met : met_tailoring_beta_pdf_exponents_1.
Proof. exists [1; 1]. met. Qed.

Theorem tailoring_contrib_better_strictly_is_met :
  met_tailoring_contrib_better_vs_ehd_strictly.
Proof. exists 4%nat, [1; 1], [2%nat; 2%nat]. met. Qed.

Theorem tailoring_gap_is_met : met_tailoring_gap_nge4_beta_1_1.
Proof. exists 4%nat, [1; 1], [2%nat; 2%nat]. met. Qed.

Theorem tailoring_definition_2_is_met : met_tailoring_def_2_le.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Theorem tailoring_l1_accuracy_is_met : met_tailoring_l1_accuracy_literal.
Proof. exists 2%nat, [1; 1], opposite, 1, 0. met. Qed.

Theorem tailoring_l1_sensitivity_is_met : met_tailoring_l1_sens_replace_one.
Proof. exists 2%nat, [1; 1], opposite, middle. met_of_cases. Qed.

Theorem tailoring_likelihood_three_is_met : met_tailoring_likelihood_three_categories.
Proof.
  exists 1%nat, (1 / 2), (1 / 4). met. exists 1%Z, 4%Z. split; [lia | reflexivity].
Qed.

Theorem tailoring_section_3_independent_is_met : met_tailoring_sec3_mech_independent_noise.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0, 0. met_of_cases. Qed.

Theorem tailoring_section_3_is_met : met_tailoring_sec3_mech_literal.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0. met_of_cases. Qed.

Theorem tailoring_lemma_5_5_bracket_is_met : met_tailoring_lemma_5_5_bracket_inside.
Proof.
  exists 2%nat, [1; 1], middle, corner, corner, 1, 0.
  pose proof (Sexp_middle 0) as positive.
  pose proof (one_sensitivity corner middle eq_refl) as same.
  pose proof (normalisers (Sexp [1; 1] middle 0) positive) as ((above & less) & double).
  assert (one : Sexp [1; 1] middle 0 / Sexp [1; 1] middle 0 = 1) by (field; lra).
  met_of_cases; rewrite ?same; intros; try lra.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rdiv_lt_0_compat; lra.
  - left. rewrite one, Rmult_1_l. match goal with |- ln ?q < _ =>
      cut (ln q < ln (exp 1)); [rewrite ln_exp; trivial|] end.
    apply ln_increasing; [apply Rdiv_lt_0_compat; lra|].
    pose proof (exp_ineq1 1 ltac:(lra)). lra.
Qed.
