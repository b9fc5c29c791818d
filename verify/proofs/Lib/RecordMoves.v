(* One record that moves: distances by coordinates, with bounds of one step of one parameter. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Losses.
Import ListNotations.
Open Scope R_scope.

(* g(u) = Gamma(u + 1/2) / sqrt(Gamma(u) Gamma(u + 1)), the affinity of one step. *)
Definition step_affinity (u : R) : R := sqrt (rho1 u (u + 1)).

Lemma rho1_pos a b : 0 < a -> 0 < b -> 0 < rho1 a b.
Proof.
  intros A B. unfold rho1. pose proof (Gamma_pos a A). pose proof (Gamma_pos b B).
  pose proof (Gamma_pos ((a + b) / 2) ltac:(lra)).
  apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
Qed.

Lemma rho1_le1 a b : 0 < a -> 0 < b -> rho1 a b <= 1.
Proof.
  intros A B. unfold rho1. pose proof (Gamma_convex a b A B). pose proof (Gamma_pos a A).
  pose proof (Gamma_pos b B). apply div_le; [apply Rmult_lt_0_compat; assumption | lra].
Qed.

Lemma rho1_step_lt1 u : 0 < u -> rho1 u (u + 1) < 1.
Proof.
  intros U. unfold rho1. pose proof (Gamma_strictly_convex u (u + 1) U ltac:(lra) ltac:(lra)).
  pose proof (Gamma_pos u U). pose proof (Gamma_pos (u + 1) ltac:(lra)).
  assert (P : 0 < Gamma u * Gamma (u + 1)) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_lt_reg_r with (Gamma u * Gamma (u + 1)); [exact P|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* The step from u + 1 by the step from u. *)
Lemma rho1_next u : 0 < u ->
  rho1 (u + 1) (u + 1 + 1) = rho1 u (u + 1) * ((u + 1 / 2) * (u + 1 / 2) / (u * (u + 1))).
Proof.
  intros U. unfold rho1. replace ((u + 1 + (u + 1 + 1)) / 2) with ((u + (u + 1)) / 2 + 1)
    by field.
  rewrite (Gamma_S (u + 1)) by lra. rewrite (Gamma_S ((u + (u + 1)) / 2)) by lra.
  pose proof (Gamma_pos (u + 1) ltac:(lra)) as P1. pose proof (Gamma_pos u U).
  rewrite (Gamma_S u U) in *. field. lra.
Qed.

(* A lower bound: Gamma is convex from u + 1/2 to u + 3/2. *)
Lemma rho1_lower u : 0 < u -> u / (u + 1 / 2) <= rho1 u (u + 1).
Proof.
  intros U. unfold rho1.
  pose proof (Gamma_convex (u + 1 / 2) (u + 1 / 2 + 1) ltac:(lra) ltac:(lra)) as C.
  replace ((u + 1 / 2 + (u + 1 / 2 + 1)) / 2) with (u + 1) in C by field.
  replace ((u + (u + 1)) / 2) with (u + 1 / 2) by field.
  rewrite (Gamma_S (u + 1 / 2)) in C by lra. rewrite (Gamma_S u U) in *.
  pose proof (Gamma_pos u U) as P. set (G := Gamma (u + 1 / 2)) in *. set (g := Gamma u) in *.
  assert (Q : 0 < g * (u * g)) by (apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat];
    assumption).
  apply Rmult_le_reg_r with (g * (u * g) * (u + 1 / 2)); [apply Rmult_lt_0_compat; lra|].
  replace (u / (u + 1 / 2) * (g * (u * g) * (u + 1 / 2))) with (u * g * (u * g)) by (field; lra).
  replace (G * G / (g * (u * g)) * (g * (u * g) * (u + 1 / 2))) with (G * ((u + 1 / 2) * G))
    by (field; lra).
  exact C.
Qed.

(* An upper bound from 1/2 on: g(u) <= 8u / (8u + 1).  The quotient of the squares increases from
   u to u + 1, and tends to 1. *)
Definition excess (u : R) : R := rho1 u (u + 1) * ((8 * u + 1) * (8 * u + 1) / (64 * (u * u))).

Lemma excess_next u : 1 / 2 <= u -> excess u <= excess (u + 1).
Proof.
  intros U. unfold excess. rewrite rho1_next by lra. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [left; apply rho1_pos; lra|].
  apply Rmult_le_reg_r with (64 * (u * u) * ((u + 1) * (u + 1) * (u + 1))).
  { repeat apply Rmult_lt_0_compat; lra. }
  replace ((8 * u + 1) * (8 * u + 1) / (64 * (u * u)) * (64 * (u * u) * ((u + 1) * (u + 1) *
    (u + 1)))) with ((8 * u + 1) * (8 * u + 1) * ((u + 1) * (u + 1) * (u + 1))) by (field; lra).
  replace ((u + 1 / 2) * (u + 1 / 2) / (u * (u + 1)) * ((8 * (u + 1) + 1) * (8 * (u + 1) + 1) /
    (64 * ((u + 1) * (u + 1)))) * (64 * (u * u) * ((u + 1) * (u + 1) * (u + 1)))) with
    ((u + 1 / 2) * (u + 1 / 2) * ((8 * u + 9) * (8 * u + 9)) * u) by (field; lra).
  assert (0 <= 2 * (u * u) + 5 / 4 * u - 1) by nra.
  replace ((u + 1 / 2) * (u + 1 / 2) * ((8 * u + 9) * (8 * u + 9)) * u) with
    ((8 * u + 1) * (8 * u + 1) * ((u + 1) * (u + 1) * (u + 1)) + (2 * (u * u) + 5 / 4 * u - 1))
    by field.
  lra.
Qed.

