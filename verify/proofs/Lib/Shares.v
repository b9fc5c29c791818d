(* The share of some outputs for the exponential family, and of outputs near x for Laplace noise,
   from their reach to the left and to the right of x. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace Losses
  Counting TwoCategories Events Balanced NoisyCounts Release Scores SmoothWeights MeanDistance
    Reaches.
Import ListNotations.
Open Scope R_scope.

(* What is in and what is not. *)
Lemma sumof_parts {A} (l : list A) (q : A -> bool) f :
  sumof l f = sumof (filter q l) f + sumof (filter (fun a => negb (q a)) l) f.
Proof.
  unfold sumof. induction l as [|a l IH]; [simpl; ring|]. cbn [filter].
  destruct (q a); cbn [negb map suml]; rewrite IH; ring.
Qed.

Lemma length_parts {A} (l : list A) (q : A -> bool) :
  INR (length l) = INR (length (filter q l)) + INR (length (filter (fun a => negb (q a)) l)).
Proof.
  induction l as [|a l IH]; [simpl; ring|]. cbn [filter].
  destruct (q a); cbn [negb length]; rewrite !S_INR, IH; ring.
Qed.

Lemma sumof_ge_count {A} (l : list A) f v : (forall a, In a l -> v <= f a) ->
  INR (length l) * v <= sumof l f.
Proof.
  intros B. rewrite <- (sumof_const_on l (fun _ => v) v (fun _ _ => eq_refl)).
  apply sumof_le, B.
Qed.

Lemma sumof_le_count {A} (l : list A) f v : (forall a, In a l -> f a <= v) ->
  sumof l f <= INR (length l) * v.
Proof.
  intros B. rewrite <- (sumof_const_on l (fun _ => v) v (fun _ _ => eq_refl)).
  apply sumof_le, B.
Qed.

Lemma sumof_gt_count {A} (l : list A) f v : l <> [] -> (forall a, In a l -> v < f a) ->
  INR (length l) * v < sumof l f.
Proof.
  intros N B. rewrite <- (sumof_const_on l (fun _ => v) v (fun _ _ => eq_refl)).
  assert (P : 0 < sumof l (fun a => f a - v))
    by (apply sumof_pos; [exact N|]; intros a I; specialize (B a I); lra).
  enough (E : sumof l (fun a => f a - v) = sumof l f - sumof l (fun _ => v)) by lra.
  clear. unfold sumof. induction l as [|a l IH]; [simpl; ring|]. cbn [map suml]. rewrite IH. ring.
Qed.

Section Share.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (x : list nat) (Jx : is_dataset prior n x).
Context (m : mechanism) (None_m : last_of m = None).
Context (eps : R) (He : 0 < eps) (sensitivity : R) (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity).
Let D := datasets n (length prior).

Definition weight (z : list nat) : R := exp (- eps * distance prior x z / (2 * sensitivity)).
Definition least_weight : R := exp (- eps / (2 * sensitivity)).
Definition share (q : list nat -> bool) : R :=
  sumof (filter q (datasets n (length prior))) (fun z => probability m prior eps x z).

Lemma in_D : In x D.
Proof using Hp Hn Jx He Sp Sm None_m. apply in_datasets, Jx. Qed.

Lemma distance_lt1 z : In z D -> distance prior x z < 1.
Proof using Hp Hn Jx He Sp Sm None_m.
  intros Iz. unfold distance, hellinger.
  pose proof (affinity_pos _ _ (k_positive prior Hp) _ _ (posterior_simplex prior n Hp x in_D)
    (posterior_simplex prior n Hp z Iz)) as A.
  set (a := affinity _ _) in *. destruct (Rle_dec 0 (1 - a)) as [P|P].
  - assert (Q : sqrt (1 - a) < sqrt 1) by (apply sqrt_lt_1_alt; lra). rewrite sqrt_1 in Q.
    exact Q.
  - rewrite sqrt_neg_0; lra.
Qed.

Lemma weight_bounds z : In z D -> least_weight < weight z <= 1.
Proof using Hp Hn Jx He Sp Sm None_m.
  intros Iz. pose proof (distance_lt1 z Iz) as L1.
  pose proof (unit_distance prior n Hp x z in_D Iz) as [L0 _].
  assert (P : 0 < / (2 * sensitivity)) by (apply Rinv_0_lt_compat; lra).
  unfold weight, least_weight. split.
  - apply exp_increasing. apply Rmult_lt_compat_r; [exact P | nra].
  - rewrite <- exp_0. apply exp_le. unfold Rdiv.
    assert (0 <= eps * distance prior x z) by nra. nra.
Qed.

Lemma weight_x : weight x = 1.
Proof using Hp Hn Jx He Sp Sm None_m.
  unfold weight. rewrite (m_refl _ _ (distance_metric prior n Hp) x in_D).
  unfold Rdiv. rewrite Rmult_0_r, Rmult_0_l. apply exp_0.
Qed.

Lemma weight_lt1 z : In z D -> z <> x -> weight z < 1.
Proof using Hp Hn Jx He Sp Sm None_m.
  intros Iz N. pose proof (distance_pos prior n Hp x z in_D Iz ltac:(congruence)) as P.
  unfold weight. rewrite <- exp_0. apply exp_increasing.
  apply Rmult_lt_reg_r with (2 * sensitivity); [lra|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.

Lemma least_pos : 0 < least_weight.
Proof using Hp Hn Jx He Sp Sm None_m. apply exp_pos. Qed.

Lemma least_lt1 : least_weight < 1.
Proof using Hp Hn Jx He Sp Sm None_m. pose proof (weight_bounds x in_D). lra. Qed.

Lemma total_pos : 0 < sumof D weight.
Proof using Hp Hn Jx He Sp Sm None_m.
  apply sumof_pos; [apply (datasets_some prior n Hp Hn) | intros; apply exp_pos].
Qed.

Lemma share_weights q : share q = sumof (filter q D) weight / sumof D weight.
Proof using Hp Hn Jx He Sp Sm None_m.
  unfold share. pose proof total_pos as W. unfold Rdiv. rewrite Rmult_comm, <- sumof_scale.
  apply sumof_ext. intros z Iz. apply filter_In in Iz. destruct Iz as [Iz _].
  rewrite (law prior n m eps x z None_m in_D Iz), Sm. fold D. unfold weight, Rdiv.
  apply Rmult_comm.
Qed.

Lemma share_parts q : share q = sumof (filter q D) weight
  / (sumof (filter q D) weight + sumof (filter (fun z => negb (q z)) D) weight).
Proof using Hp Hn Jx He Sp Sm None_m. rewrite share_weights, (sumof_parts D q weight) at 1.
reflexivity. Qed.

Lemma share_complement q : share q = 1 - share (fun z => negb (q z)).
Proof using Hp Hn Jx He Sp Sm None_m.
  rewrite !share_weights. pose proof total_pos as W. pose proof (sumof_parts D q weight) as E.
  set (w := sumof D weight) in *. rewrite E in W.
  replace (sumof (filter q D) weight) with (w - sumof (filter (fun z => negb (q z)) D) weight)
    by lra. field. lra.
Qed.

Lemma weights_in q : sumof (filter q D) weight <= INR (length (filter q D)).
Proof using Hp Hn Jx He Sp Sm None_m.
  rewrite <- (Rmult_1_r (INR _)). apply sumof_le_count. intros z Iz. apply filter_In in Iz.
  apply weight_bounds. tauto.
Qed.

Lemma weights_out q : INR (length (filter q D)) * least_weight <= sumof (filter q D) weight.
Proof using Hp Hn Jx He Sp Sm None_m.
  apply sumof_ge_count. intros z Iz. apply filter_In in Iz. left. apply weight_bounds. tauto.
Qed.

Lemma weights_all : INR (length D) * least_weight < sumof D weight.
Proof using Hp Hn Jx He Sp Sm None_m.
  apply sumof_gt_count; [apply (datasets_some prior n Hp Hn)|]. intros z Iz.
  apply weight_bounds, Iz.
Qed.

Lemma number_pos : 0 < INR (length D).
Proof using Hp Hn Jx He Sp Sm None_m.
  pose proof (datasets_some prior n Hp Hn) as N. fold D in N. destruct D; [contradiction|].
  apply lt_0_INR. simpl. lia.
Qed.

(* At most so many outputs of weight at most 1. *)
Lemma share_upper q c : INR (length (filter q D)) <= c -> 0 < c ->
  share q < c / (INR (length D) * least_weight).
Proof using Hp Hn Jx He Sp Sm None_m.
  intros L C. rewrite share_weights. pose proof (weights_in q). pose proof weights_all as W.
  pose proof number_pos. pose proof least_pos.
  assert (P : 0 < INR (length D) * least_weight) by nra.
  apply Rle_lt_trans with (c / sumof D weight).
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
  - apply Rmult_lt_compat_l; [exact C|]. apply Rinv_lt_contravar; [|exact W].
    apply Rmult_lt_0_compat; lra.
Qed.

(* Outputs of weights that exceed all others. *)
Lemma share_lower q t : (forall z, In z D -> q z = true -> t <= weight z) ->
  (forall z, In z D -> q z = false -> weight z <= t) ->
  INR (length (filter q D)) / INR (length D) <= share q.
Proof using Hp Hn Jx He Sp Sm None_m.
  intros In_t Out_t. rewrite share_weights. pose proof total_pos as W. pose proof number_pos as N.
  assert (A : INR (length (filter q D)) * t <= sumof (filter q D) weight).
  { apply sumof_ge_count. intros z Iz. apply filter_In in Iz. apply In_t; tauto. }
  assert (B : sumof (filter (fun z => negb (q z)) D) weight
    <= INR (length (filter (fun z => negb (q z)) D)) * t).
  { apply sumof_le_count. intros z Iz. apply filter_In in Iz. destruct Iz as [Iz Qz].
    apply Out_t; [exact Iz|]. destruct (q z); [discriminate | reflexivity]. }
  pose proof (sumof_parts D q weight) as E. pose proof (length_parts D q) as F.
  set (i := sumof (filter q D) weight) in *.
  set (o := sumof (filter (fun z => negb (q z)) D) weight) in *.
  set (a := INR (length (filter q D))) in *.
  set (b := INR (length (filter (fun z => negb (q z)) D))) in *.
  assert (0 <= a) by apply pos_INR. assert (0 <= b) by apply pos_INR.
  rewrite E in W |- *. rewrite F in N |- *.
  apply Rmult_le_reg_r with ((a + b) * (i + o)); [apply Rmult_lt_0_compat; assumption|].
  replace (a / (a + b) * ((a + b) * (i + o))) with (a * (i + o)) by (field; lra).
  replace (i / (i + o) * ((a + b) * (i + o))) with (i * (a + b)) by (field; lra).
  assert (a * o <= a * (b * t)) by (apply Rmult_le_compat_l; lra).
  assert (b * (a * t) <= b * i) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* x alone is more than its share. *)
Lemma share_of_x q : q x = true -> 1 / INR (length D) < share q.
Proof using Hp Hn Jx He Sp Sm None_m.
  intros Qx. rewrite share_weights. pose proof total_pos as W.
  assert (One : 1 <= sumof (filter q D) weight).
  { rewrite <- weight_x. apply (suml_member weight x).
    - apply filter_In. split; [exact in_D | exact Qx].
    - intros z _. left. apply exp_pos. }
  assert (Few : sumof D weight < INR (length D)).
  { pose proof (neighbours_some_in prior n Hp Hn x in_D) as N.
    destruct (neighbours x) as [|y l] eqn:E; [contradiction|].
    assert (A : adjacent x y) by (unfold adjacent; rewrite E; now left).
    pose proof (adjacent_in prior n x y in_D A) as Iy.
    assert (Ny : y <> x).
    { intros ->. apply neighbours_l1 in A. rewrite l1_refl in A. lra. }
    pose proof (weight_lt1 y Iy Ny) as Ly.
    rewrite <- (sumof_one D).
    enough (P : 1 - weight y <= sumof D (fun z => 1 - weight z)).
    { assert (Q : sumof D (fun z => 1 - weight z) = sumof D (fun _ => 1) - sumof D weight).
      { clear. unfold sumof. induction D as [|a l IH]; [simpl; ring|]. cbn [map suml].
        rewrite IH. ring. }
      lra. }
    apply (suml_member (fun z => 1 - weight z) y D Iy). intros z Iz.
    pose proof (weight_bounds z Iz). lra. }
  pose proof number_pos as N.
  apply Rlt_le_trans with (1 / sumof D weight).
  - apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [|exact Few].
    apply Rmult_lt_0_compat; lra.
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact One].
Qed.

