From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights TailPrivacy.
From Dpbi.Statements.Tailoring Require Import Section5_2_3.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_5_exists : reading_tailoring_lemma_5_5_exists_finite_eps_delta.
Proof.
  intros n prior eps gamma Hn Hp He G K.
  destruct (any_loss n prior eps (mh_exp gamma) Hn Hp He eq_refl eq_refl) as [Pm L].
  - intros x Ix. pose proof (LS_pos prior n Hp Hn x Ix).
    pose proof (LS_le_Sexp prior n x gamma Ix). simpl. lra.
  - split; [apply Rgt_not_eq, Pm | exact L].
Qed.

Theorem lemma_5_5_negative_delta : reading_tailoring_lemma_5_5_whenever_s_s_ln_nl_nl_lt1.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as P.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sexp prior y gamma)) as Q.
  set (tx := sumof _ (fun z => exp (- eps * distance prior x z / _))) in *.
  set (ty := sumof _ (fun z => exp (- eps * distance prior y z / _))) in *.
  split; [lra|]. split; [lra|]. intros L. split; [lra|]. split; [lra|].
  split; [apply Rdiv_lt_0_compat; assumption|]. intros S.
  assert (P0 : 0 < Sexp prior x gamma / Sexp prior y gamma * ln (tx / ty)).
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|]. rewrite ln_quotient by assumption.
    pose proof (ln_increasing ty tx Q L). lra. }
  set (q := Sexp prior x gamma / Sexp prior y gamma * ln (tx / ty)) in *.
  split; [lra|].
  assert (E : 1 < exp (eps / (2 * (1 - q)))) by (apply exp_gt1, Rdiv_lt_0_compat; lra).
  assert (N : 1 <= INR n) by (apply le_INR in Hn; exact Hn).
  pose proof (exp_pos (eps * (distance prior y r - distance prior x r)
    / (2 * Sexp prior x gamma))) as F.
  set (f := exp (eps * (distance prior y r - distance prior x r) / (2 * Sexp prior x gamma))) in *.
  set (e := exp (eps / (2 * (1 - q)))) in *.
  assert (C : 1 * e <= (INR n + 1) * e) by (apply Rmult_le_compat_r; lra).
  pose proof (Rmult_lt_0_compat (2 * f) ((INR n + 1) * e - 1) ltac:(lra) ltac:(lra)). lra.
Qed.

(* What a mended proof gives. *)
Theorem lemma_5_5_three_halves : reading_tailoring_lemma_5_5_three_halves.
Proof.
  intros n prior x y eps gamma Hn Hp Ix Iy He G K A G0. dataset Ix.
  pose proof (exp_gt1 gamma G0). split; [lra|]. rewrite <- (number_two prior n K).
  apply (tail_privacy prior n Hp Hn eps gamma He G0); assumption.
Qed.

Theorem lemma_5_5_pointwise : reading_tailoring_lemma_5_5_pointwise_n_plus_one_times_delta.
Proof.
  intros n prior x y eps gamma delta t Hn Hp Ix Iy He G D0 D1 T K A B. dataset Ix.
  eapply Rle_trans; [apply (hockey_stick_sum prior n (mh_exp gamma) eps x y t (fun _ => delta)
    eq_refl Ix)|].
  - intros z Iz. split; [lra | apply B, Iz].
  - rewrite (sumof_const_on _ _ delta) by reflexivity. rewrite (number_two prior n K). lra.
Qed.
