From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta.
From Dpbi.Statements.Notes Require Import Section2_3_3_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem signs_sensitivity : reading_notes_signs_sgt0.
Proof.
  intros n prior x eps delta Hn Hp Ix He D0 D1. dataset Ix.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). apply (Sexp_pos prior n); assumption.
Qed.

Theorem signs_score : reading_notes_signs_ule0_notes.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  pose proof (unit_distance prior n Hp x r Ix Ir). lra.
Qed.

Theorem lemma_2_2_h_number : reading_notes_lemma_2_2_h_number_in_place_of_two.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1 K. destruct (Ix) as [_ Ex]. rewrite Ex.
  dataset Ix. dataset Ir. destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  split; [intros; exact A|]. split; [intros; exact B|]. split; [intros; exact C|].
  repeat (split; [assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S.
  pose proof (Scores.weights_pos prior n Hp Hn eps lam x) as W. unfold weights in W.
  split; [lra|]. split; [lra|]. apply Scores.equal_within; [|lra].
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
  intros eps t u q He Ht U Q0 Q1. apply div_le; [exact Ht|].
  pose proof (Rmult_le_pos (eps / 2) (- u * (1 - q)) ltac:(lra) ltac:(nra)).
  pose proof (Rmult_le_pos (eps / 2) t ltac:(lra) ltac:(lra)). lra.
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

Theorem lemma_2_2_G_likely :
  reading_notes_lemma_2_2_G_g_eq_uges_1_e_lambda_prge1_delta_2.
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
  - pose proof (below_is_improbable prior n Hp Hn eps beta He x Ix (exp lam) Q0) as T.
    rewrite (number_two prior n K) in T.
    pose proof (notes_tail n eps delta (exp lam) He D0 D1 Q0 Q1). lra.
Qed.

Theorem lemma_2_2_split : reading_notes_lemma_2_2_split_without_g_on_the_right.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N Near.
  dataset Ix. dataset Ir. dataset Is.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). intros Far M.
  rewrite exp_ln in Far by exact C. set (beta := ln (1 - _)) in *.
  pose proof (distance_pos prior n Hp x r Ix Ir N) as Hr.
  set (q := distance prior x s / distance prior x r).
  assert (Q0 : 1 < q).
  { apply Rmult_lt_reg_r with (distance prior x r); [exact Hr|]. unfold q.
    replace (distance prior x s / distance prior x r * distance prior x r)
      with (distance prior x s) by (field; lra). lra. }
  assert (Q1 : q <= 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))))
    by (apply div_le; assumption).
  repeat (split; [intros; first [assumption | lra]|]).
  pose proof (not_above_is_improbable prior n Hp Hn eps beta He x Ix q Q0) as T.
  rewrite (number_two prior n K) in T.
  pose proof (notes_tail n eps delta q He D0 D1 Q0 Q1) as H.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as S.
  pose proof (release_pos prior n Hp Hn eps beta x Ix s Is) as Ps. cbv beta in Ps.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Ms.
  apply Rplus_le_compat; [|lra].
  assert (P0 : 0 <= exp (eps / 2) * (multiplicity prior x s *
    probability (mh_exp beta) prior eps x s)).
  { apply Rmult_le_pos; [left; apply exp_pos|]. apply Rmult_le_pos; lra. }
  destruct (Rle_dec (Sexp prior x beta / (1 - q)) (- distance prior x r)) as [G|G].
  - apply Rle_trans with (sumof (filter (fun z => Reqb (distance prior x z) (distance prior x r))
      (datasets n (length prior))) (fun z => probability (mh_exp beta) prior eps x z)).
    + apply sumof_filter_mono.
      * intros z Iz. left. apply (release_pos prior n Hp Hn eps beta x Ix z Iz).
      * intros z _ E. apply andb_prop in E. apply E.
    + rewrite (event prior n eps beta x Ix r Ir).
      pose proof (near prior n Hp Hn eps beta x Ix r s 1 (multiplicity prior x r)
        (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as W.
      rewrite Rmult_1_l in W. apply W.
      replace (Sexp prior x beta / (1 - q)) with (- (Sexp prior x beta / (q - 1))) in G
        by (field; lra).
      assert (E : distance prior x s - distance prior x r = distance prior x r * (q - 1))
        by (unfold q; field; lra).
      assert (E' : Sexp prior x beta = Sexp prior x beta / (q - 1) * (q - 1)) by (field; lra).
      rewrite E, E'. apply Rmult_le_compat_r; lra.
  - rewrite filter_none; [exact P0|]. intros z Iz. apply Bool.andb_false_iff.
    destruct (Reqb (distance prior x z) (distance prior x r)) eqn:E; [right | now left].
    apply Reqb_true in E. rewrite E. unfold Rleb. destruct (Rle_dec _ _); [contradiction|].
    reflexivity.
Qed.
