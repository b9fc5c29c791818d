From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta
  TailPrivacy.
From Dpbi.Notes Require Import Section2_3_4.
From Dpbi.Statements.Notes Require Import Section2_3_4_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_2_3_half_at_most : reading_notes_lemma_2_3_half_at_most_without_the_factor.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N. dataset Ix. dataset Ir. dataset Is.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [first [assumption | intros; assumption]|]). set (beta := ln (1 - _)) in *.
  assert (P : forall z, In z (datasets n (length prior)) ->
    0 <= probability (mh_exp beta) prior eps x z)
    by (intros z Iz; left; apply (release_pos prior n Hp Hn eps beta x Ix z Iz)).
  rewrite <- (sumof_single (datasets n (length prior)) (same_counts r)
    (fun z => probability (mh_exp beta) prior eps x z) r) at 1;
    [|apply datasets_NoDup | exact Ir | intros z _; rewrite same_counts_true; split; congruence].
  rewrite <- (sumof_single (datasets n (length prior)) (same_counts s)
    (fun z => probability (mh_exp beta) prior eps x z) s) at 1;
    [|apply datasets_NoDup | exact Is | intros z _; rewrite same_counts_true; split; congruence].
  rewrite <- sumof_split.
  - apply sumof_filter_mono; [exact P|]. intros z _ E. apply Bool.orb_true_iff in E.
    apply Bool.orb_true_iff. rewrite !same_counts_true in E. rewrite !Reqb_true.
    destruct E as [<- | <-]; auto.
  - intros z _ E F. apply same_counts_true in E, F. congruence.
Qed.

Theorem lemma_2_3_shift : reading_notes_lemma_2_3_U_shift_without_division.
Proof. intros n prior x y r Hn Hp Ix Iy Ir K A. apply Scores.equal_within; lra. Qed.

Theorem lemma_2_3_third_event : reading_notes_lemma_2_3_U_u_3_with_a_sum.
Proof.
  intros n prior x y r eps delta Hn Hp Ix Iy Ir He D0 D1 K A0. dataset Ix. dataset Iy. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). set (beta := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y beta Hp Hn Iy) as Sy.
  rewrite (fraction prior n eps beta y Iy r Ir).
  pose proof (Scores.weights_pos prior n Hp Hn eps beta x) as Wx.
  pose proof (Scores.weights_pos prior n Hp Hn eps beta y) as Wy.
  unfold weights in *.
  set (tx := sumof _ (fun z => exp (- eps * distance prior x z / _))) in *.
  set (ty := sumof _ (fun z => exp (- eps * distance prior y z / _))) in *.
  split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  split; [apply Rdiv_lt_0_compat; assumption|]. split; [lra|]. apply Scores.equal_within; [|lra].
  set (u := distance prior y r). rewrite ln_quotient by assumption.
  replace (eps * (- u * Sexp prior x beta / Sexp prior y beta
    + 2 * Sexp prior x beta / eps * (ln tx - ln ty)) / (2 * Sexp prior x beta))
    with (- eps * u / (2 * Sexp prior y beta) + ln tx + - ln ty) by (field; lra).
  rewrite !exp_plus, exp_Ropp, !exp_ln by assumption. field. lra.
Qed.

Theorem lemma_2_3_slide : reading_notes_lemma_2_3_slide_u_y_z_u_x_z_ge_s_x.
Proof.
  intros n prior x y r eps delta Hn Hp Ix Iy Ir He D0 D1 K A0. dataset Ix. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]). set (beta := ln (1 - _)) in *.
  pose proof (LS_le_Sexp prior n x beta Ix).
  pose proof (slides prior n Hp x y r Ix A0 Ir). lra.
Qed.

Theorem lemma_2_3_dilate : reading_notes_lemma_2_3_dil_s_x_s_y_le_e_beta.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 K A0. dataset Ix. dataset Iy.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]).
  pose proof (Sexp_step prior n x y _ Hp Hn Ix (Rlt_le _ _ D) A0) as Step.
  rewrite exp_ln in Step by exact C. set (beta := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n y beta Hp Hn Iy) as Sy. split; [lra|].
  apply div_le; assumption.
