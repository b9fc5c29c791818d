From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section2_1.
Import ListNotations.
Open Scope R_scope.

Theorem expmech_dp_notes : reading_notes_expmech_dp_literal.
Proof. exact ehd_true_loss. Qed.
