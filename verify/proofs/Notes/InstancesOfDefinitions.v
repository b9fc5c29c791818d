(* Instances that meet the hypotheses of proved readings: Notes. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Instances.
From Dpbi.Statements.Notes Require Import Section2_3_1.
From Dpbi.Statements.Notes Require Import Section2_3_1_Symmetry.
From Dpbi.Statements.Notes Require Import Section2_3_2.
Import ListNotations.
Open Scope R_scope.

Theorem notes_RB_parameters_ge1_prior_beta_1_1_is_met :
  met_notes_RB_parameters_ge1_prior_beta_1_1.
Proof. exists 2%nat, [1; 1]. met. Qed.

Theorem notes_half_eq_literal_is_met :
  met_notes_half_eq_literal.
Proof. exists 2%nat, [1; 1], opposite, opposite, opposite, 1, (1 / 2). met. Qed.

Theorem notes_lemma_2_1_step3_literal_is_met :
  met_notes_lemma_2_1_step3_literal.
Proof. exists 1, 1, 0. met. Qed.

Theorem notes_s_beta_bi_y_in_the_second_is_met :
  met_notes_s_beta_bi_y_in_the_second.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met. Qed.
