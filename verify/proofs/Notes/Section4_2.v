From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section4_2.
Import ListNotations.
Open Scope R_scope.

Theorem fig2_smooth_global : reading_notes_fig2_smooth_at_most_global.
Proof.
  intros n prior x eps delta Hn Hp Ix He D0 D1 E. dataset Ix.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & L).
  repeat split; intros; try lra. apply (mean_distance_le prior n); auto; try lra.
  rewrite (ehd_sens prior n) by exact Ix.
  split; [apply (Sexp_pos prior n); assumption | apply Sexp_le_GS; assumption].
Qed.

Theorem fig2_local_smooth : reading_notes_fig2_local_at_most_smooth.
Proof.
  intros n prior x eps delta Hn Hp Ix He D0 D1 E. dataset Ix.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & L).
  repeat split; intros; try lra. apply (mean_distance_le prior n); auto; try lra.
  split; [apply (LS_pos prior n); assumption | apply (LS_le_Sexp prior n); assumption].
Qed.
