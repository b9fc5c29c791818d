From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Events Balanced Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem attained : reading_tailoring_lemma_5_3_t_attained.
Proof. intros n prior x s Hn Hp Ix Is K. dataset Is. exists s. split; [exact Is | reflexivity].
Qed.

Theorem cases : reading_tailoring_lemma_5_3_cases_literal.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  pose proof (score_nonneg prior x r) as Nr. pose proof (score_nonneg prior x s) as Ns.
  repeat split; try (intros C; decompose [and] C; lra).
  destruct (Rle_dec (distance prior x r) (distance prior x s)),
    (Req_EM_T (distance prior x r) 0), (Req_EM_T (distance prior x s) 0); lra.
Qed.

Theorem case_a_equal : reading_tailoring_lemma_5_3_caseA_equality_when_c_reqc_t.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K M. dataset Ix. dataset Ir. dataset Is.
  pose proof (twice_sensitivity prior n Hp Hn gamma x Ix) as N.
  pose proof (weights_pos prior n Hp Hn eps gamma x) as W.
  pose proof (weight_ratio prior n Hp Hn eps gamma x Ix r s) as Q.
  pose proof (fraction prior n eps gamma x Ix r Ir) as Fr.
  pose proof (fraction prior n eps gamma x Ix s Is) as Fs. unfold weights in W, Fr, Fs.
  conjuncts; try exact N; try (apply Rgt_not_eq, W);
    rewrite (event prior n eps gamma x Ix) by assumption.
  - rewrite Fr, Q. unfold Rdiv. ring.
  - rewrite Fs, M. unfold Rdiv. ring.
Qed.

Theorem case_a_bound : reading_tailoring_lemma_5_3_caseA_bound.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Pr Ps L. dataset Ix. dataset Ir.
  dataset Is. split; [apply (twice_sensitivity prior n); assumption|].
  apply (events_twice prior n); assumption.
Qed.

Theorem case_b_bound : reading_tailoring_lemma_5_3_caseB_bound_with_ln2.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Pr Ps L. dataset Ix. dataset Ir.
  dataset Is. split; [apply (twice_sensitivity prior n); assumption|].
  apply (events_twice prior n); assumption.
Qed.

(* One chain for all cases: the multiplicities are numbers. *)
Theorem case_a_lines : reading_tailoring_lemma_5_3_caseA_lines_in_brackets.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Mr Ms L. dataset Ix. dataset Ir.
  dataset Is. chain n prior x r s eps gamma Hn Hp Ix Ir Is K Mr Ms.
Qed.

Theorem case_b_lines : reading_tailoring_lemma_5_3_caseB_lines_in_brackets.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Mr Ms L. dataset Ix. dataset Ir.
  dataset Is. chain n prior x r s eps gamma Hn Hp Ix Ir Is K Mr Ms.
Qed.
