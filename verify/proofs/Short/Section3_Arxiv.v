From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
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
