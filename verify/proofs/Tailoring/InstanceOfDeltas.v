(* Lemma 5.5: an instance at which the delta of the draft's bracket is not negative.  With the
   prior (1/1000, 1000) and two records the sensitivity falls, by a factor of about three, from one
   record of the first category to two. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses Counting TwoCategories Balanced SmoothWeights Instances
  InstancesOfCases UnionBound LocalGap Pi.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Four_Cases.
Import ListNotations.
Open Scope R_scope.

Lemma rho1_half u : 0 < u ->
  rho1 u (u + 1) * rho1 (u + 1 / 2) (u + 1 / 2 + 1) = u / (u + 1 / 2).
Proof.
  intros U. unfold rho1. replace ((u + (u + 1)) / 2) with (u + 1 / 2) by field.
  replace ((u + 1 / 2 + (u + 1 / 2 + 1)) / 2) with (u + 1) by field.
  rewrite (Gamma_S (u + 1 / 2)), (Gamma_S u U) by lra.
  pose proof (Gamma_pos u U). pose proof (Gamma_pos (u + 1 / 2) ltac:(lra)). field. lra.
Qed.

Lemma root_le a c : 0 <= c -> a * a <= c * c -> a <= c.
Proof. intros C L. apply Rsqr_incr_0_var; assumption. Qed.

Lemma power_of_exp u n : exp u ^ n = exp (INR n * u).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|].
  cbn [pow]. rewrite IH, <- exp_plus, S_INR. f_equal. ring.
Qed.

Definition short_step : R := step_distance (1 / 1000) 1000 1 0.
Definition long_step : R := step_distance (1 / 1000) 1000 0 1.

Lemma short_step_bounds : 31 / 100 <= short_step <= 3382 / 10000.
Proof.
  unfold short_step, step_distance. change (INR 1) with 1. change (INR 0) with 0.
  rewrite Rplus_0_r. set (u := 1 / 1000 + 1). assert (U : u = 1001 / 1000) by (unfold u; lra).
  pose proof (step_affinity_pos u ltac:(lra)) as A0.
  pose proof (step_affinity_sqr u ltac:(lra)) as A2.
  pose proof (step_affinity_pos 1000 ltac:(lra)) as B0.
  pose proof (step_affinity_sqr 1000 ltac:(lra)) as B2.
  pose proof (step_affinity_le1 1000 ltac:(lra)) as B1.
  set (A := step_affinity u) in *. set (B := step_affinity 1000) in *.
  pose proof (step_mono 1 u ltac:(lra) ltac:(lra)) as M. pose proof g1_value as G.
  unfold g1 in G. replace (1 + 1) with 2 in M by ring. pose proof PI_digits as Digits.
  pose proof (rho1_half u ltac:(lra)) as Q.
  pose proof (step_mono u (u + 1 / 2) ltac:(lra) ltac:(lra)) as N.
  pose proof (rho1_half 1000 ltac:(lra)) as Q'.
  pose proof (rho1_step_bounds (1000 + 1 / 2) ltac:(lra)) as W.
  pose proof (rho1_step_bounds 1000 ltac:(lra)) as W'.
  assert (Au : A * A * (A * A) <= 667 / 1000).
  { rewrite A2. apply Rle_trans with (u / (u + 1 / 2)).
    - rewrite <- Q. apply Rmult_le_compat_l; [rewrite <- A2; nra | exact N].
    - rewrite U. lra. }
  assert (Bl : 999 / 1000 <= B * B).
  { rewrite B2. apply Rle_trans with (1000 / (1000 + 1 / 2)); [lra|].
    rewrite <- Q'. rewrite <- (Rmult_1_r (rho1 1000 (1000 + 1))) at 2.
    apply Rmult_le_compat_l; lra. }
  assert (Al : 7853 / 10000 <= A * A) by (rewrite A2; lra).
  assert (Amost : A <= 9039 / 10000).
  { apply root_le; [lra|]. apply Rle_trans with (8170352 / 10000000); [|lra].
    apply root_le; lra. }
  assert (ABmost : A * B <= 9039 / 10000) by nra.
  assert (ABleast : 8857 / 10000 <= A * B).
  { apply root_le; [apply Rmult_le_pos; lra|].
    replace (A * B * (A * B)) with (A * A * (B * B)) by ring.
    apply Rle_trans with (7853 / 10000 * (999 / 1000)); [lra|]. apply Rmult_le_compat; lra. }
  split.
  - apply Rsqr_incr_0_var; [|apply sqrt_pos]. rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
  - apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
