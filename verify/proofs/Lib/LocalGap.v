(* Two categories: the reciprocals of the local sensitivities of neighbours differ by less than 2,
   so that the mechanism with the local sensitivity loses less than 2 eps. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses Counting TwoCategories Balanced SmoothWeights Adjacency.
Import ListNotations.
Open Scope R_scope.

(* The affinity of one step of one parameter, from u to u + 1. *)
Definition step_affinity (u : R) : R := sqrt (rho1 u (u + 1)).

Lemma rho1_step_bounds u : 0 < u -> 0 < rho1 u (u + 1) <= 1.
Proof.
  intros U. pose proof (Gamma_pos u U) as G0. pose proof (Gamma_pos (u + 1) ltac:(lra)) as G1.
  pose proof (Gamma_pos ((u + (u + 1)) / 2) ltac:(lra)) as Gh. unfold rho1. split.
  - apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
  - apply div_le; [apply Rmult_lt_0_compat; assumption|]. rewrite Rmult_1_l.
    apply Gamma_convex; lra.
Qed.

Lemma rho1_next u : 0 < u -> rho1 u (u + 1) =
  rho1 (u + 1) (u + 1 + 1) * (u * (u + 1) / ((u + 1 / 2) * (u + 1 / 2))).
Proof.
  intros U. unfold rho1.
  replace ((u + 1 + (u + 1 + 1)) / 2) with (u + 1 / 2 + 1) by field.
  replace ((u + (u + 1)) / 2) with (u + 1 / 2) by field.
  rewrite (Gamma_S (u + 1 / 2)), (Gamma_S (u + 1)), (Gamma_S u) by lra.
  pose proof (Gamma_pos u U). pose proof (Gamma_pos (u + 1 / 2) ltac:(lra)). field. lra.
Qed.

(* rho1 w (w + 1) ((8 w + 1) / (8 w))^2 increases from each w to w + 1, and it tends to 1. *)
Definition excess (w : R) : R := 1 + / (8 * w).

Lemma excess_step w : 1 / 2 <= w ->
  w * (w + 1) / ((w + 1 / 2) * (w + 1 / 2)) * (excess w * excess w)
  <= excess (w + 1) * excess (w + 1).
Proof.
  intros W. unfold excess.
  assert (P : 0 < 64 * w * ((w + 1 / 2) * (w + 1 / 2)) * ((w + 1) * (w + 1))).
  { repeat apply Rmult_lt_0_compat; lra. }
  apply Rmult_le_reg_r with (64 * w * ((w + 1 / 2) * (w + 1 / 2)) * ((w + 1) * (w + 1)));
    [exact P|].
  replace (w * (w + 1) / ((w + 1 / 2) * (w + 1 / 2)) * ((1 + / (8 * w)) * (1 + / (8 * w)))
    * (64 * w * ((w + 1 / 2) * (w + 1 / 2)) * ((w + 1) * (w + 1))))
    with ((w + 1) * (w + 1) * (w + 1) * ((8 * w + 1) * (8 * w + 1))) by (field; lra).
  replace ((1 + / (8 * (w + 1))) * (1 + / (8 * (w + 1)))
    * (64 * w * ((w + 1 / 2) * (w + 1 / 2)) * ((w + 1) * (w + 1))))
    with (w * ((w + 1 / 2) * (w + 1 / 2)) * ((8 * w + 9) * (8 * w + 9))) by (field; lra).
  assert (0 <= 2 * (w * w) + 5 / 4 * w - 1) by nra. lra.
Qed.

Lemma excess_far w m : 1 / 2 <= w ->
  rho1 w (w + 1) * (excess w * excess w) <= excess (w + INR m) * excess (w + INR m).
Proof.
  intros W. apply Rle_trans with (rho1 (w + INR m) (w + INR m + 1)
    * (excess (w + INR m) * excess (w + INR m))).
  - induction m as [|m IH]; [simpl; rewrite Rplus_0_r; right; reflexivity|].
    eapply Rle_trans; [exact IH|]. pose proof (pos_INR m) as M. rewrite S_INR.
    replace (w + (INR m + 1)) with (w + INR m + 1) by ring.
    assert (V : 1 / 2 <= w + INR m) by lra. set (v := w + INR m) in *.
    rewrite (rho1_next v) by lra. rewrite Rmult_assoc. apply Rmult_le_compat_l.
    + left. apply rho1_step_bounds. lra.
    + apply excess_step. lra.
  - pose proof (pos_INR m). pose proof (rho1_step_bounds (w + INR m) ltac:(lra)) as B.
    assert (0 <= excess (w + INR m) * excess (w + INR m)) by apply Rle_0_sqr. nra.
Qed.

Lemma excess_limit w : 1 / 2 <= w -> rho1 w (w + 1) * (excess w * excess w) <= 1.
Proof.
  intros W. apply Rnot_lt_le. intros L. set (c := rho1 w (w + 1) * (excess w * excess w)) in *.
  destruct (archimed_cor1 (c - 1) ltac:(lra)) as (m & M & M0). apply lt_0_INR in M0.
  assert (I : / INR m * INR m = 1) by (apply Rinv_l; lra).
  assert (N : 1 < INR m * (c - 1)) by nra.
  pose proof (excess_far w m W) as B. fold c in B. pose proof (pos_INR m) as P.
  unfold excess in B. set (e := / (8 * (w + INR m))) in *.
  assert (E : e * (8 * (w + INR m)) = 1) by (apply Rinv_l; lra).
  assert (E0 : 0 < e) by (apply Rinv_0_lt_compat; lra).
  assert (E1 : e <= 1 / 4) by nra. nra.
Qed.

Lemma step_affinity_pos u : 0 < u -> 0 < step_affinity u.
Proof. intros U. apply sqrt_lt_R0, rho1_step_bounds, U. Qed.

Lemma step_affinity_sqr u : 0 < u -> step_affinity u * step_affinity u = rho1 u (u + 1).
Proof. intros U. apply sqrt_sqrt. left. apply rho1_step_bounds, U. Qed.

Lemma step_affinity_mono u v : 0 < u -> u <= v -> step_affinity u <= step_affinity v.
Proof. intros U L. apply sqrt_le_1_alt, step_mono; assumption. Qed.

Lemma step_affinity_le1 u : 0 < u -> step_affinity u <= 1.
Proof.
  intros U. pose proof (step_affinity_sqr u U) as E. pose proof (step_affinity_pos u U).
  pose proof (rho1_step_bounds u U). nra.
Qed.

Lemma step_affinity_above u : 0 < u -> step_affinity (u + 1) <= 1 - / (8 * u + 9).
Proof.
  intros U. pose proof (excess_limit (u + 1) ltac:(lra)) as B.
  rewrite <- step_affinity_sqr in B by lra.
  pose proof (step_affinity_pos (u + 1) ltac:(lra)) as P.
  assert (X : 1 < excess (u + 1)).
  { unfold excess. assert (0 < / (8 * (u + 1))) by (apply Rinv_0_lt_compat; lra). lra. }
  assert (L : step_affinity (u + 1) * excess (u + 1) <= 1) by nra.
  replace (1 - / (8 * u + 9)) with (/ excess (u + 1)) by (unfold excess; field; lra).
  apply Rmult_le_reg_r with (excess (u + 1)); [lra|]. rewrite Rinv_l by lra. exact L.
Qed.

(* The share of the affinity at u in that at u + 1. *)
Definition share (u : R) : R := sqrt (u * (u + 1)) / (u + 1 / 2).

Lemma share_spec u : 0 < u -> 0 < share u <= 1 /\
  share u * share u * ((u + 1 / 2) * (u + 1 / 2)) = u * (u + 1) /\
  step_affinity u = share u * step_affinity (u + 1).
Proof.
  intros U. assert (Q : 0 < u * (u + 1)) by nra.
  assert (P : 0 < share u) by (apply Rdiv_lt_0_compat; [apply sqrt_lt_R0, Q | lra]).
  assert (E : share u * share u * ((u + 1 / 2) * (u + 1 / 2)) = u * (u + 1)).
  { unfold share. rewrite <- (sqrt_sqrt (u * (u + 1))) at 3 by lra. field. lra. }
  assert (R2 : share u * share u <= 1).
  { apply Rmult_le_reg_r with ((u + 1 / 2) * (u + 1 / 2)); [nra|]. rewrite E. nra. }
  split; [split; [exact P | nra]|]. split; [exact E|].
  pose proof (step_affinity_pos u U) as G0.
  pose proof (step_affinity_pos (u + 1) ltac:(lra)) as G1.
  apply Rsqr_inj; [lra | apply Rmult_le_pos; lra|]. rewrite Rsqr_mult. unfold Rsqr.
  rewrite !step_affinity_sqr by lra. rewrite (rho1_next u U), Rmult_comm. f_equal.
  rewrite <- E. field. lra.
Qed.

(* Where the affinity at u + 1 is largest, with s = sqrt(8 u + 9). *)
Lemma largest_affinity u s : 0 < u -> 0 < s -> s * s = 8 * u + 9 ->
  (s - 2) * (s - 2) * (s * s - share u * (s * s - 1)) < s * s.
Proof.
  intros U S E. destruct (share_spec u U) as ([R0 R1] & Q & _). set (r := share u) in *.
  assert (S3 : 3 < s) by nra.
  replace u with ((s * s - 9) / 8) in Q by lra.
  apply Rnot_le_lt. intros L.
  assert (A : r * ((s * s - 1) * ((s - 2) * (s - 2))) <= s * s * ((s - 1) * (s - 3))) by nra.
  assert (P : 0 < (s * s - 1) * ((s - 2) * (s - 2))) by (apply Rmult_lt_0_compat; nra).
  assert (A2 : r * ((s * s - 1) * ((s - 2) * (s - 2))) * (r * ((s * s - 1) * ((s - 2) * (s - 2))))
    <= s * s * ((s - 1) * (s - 3)) * (s * s * ((s - 1) * (s - 3)))).
  { apply Rmult_le_compat; try exact A; apply Rmult_le_pos; lra. }
  assert (Q8 : r * r * ((s * s - 5) * (s * s - 5)) = (s * s - 9) * (s * s - 1)) by nra.
  assert (A3 : (s * s - 9) * (s * s - 1) * (((s * s - 1) * ((s - 2) * (s - 2)))
    * ((s * s - 1) * ((s - 2) * (s - 2))))
    <= s * s * ((s - 1) * (s - 3)) * (s * s * ((s - 1) * (s - 3))) * ((s * s - 5) * (s * s - 5))).
  { rewrite <- Q8.
    replace (r * r * ((s * s - 5) * (s * s - 5)) * ((s * s - 1) * ((s - 2) * (s - 2))
      * ((s * s - 1) * ((s - 2) * (s - 2)))))
      with (r * ((s * s - 1) * ((s - 2) * (s - 2))) * (r * ((s * s - 1) * ((s - 2) * (s - 2))))
      * ((s * s - 5) * (s * s - 5))) by ring.
    apply Rmult_le_compat_r; [apply Rle_0_sqr | exact A2]. }
  assert (D : 0 < s - 3) by lra. set (d := s - 3) in *.
  assert (K : 0 < d * ((d + 2) * (d + 2)) * (768 + 2864 * d + 3936 * d ^ 2 + 2512 * d ^ 3
    + 808 * d ^ 4 + 128 * d ^ 5 + 8 * d ^ 6)).
  { assert (0 < d ^ 2) by (apply pow_lt, D). assert (0 < d ^ 3) by (apply pow_lt, D).
    assert (0 < d ^ 4) by (apply pow_lt, D). assert (0 < d ^ 5) by (apply pow_lt, D).
    assert (0 < d ^ 6) by (apply pow_lt, D).
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [exact D | nra] | lra]. }
  replace s with (d + 3) in A3 by (unfold d; ring).
  revert A3 K. generalize d. clear. intros d A K. ring_simplify in A. ring_simplify in K. lra.
