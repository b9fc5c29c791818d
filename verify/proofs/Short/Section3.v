From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values NearCounts Reciprocals Instances.
From Dpbi.Statements.Short Require Import Section3.
Import ListNotations.
Open Scope R_scope.

Theorem thm_3_1_ehd : reading_short_thm_3_1_ehd_gs_eq_true_global_sensitivity.
Proof. exact ehd_true_loss. Qed.

(* Mechanisms with the harmonic sensitivity. *)
Theorem thm_3_1_ehds_two_plus_gamma : reading_short_a_thm_3_1_ehds_two_plus_gamma.
Proof.
  intros n prior eps gamma Hn Hp He G. split; [lra|].
  apply (harmonic_loss prior n Hp Hn (ehds gamma) eps gamma); simpl; try reflexivity; lra.
Qed.

Theorem thm_3_1_ehds_a : reading_short_a_thm_3_1_ehds_literal.
Proof.
  intros n prior eps gamma Hn Hp He G.
  eapply Rle_trans; [apply (thm_3_1_ehds_two_plus_gamma n prior eps gamma); assumption|].
  apply Rmult_le_reg_r with (2 * (1 + gamma)); [lra|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

Theorem thm_3_1_ehds_b2 : reading_short_b_thm_3_1_ehds_gammale2.
Proof.
  intros n prior eps gamma Hn Hp He G G2.
  eapply Rle_trans; [apply (harmonic_loss prior n Hp Hn (ehds_4s gamma) eps gamma); simpl;
    try reflexivity; lra|].
  simpl. apply Rmult_le_reg_r with 4; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  nra.
Qed.

Theorem thm_3_1_ehds_b1 : reading_short_b_thm_3_1_ehds_gammale1.
Proof. intros n prior eps gamma Hn Hp He G G1. apply thm_3_1_ehds_b2; lra || assumption. Qed.

Theorem thm_3_1_lsdim : reading_short_thm_3_1_lsdim_same_noise.
Proof. intros n prior eps Hn Hp He. apply dimension_loss; auto. Qed.

Theorem thm_3_1_lshist : reading_short_thm_3_1_lshist_same_noise_hamming_1_adjacency.
Proof. intros n prior eps Hn Hp He. apply hist_loss; auto. Qed.

Theorem thm_3_1_ehd_printed : reading_short_thm_3_1_ehd_gs_eq_printed_constant_all_alpha_ige1.
Proof.
  intros n prior eps Hn Hp He B.
  apply ehd_printed_loss; auto. apply range_from_one; assumption.
Qed.

Theorem thm_3_1_ehd_printed_every_prior_refuted :
  refuted_short_thm_3_1_ehd_gs_eq_sqrt_1_pi_4_constant_all_alphagt0.
Proof.
  exists 1%nat, tiny, 1. pose proof tiny_loss.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; try lia.
  apply (rational_Z 1).
Qed.

(* LSDim for two categories loses exactly eps/2. *)
Theorem lsdim_half : reading_short_thm_3_1_lsdim_half_for_two_categories.
Proof.
  intros n prior eps Hn Hp He K. assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  apply Rle_antisym.
  - eapply Rle_trans; [apply (laplace_loss prior n lsdim eps 1 Hp Hn He)|]; simpl scale;
      rewrite ?K; [discriminate | discriminate | lra | | right; field].
    intros x y Ix A. apply (first_two prior n); assumption.
  - destruct n as [|n]; [lia|]. set (x := [S n; 0%nat]). set (y := [n; 1%nat]).
    assert (Ix : In x (datasets (S n) (length prior))) by (apply datasets_spec; split; [symmetry;
      exact L | simpl; lia]).
    assert (Iy : In y (datasets (S n) (length prior))) by (apply datasets_spec; split; [symmetry;
      exact L | simpl; lia]).
    assert (A : adjacent x y) by (unfold adjacent; simpl; tauto).
    assert (O : In x (outputs lsdim (S n) (length prior))).
    { unfold outputs. simpl last_of. rewrite L. simpl Nat.sub. apply in_map_iff. exists [S n].
      split.
      - unfold x. simpl. rewrite Nat.add_0_r, Nat.sub_diag. reflexivity.
      - cbn [tuples]. apply in_flat_map. exists (S n). split; [apply in_seq; lia | now left]. }
    eapply Rle_trans; [|apply (loss_ge prior (S n) lsdim eps x y x Ix A O)].
    rewrite !(probability_density prior (S n)) by assumption. unfold density. simpl last_of.
    cbv iota beta.
    replace (list_sum x) with (S n) by (unfold x; simpl; lia).
    replace (list_sum y) with (S n) by (unfold y; simpl; lia).
    unfold x, y. simpl removelast. cbn [noisy_vector]. simpl scale. rewrite K. set (b := 2 / eps).
    unfold noisy. simpl (Nat.eqb (S n) 0). rewrite Nat.eqb_refl. cbv iota.
    rewrite !Rmult_1_r, Rminus_eq_0.
    replace (INR (S n) - INR n) with 1 by (rewrite S_INR; ring). unfold laplace_cdf.
    destruct (Rlt_dec 0 0); [lra|]. destruct (Rlt_dec 1 0); [lra|].
    replace (- 0 / b) with 0 by (unfold b; field; lra). rewrite exp_0.
    replace (1 - (1 - 1 / 2)) with (/ 2) by field.
    replace (1 - (1 - exp (- (1) / b) / 2)) with (exp (- (1) / b) * / 2) by field.
    rewrite ln_mult, ln_exp by (try apply exp_pos; lra). right. unfold b. field. lra.
Qed.

(* The last count by noise drawn anew: two releases, each within eps. *)
Theorem thm_3_1_lshist_fresh : reading_short_thm_3_1_lshist_fresh_noise_twice_the_budget.
Proof.
  intros n prior eps Hn Hp He. destruct (Nat.eqb_spec (length prior) 2) as [E|N].
  - eapply Rle_trans; [apply (fresh_loss lshist_fresh n prior eps 1); auto|].
    + intros x y Ix A. apply (first_two prior n); assumption.
    + simpl scale. rewrite E. simpl. right. field.
  - eapply Rle_trans; [apply (fresh_loss lshist_fresh n prior eps 2); auto|].
    + intros x y Ix A. apply (first_all prior n); assumption.
    + simpl scale. destruct (Nat.eqb_spec (length prior) 2); [contradiction|]. right. field.
Qed.

Theorem thm_3_1_ehds_b_two_plus_gamma : reading_short_b_thm_3_1_ehds_two_plus_gamma_quarters.
Proof.
  intros n prior eps gamma Hn Hp He G.
  apply (harmonic_loss prior n Hp Hn (ehds_4s gamma) eps gamma); simpl; try reflexivity; lra.
Qed.

(* Two categories: 1/LS moves by less than 2 with a record. *)
Theorem thm_3_1_ehds_reciprocals : reading_short_b_thm_3_1_ehds_reciprocals_of_local_sensitivity.
Proof.
  intros n prior x y Hn Hp Ix Iy K A. dataset Ix. dataset Iy.
  pose proof (LS_pos prior n Hp Hn x Ix). pose proof (LS_pos prior n Hp Hn y Iy).
  split; [lra|]. split; [lra|]. apply (reciprocals_near prior n); assumption.
Qed.

Theorem thm_3_1_ehds_any_gamma : reading_short_b_thm_3_1_ehds_any_gamma_two_categories.
Proof.
  intros n prior eps gamma Hn Hp He G K.
  eapply Rle_trans; [apply (uneven_mechanism prior n (ehds_4s gamma) eps 4); try assumption;
    try reflexivity; simpl factor; simpl sens|].
  - lra.
  - intros x Ix. split; [apply (Sharm_pos prior n) | apply (LS_le_Sharm prior n)]; assumption.
  - intros x y Ix A L.
    pose proof (adjacent_in prior n x y Ix A) as Iy.
    pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Px.
    pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Py.
    assert (B : Rabs (1 / Sharm prior x gamma - 1 / Sharm prior y gamma) <= 2).
    { destruct (Rle_dec 2 gamma) as [T|T].
      - rewrite !(Sharm_is_LS prior n) by assumption. left.
        apply (reciprocals_near prior n); assumption.
      - pose proof (Sharm_smooth_abs prior n Hp Hn gamma x y G Ix A). lra. }
    apply Rabs_le_inv in B.
    assert (Sharm prior y gamma / Sharm prior x gamma <= 1) by (apply div_le; lra). lra.
  - simpl factor. lra.
Qed.

Theorem thm_3_1_ehds_reciprocals_met :
  met_short_b_thm_3_1_ehds_reciprocals_of_local_sensitivity.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.

Theorem thm_3_1_ehds_any_gamma_met : met_short_b_thm_3_1_ehds_any_gamma_two_categories.
Proof. exists 2%nat, [1; 1], 1, 1. met. Qed.
