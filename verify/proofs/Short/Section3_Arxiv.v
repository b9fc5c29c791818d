From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values Reciprocals Instances.
From Dpbi.Short Require Import Section3.
From Dpbi.Statements.Short Require Import Section3_Arxiv.
Import ListNotations.
Open Scope R_scope.

Theorem thm_3_1_arxiv_from_one : reading_short_thm_3_1_arxiv_provable_from_one_on.
Proof.
  intros n prior eps gamma Hn Hp He G B.
  split; [apply thm_3_1_lsdim; assumption|]. split; [apply thm_3_1_lshist; assumption|].
  split; [apply ehd_printed_loss; auto; apply range_from_one; assumption|].
  split; [apply thm_3_1_ehds_a; assumption|].
  destruct (Rlt_dec 2 gamma); [now left|]. right. apply thm_3_1_ehds_b2; auto; lra.
Qed.

Theorem thm_3_1_arxiv_every_prior_refuted : refuted_short_thm_3_1_arxiv_provable_for_every_prior.
Proof.
  exists 1%nat, tiny, 1, 0. pose proof tiny_loss.
  repeat split; try lra; try apply tiny_rational; try apply tiny_prior; try lia;
    [apply (rational_Z 1) | apply (rational_Z 0)].
Qed.

(* EHDL, whose privacy the draft does not claim: two categories. *)
Theorem ehdl_two_eps : reading_short_ehdl_not_claimed_two_categories_within_two_eps.
Proof.
  intros n prior eps Hn Hp He K.
  eapply Rle_trans; [apply (uneven_mechanism prior n ehdl eps 4); try assumption; try reflexivity;
    simpl factor; simpl sens|].
  - lra.
  - intros x Ix. split; [apply (LS_pos prior n); assumption | lra].
  - intros x y Ix A L. pose proof (adjacent_in prior n x y Ix A) as Iy.
    pose proof (LS_pos prior n Hp Hn x Ix) as Px.
    pose proof (reciprocals_near prior n x y Hp Hn K Ix A) as B. apply Rabs_def2 in B.
    assert (LS prior y / LS prior x <= 1) by (apply div_le; lra). lra.
  - simpl factor. lra.
Qed.

Theorem ehdl_flat_prior : reading_short_ehdl_not_claimed_prior_1_1_within_1285_thousandths.
Proof.
  intros n prior eps Hn Hp He ->.
  eapply Rle_trans; [apply (uneven_mechanism [1; 1] n ehdl eps (257 / 100)); try assumption;
    try reflexivity; simpl factor; simpl sens|].
  - lra.
  - intros x Ix. split; [apply (LS_pos [1; 1] n); assumption | lra].
  - intros x y Ix A L. apply (flat_bound n); assumption.
  - simpl factor. lra.
Qed.

Theorem ehdl_two_eps_met : met_short_ehdl_not_claimed_two_categories_within_two_eps.
Proof. exists 2%nat, [1; 1], 1. met. Qed.

Theorem ehdl_flat_prior_met : met_short_ehdl_not_claimed_prior_1_1_within_1285_thousandths.
Proof. exists 2%nat, [1; 1], 1. met. Qed.