Qed.

Lemma below_the_largest u s : 0 < u -> 2 <= s -> s * s <= 8 * u + 9 ->
  (s - 2) * (s - 2) * (1 - share u * (1 - / (s * s))) < 1.
Proof.
  intros U S B. set (t := sqrt (8 * u + 9)).
  assert (T : t * t = 8 * u + 9) by (apply sqrt_sqrt; lra).
  assert (T0 : 0 < t) by (apply sqrt_lt_R0; lra). assert (L : s <= t) by nra.
  pose proof (largest_affinity u t U T0 T) as M.
  destruct (share_spec u U) as ([R0 R1] & _). set (r := share u) in *.
  assert (N : (t - 2) * (t - 2) * (1 - r) + r * ((1 - 2 * / t) * (1 - 2 * / t)) < 1).
  { apply Rmult_lt_reg_r with (t * t); [nra|].
    replace (((t - 2) * (t - 2) * (1 - r) + r * ((1 - 2 * / t) * (1 - 2 * / t))) * (t * t))
      with ((t - 2) * (t - 2) * (t * t - r * (t * t - 1))) by (field; lra). lra. }
  replace ((s - 2) * (s - 2) * (1 - r * (1 - / (s * s))))
    with ((s - 2) * (s - 2) * (1 - r) + r * ((1 - 2 * / s) * (1 - 2 * / s))) by (field; lra).
  eapply Rle_lt_trans; [apply Rplus_le_compat | exact N].
  - apply Rmult_le_compat_r; [lra | nra].
  - apply Rmult_le_compat_l; [lra|].
    assert (I : / t <= / s) by (apply Rinv_le_contravar; lra).
    assert (H : / s <= / 2) by (apply Rinv_le_contravar; lra).
    apply Rmult_le_compat; lra.
