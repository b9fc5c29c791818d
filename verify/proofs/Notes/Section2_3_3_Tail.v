From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta.
From Dpbi.Statements.Notes Require Import Section2_3_3_Tail.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_2_2_detail_neg : reading_notes_lemma_2_2_detail_neg_u_1_e_lambda_le0les.
Proof. intros t u q Ht U Q0 Q1. split; nra. Qed.

Theorem lemma_2_2_need : reading_notes_lemma_2_2_need_above.
Proof.
  intros t u q Ht U Q. split; [lra|]. split; [intros; lra|].
  assert (E : t / (1 - q) * (1 - q) = t) by (field; lra). split; intros L; nra.
Qed.

Theorem lemma_2_2_simplify : reading_notes_lemma_2_2_simplify_cancelled.
Proof.
  intros eps t q He Ht Q. split; [lra|]. split; [lra|]. split; [lra|]. apply cancelled; lra.
Qed.

Theorem lemma_2_2_set : reading_notes_lemma_2_2_set_literal_lambdagt0.
Proof.
  intros n eps delta lam Hn He D0 D1 L.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). intros Le.
  destruct (exp_of_beta n eps delta lam He D0 D1 L Le) as [Q0 Q1].
  split; [lra|]. apply notes_tail; assumption.
Qed.

Theorem lemma_2_2_set_probability : reading_notes_lemma_2_2_set_probability.
Proof.
  intros n prior x eps delta lam Hn Hp Ix He D0 D1 L K. dataset Ix.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). intros Le.
  destruct (exp_of_beta n eps delta lam He D0 D1 L Le) as [Q0 Q1].
  split; [lra|]. repeat (split; [intros; assumption|]). set (beta := ln (1 - _)) in *.
  pose proof (below_is_improbable prior n Hp Hn eps beta He x Ix (exp lam) Q0) as T.
  rewrite (number_two prior n K) in T.
  pose proof (notes_tail n eps delta (exp lam) He D0 D1 Q0 Q1). lra.
Qed.

Theorem lemma_2_2_eq : reading_notes_lemma_2_2_eq_le.
Proof.
  intros n prior x eps delta lam Hn Hp Ix He D0 D1 L K. dataset Ix.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). pose proof (exp_gt1 lam L) as Q.
  split; [lra|]. repeat (split; [intros; assumption|]). set (beta := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as S. split; [lra|].
  rewrite <- (number_two prior n K), cancelled by assumption.
  apply (below_is_improbable prior n Hp Hn eps beta He x Ix (exp lam) Q).
Qed.

Theorem lemma_2_2_acc : reading_notes_lemma_2_2_acc_literal.
Proof.
  intros n prior x eps delta lam Hn Hp Ix He D0 D1 L. dataset Ix.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). pose proof (exp_gt1 lam L) as Q.
  split; [lra|]. repeat (split; [intros; assumption|]). set (beta := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as S. split; [lra|].
  destruct (scores_of_x prior n x Hp Hn Ix) as [-> ->].
  replace (eps * - 0 / (2 * Sexp prior x beta)) with 0 by (field; lra). rewrite exp_0.
  change (INR 1) with 1. split; [lra|]. rewrite cancelled by assumption.
  replace (binomial (n + length prior - 1) (length prior - 1))
    with (length (datasets n (length prior))).
  - pose proof (below_is_improbable prior n Hp Hn eps beta He x Ix (exp lam) Q). lra.
  - destruct Hp as [K _]. destruct (length prior) as [|k] eqn:E; [lia|].
    rewrite datasets_number. f_equal; lia.
Qed.
