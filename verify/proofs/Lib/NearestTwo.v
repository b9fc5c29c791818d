(* Two categories: the neighbours of x, how far they are, and that two steps one way are farther
   than one step the other way if no parameter is below 1/2. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Scores SmoothWeights GammaRatios Reaches
  Shares SharesCompared.
Import ListNotations.
Open Scope R_scope.

Lemma neighbours_ones n c y : adjacent (ones n c) y -> (c <= n)%nat ->
  ((c < n)%nat /\ y = ones n (S c)) \/ ((0 < c)%nat /\ y = ones n (c - 1)).
Proof.
  intros A L. unfold adjacent, ones in *. destruct c as [|c], (n - _)%nat as [|d] eqn:E;
    simpl in A; rewrite ?E in A; simpl in A.
  - contradiction.
  - destruct A as [<-|[]]. left. split; [lia|]. f_equal. f_equal. lia.
  - destruct A as [<-|[]]. right. split; [lia|]. f_equal; [lia|]. f_equal. lia.
  - destruct A as [<-|[<-|[]]].
    + right. split; [lia|]. f_equal; [lia|]. f_equal. lia.
    + left. split; [lia|]. f_equal. f_equal. lia.
Qed.

Lemma adjacent_right n c : (c < n)%nat -> adjacent (ones n c) (ones n (S c)).
Proof.
  intros L. unfold adjacent, ones. replace (n - c)%nat with (S (n - S c)) by lia.
  destruct c; simpl; tauto.
Qed.

Lemma adjacent_left n c : (S c <= n)%nat -> adjacent (ones n (S c)) (ones n c).
Proof.
  intros L. unfold adjacent, ones. replace (n - c)%nat with (S (n - S c)) by lia. simpl. tauto.
Qed.

Section Pair.
Context (a b : R) (n : nat) (Pa : 0 < a) (Pb : 0 < b).

Lemma flat_two : is_prior [a; b].
Proof using Pa Pb. split; [simpl; lia | repeat constructor; assumption]. Qed.

Lemma dataset_ones c : (c <= n)%nat -> is_dataset [a; b] n (ones n c).
Proof using Pa Pb. intros L. split; [reflexivity | unfold ones; simpl; lia]. Qed.

Lemma in_datasets_ones c : (c <= n)%nat -> In (ones n c) (datasets n (length [a; b])).
Proof using Pa Pb. intros L. apply in_datasets, dataset_ones, L. Qed.

Lemma simplex_ones c : (c <= n)%nat ->
  simplex 2 (a + b + INR n) (posterior [a; b] (ones n c)).
Proof using Pa Pb.
  intros L. unfold ones. simpl. pose proof (pos_INR c). pose proof (pos_INR (n - c)).
  repeat split; simpl; [repeat constructor; lra|]. rewrite minus_INR by lia. lra.
Qed.

Definition near_by (c r : nat) : R := affinity (posterior [a; b] (ones n c))
  (posterior [a; b] (ones n r)).

Lemma near_by_square c r : (c <= n)%nat -> (r <= n)%nat -> near_by c r * near_by c r =
  rho1 (a + INR c) (a + INR r) * rho1 (b + INR (n - c)) (b + INR (n - r)).
Proof using Pa Pb.
  intros C L. unfold near_by.
  rewrite (affinity_sqr 2 _ ltac:(lia) _ _ (simplex_ones c C) (simplex_ones r L)).
  pose proof (pos_INR c). pose proof (pos_INR r). pose proof (pos_INR (n - c)).
  pose proof (pos_INR (n - r)).
  fold (rho (posterior [a; b] (ones n c)) (posterior [a; b] (ones n r))).
  unfold ones. cbn [posterior].
  rewrite !rho_cons by (try lra; repeat constructor; lra). rewrite rho_refl by constructor. ring.
Qed.

Lemma near_by_pos c r : (c <= n)%nat -> (r <= n)%nat -> 0 < near_by c r <= 1.
Proof using Pa Pb.
  intros C L. split.
  - apply (affinity_pos 2 _ ltac:(lia) _ _ (simplex_ones c C) (simplex_ones r L)).
  - apply (affinity_le1 2 _ ltac:(lia) _ _ (simplex_ones c C) (simplex_ones r L)).
Qed.

Lemma distance_near_by c r : distance [a; b] (ones n c) (ones n r) = sqrt (1 - near_by c r).
Proof using Pa Pb. reflexivity. Qed.

Lemma farther c r s : (c <= n)%nat -> (r <= n)%nat -> (s <= n)%nat ->
  near_by c r * near_by c r < near_by c s * near_by c s ->
  distance [a; b] (ones n c) (ones n s) < distance [a; b] (ones n c) (ones n r).
Proof using Pa Pb.
  intros C L S Q. rewrite !distance_near_by. destruct (near_by_pos c r C L).
  destruct (near_by_pos c s C S). apply sqrt_lt_of; [|lra].
  apply Rsqr_incrst_0; unfold Rsqr; lra.
Qed.

Lemma LS_attained c : (1 <= n)%nat -> (c <= n)%nat ->
  exists y, adjacent (ones n c) y /\
  LS [a; b] (ones n c) = distance [a; b] (ones n c) y.
Proof using Pa Pb.
  intros N C. destruct (maxof_in (neighbours (ones n c)) (distance [a; b] (ones n c)))
    as (y & I & E).
  - apply (neighbours_some_in [a; b] n flat_two N _ (in_datasets_ones c C)).
  - exists y. split; [exact I | exact E].
Qed.

(* Parameters of at least 1/2: only x and its neighbours are within LS. *)
Lemma LS_below_two_right c : (1 <= n)%nat -> 1 / 2 <= a -> 1 / 2 <= b -> (c + 2 <= n)%nat ->
  LS [a; b] (ones n c) < distance [a; b] (ones n c) (ones n (c + 2)).
Proof using Pa Pb.
  intros N Ha Hb L. destruct (LS_attained c N ltac:(lia)) as (y & A & ->).
  destruct (neighbours_ones n c y A ltac:(lia)) as [[C ->]|[C ->]].
  - replace (S c) with (c + 1)%nat by lia.
    pose proof (distance_right a b n Pa Pb c (c + 1) 0 ltac:(lia) ltac:(lia)) as D.
    replace (c + 1 + 1)%nat with (c + 2)%nat in D by lia. exact D.
  - apply farther; try lia. rewrite !near_by_square by lia.
    destruct c as [|c]; [lia|]. replace (S c - 1)%nat with c by lia.
    pose proof (pos_INR c). pose proof (pos_INR (n - (S c + 2))) as P.
    set (d := (n - (S c + 2))%nat) in *.
    assert (E1 : INR (n - S c) = INR d + 2).
    { replace (n - S c)%nat with (d + 2)%nat by lia. rewrite plus_INR. simpl (INR 2). ring. }
    assert (E2 : INR (n - c) = INR d + 3).
    { replace (n - c)%nat with (d + 3)%nat by lia. rewrite plus_INR. simpl (INR 3). ring. }
    assert (E3 : INR (S c + 2) = INR c + 3) by (rewrite plus_INR, S_INR; simpl (INR 2); ring).
    rewrite E1, E2, E3, S_INR.
    pose proof (two_steps_farther (a + INR c) (b + INR d + 2) ltac:(lra) ltac:(lra)) as T.
    replace (a + (INR c + 1)) with (a + INR c + 1) by ring.
    replace (a + (INR c + 3)) with (a + INR c + 3) by ring.
    replace (b + (INR d + 2)) with (b + INR d + 2) by ring.
    replace (b + (INR d + 3)) with (b + INR d + 2 + 1) by ring.
    replace (b + INR d + 2 - 2) with (b + INR d) in T by ring.
    rewrite (rho1_sym (a + INR c + 1) (a + INR c)), (rho1_sym (b + INR d + 2) (b + INR d)).
    exact T.
Qed.

Lemma LS_below_two_left c : (1 <= n)%nat -> 1 / 2 <= a -> 1 / 2 <= b -> (c + 2 <= n)%nat ->
  LS [a; b] (ones n (c + 2)) < distance [a; b] (ones n (c + 2)) (ones n c).
Proof using Pa Pb.
  intros N Ha Hb L. destruct (LS_attained (c + 2) N ltac:(lia)) as (y & A & ->).
  destruct (neighbours_ones n (c + 2) y A ltac:(lia)) as [[C ->]|[C ->]].
  - apply farther; try lia. rewrite !near_by_square by lia.
    pose proof (pos_INR c) as Pc. pose proof (pos_INR (n - S (c + 2))) as P.
    set (d := (n - S (c + 2))%nat) in *.
    assert (E1 : INR (n - (c + 2)) = INR d + 1).
    { replace (n - (c + 2))%nat with (d + 1)%nat by lia. rewrite plus_INR. simpl (INR 1). ring. }
    assert (E2 : INR (n - c) = INR d + 3).
    { replace (n - c)%nat with (d + 3)%nat by lia. rewrite plus_INR. simpl (INR 3). ring. }
    assert (E3 : INR (c + 2) = INR c + 2) by (rewrite plus_INR; simpl (INR 2); ring).
    rewrite E1, E2, S_INR, E3.
    pose proof (two_steps_farther (b + INR d) (a + INR c + 2) ltac:(lra) ltac:(lra)) as T.
    replace (b + (INR d + 1)) with (b + INR d + 1) by ring.
    replace (b + (INR d + 3)) with (b + INR d + 3) by ring.
    replace (a + (INR c + 2)) with (a + INR c + 2) by ring.
    replace (a + (INR c + 2 + 1)) with (a + INR c + 2 + 1) by ring.
    replace (a + INR c + 2 - 2) with (a + INR c) in T by ring.
    rewrite (rho1_sym (b + INR d + 1) (b + INR d)), (rho1_sym (a + INR c + 2) (a + INR c)).
    lra.
  - replace (c + 2 - 1)%nat with (c + 1)%nat by lia.
    exact (distance_left a b n Pa Pb (c + 2) c 0 ltac:(lia) ltac:(lia)).
Qed.
End Pair.

Definition within_LS (prior : list R) (x z : list nat) : bool :=
  Rleb (distance prior x z) (LS prior x).

Lemma reach_one prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) (K : INR (length prior) = 2) :
  (forall i, In i (range 0 (length prior - 1)) -> 1 / 2 <= nth i prior 0) ->
  (to_left prior n x (within_LS prior x) <= 1)%nat /\
  (to_right prior n x (within_LS prior x) <= 1)%nat.