Qed.

(* One step of the first parameter, at affinity t of the second. *)
Lemma gap_of_steps u t high low : 0 < u -> 0 < t <= 1 ->
  high = t * step_affinity (u + 1) -> t * step_affinity u <= low < 1 ->
  1 / sqrt (1 - high) - 1 / sqrt (1 - low) < 2.
Proof.
  intros U T Eh [Ll L1]. destruct (share_spec u U) as ([R0 R1] & _ & Er).
  pose proof (step_affinity_above u U) as Ab.
  pose proof (step_affinity_pos (u + 1) ltac:(lra)) as G.
  assert (I : 0 < / (8 * u + 9)) by (apply Rinv_0_lt_compat; lra).
  assert (H1 : high <= 1 - / (8 * u + 9)) by (rewrite Eh; nra).
  rewrite Er in Ll. replace (t * (share u * step_affinity (u + 1))) with (share u * high) in Ll
    by (rewrite Eh; ring).
  assert (Ql : 0 < sqrt (1 - low)) by (apply sqrt_lt_R0; lra).
  assert (Qh : 0 < sqrt (1 - high)) by (apply sqrt_lt_R0; lra).
  assert (Eq : sqrt (1 - high) * sqrt (1 - high) = 1 - high) by (apply sqrt_sqrt; lra).
  assert (El : sqrt (1 - low) * sqrt (1 - low) = 1 - low) by (apply sqrt_sqrt; lra).
  set (q := sqrt (1 - high)) in *. set (l := sqrt (1 - low)) in *.
  assert (Pl : 0 < 1 / l) by (apply Rdiv_lt_0_compat; lra).
  destruct (Rle_dec 2 (1 / q)) as [S|S]; [|lra].
  assert (Es : 1 / q * (1 / q) * (1 - high) = 1) by (rewrite <- Eq; field; lra).
  assert (B : 1 / q * (1 / q) <= 8 * u + 9).
  { apply Rmult_le_reg_r with (1 - high); [lra|]. rewrite Es.
    apply Rmult_le_reg_r with (/ (8 * u + 9)); [exact I|].
    replace ((8 * u + 9) * (1 - high) * / (8 * u + 9)) with (1 - high) by (field; lra). lra. }
  pose proof (below_the_largest u (1 / q) U S B) as M.
  replace (/ (1 / q * (1 / q))) with (1 - high) in M
    by (rewrite <- Eq; field; lra).
  replace (1 - (1 - high)) with high in M by ring.
  set (s := 1 / q) in *.
  assert (N : (s - 2) * l < 1).
  { assert (V : (s - 2) * l * ((s - 2) * l) < 1).
    { replace ((s - 2) * l * ((s - 2) * l)) with ((s - 2) * (s - 2) * (1 - low))
        by (rewrite <- El; ring).
      assert (0 <= (s - 2) * (s - 2)) by apply Rle_0_sqr. nra. }
    assert (0 <= (s - 2) * l) by (apply Rmult_le_pos; lra). nra. }
  apply Rmult_lt_reg_r with l; [exact Ql|].
  replace ((s - 1 / l) * l) with (s * l - 1) by (field; lra). lra.
