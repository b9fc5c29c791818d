(* Instances that meet the hypotheses of readings on outputs near x: section 4.5 of the short
   draft. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace Losses
  PrintedConstant Counting TwoCategories Events Balanced Instances GammaRatios Reaches Shares
  SharesCompared.
From Dpbi.Short Require Import Section4_5.
From Dpbi.Statements.Short Require Import Section4_5.
From Dpbi.Statements.Short Require Import Section4_5_1.
From Dpbi.Statements.Short Require Import Section4_5_2.
From Dpbi.Statements.Short Require Import Section4_5_3.
From Dpbi.Statements.Short Require Import Section4_5_3_Steps.
From Dpbi.Statements.Short Require Import Section4_5_3_Threshold.
From Dpbi.Statements.Short Require Import Section4_5_Bounds.
From Dpbi.Statements.Short Require Import Section4_5_Bounds_Local.
From Dpbi.Statements.Short Require Import Section4_5_Limit.
From Dpbi.Statements.Short Require Import Section4_5_Noise.
From Dpbi.Statements.Short Require Import Section4_5_Weights.
From Dpbi.Statements.Short Require Import Section4_5_Weights_Local.
Import ListNotations.
Open Scope R_scope.

Theorem short_a_thm_4_5_ehd_step_lower2_at_least_is_met :
  met_short_a_thm_4_5_ehd_step_lower2_at_least.
Proof. exists 2%nat, 1, 1, 0%nat. met. Qed.

Theorem short_a_thm_4_5_ehdl_step_lower2_at_least_is_met :
  met_short_a_thm_4_5_ehdl_step_lower2_at_least.
Proof. exists 2%nat, [1; 1], opposite, 1, 1, 0%nat. met. Qed.

Theorem short_cor_4_5_1_simplify_kge1_is_met :
  met_short_cor_4_5_1_simplify_kge1.
Proof. exists 1, 1%nat. met. Qed.

Theorem short_cor_4_5_3_asym_bounded_eps_is_met :
  met_short_cor_4_5_3_asym_bounded_eps.
Proof. exists 1, 1. met. Qed.

Theorem short_cor_4_5_3_rg3_alpha_betage1_is_met :
  met_short_cor_4_5_3_rg3_alpha_betage1.
Proof. exists 2%nat, [1; 1], opposite. met. Qed.

Theorem short_thm_4_5_ehd_lower_nplus1_k_min_is_met :
  met_short_thm_4_5_ehd_lower_nplus1_k_min.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1. met. Qed.

Theorem short_thm_4_5_ehdl_upper_literal_label_above_one_is_met :
  met_short_thm_4_5_ehdl_upper_literal_label_above_one.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1. met. Qed.

Theorem short_thm_4_5_lim_ls_at_the_end_is_met :
  met_short_thm_4_5_lim_ls_at_the_end.
Proof. exists 2%nat, [1; 1], opposite. met. Qed.

Theorem short_thm_4_5_two_sided_balanced_is_met :
  met_short_thm_4_5_two_sided_balanced.
Proof. exists 2%nat, [1; 1], middle, opposite. met. Qed.

(* Parameters of 1 are at least 1/2. *)
Lemma flat_half i : In i (range 0 (2 - 1)) -> 1 / 2 <= nth i [1; 1] 0.
Proof. intros I. apply in_range_two in I. destruct I as [-> | ->]; simpl; lra. Qed.

Lemma rational_quarter : rational (1 / 4).
Proof. exists 1%Z, 4%Z. split; [lia | reflexivity]. Qed.

Theorem near_steps_are_met :
  met_short_a_thm_4_5_lszhang_at_least_where_all_steps_are_near.
Proof.
  exists 2%nat, [1; 1], opposite, 1, 1, 0%nat.
  assert (Jx : is_dataset [1; 1] 2 opposite) by (split; reflexivity).
  destruct (lszhang_at_least 2%nat [1;
    1] opposite 1 1 0%nat ltac:(lia) flat_prior Jx Rlt_0_1 Rlt_0_1
    ltac:(lia) eq_refl) as (V1 & V2 & V3 & V4 & _).
  repeat (split; [first [exact V1 | exact V2 | exact V3 | exact V4 | met_by_itself]|]).
  intros o I [B0 B1].
  assert (Lo : length o = 2%nat) by (apply V3; [exact I | split; assumption]).
  destruct o as [|i [|k [|? ?]]]; try discriminate Lo. unfold opposite in *. cbn [nth] in *.
  simpl (INR 0) in *. apply Rabs_le_inv in B0, B1.
  assert (i = 0%nat) by (apply INR_eq; simpl; lra).
  assert (k = 2%nat) by (apply INR_eq; lra). subst i k.
  change (distance [1; 1] opposite opposite < 1).
  rewrite (m_refl _ _ (distance_metric [1; 1] 2 flat_prior)); [lra|].
  apply datasets_spec. exact Jx.
Qed.

(* From an end, one step is nearer than two. *)
Definition left_end : list nat := [0%nat; 100%nat].
Definition two_away : list nat := [2%nat; 98%nat].

Lemma ends_datasets : is_dataset [1; 1] 100 left_end /\ is_dataset [1; 1] 100 two_away.
Proof. split; split; reflexivity. Qed.

Lemma one_to_the_right :
  to_left [1; 1] 100 left_end (nearer_than [1; 1] left_end two_away) = 0%nat /\
  to_right [1; 1] 100 left_end (nearer_than [1; 1] left_end two_away) = 1%nat.
Proof.
  destruct ends_datasets as [Jx Js].
  destruct (reaches [1; 1] 100 flat_prior ltac:(lia) eq_refl left_end Jx _
    (around_nearer_than [1; 1] 100 flat_prior ltac:(lia) left_end Jx two_away Js))
    as (c & E & Ll & Lr & I).
  assert (c = 0%nat) by (injection E; congruence). subst c. split; [lia|].
  pose proof (distance_right 1 1 100 Rlt_0_1 Rlt_0_1 0 1 0 ltac:(lia) ltac:(lia)) as D.
  change (distance [1; 1] left_end (ones 100 1) < distance [1; 1] left_end two_away) in D.
  assert (Q1 : nearer_than [1; 1] left_end two_away (ones 100 1) = true)
    by (apply nearer_than_true; now left).
  apply I in Q1; [|lia].
  destruct (le_lt_dec 2 (to_right [1; 1] 100 left_end (nearer_than [1; 1] left_end two_away)))
    as [O|O]; [|lia].
  assert (Q2 : nearer_than [1; 1] left_end two_away (ones 100 2) = true) by (apply I; lia).
  apply nearer_than_true in Q2. change (ones 100 2) with two_away in Q2.
  destruct Q2 as [Q2|Q2]; [lra | discriminate].
Qed.

Lemma exp_one : 1 / 3 <= exp (- (1)) <= 1 / 2.
Proof.
  rewrite exp_Ropp. pose proof exp_le_3. pose proof (exp_ge 1).
  split; apply Rmult_le_reg_r with (exp 1); rewrite ?Rinv_l; lra.
Qed.

Lemma hundred : INR 100 = 100.
Proof. rewrite INR_IZR_INZ. reflexivity. Qed.

Lemma many_weights :
  3 < INR 100 * exp (- (1) / (2 * sqrt (1 - PI / 4))) * (1 - exp (- (1))).
Proof.
  destruct (printed_weight 1 Rlt_0_1) as [V _]. pose proof exp_one as E.
  replace (-2 * 1) with (- (1) + - (1)) in V by ring. rewrite exp_plus in V. rewrite hundred.
  set (v := exp (- (1) / _)) in *. set (q := exp (- (1))) in *.
  assert (1 / 3 * (1 / 3) <= q * q) by (apply Rmult_le_compat; lra).
  assert (100 / 9 * (1 / 2) <= 100 * v * (1 - q)) by (apply Rmult_le_compat; lra). lra.
Qed.

Theorem threshold_is_met : met_short_cor_4_5_1_threshold_with_e_eps_2gs.
Proof.
  exists 100%nat, [1; 1], left_end, two_away, 1. destruct ends_datasets as [Jx Js].
  destruct one_to_the_right as [L R].
  assert (K1 : Rmax (INR (to_left [1; 1] 100 left_end (nearer_than [1; 1] left_end two_away)))
    (INR (to_right [1; 1] 100 left_end (nearer_than [1; 1] left_end two_away))) = 1).
  { rewrite L, R. simpl. apply Rmax_right. lra. }
  split; [lia|]. split; [exact flat_prior|]. split; [exact Jx|]. split; [exact Js|].
  split; [lra|]. split; [exact flat_rational|]. split; [apply (rational_Z 1)|].
  split; [reflexivity|].
  match type of K1 with ?k = _ => change (1 <= k /\ 0 <= 1 - PI / 4 /\
    2 * sqrt (1 - PI / 4) <> 0 /\ 2 * k + 1
    < INR 100 * exp (- (1) / (2 * sqrt (1 - PI / 4))) * (1 - exp (- (1) * k))) end.
  rewrite K1. split; [lra|]. split; [exact printed_root|]. split; [exact printed_twice|].
  rewrite (Rmult_1_r (- (1))). pose proof many_weights. lra.
Qed.

Theorem exponent_is_met : met_short_cor_4_5_1_step_exponent_of_the_weights.
Proof.
  destruct threshold_is_met as (n & prior & x & s & eps & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8
    & H9 & H10 & H11 & H12).
  exists n, prior, x, s, eps. repeat split; try assumption; try apply H2; try apply H3;
    try apply H4; try apply H6. left. exact H12.
Qed.

(* From the middle of two records only the middle is nearer than an end. *)
Lemma only_the_middle z : In z (datasets 2 2) ->
  distance [1; 1] middle z < distance [1; 1] middle opposite \/ middle = opposite -> z = middle.
Proof.
  intros I [Q|Q]; [|discriminate]. destruct I as [<-|[<-|[<-|[]]]]; [|reflexivity|].
  - change (distance [1; 1] middle opposite < distance [1; 1] middle opposite) in Q. lra.
  - change (hellinger [1 + INR 1; 1 + INR 1] [1 + INR 2; 1 + INR 0]
      < hellinger [1 + INR 1; 1 + INR 1] [1 + INR 0; 1 + INR 2]) in Q.
    destruct (mirror 1 1 1 2 0) as [E|E]; [lra | discriminate].
Qed.

Lemma middle_reach :
  to_left [1; 1] 2 middle (nearer_than [1; 1] middle opposite) = 0%nat /\
  to_right [1; 1] 2 middle (nearer_than [1; 1] middle opposite) = 0%nat.
Proof.
  assert (Jx : is_dataset [1; 1] 2 middle) by (split; reflexivity).
  assert (Js : is_dataset [1; 1] 2 opposite) by (split; reflexivity).
  destruct (reaches [1; 1] 2 flat_prior ltac:(lia) eq_refl middle Jx _
    (around_nearer_than [1; 1] 2 flat_prior ltac:(lia) middle Jx opposite Js))
    as (c & E & Ll & Lr & I).
  assert (c = 1%nat) by (injection E; congruence). subst c.
  set (left := to_left _ _ _ _) in *. set (right := to_right _ _ _ _) in *.
  assert (Only : forall r, (r <= 2)%nat -> (1 - left <= r <= 1 + right)%nat -> r = 1%nat).
  { intros r Br Q. apply (I r Br) in Q. apply nearer_than_true in Q.
    assert (D : In (ones 2 r) (datasets 2 2)) by (rewrite datasets_two; apply in_map, in_seq;
      lia).
    pose proof (only_the_middle _ D Q) as M. injection M. intros _ Er. exact Er. }
  pose proof (Only (1 - left)%nat ltac:(lia) ltac:(lia)).
  pose proof (Only (1 + right)%nat ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma middle_inside z : In z (datasets 2 2) ->
  ~ ((INR (nth 0 z 0%nat) = 0 \/ INR (nth 1 z 0%nat) = 0) /\
     (distance [1; 1] middle z < distance [1; 1] middle opposite \/ middle = opposite)).
Proof.
  intros I [Z Q]. apply only_the_middle in Q; [|exact I]. subst z. simpl in Z. lra.
Qed.

Theorem symmetric_is_met : met_short_thm_4_5_lshist_mid_event_within_k_symmetric.
Proof.
  exists 2%nat, [1; 1], middle, opposite, 1. destruct middle_reach as [L R].
  do 8 (split; [met_by_itself|]). split; [|exact middle_inside].
  change (INR (to_left [1; 1] 2 middle (nearer_than [1; 1] middle opposite))
    = INR (to_right [1; 1] 2 middle (nearer_than [1; 1] middle opposite))).
  rewrite L, R. reflexivity.
Qed.

Lemma quarter : 3 / 4 <= exp (- (1 / 4)).
Proof. pose proof (exp_ge (- (1 / 4))). lra. Qed.

Theorem inside_is_met : met_short_cor_4_5_2_o_inside.
Proof.
  exists 2%nat, [1; 1], middle, opposite, (1 / 4). destruct middle_reach as [L R].
  do 6 (split; [met_by_itself|]). split; [exact rational_quarter|]. split; [reflexivity|].
  split; [|split; [exact middle_inside|]].
  - change (INR (to_left [1; 1] 2 middle (nearer_than [1; 1] middle opposite))
      = INR (to_right [1; 1] 2 middle (nearer_than [1; 1] middle opposite))).
    rewrite L, R. reflexivity.
  - change (2 * INR 2 * (1 - (exp (- (1 / 4) * INR (to_right [1; 1] 2 middle
      (nearer_than [1; 1] middle opposite))) + exp (- (1 / 4) * (INR (to_right [1; 1] 2 middle
      (nearer_than [1; 1] middle opposite)) + 1))) / 2) < 2 * INR (to_right [1; 1] 2 middle
      (nearer_than [1; 1] middle opposite)) * exp (- (1 / 4)) + 1).
    rewrite R. simpl (INR 0). simpl (INR 2). rewrite Rmult_0_r, exp_0, Rplus_0_l, Rmult_1_r.
    pose proof quarter. lra.
Qed.

Theorem inside_1_is_met : met_short_cor_4_5_2_step_inside_with_n_plus_1.
Proof.
  destruct inside_is_met as (n & prior & x & s & eps & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8 & H9
    & H10 & H11).
  exists n, prior, x, s, eps. do 10 (split; [assumption|]).
  eapply Rle_lt_trans; [|exact H11]. apply Rmult_le_compat_r.
  - match goal with |- 0 <= 1 - (exp (- eps * ?a) + _) / 2 =>
      assert (A : 0 <= a) by apply pos_INR; set (k := a) in * end.
    assert (exp (- eps * k) <= exp 0) by (apply exp_le; nra).
    assert (exp (- eps * (k + 1)) <= exp 0) by (apply exp_le; nra). rewrite exp_0 in *. lra.
  - apply le_INR in H1. simpl in H1. lra.
Qed.

Theorem nearest_is_met : met_short_cor_4_5_3_ehd1_nearest_neighbour.
Proof. exists 2%nat, [1; 1], opposite, 1. met. exact flat_half. Qed.

Theorem half_is_met : met_short_cor_4_5_3_rg3_parameters_at_least_half.
Proof. exists 2%nat, [1; 1], opposite. met. exact flat_half. Qed.

Theorem three_outputs_are_met : met_short_cor_4_5_3_ehd2_r_g_le3.
Proof.
  exists 2%nat, [1; 1], opposite, 1. do 6 (split; [met_by_itself|]).
  replace 3 with (INR 3) by (simpl; ring). apply le_INR.
  apply (length_filter _ (datasets 2 (length [1; 1]))).
Qed.

Theorem half_threshold_is_met : met_short_cor_4_5_3_threshold_parameters_at_least_half.
Proof.
  exists 100%nat, [1; 1], left_end, 1. destruct ends_datasets as [Jx _].
  split; [lia|]. split; [exact flat_prior|]. split; [exact Jx|]. split; [lra|].
  split; [exact flat_rational|]. split; [apply (rational_Z 1)|]. split; [reflexivity|].
  split; [exact flat_half|]. split; [exact printed_root|]. split; [exact printed_twice|].
  exact many_weights.
Qed.

Theorem five_is_met : met_short_cor_4_5_3_constant_5.
Proof.
  exists 100%nat, [1; 1], left_end, 1. destruct ends_datasets as [Jx _].
  split; [lia|]. split; [exact flat_prior|]. split; [exact Jx|]. split; [lra|].
  split; [exact flat_rational|]. split; [apply (rational_Z 1)|]. split; [reflexivity|].
  split; [exact flat_half|]. pose proof exp_one. rewrite hundred. nra.
Qed.

Lemma middle_counts : 1 <= Rmin (INR (nth 0 middle 0%nat)) (INR (nth 1 middle 0%nat)).
Proof. simpl. apply Rmin_glb; lra. Qed.

Theorem balanced_limit_is_met : met_short_thm_4_5_lim_ls_balanced_x_c_n_gt_p_in_0_1.
Proof.
  exists 2%nat, [1; 1], middle. do 5 (split; [met_by_itself|]). exact middle_counts.
Qed.

Theorem only_zero_is_met : met_short_thm_4_5_only_zero_literal.
Proof.
  exists 2%nat, [1; 1], middle, 1. do 7 (split; [met_by_itself|]). exact middle_counts.
Qed.
