From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section4_1.
Import ListNotations.
Open Scope R_scope.

(* The sensitivity of the score (Figure 1 of the notes). *)
Theorem fig1_literal : reading_notes_fig1_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  pose proof (distance_metric prior n Hp) as M.
  apply maxof_le; [apply (neighbours_some_in prior n); assumption|].
  intros y A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  eapply Rle_trans; [apply (metric1_abs _ _ M x y r); assumption|].
  eapply Rle_trans; [|apply (maxof_ge (neighbours x) (fun w => Rabs
    (distance prior x x - distance prior w x)) y A)].
  rewrite (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix), Rminus_0_l, Rabs_Ropp. apply Rle_abs.
Qed.