Qed.

(* Distances of neighbours with two categories. *)
Lemma affinity_of_step u v : 0 < u -> 0 < v ->
  affinity [u; v + 1] [u + 1; v] = step_affinity u * step_affinity v.
Proof.
  intros U V.
  assert (Sp : simplex 2 (u + v + 1) [u; v + 1])
    by (repeat split; simpl; [repeat constructor; lra | ring]).
  assert (Sq : simplex 2 (u + v + 1) [u + 1; v])
    by (repeat split; simpl; [repeat constructor; lra | ring]).
  pose proof (affinity_sqr 2 _ ltac:(lia) _ _ Sp Sq) as E.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ Sp Sq) as A.
  fold (rho [u; v + 1] [u + 1; v]) in E.
  rewrite !rho_cons, (rho1_sym (v + 1)) in E by (try lra; repeat constructor; lra).
  rewrite rho_refl, Rmult_1_r in E by constructor.
  rewrite <- (step_affinity_sqr u U), <- (step_affinity_sqr v V) in E.
  pose proof (step_affinity_pos u U). pose proof (step_affinity_pos v V).
  apply Rsqr_inj; [lra | apply Rmult_le_pos; lra | unfold Rsqr; rewrite E; ring].
Qed.

Section Pair.
Context (a b : R) (Pa : 0 < a) (Pb : 0 < b).

