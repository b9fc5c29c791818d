(* Two categories: reciprocals of the local sensitivity differ by less than 2 from one dataset to
   the next; what the exponential mechanism with the local sensitivity, or one smooth enough,
   loses. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses TwoCategories Release Scores RecordMoves ManyMoves.
Import ListNotations.
Open Scope R_scope.

(* The loss for neighbours x, y with a larger sensitivity at x: B = 1/S(y), A = 1/S(x). *)
Section Uneven.
Context {X : Type} (D : list X) (H : X -> X -> R) (S : X -> R) (c eps : R).
Context (M : metric1 D H) (eps_nonneg : 0 <= eps) (c_pos : 0 < c).
Context (x y : X) (Ix : In x D) (Iy : In y D) (Sx : 0 < S x) (Sy : 0 < S y).
Context (hy : H x y <= S y) (larger : S y <= S x).

Lemma uneven_loss r : In r D ->
  (ln (softmax D (smooth_weights H S c eps x) r) - ln (softmax D (smooth_weights H S c eps y) r)
   <= eps / c * (1 / S y - 1 / S x + 2 * (S y / S x))) /\
  (ln (softmax D (smooth_weights H S c eps y) r) - ln (softmax D (smooth_weights H S c eps x) r)
   <= eps / c * (1 / S y - 1 / S x + 2 * (S y / S x))).
Proof using M eps_nonneg c_pos Ix Iy Sx Sy hy larger.
  intros Ir. set (cx := eps / (c * S x)). set (cy := eps / (c * S y)).
  assert (ec : 0 <= eps / c) by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat;
    assumption]).
  assert (Ex : cx = eps / c * (1 / S x)) by (unfold cx; field; lra).
  assert (Ey : cy = eps / c * (1 / S y)) by (unfold cy; field; lra).
  assert (I0 : 0 < 1 / S x) by (apply Rdiv_lt_0_compat; lra).
  assert (I1 : 1 / S x <= 1 / S y).
  { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  assert (Px : 0 <= cx) by (rewrite Ex; apply Rmult_le_pos; lra).
  assert (Cxy : cx <= cy) by (rewrite Ex, Ey; apply Rmult_le_compat_l; assumption).
  assert (Cxh : cx * H x y <= eps / c * (S y / S x)).
  { rewrite Ex. replace (eps / c * (1 / S x) * H x y) with (eps / c * (1 / S x * H x y)) by ring.
    apply Rmult_le_compat_l; [exact ec|]. replace (S y / S x) with (1 / S x * S y) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  assert (T : eps / c * (1 / S y - 1 / S x + 2 * (S y / S x))
    = cy - cx + 2 * (eps / c * (S y / S x))) by (rewrite Ex, Ey; ring).
  assert (Wx : forall z, smooth_weights H S c eps x z = - cx * H x z)
    by (intros; unfold smooth_weights, cx; field; lra).
  assert (Wy : forall z, smooth_weights H S c eps y z = - cy * H y z)
    by (intros; unfold smooth_weights, cy; field; lra).
  assert (B : forall z, In z D -> - H x y <= H x z - H y z <= H x y /\ 0 <= H y z <= 1).
  { intros z Iz. pose proof (metric1_abs D H M x y z Ix Iy Iz) as A. apply Rabs_le_inv in A.
    repeat split; try lra; try apply (m_nonneg _ _ M); try apply (m_le1 _ _ M); assumption. }
  rewrite T. split.
  - eapply Rle_trans; [apply (softmax_ratio D _ _ (cy - cx + cx * H x y) (cx * H x y)) | lra];
      [intros z Iz | intros z Iz | exact Ir]; rewrite Wx, Wy; destruct (B z Iz) as (? & ?);
      nra.
  - eapply Rle_trans; [apply (softmax_ratio D _ _ (cx * H x y) (cy - cx + cx * H x y)) | lra];
      [intros z Iz | intros z Iz | exact Ir]; rewrite Wx, Wy; destruct (B z Iz) as (? & ?);
      nra.
Qed.
End Uneven.

Lemma uneven_mechanism prior n m eps t : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  last_of m = None -> 0 < factor m ->
  (forall x, In x (datasets n (length prior)) -> 0 < sens m prior x /\
     LS prior x <= sens m prior x) ->
  (forall x y, In x (datasets n (length prior)) -> adjacent x y ->
     sens m prior y <= sens m prior x ->
     1 / sens m prior y - 1 / sens m prior x + 2 * (sens m prior y / sens m prior x) <= t) ->
  loss m prior eps n <= eps / factor m * t.
Proof.
  intros Hp Hn He N F S B. apply loss_le; [exact Hp | exact Hn|]. unfold outputs. rewrite N.
  intros x y r Ix A Ir. pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite !(probability_softmax prior n) by assumption.
  destruct (S x Ix) as [Sx Lx]. destruct (S y Iy) as [Sy Ly].
  pose proof (distance_metric prior n Hp) as M.
  pose proof (distance_le_LS prior x y A) as Hx.
  pose proof (distance_le_LS prior y x (adjacent_sym x y A)) as Hy.
  assert (ec : 0 < eps / factor m) by (apply Rdiv_lt_0_compat; assumption).
  destruct (Rle_dec (sens m prior y) (sens m prior x)) as [C|C].
  - assert (hy : distance prior x y <= sens m prior y)
      by (rewrite (m_sym _ _ M x y Ix Iy); lra).
    destruct (uneven_loss _ (distance prior) (fun x => sens m prior x) (factor m) eps M
      ltac:(lra) F x y Ix Iy Sx Sy hy C r Ir) as [Q _].
    eapply Rle_trans; [exact Q|]. apply Rmult_le_compat_l; [lra | apply (B x y Ix A C)].
  - assert (hx : distance prior y x <= sens m prior x)
      by (rewrite (m_sym _ _ M y x Iy Ix); lra).
    destruct (uneven_loss _ (distance prior) (fun x => sens m prior x) (factor m) eps M
      ltac:(lra) F y x Iy Ix Sy Sx hx ltac:(lra) r Ir) as [_ Q].
    eapply Rle_trans; [exact Q|]. apply Rmult_le_compat_l; [lra|].
    apply (B y x Iy (adjacent_sym x y A)). lra.
Qed.

(* Roots of gaps.  Two moves that follow one another, with parameters u, u + 1 on one side and
   v + 1, v on the other; a and b are the reciprocals of their distances. *)
Definition move (u v : R) : R := sqrt (1 - step_affinity u * step_affinity v).

Lemma product_lt1 s t : 0 < s < 1 -> 0 < t < 1 -> 0 < s * t < 1.
Proof. intros. nra. Qed.

Lemma move_pos u v : 0 < u -> 0 < v -> 0 < move u v < 1.
Proof.
  intros U V. pose proof (step_affinity_pos u U). pose proof (step_affinity_lt1 u U).
  pose proof (step_affinity_pos v V). pose proof (step_affinity_lt1 v V).
  destruct (product_lt1 (step_affinity u) (step_affinity v)); try lra. split.
  - apply sqrt_lt_R0. lra.
  - unfold move. apply Rlt_le_trans with (sqrt 1); [|rewrite sqrt_1; lra].
    apply sqrt_lt_1_alt. split; lra.
Qed.

Lemma move_sqr u v : 0 < u -> 0 < v ->
  move u v * move u v = 1 - step_affinity u * step_affinity v.
Proof.
  intros U V. apply sqrt_sqrt. pose proof (step_affinity_pos u U).
  pose proof (step_affinity_lt1 u U).
  pose proof (step_affinity_pos v V). pose proof (step_affinity_lt1 v V). nra.
Qed.

(* g(u) is at least g(u + 1) sqrt(1 - 1/(2u + 1)^2); here the square. *)
Lemma step_affinity_previous u : 0 < u ->
  step_affinity u * step_affinity u =
  step_affinity (u + 1) * step_affinity (u + 1) * (1 - 1 / ((2 * u + 1) * (2 * u + 1))).
Proof.
  intros U. rewrite !step_affinity_sqr by lra. rewrite rho1_next by exact U. field. lra.
Qed.

Record consecutive (u a b : R) : Prop := {
  first_above : 1 < a;
  second_above : 1 < b;
  first_below : a * a * (1 - step_affinity (u + 1)) <= 1;
  ratio : forall y, 1 < y ->
    (1 - 1 / (y * y)) * (1 - 1 / (y * y)) <
    (1 - 1 / (a * a)) * (1 - 1 / (a * a)) * (1 - 1 / ((2 * u + 1) * (2 * u + 1))) -> y < b }.

Lemma two_moves u v : 0 < u -> 0 < v ->
  consecutive u (1 / move (u + 1) v) (1 / move u (v + 1)).
Proof.
  intros U V. destruct (move_pos (u + 1) v ltac:(lra) V) as [A0 A1].
  destruct (move_pos u (v + 1) U ltac:(lra)) as [B0 B1].
  pose proof (move_sqr (u + 1) v ltac:(lra) V) as EA.
  pose proof (move_sqr u (v + 1) U ltac:(lra)) as EB.
  pose proof (step_affinity_pos u U). pose proof (step_affinity_lt1 u U).
  pose proof (step_affinity_pos v V). pose proof (step_affinity_lt1 v V).
  pose proof (step_affinity_pos (u + 1) ltac:(lra)).
  pose proof (step_affinity_lt1 (u + 1) ltac:(lra)).
  pose proof (step_affinity_mono v (v + 1) V ltac:(lra)).
  pose proof (step_affinity_previous u U) as Prev.
  set (ma := move (u + 1) v) in *. set (mb := move u (v + 1)) in *.
  assert (inv : forall m, 0 < m < 1 -> 1 < 1 / m).
  { intros m [M0 M1]. apply Rmult_lt_reg_r with m; [exact M0|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  split.
  - apply inv. lra.
  - apply inv. lra.
  - replace (1 / ma * (1 / ma) * (1 - step_affinity (u + 1))) with
      ((1 - step_affinity (u + 1)) / (ma * ma)) by (field; lra).
    apply div_le; [apply Rmult_lt_0_compat; lra|]. rewrite EA. nra.
  - intros y Y Q.
    replace (1 - 1 / (1 / ma * (1 / ma))) with (step_affinity (u + 1) * step_affinity v) in Q
      by (replace (1 / (1 / ma * (1 / ma))) with (ma * ma) by (field; lra); rewrite EA; ring).
    replace (step_affinity (u + 1) * step_affinity v * (step_affinity (u + 1) * step_affinity v)
      * (1 - 1 / ((2 * u + 1) * (2 * u + 1)))) with
      (step_affinity u * step_affinity v * (step_affinity u * step_affinity v)) in Q.
    2:{ replace (step_affinity u * step_affinity v * (step_affinity u * step_affinity v)) with
          (step_affinity u * step_affinity u * (step_affinity v * step_affinity v)) by ring.
        rewrite Prev. ring. }
    assert (Y1 : 0 < 1 - 1 / (y * y)).
    { assert (1 / (y * y) < 1); [|lra]. apply Rmult_lt_reg_r with (y * y); [nra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra. }
    assert (L : 1 - 1 / (y * y) < step_affinity u * step_affinity v)
      by (apply Rsqr_incrst_0; [exact Q | lra | apply Rmult_le_pos; lra]).
    assert (L2 : mb * mb < 1 / (y * y)) by (rewrite EB; nra).
    assert (L3 : mb * y < 1).
    { apply Rsqr_incrst_0; [|apply Rmult_le_pos; lra | lra]. unfold Rsqr.
      replace (mb * y * (mb * y)) with (mb * mb * (y * y)) by ring.
      apply (Rmult_lt_compat_r (y * y)) in L2; [|nra].
      replace (1 / (y * y) * (y * y)) with 1 in L2 by (field; nra). lra. }
    apply Rmult_lt_reg_r with mb; [exact B0|].
    replace (1 / mb * mb) with 1 by (field; lra). lra.
Qed.

Lemma first_square u a b : 0 < u -> consecutive u a b -> a * a <= 8 * u + 9.
Proof.
  intros U [A _ L _]. pose proof (step_gap_lower (u + 1) ltac:(lra)) as G.
  replace (8 * (u + 1) + 1) with (8 * u + 9) in G by ring.
  assert (Q : a * a * (1 / (8 * u + 9)) <= 1).
  { eapply Rle_trans; [|exact L]. apply Rmult_le_compat_l; [nra | exact G]. }
  apply (Rmult_le_compat_r (8 * u + 9)) in Q; [|lra].
  replace (a * a * (1 / (8 * u + 9)) * (8 * u + 9)) with (a * a) in Q by (field; lra). lra.
Qed.

(* They differ by less than 2. *)
Lemma consecutive_two u a b : 0 < u -> consecutive u a b -> a - b < 2.
Proof.
  intros U C. pose proof (first_square u a b U C) as S. destruct C as [A B _ R].
  destruct (Rle_dec a 3) as [T|T]; [lra|]. enough (a - 2 < b) by lra.
  apply R; [lra|].
  assert (W : 4 < a * a - 5) by nra.
  assert (C1 : 1 / ((2 * u + 1) * (2 * u + 1)) <= 16 / ((a * a - 5) * (a * a - 5))).
  { replace (16 / ((a * a - 5) * (a * a - 5))) with (1 / ((a * a - 5) / 4 * ((a * a - 5) / 4)))
      by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [nra|].
    apply Rmult_le_compat; lra. }
  apply Rlt_le_trans with ((1 - 1 / (a * a)) * (1 - 1 / (a * a)) *
    (1 - 16 / ((a * a - 5) * (a * a - 5)))).
  2:{ apply Rmult_le_compat_l; [apply Rle_0_sqr | lra]. }
  assert (a2 : 1 < a - 2) by lra.
  apply Rmult_lt_reg_r with ((a * a) * (a * a) * (((a - 2) * (a - 2)) * ((a - 2) * (a - 2))) *
    ((a * a - 5) * (a * a - 5))).
  { repeat apply Rmult_lt_0_compat; lra. }
  replace ((1 - 1 / ((a - 2) * (a - 2))) * (1 - 1 / ((a - 2) * (a - 2))) * ((a * a) * (a * a) *
    (((a - 2) * (a - 2)) * ((a - 2) * (a - 2))) * ((a * a - 5) * (a * a - 5)))) with
    (((a - 1) * (a - 3) * (a * a) * (a * a - 5)) * ((a - 1) * (a - 3) * (a * a) * (a * a - 5)))
    by (field; lra).
  replace ((1 - 1 / (a * a)) * (1 - 1 / (a * a)) * (1 - 16 / ((a * a - 5) * (a * a - 5))) *
    ((a * a) * (a * a) * (((a - 2) * (a - 2)) * ((a - 2) * (a - 2))) * ((a * a - 5) *
    (a * a - 5)))) with
    (((a - 1) * (a + 1) * ((a - 2) * (a - 2))) * ((a - 1) * (a + 1) * ((a - 2) * (a - 2))) *
    ((a * a - 5) * (a * a - 5) - 16)) by (field; split; nra).
  apply Rminus_gt_0_lt.
  set (t := a - 3). assert (Pt : 0 < t) by (unfold t; lra).
  replace a with (t + 3) by (unfold t; ring). clearbody t. clear -Pt.
  unfold Rgt. match goal with |- 0 < ?e => replace e with
    ((t + 2) * (t + 2) * (8 * (t * (96 + t * (358 + t * (492 + t * (314 + t * (101 + t *
      (16 + t))))))))) by ring end.
  assert (Q : 0 < 96 + t * (358 + t * (492 + t * (314 + t * (101 + t * (16 + t))))))
    by (repeat (apply Rplus_lt_0_compat || apply Rmult_lt_0_compat); lra).
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
  apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; assumption.
Qed.

(* Local sensitivities of two categories. *)
Section TwoCategories.
Context (a e : R) (n : nat) (Pa : 0 < a) (Pe : 0 < e).

Lemma flat_pair_prior : is_prior [a; e].
Proof using Pa Pe. split; simpl; [lia | repeat constructor; assumption]. Qed.

Lemma ones_in_datasets c : (c <= n)%nat -> In (ones n c) (datasets n (length [a; e])).
Proof using. intros L. apply datasets_spec. split; [reflexivity | unfold ones; simpl; lia]. Qed.

Lemma move_distance c : (S c <= n)%nat ->
  distance [a; e] (ones n c) (ones n (S c)) = move (a + INR c) (e + INR (n - S c)).
Proof using Pa Pe.
  intros L. unfold distance, hellinger, move. f_equal. f_equal.
  rewrite (affinity_root 2 (a + e + INR n)); [|lia| |].
  - unfold ones. cbn [posterior]. pose proof (pos_INR c). pose proof (pos_INR (n - S c)).
    replace (n - c)%nat with (S (n - S c)) by lia. rewrite !S_INR.
    rewrite !rho_cons by (try lra; repeat constructor; lra). rewrite rho_refl by constructor.
    rewrite Rmult_1_r, sqrt_mult_alt by (left; apply rho1_pos; lra).
    unfold step_affinity. rewrite (rho1_sym (e + (INR (n - S c) + 1))). f_equal; f_equal; f_equal;
      ring.
  - apply (p_simplex a e n); lra || assumption || lia.
  - apply (p_simplex a e n); lra || assumption || lia.
Qed.

Lemma next_adjacent c : (S c <= n)%nat -> adjacent (ones n c) (ones n (S c)).
Proof using.
  intros L. unfold adjacent, ones. replace (n - c)%nat with (S (n - S c)) by lia.
  destruct c; simpl; tauto.
Qed.

Lemma adjacent_next c y : (c <= n)%nat -> adjacent (ones n c) y ->
  (y = ones n (S c) /\ (S c <= n)%nat) \/ (exists d, c = S d /\ y = ones n d).
Proof using.
  unfold adjacent, ones. intros L I. cbn [neighbours more less map app] in I.
  destruct c as [|c].
  - cbn [app] in I. destruct (n - 0)%nat as [|m] eqn:E; [easy|]. cbn in I.
    destruct I as [<-|[]]. left. split; [|lia]. f_equal. f_equal. lia.
  - apply in_app_or in I. destruct I as [[<-|[]]|I].
    + right. exists c. split; [reflexivity|]. f_equal. f_equal. lia.
    + destruct (n - S c)%nat as [|m] eqn:E; [easy|]. cbn in I. destruct I as [<-|[]].
      left. split; [|lia]. f_equal. f_equal. lia.
Qed.

Hypothesis (Hn : (1 <= n)%nat).

(* One step from the smaller local sensitivity: its reciprocal by the two moves. *)
Lemma reciprocals_step x y : In x (datasets n (length [a; e])) -> adjacent x y ->
  LS [a; e] y <= LS [a; e] x -> LS [a; e] x = distance [a; e] x y \/
  exists u v, 0 < u /\ 0 < v /\ LS [a; e] x = move u (v + 1) /\ move (u + 1) v <= LS [a; e] y /\
    exists d : nat, u = a + INR d \/ u = e + INR d.
Proof using Pa Pe Hn.
  intros Ix A _. pose proof flat_pair_prior as Hp.
  pose proof (distance_metric [a; e] n Hp) as M.
  pose proof (adjacent_in [a; e] n x y Ix A) as Iy.
  pose proof (proj1 (in_datasets [a; e] n x) Ix) as Jx.
  destruct (two_shape [a; e] n x Hp ltac:(simpl; lra) Jx) as (a' & e' & c & _ & _ & _ & -> & Lc).
  destruct (maxof_in (neighbours (ones n c)) (fun y => distance [a; e] (ones n c) y)
    (neighbours_some_in [a; e] n Hp Hn _ Ix)) as (w & Iw & Ew).
  change (maxof (neighbours (ones n c)) (fun y => distance [a; e] (ones n c) y))
    with (LS [a; e] (ones n c)) in Ew.
  pose proof (distance_le_LS [a; e] y (ones n c) (adjacent_sym _ _ A)) as D.
  pose proof (pos_INR c).
  destruct (adjacent_next c y Lc A) as [[-> Ly]|(d & -> & ->)].
  - destruct (adjacent_next c w Lc Iw) as [[-> Lw]|(d & -> & ->)]; [now left|]. right.
    rewrite (m_sym _ _ M _ _ Iy Ix), move_distance in D by exact Ly.
    rewrite (m_sym _ _ M _ _ Ix (ones_in_datasets d ltac:(lia))), move_distance in Ew by exact Lc.
    pose proof (pos_INR d). pose proof (pos_INR (n - S (S d))).
    exists (a + INR d), (e + INR (n - S (S d))).
    split; [lra|]. split; [lra|]. split; [|split].
    + rewrite Ew. f_equal. replace (n - S d)%nat with (S (n - S (S d))) by lia.
      rewrite S_INR. ring.
    + rewrite S_INR, <- Rplus_assoc in D. exact D.
    + exists d. now left.
  - destruct (adjacent_next (S d) w Lc Iw) as [[-> Lw]|(d' & Ed & ->)].
    2:{ injection Ed as <-. now left. }
    right. rewrite move_distance in D, Ew by assumption.
    pose proof (pos_INR d). pose proof (pos_INR (n - S (S d))).
    exists (e + INR (n - S (S d))), (a + INR d).
    split; [lra|]. split; [lra|]. split; [|split].
    + rewrite Ew, S_INR. unfold move. f_equal. rewrite Rmult_comm. f_equal. f_equal. f_equal. ring.
    + replace (n - S d)%nat with (S (n - S (S d))) in D by lia. rewrite S_INR in D.
      unfold move in *. rewrite Rmult_comm, <- Rplus_assoc in D. exact D.
    + exists (n - S (S d))%nat. now right.
Qed.

Lemma reciprocals_larger x y : In x (datasets n (length [a; e])) -> adjacent x y ->
  LS [a; e] y <= LS [a; e] x -> 0 <= 1 / LS [a; e] y - 1 / LS [a; e] x < 2.
Proof using Pa Pe Hn.
  intros Ix A L. pose proof flat_pair_prior as Hp.
  pose proof (adjacent_in [a; e] n x y Ix A) as Iy.
  pose proof (LS_pos [a; e] n Hp Hn x Ix) as Px. pose proof (LS_pos [a; e] n Hp Hn y Iy) as Py.
  pose proof (distance_metric [a; e] n Hp) as M.
  split.
  { assert (1 / LS [a; e] x <= 1 / LS [a; e] y); [|lra].
    apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
  destruct (reciprocals_step x y Ix A L) as [E|(u & v & U & V & E & B & _)].
  - assert (LS [a; e] x <= LS [a; e] y).
    { rewrite E, (m_sym _ _ M x y Ix Iy). apply distance_le_LS, adjacent_sym, A. }
    replace (LS [a; e] x) with (LS [a; e] y) by lra. lra.
  - pose proof (consecutive_two u _ _ U (two_moves u v U V)) as T. rewrite E.
    destruct (move_pos (u + 1) v ltac:(lra) V).
    assert (1 / LS [a; e] y <= 1 / move (u + 1) v); [|lra].
    apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra].
Qed.
End TwoCategories.

Lemma two_prior (prior : list R) : is_prior prior -> INR (length prior) = 2 ->
  exists a e, prior = [a; e] /\ 0 < a /\ 0 < e.
Proof.
  intros [_ P] K. assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct prior as [|a [|e [|? ?]]]; try discriminate L. inversion_clear P as [|? ? A Q].
  inversion_clear Q. exists a, e. auto.
Qed.

Lemma reciprocals_near prior n x y : is_prior prior -> (1 <= n)%nat -> INR (length prior) = 2 ->
  In x (datasets n (length prior)) -> adjacent x y ->
  Rabs (1 / LS prior x - 1 / LS prior y) < 2.
Proof.
  intros Hp Hn K Ix A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  destruct (two_prior prior Hp K) as (a & e & -> & Pa & Pe).
  destruct (Rle_dec (LS [a; e] y) (LS [a; e] x)) as [L|L].
  - pose proof (reciprocals_larger a e n Pa Pe Hn x y Ix A L).
    rewrite Rabs_left1; lra.
  - pose proof (reciprocals_larger a e n Pa Pe Hn y x Iy (adjacent_sym x y A) ltac:(lra)).
    rewrite Rabs_right; lra.
Qed.

(* 1/LS moves by at most 2 with each record, so that S = LS for gamma >= 2. *)
Lemma reciprocals_far prior n x z : is_prior prior -> (1 <= n)%nat -> INR (length prior) = 2 ->
  In x (datasets n (length prior)) -> In z (datasets n (length prior)) ->
  1 / LS prior x <= 1 / LS prior z + 2 * replaced x z.
Proof.
  intros Hp Hn K Ix Iz. apply (in_datasets prior n) in Ix. apply (in_datasets prior n) in Iz.
  pose proof Hp as Hp'. destruct (two_prior prior Hp K) as (a & e & E & Pa & Pe).
  destruct (two_shape prior n x Hp K Ix) as (a' & e' & c & _ & _ & _ & -> & Lc).
  destruct (two_shape prior n z Hp K Iz) as (a'' & e'' & d & _ & _ & _ & -> & Ld).
  assert (steps : forall i m, (i + m <= n)%nat ->
    Rabs (1 / LS prior (ones n i) - 1 / LS prior (ones n (i + m))) <= 2 * INR m).
  { intros i m. induction m as [|m IH]; intros L.
    - rewrite Nat.add_0_r, Rminus_eq_0, Rabs_R0. simpl. lra.
    - specialize (IH ltac:(lia)). rewrite Nat.add_succ_r, S_INR.
      assert (I : In (ones n (i + m)) (datasets n (length prior)))
        by (rewrite E; apply (ones_in_datasets a e); lia).
      pose proof (reciprocals_near prior n _ _ Hp Hn K I (next_adjacent n (i + m) ltac:(lia))).
      replace (1 / LS prior (ones n i) - 1 / LS prior (ones n (S (i + m)))) with
        (1 / LS prior (ones n i) - 1 / LS prior (ones n (i + m)) +
         (1 / LS prior (ones n (i + m)) - 1 / LS prior (ones n (S (i + m))))) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (D : replaced (ones n c) (ones n d) = Rabs (INR c - INR d)).
  { unfold replaced, ones. cbn [l1]. rewrite !minus_INR by assumption.
    replace (INR n - INR c - (INR n - INR d)) with (- (INR c - INR d)) by ring.
    rewrite Rabs_Ropp. field. }
  rewrite D. destruct (Nat.le_gt_cases c d) as [L|L].
  - pose proof (steps c (d - c)%nat ltac:(lia)) as B.
    replace (c + (d - c))%nat with d in B by lia. rewrite minus_INR in B by exact L.
    apply Rabs_le_inv in B. apply le_INR in L. rewrite Rabs_left1 by lra. lra.
  - pose proof (steps d (c - d)%nat ltac:(lia)) as B.
    replace (d + (c - d))%nat with c in B by lia. rewrite minus_INR in B by lia.
    apply Rabs_le_inv in B. apply lt_INR in L. rewrite Rabs_right by lra. lra.
Qed.

Lemma Sharm_is_LS prior n x gamma : is_prior prior -> (1 <= n)%nat -> INR (length prior) = 2 ->
  In x (datasets n (length prior)) -> 2 <= gamma -> Sharm prior x gamma = LS prior x.
Proof.
  intros Hp Hn K Ix G. pose proof (LS_pos prior n Hp Hn x Ix) as P.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x ltac:(lra) Ix) as L.
  apply Rle_antisym; [|exact L].
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. unfold Sharm. rewrite Ex.
  match goal with |- 1 / minof ?l ?f <= _ => destruct (minof_in l f
    (datasets_some prior n Hp Hn)) as (z & Iz & ->) end.
  pose proof (reciprocals_far prior n x z Hp Hn K Ix Iz) as B.
  assert (2 * replaced x z <= gamma * replaced x z)
    by (apply Rmult_le_compat_r; [apply replaced_nonneg | exact G]).
  assert (0 < 1 / LS prior x) by (apply Rdiv_lt_0_compat; lra).
  replace (LS prior x) with (1 / (1 / LS prior x)) by (field; lra).
  apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra].
Qed.

(* Prior (1, 1): 1/S(y) - 1/S(x) + 2 S(y)/S(x) is at most 257/100. *)
Lemma PI_upper : PI < 314163 / 100000.
Proof.
  destruct (PI_2_3_7_ineq 2) as [_ U]. simpl in U. unfold tg_alt, PI_2_3_7_tg, Ratan_seq in U.
  simpl in U. lra.
Qed.

Lemma step_affinity_two : step_affinity 2 <= 9399914 / 10000000.
Proof.
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite step_affinity_sqr by lra.
  pose proof (rho1_next 1 ltac:(lra)) as E. replace (1 + 1) with 2 in E by ring.
  fold g1 in E. rewrite g1_value in E. rewrite E. pose proof PI_upper. lra.
Qed.

Lemma first_step a b : consecutive 1 a b -> a <= 40822 / 10000.
Proof.
  intros [A _ L _]. replace (1 + 1) with 2 in L by ring. pose proof step_affinity_two.
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. nra.
Qed.

Lemma below_second u a b : consecutive u a b -> 2 < a -> a - 2 < a * (a - 257 / 100) ->
  (forall big e, big = (a - 257 / 100) * (a - 257 / 100) * (a * a - 1) ->
     e = 57 / 100 * (2 * a - 457 / 100) -> 0 < big - e -> 0 < big ->
     (big - e) * (big - e) < big * big * (1 - 1 / ((2 * u + 1) * (2 * u + 1)))) ->
  a * (a - 257 / 100) / (a - 2) < b.
Proof.
  intros [A B _ R] L Y C. set (w := a - 257 / 100) in *. assert (W : 0 < w) by nra.
  assert (Q : (a - 2) * (a - 2) < a * w * (a * w)) by nra.
  apply R.
  - apply Rmult_lt_reg_r with (a - 2); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
  - specialize (C _ _ eq_refl eq_refl).
    assert (N : w * w * (a * a - 1) - 57 / 100 * (2 * a - 457 / 100)
      = a * w * (a * w) - (a - 2) * (a - 2)) by (unfold w; field).
    rewrite N in C. specialize (C ltac:(lra) ltac:(repeat apply Rmult_lt_0_compat; nra)).
    assert (Z : 0 < (a * w) * (a * w)) by (apply Rmult_lt_0_compat; nra).
    apply Rmult_lt_reg_r with ((a * w) * (a * w) * ((a * w) * (a * w))).
    + apply Rmult_lt_0_compat; assumption.
    + set (k := 1 - 1 / ((2 * u + 1) * (2 * u + 1))) in *.
      replace ((1 - 1 / (a * w / (a - 2) * (a * w / (a - 2)))) *
        (1 - 1 / (a * w / (a - 2) * (a * w / (a - 2)))) * ((a * w) * (a * w) * ((a * w) *
        (a * w)))) with ((a * w * (a * w) - (a - 2) * (a - 2)) *
        (a * w * (a * w) - (a - 2) * (a - 2))) by (field; repeat split; lra).
      replace ((1 - 1 / (a * a)) * (1 - 1 / (a * a)) * k * ((a * w) * (a * w) * ((a * w) *
        (a * w)))) with (w * w * (a * a - 1) * (w * w * (a * a - 1)) * k) by (field; lra).
      exact C.
Qed.

Lemma square_below m e s k : 0 < m - e -> 0 < m -> 0 < s -> (1 - s) * m <= e -> s * s < k ->
  (m - e) * (m - e) < m * m * k.
Proof.
  intros P M S L K. apply Rle_lt_trans with (s * m * (s * m)).
  - apply Rmult_le_compat; lra.
  - replace (s * m * (s * m)) with (m * m * (s * s)) by ring. apply Rmult_lt_compat_l; nra.
Qed.

Lemma consecutive_flat d a b : consecutive (1 + INR d) a b -> 2 < a ->
  (a - b) * (a - 2) <= 57 / 100 * a.
Proof.
  intros C A2. pose proof (pos_INR d) as Pd.
  pose proof (first_square (1 + INR d) a b ltac:(lra) C) as S.
  destruct (Rle_dec (a * (a - 257 / 100)) (a - 2)) as [T|T].
  - destruct C as [_ B _ _]. nra.
  - enough (a * (a - 257 / 100) / (a - 2) < b) as Y.
    { apply (Rmult_lt_compat_r (a - 2)) in Y; [|lra]. unfold Rdiv in Y.
      rewrite Rmult_assoc, Rinv_l in Y by lra. lra. }
    apply (below_second (1 + INR d) a b C); [lra | lra |]. intros m e Em Ee P M.
    set (w := a - 257 / 100) in *. assert (W : 0 < w) by nra.
    assert (A3 : 257 / 100 < a) by (unfold w in W; lra).
    destruct d as [|d].
    + simpl INR in *. replace (1 + 0) with 1 in * by ring.
      pose proof (first_step a b C) as F.
      apply (square_below m e (942809 / 1000000)); try assumption; [lra | | lra].
      assert (m <= w * (236878 / 10000)).
      { rewrite Em, Rmult_assoc. apply Rmult_le_compat_l; [lra|].
        apply Rle_trans with (15122 / 10000 * (156644 / 10000)); [|lra].
        assert (A4 : (40822 / 10000 - a) * (a - 257 / 100) >= 0) by (apply Rle_ge,
          Rmult_le_pos; lra).
        assert (A5 : 1 <= a * a) by (clear -A3; nra).
        apply Rmult_le_compat; unfold w; lra. }
      rewrite Ee. unfold w in *. lra.
    + rewrite S_INR in *. pose proof (pos_INR d).
      destruct (Rle_dec a 5) as [F|F].
      * apply (square_below m e (979 / 1000)); try assumption; [lra | |].
        -- assert (m <= w * (243 / 100 * 24)).
           { rewrite Em, Rmult_assoc. apply Rmult_le_compat_l; [lra|].
             assert (A4 : (5 - a) * (a - 257 / 100) >= 0) by (apply Rle_ge,
               Rmult_le_pos; lra).
             assert (A5 : 1 <= a * a) by (clear -A3; nra).
             apply Rmult_le_compat; unfold w; lra. }
           rewrite Ee. unfold w in *. lra.
        -- assert (1 / ((2 * (1 + (INR d + 1)) + 1) * (2 * (1 + (INR d + 1)) + 1)) <= 1 / 25);
             [|lra].
           apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [lra|]. nra.
      * set (q := a * a - 5). assert (Q : 20 <= q) by (unfold q; nra).
        apply Rlt_le_trans with (m * m * (1 - 16 / (q * q))).
        -- apply Rmult_lt_reg_r with (q * q); [nra|].
           replace (m * m * (1 - 16 / (q * q)) * (q * q)) with (m * m * (q * q - 16))
             by (field; lra).
           apply Rminus_gt_0_lt. rewrite Ee, Em. unfold w, q. set (t := a - 5).
           assert (Pt : 0 < t) by (unfold t; lra). replace a with (t + 5) by (unfold t; ring).
           clearbody t. clear -Pt. unfold Rgt.
           match goal with |- 0 < ?f => replace f with
             (160813793799 / 6250000 + t * (139716058599 / 1250000 + t * (4678228548693 / 25000000
             + t * (167595010767 / 1000000 + t * (1812098176251 / 20000000 + t *
             (155164072497 / 5000000 + t * (339072641599 / 50000000 + t * (114509693 / 125000
             + t * (69671 / 1000 + t * (57 / 25)))))))))) by field end.
           repeat (apply Rplus_lt_0_compat || apply Rmult_lt_0_compat); lra.
        -- apply Rmult_le_compat_l; [nra|].
           assert (1 / ((2 * (1 + (INR d + 1)) + 1) * (2 * (1 + (INR d + 1)) + 1))
             <= 16 / (q * q)); [|lra].
           replace (16 / (q * q)) with (1 / (q / 4 * (q / 4))) by (field; lra).
           apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [nra|].
           apply Rmult_le_compat; unfold q in *; lra.
Qed.

Lemma flat_bound n x y : (1 <= n)%nat -> In x (datasets n (length [1; 1])) -> adjacent x y ->
  LS [1; 1] y <= LS [1; 1] x ->
  1 / LS [1; 1] y - 1 / LS [1; 1] x + 2 * (LS [1; 1] y / LS [1; 1] x) <= 257 / 100.
Proof.
  intros Hn Ix A L. pose proof (flat_pair_prior 1 1 Rlt_0_1 Rlt_0_1) as Hp.
  pose proof (adjacent_in [1; 1] n x y Ix A) as Iy.
  pose proof (LS_pos [1; 1] n Hp Hn x Ix) as Px. pose proof (LS_pos [1; 1] n Hp Hn y Iy) as Py.
  pose proof (reciprocals_larger 1 1 n Rlt_0_1 Rlt_0_1 Hn x y Ix A L) as [D0 _].
  pose proof (reciprocals_step 1 1 n Rlt_0_1 Rlt_0_1 Hn x y Ix A L) as Cases.
  pose proof (distance_metric [1; 1] n Hp) as M.
  set (p := LS [1; 1] x) in *. set (q := LS [1; 1] y) in *.
  assert (Q1 : 0 < 1 / q) by (apply Rdiv_lt_0_compat; lra).
  assert (E : 1 / q - 1 / p + 2 * (q / p) = 2 + (1 / q - 1 / p) * (1 - 2 * q)) by (field; lra).
  rewrite E. set (gain := 1 / q - 1 / p) in *.
  destruct (Rle_dec (1 / 2) q) as [H|H]; [clearbody gain; nra|]. unfold gain in *. clear gain.
  destruct Cases as [F|(u & v & U & V & F & B & d & G)].
  - assert (p <= q).
    { rewrite F, (m_sym _ _ M x y Ix Iy). apply distance_le_LS, adjacent_sym, A. }
    replace p with q by lra. rewrite Rminus_eq_0. lra.
  - replace u with (1 + INR d) in * by (destruct G; lra). clear G.
    pose proof (two_moves (1 + INR d) v U V) as C. rewrite <- F in C.
    destruct (move_pos (1 + INR d + 1) v ltac:(lra) V) as [M0 M1].
    set (m := move (1 + INR d + 1) v) in *.
    assert (Q2 : 1 / q <= 1 / m)
      by (apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]).
    assert (A2 : 2 < 1 / m).
    { apply Rmult_lt_reg_r with m; [exact M0|]. replace (1 / m * m) with 1 by (field; lra). lra. }
    pose proof (consecutive_flat d _ _ C A2) as T.
    assert (T' : (1 / m - 1 / p) * (1 - 2 * m) <= 57 / 100).
    { apply (Rmult_le_compat_r m) in T; [|lra].
      replace ((1 / m - 1 / p) * (1 / m - 2) * m) with ((1 / m - 1 / p) * (1 - 2 * m)) in T
        by (field; lra).
      replace (57 / 100 * (1 / m) * m) with (57 / 100) in T by (field; lra). exact T. }
    assert ((1 / q - 1 / p) * (1 - 2 * q) <= (1 / m - 1 / p) * (1 - 2 * m))
      by (apply Rmult_le_compat; lra). lra.
Qed.
