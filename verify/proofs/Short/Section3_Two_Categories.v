(* Section 3 with two categories: what the gap between reciprocals of local sensitivities gives. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Losses Counting
  TwoCategories Balanced Instances Adjacency LocalGap LocalGapFlat.
From Dpbi.Statements.Short Require Import Section3 Section3_Arxiv.
Import ListNotations.
Open Scope R_scope.

Theorem ehdl_within_two_eps : reading_short_ehdl_not_claimed_two_categories_within_two_eps.
Proof. intros n prior eps Hn Hp He K. apply ehdl_two_categories; try assumption. lra. Qed.

Theorem ehdl_within_1285 : reading_short_ehdl_not_claimed_prior_1_1_within_1285_thousandths.
Proof. intros n prior eps Hn Hp He ->. apply ehdl_flat; [exact Hn | lra]. Qed.

Theorem ehds_any_gamma_two : reading_short_b_thm_3_1_ehds_any_gamma_two_categories.
Proof.
  intros n prior eps gamma Hn Hp He G K.
  pose proof (harmonic_two_categories prior n Hp Hn K (ehds_4s gamma) eps gamma eq_refl
    ltac:(simpl; lra) ltac:(lra) G (fun _ => eq_refl)) as B. simpl factor in B. lra.
Qed.

Theorem reciprocals_of_two : reading_short_b_thm_3_1_ehds_reciprocals_of_local_sensitivity.
Proof.
  intros n prior x y Hn Hp Ix Iy K A. dataset Ix. dataset Iy.
  pose proof (LS_pos prior n Hp Hn x Ix). pose proof (LS_pos prior n Hp Hn y Iy).
  split; [lra|]. split; [lra|]. apply (reciprocals_apart prior n); assumption.
Qed.

Theorem short_b_thm_3_1_ehds_any_gamma_two_categories_is_met :
  met_short_b_thm_3_1_ehds_any_gamma_two_categories.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.

Theorem short_ehdl_not_claimed_two_categories_within_two_eps_is_met :
  met_short_ehdl_not_claimed_two_categories_within_two_eps.
Proof. exists 2%nat, [1; 1], 1. met. Qed.

Theorem short_ehdl_not_claimed_prior_1_1_within_1285_thousandths_is_met :
  met_short_ehdl_not_claimed_prior_1_1_within_1285_thousandths.
Proof. exists 2%nat, [1; 1], 1. met. Qed.

Theorem short_b_thm_3_1_ehds_reciprocals_of_local_sensitivity_is_met :
  met_short_b_thm_3_1_ehds_reciprocals_of_local_sensitivity.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.