(* Two categories. *)
Context (K : INR (length prior) = 2).

Lemma number_all : INR (length D) = INR n + 1.
Proof using Hp Hn Jx He Sp Sm None_m K. apply (number_two prior n K). Qed.

Lemma number_max q : around prior n x q ->
  INR (length (filter q D)) <=
  2 * Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1.
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A. unfold D. rewrite (number_around prior n Hp Hn K x Jx q A), S_INR, plus_INR.
  pose proof (Rmax_l (INR (to_left prior n x q)) (INR (to_right prior n x q))).
  pose proof (Rmax_r (INR (to_left prior n x q)) (INR (to_right prior n x q))). lra.
Qed.

Lemma number_min q : around prior n x q ->
  2 * Rmin (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1 <=
  INR (length (filter q D)).
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A. unfold D. rewrite (number_around prior n Hp Hn K x Jx q A), S_INR, plus_INR.
  pose proof (Rmin_l (INR (to_left prior n x q)) (INR (to_right prior n x q))).
  pose proof (Rmin_r (INR (to_left prior n x q)) (INR (to_right prior n x q))). lra.
Qed.

Lemma max_nonneg i j : 0 <= Rmax (INR i) (INR j).
Proof using Hp Hn Jx He Sp Sm None_m K. pose proof (pos_INR i).
pose proof (Rmax_l (INR i) (INR j)). lra. Qed.

Lemma min_nonneg i j : 0 <= Rmin (INR i) (INR j).
Proof using Hp Hn Jx He Sp Sm None_m K. apply Rmin_glb; apply pos_INR. Qed.

Lemma share_max q : around prior n x q -> share q <
  (2 * Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1)
  / ((INR n + 1) * least_weight).
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A. rewrite <- number_all.
  pose proof (max_nonneg (to_left prior n x q) (to_right prior n x q)).
  apply share_upper; [apply number_max, A | lra].
Qed.

Lemma share_max_n q : around prior n x q -> share q <
  (2 * Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1)
  / (INR n * least_weight).
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A. eapply Rlt_le_trans; [apply share_max, A|]. apply Rmult_le_compat_l.
  - pose proof (max_nonneg (to_left prior n x q) (to_right prior n x q)). lra.
  - pose proof least_pos. assert (0 < INR n) by (apply lt_0_INR; lia).
    apply Rinv_le_contravar; nra.
Qed.

Lemma share_min q t : around prior n x q ->
  (forall z, In z D -> q z = true -> t <= weight z) ->
  (forall z, In z D -> q z = false -> weight z <= t) ->
  (2 * Rmin (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1) / (INR n + 1)
  <= share q.
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A I O. eapply Rle_trans; [|apply (share_lower q t I O)]. rewrite number_all.
  apply Rmult_le_compat_r; [|apply number_min, A].
  left. apply Rinv_0_lt_compat. pose proof (pos_INR n). lra.
Qed.

Lemma share_min_strict q t e : around prior n x q ->
  (forall z, In z D -> q z = true -> t <= weight z) ->
  (forall z, In z D -> q z = false -> weight z <= t) -> e < 1 ->
  (2 * Rmin (INR (to_left prior n x q)) (INR (to_right prior n x q)) * e + 1) / (INR n + 1)
  < share q.
Proof using Hp Hn Jx He Sp Sm None_m K.
  intros A I O E1. pose proof (min_nonneg (to_left prior n x q) (to_right prior n x q)) as M.
  assert (N : 0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; pose proof (pos_INR n); lra).
  destruct (Req_dec (Rmin (INR (to_left prior n x q)) (INR (to_right prior n x q))) 0) as [Z|Z].
  - rewrite Z, Rmult_0_r, Rmult_0_l, Rplus_0_l, <- number_all. apply share_of_x, A.
  - eapply Rlt_le_trans; [|apply (share_min q t A I O)]. apply Rmult_lt_compat_r; [exact N | nra].
Qed.
End Share.

(* Outputs nearer than s, or all. *)
Definition nearer_than (prior : list R) (x s z : list nat) : bool :=
  (Rltb (distance prior x z) (distance prior x s) || same_counts x s)%bool.

Lemma nearer_than_true prior x s z : nearer_than prior x s z = true <->
  distance prior x z < distance prior x s \/ x = s.
Proof. unfold nearer_than. rewrite Bool.orb_true_iff, Rltb_true, same_counts_true. tauto. Qed.

Section NearerThan.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (x : list nat) (Jx : is_dataset prior n x).

Lemma around_nearer_than s : is_dataset prior n s -> around prior n x (nearer_than prior x s).
Proof using Hp Hn Jx.
  intros Js. dataset Js. pose proof Jx as Ix. dataset Ix. split.
  - apply nearer_than_true. destruct (list_eq_dec Nat.eq_dec x s) as [E|N]; [now right|]. left.
    rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix).
    apply (distance_pos prior n Hp x s Ix Js N).
  - intros y z _ _ Q L. apply nearer_than_true in Q. apply nearer_than_true.
    destruct Q as [Q|Q]; [left; lra | now right].
Qed.

Lemma around_below t : 0 < t -> around prior n x (fun z => Rltb (distance prior x z) t).
Proof using Hp Hn Jx.
  intros T. pose proof Jx as Ix. dataset Ix. split.
  - apply Rltb_true. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix). exact T.
  - intros y z _ _ Q L. apply Rltb_true in Q. apply Rltb_true. lra.
