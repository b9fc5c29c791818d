(* Instances that meet the hypotheses of proved readings: tails, chains and steps of the notes. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Losses Counting
  TwoCategories Balanced Events HalfDelta Instances InstancesOfCases.
From Dpbi.Notes Require Import Section4_Figures.
From Dpbi.Statements.Notes Require Import Section2_3_3.
From Dpbi.Statements.Notes Require Import Section2_3_3_Proof.
From Dpbi.Statements.Notes Require Import Section2_3_3_Tail.
From Dpbi.Statements.Notes Require Import Section2_3_4.
From Dpbi.Statements.Notes Require Import Section2_3_4_Proof.
From Dpbi.Statements.Notes Require Import Section4_4.
From Dpbi.Statements.Notes Require Import Section4_Figures_Privacy.
Import ListNotations.
Open Scope R_scope.

Theorem notes_fig3_dp_ehd_with_0_23999_0_8_dp_is_met :
  met_notes_fig3_dp_ehd_with_0_23999_0_8_dp.
Proof.
  exists 1%nat, [7; 4; 5]. met; try exact prior_7_4_5. split; [exact prior_7_4_5|].
  repeat constructor; [apply (rational_Z 7) | apply (rational_Z 4) | apply (rational_Z 5)].
Qed.

(* With eps = 28, delta = 1/2 and two records e^beta is at least 2, and more. *)
Lemma large_eps n : (n <= 2)%nat -> 2 <= 1 - 28 / (2 * ln (1 / 2 / (2 * (INR n + 1)))).
Proof.
  intros N. apply le_INR in N. change (INR 2) with 2 in N. pose proof (pos_INR n) as P.
  destruct (notes_beta n 28 (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as (A & B & C & D).
  assert (E : ln (1 / 2 / (2 * (INR n + 1))) = - ln (4 * (INR n + 1))).
  { rewrite <- ln_Rinv by lra. f_equal. field. lra. }
  pose proof (ln_le_minus1 (4 * (INR n + 1)) ltac:(lra)) as L.
  assert (Q : 0 < ln (4 * (INR n + 1))) by (rewrite <- ln_1; apply ln_increasing; lra).
  rewrite E in *. set (l := ln _) in *.
  replace (28 / (2 * - l)) with (- (14 / l)) by (field; lra).
  assert (1 <= 14 / l); [|lra].
  apply Rmult_le_reg_r with l; [exact Q|]. replace (14 / l * l) with 14 by (field; lra). lra.
Qed.

Lemma half_below n : (n <= 2)%nat ->
  1 / 2 <= ln (1 - 28 / (2 * ln (1 / 2 / (2 * (INR n + 1))))).
Proof.
  intros N. pose proof (large_eps n N) as L. apply Rle_trans with (ln 2).
  - pose proof ln_lt_2. lra.
  - destruct L as [L|L]; [left; apply ln_increasing; lra | right; congruence].
Qed.

Ltac met_of_beta n eps :=
  pose proof (notes_beta n eps (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra)) as (? & ? & ? & ?);
  met; try assumption; try apply (rational_Z 28).

Theorem notes_lemma_2_2_G_is_met :
  met_notes_lemma_2_2_G_probability_g_eq_uges_1_e_lambda_prge1_delta_2.
Proof.
  exists 2%nat, [1; 1], middle, middle, 28, (1 / 2), (1 / 2).
  pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

Theorem notes_lemma_2_2_eq_le_is_met : met_notes_lemma_2_2_eq_le.
Proof. exists 2%nat, [1; 1], opposite, 1, (1 / 2), 1. met. Qed.

Theorem notes_lemma_2_2_h_balanced_is_met : met_notes_lemma_2_2_h_balanced_zne0_attained.
Proof. exists 2%nat, [1; 1], middle, opposite, 1, (1 / 2). met. Qed.

Theorem notes_lemma_2_2_h_number_is_met : met_notes_lemma_2_2_h_number_in_place_of_two.
Proof. exists 2%nat, [1; 1], opposite, opposite, 1, (1 / 2). met. Qed.

Theorem notes_lemma_2_2_set_is_met : met_notes_lemma_2_2_set_literal_lambdagt0.
Proof.
  exists 2%nat, 28, (1 / 2), (1 / 2). pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

Theorem notes_lemma_2_2_set_probability_is_met : met_notes_lemma_2_2_set_probability.
Proof.
  exists 2%nat, [1; 1], middle, 28, (1 / 2), (1 / 2).
  pose proof (half_below 2 (le_n 2)). met_of_beta 2%nat 28.
Qed.

(* With gamma = 0 the sensitivity is the distance of neighbours, which is one number. *)
Lemma one_step : Sexp [1; 1] corner 0 <= distance [1; 1] corner middle.
Proof.
  pose proof both_sides as sides. pose proof (distance_metric [1; 1] 2 flat_prior) as metric.
  assert (below : distance [1; 1] corner middle = distance [1; 1] middle corner).
  { apply (m_sym _ _ metric); apply of_two_records; simpl; tauto. }
  assert (above : distance [1; 1] opposite middle = distance [1; 1] middle opposite).
  { apply (m_sym _ _ metric); apply of_two_records; simpl; tauto. }
  unfold Sexp. apply maxof_le; [discriminate|]. intros z Iz.
  replace (- 0 * replaced corner z) with 0 by ring. rewrite exp_0, Rmult_1_r.
  change (In z [opposite; middle; corner]) in Iz. destruct Iz as [<-|[<-|[<-|[]]]].
  - change (distance [1; 1] opposite middle <= distance [1; 1] corner middle). lra.
  - change (Rmax (distance [1; 1] middle opposite) (distance [1; 1] middle corner) <=
      distance [1; 1] corner middle). apply Rmax_lub; lra.
  - change (distance [1; 1] corner middle <= distance [1; 1] corner middle). lra.
Qed.

(* With eps = 28 a corner itself is released nearly always. *)
Lemma rarely_another (far : list nat -> bool) : far corner = false ->
  sumof (filter far (datasets 2 (length [1; 1])))
    (fun z => probability (mh_exp 0) [1; 1] 28 corner z) <= 1 / 4.
Proof.
  intros no. change (datasets 2 (length [1; 1])) with [opposite; middle; corner].
  assert (Ic : In corner (datasets 2 (length [1; 1]))) by (apply of_two_records; simpl; tauto).
  pose proof from_the_corner as [low high]. pose proof one_step as step.
  pose proof (Sexp_pos [1; 1] 2 corner 0 flat_prior ltac:(lia) Ic) as S.
  assert (rare : forall r, In r [opposite; middle; corner] ->
    distance [1; 1] corner middle <= distance [1; 1] corner r ->
    probability (mh_exp 0) [1; 1] 28 corner r <= 1 / 15).
  { intros r Ir away. apply of_two_records in Ir.
    eapply Rle_trans; [apply (release_le [1; 1] 2 flat_prior ltac:(lia) 28 0 corner Ic r Ir)|].
    set (s := Sexp [1; 1] corner 0) in *. set (d := distance [1; 1] corner r) in *.
    apply Rle_trans with (exp (- (14))).
    - apply exp_le. apply (Rmult_le_reg_r (2 * s)); [lra|].
      replace (- (28) * d / (2 * s) * (2 * s)) with (- (28) * d) by (field; lra). lra.
    - rewrite exp_Ropp. replace (1 / 15) with (/ 15) by field.
      apply Rinv_le_contravar; [lra|]. pose proof (exp_ineq1 14 ltac:(lra)). lra. }
  pose proof (rare opposite ltac:(simpl; tauto) ltac:(lra)).
  pose proof (rare middle ltac:(simpl; tauto) ltac:(lra)).
  unfold sumof. cbn [filter]. rewrite no. destruct (far opposite), (far middle);
    cbn [map suml]; lra.
Qed.

(* From a corner the other one is farther than the middle. *)
Theorem notes_lemma_2_2_split_is_met : met_notes_lemma_2_2_split_without_g_on_the_right.
Proof.
  exists 2%nat, [1; 1], corner, middle, opposite, 28, 0, (1 / 2).
  pose proof from_the_corner as far. pose proof (together corner ltac:(simpl; tauto)) as itself.
  pose proof (Sexp_pos [1; 1] 2 corner 0 flat_prior ltac:(lia)
    ltac:(apply of_two_records; simpl; tauto)) as positive.
  assert (1 < distance [1; 1] corner opposite / distance [1; 1] corner middle).
  { apply (Rmult_lt_reg_r (distance [1; 1] corner middle)); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  met; try apply (rational_Z 28).
  - rewrite !once_from_the_corner by (simpl; tauto). reflexivity.
  - eapply Rle_trans; [apply rarely_another | lra].
    set (q := distance [1; 1] corner opposite / _) in *. rewrite itself. unfold Rleb.
    destruct (Rle_dec _ _) as [|above]; [reflexivity|]. elim above.
    replace (Sexp [1; 1] corner 0 / (1 - q)) with (- (Sexp [1; 1] corner 0 / (q - 1)))
      by (field; lra).
    pose proof (Rdiv_lt_0_compat (Sexp [1; 1] corner 0) (q - 1) positive ltac:(lra)). lra.
Qed.

(* Of a dataset itself the score is above the threshold. *)
Theorem notes_lemma_2_2_G_above_is_met : met_notes_lemma_2_2_G_above_the_threshold.
Proof.
  exists 2%nat, [1; 1], middle, middle, 1, 0, 1.
  pose proof (together middle ltac:(simpl; tauto)) as itself.
  pose proof (Sexp_middle 0) as positive. pose proof (exp_ineq1 1 ltac:(lra)) as large.
  met. rewrite itself.
  replace (Sexp [1; 1] middle 0 / (1 - exp 1)) with (- (Sexp [1; 1] middle 0 / (exp 1 - 1)))
    by (field; lra).
  pose proof (Rdiv_lt_0_compat (Sexp [1; 1] middle 0) (exp 1 - 1) positive ltac:(lra)). lra.
Qed.

Theorem notes_lemma_2_2_negative_is_met :
  met_notes_lemma_2_2_beta_negative_equal_multiplicities.
Proof.
  exists 2%nat, [1; 1], opposite, middle, middle, 1, (-1).
  pose proof apart as pairs. pose proof (exp_ineq1 1 ltac:(lra)) as e.
  replace (- -1) with 1 by ring. met; try reflexivity.
  replace (- -1) with 1 by ring. nra.
Qed.

Theorem notes_lemma_2_3_shift_is_met : met_notes_lemma_2_3_U_shift_without_division.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite. met_of_cases. Qed.

Theorem notes_lemma_2_3_third_is_met : met_notes_lemma_2_3_U_u_3_with_a_sum.
Proof. exists 2%nat, [1; 1], opposite, middle, opposite, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_normalisers_is_met : met_notes_lemma_2_3_chain_normalisers.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_half_is_met : met_notes_lemma_2_3_half_at_most_without_the_factor.
Proof. exists 2%nat, [1; 1], opposite, opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Theorem notes_lemma_2_3_every_k_is_met :
  met_notes_lemma_2_3_three_halves_eps_half_delta_every_k.
Proof. exists 2%nat, [1; 1], opposite, middle, 1, (1 / 2). met_of_cases. Qed.

Ltac second_category :=
  intros i I; unfold range in I; simpl in I; destruct I as [<-|[]]; simpl; first [lia | lra].

Theorem notes_steps_two_is_met : met_notes_steps_equalH_beta_balanced.
Proof. exists 2%nat, [1; 1], middle, opposite, opposite. met; second_category. Qed.

Theorem notes_steps_one_is_met : met_notes_steps_equalH_dirichlet_balanced_1_step.
Proof.
  exists 2%nat, [1; 1], middle, opposite, opposite. met; try second_category;
    unfold replaced; rewrite neighbours_l1 by (unfold adjacent, middle; simpl; tauto); field.
Qed.
