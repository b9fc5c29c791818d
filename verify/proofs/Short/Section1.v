From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values RecordMoves ManyMoves.
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