Qed.

Lemma long_step_bounds : 967 / 1000 <= long_step <= 1.
Proof.
  unfold long_step, step_distance. change (INR 1) with 1. change (INR 0) with 0.
  rewrite Rplus_0_r. pose proof (step_affinity_pos (1 / 1000) ltac:(lra)) as A0.
  pose proof (step_affinity_sqr (1 / 1000) ltac:(lra)) as A2.
  pose proof (step_affinity_pos (1000 + 1) ltac:(lra)) as B0.
  pose proof (step_affinity_le1 (1000 + 1) ltac:(lra)) as B1.
  pose proof (step_upper (1 / 1000) ltac:(lra)) as U.
  set (A := step_affinity (1 / 1000)) in *. set (B := step_affinity (1000 + 1)) in *.
  assert (A * A <= 4 / 1000) by (rewrite A2; lra).
  assert (A <= 64 / 1000) by (apply root_le; lra).
  assert (P : 0 <= A * B) by (apply Rmult_le_pos; lra).
  assert (Q : A * B <= 64 / 1000) by nra. split.
  - apply Rsqr_incr_0_var; [|apply sqrt_pos]. rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
  - apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
Qed.

Lemma sharp_prior : is_prior [1 / 1000; 1000].
Proof. split; simpl; [lia | repeat constructor; lra]. Qed.

(* The distances. *)
Lemma sharp_distances :
  distance [1 / 1000; 1000] middle corner = short_step /\
  distance [1 / 1000; 1000] corner middle = short_step /\
  distance [1 / 1000; 1000] opposite middle = long_step /\
  distance [1 / 1000; 1000] middle opposite = long_step /\
  long_step <= distance [1 / 1000; 1000] corner opposite /\
  distance [1 / 1000; 1000] corner corner = 0 /\ distance [1 / 1000; 1000] middle middle = 0.
Proof.
  pose proof (distance_metric [1 / 1000; 1000] 2 sharp_prior) as M.
  destruct (step_distance_spec (1 / 1000) 1000 ltac:(lra) ltac:(lra) 1 0) as [E1 E2].
  destruct (step_distance_spec (1 / 1000) 1000 ltac:(lra) ltac:(lra) 0 1) as [E3 E4].
  assert (In opposite (datasets 2 2) /\ In middle (datasets 2 2) /\ In corner (datasets 2 2))
    as (Io & Im & Ic) by (repeat split; apply datasets_spec; split; reflexivity).
  split; [exact E1|]. split; [exact E2|]. split; [exact E3|]. split; [exact E4|]. split.
  - rewrite (m_sym _ _ M corner opposite Ic Io). unfold long_step. rewrite <- E3.
    pose proof (distance_right (1 / 1000) 1000 2 ltac:(lra) ltac:(lra) 0 1 0 ltac:(lia)
      ltac:(lia)) as L. left. exact L.
  - split; apply (m_refl _ _ M); assumption.
Qed.

Lemma sharp_local : LS [1 / 1000; 1000] opposite = long_step /\
  LS [1 / 1000; 1000] middle = long_step /\ LS [1 / 1000; 1000] corner = short_step.
Proof.
  destruct sharp_distances as (E1 & E2 & E3 & E4 & _).
  pose proof short_step_bounds. pose proof long_step_bounds.
  unfold LS, maxof. unfold opposite, middle, corner in *. cbn [neighbours more less app map maxl].
  rewrite E1, E2, E3, E4. rewrite ?Rmax_left, ?Rmax_right by lra. repeat split; reflexivity.
