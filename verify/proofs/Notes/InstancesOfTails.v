(* Instances that meet the hypotheses of proved readings: tails, chains and steps of the notes. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Losses Counting
  TwoCategories Balanced HalfDelta Instances InstancesOfCases.
From Dpbi.Notes Require Import Section4_Figures.
From Dpbi.Statements.Notes Require Import Section2_3_3.
From Dpbi.Statements.Notes Require Import Section2_3_3_Proof.
From Dpbi.Statements.Notes Require Import Section2_3_3_Tail.
From Dpbi.Statements.Notes Require Import Section2_3_4.
From Dpbi.Statements.Notes Require Import Section2_3_4_Proof.
From Dpbi.Statements.Notes Require Import Section4_4.
From Dpbi.Statements.Notes Require Import Section4_Figures_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem notes_fig3_dp_ehd_with_0_23999_0_8_dp_is_met :
  met_notes_fig3_dp_ehd_with_0_23999_0_8_dp.
Proof.
  exists 1%nat, [7; 4; 5]. met; try exact prior_7_4_5. split; [exact prior_7_4_5|].
  repeat constructor; [apply (rational_Z 7) | apply (rational_Z 4) | apply (rational_Z 5)].
Qed.

(* With eps = 28, delta = 1/2 and two records e^beta is at least 2, and more. *)
Lemma large_eps n : (n <= 2)%nat -> 2 <= 1 - 28 / (2 * ln (1 / 2 / (2 * (INR n + 1)))).
Proof.
  intros N. apply le_INR in N. change (INR 2) with 2 in N. pose proof (pos_INR n) as P.
  destruct (notes_beta n 28 (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as (A & B & C & D).
  assert (E : ln (1 / 2 / (2 * (INR n + 1))) = - ln (4 * (INR n + 1))).
  { rewrite <- ln_Rinv by lra. f_equal. field. lra. }
  pose proof (ln_le_minus1 (4 * (INR n + 1)) ltac:(lra)) as L.
  assert (Q : 0 < ln (4 * (INR n + 1))) by (rewrite <- ln_1; apply ln_increasing; lra).
  rewrite E in *. set (l := ln _) in *.
  replace (28 / (2 * - l)) with (- (14 / l)) by (field; lra).
  assert (1 <= 14 / l); [|lra].
  apply Rmult_le_reg_r with l; [exact Q|]. replace (14 / l * l) with 14 by (field; lra). lra.
Qed.

Lemma half_below n : (n <= 2)%nat ->
  1 / 2 <= ln (1 - 28 / (2 * ln (1 / 2 / (2 * (INR n + 1))))).
Proof.
  intros N. pose proof (large_eps n N) as L. apply Rle_trans with (ln 2).
  - pose proof ln_lt_2. lra.
  - destruct L as [L|L]; [left; apply ln_increasing; lra | right; congruence].
Qed.

Ltac met_of_beta n eps :=
  pose proof (notes_beta n eps (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as (? & ? & ? & ?);
  met; try assumption; try apply (rational_Z 28).

Theorem notes_lemma_2_2_G_is_met :
  met_notes_lemma_2_2_G_g_eq_uges_1_e_lambda_prge1_delta_2.
Proof.
  exists 2%nat, [1; 1], middle, middle, 28, (1 / 2), (1 / 2).
  pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

Theorem notes_lemma_2_2_eq_le_is_met : met_notes_lemma_2_2_eq_le.
Proof. exists 2%nat, [1; 1], opposite, 1, (1 / 2), 1. met. Qed.

Theorem notes_lemma_2_2_h_balanced_is_met : met_notes_lemma_2_2_h_balanced_zne0_attained.
Proof. exists 2%nat, [1; 1], middle, opposite, 1, (1 / 2). met. Qed.

Theorem notes_lemma_2_2_h_number_is_met : met_notes_lemma_2_2_h_number_in_place_of_two.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, (1 / 2). met. Qed.

Theorem notes_lemma_2_2_set_is_met : met_notes_lemma_2_2_set_literal_lambdagt0.
Proof.
  exists 2%nat, 28, (1 / 2), (1 / 2). pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

Theorem notes_lemma_2_2_set_probability_is_met : met_notes_lemma_2_2_set_probability.
Proof.
  exists 2%nat, [1; 1], middle, 28, (1 / 2), (1 / 2).
  pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

(* From a corner the other one is at most twice as far as the middle. *)
Theorem notes_lemma_2_2_split_is_met : met_notes_lemma_2_2_split_without_g_on_the_right.
Proof.
  exists 2%nat, [1; 1], corner, middle, opposite, 28, (1 / 2).
  pose proof from_the_corner as far. pose proof both_sides as sides.
  pose proof (m_tri _ _ (distance_metric [1; 1] 2 flat_prior) corner middle opposite
    ltac:(apply of_two_records; simpl; tauto) ltac:(apply of_two_records; simpl; tauto)
    ltac:(apply of_two_records; simpl; tauto)) as path.
  pose proof (m_sym _ _ (distance_metric [1; 1] 2 flat_prior) corner middle
    ltac:(apply of_two_records; simpl; tauto) ltac:(apply of_two_records; simpl; tauto)) as same.
  pose proof (large_eps 2 (le_n 2)) as two. met_of_beta 2%nat 28.
  - rewrite exp_ln by assumption. nra.
  - rewrite !once_from_the_corner by (simpl; tauto). reflexivity.
Qed.

Theorem notes_lemma_2_2_negative_is_met :
  met_notes_lemma_2_2_beta_negative_equal_multiplicities.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, (-1).
  pose proof apart as pairs. pose proof (exp_ineq1 1 ltac:(lra)) as e.
  replace (- -1) with 1 by ring. met; try reflexivity.
  replace (- -1) with 1 by ring. nra.
Qed.

Theorem notes_lemma_2_3_shift_is_met : met_notes_lemma_2_3_U_shift_without_division.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met_of_cases. Qed.

Theorem notes_lemma_2_3_third_is_met : met_notes_lemma_2_3_U_u_3_with_a_sum.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_normalisers_is_met : met_notes_lemma_2_3_chain_normalisers.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_half_is_met : met_notes_lemma_2_3_half_at_most_without_the_factor.
Proof. exists 2%nat, [1; 1], opposite, opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_every_k_is_met :
  met_notes_lemma_2_3_three_halves_eps_half_delta_every_k.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Ltac second_category :=
  intros i I; unfold range in I; simpl in I; destruct I as [<-|[]]; simpl; first [lia | lra].

Theorem notes_steps_two_is_met : met_notes_steps_equalH_beta_balanced.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite. met; second_category. Qed.

Theorem notes_steps_one_is_met : met_notes_steps_equalH_dirichlet_balanced_1_step.
Proof.
  exists 2%nat, [1; 1], middle, opposite, opposite. met; try second_category;
    unfold replaced; rewrite neighbours_l1 by (unfold adjacent, middle; simpl; tauto); field.
Qed.