Proof.
  intros Half. pose proof (around_LS prior n Hp Hn x Jx) as A.
  destruct (reaches prior n Hp Hn K x Jx _ A) as (c & E & Ll & Lr & I).
  change (fun z => Rleb (distance prior x z) (LS prior x)) with (within_LS prior x) in *.
  destruct (two_shape prior n x Hp K Jx) as (a & b & c' & Ep & Pa & Pb & E' & L).
  assert (c' = c) by (rewrite E in E'; injection E'; congruence). subst c'. clear E'.
  assert (Ha : 1 / 2 <= a) by (specialize (Half 0%nat); rewrite Ep in Half; apply Half; now left).
  assert (Hb : 1 / 2 <= b).
  { specialize (Half 1%nat). rewrite Ep in Half. apply Half. right. now left. }
  set (l := to_left prior n x (within_LS prior x)) in *.
  set (r := to_right prior n x (within_LS prior x)) in *. split.
  - destruct (le_lt_dec l 1) as [O|O]; [exact O|]. exfalso.
    assert (Q : within_LS prior x (ones n (c - 2)) = true) by (apply I; lia).
    unfold within_LS in Q. apply Rleb_true in Q.
    pose proof (LS_below_two_left a b n Pa Pb (c - 2) Hn Ha Hb ltac:(lia)) as B.
    replace (c - 2 + 2)%nat with c in B by lia. rewrite <- E, <- Ep in B. lra.
  - destruct (le_lt_dec r 1) as [O|O]; [exact O|]. exfalso.
    assert (Q : within_LS prior x (ones n (c + 2)) = true) by (apply I; lia).
    unfold within_LS in Q. apply Rleb_true in Q.
    pose proof (LS_below_two_right a b n Pa Pb c Hn Ha Hb ltac:(lia)) as B.
    rewrite <- E, <- Ep in B. lra.
Qed.

Lemma three_outputs prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) (K : INR (length prior) = 2) :
  (forall i, In i (range 0 (length prior - 1)) -> 1 / 2 <= nth i prior 0) ->
  INR (length (filter (within_LS prior x) (datasets n (length prior)))) <= 3.
