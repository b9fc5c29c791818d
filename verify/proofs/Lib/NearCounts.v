(* All noised counts near the true ones at once, and the law of counts drawn anew. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Laplace Losses
  Counting Balanced NoisyCounts Release Scores NearReleases ReleaseOfCounts.
From Dpbi.Pins Require Import Laws.
Import ListNotations.
Open Scope R_scope.

Lemma sumof_filter {A} (l : list A) (p : A -> bool) f :
  sumof (filter p l) f = sumof l (fun a => if p a then f a else 0).
Proof.
  unfold sumof. induction l as [|a l IH]; [reflexivity|]. cbn [filter map suml].
  destruct (p a); cbn [map suml]; rewrite IH; ring.
Qed.

Fixpoint nearby (j : nat) (x r : list nat) : bool :=
  match r, x with
  | u :: r', c :: x' => (Nat.leb (c - j) u && Nat.leb u (c + j) && nearby j x' r')%bool
  | _, _ => true
  end.

Lemma nearby_total b n x m j q : 0 < b -> (1 <= n)%nat -> (m <= length x)%nat ->
  Forall (fun c => (c <= n)%nat) x -> exp (- INR j / b) <= q ->
  1 - INR m * q <= sumof (tuples n m) (fun r => if nearby j x r then noisy_vector b n x r else 0)
  <= 1.
Proof.
  intros Pb Hn L B Q. split.
  2:{ rewrite <- (noisy_vector_total b n x m Hn L). apply sumof_le. intros r I.
      destruct (tuples_spec _ _ _ I) as [_ F]. pose proof (noisy_vector_pos b Pb n x r F).
      destruct (nearby j x r); lra. }
  revert m L. induction B as [|c x Bc B IH]; intros m L.
  - destruct m; [|simpl in L; lia]. unfold sumof. simpl. lra.
  - destruct m as [|m]; [unfold sumof; simpl; lra|]. simpl in L.
    specialize (IH m ltac:(lia)). cbn [tuples]. rewrite sumof_flat_map.
    set (T := sumof (tuples n m)
      (fun r => if nearby j x r then noisy_vector b n x r else 0)) in *.
    assert (T1 : 0 <= T <= 1).
    { split.
      - apply sumof_nonneg. intros r I. destruct (tuples_spec _ _ _ I) as [_ F].
        pose proof (noisy_vector_pos b Pb n x r F). destruct (nearby j x r); lra.
      - unfold T. rewrite <- (noisy_vector_total b n x m Hn ltac:(lia)). apply sumof_le.
        intros r I. destruct (tuples_spec _ _ _ I) as [_ F].
        pose proof (noisy_vector_pos b Pb n x r F). destruct (nearby j x r); lra. }
    rewrite (sumof_ext _ _ (fun u => T * (if (Nat.leb (c - j) u && Nat.leb u (c + j))%bool
      then noisy b n c u else 0))).
    2:{ intros u _. rewrite sumof_map. cbn [nearby noisy_vector].
        rewrite Rmult_comm. unfold T. rewrite <- sumof_scale. apply sumof_ext. intros r _.
        destruct (Nat.leb (c - j) u && Nat.leb u (c + j))%bool; cbn [andb];
          destruct (nearby j x r); ring. }
    rewrite sumof_scale, <- sumof_filter.
    rewrite (filter_interval _ (c - j) (S (Nat.min n (c + j)) - (c - j))); [|lia|].
    2:{ intros u Lu. rewrite Bool.andb_true_iff, !Nat.leb_le. lia. }
    pose proof (within b n c Hn Bc j) as W. rewrite S_INR.
    assert (E : exp (- (INR j + 1) / b) <= exp (- INR j / b)).
    { apply exp_le. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Pb | lra]. }
    pose proof (exp_pos (- INR j / b)).
    set (V := sumof (seq (c - j) (S (Nat.min n (c + j)) - (c - j))) (noisy b n c)) in *.
    assert (V1 : 1 - q <= V) by lra. nra.
Qed.

(* How far the counts have moved, the last one included. *)
Lemma nearby_l1 j x r : length r = length x -> nearby j x r = true ->
  l1 x r <= INR (length x) * INR j /\
  Rabs (INR (list_sum x) - INR (list_sum r)) <= INR (length x) * INR j.
