From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailPrivacy.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Chain_End.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_5_additive_shift : reading_tailoring_lemma_5_5_simplify_additive_shift.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as P.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sexp prior y gamma)) as Q.
  set (tx := sumof _ (fun z => exp (- eps * distance prior x z / _))) in *.
  set (ty := sumof _ (fun z => exp (- eps * distance prior y z / _))) in *.
  split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  split; [apply Rdiv_lt_0_compat; assumption|]. split; [lra|]. apply equal_within; [lra|].
  set (u := distance prior y r). rewrite ln_quotient by assumption.
  replace (- eps * (Sexp prior x gamma / Sexp prior y gamma * u
    + 2 * Sexp prior x gamma / eps * (ln ty - ln tx)) / (2 * Sexp prior x gamma))
    with (- eps * u / (2 * Sexp prior y gamma) + ln tx + - ln ty) by (field; lra).
  rewrite !exp_plus, exp_Ropp, !exp_ln by assumption. field. lra.
Qed.

Theorem lemma_5_5_normalisers : reading_tailoring_lemma_5_5_simplify_normalisers.
Proof.
  intros n prior x y eps gamma Hn Hp Ix Iy He G K A G0. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy. pose proof (exp_gt1 gamma G0).
  split; [lra|]. split; [lra|]. split; [lra|]. rewrite <- (number_two prior n K).
  apply (total_within prior n Hp Hn eps gamma He G0 y x Iy (adjacent_sym x y A)).
Qed.

Theorem lemma_5_5_smaller_sensitivity :
  reading_tailoring_lemma_5_5_simplify_smaller_sensitivity.
Proof.
  intros n prior x y eps gamma Hn Hp Ix Iy He G K A L. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  split; [lra|]. split; [lra|].
  apply (total_slides prior n Hp Hn eps gamma He y x Iy (adjacent_sym x y A) L).
Qed.

Theorem lemma_5_5_regroup : reading_tailoring_lemma_5_5_regroup_literal.
Proof.
  intros n prior y r eps gamma Hn Hp Iy Ir He G K. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy).
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sexp prior y gamma)) as P.
  split; [lra|]. split; [lra|]. apply (law prior n (mh_exp gamma) eps y r eq_refl Iy Ir).
Qed.

Theorem lemma_5_5_parameters : reading_tailoring_lemma_5_5_params_three_halves.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A G0. dataset Ix. dataset Ir.
  pose proof (exp_gt1 gamma G0). split; [lra|]. rewrite <- (number_two prior n K).
  apply (tail_privacy_pointwise prior n Hp Hn eps gamma He G0); assumption.
Qed.