Qed.

Lemma around_LS : around prior n x (fun z => Rleb (distance prior x z) (LS prior x)).
Proof using Hp Hn Jx.
  pose proof Jx as Ix. dataset Ix. split.
  - apply Rleb_intro. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix). left.
    apply (LS_pos prior n Hp Hn x Ix).
  - intros y z _ _ Q L. apply Rleb_true in Q. apply Rleb_intro. lra.
Qed.

(* The weight that separates these outputs from the others. *)
Lemma separated eps sensitivity s : 0 < eps -> 0 < sensitivity -> is_dataset prior n s ->
  exists t,
  (forall z, In z (datasets n (length prior)) -> nearer_than prior x s z = true ->
    t <= weight prior x eps sensitivity z) /\
  (forall z, In z (datasets n (length prior)) -> nearer_than prior x s z = false ->
    weight prior x eps sensitivity z <= t).
Proof using Hp Hn Jx.
  intros He Sp Js. assert (P : 0 < / (2 * sensitivity)) by (apply Rinv_0_lt_compat; lra).
  destruct (list_eq_dec Nat.eq_dec x s) as [E|N].
  - exists 0. split; intros z _ Q; [left; apply exp_pos|].
    assert (nearer_than prior x s z = true) by (apply nearer_than_true; now right). congruence.
  - exists (weight prior x eps sensitivity s). split; intros z _ Q; unfold weight; apply exp_le;
      apply Rmult_le_compat_r; try lra.
    + apply nearer_than_true in Q. destruct Q as [Q|Q]; [nra | contradiction].
    + assert (~ distance prior x z < distance prior x s).
      { intros L. assert (nearer_than prior x s z = true)
          by (apply nearer_than_true; now left). congruence. }
      nra.
