From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights ScoresOfEvents.
From Dpbi.Statements.Tailoring Require Import Section2_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem definition_1 : reading_tailoring_def_1_le_all_events_b_subset_y.
Proof.
  intros n prior x y eps Hn Hp Ix Iy He A. dataset Ix.
  apply (ratio_is_enough prior n ehd_true eps x y eps eq_refl Ix). intros z Iz.
  apply (law_ratio prior n Hp Hn ehd_true eps eps x y z eq_refl He Ix A Iz).
  apply ehd_true_loss; assumption.
Qed.

Theorem definition_2 : reading_tailoring_def_2_le.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 A. dataset Ix.
  apply Rle_trans with 0; [|lra]. apply (definition_1 n prior x y eps); try assumption.
  apply in_datasets, Ix.
Qed.
