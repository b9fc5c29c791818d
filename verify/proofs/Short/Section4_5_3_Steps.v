From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Release SmoothWeights GammaRatios Shares NearestTwo.
From Dpbi.Statements.Short Require Import Section4_5_3_Steps.
Import ListNotations.
Open Scope R_scope.

Theorem rg_def_selected : reading_short_cor_4_5_3_rg_def_selected.
Proof.
  intros n prior x Hn Hp Jx. dataset Jx. split.
  - rewrite (m_refl _ _ (distance_metric prior n Hp) x Jx). left.
    apply (LS_pos prior n Hp Hn x Jx).
  - intros z Iz. apply distance_le_LS, Iz.
Qed.

Theorem rg_argument_two : reading_short_a_cor_4_5_3_rg_argument_two_arguments.
Proof. exact rg_def_selected. Qed.

Lemma noise_within_LS prior n eps x : is_prior prior -> (1 <= n)%nat -> is_dataset prior n x ->
  0 < eps -> INR (length prior) = 2 ->
  1 - (exp (- eps * 1) + exp (- eps * (1 + 1))) / 2
  <= share prior n x lshist eps (within_LS prior x).
Proof.
  intros Hp Hn Jx He K.
  pose proof (release_within prior n x eps lshist (within_LS prior x) Hp Hn He K Jx eq_refl
    Rlt_0_1 1) as B. simpl scale in B. change (INR 1) with 1 in B.
  replace (- (1) * (eps / 1)) with (- eps * 1) in B by field.
  replace (- (1 + 1) * (eps / 1)) with (- eps * (1 + 1)) in B by field.
  apply B. intros z Iz D. apply Rleb_intro. apply (within_one_LS prior n); assumption.
Qed.

Lemma noise_share_one eps : 0 < eps ->
  1 - exp (- eps) < 1 - (exp (- eps * 1) + exp (- eps * (1 + 1))) / 2.
Proof.
  intros He. rewrite Rmult_1_r.
  assert (exp (- eps * (1 + 1)) < exp (- eps)) by (apply exp_increasing; lra). lra.
Qed.

Theorem lshist_two_categories : reading_short_cor_4_5_3_lshist_two_categories.
Proof.
  intros n prior x eps Hn Hp Jx He K.
  assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  assert (O : outputs lshist n (length prior) = datasets n (length prior)).
  { rewrite K2, datasets_two. unfold outputs. simpl last_of. cbv iota.
    cbn [Nat.sub tuples]. induction (seq 0 (S n)) as [|c l IH]; [reflexivity|].
    cbn [flat_map map app]. unfold ones at 1. simpl list_sum. rewrite Nat.add_0_r.
    f_equal. exact IH. }
  rewrite O.
  assert (Lo : forall o, In o (datasets n (length prior)) -> length o = length prior).
  { intros o I. apply in_datasets in I. apply I. }
  split; [exact Lo|]. split.
  - intros o I. apply Lo in I. destruct Jx as [Lx _]. destruct Hp as [Two Pos].
    repeat split; try apply posterior_pos, Pos; rewrite !posterior_length; congruence || lia.
  - split; [apply noise_within_LS; assumption | apply noise_share_one, He].
Qed.

Theorem setsum_within_LS : reading_short_cor_4_5_3_setsum_to_25_digits.
Proof.
  intros n prior x eps Hn Hp Jx He.
  repeat split; intros; try exact printed_root; try exact printed_twice.
  - apply Rgt_not_eq. apply (weights_pos prior n Hp Hn eps x).
  - apply equal_near; [lra|].
    apply (share_weights prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl).
Qed.

Theorem rg3_half : reading_short_cor_4_5_3_rg3_parameters_at_least_half.
Proof. intros n prior x Hn Hp Jx K Half. apply three_outputs; assumption. Qed.

Theorem rg3_one : reading_short_cor_4_5_3_rg3_alpha_betage1.
Proof.
  intros n prior x Hn Hp Jx K One. apply three_outputs; try assumption.
  intros i I. specialize (One i I). lra.
Qed.

Theorem ehd1_nearest : reading_short_cor_4_5_3_ehd1_nearest_neighbour.
Proof.
  intros n prior x eps Hn Hp Jx He K Half. split; [exact printed_root|].
  split; [exact printed_twice|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  change (sumof _ _) with (share prior n x ehd_printed eps (within_LS prior x)).
  rewrite (share_weights prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl).
  pose proof (weights_within_LS prior n Hp Hn x Jx K eps _ He printed_pos Half) as Few.
  pose proof (weights_all prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl)
    as Many. rewrite (number_two prior n K) in Many. unfold least_weight in Many.
  pose proof (records_weight n (- eps / (2 * sqrt (1 - PI / 4))) Hn) as P.
  pose proof (exp_pos (- eps / (2 * sqrt (1 - PI / 4)))).
  pose proof (exp_pos (- eps * minof (neighbours x) (fun y => distance prior x y)
    / (2 * sqrt (1 - PI / 4)))).
  apply Rmult_le_compat; [apply sumof_nonneg; intros; left; apply exp_pos | | exact Few |].
  - left. apply Rinv_0_lt_compat. lra.
  - apply Rinv_le_contravar; lra.
Qed.
