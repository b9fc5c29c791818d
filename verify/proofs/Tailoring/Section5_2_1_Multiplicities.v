From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Losses Counting TwoCategories Events Balanced Scores.
From Dpbi.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Multiplicities.
Import ListNotations.
Open Scope R_scope.

Theorem cr12_elsewhere : reading_tailoring_cr12_iff_at_most_twice_elsewhere.
Proof.
  intros n prior x r Hn Hp Ix Ir K. split.
  - intros E. apply (cr12_zero n prior x r Hn Hp Ix Ir E).
  - apply (multiplicity_two prior n x r Hp K Ix Ir).
Qed.
