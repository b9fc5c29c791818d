From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  MeanDistance TwoCategories Events Balanced Release Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Tail.
Import ListNotations.
Open Scope R_scope.

Lemma above_one lam : 0 < lam -> 1 < exp lam.
Proof. intros L. rewrite <- exp_0 at 1. apply exp_increasing, L. Qed.

Lemma quotient_negative t d : 0 < t -> 1 < d -> t / (1 - d) = - (t / (d - 1)) /\
  0 < t / (d - 1).
Proof. intros T D. split; [field; split; lra | apply Rdiv_lt_0_compat; lra]. Qed.

(* Vacuous: the second inequality holds nowhere. *)
Theorem sufficient : vacuous_tailoring_lemma_5_4_div_sufficient.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K L. dataset Ix. pose proof (above_one lam L) as B.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|]. intros Q.
  pose proof (score_nonneg prior x r). destruct (quotient_negative _ _ Sp B). lra.
Qed.

Lemma quotient_le t d u : 0 < t -> 1 < d -> u * (d - 1) <= t <-> u <= t / (d - 1).
Proof.
  intros T D. assert (E : t = t / (d - 1) * (d - 1)) by (field; lra).
  set (q := t / (d - 1)) in *. rewrite E. split; intros L.
  - apply Rmult_le_reg_r with (d - 1); lra.
  - apply Rmult_le_compat_r; lra.
Qed.

Theorem divided : reading_tailoring_lemma_5_4_div_uges_1_e_lambda.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K L. dataset Ix. pose proof (above_one lam L) as B.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  destruct (quotient_negative _ _ Sp B) as [E _].
  pose proof (quotient_le _ _ (distance prior x r) Sp B) as Q. rewrite !E.
  split; [lra|]. split; [lra|]. split; intros H.
  - apply Ropp_le_cancel. rewrite Ropp_involutive. replace (- (-1 * distance prior x r))
      with (distance prior x r) by ring. apply Q. lra.
  - assert (distance prior x r <= Sexp prior x gamma / (exp lam - 1)) as F by lra.
    apply Q in F. lra.
Qed.

Theorem bounded_above : reading_tailoring_lemma_5_4_div_distance_bounded_above.
Proof.
  intros n prior x r gamma lam Hn Hp Ix Ir G K L. dataset Ix. pose proof (above_one lam L) as B.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  split; [lra|]. split; [lra|]. apply (quotient_le _ _ (distance prior x r) Sp B).
Qed.

Theorem true_sensitivity : reading_tailoring_lemma_5_4_exp_acc_ueq_h.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. pose proof (GS_pos prior n Hp Hn).
  split; [lra|]. rewrite filter_true. apply ehd_tail; try assumption.
  intros z _ P. apply Rleb_true, P.
Qed.

Theorem true_sensitivity_plus : reading_tailoring_lemma_5_4_exp_acc_ueqplush.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. pose proof (GS_pos prior n Hp Hn) as Gp.
  pose proof (datasets_some prior n Hp Hn) as Dn.
  set (D := datasets n (length prior)) in *. set (g := GS prior n) in *.
  set (far := maxof D (fun z => distance prior x z)).
  set (top := fun w => Reqb (distance prior x w) far).
  set (weight := fun h => exp (eps * h / (2 * g))).
  assert (W : 0 < sumof D (fun z => weight (distance prior x z)))
    by (apply sumof_pos; [exact Dn | intros; apply exp_pos]).
  assert (C : 0 < INR (length (filter top D))).
  { destruct (maxof_in D (fun z => distance prior x z) Dn) as (z & Iz & E).
    apply lt_0_INR. assert (I : In z (filter top D)).
    { apply filter_In. split; [exact Iz|]. apply Reqb_true. symmetry. exact E. }
    destruct (filter top D); [easy | simpl; lia]. }
  assert (P : 0 < INR (length (filter top D)) * weight far)
    by (apply Rmult_lt_0_compat; [exact C | apply exp_pos]).
  split; [intros; lra|]. split; [lra|]. split; [apply Rgt_not_eq, W|].
  split; [apply Rgt_not_eq, P|].
  assert (U : sumof (filter (fun z => Rleb (distance prior x z) c) D)
    (fun z => weight (distance prior x z)) <= INR (length D) * weight c).
  { eapply Rle_trans; [apply (sumof_le _ _ (fun _ => weight c))|].
    - intros z Iz. apply filter_In in Iz. destruct Iz as [_ Iz]. apply Rleb_true in Iz.
      apply exp_le. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra].
    - rewrite (sumof_const_on _ _ _ (fun _ _ => eq_refl)).
      apply Rmult_le_compat_r; [left; apply exp_pos|]. apply le_INR, length_filter. }
  assert (V : INR (length (filter top D)) * weight far <=
    sumof D (fun z => weight (distance prior x z))).
  { rewrite <- (sumof_const_on (filter top D) (fun z => weight (distance prior x z))).
    - apply sumof_filter_le. intros. left. apply exp_pos.
    - intros z Iz. apply filter_In in Iz. destruct Iz as [_ Iz]. apply Reqb_true in Iz.
      rewrite Iz. reflexivity. }
  rewrite filter_true.
  apply Rmult_le_compat; [| left; apply Rinv_0_lt_compat, W | exact U |
    apply Rinv_le_contravar; assumption].
  apply sumof_nonneg. intros. left. apply exp_pos.