Proof.
  revert r. induction x as [|c x IH]; intros [|u r] L N; simpl in L; try lia.
  - simpl. rewrite Rminus_eq_0, Rabs_R0. lra.
  - cbn [nearby] in N. rewrite !Bool.andb_true_iff, !Nat.leb_le in N. destruct N as [[N1 N2] N].
    destruct (IH r ltac:(lia) N) as [D S]. cbn [l1 length]. rewrite S_INR.
    change (list_sum (c :: x)) with (c + list_sum x)%nat.
    change (list_sum (u :: r)) with (u + list_sum r)%nat. rewrite !plus_INR.
    assert (A : Rabs (INR c - INR u) <= INR j).
    { apply Rabs_le. assert (M1 : (c <= u + j)%nat) by lia. apply le_INR in M1, N2.
      rewrite plus_INR in M1, N2. lra. }
    split; [lra|]. replace (INR c + INR (list_sum x) - (INR u + INR (list_sum r))) with
      (INR c - INR u + (INR (list_sum x) - INR (list_sum r))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma l1_app x y u v : length x = length u -> l1 (x ++ y) (u ++ v) = l1 x u + l1 y v.
Proof.
  revert u. induction x as [|a x IH]; intros [|b u] L; simpl in L; try lia.
  - cbn [app]. change (l1 [] []) with 0. ring.
  - cbn [app l1]. rewrite IH by lia. ring.
Qed.

Lemma truncated_rest n s t : (s <= n)%nat ->
  Rabs (INR (n - s) - INR (n - t)) <= Rabs (INR s - INR t).
Proof.
  intros L. destruct (Nat.le_gt_cases t n) as [M|M].
  - rewrite !minus_INR by assumption.
    replace (INR n - INR s - (INR n - INR t)) with (- (INR s - INR t)) by ring.
    rewrite Rabs_Ropp. lra.
  - replace (n - t)%nat with 0%nat by lia. rewrite minus_INR by exact L.
    apply le_INR in L. apply lt_INR in M. simpl (INR 0).
    rewrite Rabs_right, Rabs_left by lra. lra.
Qed.

(* lshist: every count within j of the truth. *)
Lemma nearby_release prior n x eps j Q : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  In x (datasets n (length prior)) ->
  (forall o, In o (outputs lshist n (length prior)) ->
     l1 x o <= 2 * (INR (length prior) - 1) * INR j -> Q o = true) ->
  1 - (INR (length prior) - 1) * exp (- INR j * eps / 2) <=
  sumof (filter Q (outputs lshist n (length prior))) (fun o => probability lshist prior eps x o).
Proof.
  intros Hp Hn He Ix HQ. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  pose proof Hp as [K _]. set (k := length prior) in *.
  set (b := scale lshist k / eps).
  assert (Sk : 0 < scale lshist k <= 2) by (simpl; destruct (Nat.eqb k 2); lra).
  assert (Pb : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  assert (Bx : Forall (fun c => (c <= n)%nat) x).
  { apply Forall_forall. intros c I. rewrite <- Ex. clear -I.
    induction x as [|d x IH]; [easy|]. destruct I as [->|I]; simpl; [lia|]. specialize (IH I).
    fold (list_sum x). lia. }
  assert (Nx : x <> []) by (destruct x; [simpl in Lx; lia | discriminate]).
  pose proof (app_removelast_last 0%nat Nx) as Xe. set (h := removelast x) in *.
  set (e := last x 0%nat) in *.
  assert (Lh : length h = (k - 1)%nat).
  { apply (f_equal (@length nat)) in Xe. rewrite app_length in Xe. simpl in Xe. lia. }
  assert (Sh : (list_sum h + e = n)%nat).
  { rewrite Xe, list_sum_app in Ex. simpl in Ex. lia. }
  assert (q1 : exp (- INR j / b) <= exp (- INR j * eps / 2)).
  { apply exp_le. unfold b. replace (- INR j / (scale lshist k / eps)) with
      (- (INR j * eps * / scale lshist k)) by (field; lra).
    assert (/ 2 <= / scale lshist k) by (apply Rinv_le_contravar; lra).
    assert (0 <= INR j * eps) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    assert (INR j * eps * / 2 <= INR j * eps * / scale lshist k)
      by (apply Rmult_le_compat_l; assumption). lra. }
  destruct (nearby_total b n x (k - 1) j _ Pb Hn ltac:(lia) Bx q1) as [T _].
  rewrite minus_INR in T by lia. change (INR 1) with 1 in T.
  eapply Rle_trans; [exact T|]. unfold outputs. simpl last_of. cbv iota. fold k.
  rewrite filter_map, sumof_map, !sumof_filter. apply sumof_le. intros r I.
  destruct (tuples_spec _ _ _ I) as [Lr Fr].
  assert (O : In (r ++ [(n - list_sum r)%nat]) (outputs lshist n k)).
  { unfold outputs. simpl last_of. cbv iota. apply in_map_iff. exists r. auto. }
  assert (E : probability lshist prior eps x
    (r ++ [(n - list_sum r)%nat]) = noisy_vector b n x r).
  { rewrite (probability_density prior n) by assumption. unfold density. simpl last_of.
    cbv iota beta. rewrite removelast_last, Ex. reflexivity. }
  rewrite E. pose proof (noisy_vector_pos b Pb n x r Fr).
  destruct (nearby j x r) eqn:Nr; [|destruct (Q _); lra].
  assert (Nh : nearby j h r = true).
  { rewrite Xe in Nr. clear -Nr Lr Lh. revert Nr. assert (same : length r = length h) by lia.
    clear Lr Lh. revert r same. induction h as [|c h IH]; intros [|u r] L N; simpl in L; try lia.
    - reflexivity.
    - cbn [app nearby] in N |- *. rewrite !Bool.andb_true_iff in *. destruct N as [N M].
      split; [exact N | apply IH; [lia | exact M]]. }
  destruct (nearby_l1 j h r ltac:(congruence) Nh) as [D S]. rewrite Lh, minus_INR in D, S by lia.
  change (INR 1) with 1 in D, S.
  rewrite HQ; [lra | exact O|]. rewrite Xe at 1. rewrite l1_app by congruence. cbn [l1].
  replace e with (n - list_sum h)%nat by lia.
  pose proof (truncated_rest n (list_sum h) (list_sum r) ltac:(lia)). lra.
Qed.

(* Counts drawn anew: their remainder is as private as they are. *)
Lemma noisy_vector_ratio b n x y r : 0 < b -> Forall (fun j => (j <= n)%nat) r ->
  length x = length y ->
  noisy_vector b n x r <= exp (1 / b * l1 (firstn (length r) x) (firstn (length r) y))
    * noisy_vector b n y r.
Proof.
  intros Pb F L. pose proof (noisy_vector_lipschitz b Pb n x y r F L) as B.
  pose proof (noisy_vector_pos b Pb n x r F) as Px.
  pose proof (noisy_vector_pos b Pb n y r F) as Py.
  rewrite <- (exp_ln _ Px), <- (exp_ln _ Py) at 1. rewrite <- exp_plus. apply exp_le. lra.
Qed.

Lemma fresh_rest_ratio b n x y j : 0 < b -> length x = length y ->
  fresh_rest b n x j <= exp (1 / b * l1 x y) * fresh_rest b n y j.
Proof.
  intros Pb L. unfold fresh_rest. rewrite L, <- sumof_scale. apply sumof_le. intros v I.
  apply filter_In in I. destruct I as [I _]. destruct (tuples_spec _ _ _ I) as [Lv Fv].
  pose proof (noisy_vector_ratio b n x y v Pb Fv L) as R. rewrite Lv in R.
  rewrite firstn_all in R. rewrite <- L, firstn_all in R. exact R.
Qed.

Lemma firstn_removelast (x : list nat) k : length x = S k -> firstn k x = removelast x.
Proof.
  intros L. assert (N : x <> []) by (destruct x; discriminate).
  pose proof (app_removelast_last 0%nat N) as E.
  assert (Lr : length (removelast x) = k).
  { apply (f_equal (@length nat)) in E. rewrite app_length in E. simpl in E. lia. }
  rewrite E at 1. rewrite firstn_app, Lr, Nat.sub_diag, <- Lr, firstn_all, app_nil_r.
  reflexivity.
Qed.

Lemma fresh_loss m n prior eps bound : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  last_of m = Some fresh ->
  (forall x y, In x (datasets n (length prior)) -> adjacent x y ->
     l1 (firstn (length prior - 1) x) (firstn (length prior - 1) y) <= bound) ->
  loss m prior eps n <= 2 * (eps * bound / scale m (length prior)).
Proof.
  intros Hn Hp He Lm B. apply loss_le; [exact Hp | exact Hn|]. intros x y r Ix A Ir.
  pose proof (adjacent_in prior n x y Ix A) as Iy. pose proof Hp as [K _].
  rewrite !(probability_density prior n) by assumption. pose proof (scale_pos m _ K) as Sc.
  set (b := scale m (length prior) / eps).
  assert (Pb : 0 < b) by (apply Rdiv_lt_0_compat; assumption).
  specialize (B x y Ix A).
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  pose proof (proj1 (in_datasets prior n y) Iy) as [Ly Ey].
  assert (Ib : 0 <= 1 / b) by (left; apply Rdiv_lt_0_compat; lra).
  assert (Bb : 1 / b * l1 (firstn (length prior - 1) x) (firstn (length prior - 1) y)
    <= eps * bound / scale m (length prior)).
  { replace (eps * bound / scale m (length prior)) with (1 / b * bound) by (unfold b; field; lra).
    apply Rmult_le_compat_l; assumption. }
  unfold density, outputs in *. rewrite Ex, Ey, Lm in *. fold b.
  destruct (tuples_spec _ _ _ Ir) as [Lr Fr].
  assert (Nr : r <> []) by (destruct r; [simpl in Lr; lia | discriminate]).
  assert (Q : Forall (fun j => (j <= n)%nat) (removelast r) /\ (last r 0 <= n)%nat
    /\ length (removelast r) = (length prior - 1)%nat).
  { pose proof (app_removelast_last 0%nat Nr) as E. pose proof Fr as G. rewrite E in G.
    apply Forall_app in G. destruct G as [G1 G2]. inversion_clear G2.
    apply (f_equal (@length nat)) in E. rewrite app_length in E. simpl in E.
    repeat split; try assumption. lia. }
  destruct Q as (F1 & Fl & L1).
  assert (Xr : removelast x = firstn (length prior - 1) x)
    by (symmetry; apply firstn_removelast; lia).
  assert (Yr : removelast y = firstn (length prior - 1) y)
    by (symmetry; apply firstn_removelast; lia).
  assert (Lf : length (firstn (length prior - 1) x) = length (firstn (length prior - 1) y))
    by (rewrite !firstn_length; congruence).
  assert (Lo : (1 <= length (firstn (length prior - 1) x))%nat)
    by (rewrite firstn_length; lia).
  rewrite Xr, Yr.
  pose proof (noisy_vector_pos b Pb n x _ F1) as P1.
  pose proof (noisy_vector_pos b Pb n y _ F1) as P2.
  pose proof (fresh_rest_pos b n (firstn (length prior - 1) x) _ Pb Lo Fl) as P3.
  pose proof (fresh_rest_pos b n (firstn (length prior - 1) y) _ Pb ltac:(lia) Fl) as P4.
  rewrite !ln_mult by assumption.
  pose proof (noisy_vector_lipschitz b Pb n x y _ F1 ltac:(congruence)) as R1. rewrite L1 in R1.
  pose proof (fresh_rest_ratio b n _ _ (last r 0%nat) Pb Lf) as R2.
  assert (R3 : ln (fresh_rest b n (firstn (length prior - 1) x) (last r 0%nat)) <=
    1 / b * l1 (firstn (length prior - 1) x) (firstn (length prior - 1) y)
    + ln (fresh_rest b n (firstn (length prior - 1) y) (last r 0%nat))).
  { rewrite <- (ln_exp (1 / b * _)), <- ln_mult by (try apply exp_pos; assumption).
    destruct R2 as [R2| ->]; [left; apply ln_increasing; assumption | right; reflexivity]. }
  lra.
Qed.
