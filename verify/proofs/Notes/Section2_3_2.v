From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
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