Lemma pair_prior : is_prior [a; b].
Proof using Pa Pb. split; [simpl; lia | repeat constructor; assumption]. Qed.

Lemma pair_in c e : In [c; e] (datasets (c + e) (length [a; b])).
Proof using. apply datasets_spec. split; [reflexivity | simpl; lia]. Qed.

Lemma pair_neighbours c e z : In z (neighbours [c; e]) ->
  (exists c', c = S c' /\ z = [c'; S e]) \/ (exists e', e = S e' /\ z = [S c; e']).
Proof using. destruct c as [|c], e as [|e]; simpl; intuition (subst; eauto). Qed.

Lemma pair_adjacent c e : adjacent [c; S e] [S c; e].
Proof using. unfold adjacent. destruct c; simpl; auto. Qed.

(* From c and e + 1 records to c + 1 and e. *)
Definition step_distance (c e : nat) : R :=
  sqrt (1 - step_affinity (a + INR c) * step_affinity (b + INR e)).

Lemma step_distance_spec c e : distance [a; b] [c; S e] [S c; e] = step_distance c e /\
  distance [a; b] [S c; e] [c; S e] = step_distance c e.
Proof using Pa Pb.
  assert (E : distance [a; b] [c; S e] [S c; e] = step_distance c e).
  { unfold distance, hellinger, step_distance. cbn [posterior]. rewrite !S_INR.
    pose proof (pos_INR c). pose proof (pos_INR e).
    replace (a + (INR c + 1)) with (a + INR c + 1) by ring.
    replace (b + (INR e + 1)) with (b + INR e + 1) by ring.
    rewrite affinity_of_step by lra. reflexivity. }
  split; [exact E|]. rewrite <- E. unfold distance. apply hellinger_sym.
Qed.

Lemma pair_in_right c e : In [S c; e] (datasets (c + S e) (length [a; b])).
Proof using. apply datasets_spec. split; [reflexivity | simpl; lia]. Qed.

Lemma step_distance_pos c e : 0 < step_distance c e.
Proof using Pa Pb.
  destruct (step_distance_spec c e) as [<- _].
  apply (distance_pos [a; b] (c + S e) pair_prior);
    [apply pair_in | apply pair_in_right | intros E; injection E; lia].
Qed.

Lemma step_below_1 c e : step_affinity (a + INR c) * step_affinity (b + INR e) < 1.
Proof using Pa Pb.
  apply Rnot_le_lt. intros L. pose proof (step_distance_pos c e) as P. unfold step_distance in P.
  rewrite sqrt_neg_0 in P; lra.
Qed.

