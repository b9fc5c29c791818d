From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section2_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem definition_1 : reading_tailoring_def_1_le_all_events_b_subset_y.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Ir.
  apply (law_ratio prior n Hp Hn ehd_true eps eps x y r eq_refl He Ix A Ir).
  apply ehd_true_loss; assumption.
Qed.

Theorem definition_2 : reading_tailoring_def_2_le.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 A. dataset Ix.
  apply Rle_trans with (sumof (datasets n (length prior)) (fun _ => 0)).
  - apply (hockey_stick_sum prior n ehd_true eps x y eps (fun _ => 0) eq_refl Ix).
    intros z Iz. split; [lra|]. rewrite Rplus_0_r.
    apply (law_ratio prior n Hp Hn ehd_true eps eps x y z eq_refl He Ix A Iz).
    apply ehd_true_loss; assumption.
  - rewrite (sumof_const_on _ _ 0) by reflexivity. lra.
Qed.
