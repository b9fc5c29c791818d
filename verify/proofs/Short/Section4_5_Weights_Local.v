From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  SmoothWeights GammaRatios Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_Weights_Local.
Import ListNotations.
Open Scope R_scope.

Theorem local_step_setsum : reading_short_thm_4_5_ehdl_step_setsum_to_25_digits.
Proof.
  intros n prior x s eps Hn Hp Jx Js He. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L.
  split; [intros; lra|]. split; [lra|]. split.
  - apply Rgt_not_eq. apply (weights_pos prior n Hp Hn eps x).
  - apply equal_near; [lra|].
    apply (share_weights prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl).
Qed.

Theorem local_step_upper1 : reading_short_thm_4_5_ehdl_step_upper1_k_max.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L.
  split; [lra|]. split; [apply Rgt_not_eq, records_weight, Hn|]. left.
  exact (share_max_n prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl K _
    (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem local_step_lower1_a : reading_short_a_thm_4_5_ehdl_step_lower1_nplus1_k_min.
Proof.
  intros n prior x eps t Hn Hp Jx He T K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L. split; [lra|].
  exact (share_below prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl K t T).
Qed.

Theorem local_step_lower1_b : reading_short_b_thm_4_5_ehdl_step_lower1_weights_of_the_event.
Proof. exact local_step_lower1_a. Qed.

Theorem local_step_lower2_a : reading_short_a_thm_4_5_ehdl_step_lower2_at_least.
Proof.
  intros n prior x eps t j Hn Hp Jx He T Hj T1. dataset Jx.
  pose proof (LS_pos prior n Hp Hn x Jx) as L. split; [lra|].
  apply larger_exponent; [exact Hn | lra | exact L | exact T1].
Qed.

Theorem local_step_lower2_b : reading_short_b_thm_4_5_ehdl_step_lower2_literal.
Proof.
  intros n prior x eps j Hn Hp Jx He Hj. dataset Jx.
  pose proof (LS_pos prior n Hp Hn x Jx) as L. split; [lra|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  apply lower_below_upper; [exact Hn | exact He | exact L].
Qed.