Lemma excess_later u m : 1 / 2 <= u -> excess u <= excess (u + INR m).
Proof.
  intros U. induction m as [|m IH]; [rewrite Rplus_0_r; lra|].
  eapply Rle_trans; [exact IH|]. rewrite S_INR, <- Rplus_assoc. apply excess_next.
  pose proof (pos_INR m). lra.
Qed.

Lemma excess_le1 u : 1 / 2 <= u -> excess u <= 1.
Proof.
  intros U. apply Rnot_lt_le. intros X. set (d := excess u - 1) in *.
  assert (D : 0 < d) by (unfold d; lra).
  assert (big : exists m : nat, 1 / d < INR m).
  { exists (Z.to_nat (up (1 / d))). destruct (archimed (1 / d)) as [A _].
    assert (0 < 1 / d) by (apply Rdiv_lt_0_compat; lra).
    rewrite INR_IZR_INZ, Z2Nat.id; [lra|]. apply le_IZR. lra. }
  destruct big as [m M].
  assert (MD : 1 < INR m * d).
  { apply (Rmult_lt_compat_r d) in M; [|exact D]. unfold Rdiv in M.
    rewrite Rmult_assoc, Rinv_l in M by lra. lra. }
  pose proof (excess_later u m U) as L. set (w := u + INR m) in *.
  pose proof (pos_INR m) as Pm. assert (W : INR m < w) by (unfold w; lra).
  pose proof (rho1_le1 w (w + 1) ltac:(lra) ltac:(lra)) as R1.
  assert (W0 : 1 / 2 <= w) by (unfold w; lra).
  assert (B : excess w <= (8 * w + 1) * (8 * w + 1) / (64 * (w * w))).
  { unfold excess. rewrite <- (Rmult_1_l ((8 * w + 1) * (8 * w + 1) / (64 * (w * w)))) at 2.
    apply Rmult_le_compat_r; [|exact R1].
    apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; nra]. }
  assert (C : (8 * w + 1) * (8 * w + 1) / (64 * (w * w)) <= 1 + 1 / w).
  { apply div_le; [nra|]. replace ((1 + 1 / w) * (64 * (w * w))) with (64 * (w * w) + 64 * w)
      by (field; lra). nra. }
  assert (E : 1 / w < d).
  { apply Rmult_lt_reg_r with w; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  unfold d in E. lra.
Qed.

Lemma step_affinity_pos u : 0 < u -> 0 < step_affinity u.
Proof. intros U. apply sqrt_lt_R0, rho1_pos; lra. Qed.

Lemma step_affinity_lt1 u : 0 < u -> step_affinity u < 1.
Proof.
  intros U. apply Rlt_le_trans with (sqrt 1); [|rewrite sqrt_1; lra]. apply sqrt_lt_1_alt.
  pose proof (rho1_pos u (u + 1) U ltac:(lra)). pose proof (rho1_step_lt1 u U).
  split; lra.
Qed.

Lemma step_affinity_sqr u : 0 < u -> step_affinity u * step_affinity u = rho1 u (u + 1).
Proof. intros U. apply sqrt_sqrt. left. apply rho1_pos; lra. Qed.

Lemma step_affinity_mono u v : 0 < u -> u <= v -> step_affinity u <= step_affinity v.
Proof. intros U L. apply sqrt_le_1_alt, step_mono; assumption. Qed.

Lemma step_affinity_upper u : 1 / 2 <= u -> step_affinity u <= 8 * u / (8 * u + 1).
Proof.
  intros U. apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat;
    lra]].
  unfold Rsqr. rewrite step_affinity_sqr by lra. pose proof (excess_le1 u U) as E.
  unfold excess in E.
  apply Rmult_le_reg_r with ((8 * u + 1) * (8 * u + 1) / (64 * (u * u))).
  - apply Rdiv_lt_0_compat; nra.
  - replace (8 * u / (8 * u + 1) * (8 * u / (8 * u + 1)) * ((8 * u + 1) * (8 * u + 1) /
      (64 * (u * u)))) with 1 by (field; lra). exact E.
Qed.

(* phi = 1 - g, the squared distance of one step of one parameter: 1/phi is between 4u + 1 and
   8u + 1. *)
Lemma step_gap_lower u : 1 / 2 <= u -> 1 / (8 * u + 1) <= 1 - step_affinity u.
Proof.
  intros U. pose proof (step_affinity_upper u U).
  replace (1 / (8 * u + 1)) with (1 - 8 * u / (8 * u + 1)) by (field; lra). lra.
Qed.

Lemma step_gap_upper u : 0 < u -> 1 - step_affinity u <= 1 / (4 * u + 1).
Proof.
  intros U. pose proof (rho1_lower u U) as L. pose proof (step_affinity_sqr u U) as S.
  pose proof (step_affinity_pos u U). pose proof (step_affinity_lt1 u U).
  set (g := step_affinity u) in *. rewrite <- S in L.
  assert (P : 0 < 4 * u + 1) by lra.
  apply Rmult_le_reg_r with (4 * u + 1); [exact P|].
  replace (1 / (4 * u + 1) * (4 * u + 1)) with 1 by (field; lra).
  assert (L2 : u / (u + 1 / 2) * (2 * u + 1) <= g * g * (2 * u + 1))
    by (apply Rmult_le_compat_r; lra).
  replace (u / (u + 1 / 2) * (2 * u + 1)) with (2 * u) in L2 by (field; lra).
  assert (B : 4 * u + 1 <= (2 * u + 1) * (1 + g)) by nra.
  apply Rle_trans with ((1 - g) * ((2 * u + 1) * (1 + g))); [apply Rmult_le_compat_l; lra | nra].
Qed.
