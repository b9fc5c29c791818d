From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Losses PrintedConstant Counting Balanced Instances.
From Dpbi.Statements.Short Require Import Section1_Sensitivities.
Import ListNotations.
Open Scope R_scope.

Theorem prelim_ls : reading_short_prelim_ls_literal.
Proof.
  intros n prior x y r Hn Hp Ix Iy Ir A. dataset Ix. dataset Iy. dataset Ir. split.
  - eapply Rle_trans; [|apply distance_le_LS, A].
    apply (metric1_abs _ _ (distance_metric prior n Hp)); assumption.
  - destruct (maxof_in (neighbours x) (fun z => distance prior x z)
      (neighbours_some_in prior n Hp Hn x Ix)) as (z & Iz & E).
    exists z. split; [exact Iz | symmetry; exact E].
Qed.

Lemma Sharm_le_GS prior n x gamma : is_prior prior -> (1 <= n)%nat -> 0 <= gamma ->
  In x (datasets n (length prior)) -> Sharm prior x gamma <= GS prior n.
Proof.
  intros Hp Hn G Ix. pose proof (GS_pos prior n Hp Hn) as P.
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. unfold Sharm. rewrite Ex.
  match goal with |- 1 / minof ?l ?f <= _ => destruct (minof_in l f
    (datasets_some prior n Hp Hn)) as (z & Iz & ->) end.
  pose proof (LS_pos prior n Hp Hn z Iz) as Lz. pose proof (LS_le_GS prior n z Iz) as Gz.
  assert (0 <= gamma * replaced x z) by (apply Rmult_le_pos; [exact G | apply replaced_nonneg]).
  assert (1 / GS prior n <= 1 / LS prior z)
    by (apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]).
  assert (0 < 1 / GS prior n) by (apply Rdiv_lt_0_compat; lra).
  replace (GS prior n) with (1 / (1 / GS prior n)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Theorem prelim_smooth : reading_short_prelim_smooth_literal_gammage0.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Px.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Py.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_le_GS prior n x gamma Hp Hn G Ix).
  pose proof (Sharm_smooth_abs prior n Hp Hn gamma x y G Ix A).
  split; [intros _; lra|]. split; [intros _; lra|]. repeat split; lra.
Qed.

Theorem prelim_ls_met : met_short_prelim_ls_literal.
Proof. exists 2%nat, [1; 1], middle, corner, middle. met. Qed.

Theorem prelim_smooth_met : met_short_prelim_smooth_literal_gammage0.
Proof. exists 2%nat, [1; 1], middle, corner, 1. met. Qed.
