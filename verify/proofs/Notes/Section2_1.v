From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Adjacency.
From Dpbi.Statements.Notes Require Import Section2_1.
Import ListNotations.
Open Scope R_scope.

Theorem expmech_dp_notes : reading_notes_expmech_dp_literal.
Proof. exact ehd_true_loss. Qed.

Theorem candidates_as_posteriors : reading_notes_R_as_set_of_posteriors.
Proof. intros n prior Hn Hp. apply candidates_number, Hp. Qed.

Theorem one_dataset_each : reading_notes_R_one_dataset_for_each_posterior.
Proof. intros n prior x Hn Hp Ix. dataset Ix. apply (multiplicity_itself prior n x Hp Ix). Qed.

Theorem score_literal : reading_notes_score_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  apply (score_negative prior n); assumption.
Qed.

Theorem score_exchanged : reading_notes_score_arguments_exchanged.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir. f_equal.
  apply (m_sym _ _ (distance_metric prior n Hp)); assumption.
Qed.

Theorem expmech_literal : reading_notes_expmech_literal.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (GS_pos prior n Hp Hn) as G.
  pose proof (weights_pos prior n Hp Hn eps x (2 * GS prior n)) as W.
  pose proof (law prior n ehd_true eps x r eq_refl Ix Ir) as E.
  rewrite (ehd_sens prior n x Ix) in E.
  split; [lra|]. split; [lra|]. split; [|split].
  - apply (probability_pos ehd_true prior n); try assumption; discriminate.
  - apply equal_near; [lra | exact E].
  - apply equal_near; [lra | apply (law_total prior n Hp Hn ehd_true eps x eq_refl Ix)].
Qed.

Theorem gs_value : reading_notes_gs_value.
Proof.
  intros n prior Hn Hp. split; [|apply (GS_pos prior n Hp Hn)].
  apply equal_near; [lra | apply (global_by_scores prior n Hp Hn)].
Qed.
