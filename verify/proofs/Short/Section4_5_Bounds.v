From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_Bounds.
Import ListNotations.
Open Scope R_scope.

Theorem ehd_upper_n : reading_short_thm_4_5_ehd_upper_repaired_2kplus1_n_e_eps_2gs_k_max.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  exact (share_max_n prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K _
    (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem ehd_upper_n1 : reading_short_thm_4_5_ehd_upper_repaired_with_nplus1_k_max.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight_1|].
  exact (share_max prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K _
    (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem ehd_upper_n1_true : reading_short_thm_4_5_ehd_upper_repaired_with_nplus1_true_gs.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof (GS_pos prior n Hp Hn) as G.
  split; [lra|]. split; [apply Rgt_not_eq, records_weight_1|].
  exact (share_max prior n Hp Hn x Jx ehd_true eq_refl eps He _ G (true_sensitivity prior n x Jx)
    K _ (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem ehd_lower_n1 : reading_short_thm_4_5_ehd_lower_nplus1_k_min.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  apply (share_nearer_strict prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl
    K s Js). rewrite <- exp_0. apply exp_increasing. lra.
Qed.

Theorem ehd_lower_printed_share : reading_short_thm_4_5_ehd_lower_printed_share.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  exact (share_nearer prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K s Js).
Qed.

Theorem ehd_lower_uniform_share : reading_short_thm_4_5_ehd_lower_uniform_share.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof (GS_pos prior n Hp Hn) as G.
  exact (share_nearer prior n Hp Hn x Jx ehd_true eq_refl eps He _ G
    (true_sensitivity prior n x Jx) K s Js).
Qed.