Proof.
  intros Half. destruct (reach_one prior n Hp Hn x Jx K Half) as [L R].
  rewrite (number_around prior n Hp Hn K x Jx (within_LS prior x)
    (around_LS prior n Hp Hn x Jx)).
  replace 3 with (INR 3) by (simpl; ring). apply le_INR. lia.
Qed.

(* The nearest neighbour bounds what is released but x. *)
Lemma weights_within_LS prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) (K : INR (length prior) = 2) eps sensitivity : 0 < eps ->
    0 < sensitivity ->
  (forall i, In i (range 0 (length prior - 1)) -> 1 / 2 <= nth i prior 0) ->
  sumof (filter (within_LS prior x) (datasets n (length prior))) (weight prior x eps sensitivity)
  <= 2 * exp (- eps * minof (neighbours x) (fun y => distance prior x y) / (2 * sensitivity)) + 1.
Proof.
  intros He Sp Half. destruct (reach_one prior n Hp Hn x Jx K Half) as [L R].
  destruct (interval prior n Hp Hn K x Jx (within_LS prior x) (around_LS prior n Hp Hn x Jx))
    as (c & E & Ll & Lr & I). rewrite I, sumof_map. pose proof Jx as Ix. dataset Ix.
  set (e := exp (- eps * _ / _)). assert (Pe : 0 < e) by apply exp_pos.
  assert (P : 0 < / (2 * sensitivity)) by (apply Rinv_0_lt_compat; lra).
  assert (One : weight prior x eps sensitivity (ones n c) = 1).
  { rewrite <- E. unfold weight. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix).
    unfold Rdiv. rewrite Rmult_0_r, Rmult_0_l. apply exp_0. }
  assert (Other : forall y, adjacent x y -> weight prior x eps sensitivity y <= e).
  { intros y A. apply exp_le. apply Rmult_le_compat_r; [lra|].
    pose proof (minof_le (neighbours x) (fun z => distance prior x z) y A). nra. }
  set (l := to_left prior n x (within_LS prior x)) in *.
  set (r := to_right prior n x (within_LS prior x)) in *.
  assert (Right : r = 1%nat -> weight prior x eps sensitivity (ones n (S c)) <= e).
  { intros Er. apply Other. rewrite E. apply adjacent_right. lia. }
  assert (Left : l = 1%nat -> weight prior x eps sensitivity (ones n (c - 1)) <= e).
  { intros El. apply Other. rewrite E. replace c with (S (c - 1)) at 1 by lia.
    apply adjacent_left. lia. }
  assert (Cl : l = 0%nat \/ l = 1%nat) by lia. assert (Cr : r = 0%nat \/ r = 1%nat) by lia.
  unfold sumof. destruct Cl as [Zl|Zl], Cr as [Zr|Zr]; rewrite Zl, Zr; cbn [Nat.add seq map suml];
    rewrite ?Nat.sub_0_r; try (specialize (Right Zr)); try (specialize (Left Zl));
    try (replace (S (c - 1)) with c by lia); rewrite One; lra.
Qed.

(* There are more datasets than records. *)
Lemma binomial_ge1 n k : (k <= n)%nat -> (1 <= binomial n k)%nat.
Proof.
  revert k. induction n as [|n IH]; intros [|k] L; cbn [binomial]; try lia.
  specialize (IH k ltac:(lia)). lia.
Qed.

Lemma datasets_at_least n k : (n < length (datasets n (S (S k))))%nat.
Proof.
  rewrite datasets_number. induction n as [|n IH].
  - rewrite Nat.add_0_l, binomial_full. lia.
  - replace (S n + S k)%nat with (S (n + S k)) by lia. cbn [binomial].
    pose proof (binomial_ge1 (n + S k) k ltac:(lia)). lia.
Qed.