Qed.

Theorem bound_plus : reading_tailoring_lemma_5_4_bound_ueqplush.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G K. dataset Ix.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|].
  pose proof (pos_INR n) as N. destruct (Rlt_dec c 0) as [C|C].
  - rewrite filter_none.
    + apply Rmult_le_pos; [lra | left; apply exp_pos].
    + intros z _. apply Bool.not_true_iff_false. intros T. apply Rleb_true in T.
      pose proof (score_nonneg prior x z). lra.
  - apply Rle_trans with 1; [apply (probability_sum_le1 prior n); auto|].
    assert (1 <= exp (eps * c / (2 * Sexp prior x gamma))).
    { rewrite <- exp_0 at 1. apply exp_le. apply Rmult_le_pos; [nra|].
      left. apply Rinv_0_lt_compat. lra. }
    nra.
Qed.

Theorem bound : reading_tailoring_lemma_5_4_bound_ueq_h.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G K. dataset Ix.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|].
  replace (eps * c / (2 * Sexp prior x gamma)) with
    (- eps * - c / (2 * Sexp prior x gamma)) by (field; lra).
  rewrite <- (number_two prior n K). apply (tail prior n); try assumption; [lra|].
  intros z _ T. apply Rleb_true in T. lra.
Qed.

Lemma rare prior n x eps gamma lam p : (1 <= n)%nat -> is_prior prior ->
  In x (datasets n (length prior)) -> 0 < eps -> INR (length prior) = 2 -> 0 < lam ->
  (forall z, In z (datasets n (length prior)) -> p z = true ->
    Sexp prior x gamma / (exp lam - 1) <= distance prior x z) ->
  sumof (filter p (datasets n (length prior)))
    (fun z => probability (mh_exp gamma) prior eps x z) <=
  (INR n + 1) * exp (eps / (2 * (1 - exp lam))).
Proof.
  intros Hn Hp Ix He K L F. pose proof (above_one lam L) as B.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. set (t := Sexp prior x gamma) in *.
  replace (eps / (2 * (1 - exp lam))) with (- eps * (t / (exp lam - 1)) / (2 * t))
    by (field; repeat split; lra).
  rewrite <- (number_two prior n K). apply (tail prior n); try assumption. lra.
Qed.

Theorem accuracy : reading_tailoring_lemma_5_4_acc_ueq_h_le.
Proof.
  intros n prior x eps gamma lam Hn Hp Ix He G K L. dataset Ix.
  pose proof (above_one lam L) as B. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  split; [lra|]. split; [lra|]. apply rare; try assumption.
  intros z _ T. apply Rleb_true in T. destruct (quotient_negative _ _ Sp B). lra.
Qed.

Theorem accuracy_plus : reading_tailoring_lemma_5_4_acc_ueqplush.
Proof.
  intros n prior x eps gamma lam Hn Hp Ix He G K L. dataset Ix.
  pose proof (above_one lam L) as B. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  split; [lra|]. split; [lra|]. apply rare; try assumption.
  intros z _ T. apply Rleb_true in T. destruct (quotient_negative _ _ Sp B).
  pose proof (score_nonneg prior x z). lra.
Qed.

Theorem bad_release : reading_tailoring_lemma_5_4_setdelta_bad_release_is_rare.
Proof.
  intros n prior x eps gamma lam Hn Hp Ix He G K L. dataset Ix.
  pose proof (above_one lam L) as B. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  split; [lra|]. apply rare; try assumption.
  intros z _ T. apply Rltb_true in T. apply Rnot_lt_le. intros F.
  assert (distance prior x z <= Sexp prior x gamma / (exp lam - 1)) as Q by lra.
  apply (quotient_le _ _ _ Sp B) in Q. lra.
Qed.
