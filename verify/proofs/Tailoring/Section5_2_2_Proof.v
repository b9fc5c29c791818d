From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Events Balanced Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem over_the_release : reading_tailoring_lemma_5_4_fail_prob_over_the_release.
Proof.
  intros n prior x r eps gamma delta lam Hn Hp Ix Ir He G D0 D1 K B. dataset Ix. dataset Ir.
  set (D := datasets n (length prior)) in *.
  set (law := fun z => probability (mh_exp gamma) prior eps x z) in *.
  set (good := fun h => exp (eps / 2) * sumof (filter (fun w => Reqb (distance prior x w)
    (exp lam * h)) D) law) in *.
  set (same := fun h => sumof (filter (fun w => Reqb (distance prior x w) h) D) law) in *.
  change (sumof (filter (fun z => Rltb (good (distance prior x z)) (same (distance prior x z)))
    D) law <= delta) in B.
  change (same (distance prior x r) <= good (distance prior x r) + delta).
  assert (N : forall p, 0 <= sumof (filter p D) law).
  { intros p. apply (event_nonneg prior n); assumption. }
  destruct (Rlt_dec (good (distance prior x r)) (same (distance prior x r))) as [L|L]; [|lra].
  assert (0 <= good (distance prior x r)).
  { apply Rmult_le_pos; [left; apply exp_pos | apply N]. }
  enough (same (distance prior x r) <= sumof (filter (fun z =>
    Rltb (good (distance prior x z)) (same (distance prior x z))) D) law) by lra.
  apply sumof_filter_mono.
  - intros z Iz. left. apply (release_pos prior n Hp Hn eps gamma x Ix z Iz).
  - intros z Iz E. apply Reqb_true in E. rewrite E. apply Rltb_true, L.
Qed.

Theorem by_the_condition : reading_tailoring_lemma_5_4_fail_prob_by_the_condition.
Proof.
  intros n prior x r s eps gamma delta Hn Hp Ix Ir Is He G D0 D1 K P L M. dataset Ix.
  dataset Ir. dataset Is. split; [lra|]. intros B.
  pose proof (event_nonneg prior n Hp Hn eps gamma x Ix
    (fun z => Reqb (distance prior x z) (distance prior x s))) as N.
  pose proof (exp_pos (eps / 2)) as E2.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr.
  destruct (Rle_dec (distance prior x s - distance prior x r) (Sexp prior x gamma)) as [Q|Q].
  - rewrite !(event prior n eps gamma x Ix) by assumption.
    pose proof (near prior n Hp Hn eps gamma x Ix r s 1 (multiplicity prior x r)
      (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) Q). lra.
  - apply Rle_trans with (0 + delta); [|apply Rplus_le_compat_r, Rmult_le_pos; lra].
    rewrite Rplus_0_l. eapply Rle_trans; [|exact B]. apply sumof_filter_mono.
    + intros z Iz. left. apply (release_pos prior n Hp Hn eps gamma x Ix z Iz).
    + intros z Iz E. apply Reqb_true in E. rewrite E. apply Rltb_true.
      replace (distance prior x r * (distance prior x s / distance prior x r - 1)) with
        (distance prior x s - distance prior x r) by (field; lra). lra.
Qed.

Theorem where_t_exists : reading_tailoring_lemma_5_4_target_where_t_exists.
Proof.
  intros n prior x r s eps gamma lam Hn Hp Ix Ir Is He G K E. rewrite E. reflexivity.
Qed.

Theorem by_lemma_5_2 : reading_tailoring_lemma_5_4_by_5_2_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  apply (event prior n eps gamma x Ix r Ir).
Qed.

