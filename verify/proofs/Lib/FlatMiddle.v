(* Two categories, uniform prior: one step from the middle is shorter than one at the end. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses Counting TwoCategories Balanced MeanDistance Release
  SmoothWeights Pi.
Import ListNotations.
Open Scope R_scope.

(* The squared affinity of one step between parameters u and v. *)
Definition step_pair (u v : R) : R := rho1 u (u + 1) * rho1 v (v + 1).

Lemma step_pair_sym u v : step_pair u v = step_pair v u.
Proof. apply Rmult_comm. Qed.

Lemma step_pair_pos u v : 0 < u -> 0 < v -> 0 < step_pair u v.
Proof. intros U V. apply Rmult_lt_0_compat; apply rho1_pos; assumption. Qed.

Lemma step_pair_inward u v : 0 < u -> u < v -> step_pair u (v + 1) < step_pair (u + 1) v.
Proof.
  intros U V. unfold step_pair. rewrite (rho1_step u U), (rho1_step v) by lra.
  pose proof (rho1_pos u U) as P. pose proof (rho1_pos v ltac:(lra)) as Q.
  assert (E : forall w, 0 < w ->
    (w + 1 / 2) * (w + 1 / 2) / (w * (w + 1)) = 1 + / 4 * / (w * (w + 1)))
    by (intros w W; field; lra).
  rewrite (E u U), (E v) by lra.
  assert (L : / (v * (v + 1)) < / (u * (u + 1))).
  { apply Rinv_lt_contravar; [|nra].
    apply Rmult_lt_0_compat; apply Rmult_lt_0_compat; lra. }
  pose proof (Rmult_lt_0_compat _ _ P Q). nra.
Qed.

Lemma step_pair_middle m : forall v, 1 + INR m < v ->
  step_pair 1 (v + 1 + INR m) < step_pair (2 + INR m) v.
Proof.
  induction m as [|m IH]; intros v V.
  - change (INR 0) with 0 in *. rewrite !Rplus_0_r. replace 2 with (1 + 1) by ring.
    apply step_pair_inward; lra.
  - rewrite S_INR in *. pose proof (pos_INR m). specialize (IH (v + 1) ltac:(lra)).
    pose proof (step_pair_inward (2 + INR m) v ltac:(lra) ltac:(lra)) as N.
    replace (v + 1 + (INR m + 1)) with (v + 1 + 1 + INR m) by ring.
    replace (2 + (INR m + 1)) with (2 + INR m + 1) by ring. lra.
Qed.

Lemma flat_prior_ok : is_prior [1; 1].
Proof. split; simpl; [lia | repeat constructor; lra]. Qed.

Lemma flat_shape n x : is_dataset [1; 1] n x -> exists c e, x = [c; e] /\ n = (c + e)%nat.
Proof.
  intros [L E]. destruct x as [|c [|e [|? ?]]]; try discriminate L. simpl in E.
  exists c, e. split; [reflexivity | lia].
Qed.

(* A neighbour has one record more in one category. *)
Lemma flat_rho c e y : In y (neighbours [c; e]) ->
  (exists d, c = S d /\ y = [d; S e] /\ rho (posterior [1; 1] [c; e]) (posterior [1; 1] y)
    = step_pair (INR c) (1 + INR e)) \/
  (exists d, e = S d /\ y = [S c; d] /\ rho (posterior [1; 1] [c; e]) (posterior [1; 1] y)
    = step_pair (1 + INR c) (INR e)).
Proof.
  intros I. pose proof (pos_INR c) as Pc. pose proof (pos_INR e) as Pe.
  assert (two : forall a b a' b', 0 < a -> 0 < b -> 0 < a' -> 0 < b' ->
    rho [a; b] [a'; b'] = rho1 a a' * rho1 b b').
  { intros. rewrite !rho_cons by first [assumption | repeat constructor; assumption].
    unfold rho at 1. simpl. field. }
  simpl in I. destruct c as [|c], e as [|e]; simpl in I;
    repeat match goal with H : _ \/ _ |- _ => destruct H end; try contradiction; subst y.
  - right. exists e. split; [reflexivity|]. split; [reflexivity|]. cbn [posterior].
    pose proof (pos_INR e). rewrite S_INR in *. change (INR 0) with 0 in *.
    rewrite two by (simpl; lra). unfold step_pair. rewrite (rho1_sym (1 + (INR e + 1))).
    simpl INR. f_equal; [f_equal; ring | f_equal; ring].
  - left. exists c. split; [reflexivity|]. split; [reflexivity|]. cbn [posterior].
    pose proof (pos_INR c). rewrite S_INR in *. change (INR 0) with 0 in *.
    rewrite two by (simpl; lra). unfold step_pair. rewrite (rho1_sym (1 + (INR c + 1))).
    simpl INR. f_equal; [f_equal; ring | f_equal; ring].
  - left. exists c. split; [reflexivity|]. split; [reflexivity|]. cbn [posterior].
    pose proof (pos_INR c). pose proof (pos_INR e). rewrite !S_INR in *.
    rewrite two by lra. unfold step_pair. rewrite (rho1_sym (1 + (INR c + 1))).
    f_equal; [f_equal; ring | f_equal; ring].
  - right. exists e. split; [reflexivity|]. split; [reflexivity|]. cbn [posterior].
    pose proof (pos_INR c). pose proof (pos_INR e). rewrite !S_INR in *.
    rewrite two by lra. unfold step_pair. rewrite (rho1_sym (1 + (INR e + 1))).
    f_equal; [f_equal; ring | f_equal; ring].
Qed.

(* A larger squared affinity is a smaller distance. *)
Lemma distance_of_larger prior n x y x' y' : is_prior prior ->
  In x (datasets n (length prior)) -> In y (datasets n (length prior)) ->
  In x' (datasets n (length prior)) -> In y' (datasets n (length prior)) ->
  rho (posterior prior x) (posterior prior y) < rho (posterior prior x') (posterior prior y') ->
  distance prior x' y' < distance prior x y.
Proof.
  intros Hp Ix Iy Ix' Iy' L. pose proof (k_positive prior Hp) as K.
  pose proof (posterior_simplex prior n Hp) as Q. unfold distance.
  pose proof (affinity_sqr _ _ K _ _ (Q x Ix) (Q y Iy)) as E.
  pose proof (affinity_sqr _ _ K _ _ (Q x' Ix') (Q y' Iy')) as E'.
  pose proof (affinity_pos _ _ K _ _ (Q x Ix) (Q y Iy)) as A.
  pose proof (affinity_pos _ _ K _ _ (Q x' Ix') (Q y' Iy')) as A'.
  pose proof (affinity_le1 _ _ K _ _ (Q x' Ix') (Q y' Iy')) as B'.
  fold (rho (posterior prior x) (posterior prior y)) in E.
  fold (rho (posterior prior x') (posterior prior y')) in E'.
  apply sqrt_lt_1_alt. split; [lra|].
  assert (affinity (posterior prior x) (posterior prior y)
    < affinity (posterior prior x') (posterior prior y')); [|lra].
  apply Rsqr_incrst_0; [|lra|lra]. unfold Rsqr. lra.
Qed.

Theorem middle_below_global n x : (4 <= n)%nat -> is_dataset [1; 1] n x ->
  (nth 0 x 0 <= nth 1 x 0 <= nth 0 x 0 + 1)%nat -> LS [1; 1] x < GS [1; 1] n.
Proof.
  intros Hn Ix B. pose proof flat_prior_ok as Hp. destruct (flat_shape n x Ix) as (c & e & -> & N).
  cbn [nth] in B. apply (proj2 (in_datasets _ _ _)) in Ix.
  set (x0 := [0%nat; n]). set (y0 := [1%nat; (n - 1)%nat]).
  assert (I0 : In x0 (datasets n (length [1; 1]))) by (apply datasets_spec; unfold x0; simpl; lia).
  assert (A0 : In y0 (neighbours x0)).
  { unfold x0, y0. destruct n as [|n]; [lia|]. simpl. rewrite Nat.sub_0_r. tauto. }
  pose proof (adjacent_in [1; 1] n x0 y0 I0 A0) as J0.
  assert (R0 : rho (posterior [1; 1] x0) (posterior [1; 1] y0) = step_pair 1 (INR n)).
  { destruct (flat_rho 0 n y0 A0) as [(d & F & _) | (d & F & _ & R)]; [discriminate|].
    unfold x0. rewrite R. change (INR 0) with 0. rewrite Rplus_0_r. reflexivity. }
  apply Rlt_le_trans with (distance [1; 1] x0 y0).
  2:{ eapply Rle_trans; [apply (distance_le_LS [1; 1] x0 y0 A0)|]. apply LS_le_GS, I0. }
  destruct (maxof_in (neighbours [c; e]) (fun y => distance [1; 1] [c; e] y)
    (neighbours_some_in [1; 1] n Hp ltac:(lia) [c; e] Ix)) as (y & A & E).
  unfold LS. rewrite E. pose proof (adjacent_in [1; 1] n [c; e] y Ix A) as Iy.
  apply (distance_of_larger [1; 1] n x0 y0 [c; e] y Hp I0 J0 Ix Iy). rewrite R0.
  assert (M : forall u v, (2 <= u)%nat -> (u <= v)%nat -> S n = (u + v)%nat ->
    step_pair 1 (INR n) < step_pair (INR u) (INR v)).
  { intros u v U V T. pose proof (step_pair_middle (u - 2) (INR v)) as B0.
    assert (E0 : INR (u - 2) = INR u - 2) by (rewrite minus_INR by exact U; simpl; ring).
    assert (E1 : INR n + 1 = INR u + INR v) by (rewrite <- S_INR, <- plus_INR, T; reflexivity).
    apply le_INR in V. rewrite E0 in B0.
    replace (INR v + 1 + (INR u - 2)) with (INR n) in B0 by lra.
    replace (2 + (INR u - 2)) with (INR u) in B0 by ring. apply B0. lra. }
  destruct (flat_rho c e y A) as [(d & F & _ & ->) | (d & F & _ & ->)].
  - replace (1 + INR e) with (INR (e + 1)) by (rewrite plus_INR; simpl; ring). apply M; lia.
  - replace (1 + INR c) with (INR (c + 1)) by (rewrite plus_INR; simpl; ring).
    destruct (Nat.eq_dec e c) as [Q|Q]; [rewrite (step_pair_sym (INR (c + 1)))|]; apply M; lia.
Qed.

(* Strictly smaller sensitivities release strictly nearer candidates, if some are not the data. *)
Lemma mean_strictly {A} (l : list A) (h : A -> R) s t x : In x l -> s < t ->
  (forall z, In z l -> 0 <= h z) -> h x = 0 -> (exists z, In z l /\ 0 < h z) ->
  sumof l (fun z => softmax l (fun z => - t * h z) z * h z) < sumof l (fun z => softmax l
    (fun z => - s * h z) z * h z).
Proof.
  intros Ix L H0 Hx (w & Iw & Hw). assert (N : l <> []) by (destruct l; [easy | discriminate]).
  rewrite !softmax_mean.
  set (Zt := sumof l (fun z => exp (- t * h z))). set (Zs := sumof l (fun z => exp (- s * h z))).
  assert (Pt : 0 < Zt) by (apply sumof_pos; auto using exp_pos).
  assert (Ps : 0 < Zs) by (apply sumof_pos; auto using exp_pos).
  set (m := sumof l (fun z => exp (- s * h z) * h z) / Zs).
  assert (strict : forall f g : A -> R, (forall z, In z l -> f z <= g z) ->
    (exists z, In z l /\ f z < g z) -> sumof l f < sumof l g).
  { clear. unfold sumof. induction l as [|a l IH]; intros f g B (z & Iz & S); [easy|].
    cbn [map suml]. pose proof (B a (or_introl eq_refl)) as Ba.
    destruct Iz as [->|Iz].
    - assert (suml (map f l) <= suml (map g l)).
      { apply (sumof_le l f g). intros b Ib. apply B. now right. } lra.
    - assert (suml (map f l) < suml (map g l)).
      { apply IH; [intros b Ib; apply B; now right | exists z; split; assumption]. } lra. }
  assert (M : 0 < m).
  { apply Rdiv_lt_0_compat; [|exact Ps].
    replace 0 with (sumof l (fun _ => 0)) by (rewrite (sumof_const_on _ _ 0) by reflexivity; ring).
    apply strict.
    - intros z Iz. apply Rmult_le_pos; [left; apply exp_pos | apply H0, Iz].
    - exists w. split; [exact Iw|]. apply Rmult_lt_0_compat; [apply exp_pos | exact Hw]. }
  assert (B : sumof l (fun z => exp (- t * h z) * h z - m * exp (- t * h z)) < 0).
  { apply Rlt_le_trans with (sumof l (fun z => exp (- (t - s) * m) * (exp
      (- s * h z) * h z - m * exp (- s * h z)))).
    - assert (each : forall z, exp (- t * h z) * h z - m * exp (- t * h z) = exp (- s * h z) *
        (exp (- (t - s) * h z) * (h z - m)) /\
        exp (- (t - s) * m) * (exp (- s * h z) * h z - m * exp (- s * h z)) =
        exp (- s * h z) * (exp (- (t - s) * m) * (h z - m))).
      { intros z. replace (- t * h z) with (- (t - s) * h z + - s * h z) by ring.
        rewrite exp_plus. split; ring. }
      apply strict.
      + intros z _. destruct (each z) as [-> ->].
        apply Rmult_le_compat_l; [left; apply exp_pos|].
        destruct (Rle_dec m (h z)) as [C|C].
        * apply Rmult_le_compat_r; [lra|]. apply exp_le. nra.
        * assert (exp (- (t - s) * m) <= exp (- (t - s) * h z)) by (apply exp_le; nra). nra.
      + exists x. split; [exact Ix|]. destruct (each x) as [-> ->]. rewrite Hx.
        apply Rmult_lt_compat_l; [apply exp_pos|].
        assert (exp (- (t - s) * m) < exp (- (t - s) * 0)) by (apply exp_increasing; nra). nra.
    - rewrite sumof_scale, sumof_minus, sumof_scale. fold Zs. right. unfold m. field. lra. }
  rewrite sumof_minus, sumof_scale in B. fold Zt in B.
  apply Rmult_lt_reg_r with Zt; [exact Pt|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.

(* The harmonic sensitivity is below the global one where the local one is. *)
Lemma Sharm_lt_GS prior n x gamma : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> 0 < gamma -> LS prior x < GS prior n ->
  Sharm prior x gamma < GS prior n.
Proof.
  intros Hp Hn Ix G L. pose proof (Sharm_pos prior n Hp Hn gamma x ltac:(lra) Ix) as S.
  pose proof (GS_pos prior n Hp Hn) as Gp.
  destruct (Sharm_inv_attained prior n Hp Hn gamma x ltac:(lra) Ix) as (s & Is & E).
  pose proof (LS_pos prior n Hp Hn s Is) as Ls. pose proof (LS_le_GS prior n s Is) as Lg.
  assert (I : / GS prior n < 1 / Sharm prior x gamma).
  { rewrite E. unfold Rdiv. rewrite Rmult_1_l.
    assert (W : / GS prior n <= / LS prior s) by (apply Rinv_le_contravar; assumption).
    destruct (Rlt_dec 0 (replaced x s)) as [P|P].
    - pose proof (Rmult_lt_0_compat _ _ G P). lra.
    - pose proof (replaced_nonneg x s) as P0.
      assert (Z : replaced x s = 0) by lra. rewrite Z, Rmult_0_r, Rplus_0_r.
      assert (X : l1 x s = 0) by (unfold replaced in Z; lra).
      assert (T : forall u v, length u = length v -> l1 u v = 0 -> u = v).
      { clear. induction u as [|a u IH]; intros [|b v] F X; try discriminate F; [reflexivity|].
        cbn [l1] in X. pose proof (l1_nonneg u v). pose proof (Rabs_pos (INR a - INR b)).
        f_equal; [|apply IH; [simpl in F; lia | lra]]. apply INR_eq.
        assert (Q : Rabs (INR a - INR b) = 0) by lra. unfold Rabs in Q.
        destruct (Rcase_abs _); lra. }
      apply in_datasets in Is. pose proof (proj1 (in_datasets prior n x) Ix) as Jx.
      assert (x = s) as <- by (apply T; [destruct Is, Jx; congruence | exact X]).
      apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | exact L]. }
  apply Rmult_lt_reg_r with (/ GS prior n * / Sharm prior x gamma).
  - apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; assumption.
  - replace (Sharm prior x gamma * (/ GS prior n * / Sharm prior x gamma))
      with (/ GS prior n) by (field; lra).
    replace (GS prior n * (/ GS prior n * / Sharm prior x gamma))
      with (1 / Sharm prior x gamma) by (field; lra). exact I.
Qed.
