From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Adjacency LocalGap.
From Dpbi.Statements.Notes Require Import Section2_2.
Import ListNotations.
Open Scope R_scope.

Theorem ehdl_infinite_loss_refuted : refuted_notes_ehdl_nondp_infinite_loss_somewhere.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Iy. dataset Ir.
  rewrite (probability_softmax prior n) by (reflexivity || assumption).
  apply Rlt_not_le, softmax_pos, (datasets_some prior n Hp Hn).
Qed.

Theorem local_quotient : reading_notes_expmech_local_quotient.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (LS_pos prior n Hp Hn x Ix) as G.
  pose proof (weights_pos prior n Hp Hn eps x (2 * LS prior x)) as W.
  split; [lra|]. split; [lra|]. split; [|split].
  - apply (probability_pos ehdl prior n); try assumption; discriminate.
  - apply equal_near; [lra | apply (law prior n ehdl eps x r eq_refl Ix Ir)].
  - apply equal_near; [lra | apply (law_total prior n Hp Hn ehdl eps x eq_refl Ix)].
Qed.

Theorem ls_signed : reading_notes_ls_literal_bar_missing_signed.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. split; [|apply (LS_pos prior n Hp Hn x Ix)].
  apply equal_near; [lra | apply (local_by_signed_scores prior n Hp Hn x Ix)].
Qed.

Theorem ls_absolute : reading_notes_ls_absolute_value.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. split; [|apply (LS_pos prior n Hp Hn x Ix)].
  apply equal_near; [lra | apply (local_by_scores prior n Hp Hn x Ix)].
Qed.

Theorem ehdl_finite_loss : reading_notes_ehdl_nondp_finite_loss.
Proof.
  intros n prior eps Hn Hp He.
  destruct (any_loss n prior eps ehdl Hn Hp He eq_refl eq_refl
    (fun x Ix => LS_pos prior n Hp Hn x Ix)) as [P B].
  simpl sens in P, B. split; [lra | exact B].
Qed.

Theorem ehdl_two_eps_not_passed : refuted_notes_ehdl_nondp_two_categories_two_eps_is_passed.
Proof.
  intros n prior eps Hn Hp He K.
  pose proof (ehdl_two_categories prior n Hp Hn K eps ltac:(lra)). lra.
Qed.
