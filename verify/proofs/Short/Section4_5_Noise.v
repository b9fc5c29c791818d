From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  NoisyCounts Release SharesCompared NearReleases Instances.
From Dpbi.Statements.Short Require Import Section4_5_Noise.
Import ListNotations.
Open Scope R_scope.

Theorem mid_symmetric : reading_short_thm_4_5_lshist_mid_event_within_k_symmetric.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K Sym Ends.
  exact (noise_share_symmetric prior n Hp Hn x Jx K s eps He Js Sym Ends).
Qed.

Theorem mid_real_noise : reading_short_thm_4_5_lshist_mid_real_noise.
Proof. intros eps j He Hj. field. Qed.

(* Where nothing is clamped, at most j steps either way. *)
Theorem mid_floor : reading_short_thm_4_5_lshist_mid_eq_pr_klefloor_eta_lek.
Proof.
  intros n prior x eps j Hn Hp Ix He _ K L0 L1. apply INR_lt in L0. apply INR_lt in L1.
  rewrite (interval_release prior n x eps _ j j Hp Hn He K Ix L0 L1).
  - replace (- eps * INR j) with (- INR j * eps) by ring.
    replace (- eps * (INR j + 1)) with (- (INR j + 1) * eps) by ring. reflexivity.
  - intros z Iz. rewrite Bool.andb_true_iff. unfold Rleb.
    destruct (Rle_dec _ _) as [A|A], (Rle_dec _ _) as [B|B]; split; intros C;
      try (destruct C; discriminate); try (split; reflexivity).
    + split; apply INR_le; rewrite ?plus_INR, ?minus_INR by lia; lra.
    + exfalso. apply B. destruct C as [_ C]. apply le_INR in C. rewrite plus_INR in C. lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      lra.
Qed.

Theorem tail_literal : reading_short_thm_4_5_lshist_tail_literal.
Proof. exact mid_real_noise. Qed.

Theorem tail_floored : reading_short_thm_4_5_lshist_tail_floored.
Proof. exact mid_floor. Qed.

Theorem ineq_literal : reading_short_thm_4_5_lshist_ineq_literal.
Proof.
  intros eps j He Hj. assert (exp (- eps * (INR j + 1)) <= exp (- eps * INR j)); [|lra].
  apply exp_le. lra.
Qed.

Theorem mid_floor_met : met_short_thm_4_5_lshist_mid_eq_pr_klefloor_eta_lek.
Proof. exists 2%nat, [1; 1], middle, 1, 0%nat. met. Qed.
