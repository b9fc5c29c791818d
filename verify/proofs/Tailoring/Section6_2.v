From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents.
From Dpbi.Statements.Tailoring Require Import Section6_2.
Import ListNotations.
Open Scope R_scope.

Theorem tail_exact : reading_tailoring_6_2_tight_2s_everywhere.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [intros _ _ _; lra|]. split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  apply (event_quotient prior n (mh gamma) eps x _ eq_refl Ix).
Qed.

Theorem tail_exact_s : reading_tailoring_6_2_tight_s_everywhere_mechanism_with_eps_s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (1 * Sharm prior x gamma)).
  split; [intros _ _ _; lra|]. split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  apply (event_quotient prior n (mh_s gamma) eps x _ eq_refl Ix).
Qed.

Theorem tail_by_number : reading_tailoring_6_2_loose1_2s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ _ Hp Hn eq_refl eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_without_normaliser : reading_tailoring_6_2_Nn_existential_2s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_of_minus_h : reading_tailoring_6_2_loose2_ueq_h.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_of_plus_h : reading_tailoring_6_2_loose2_ueqplush.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z Iz E. apply Rleb_true in E. pose proof (unit_distance prior n Hp x z Ix Iz).
    apply exponent_le; lra.
Qed.
