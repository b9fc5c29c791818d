(* Instances that meet the hypotheses of proved readings: Lproof. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Instances.
From Dpbi.Statements.Lproof Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem lproof_density1_repaired_is_met :
  met_lproof_density1_repaired.
Proof. exists 2%nat, [1; 1], opposite, 1, 0, 0. met. Qed.

Theorem lproof_density2_repaired_with_is_met :
  met_lproof_density2_repaired_with.
Proof. exists 2%nat, [1; 1], opposite, 1, 0, 0. met. Qed.

Theorem lproof_ratio_with_le_e_eps_is_met :
  met_lproof_ratio_with_le_e_eps.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, 0, 0. met. Qed.

Theorem lproof_valid_clamped_counts_is_met :
  met_lproof_valid_clamped_counts.
Proof. exists 2%nat, [1; 1], 0, 0. met. Qed.

Theorem lproof_posterior_literal_is_met : met_lproof_posterior_literal.
Proof. exists 2%nat, [1; 1], middle, 0, 0. met. Qed.