Qed.

Lemma separated_below eps sensitivity t : 0 < eps -> 0 < sensitivity -> exists w,
  (forall z, In z (datasets n (length prior)) -> Rltb (distance prior x z) t = true ->
    w <= weight prior x eps sensitivity z) /\
  (forall z, In z (datasets n (length prior)) -> Rltb (distance prior x z) t = false ->
    weight prior x eps sensitivity z <= w).
Proof using Hp Hn Jx.
  intros He Sp. assert (P : 0 < / (2 * sensitivity)) by (apply Rinv_0_lt_compat; lra).
  exists (exp (- eps * t / (2 * sensitivity))). split; intros z _ Q; unfold weight; apply exp_le;
    apply Rmult_le_compat_r; try lra.
  - apply Rltb_true in Q. nra.
  - assert (~ distance prior x z < t).
    { intros L. apply Rltb_true in L. congruence. }
    nra.
Qed.

Context (K : INR (length prior) = 2).

(* Laplace noise reaches as far with this probability, and exactly this if no end is in. *)
Lemma noise_share q eps : 0 < eps -> around prior n x q ->
  1 - exp (- eps * INR (to_left prior n x q)) / 2
    - exp (- eps * (INR (to_right prior n x q) + 1)) / 2
  <= sumof (filter q (datasets n (length prior))) (fun z => probability lshist prior eps x z) /\
  ((forall z, In z (datasets n (length prior)) ->
      ~ ((INR (nth 0 z 0%nat) = 0 \/ INR (nth 1 z 0%nat) = 0) /\ q z = true)) ->
    sumof (filter q (datasets n (length prior))) (fun z => probability lshist prior eps x z)
    = 1 - exp (- eps * INR (to_left prior n x q)) / 2
      - exp (- eps * (INR (to_right prior n x q) + 1)) / 2).
