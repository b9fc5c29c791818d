(* The prior (1, 1): the mechanism with the local sensitivity loses at most 1.285 eps. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses Counting TwoCategories Balanced SmoothWeights Adjacency LocalGap.
Import ListNotations.
Open Scope R_scope.

(* Weights of two strengths: what a probability loses from one to the other, either way. *)
Lemma strengths_loss {X} (D : list X) (H : X -> X -> R) (S : X -> R) c eps x y r :
  metric1 D H -> 0 <= eps -> 0 < c -> In x D -> In y D -> In r D -> 0 < S y -> S y <= S x ->
  let bound := eps / c * (1 / S y - 1 / S x + 2 * (1 / S x) * H x y) in
  ln (softmax D (smooth_weights H S c eps x) r) - ln (softmax D (smooth_weights H S c eps y) r)
    <= bound /\
  ln (softmax D (smooth_weights H S c eps y) r) - ln (softmax D (smooth_weights H S c eps x) r)
    <= bound.
Proof.
  intros M He Hc Ix Iy Ir Py L bound.
  assert (K : 0 <= eps / c)
    by (apply Rmult_le_pos; [exact He | left; apply Rinv_0_lt_compat, Hc]).
  set (k := eps / c) in *. assert (Px : 0 < S x) by lra.
  assert (A0 : 0 < 1 / S x) by (apply Rdiv_lt_0_compat; lra).
  assert (AB : 1 / S x <= 1 / S y) by (apply reciprocal_le; lra).
  assert (Wx : forall z, smooth_weights H S c eps x z = - (k * (1 / S x * H x z)))
    by (intros; unfold smooth_weights, k; field; lra).
  assert (Wy : forall z, smooth_weights H S c eps y z = - (k * (1 / S y * H y z)))
    by (intros; unfold smooth_weights, k; field; lra).
  set (A := 1 / S x) in *. set (B := 1 / S y) in *.
  assert (F : forall z, In z D -> B * H y z - A * H x z <= B - A + A * H x y /\
    A * H x z - B * H y z <= A * H x y).
  { intros z Iz. pose proof (metric1_abs D H M x y z Ix Iy Iz) as T. apply Rabs_le_inv in T.
    pose proof (m_nonneg _ _ M y z Iy Iz) as Z0. pose proof (m_le1 _ _ M y z Iy Iz) as Z1.
    assert (T1 : A * (H y z - H x z) <= A * H x y) by (apply Rmult_le_compat_l; lra).
    assert (T2 : A * (H x z - H y z) <= A * H x y) by (apply Rmult_le_compat_l; lra).
    assert (T3 : (B - A) * H y z <= (B - A) * 1) by (apply Rmult_le_compat_l; lra).
    assert (T4 : 0 <= (B - A) * H y z) by (apply Rmult_le_pos; lra). lra. }
  assert (E : bound = k * (B - A + A * H x y) + k * (A * H x y)) by (unfold bound; ring).
  assert (E' : bound = k * (A * H x y) + k * (B - A + A * H x y)) by (rewrite E; ring).
  split.
  - rewrite E. apply (softmax_ratio D); [intros z Iz | intros z Iz | exact Ir];
      rewrite Wx, Wy; destruct (F z Iz) as [F1 F2];
      apply (Rmult_le_compat_l k _ _ K) in F1; apply (Rmult_le_compat_l k _ _ K) in F2; lra.
  - rewrite E'. apply (softmax_ratio D); [intros z Iz | intros z Iz | exact Ir];
      rewrite Wx, Wy; destruct (F z Iz) as [F1 F2];
      apply (Rmult_le_compat_l k _ _ K) in F1; apply (Rmult_le_compat_l k _ _ K) in F2; lra.
Qed.

(* With s the larger reciprocal and A the smaller: where s is largest decides. *)
Lemma flat_by_largest r t s top low : 0 < r <= 1 -> 0 < s -> s * s * (1 - t) = 1 ->
  s <= top -> 257 / 100 <= top ->
  (top - 257 / 100) * (top - 257 / 100) * (top * top - r * (top * top - 1))
    <= (top - 2) * (top - 2) ->
  0 < low <= s -> 1 <= low * low * (1 - r * t) -> (s - low) * (1 - 2 / s) <= 57 / 100.
Proof.
  intros [R0 R1] S Et L T2 Top [A0 A1] A2.
  assert (I : / s * s = 1) by (apply Rinv_l; lra).
  assert (I0 : 0 < / s) by (apply Rinv_0_lt_compat, S). unfold Rdiv.
  assert (E1 : (s - low) * (1 - 2 * / s) = (1 - low * / s) * (s - 2)) by (field; lra).
  assert (Q0 : 0 < low * / s) by (apply Rmult_lt_0_compat; lra).
  assert (Q1 : low * / s <= 1) by (apply Rmult_le_reg_r with s; [exact S | nra]).
  rewrite E1. set (q := low * / s) in *.
  destruct (Rle_dec s 2) as [N|N]; [nra|].
  destruct (Rle_dec s (257 / 100)) as [N'|N']; [nra|].
  apply Rnot_lt_le. intros G.
  assert (Q : q * (s - 2) < s - 257 / 100) by lra.
  assert (Es : low * low * (1 - r * t) = q * q * (s * s - r * (s * s - 1))).
  { replace low with (q * s) by (unfold q; rewrite Rmult_assoc, I; ring).
    replace (r * t) with (r * (1 - (1 - t))) by ring.
    replace (q * s * (q * s) * (1 - r * (1 - (1 - t))))
      with (q * q * (s * s - r * (s * s - s * s * (1 - t)))) by ring.
    rewrite Et. reflexivity. }
  rewrite Es in A2.
  assert (S2 : s * s <= top * top) by (apply Rmult_le_compat; lra).
  assert (S0 : 0 <= s * s * (1 - r)) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (W0 : 0 < s * s - r * (s * s - 1)) by lra.
  assert (W1 : s * s - r * (s * s - 1) <= top * top - r * (top * top - 1)).
  { apply (Rmult_le_compat_r (1 - r)) in S2; lra. }
  set (w := s * s - r * (s * s - 1)) in *. set (v := top * top - r * (top * top - 1)) in *.
  assert (V : q * (top - 2) < top - 257 / 100).
  { assert (q * (top - s) <= 1 * (top - s)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (V0 : 0 < q * (top - 2)) by (apply Rmult_lt_0_compat; lra).
  assert (X : 0 < (top - 2) * (top - 2)) by (apply Rmult_lt_0_compat; lra).
  assert (Y : q * q * w <= q * q * v) by (apply Rmult_le_compat_l; [apply Rle_0_sqr | exact W1]).
  assert (Z : q * (top - 2) * (q * (top - 2)) * v < (top - 2) * (top - 2)).
  { apply Rlt_le_trans with ((top - 257 / 100) * (top - 257 / 100) * v); [|exact Top].
    apply Rmult_lt_compat_r; [lra | apply Rmult_le_0_lt_compat; lra]. }
  assert (C : 1 * ((top - 2) * (top - 2)) <= q * q * v * ((top - 2) * (top - 2)))
    by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* The parameter 1. *)
Lemma top_at_one : step_affinity (1 + 1) <= 1 - / (20411 / 5000 * (20411 / 5000)).
Proof.
  pose proof (rho1_next 1 ltac:(lra)) as E. rewrite <- g1_step, g1_value in E.
  pose proof (PI_2_3_7_ineq 3) as [_ U]. unfold tg_alt, PI_2_3_7_tg, Ratan_seq in U. simpl in U.
  assert (P : PI < 314163 / 100000) by lra. clear U.
  pose proof (step_affinity_sqr (1 + 1) ltac:(lra)) as Q. pose proof (step_affinity_pos (1 + 1)
    ltac:(lra)) as G.
  assert (V : step_affinity (1 + 1) * step_affinity (1 + 1) = 9 / 32 * PI) by lra.
  set (g := step_affinity (1 + 1)) in *. apply Rnot_lt_le. intros L.
  assert (W : (1 - / (20411 / 5000 * (20411 / 5000))) * (1 - / (20411 / 5000 * (20411 / 5000)))
    < g * g) by (apply Rmult_le_0_lt_compat; lra).
  lra.
Qed.

Lemma share_one : 942809 / 1000000 < share 1 < 1.
Proof. destruct (share_spec 1 ltac:(lra)) as ([R0 R1] & Q & _). split; nra. Qed.

Lemma flat_polynomial s : 5 <= s ->
  (s * s - 5) * (s * s - 5) * ((s * s * ((s - 257 / 100) * (s - 257 / 100)) - (s - 2) * (s - 2))
    * (s * s * ((s - 257 / 100) * (s - 257 / 100)) - (s - 2) * (s - 2))) <
  (s * s - 9) * (s * s - 1) * (((s * s - 1) * ((s - 257 / 100) * (s - 257 / 100)))
    * ((s * s - 1) * ((s - 257 / 100) * (s - 257 / 100)))).
Proof.
  intros S. assert (D : 0 <= s - 5) by lra.
  replace s with (s - 5 + 5) by ring. revert D. generalize (s - 5). clear. intros d D.
  assert (P : 0 < 57 / 25 * d ^ 9 + 69671 / 1000 * d ^ 8 + 114509693 / 125000 * d ^ 7
    + 339072641599 / 50000000 * d ^ 6 + 155164072497 / 5000000 * d ^ 5
    + 1812098176251 / 20000000 * d ^ 4 + 167595010767 / 1000000 * d ^ 3
    + 4678228548693 / 25000000 * d ^ 2 + 139716058599 / 1250000 * d
    + 160813793799 / 6250000).
  { pose proof (pow_le d 9 D). pose proof (pow_le d 8 D). pose proof (pow_le d 7 D).
    pose proof (pow_le d 6 D). pose proof (pow_le d 5 D). pose proof (pow_le d 4 D).
    pose proof (pow_le d 3 D). pose proof (pow_le d 2 D). lra. }
  match goal with |- ?low < ?high => match type of P with 0 < ?p =>
    assert (E : high - low = p) by field end end. lra.
Qed.

Lemma flat_at_top u s : 2 <= u -> 0 < s -> s * s = 8 * u + 9 ->
  (s - 257 / 100) * (s - 257 / 100) * (s * s - share u * (s * s - 1)) < (s - 2) * (s - 2).
Proof.
  intros U S E. destruct (share_spec u ltac:(lra)) as ([R0 R1] & Q & _).
  set (r := share u) in *. assert (S5 : 5 <= s) by nra.
  replace u with ((s * s - 9) / 8) in Q by lra.
  assert (Q8 : r * r * ((s * s - 5) * (s * s - 5)) = (s * s - 9) * (s * s - 1)) by nra.
  pose proof (flat_polynomial s S5) as F. rewrite <- Q8 in F.
  apply Rnot_le_lt. intros L.
  set (m := (s * s - 1) * ((s - 257 / 100) * (s - 257 / 100))) in *.
  set (p := s * s * ((s - 257 / 100) * (s - 257 / 100)) - (s - 2) * (s - 2)) in *.
  assert (A : r * m <= p) by (unfold m, p; lra).
  assert (M : 0 <= m) by (unfold m; apply Rmult_le_pos; nra).
  assert (B : r * m * (r * m) <= p * p)
    by (apply Rmult_le_compat; try exact A; apply Rmult_le_pos; lra).
  assert (Z : 0 <= (s * s - 5) * (s * s - 5)) by apply Rle_0_sqr.
  apply (Rmult_le_compat_l _ _ _ Z) in B. lra.
Qed.

Lemma flat_steps u t high low : u = 1 \/ 2 <= u -> 0 < t <= 1 ->
  high = t * step_affinity (u + 1) -> t * step_affinity u <= low < 1 ->
  sqrt (1 - high) <= sqrt (1 - low) ->
  (1 / sqrt (1 - high) - 1 / sqrt (1 - low)) * (1 - 2 * sqrt (1 - high)) <= 57 / 100.
Proof.
  intros C T Eh [Ll L1] O. assert (U : 0 < u) by lra.
  destruct (share_spec u U) as ([R0 R1] & _ & Er).
  pose proof (step_affinity_above u U) as Ab.
  pose proof (step_affinity_pos (u + 1) ltac:(lra)) as G.
  assert (I : 0 < / (8 * u + 9)) by (apply Rinv_0_lt_compat; lra).
  assert (H0 : high <= step_affinity (u + 1)) by (rewrite Eh; nra).
  rewrite Er in Ll. replace (t * (share u * step_affinity (u + 1))) with (share u * high) in Ll
    by (rewrite Eh; ring).
  assert (Ql : 0 < sqrt (1 - low)) by (apply sqrt_lt_R0; lra).
  assert (Qh : 0 < sqrt (1 - high)) by (apply sqrt_lt_R0; lra).
  assert (Eq : sqrt (1 - high) * sqrt (1 - high) = 1 - high) by (apply sqrt_sqrt; lra).
  assert (El : sqrt (1 - low) * sqrt (1 - low) = 1 - low) by (apply sqrt_sqrt; lra).
  set (q := sqrt (1 - high)) in *. set (l := sqrt (1 - low)) in *.
  assert (Es : 1 / q * (1 / q) * (1 - high) = 1) by (rewrite <- Eq; field; lra).
  assert (Sp : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
  assert (Lp : 0 < 1 / l <= 1 / q)
    by (split; [apply Rdiv_lt_0_compat; lra | apply reciprocal_le; lra]).
  assert (A2 : 1 <= 1 / l * (1 / l) * (1 - share u * high)).
  { apply Rle_trans with (1 / l * (1 / l) * (1 - low)); [rewrite <- El; right; field; lra|].
    apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]. }
  replace (1 - 2 * q) with (1 - 2 / (1 / q)) by (field; lra).
  assert (B : forall top, 0 < top -> high <= 1 - / (top * top) -> 1 / q <= top).
  { intros top P H.
    assert (J : / (top * top) * (top * top) = 1)
      by (apply Rinv_l, Rgt_not_eq, Rmult_lt_0_compat; exact P).
    assert (J0 : 0 < / (top * top)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; exact P).
    set (s := 1 / q) in *. apply Rnot_lt_le. intros K.
    assert (K2 : top * top < s * s) by (apply Rmult_le_0_lt_compat; lra).
    apply (Rmult_lt_compat_r _ _ _ J0) in K2.
    assert (K3 : s * s * / (top * top) <= s * s * (1 - high))
      by (apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]).
    lra. }
  destruct C as [->|C].
  - pose proof share_one as Sh. pose proof top_at_one as To.
    apply (flat_by_largest (share 1) high (1 / q) (20411 / 5000) (1 / l)); try assumption; try lra.
    apply B; lra.
  - set (top := sqrt (8 * u + 9)).
    assert (Et : top * top = 8 * u + 9) by (apply sqrt_sqrt; lra).
    assert (T0 : 0 < top) by (apply sqrt_lt_R0; lra).
    pose proof (flat_at_top u top C T0 Et) as F.
    assert (T5 : 3 <= top).
    { apply Rnot_lt_le. intros K. assert (top * top < 3 * 3) by (apply Rmult_le_0_lt_compat; lra).
      lra. }
    assert (Bt : 1 / q <= top) by (apply B; [exact T0 | rewrite Et; lra]).
    apply (flat_by_largest (share u) high (1 / q) top (1 / l)); try assumption; lra.
Qed.

(* From the step between two datasets and the sensitivities at its ends to the loss. *)
Lemma flat_bound h small large : 0 < h -> h <= small -> small <= large ->
  (1 / h - 1 / large) * (1 - 2 * h) <= 57 / 100 ->
  1 / small - 1 / large + 2 * (1 / large) * h <= 257 / 100.
Proof.
  intros P L M B. pose proof (reciprocal_le _ _ P L) as R.
  replace ((1 / h - 1 / large) * (1 - 2 * h))
    with (1 / h - 1 / large + 2 * (1 / large) * h - 2) in B by (field; lra).
  lra.
Qed.

Lemma flat_parameter m : 1 + INR m = 1 \/ 2 <= 1 + INR m.
Proof. destruct m; [left; simpl; ring | right; rewrite S_INR; pose proof (pos_INR m); lra]. Qed.

Lemma flat_right c e : LS [1; 1] [S c; e] <= LS [1; 1] [c; S e] ->
  1 / LS [1; 1] [S c; e] - 1 / LS [1; 1] [c; S e]
  + 2 * (1 / LS [1; 1] [c; S e]) * step_distance 1 1 c e <= 257 / 100.
Proof.
  intros L. pose proof (step_distance_pos 1 1 Rlt_0_1 Rlt_0_1 c e) as P.
  pose proof (LS_from_left 1 1 Rlt_0_1 Rlt_0_1 c e) as O.
  apply flat_bound; [exact P | apply LS_from_right; exact Rlt_0_1 | exact L|].
  destruct (LS_attained 1 1 Rlt_0_1 Rlt_0_1 c (S e) ltac:(lia)) as [(c' & -> & E)|(e' & E' & E)].
  - rewrite E in O |- *. unfold step_distance in O |- *. pose proof (pos_INR e) as Pe.
    pose proof (pos_INR c') as Pc.
    pose proof (step_below_1 1 1 Rlt_0_1 Rlt_0_1 c' (S e)) as B1. rewrite !S_INR in *.
    replace (1 + (INR c' + 1)) with (1 + INR c' + 1) in * by ring.
    apply (flat_steps (1 + INR c') (step_affinity (1 + INR e)));
      [apply flat_parameter | | ring | | exact O].
    + split; [apply step_affinity_pos | apply step_affinity_le1]; lra.
    + split; [|exact B1]. rewrite Rmult_comm. apply Rmult_le_compat_l.
      * left. apply step_affinity_pos. lra.
      * apply step_affinity_mono; lra.
  - injection E' as <-. rewrite E. lra.
Qed.

Lemma flat_left c e : LS [1; 1] [c; S e] <= LS [1; 1] [S c; e] ->
  1 / LS [1; 1] [c; S e] - 1 / LS [1; 1] [S c; e]
  + 2 * (1 / LS [1; 1] [S c; e]) * step_distance 1 1 c e <= 257 / 100.
Proof.
  intros L. pose proof (step_distance_pos 1 1 Rlt_0_1 Rlt_0_1 c e) as P.
  pose proof (LS_from_right 1 1 Rlt_0_1 Rlt_0_1 c e) as O.
  apply flat_bound; [exact P | apply LS_from_left; exact Rlt_0_1 | exact L|].
  destruct (LS_attained 1 1 Rlt_0_1 Rlt_0_1 (S c) e ltac:(lia)) as [(c' & E' & E)|(e' & -> & E)].
  - injection E' as <-. rewrite E. lra.
  - rewrite E in O |- *. unfold step_distance in O |- *. pose proof (pos_INR c) as Pc.
    pose proof (pos_INR e') as Pe.
    pose proof (step_below_1 1 1 Rlt_0_1 Rlt_0_1 (S c) e') as B1. rewrite !S_INR in *.
    replace (1 + (INR e' + 1)) with (1 + INR e' + 1) in * by ring.
    apply (flat_steps (1 + INR e') (step_affinity (1 + INR c)));
      [apply flat_parameter | | ring | | exact O].
    + split; [apply step_affinity_pos | apply step_affinity_le1]; lra.
    + split; [|exact B1]. apply Rmult_le_compat_r.
      * left. apply step_affinity_pos. lra.
      * apply step_affinity_mono; lra.
Qed.

Theorem ehdl_flat n eps : (1 <= n)%nat -> 0 <= eps -> loss ehdl [1; 1] eps n <= eps * (257 / 200).
Proof.
  intros Hn He. pose proof (pair_prior 1 1 Rlt_0_1 Rlt_0_1) as Hp.
  set (D := datasets n (length [1; 1])).
  pose proof (distance_metric [1; 1] n Hp) as M. fold D in M.
  assert (B : forall x y r, In x D -> In y D -> In r D -> LS [1; 1] y <= LS [1; 1] x ->
    1 / LS [1; 1] y - 1 / LS [1; 1] x + 2 * (1 / LS [1; 1] x) * distance [1; 1] x y <= 257 / 100 ->
    ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps x) r)
      - ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps y) r)
      <= eps * (257 / 200) /\
    ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps y) r)
      - ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps x) r)
      <= eps * (257 / 200)).
  { intros x y r Ix Iy Ir L C. pose proof (LS_pos [1; 1] n Hp Hn y Iy) as P.
    destruct (strengths_loss D (distance [1; 1]) (LS [1; 1]) 2 eps x y r M He ltac:(lra)
      Ix Iy Ir P L) as [B1 B2].
    assert (W : eps / 2 * (1 / LS [1; 1] y - 1 / LS [1; 1] x
      + 2 * (1 / LS [1; 1] x) * distance [1; 1] x y) <= eps * (257 / 200)) by nra.
    lra. }
  apply (loss_le [1; 1] n Hp Hn). intros x y r Ix A Ir.
  pose proof (adjacent_in [1; 1] n x y Ix A) as Iy.
  rewrite !(probability_softmax [1; 1] n) by (reflexivity || assumption).
  change (ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps x) r)
    - ln (softmax D (smooth_weights (distance [1; 1]) (LS [1; 1]) 2 eps y) r)
    <= eps * (257 / 200)).
  assert (Two : forall c e, In [c; S e] D -> In [S c; e] D ->
    (LS [1; 1] [S c; e] <= LS [1; 1] [c; S e] /\ 1 / LS [1; 1] [S c; e] - 1 / LS [1; 1] [c; S e]
      + 2 * (1 / LS [1; 1] [c; S e]) * distance [1; 1] [c; S e] [S c; e] <= 257 / 100) \/
    (LS [1; 1] [c; S e] <= LS [1; 1] [S c; e] /\ 1 / LS [1; 1] [c; S e] - 1 / LS [1; 1] [S c; e]
      + 2 * (1 / LS [1; 1] [S c; e]) * distance [1; 1] [S c; e] [c; S e] <= 257 / 100)).
  { intros c e _ _. destruct (step_distance_spec 1 1 Rlt_0_1 Rlt_0_1 c e) as [-> ->].
    destruct (Rle_dec (LS [1; 1] [S c; e]) (LS [1; 1] [c; S e])) as [L|L]; [left|right].
    - split; [exact L | apply flat_right, L].
    - split; [lra | apply flat_left; lra]. }
  assert (Ex : exists c e, x = [c; e]).
  { apply in_datasets in Ix. destruct Ix as [L _].
    destruct x as [|c [|e [|? ?]]]; try discriminate L. eauto. }
  destruct Ex as (c & e & ->).
  destruct (pair_neighbours c e y A) as [(c' & -> & ->)|(e' & -> & ->)].
  - destruct (Two c' e Iy Ix) as [[L C]|[L C]].
    + apply (B [c'; S e] [S c'; e] r Iy Ix Ir L C).
    + apply (B [S c'; e] [c'; S e] r Ix Iy Ir L C).
  - destruct (Two c e' Ix Iy) as [[L C]|[L C]].
    + apply (B [c; S e'] [S c; e'] r Ix Iy Ir L C).
    + apply (B [S c; e'] [c; S e'] r Iy Ix Ir L C).
Qed.
