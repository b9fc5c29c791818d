From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section5_2_4_Proof.
Import ListNotations.
Open Scope R_scope.

Theorem theorem_5_1_bound : reading_tailoring_theorem_5_1_bound_literal.
Proof.
  intros n prior x s gamma Hn Hp Ix Is G. dataset Ix. dataset Is.
  pose proof (LS_pos prior n Hp Hn s Is) as Ls.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sp.
  pose proof (Sharm_inv_le prior n Hp Hn gamma x s G Ix Is) as B.
  assert (P : 0 < 1 / LS prior s + gamma * replaced x s).
  { assert (0 < 1 / LS prior s) by (apply Rdiv_lt_0_compat; lra).
    pose proof (Rmult_le_pos _ _ G (replaced_nonneg x s)). lra. }
  split; [lra|]. split; [lra|]. split; [lra|]. split; [lra|]. split; [|exact B].
  replace (Sharm prior x gamma) with (1 / (1 / Sharm prior x gamma)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [|exact B].
  apply Rdiv_lt_0_compat; lra.
Qed.

Theorem theorem_5_1_triangle : reading_tailoring_theorem_5_1_triangle_literal.
Proof.
  intros n prior x y s Hn Hp Ix Iy Is A.
  assert (E : replaced x y = 1) by (unfold replaced; rewrite (neighbours_l1 x y A); field).
  pose proof (replaced_neighbours x y s A). lra.
Qed.

Theorem theorem_5_1_shift : reading_tailoring_theorem_5_1_shift_literal.
Proof.
  intros n prior x y s gamma Hn Hp Ix Iy Is G A. dataset Is.
  pose proof (LS_pos prior n Hp Hn s Is). pose proof (replaced_neighbours x y s A).
  split; [lra|]. split.
  - apply Rmult_le_compat_l; lra.
  - apply equal_within; [lra | ring].
Qed.

Theorem theorem_5_1_step : reading_tailoring_theorem_5_1_step_x_eq_maximiser_for_x.
Proof.
  intros n prior y gamma Hn Hp Iy G. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  split; [intros z Iz; pose proof (LS_pos prior n Hp Hn z Iz); lra|]. split; [lra|].
  destruct (Sharm_inv_attained prior n Hp Hn gamma y G Iy) as (s & Is & E).
  exists s. split; [exact Is|]. apply equal_within; [lra|]. rewrite E. ring.
Qed.

Theorem theorem_5_1_step_any : reading_tailoring_theorem_5_1_step_arbitrary_x_at_least.
Proof.
  intros n prior y s gamma Hn Hp Iy Is G. dataset Iy. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  pose proof (LS_pos prior n Hp Hn s Is).
  pose proof (Sharm_inv_le prior n Hp Hn gamma y s G Iy Is).
  split; [lra|]. split; lra.
Qed.

Theorem theorem_5_1_end : reading_tailoring_theorem_5_1_end_literal.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  split; [lra|]. split; [lra|]. apply (Sharm_smooth prior n); assumption.
Qed.
