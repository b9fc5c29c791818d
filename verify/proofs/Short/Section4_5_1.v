From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_1.
Import ListNotations.
Open Scope R_scope.

Theorem cor_4_5_1_step : reading_short_cor_4_5_1_step_exponent_of_the_weights.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K K1. split; [exact printed_root|].
  split; [exact printed_twice|]. intros Many.
  exact (noise_above_weights prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K
    _ (around_nearer_than prior n Hp Hn x Jx s Js) K1 Many).
Qed.

Theorem cor_4_5_1_threshold : reading_short_cor_4_5_1_threshold_with_e_eps_2gs.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K K1. split; [exact printed_root|].
  split; [exact printed_twice|]. intros Many.
  apply (cor_4_5_1_step n prior x s eps Hn Hp Jx Js He K K1). left. exact Many.
Qed.

Theorem cor_4_5_1_simplify : reading_short_cor_4_5_1_simplify_kge1.
Proof.
  intros eps j He Hj J1. set (q := exp (- eps)). set (big := exp (- eps * INR j)).
  assert (Q : 0 < q < 1).
  { split; [apply exp_pos|]. unfold q. rewrite <- exp_0. apply exp_increasing. lra. }
  assert (B : big <= q) by (apply exp_le; nra).
  assert (P : 0 < q * (1 - big)) by (apply Rmult_lt_0_compat; lra).
  split; [lra|]. split; [lra|].
  replace (exp eps) with (/ q) by (unfold q; rewrite exp_Ropp, Rinv_inv; reflexivity).
  replace ((2 * INR j + 1) * / q / (1 - q)) with ((2 * INR j + 1) / (q * (1 - q)))
    by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [|nra].
  apply Rmult_lt_0_compat; lra.
Qed.
