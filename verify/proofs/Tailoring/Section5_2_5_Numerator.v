From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights ScoresOfEvents Instances.
From Dpbi.Statements.Tailoring Require Import Section5_2_5_Numerator.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_6_goal : reading_tailoring_lemma_5_6_goal_literal.
Proof.
  intros n prior x y r eps Hn Hp Ix Iy Ir He A. dataset Ix. dataset Ir.
  pose proof (mh_loss n prior eps 1 Hn Hp He ltac:(lra)).
  apply (law_ratio prior n Hp Hn); try assumption; [reflexivity | lra].
Qed.

Theorem lemma_5_6_goal_events : reading_tailoring_lemma_5_6_goal_enough_for_every_event.
Proof.
  intros n prior x y eps t Hn Hp Ix Iy He T A B. dataset Ix.
  exact (ratio_is_enough prior n (mh 1) eps x y t eq_refl Ix B).
Qed.

Theorem lemma_5_6_goal_events_are_met :
  met_tailoring_lemma_5_6_goal_enough_for_every_event.
Proof.
  exists 2%nat, [1; 1], opposite, middle, 1, 2. met. intros z Iz.
  replace 2 with (2 * 1) by lra. apply (lemma_5_6_goal 2%nat [1; 1]); met.
  apply in_datasets, Iz.
Qed.

Theorem lemma_5_6_def : reading_tailoring_lemma_5_6_def_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  apply (law prior n (mh gamma) eps x r eq_refl Ix Ir).
Qed.

Theorem lemma_5_6_expand : reading_tailoring_lemma_5_6_expand_literal.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|]. apply equal_within; [lra|]. do 4 f_equal. ring.
Qed.

Theorem lemma_5_6_line_3 : reading_tailoring_lemma_5_6_line3_numerator_exp_eps_u_x_r_2s.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  unfold Rdiv at 1. rewrite Rmult_assoc, (Rmult_comm (/ _)), <- Rmult_assoc, <- exp_plus.
  unfold Rdiv at 4. do 2 f_equal. field. lra.
Qed.

Theorem lemma_5_6_sensitivity : reading_tailoring_lemma_5_6_S_literal.
Proof.
  intros n prior x y r gamma Hn Hp Ix Iy Ir G A. dataset Ix. dataset Ir.
  split; [apply (LS_le_Sharm prior n); assumption|].
  pose proof (slides prior n Hp x y r Ix A Ir). lra.
Qed.

Theorem lemma_5_6_line_711 : reading_tailoring_lemma_5_6_S_line_711.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Ir.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sp.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)) as P.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix).
  pose proof (slides prior n Hp x y r Ix A Ir).
  split; [lra|]. split; [lra|]. apply Rmult_le_compat_l.
  - left. apply Rdiv_lt_0_compat; [apply exp_pos | exact P].
  - apply exp_le, div_le; [lra|].
    replace (eps / 2 * (2 * Sharm prior x gamma)) with (eps * Sharm prior x gamma) by field.
    apply Rmult_le_compat_l; lra.
Qed.

Theorem lemma_5_6_insert : reading_tailoring_lemma_5_6_insert_normaliser_of_x.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  rewrite <- (exp_plus (eps * distance prior y r / (2 * Sharm prior y gamma))).
  replace (eps * distance prior y r / (2 * Sharm prior y gamma)
    + - eps * distance prior y r / (2 * Sharm prior y gamma)) with 0 by (field; lra).
  rewrite exp_0. field. lra.
Qed.

Theorem lemma_5_6_collect : reading_tailoring_lemma_5_6_collect_literal.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)) as P.
  split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  apply equal_within; [lra|].
  set (total := sumof _ _) in *. set (u := distance prior y r).
  replace (- eps * u / (2 * Sharm prior x gamma)) with (- eps * u / (2 * Sharm prior y gamma)
    + eps * u / 2 * (1 / Sharm prior y gamma - 1 / Sharm prior x gamma)) by (field; lra).
  rewrite exp_plus. field. lra.
Qed.

Lemma change_of_inverse prior n x y gamma : is_prior prior -> (1 <= n)%nat -> 0 <= gamma ->
  In x (datasets n (length prior)) -> adjacent x y ->
  1 / Sharm prior y gamma - 1 / Sharm prior x gamma <= gamma.
Proof.
  intros Hp Hn G Ix A. pose proof (Sharm_smooth_abs prior n Hp Hn gamma x y G Ix A) as B.
  apply Rabs_le_inv in B. lra.
Qed.

Theorem lemma_5_6_u1 : reading_tailoring_lemma_5_6_u1_le_exp_eps_gamma_2.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  pose proof (change_of_inverse prior n x y gamma Hp Hn G Ix A) as B.
  pose proof (unit_distance prior n Hp y r Iy Ir) as U.
  split; [lra|]. split; [lra|]. apply exp_le.
  set (t := 1 / Sharm prior y gamma - 1 / Sharm prior x gamma) in *.
  assert (distance prior y r * t <= gamma) by (destruct (Rle_dec t 0); nra).
  nra.
Qed.

Theorem lemma_5_6_u1_decreasing : reading_tailoring_lemma_5_6_u1_where_s_decreases.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A L. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  pose proof (unit_distance prior n Hp y r Iy Ir) as U.
  split; [lra|]. split; [lra|]. apply exp_le.
  assert (0 <= 1 / Sharm prior y gamma - 1 / Sharm prior x gamma).
  { unfold Rdiv. rewrite !Rmult_1_l.
    pose proof (Rinv_le_contravar (Sharm prior y gamma) (Sharm prior x gamma)). lra. }
  set (t := 1 / Sharm prior y gamma - 1 / Sharm prior x gamma) in *.
  assert (distance prior y r * t <= t) by nra. nra.
Qed.

Theorem lemma_5_6_gamma : reading_tailoring_lemma_5_6_gamma_literal.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)) as P.
  pose proof (change_of_inverse prior n x y gamma Hp Hn G Ix A) as B.
  repeat (split; [first [lra | intros _; lra | intros _ _; lra]|]). split.
  - apply Rmult_le_compat_l; [|apply exp_le, Rmult_le_compat_l; lra].
    left. apply Rdiv_lt_0_compat; [|exact P]. apply Rmult_lt_0_compat; apply exp_pos.
  - apply equal_within; [lra|]. rewrite (exp_plus (eps / 2)). field. lra.
Qed.
