From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values RecordMoves ManyMoves BetaIntegers.
From Dpbi.Statements.Short Require Import Section1.
From Dpbi.Statements.Short Require Import Section1_Sensitivities.
Import ListNotations.
Open Scope R_scope.

(* The constant sqrt(1 - pi/4). *)
Theorem prelim_gs_upper : reading_short_prelim_gs_upper_bound_for_all_alpha_ige1.
Proof.
  intros n prior Hn Hp B.
  apply GS_upper; [exact Hp | exact Hn | apply range_from_one; assumption].
Qed.

Theorem prelim_gs_exact_flat_one : reading_short_prelim_gs_exact_for_keq2_alphaeq_1_1_neq1.
Proof.
  intros n prior Hn Hp -> N. assert (n = 1%nat) as -> by (apply INR_eq; simpl; exact N).
  exact GS_flat_one.
Qed.

Theorem prelim_gs_flat_digits : reading_short_prelim_gs_flat_n_1_to_25_digits.
Proof.
  intros n prior Hn Hp -> N. assert (n = 1%nat) as -> by (apply INR_eq; simpl; exact N).
  rewrite GS_flat_one, smallest_value, Rminus_eq_0, Rabs_R0. pose proof PI_4. lra.
Qed.

Theorem prelim_gs_every_prior_refuted : refuted_short_prelim_gs_upper_bound_for_all_priors.
Proof.
  exists 1%nat, tiny. pose proof tiny_GS. rewrite smallest_value.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; lia.
Qed.

Theorem prelim_gs_exact_refuted : refuted_short_prelim_gs_exact_all_n_and_priors.
Proof.
  exists 1%nat, tiny. pose proof tiny_GS. rewrite smallest_value.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; lia.
Qed.

(* The parameters, as shares of the records. *)
Lemma nth_le_sum x i : (nth i x 0 <= list_sum x)%nat.
Proof.
  revert i. induction x as [|c x IH]; intros [|i]; simpl; try lia. specialize (IH i). lia.
Qed.

Lemma share n x i : (1 <= n)%nat -> list_sum x = n ->
  0 <= INR (nth i x 0%nat) / INR n <= 1.
Proof.
  intros Hn E. assert (P : 0 < INR n) by (apply lt_0_INR; lia). split.
  - apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat, P].
  - apply div_le; [exact P|]. rewrite Rmult_1_l. apply le_INR. rewrite <- E. apply nth_le_sum.
Qed.

Lemma in_range (prior : list R) n x i : is_prior prior -> is_dataset prior n x ->
  In i (range 0 (length prior - 1)) -> (i < length x)%nat.
Proof.
  intros [K _] [L _] I. unfold range in I. apply in_seq in I. rewrite L. lia.
Qed.

Theorem prelim_theta_contained : reading_short_prelim_theta_contained.
Proof.
  intros n prior x Hn Hp Ix. repeat split; intros; try (eapply in_range; eassumption);
    destruct Ix as [_ Ex]; destruct (share n x i Hn Ex); assumption.
Qed.

Theorem prelim_theta_simplex : reading_short_prelim_theta_simplex.
Proof.
  intros n prior x Hn Hp Ix. repeat split; intros; try (eapply in_range; eassumption);
    destruct Ix as [_ Ex]; try (destruct (share n x i Hn Ex); assumption).
  rewrite Ex. field. apply not_0_INR. lia.
Qed.

Theorem prelim_score_sign : reading_short_prelim_score_sign_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir. split.
  - destruct (list_eq_dec Nat.eq_dec x r) as [E|N]; [now left|]. right.
    pose proof (distance_pos prior n Hp x r Ix Ir N). lra.
  - intros <-. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix). lra.
Qed.

(* The third parameter cancels. *)
Theorem prelim_unit_move : reading_short_prelim_hellinger_unit_move_leaves_two_parameters.
Proof.
  intros u v w U V W.
  assert (three : forall a b c, 0 < a -> 0 < b -> 0 < c -> allpos [a; b; c])
    by (intros; repeat constructor; assumption).
  assert (two : forall a b, 0 < a -> 0 < b -> allpos [a; b])
    by (intros; repeat constructor; assumption).
  split; [repeat split; simpl; try lia; apply three; lra|].
  split; [repeat split; simpl; try lia; apply two; lra|].
  unfold hellinger. f_equal. f_equal.
  rewrite (affinity_root 3 (u + v + w + 1)) by (try lia; repeat split; simpl; try lra;
    apply three; lra).
  rewrite (affinity_root 2 (u + v + 1)) by (try lia; repeat split; simpl; try lra;
    apply two; lra).
  f_equal. rewrite !rho_cons by (try lra; repeat constructor; lra).
  rewrite (rho1_refl w W). ring.