Lemma LS_from_left c e : step_distance c e <= LS [a; b] [c; S e].
Proof using Pa Pb.
  destruct (step_distance_spec c e) as [<- _]. apply distance_le_LS, pair_adjacent.
Qed.

Lemma LS_from_right c e : step_distance c e <= LS [a; b] [S c; e].
Proof using Pa Pb.
  destruct (step_distance_spec c e) as [_ <-]. apply distance_le_LS, adjacent_sym, pair_adjacent.
Qed.

Lemma LS_attained c e : (1 <= c + e)%nat ->
  (exists c', c = S c' /\ LS [a; b] [c; e] = step_distance c' e) \/
  (exists e', e = S e' /\ LS [a; b] [c; e] = step_distance c e').
Proof using Pa Pb.
  intros N. destruct (maxof_in (neighbours [c; e]) (fun y => distance [a; b] [c; e] y)
    (neighbours_some [c; e] ltac:(simpl; lia) ltac:(simpl; lia))) as (z & Iz & E).
  destruct (pair_neighbours c e z Iz) as [(c' & -> & ->)|(e' & -> & ->)]; [left|right];
    [exists c' | exists e']; (split; [reflexivity|]); unfold LS; rewrite E;
    apply step_distance_spec.
Qed.

Lemma reciprocal_le u v : 0 < u -> u <= v -> 1 / v <= 1 / u.
Proof using. intros U L. apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; assumption]. Qed.

Lemma gap_right c e : 1 / LS [a; b] [S c; e] - 1 / LS [a; b] [c; S e] < 2.
Proof using Pa Pb.
  pose proof (step_distance_pos c e) as P.
  pose proof (reciprocal_le _ _ P (LS_from_right c e)) as R.
  destruct (LS_attained c (S e) ltac:(lia)) as [(c' & -> & ->)|(e' & E & ->)].
  - unfold step_distance in R |- *. pose proof (pos_INR c') as C. pose proof (pos_INR e) as Pe.
    pose proof (step_below_1 c' (S e)) as B1. rewrite !S_INR in *.
    replace (a + (INR c' + 1)) with (a + INR c' + 1) in * by ring.
    assert (U : 0 < a + INR c') by lra. set (u := a + INR c') in *.
    pose proof (gap_of_steps u (step_affinity (b + INR e))
      (step_affinity (u + 1) * step_affinity (b + INR e))
      (step_affinity u * step_affinity (b + (INR e + 1))) U) as G.
    assert (T : 0 < step_affinity (b + INR e) <= 1)
      by (split; [apply step_affinity_pos | apply step_affinity_le1]; lra).
    specialize (G T ltac:(ring)).
    assert (M : step_affinity (b + INR e) <= step_affinity (b + (INR e + 1)))
      by (apply step_affinity_mono; lra).
    pose proof (step_affinity_pos u U).
    assert (Q : step_affinity (b + INR e) * step_affinity u
      <= step_affinity u * step_affinity (b + (INR e + 1))) by nra.
    specialize (G (conj Q B1)). lra.
  - injection E as <-. lra.
Qed.

Lemma gap_left c e : 1 / LS [a; b] [c; S e] - 1 / LS [a; b] [S c; e] < 2.
Proof using Pa Pb.
  pose proof (step_distance_pos c e) as P.
  pose proof (reciprocal_le _ _ P (LS_from_left c e)) as R.
  destruct (LS_attained (S c) e ltac:(lia)) as [(c' & E & ->)|(e' & -> & ->)].
  - injection E as <-. lra.
  - unfold step_distance in R |- *. pose proof (pos_INR c) as C. pose proof (pos_INR e') as Pe.
    pose proof (step_below_1 (S c) e') as B1. rewrite !S_INR in *.
    replace (b + (INR e' + 1)) with (b + INR e' + 1) in * by ring.
    assert (U : 0 < b + INR e') by lra. set (u := b + INR e') in *.
    pose proof (gap_of_steps u (step_affinity (a + INR c))
      (step_affinity (a + INR c) * step_affinity (u + 1))
      (step_affinity (a + (INR c + 1)) * step_affinity u) U) as G.
    assert (T : 0 < step_affinity (a + INR c) <= 1)
      by (split; [apply step_affinity_pos | apply step_affinity_le1]; lra).
    specialize (G T ltac:(ring)).
    assert (M : step_affinity (a + INR c) <= step_affinity (a + (INR c + 1)))
      by (apply step_affinity_mono; lra).
    pose proof (step_affinity_pos u U).
    assert (Q : step_affinity (a + INR c) * step_affinity u
      <= step_affinity (a + (INR c + 1)) * step_affinity u) by nra.
    specialize (G (conj Q B1)). lra.
Qed.

(* Along more than one step. *)
Lemma path_right k c e :
  1 / LS [a; b] [c; (e + k)%nat] <= 1 / LS [a; b] [(c + k)%nat; e] + 2 * INR k.
Proof using Pa Pb.
  revert c. induction k as [|k IH]; intros c.
  - rewrite !Nat.add_0_r. simpl. lra.
  - replace (e + S k)%nat with (S (e + k)) by lia. replace (c + S k)%nat with (S c + k)%nat by lia.
    specialize (IH (S c)). pose proof (gap_left c (e + k)). rewrite S_INR. lra.
Qed.

Lemma path_left k c e :
  1 / LS [a; b] [(c + k)%nat; e] <= 1 / LS [a; b] [c; (e + k)%nat] + 2 * INR k.
Proof using Pa Pb.
  revert c. induction k as [|k IH]; intros c.
  - rewrite !Nat.add_0_r. simpl. lra.
  - replace (e + S k)%nat with (S (e + k)) by lia. replace (c + S k)%nat with (S c + k)%nat by lia.
    specialize (IH (S c)). pose proof (gap_right c (e + k)). rewrite S_INR. lra.
Qed.
End Pair.

Lemma replaced_pair c e k : replaced [c; (e + k)%nat] [(c + k)%nat; e] = INR k /\
  replaced [(c + k)%nat; e] [c; (e + k)%nat] = INR k.
Proof.
  unfold replaced. cbn [l1]. rewrite !plus_INR. pose proof (pos_INR k).
  replace (INR c - (INR c + INR k)) with (- INR k) by ring.
  replace (INR e + INR k - INR e) with (INR k) by ring.
  replace (INR c + INR k - INR c) with (INR k) by ring.
  replace (INR e - (INR e + INR k)) with (- INR k) by ring.
  rewrite Rabs_Ropp, (Rabs_right (INR k)) by lra. split; field.
Qed.

Section Two.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (K : INR (length prior) = 2).
Let D := datasets n (length prior).

(* 1/LS is 2-Lipschitz, strictly between neighbours. *)
Theorem reciprocals_apart x y : In x D -> adjacent x y ->
  Rabs (1 / LS prior x - 1 / LS prior y) < 2.
Proof using Hp Hn K.
  intros Ix A. apply in_datasets in Ix.
  destruct (two_shape prior n x Hp K Ix) as (a & b & c & E & Pa & Pb & Ex & L). subst prior x.
  unfold ones in *. set (e := (n - c)%nat) in *.
  destruct (pair_neighbours c e y A) as [(c' & Ec & ->)|(e' & Ee & ->)].
  - rewrite Ec. pose proof (gap_right a b Pa Pb c' e). pose proof (gap_left a b Pa Pb c' e).
    apply Rabs_def1; lra.
  - rewrite Ee. pose proof (gap_right a b Pa Pb c e'). pose proof (gap_left a b Pa Pb c e').
    apply Rabs_def1; lra.
Qed.

Theorem reciprocals_far x z : In x D -> In z D ->
  1 / LS prior x <= 1 / LS prior z + 2 * replaced x z.
Proof using Hp Hn K.
  intros Ix Iz. apply in_datasets in Ix. apply in_datasets in Iz.
  destruct (two_shape prior n x Hp K Ix) as (a & b & c & E & Pa & Pb & Ex & L).
  destruct (two_shape prior n z Hp K Iz) as (a' & b' & c' & _ & _ & _ & Ez & L').
  subst prior x z. unfold ones. destruct (Nat.le_ge_cases c c') as [M|M].
  - pose proof (path_right a b Pa Pb (c' - c) c (n - c')) as B.
    destruct (replaced_pair c (n - c') (c' - c)) as [W _].
    replace (n - c' + (c' - c))%nat with (n - c)%nat in * by lia.
    replace (c + (c' - c))%nat with c' in * by lia. rewrite W. exact B.
  - pose proof (path_left a b Pa Pb (c - c') c' (n - c)) as B.
    destruct (replaced_pair c' (n - c) (c - c')) as [_ W].
    replace (n - c + (c - c'))%nat with (n - c')%nat in * by lia.
    replace (c' + (c - c'))%nat with c in * by lia. rewrite W. exact B.
Qed.

(* From gamma = 2 on the harmonic sensitivity is the local one. *)
Theorem Sharm_from_two x gamma : 2 <= gamma -> In x D -> Sharm prior x gamma = LS prior x.
Proof using Hp Hn K.
  intros G Ix. pose proof (LS_pos prior n Hp Hn x Ix) as P.
  pose proof (Sharm_pos prior n Hp Hn gamma x ltac:(lra) Ix) as Q.
  apply Rle_antisym; [|apply (LS_le_Sharm prior n Hp Hn gamma x ltac:(lra) Ix)].
  destruct (Sharm_inv_attained prior n Hp Hn gamma x ltac:(lra) Ix) as (z & Iz & E).
  pose proof (reciprocals_far x z Ix Iz) as B. pose proof (replaced_nonneg x z).
  assert (I : 1 / LS prior x <= 1 / Sharm prior x gamma) by nra.
  apply Rmult_le_reg_l with (1 / (LS prior x * Sharm prior x gamma)).
  - apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; assumption].
  - replace (1 / (LS prior x * Sharm prior x gamma) * Sharm prior x gamma) with (1 / LS prior x)
      by (field; lra).
    replace (1 / (LS prior x * Sharm prior x gamma) * LS prior x) with (1 / Sharm prior x gamma)
      by (field; lra).
    exact I.
Qed.

(* Any mechanism with weights exp(-eps H / (f LS)). *)
Theorem local_loss m eps : last_of m = None -> 0 < factor m -> 0 <= eps ->
  (forall x, In x D -> sens m prior x = LS prior x) ->
  loss m prior eps n <= eps * (2 + 2) / factor m.
Proof using Hp Hn K.
  intros N F He C. apply (loss_le prior n Hp Hn). unfold outputs. rewrite N. fold D.
  intros x y r Ix A Ir. pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite !(probability_softmax prior n) by assumption. rewrite !C by assumption.
  pose proof (distance_metric prior n Hp) as M.
  pose proof (distance_le_LS prior x y A) as Hx.
  pose proof (distance_le_LS prior y x (adjacent_sym x y A)) as Hy.
  rewrite (m_sym _ _ M y x Iy Ix) in Hy.
  pose proof (reciprocals_apart x y Ix A) as G.
  apply (smooth_loss D (distance prior) (LS prior) 2 (factor m) eps M He F x y Ix Iy);
    [apply (LS_pos prior n Hp Hn x Ix) | apply (LS_pos prior n Hp Hn y Iy) | exact Hx | exact Hy
    | lra | exact Ir].
Qed.

Theorem ehdl_two_categories eps : 0 <= eps -> loss ehdl prior eps n <= 2 * eps.
Proof using Hp Hn K.
  intros He.
  pose proof (local_loss ehdl eps eq_refl ltac:(simpl; lra) He (fun _ _ => eq_refl)) as B.
  simpl factor in B. lra.
Qed.

(* The harmonic sensitivity, for every gamma. *)
Theorem harmonic_two_categories m eps gamma : last_of m = None -> 0 < factor m -> 0 <= eps ->
  0 <= gamma -> (forall x, sens m prior x = Sharm prior x gamma) ->
  loss m prior eps n <= eps * 4 / factor m.
Proof using Hp Hn K.
  intros N F He G C. assert (I : 0 < / factor m) by (apply Rinv_0_lt_compat, F).
  destruct (Rle_dec 2 gamma) as [L|L].
  - replace 4 with (2 + 2) by ring. apply local_loss; try assumption. intros x Ix. rewrite C.
    apply Sharm_from_two; assumption.
  - eapply Rle_trans; [apply (harmonic_loss prior n Hp Hn m eps gamma N F C G He)|].
    apply Rmult_le_compat_r; [lra | nra].
Qed.
End Two.
