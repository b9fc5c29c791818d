From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_Bounds_Local.
Import ListNotations.
Open Scope R_scope.

Theorem ehdl_upper : reading_short_thm_4_5_ehdl_upper_ehdl_k_max.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L.
  split; [lra|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  exact (share_max_n prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl K _
    (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

(* A bound with a larger sensitivity is a bound with the local one. *)
Lemma bound_by_local n eps a b S L : (1 <= n)%nat -> 0 < eps -> 0 < L -> L <= S -> 0 < b ->
  a < b / (INR n * exp (- eps / (2 * S))) -> a < b / (INR n * exp (- eps / (2 * L))).
Proof.
  intros Hn He Lp Le B A. eapply Rlt_le_trans; [exact A|].
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [apply records_weight, Hn|].
  apply Rmult_le_compat_l; [left; apply records_pos, Hn|]. apply exp_le.
  assert (/ (2 * S) <= / (2 * L)) by (apply Rinv_le_contravar; lra). unfold Rdiv. nra.
Qed.

Theorem ehdl_upper_above_one : reading_short_thm_4_5_ehdl_upper_literal_label_above_one.
Proof.
  intros n prior x s eps Hn Hp Jx Js He F K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L.
  split; [lra|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  apply (bound_by_local n eps _ _ (sqrt (1 - PI / 4))); try assumption.
  - rewrite <- smallest_value. eapply Rle_trans; [apply (LS_le_GS prior n x Ix)|].
    apply GS_upper; [exact Hp | exact Hn | apply range_from_one; assumption].
  - match goal with |- 0 < 2 * Rmax (INR ?i) ?j + 1 =>
      pose proof (pos_INR i); pose proof (Rmax_l (INR i) j) end. lra.
  - exact (share_max_n prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K _
      (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem ehdl_upper_true_gs : reading_short_thm_4_5_ehdl_upper_literal_label_true_gs.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L. pose proof (GS_pos prior n Hp Hn) as G.
  split; [lra|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  apply (bound_by_local n eps _ _ (GS prior n)); try assumption.
  - apply (LS_le_GS prior n x Ix).
  - match goal with |- 0 < 2 * Rmax (INR ?i) ?j + 1 =>
      pose proof (pos_INR i); pose proof (Rmax_l (INR i) j) end. lra.
  - exact (share_max_n prior n Hp Hn x Jx ehd_true eq_refl eps He _ G
      (true_sensitivity prior n x Jx) K _ (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem ehdl_lower : reading_short_thm_4_5_ehdl_lower_nplus1_k_min.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L. split; [lra|].
  apply (share_nearer_strict prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl K s Js).
  apply (least_lt1 prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl).
Qed.