Qed.

(* Integers: the beta functions by binomials. *)
Theorem prelim_hellinger_integers : reading_short_prelim_hellinger_integers_to_20_digits.
Proof.
  intros j p q i _ Hp Hq _.
  assert (E0 : INR p + INR i = INR (p + i)) by (rewrite plus_INR; reflexivity).
  assert (E2 : forall a b, INR a + 2 * INR b = INR (a + 2 * b)).
  { intros a b. rewrite plus_INR, mult_INR. reflexivity. }
  rewrite !E0, !E2.
  assert (B0 : INR p * INR (binomial (p + q - 1) p) <> 0).
  { pose proof (binomial_pos p q Hp Hq). apply Rgt_not_eq, Rmult_lt_0_compat;
      [apply lt_0_INR; lia | assumption]. }
  assert (B1 : INR (p + i) * INR (binomial (p + i + (q + j) - 1) (p + i)) <> 0).
  { pose proof (binomial_pos (p + i) (q + j) ltac:(lia) ltac:(lia)).
    apply Rgt_not_eq, Rmult_lt_0_compat; [apply lt_0_INR; lia | assumption]. }
  assert (B2 : INR (p + 2 * i) *
    INR (binomial (p + 2 * i + (q + 2 * j) - 1) (p + 2 * i)) <> 0).
  { pose proof (binomial_pos (p + 2 * i) (q + 2 * j) ltac:(lia) ltac:(lia)).
    apply Rgt_not_eq, Rmult_lt_0_compat; [apply lt_0_INR; lia | assumption]. }
  rewrite <- !Beta_binomial by lia.
  assert (P0 : 0 < Beta [INR p; INR q])
    by (rewrite Beta_integers by lia; apply beta_value_pos).
  assert (P1 : 0 < Beta [INR (p + i); INR (q + j)])
    by (rewrite Beta_integers by lia; apply beta_value_pos).
  assert (P2 : 0 < Beta [INR (p + 2 * i); INR (q + 2 * j)])
    by (rewrite Beta_integers by lia; apply beta_value_pos).
  assert (P : 0 < Beta [INR p; INR q] * Beta [INR (p + 2 * i); INR (q + 2 * j)])
    by (apply Rmult_lt_0_compat; assumption).
  pose proof (sqrt_lt_R0 _ P) as S.
  split; [exact B1|]. split; [exact B0|]. split; [exact B2|]. split; [lra|]. split; [lra|].
  assert (A : affinity [INR p; INR q] [INR (p + 2 * i); INR (q + 2 * j)] =
    Beta [INR (p + i); INR (q + j)] /
    sqrt (Beta [INR p; INR q] * Beta [INR (p + 2 * i); INR (q + 2 * j)])).
  { unfold affinity. f_equal. f_equal. cbn [half]. rewrite !plus_INR, !mult_INR.
    change (INR 2) with 2. f_equal; [field|]. f_equal. field. }
  assert (L : Beta [INR (p + i); INR (q + j)] <=
    sqrt (Beta [INR p; INR q] * Beta [INR (p + 2 * i); INR (q + 2 * j)])).
  { rewrite <- (sqrt_square (Beta [INR (p + i); INR (q + j)])) by lra. apply sqrt_le_1_alt.
    rewrite !Beta_integers by lia.
    replace (p + i - 1)%nat with (p - 1 + i)%nat by lia.
    replace (q + j - 1)%nat with (q - 1 + j)%nat by lia.
    replace (p + 2 * i - 1)%nat with (p - 1 + 2 * i)%nat by lia.
    replace (q + 2 * j - 1)%nat with (q - 1 + 2 * j)%nat by lia.
    apply beta_log_convex. }
  unfold hellinger. rewrite sqrt_sqrt.
  - rewrite A, Rminus_eq_0, Rabs_R0. lra.
  - rewrite A. assert (Beta [INR (p + i); INR (q + j)] /
      sqrt (Beta [INR p; INR q] * Beta [INR (p + 2 * i); INR (q + 2 * j)]) <= 1)
      by (apply div_le; lra). lra.
Qed.
