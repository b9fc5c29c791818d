From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Between Require Import Section6_Accuracy.
Import ListNotations.
Open Scope R_scope.

Lemma floor_whole z : floor (IZR z) = IZR z.
Proof.
  unfold floor. f_equal. destruct (base_Int_part (IZR z)) as [B1 B2]. apply le_IZR in B1.
  assert (IZR z - 1 < IZR (Int_part (IZR z))) as B by lra.
  rewrite <- minus_IZR in B. apply lt_IZR in B. lia.
Qed.

Theorem rounding_floor : reading_between_tailoring_rounding_floor.
Proof.
  intros n s Hn. pose proof (pos_INR n) as N.
  assert (W : exists z, Rmax 0 (Rmin (INR n) (floor s)) = IZR z).
  { unfold Rmax, Rmin. destruct (Rle_dec (INR n) (floor s)).
    - destruct (Rle_dec 0 (INR n)); [exists (Z.of_nat n); apply INR_IZR_INZ | lra].
    - destruct (Rle_dec 0 (floor s)); [exists (Int_part s) | exists 0%Z]; reflexivity. }
  split; [destruct W as (z & ->); apply floor_whole|].
  split; [apply Rmax_l|]. apply Rmax_lub; [exact N | apply Rmin_l].
Qed.

Theorem label_of_ehdl : reading_between_short_a_short_b_ehd_label_ehdl.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (LS_pos prior n Hp Hn x Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * LS prior x)).
  split; [lra|]. split; [lra|]. apply equal_near; [lra|]. symmetry.
  apply (law prior n ehdl eps x r eq_refl Ix Ir).
Qed.

Theorem two_arguments : reading_between_short_a_short_b_good_set_two_arguments.
Proof.
  intros n prior x y Hn Hp Ix Iy A. dataset Ix.
  rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix).
  pose proof (LS_pos prior n Hp Hn x Ix). split; [lra | apply distance_le_LS, A].
Qed.
