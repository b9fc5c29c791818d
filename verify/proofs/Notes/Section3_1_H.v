From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section3_1_H.
Import ListNotations.
Open Scope R_scope.

Theorem laplace_H_one : reading_notes_laplace_H_one_noisy_count.
Proof.
  intros n prior x eps g Hn Hp Ix He G0 G1 K. split; [apply Rdiv_lt_0_compat; lra|].
  apply laplace_release_any; auto. rewrite Rmult_1_l. lra.
Qed.

Theorem laplace_H_display : reading_notes_laplace_H_with_the_threshold_of_the_display.
Proof.
  intros n prior x eps g Hn Hp Ix He G0 G1 K. split; [apply Rdiv_lt_0_compat; lra|].
  apply laplace_release_any; auto. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, He|].
  apply Rmult_le_compat_r; [lra|].
  assert (Q : 0 < 1 / g) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < ln (1 / g)). { rewrite <- ln_1. apply ln_increasing; [lra|].
  apply Rmult_lt_reg_r with g; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (ln (1 / g) <= ln (2 / g)). { left. apply ln_increasing; [exact Q|].
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat|]; lra. }
  lra.
Qed.
