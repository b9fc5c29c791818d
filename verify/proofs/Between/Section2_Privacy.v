From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section2_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem privacy_at_most : reading_between_lproof_notes_tailoring_privacy_equality_at_most.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Ir.
  apply (law_ratio prior n Hp Hn ehd_true eps eps x y r); try assumption; [reflexivity|].
  apply ehd_true_loss; assumption.
Qed.

Theorem adjacency_once : reading_between_tailoring_adjacency_differ_at_most_once.
Proof.
  intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). split; lra.
Qed.
