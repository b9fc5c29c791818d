From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta Shares BetaFromZero.
From Dpbi.Statements.Notes Require Import Section2_3_3_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem signs_sensitivity : reading_notes_signs_sgt0.
Proof.
  intros n prior x gamma Hn Hp Ix G. dataset Ix. apply (Sexp_pos prior n); assumption.
Qed.

Theorem signs_score : reading_notes_signs_ule0_notes.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  pose proof (unit_distance prior n Hp x r Ix Ir). lra.
Qed.

Theorem lemma_2_2_h_number : reading_notes_lemma_2_2_h_number_in_place_of_two.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1 K. destruct (Ix) as [_ Ex]. rewrite Ex.
  dataset Ix. dataset Ir. destruct (beta_from_zero n eps delta He D0 D1) as (A & B & C).
  split; [intros; exact A|]. split; [intros; exact B|]. split; [intros; exact C|].
  repeat (split; [assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S.
  pose proof (Scores.weights_pos prior n Hp Hn eps lam x) as W. unfold weights in W.
  split; [lra|]. split; [lra|].
  rewrite (event prior n eps lam x Ix r Ir), (fraction prior n eps lam x Ix r Ir).
  unfold weights, Rdiv. ring.
Qed.

Theorem lemma_2_2_h_balanced : reading_notes_lemma_2_2_h_balanced_zne0_attained.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1 K N Ea Ec.
  pose proof (lemma_2_2_h_number n prior x r eps delta Hn Hp Ix Ir He D0 D1 K) as H.
  rewrite (multiplicity_balanced prior n x r Hn Hp K Ix Ir Ea Ec N) in H. exact H.
Qed.

Theorem lemma_2_2_neg_log : reading_notes_lemma_2_2_neg_log_ratio_le_eps_2.
Proof.
  intros eps t u q He T U Q0 Q1. split; [lra|].
  assert (E : exp (eps * u / (2 * t)) / exp (eps * (q * u) / (2 * t)) = exp (eps * u * (1 - q) /
    (2 * t))).
  { unfold Rdiv at 1. rewrite <- exp_Ropp, <- exp_plus. f_equal. field. lra. }
  rewrite E. split; [apply exp_pos|]. rewrite ln_exp.
  apply Rmult_le_reg_r with (2 * t); [lra|].
  replace (eps * u * (1 - q) / (2 * t) * (2 * t)) with (eps * u * (1 - q)) by (field; lra).
  assert (eps * u * (1 - q) <= 0) by (assert (0 <= - u) by lra;
    assert (0 <= eps * (- u) * (1 - q)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra); lra).
  nra.
Qed.

Theorem lemma_2_2_neg_ratio : reading_notes_lemma_2_2_neg_ratio_le_1_equal_c.
Proof.
  intros eps t u q He Ht U Q0 Q1. split; [lra|].
  apply div_le; [apply exp_pos|]. rewrite Rmult_1_l. apply exp_le.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  apply Rmult_le_compat_l; nra.
Qed.

Theorem lemma_2_2_pos_quotient : reading_notes_lemma_2_2_pos_literal.
Proof.
  intros eps t u q He Ht U Q. split; [lra|]. unfold Rdiv at 1.
  rewrite <- exp_Ropp, <- exp_plus. f_equal. field. lra.
Qed.

(* Both sides are one ratio. *)
Theorem lemma_2_2_neg_exponent : reading_notes_lemma_2_2_neg_exponent_exponent_q_z.
Proof.
  intros eps lam t u He L Ht U. split; [lra|]. apply Scores.equal_within; [reflexivity | lra].
Qed.

Theorem lemma_2_2_G_above : reading_notes_lemma_2_2_G_above_the_threshold.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K L. dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S.
  assert (Q : 1 < exp lam) by (rewrite <- exp_0; apply exp_increasing, L).
  split; [lra|]. intros Above. split; [lra|]. apply div_le; [lra|].
  set (u := - distance prior x r) in *. set (t := Sexp prior x gamma) in *.
  assert (E : t = t / (1 - exp lam) * (1 - exp lam)) by (field; lra).
  assert (0 <= (u - t / (1 - exp lam)) * (exp lam - 1)) by (apply Rmult_le_pos; lra).
  replace (eps / 2 * (2 * t)) with (eps * t) by field. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; lra.
Qed.

Theorem lemma_2_2_G_likely :
  reading_notes_lemma_2_2_G_probability_g_eq_uges_1_e_lambda_prge1_delta_2.
Proof.
  intros n prior x r eps delta lam Hn Hp Ix Ir He D0 D1 L K. dataset Ix. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). intros Le.
  destruct (exp_of_beta n eps delta lam He D0 D1 L Le) as [Q0 Q1].
  set (beta := ln (1 - _)) in *. split; [lra|].
  repeat (split; [intros; first [assumption | lra]|]).
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as S. split.
  - intros F. apply Ropp_le_contravar in F. rewrite Ropp_involutive in F.
    assert (E : Sexp prior x beta = - (Sexp prior x beta / (1 - exp lam)) * (exp lam - 1))
      by (field; lra).
    nra.
  - pose proof (not_above_is_improbable prior n Hp Hn eps beta He x Ix (exp lam) Q0) as T.
    rewrite (number_two prior n K) in T.
    pose proof (notes_tail n eps delta (exp lam) He D0 D1 Q0 Q1).
    pose proof (law_total prior n Hp Hn (mh_exp beta) eps x eq_refl Ix) as One.
    rewrite (sumof_parts _ (fun z => Rleb (Sexp prior x beta / (1 - exp lam))
      (- distance prior x z))) in One. lra.
Qed.

(* On the event the ratio is small; off it there is little, as the hypothesis says. *)
Theorem lemma_2_2_split : reading_notes_lemma_2_2_split_without_g_on_the_right.
Proof.
  intros n prior x r s eps gamma delta Hn Hp Ix Ir Is He G D0 D1 K N Near M.
  dataset Ix. dataset Ir. dataset Is.
  pose proof (distance_pos prior n Hp x r Ix Ir N) as Hr.
  set (q := distance prior x s / distance prior x r).
  assert (Q0 : 1 < q).
  { apply Rmult_lt_reg_r with (distance prior x r); [exact Hr|]. unfold q.
    replace (distance prior x s / distance prior x r * distance prior x r)
      with (distance prior x s) by (field; lra). lra. }
  split; [lra|]. split; [lra|]. intros Rare. split; [intros; lra|]. split; [intros; lra|].
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps. cbv beta in Ps.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Ms.
  apply Rplus_le_compat; [|exact Rare].
  rewrite (event prior n eps gamma x Ix s Is).
  destruct (Rle_dec (Sexp prior x gamma / (1 - q)) (- distance prior x r)) as [I|O].
  - apply Rle_trans with (sumof (filter (fun z => Reqb (distance prior x z) (distance prior x r))
      (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z)).
    + apply sumof_filter_mono.
      * intros z Iz. left. apply (release_pos prior n Hp Hn eps gamma x Ix z Iz).
      * intros z _ E. apply andb_prop in E. apply E.
    + rewrite (event prior n eps gamma x Ix r Ir).
      pose proof (near prior n Hp Hn eps gamma x Ix r s 1 (multiplicity prior x r)
        (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as W.
      rewrite Rmult_1_l in W. apply W.
      replace (Sexp prior x gamma / (1 - q)) with (- (Sexp prior x gamma / (q - 1))) in I
        by (field; lra).
      assert (E : distance prior x s - distance prior x r = distance prior x r * (q - 1))
        by (unfold q; field; lra).
      assert (E' : Sexp prior x gamma = Sexp prior x gamma / (q - 1) * (q - 1)) by (field; lra).
      rewrite E, E'. apply Rmult_le_compat_r; lra.
  - rewrite filter_none.
    + apply Rmult_le_pos; [left; apply exp_pos|]. apply Rmult_le_pos; lra.
    + intros z Iz. apply Bool.andb_false_iff.
      destruct (Reqb (distance prior x z) (distance prior x r)) eqn:E; [right | now left].
      apply Reqb_true in E. rewrite E. unfold Rleb. destruct (Rle_dec _ _); [contradiction|].
      reflexivity.
Qed.
