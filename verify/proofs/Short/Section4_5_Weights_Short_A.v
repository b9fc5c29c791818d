(* Theorem 4.5 of the first short draft: the sensitivity put in. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Scores GammaRatios.
From Dpbi.Statements.Short Require Import Section4_5_Weights_Short_A.
Import ListNotations.
Open Scope R_scope.

(* e^0 = 1, and the denominators are the same. *)
Theorem step_eqGS_root : reading_short_a_thm_4_5_ehd_step_eqGS_gseqsqrt_1_pi_4.
Proof.
  intros n eps j Hn He Hj. split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. apply equal_within; [|lra].
  rewrite Rmult_0_l, exp_0, Rmult_1_r. reflexivity.
Qed.
