From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section4_2_Smooth.
Import ListNotations.
Open Scope R_scope.

Theorem smooth_def_cite_def_3_eq_1 : reading_tailoring_smooth_def_cite_def_3_eq_1.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. split.
  - apply (LS_le_Sexp prior n), Ix.
  - apply (Sexp_step prior n); assumption.
Qed.

Theorem smooth_def_cite_def_6 : reading_tailoring_smooth_def_cite_def_6_is_a_smooth_upper_bound.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  split; [apply (LS_le_Sharm prior n); assumption|].
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (Sharm_le1 prior n x gamma Hp Hn G Ix) as S1.
  pose proof (Sharm_smooth prior n Hp Hn gamma y x G Iy (adjacent_sym x y A)) as L.
  set (s := Sharm prior x gamma) in *. set (t := Sharm prior y gamma) in *.
  assert (L' : s <= t * (1 + gamma * s)).
  { assert (M : (1 / t - 1 / s) * (s * t) <= gamma * (s * t)) by (apply Rmult_le_compat_r; [left;
      apply Rmult_lt_0_compat; assumption | exact L]).
    replace ((1 / t - 1 / s) * (s * t)) with (s - t) in M by (field; lra). lra. }
  apply Rle_trans with (t * (1 + gamma * 1)).
  - eapply Rle_trans; [exact L'|]. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l.
    apply Rmult_le_compat_l; lra.
  - rewrite Rmult_1_r, Rmult_comm. apply Rmult_le_compat_r; [lra | apply exp_ge].
Qed.