Qed.

Lemma exp_minus3 : exp (- (3)) <= 1 / 8.
Proof.
  rewrite exp_Ropp. pose proof (exp_fourth 3 ltac:(lra)) as E.
  replace (1 / 8) with (/ 8) by lra. apply Rinv_le_contravar; lra.
Qed.

Lemma shrinks_by_three d : 1 <= d -> 0 < exp (- (3) * d) <= 1 / 8.
Proof.
  intros D. split; [apply exp_pos|]. eapply Rle_trans; [|exact exp_minus3]. apply exp_le. lra.
Qed.

(* The smooth sensitivity at 3 is the local one. *)
Lemma sharp_smooth : Sexp [1 / 1000; 1000] middle 3 = long_step /\
  Sexp [1 / 1000; 1000] corner 3 = short_step.
Proof.
  destruct sharp_local as (Lo & Lm & Lc). pose proof short_step_bounds.
  pose proof long_step_bounds.
  assert (In middle (datasets 2 2) /\ In corner (datasets 2 2)) as (Im & Ic)
    by (split; apply datasets_spec; split; reflexivity).
  assert (N : datasets 2 2 <> []) by (intros E; rewrite E in Im; destruct Im). split.
  - apply Rle_antisym.
    + apply maxof_le; [exact N|]. intros z Iz. pose proof (replaced_nonneg middle z) as P.
      assert (X : 0 < exp (- (3) * replaced middle z) <= 1).
      { split; [apply exp_pos|]. rewrite <- exp_0. apply exp_le. lra. }
      destruct Iz as [<-|[<-|[<-|[]]]]; change [0%nat; 2%nat] with opposite in *;
        change [1%nat; 1%nat] with middle in *; change [2%nat; 0%nat] with corner in *;
        rewrite ?Lo, ?Lm, ?Lc; nra.
    + rewrite <- Lm at 1. apply (LS_le_Sexp [1 / 1000; 1000] 2 middle 3 Im).
  - apply Rle_antisym.
    + apply maxof_le; [exact N|]. intros z Iz.
      assert (far : forall w, l1 corner w = 2 \/ l1 corner w = 4 -> 1 <= replaced corner w)
        by (intros w [E|E]; unfold replaced; rewrite E; lra).
      destruct Iz as [<-|[<-|[<-|[]]]]; change [0%nat; 2%nat] with opposite;
        change [1%nat; 1%nat] with middle; change [2%nat; 0%nat] with corner;
        rewrite ?Lo, ?Lm, ?Lc.
      * pose proof (shrinks_by_three (replaced corner opposite)) as X.
        assert (D : 1 <= replaced corner opposite).
        { apply far. right. unfold corner, opposite. cbn [l1]. simpl INR.
          rewrite Rminus_0_r, Rminus_0_l, Rabs_Ropp, Rabs_right by lra. ring. }
        specialize (X D). nra.
      * pose proof (shrinks_by_three (replaced corner middle)) as X.
        assert (D : 1 <= replaced corner middle).
        { apply far. left. apply neighbours_l1. unfold adjacent, corner, middle. simpl. tauto. }
        specialize (X D). nra.
      * rewrite replaced_refl, Rmult_0_r, exp_0. lra.
    + rewrite <- Lc at 1. apply (LS_le_Sexp [1 / 1000; 1000] 2 corner 3 Ic).
Qed.

(* Eighth powers of 1 - t/8 and its inverse, on either side of exp(-t). *)
Lemma exp_eighth t : 0 <= t -> t < 8 ->
  (1 - t / 8) ^ 8 <= exp (- t) /\ exp t * (1 - t / 8) ^ 8 <= 1.
