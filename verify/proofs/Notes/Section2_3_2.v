From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Adjacency.
From Dpbi.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Notes Require Import Section2_3_2.
Import ListNotations.
Open Scope R_scope.

(* The notes: lambda = ln(1 - eps / (2 ln(delta / (2 (n+1))))). *)
Theorem lemma_2_1_equal : reading_notes_lemma_2_1_attained_and_equal_multiplicities.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1. dataset Ix. dataset Ir. dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. set (lam := ln (1 - _)) in *. intros L K M.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr1.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Cs1.
  pose proof (near prior n Hp Hn eps lam x Ix r s 1 (multiplicity prior x r)
    (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

Theorem lemma_2_1_factor_2 : reading_notes_lemma_2_1_factor_2_added_e_eps_2plusln_2.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1.
  pose proof (lemma_5_3_multiplicities n prior x r s Hn Hp Ix Ir Is) as two. dataset Ix.
  dataset Ir. dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. set (lam := ln (1 - _)) in *. intros L K.
  specialize (two K).
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr1.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Cs1.
  pose proof (near prior n Hp Hn eps lam x Ix r s 2 (multiplicity prior x r)
    (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

(* The probability of a score, by its multiplicity and the weight of each candidate. *)
Theorem step1_with_multiplicities : reading_notes_lemma_2_1_step1_with_c_s.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *. pose proof (Sexp_pos prior n x lam Hp Hn Ix) as P.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x lam)) as W.
  split; [intros; exact B|]. split; [intros; lra|]. split; [intros; lra|].
  split; [exact B|]. split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  apply equal_near; [lra|]. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  rewrite (event prior n eps lam x Ix r Ir), (law prior n (mh_exp lam) eps x r eq_refl Ix Ir).
  simpl factor. simpl sens. unfold Rdiv. ring.
Qed.

Theorem step2_single_factor : reading_notes_lemma_2_1_step2_single_factor.
Proof.
  intros eps t c u w He T U W. split; [lra|].
  replace (eps * (u + c - c) / (2 * t)) with (eps * (u + c) / (2 * t) + - eps * c / (2 * t))
    by (field; lra).
  rewrite exp_plus. unfold Rdiv. ring.
Qed.

Theorem step3_literal : reading_notes_lemma_2_1_step3_literal.
Proof.
  intros eps t c He T L. split; [lra|]. apply exp_le, div_le; [lra|]. nra.
Qed.

Theorem step4_at_least : reading_notes_lemma_2_1_step4_at_least_where_attained.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *. pose proof (Sexp_pos prior n x lam Hp Hn Ix) as P.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x lam)) as W.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as M.
  split; [exact B|]. split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  split; [intros; exact B|]. split; [intros; lra|]. split; [intros; lra|].
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  rewrite (event prior n eps lam x Ix r Ir), (law prior n (mh_exp lam) eps x r eq_refl Ix Ir).
  simpl factor. simpl sens.
  match goal with |- ?q <= _ =>
    assert (0 < q) by (apply Rdiv_lt_0_compat; [apply exp_pos | exact W]) end. nra.
Qed.
