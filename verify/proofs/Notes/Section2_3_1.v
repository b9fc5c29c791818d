From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Adjacency.
From Dpbi.Statements.Notes Require Import Section2_3_1.
Import ListNotations.
Open Scope R_scope.

Theorem parameters_from_one : reading_notes_RB_parameters_ge1_prior_beta_1_1.
Proof.
  intros n prior Hn Hp K ->. change (length [1; 1]) with 2%nat.
  split; [apply (candidates_two [1; 1] n K)|]. split.
  - intros i I. unfold range in I. apply in_seq in I. exists (ones n (i - 1)). split.
    + rewrite datasets_two. apply in_map, in_seq. lia.
    + unfold ones. cbn [posterior]. rewrite !minus_INR by lia. rewrite ?minus_INR by lia.
      simpl (INR 1). f_equal; [ring | f_equal; ring].
  - intros z Iz. rewrite datasets_two in Iz. apply in_map_iff in Iz. destruct Iz as (c & <- & Ic).
    apply in_seq in Ic. exists (S c). split.
    + unfold range. apply in_seq. lia.
    + unfold ones. cbn [posterior]. rewrite S_INR, minus_INR by lia.
      f_equal; [ring | f_equal; ring].
Qed.

Theorem score_sign : reading_notes_score_sign_with_the_minus_of_formula_1.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  apply (score_negative prior n); assumption.
Qed.

Theorem definition_2_1 : reading_notes_def_2_1_literal.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as P.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x lam)) as W.
  split; [exact B|]. split; [lra|]. split; [lra|]. split; [intros _; exact B|].
  split; [intros _; lra|]. split; [intros _; lra|]. split; [intros _; lra|].
  split; [intros _; lra|]. split; [intros _ _; exact B|]. split; [intros _ _; lra|].
  split; [intros _ _; lra|]. split; [|split].
  - apply (probability_pos (mh_exp lam) prior n); try assumption; discriminate.
  - apply equal_near; [lra | apply (law prior n (mh_exp lam) eps x r eq_refl Ix Ir)].
  - apply equal_near; [lra | apply (law_total prior n Hp Hn (mh_exp lam) eps x eq_refl Ix)].
Qed.

Theorem s_beta_to_the_letter : reading_notes_s_beta_to_the_letter_it_is_ls.
Proof.
  intros n prior x eps delta Hn Hp Ix He D0 D1. dataset Ix.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *. pose proof (LS_pos prior n Hp Hn x Ix) as P.
  split; [exact B|]. split; [lra|]. split; [lra|]. apply equal_near; [lra|].
  apply Rmax_left. apply maxof_le; [apply (datasets_some prior n Hp Hn)|]. intros w _.
  rewrite <- (Rmult_1_r (LS prior x)) at 2. apply Rmult_le_compat_l; [lra|].
  rewrite <- exp_0. apply exp_le. pose proof (replaced_nonneg x w). nra.
Qed.

Theorem s_beta_of_y : reading_notes_s_beta_bi_y_in_the_second.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 N. dataset Ix.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & C & D & G).
  set (lam := ln (1 - _)) in *.
  split; [exact B|]. split; [lra|]. split; [lra|]. split; [intros _; exact B|].
  split; [intros _; lra|]. split; [intros _; lra|].
  split; [apply (LS_le_Sexp prior n x lam Ix) | apply (Sexp_step prior n); assumption].
Qed.