Proof.
  intros T U. assert (B : 0 <= (1 - t / 8) ^ 8 <= exp (- t)).
  { split; [apply pow_le; lra|].
    replace (exp (- t)) with (exp (- (t / 8)) ^ 8)
      by (rewrite power_of_exp; f_equal; simpl; field).
    apply pow_incr. split; [lra|]. pose proof (exp_ge (- (t / 8))). lra. }
  split; [apply B|]. apply Rle_trans with (exp t * exp (- t)).
  - apply Rmult_le_compat_l; [left; apply exp_pos | apply B].
  - rewrite <- exp_plus, Rplus_opp_r, exp_0. lra.
Qed.

Lemma inverse_bounds p : 31 / 100 <= p -> p <= 35 / 100 ->
  forall v, 0 < v -> v <= exp (- (4)) ->
  let w := exp (- (14 / 10 * p)) in let u := exp (- (14 / 10)) in
  1 + u + v < 1 + u + w /\
  1 < 1 / p * ln ((1 + u + w) / (1 + u + v)) <= 18 / 10.
Proof.
  intros P0 P1 v V0 V1 w u.
  assert (V : v <= 3 / 100).
  { eapply Rle_trans; [exact V1|]. rewrite exp_Ropp. pose proof (exp_fourth 4 ltac:(lra)) as E.
    apply Rle_trans with (/ 34); [apply Rinv_le_contravar; lra | lra]. }
  assert (W0 : 602 / 1000 <= w).
  { apply Rle_trans with (exp (- (49 / 100))); [|apply exp_le; lra].
    eapply Rle_trans; [|apply (exp_eighth (49 / 100)); lra]. simpl. lra. }
  assert (W1 : w <= 65 / 100).
  { apply Rle_trans with (exp (- (434 / 1000))); [apply exp_le; lra|]. rewrite exp_Ropp.
    pose proof (exp_fourth (434 / 1000) ltac:(lra)) as E.
    apply Rle_trans with (/ (154 / 100)); [apply Rinv_le_contravar; lra | lra]. }
  assert (U0 : 21 / 100 <= u).
  { eapply Rle_trans; [|apply (exp_eighth (14 / 10)); lra]. simpl. lra. }
  assert (U1 : u <= 251 / 1000).
  { unfold u. rewrite exp_Ropp. pose proof (exp_fourth (14 / 10) ltac:(lra)) as E.
    apply Rle_trans with (/ (399 / 100)); [apply Rinv_le_contravar; lra | lra]. }
  assert (T : exp p <= 1431 / 1000).
  { apply Rle_trans with (exp (35 / 100)); [apply exp_le; lra|].
    pose proof (exp_eighth (35 / 100) ltac:(lra) ltac:(lra)) as [_ E]. simpl in E. lra. }
  assert (Q : 0 < (1 + u + w) / (1 + u + v)) by (apply Rdiv_lt_0_compat; lra).
  split; [lra|]. split.
  - apply Rmult_lt_reg_l with p; [lra|]. rewrite Rmult_1_r, <- Rmult_assoc.
    replace (p * (1 / p)) with 1 by (field; lra). rewrite Rmult_1_l. rewrite <- (ln_exp p) at 1.
    apply ln_increasing; [apply exp_pos|].
    apply Rmult_lt_reg_r with (1 + u + v); [lra|].
    replace ((1 + u + w) / (1 + u + v) * (1 + u + v)) with (1 + u + w) by (field; lra).
    apply Rle_lt_trans with (1431 / 1000 * (1 + u + v)); [|lra].
    apply Rmult_le_compat_r; lra.
  - pose proof (ln_le_minus1 _ Q) as L.
    assert (B : (1 + u + w) / (1 + u + v) - 1 <= 54 / 100).
    { assert ((1 + u + w) / (1 + u + v) <= 154 / 100); [|lra]. apply div_le; lra. }
    apply Rmult_le_reg_l with p; [lra|]. rewrite <- Rmult_assoc.
    replace (p * (1 / p)) with 1 by (field; lra). rewrite Rmult_1_l. lra.
Qed.

Theorem tailoring_lemma_5_5_delta_largest_is_met :
  met_tailoring_lemma_5_5_max_delta_largest_where_not_negative.
