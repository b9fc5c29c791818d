From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
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