Qed.

Theorem lemma_2_3_strengths : reading_notes_lemma_2_3_dil_strengths.
Proof.
  intros n prior x y r eps delta Hn Hp Ix Iy Ir He D0 D1 K A0. dataset Ix. dataset Iy. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  assert (Q : 0 < 2 * (INR n + 1) / delta)
    by (pose proof (pos_INR n); apply Rdiv_lt_0_compat; lra).
  repeat (split; [assumption|]).
  pose proof (Sexp_step prior n y x _ Hp Hn Iy (Rlt_le _ _ D) (adjacent_sym x y A0)) as Step.
  rewrite exp_ln in Step by exact C.
  assert (El : ln (2 * (INR n + 1) / delta) = - ln (delta / (2 * (INR n + 1)))).
  { rewrite <- ln_Rinv by exact A. f_equal. pose proof (pos_INR n). field. lra. }
  assert (Lo : 0 < ln (2 * (INR n + 1) / delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|].
    apply Rmult_lt_reg_r with delta; [exact D0|]. pose proof (pos_INR n).
    replace (2 * (INR n + 1) / delta * delta) with (2 * (INR n + 1)) by (field; lra). lra. }
  set (beta := ln (1 - _)) in *.
  replace (1 - eps / (2 * ln (delta / (2 * (INR n + 1)))))
    with (1 + eps / (2 * ln (2 * (INR n + 1) / delta))) in Step
    by (rewrite El in *; field; lra).
  set (low := ln (2 * (INR n + 1) / delta)) in *.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y beta Hp Hn Iy) as Sy.
  pose proof (LS_le_Sexp prior n x beta Ix) as Lx.
  pose proof (slides prior n Hp x y r Ix A0 Ir) as B0.
  pose proof (unit_distance prior n Hp y r Iy Ir) as U.
  repeat (split; [intros; first [assumption | lra]|]).
  set (sx := Sexp prior x beta) in *. set (sy := Sexp prior y beta) in *.
  set (u := distance prior x r) in *. set (v := distance prior y r) in *.
  assert (V : eps * u / (2 * sx) <= eps * v / (2 * sx) + eps / 2).
  { replace (eps * v / (2 * sx) + eps / 2) with (eps * (v + sx) / (2 * sx)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; lra. }
  assert (E : eps * v / (2 * sx) = eps * v / (2 * sy) * (sy / sx)) by (field; lra).
  assert (W : 0 <= eps * v / (2 * sy)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra]. }
  set (w := eps * v / (2 * sy)) in *. split.
  - destruct (Rlt_dec sx sy) as [L|L]; [now left | right].
    assert (G : sy / sx <= 1) by (apply div_le; lra). nra.
  - destruct (Rlt_dec low w) as [L|L]; [now left | right].
    assert (G : sy / sx <= 1 + eps / (2 * low)) by (apply div_le; assumption).
    assert (T : w * (eps / (2 * low)) <= eps / 2).
    { replace (eps / 2) with (low * (eps / (2 * low))) by (field; lra).
      apply Rmult_le_compat_r; [|lra]. left. apply Rdiv_lt_0_compat; lra. }
    pose proof (Rmult_le_compat_l w _ _ W G). lra.
Qed.

Theorem lemma_2_3_normalisers : reading_notes_lemma_2_3_chain_normalisers.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 K A0. dataset Ix. dataset Iy.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]).
  pose proof (total_within prior n Hp Hn eps _ He D y x Iy (adjacent_sym x y A0)) as T.
  pose proof (exp_gt1 _ D) as E.
  pose proof (exp_of_beta n eps delta _ He D0 D1 D (Rle_refl _)) as [_ E1].
  pose proof (notes_tail n eps delta _ He D0 D1 E E1) as H.
  rewrite (number_two prior n K) in T. set (beta := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x beta Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y beta Hp Hn Iy) as Sy. split; [lra|]. split; [lra|]. lra.
Qed.

Theorem lemma_2_3_chain : reading_notes_lemma_2_3_chain_three_halves_at_the_ends.
Proof. exact lemma_2_3_three_halves. Qed.
