From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section2_2.
Import ListNotations.
Open Scope R_scope.

Theorem ehdl_infinite_loss_refuted : refuted_notes_ehdl_nondp_infinite_loss_somewhere.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Iy. dataset Ir.
  rewrite (probability_softmax prior n) by (reflexivity || assumption).
  apply Rlt_not_le, softmax_pos, (datasets_some prior n Hp Hn).
Qed.
