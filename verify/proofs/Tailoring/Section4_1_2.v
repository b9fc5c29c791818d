From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting Scores
  LocalGap.
From Dpbi.Statements.Tailoring Require Import Section4_1_2.
Import ListNotations.
Open Scope R_scope.

Theorem ls_def : reading_tailoring_ls_def_first_argument_bi_x.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. split; [|apply (LS_pos prior n Hp Hn x Ix)].
  apply equal_within; [|lra]. apply (local_sensitivity (datasets n (length prior))).
  - apply (distance_metric prior n Hp).
  - exact Ix.
  - apply (neighbours_some_in prior n Hp Hn x Ix).
  - apply (neighbours_in prior n x Ix).
Qed.

Theorem ehdl_law : reading_tailoring_ehdl_literal.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (LS_pos prior n Hp Hn x Ix) as Lp. split; [lra|]. split.
  - apply Rgt_not_eq, sumof_pos; [apply (datasets_some prior n Hp Hn) | intros; apply exp_pos].
  - apply equal_within; [|lra].
    rewrite (probability_softmax prior n) by (reflexivity || assumption). reflexivity.
Qed.

Theorem ehdl_infinite_loss_refuted : refuted_tailoring_ehdl_nondp_infinite_loss_somewhere.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Iy. dataset Ir.
  rewrite (probability_softmax prior n) by (reflexivity || assumption).
  apply Rlt_not_le, softmax_pos, (datasets_some prior n Hp Hn).
Qed.

Theorem ehdl_two_eps_not_passed :
  refuted_tailoring_ehdl_nondp_two_categories_two_eps_is_passed.
Proof.
  intros n prior eps Hn Hp He K.
  pose proof (ehdl_two_categories prior n Hp Hn K eps ltac:(lra)). lra.
Qed.
