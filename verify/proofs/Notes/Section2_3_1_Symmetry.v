From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Adjacency.
From Dpbi.Statements.Notes Require Import Section2_3_1_Symmetry.
Import ListNotations.
Open Scope R_scope.

Theorem half_axial : reading_notes_half_axial_balanced_alphaeqbeta_ceqn_2.
Proof. intros n prior x r Hn Hp Ix Ir K N Ea Ec.
apply (multiplicity_balanced prior n); assumption. Qed.

Theorem half_flat : reading_notes_half_rnebi_x_n_even_ceqn_2.
Proof. intros n prior x r Hn Hp Ix Ir K E N Ec.
apply (multiplicity_balanced prior n); try assumption. rewrite E. reflexivity. Qed.

(* Equal numbers differ by nothing, whatever the law. *)
Theorem half_divided : reading_notes_half_divided_by_their_number.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *. pose proof (multiplicity_ge1 prior n x Ix r Ir) as M.
  split; [exact B|]. split; [lra|]. split; [lra|].
  split; [intros; exact B|]. split; [intros; lra|]. split; [intros; lra|]. split; [lra|].
  apply equal_near; [lra|]. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  rewrite (event prior n eps lam x Ix r Ir). field. lra.
Qed.

Theorem half_function_of_distance : reading_notes_half_prop_is_a_function_of_h.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 E. dataset Ix. dataset Ir. dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  split; [exact B|]. split; [lra|]. split; [lra|].
  apply equal_near; [lra | apply (probability_same prior n); auto].
Qed.

Theorem half_equal : reading_notes_half_eq_literal.
Proof. exact half_function_of_distance. Qed.

Theorem half_multiplied : reading_notes_half_mult_literal.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  split; [intros; exact B|]. split; [intros; lra|]. split; [intros; lra|].
  split; [exact B|]. split; [lra|]. split; [lra|].
  apply equal_near; [lra|]. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  apply (event prior n eps _ x Ix r Ir).
Qed.

Theorem beta_positive : reading_notes_beta_def_0ltdeltalt1.
Proof.
  intros n eps delta Hn He D0 D1.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  split; [exact B|]. split; [lra|]. split; [lra|]. rewrite <- ln_1. apply ln_increasing; lra.
Qed.
