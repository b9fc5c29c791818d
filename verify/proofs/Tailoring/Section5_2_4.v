From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section5_2_4.
Import ListNotations.
Open Scope R_scope.

(* Smooth sensitivities. *)
Theorem theorem_5_1_literal : reading_tailoring_theorem_5_1_literal.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  split; [lra|]. split; [lra|]. apply (Sharm_smooth prior n); assumption.
Qed.

Theorem theorem_5_1_definition_3 :
  reading_tailoring_theorem_5_1_definition_3_is_smooth_in_its_own_sense.
Proof. intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix.
apply (Sexp_step prior n); assumption. Qed.

Theorem definition_5_both_signs : reading_tailoring_def_5_both_signs.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  split; [lra|]. split; [lra|]. apply (Sharm_smooth_abs prior n); assumption.
Qed.

Theorem definition_6_law : reading_tailoring_def_6_literal.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (Sharm_pos prior n Hp Hn 1 x ltac:(lra) Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x 1)) as P.
  split; [lra|]. split; [lra|]. split; [lra|]. split; [intros _ z _; lra|]. split.
  - apply Rdiv_lt_0_compat; [apply exp_pos | exact P].
  - apply equal_within; [lra|].
    etransitivity; [|apply (law_total prior n Hp Hn (mh 1) eps x eq_refl Ix)].
    apply sumof_ext. intros z Iz. rewrite (law prior n) by (assumption || reflexivity).
    reflexivity.
Qed.
