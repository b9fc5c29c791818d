From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section3_Sensitivity.
Import ListNotations.
Open Scope R_scope.

Theorem local_sensitivity_scores :
  reading_between_notes_short_a_short_b_tailoring_local_sensitivity_dataset_with_neighbour.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. rewrite <- (local_by_scores prior n Hp Hn x Ix).
  apply maxof_ext. intros w _. apply maxof_ext. intros z _.
  unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
Qed.

Theorem parameter_zero : reading_between_tailoring_smooth_sensitivity_parameter_0.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. apply equal_near; [lra|].
  rewrite (Sharm_zero prior n Hp Hn x Ix), (Sexp_zero prior n x Ix). reflexivity.
Qed.

Theorem parameter_zero_of_three :
  reading_between_notes_short_a_short_b_smooth_sensitivity_parameter_0.
Proof. exact parameter_zero. Qed.

Theorem smooth_maximum_of_y : reading_between_notes_tailoring_smooth_maximum_of_y.
Proof.
  intros n prior x gamma Hn Hp Ix G. dataset Ix. apply equal_near; [lra|].
  pose proof (LS_le_Sexp prior n x gamma Ix) as B.
  rewrite (Sexp_expsmooth prior n) in * by exact Ix.
  apply Rmax_right, B.
Qed.

Theorem smooth_range_all : reading_between_tailoring_smooth_range_all.
Proof. exact smooth_maximum_of_y. Qed.

Theorem score_minus_distance : reading_between_tailoring_score_sign_minus_distance.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  pose proof (unit_distance prior n Hp x r Ix Ir). lra.
Qed.

Theorem score_weights : reading_between_tailoring_score_sign_weights.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix). split; [lra|].
  apply equal_near; [lra|]. f_equal. f_equal. ring.
Qed.

Theorem plotted_two : reading_between_notes_tailoring_plotted_formula_two_s_in_the_displays.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as P.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as W.
  split; [lra|]. split; [lra|].
  apply equal_near; [lra | apply (law prior n (mh_exp gamma) eps x r eq_refl Ix Ir)].
Qed.

Theorem plotted_half : reading_between_notes_tailoring_plotted_formula_half_the_budget.
Proof. intros eps t He T. split; [lra | field; lra]. Qed.