Proof using Hp Hn Jx K.
  intros He A. destruct (reaches prior n Hp Hn K x Jx q A) as (c0 & E0 & _ & _ & I).
  destruct (lshist_interval prior n Hp Hn K x Jx q eps He A) as (c & E & Ll & Lr & Sum).
  assert (c0 = c) by (rewrite E0 in E; injection E; trivial). subst c0. rewrite Sum.
  set (l := to_left prior n x q) in *. set (r := to_right prior n x q) in *.
  assert (B : 0 < 1 / eps) by (apply Rdiv_lt_0_compat; lra).
  destruct (noisy_interval (1 / eps) n c l r B Ll Lr Hn) as [G Eq].
  replace (- eps * INR l) with (- INR l / (1 / eps)) by (field; lra).
  replace (- eps * (INR r + 1)) with (- (INR r + 1) / (1 / eps)) by (field; lra).
  split; [exact G|]. intros Ends. apply Eq.
  - destruct (Nat.eq_dec l c) as [Elc|]; [|lia]. exfalso. apply (Ends (ones n 0)).
    + apply (in_ones prior n Hp Hn K x Jx). lia.
    + split; [left; reflexivity | apply I; lia].
  - destruct (Nat.eq_dec (c + r) n) as [Ern|]; [|lia]. exfalso. apply (Ends (ones n n)).
    + apply (in_ones prior n Hp Hn K x Jx). lia.
    + split; [right; unfold ones; cbn [nth]; rewrite Nat.sub_diag; reflexivity | apply I; lia].
Qed.
End NearerThan.
