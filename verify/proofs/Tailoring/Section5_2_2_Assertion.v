From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Events Balanced Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Assertion.
Import ListNotations.
Open Scope R_scope.

Theorem below_one : reading_tailoring_lemma_5_4_old_e_lambda_below_one.
Proof. intros lam L. rewrite <- exp_0. apply exp_increasing, L. Qed.

Theorem with_multiplicity : reading_tailoring_lemma_5_4_old_h_with_c_r.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  split; [apply (twice_sensitivity prior n); assumption|].
  split; [apply Rgt_not_eq, (weights_pos prior n Hp Hn eps gamma x)|].
  pose proof (fraction prior n eps gamma x Ix r Ir) as F. unfold weights in F.
  replace (eps * - distance prior x r) with (- eps * distance prior x r) by ring.
  rewrite <- F. apply (event prior n eps gamma x Ix r Ir).
Qed.

Theorem old_score : reading_tailoring_lemma_5_4_old_ule0.
Proof. intros n prior x r Hn Hp Ix Ir K. pose proof (score_nonneg prior x r). lra. Qed.

Theorem half_log_ratio : reading_tailoring_lemma_5_4_old_log_ratio_within_half_eps.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K L. pose proof (below_one lam L) as B.
  dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|].
  apply div_le; [lra|]. pose proof (score_nonneg prior x r) as Nr.
  replace (eps / 2 * (2 * Sexp prior x gamma)) with (eps * Sexp prior x gamma) by field.
  assert (0 <= distance prior x r * (1 - exp lam)) by (apply Rmult_le_pos; lra). nra.
Qed.

Theorem good_event : reading_tailoring_lemma_5_4_old_complement_is_the_good_event.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K L. dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  assert (B : 1 < exp lam) by (rewrite <- exp_0; apply exp_increasing, L).
  split; [lra|]. intros Q. split; [lra|]. apply div_le; [lra|].
  set (u := - distance prior x r) in *. set (t := Sexp prior x gamma) in *.
  assert (V : u * (1 - exp lam) <= t).
  { assert (E : t = t / (1 - exp lam) * (1 - exp lam)) by (field; lra).
    assert (0 <= (u - t / (1 - exp lam)) * (exp lam - 1)) by (apply Rmult_le_pos; lra). lra. }
  replace (eps / 2 * (2 * t)) with (eps * t) by field. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; lra.
Qed.

Theorem within_two : reading_tailoring_assert_5_4_1_within_two.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  destruct (multiplicity_two prior n x r Hp K Ix Ir), (multiplicity_two prior n x s Hp K Ix Is);
    lra.
Qed.
