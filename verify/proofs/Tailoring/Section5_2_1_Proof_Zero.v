From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Events Balanced Scores.
From Dpbi.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Proof_Zero.
Import ListNotations.
Open Scope R_scope.

Theorem case_c_lines : reading_tailoring_lemma_5_3_caseC_equality_with_c_teq2.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Mr Ms. dataset Ix. dataset Ir.
  dataset Is. chain n prior x r s eps gamma Hn Hp Ix Ir Is K Mr Ms.
Qed.

Theorem case_c_bound : reading_tailoring_lemma_5_3_caseC_inequality.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Zr Ps. dataset Ix. dataset Ir.
  dataset Is. split; [apply (twice_sensitivity prior n); assumption|].
  apply (events_twice prior n); assumption.
Qed.

Theorem second_case : reading_tailoring_lemma_5_3_indices_c_r_of_the_second_case.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K Zr Ps. exact (cr12_zero n prior x r Hn Hp Ix Ir Zr).
Qed.

Theorem with_ln2 : reading_tailoring_lemma_5_3_ln2_literal.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K. dataset Ix. dataset Ir. dataset Is.
  split; [apply (twice_sensitivity prior n); assumption|].
  apply Rmult_le_compat_r; [apply (event_nonneg prior n); assumption|]. apply exp_le.
  pose proof ln_lt_2. lra.
Qed.

Theorem case_d_lines : reading_tailoring_lemma_5_3_caseD_lines_in_brackets.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Mr Ms. dataset Ix. dataset Ir.
  dataset Is. chain n prior x r s eps gamma Hn Hp Ix Ir Is K Mr Ms.
Qed.

Theorem case_d_bound : reading_tailoring_lemma_5_3_caseD_le.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Pr Zs. dataset Ix. dataset Ir.
  dataset Is. split; [apply (twice_sensitivity prior n); assumption|].
  apply (events_twice prior n); assumption.
Qed.

Theorem case_e : reading_tailoring_lemma_5_3_caseE_literal.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Zr Zs. dataset Ix. dataset Ir.
  dataset Is. conjuncts.
  - apply (twice_sensitivity prior n); assumption.
  - rewrite Rplus_0_r. reflexivity.
  - rewrite Rplus_0_r, Zr, Zs. reflexivity.
  - replace (distance prior x r) with (distance prior x s) by congruence.
    apply (events_twice prior n); assumption.
Qed.

Theorem case_e_factor : reading_tailoring_lemma_5_3_caseE_in_brackets_with_the_factor.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K Mr Ms. dataset Ix. dataset Ir.
  dataset Is. split; [apply (twice_sensitivity prior n); assumption|].
  rewrite !(event prior n eps gamma x Ix) by assumption. rewrite Mr, Ms.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is). ring.
Qed.