Proof.
  exists 2%nat, [1 / 1000; 1000], middle, corner, corner, (14 / 5), 3.
  destruct sharp_smooth as [Sx Sy]. rewrite Sx, Sy.
  destruct sharp_distances as (E1 & E2 & E3 & E4 & E5 & E6 & E7).
  pose proof short_step_bounds as B1. pose proof long_step_bounds as B2.
  change (datasets 2 (length [1 / 1000; 1000])) with [opposite; middle; corner].
  unfold sumof. cbn [map suml]. rewrite E1, E2, E4, E6, E7.
  set (h := short_step) in *. set (g := long_step) in *.
  set (far := distance [1 / 1000; 1000] corner opposite) in *.
  set (p := h / g).
  assert (P0 : 31 / 100 <= p).
  { apply Rmult_le_reg_r with g; [lra|]. unfold p.
    replace (h / g * g) with h by (field; lra). nra. }
  assert (P1 : p <= 35 / 100) by (apply div_le; nra).
  set (v := exp (- (14 / 5) * far / (2 * h))).
  assert (V : v <= exp (- (4))).
  { apply exp_le. assert (4 <= 14 / 5 * far / (2 * h)); [|unfold Rdiv in *; lra].
    apply Rmult_le_reg_r with (2 * h); [lra|].
    replace (14 / 5 * far / (2 * h) * (2 * h)) with (14 / 5 * far) by (field; lra). nra. }
  pose proof (inverse_bounds p P0 P1 v (exp_pos _) V) as I. cbv zeta in I.
  replace (- (14 / 5) * h / (2 * g)) with (- (14 / 10 * p)) by (unfold p; field; lra).
  replace (- (14 / 5) * h / (2 * h)) with (- (14 / 10)) by (field; lra).
  replace (- (14 / 5) * g / (2 * g)) with (- (14 / 10)) by (field; lra).
  replace (- (14 / 5) * 0 / (2 * g)) with 0 by (field; lra).
  replace (- (14 / 5) * 0 / (2 * h)) with 0 by (field; lra). rewrite exp_0.
  replace (g / h) with (1 / p) by (unfold p; field; lra).
  set (u := exp (- (14 / 10))) in *. set (w := exp (- (14 / 10 * p))) in *.
  replace (u + (1 + (w + 0))) with (1 + u + w) by ring.
  replace (v + (u + (1 + 0))) with (1 + u + v) by ring.
  destruct I as (L & Above & Below).
  assert (U : 0 < u) by apply exp_pos. assert (V0 : 0 < v) by apply exp_pos.
  set (t := 1 / p * ln ((1 + u + w) / (1 + u + v))) in *.
  assert (rational_first : rational (1 / 1000))
    by (exists 1%Z, 1000%Z; split; [lia | reflexivity]).
  assert (rational_eps : rational (14 / 5)) by (exists 14%Z, 5%Z; split; [lia | reflexivity]).
  met; try exact sharp_prior; try exact rational_eps; try apply (rational_Z 3); intros;
    try lra; try (apply Rdiv_lt_0_compat; lra).
  - split; [exact sharp_prior|]. repeat constructor;
      [exact rational_first | apply (rational_Z 1000)].
  - assert (X : exp (14 / 5 / (2 * (1 - t))) <= exp (- (7 / 4))).
    { apply exp_le. replace (14 / 5 / (2 * (1 - t))) with (- (14 / 10 / (t - 1))) by (field; lra).
      apply Ropp_le_contravar. apply Rmult_le_reg_r with (t - 1); [lra|].
      replace (14 / 10 / (t - 1) * (t - 1)) with (14 / 10) by (field; lra). lra. }
    assert (Y : exp (- (7 / 4)) <= 1 / 4).
    { rewrite exp_Ropp. pose proof (exp_fourth (7 / 4) ltac:(lra)) as E.
      replace (1 / 4) with (/ 4) by lra. apply Rinv_le_contravar; lra. }
    simpl INR. lra.
Qed.