Theorem not_larger : reading_tailoring_lemma_5_4_cancel_not_larger.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K P Q M L. dataset Ix. dataset Ir.
  dataset Is. pose proof (release_pos prior n Hp Hn eps gamma x Ix r Ir) as Pr.
  pose proof (multiplicity_ge1 prior n x Ix r Ir).
  replace (1 * exp (eps / 2) * multiplicity prior x s * probability (mh_exp gamma) prior eps x s)
    with (multiplicity prior x s * (exp (eps / 2) * probability (mh_exp gamma) prior eps x s))
    by ring.
  apply Rmult_le_compat; lra.
Qed.

Theorem by_the_assertion : reading_tailoring_lemma_5_4_cancel_by_the_assertion.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K P Q M L. apply not_larger with n;
    try assumption. lra.
Qed.

Theorem factor_two : reading_tailoring_lemma_5_4_cancel_factor_two.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K P Q L.
  assert (M : multiplicity prior x r <= 2 * multiplicity prior x s).
  { destruct (multiplicity_two prior n x r Hp K Ix Ir), (multiplicity_two prior n x s Hp K Ix Is);
      lra. }
  dataset Ix. dataset Ir. dataset Is.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix r Ir) as Pr.
  pose proof (multiplicity_ge1 prior n x Ix r Ir).
  replace (2 * exp (eps / 2) * multiplicity prior x s * probability (mh_exp gamma) prior eps x s)
    with (2 * multiplicity prior x s * (exp (eps / 2) * probability (mh_exp gamma) prior eps x s))
    by ring.
  apply Rmult_le_compat; lra.
Qed.

Theorem by_definition_3 : reading_tailoring_lemma_5_4_by_def_3_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  split; [apply (twice_sensitivity prior n); assumption|].
  split; [apply Rgt_not_eq, (weights_pos prior n Hp Hn eps gamma x)|].
  apply (fraction prior n eps gamma x Ix r Ir).
Qed.

Theorem condition : reading_tailoring_lemma_5_4_cond_ueq_h.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K P Q. dataset Ix. dataset Ir. dataset Is.
  apply (release_half prior n Hp Hn eps gamma x Ix r s He Ir Is).
Qed.

Theorem condition_reversed : reading_tailoring_lemma_5_4_cond_factor_reversed.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  pose proof (twice_sensitivity prior n Hp Hn gamma x Ix) as N.
  split; [intros _; exact N|]. split; [intros _; exact N|]. rewrite <- exp_plus.
  set (h := distance prior x r). set (t := Sexp prior x gamma) in *.
  assert (E : eps / 2 + - eps * exp lam * h / (2 * t) - - eps * h / (2 * t) =
    eps * (t - h * (exp lam - 1)) / (2 * t)) by (field; lra).
  assert (I : 0 < / (2 * t)) by (apply Rinv_0_lt_compat; lra).
  split; intros L.
  - apply exp_le. enough (0 <= eps * (t - h * (exp lam - 1)) / (2 * t)) by lra.
    apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
  - apply Rnot_lt_le. intros F.
    assert (Q : 0 < eps * (h * (exp lam - 1) - t) * / (2 * t))
      by (repeat apply Rmult_lt_0_compat; lra).
    assert (V : eps / 2 + - eps * exp lam * h / (2 * t) < - eps * h / (2 * t))
      by (unfold Rdiv in E |- *; lra).
    apply exp_increasing in V. lra.
Qed.

Theorem negative : reading_tailoring_lemma_5_4_case_neg_ueq_h.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K L. dataset Ix.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  pose proof (score_nonneg prior x r). pose proof (exp_le lam 0 L) as B. rewrite exp_0 in B.
  split; [|lra]. assert (0 <= distance prior x r * (1 - exp lam)) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Theorem negative_zero : reading_tailoring_lemma_5_4_case_neg_heading_lambdalt0_vs_text_lambdale0.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K ->. dataset Ix.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. rewrite exp_0. split; lra.
Qed.

Theorem negative_reversed : reading_tailoring_lemma_5_4_case_neg_factor_reversed.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K L.
  destruct (negative n prior x r gamma lam Hn Hp Ix Ir G K L). split; lra.
Qed.
