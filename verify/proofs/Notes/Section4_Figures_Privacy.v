From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets.
From Dpbi.Notes Require Import Section4_Figures.
From Dpbi.Statements.Notes Require Import Section4_Figures_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem fig3_privacy : reading_notes_fig3_dp_ehd_with_0_23999_0_8_dp.
Proof.
  intros n prior Hn Hp ->. pose proof (GS_7_4_5 n Hn).
  apply (fixed_sensitivity_loss [7; 4; 5] n Hp Hn _ _ (239992747797 / 1000000000000));
    try reflexivity; lra.
Qed.
