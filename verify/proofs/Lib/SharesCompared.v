(* Shares of outputs nearer than s or t, and Laplace noise compared with the exponential family.
*)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace Losses
  Counting TwoCategories Events Balanced NoisyCounts Release Scores SmoothWeights MeanDistance
  Reaches Shares.
Import ListNotations.
Open Scope R_scope.

(* The exponential function lies below its chords. *)
Lemma exp_chord u y : 0 <= u <= 1 -> exp (u * y) <= 1 - u + u * exp y.
Proof.
  intros U. pose proof (exp_pos (u * y)) as P.
  assert (A : exp (u * y) * (1 - u * y) <= 1).
  { pose proof (exp_ge (- (u * y))) as G. rewrite exp_Ropp in G.
    apply Rmult_le_reg_l with (/ exp (u * y)); [apply Rinv_0_lt_compat, P|].
    rewrite <- Rmult_assoc, Rinv_l by lra. lra. }
  assert (B : exp (u * y) * (1 + (y - u * y)) <= exp y).
  { replace (exp y) with (exp (u * y) * exp (y - u * y))
      by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [lra | apply exp_ge]. }
  assert ((1 - u) * (exp (u * y) * (1 - u * y)) <= (1 - u) * 1)
    by (apply Rmult_le_compat_l; lra).
  assert (u * (exp (u * y) * (1 + (y - u * y))) <= u * exp y)
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* What Laplace noise reaches, against the largest share of as many weights. *)
Lemma noise_beats_weights eps l r : 0 < eps -> 0 <= l -> 0 <= r ->
  let k := Rmax l r in 1 <= k ->
  (l + r + 1) * (1 - exp (- eps * k)) <=
  (2 * k + 2 - exp (- eps * k)) * (1 - exp (- eps * l) / 2 - exp (- eps * (r + 1)) / 2).
Proof.
  intros He L R. intros k K. set (big := exp (- eps * k)). set (q := exp (- eps)).
  assert (Q : 0 < q < 1).
  { split; [apply exp_pos|]. unfold q. rewrite <- exp_0. apply exp_increasing. lra. }
  assert (B : 0 < big <= q) by (split; [apply exp_pos | apply exp_le; nra]).
  assert (Low : forall a, 0 <= a <= k ->
    (k + a + 1) * (1 - big) <= (2 * k + 2 - big) * (1 - exp (- eps * a) / 2 - q * big / 2)).
  { intros a A. set (u := a / k).
    assert (U : 0 <= u <= 1).
    { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply div_le; lra. }
    assert (Ea : a = u * k) by (unfold u; field; lra).
    pose proof (exp_chord u (- eps * k) U) as C.
    replace (u * (- eps * k)) with (- eps * a) in C by (rewrite Ea; ring). fold big in C.
    assert (Br : (k + 1) * q <= k + q * big).
    { assert (V : 0 <= / (k + 1) <= 1).
      { split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1.
        apply Rinv_le_contravar; lra. }
      pose proof (exp_chord (/ (k + 1)) (- eps * (k + 1)) V) as T.
      replace (/ (k + 1) * (- eps * (k + 1))) with (- eps) in T by (field; lra).
      replace (- eps * (k + 1)) with (- eps + - eps * k) in T by ring.
      rewrite exp_plus in T. fold q big in T.
      assert (bound : (k + 1) * q <= (k + 1) * (1 - / (k + 1) + / (k + 1) * (q * big)))
        by (apply Rmult_le_compat_l; lra).
      replace ((k + 1) * (1 - / (k + 1) + / (k + 1) * (q * big))) with (k + q * big) in bound
        by (field; lra). exact bound. }
    assert (Zero : (2 * k + 2) * (1 - big) <= (2 * k + 2 - big) * (1 - q * big)).
    { assert (0 <= big * ((2 * k + 1) - (2 * k + 2) * q + q * big)); [|lra].
      apply Rmult_le_pos; nra. }
    assert (One : 2 * (2 * k + 1) * (1 - big) <= (2 * k + 2 - big) * (2 - big - q * big)).
    { assert (2 * (1 - big) <= 2 - big - q * big) by nra.
      assert ((2 * k + 1) * (2 * (1 - big)) <= (2 * k + 2 - big) * (2 - big - q * big)); [|lra].
      apply Rmult_le_compat; lra. }
    apply Rle_trans with
      ((2 * k + 2 - big) * (1 - (1 - u + u * big) / 2 - q * big / 2)).
    - assert (Mix : (1 - u) * ((2 * k + 2) * (1 - big)) + u * (2 * (2 * k + 1) * (1 - big))
        <= (1 - u) * ((2 * k + 2 - big) * (1 - q * big))
        + u * ((2 * k + 2 - big) * (2 - big - q * big))).
      { apply Rplus_le_compat; apply Rmult_le_compat_l; lra. }
      rewrite Ea. lra.
    - apply Rmult_le_compat_l; lra. }
  destruct (Rle_dec l r) as [O|O].
  - assert (Ek : k = r) by (unfold k; apply Rmax_right, O). rewrite <- Ek.
    replace (- eps * (k + 1)) with (- eps + - eps * k) by ring. rewrite exp_plus. fold q big.
    specialize (Low l ltac:(lra)). lra.
  - assert (Ek : k = l) by (unfold k; apply Rmax_left; lra). rewrite <- Ek. fold big.
    replace (- eps * (r + 1)) with (- eps + - eps * r) by ring. rewrite exp_plus. fold q.
    specialize (Low r ltac:(lra)). set (a := exp (- eps * r)) in *.
    assert (big <= a) by (apply exp_le; nra).
    assert (0 <= (2 * k + 2 - big) * ((1 - q) * (a - big))).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
    lra.
Qed.

(* Outputs nearer than t. *)
Lemma share_below prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) m (None_m : last_of m = None) eps (He : 0 < eps) sensitivity
    (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity) (K : INR (length prior) = 2) t : 0 < t ->
  (2 * Rmin (INR (to_left prior n x (fun z => Rltb (distance prior x z) t)))
     (INR (to_right prior n x (fun z => Rltb (distance prior x z) t)))
   * exp (- t * eps / (2 * sensitivity)) + 1) / (INR n + 1)
  <= share prior n x m eps (fun z => Rltb (distance prior x z) t).
Proof.
  intros T. destruct (separated_below prior n Hp Hn x Jx eps sensitivity t He Sp) as (w & I & O).
  left. apply (share_min_strict prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm K _ w);
    [apply (around_below prior n Hp Hn x Jx t T) | exact I | exact O |].
  rewrite <- exp_0. apply exp_increasing.
  replace (- t * eps / (2 * sensitivity)) with (- (t * eps * / (2 * sensitivity))) by (field;
    lra).
  assert (0 < t * eps * / (2 * sensitivity)); [|lra].
  repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat. lra.
Qed.

(* Inequalities between the bounds. *)
Lemma larger_exponent n eps t sensitivity j : (1 <= n)%nat -> 0 <= eps -> 0 < sensitivity ->
  t <= 1 ->
  (2 * INR j * exp (- eps / (2 * sensitivity)) + 1) / INR n
  <= (2 * INR j * exp (- t * eps / (2 * sensitivity)) + 1) / INR n.
Proof.
  intros Hn He Sp T. pose proof (pos_INR j).
  assert (0 < INR n) by (apply lt_0_INR; lia).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  apply Rplus_le_compat_r, Rmult_le_compat_l; [lra|]. apply exp_le.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra].
Qed.

Lemma lower_below_upper n eps sensitivity j : (1 <= n)%nat -> 0 < eps -> 0 < sensitivity ->
  (2 * INR j * exp (- eps / (2 * sensitivity)) + 1) / INR n
  < (2 * INR j + 1) / (INR n * exp (- eps / (2 * sensitivity))).
Proof.
  intros Hn He Sp. pose proof (pos_INR j) as J. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (E : 0 < exp (- eps / (2 * sensitivity)) < 1).
  { split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing.
    replace (- eps / (2 * sensitivity)) with (- (eps * / (2 * sensitivity))) by (field; lra).
    assert (0 < eps * / (2 * sensitivity)); [|lra].
    apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]. }
  set (e := exp (- eps / (2 * sensitivity))) in *.
  apply Rmult_lt_reg_r with (INR n * e); [nra|].
  replace ((2 * INR j * e + 1) / INR n * (INR n * e)) with ((2 * INR j * e + 1) * e)
    by (field; lra).
  replace ((2 * INR j + 1) / (INR n * e) * (INR n * e)) with (2 * INR j + 1) by (field; lra).
  assert (e * e <= 1) by nra. nra.
Qed.

Lemma true_sensitivity prior n x : is_dataset prior n x ->
  factor ehd_true * sens ehd_true prior x = 2 * GS prior n.
Proof. intros [_ E]. simpl. rewrite E. reflexivity. Qed.

Lemma records_weight_1 n u : 0 < (INR n + 1) * exp u.
Proof. apply Rmult_lt_0_compat; [pose proof (pos_INR n); lra | apply exp_pos]. Qed.

(* Outputs nearer than s. *)
Lemma share_nearer_strict prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) m (None_m : last_of m = None) eps (He : 0 < eps) sensitivity
    (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity) (K : INR (length prior) = 2) s :
  is_dataset prior n s -> forall e, e < 1 ->
  (2 * Rmin (INR (to_left prior n x (nearer_than prior x s)))
     (INR (to_right prior n x (nearer_than prior x s))) * e + 1) / (INR n + 1)
  < share prior n x m eps (nearer_than prior x s).
Proof.
  intros Js e E1. destruct (separated prior n Hp Hn x Jx eps sensitivity s He Sp Js)
    as (w & I & O).
  apply (share_min_strict prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm K _ w);
    [apply (around_nearer_than prior n Hp Hn x Jx s Js) | exact I | exact O | exact E1].
Qed.

Lemma share_nearer prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) m (None_m : last_of m = None) eps (He : 0 < eps) sensitivity
    (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity) (K : INR (length prior) = 2) s :
  is_dataset prior n s ->
  (2 * Rmin (INR (to_left prior n x (nearer_than prior x s)))
     (INR (to_right prior n x (nearer_than prior x s))) + 1) / (INR n + 1)
  <= 1 - share prior n x m eps (fun z => negb (nearer_than prior x s z)).
Proof.
  intros Js. rewrite <- (share_complement prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm).
  destruct (separated prior n Hp Hn x Jx eps sensitivity s He Sp Js) as (w & I & O).
  apply (share_min prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm K _ w);
    [apply (around_nearer_than prior n Hp Hn x Jx s Js) | exact I | exact O].
Qed.

(* As far to the left as to the right, and no end within reach. *)
Lemma noise_share_symmetric prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) (K : INR (length prior) = 2) s eps : 0 < eps ->
  is_dataset prior n s ->
  INR (to_left prior n x (nearer_than prior x s))
    = INR (to_right prior n x (nearer_than prior x s)) ->
  (forall z, In z (datasets n (length prior)) ->
    ~ ((INR (nth 0 z 0%nat) = 0 \/ INR (nth 1 z 0%nat) = 0)
       /\ (distance prior x z < distance prior x s \/ x = s))) ->
  share prior n x lshist eps (nearer_than prior x s)
  = 1 - (exp (- eps * INR (to_right prior n x (nearer_than prior x s)))
    + exp (- eps * (INR (to_right prior n x (nearer_than prior x s)) + 1))) / 2.
Proof.
  intros He Js Sym Ends.
  destruct (noise_share prior n Hp Hn x Jx K _ eps He
    (around_nearer_than prior n Hp Hn x Jx s Js)) as [_ E].
  unfold share. rewrite E; [rewrite Sym; field|].
  intros z Iz [Z Q]. apply (Ends z Iz). split; [exact Z|]. apply nearer_than_true, Q.
Qed.

(* At most c outputs of weight at most 1, and at least N - c others of the least weight. *)
Lemma share_cut prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) m (None_m : last_of m = None) eps (He : 0 < eps) sensitivity
    (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity) q c : 0 < c ->
  INR (length (filter q (datasets n (length prior)))) <= c ->
  c < INR (length (datasets n (length prior))) ->
  share prior n x m eps q <
  c / (c + (INR (length (datasets n (length prior))) - c) * least_weight eps sensitivity).
Proof.
  intros C Lc Cn. rewrite (share_parts prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm).
  pose proof (weights_in prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm q) as Few.
  pose proof (least_pos prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm) as V.
  pose proof (weight_bounds prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm) as Wb.
  pose proof (length_parts (datasets n (length prior)) q) as E.
  set (out := filter (fun z => negb (q z)) (datasets n (length prior))) in *.
  set (i := sumof (filter q _) _) in *. set (v := least_weight eps sensitivity) in *.
  set (a := INR (length (filter q _))) in *. set (size := INR (length (datasets _ _))) in *.
  assert (O : INR (length out) * v < sumof out (weight prior x eps sensitivity)).
  { apply sumof_gt_count.
    - intros Z. rewrite Z in E. simpl in E. lra.
    - intros z Iz. apply filter_In in Iz. apply Wb. tauto. }
  assert (I : 0 <= i) by (apply sumof_nonneg; intros; left; apply exp_pos).
  set (o := sumof out _) in *. assert (Lo : (size - c) * v < o) by nra.
  assert (0 < (size - c) * v) by nra.
  apply Rle_lt_trans with (c / (c + o)).
  - apply Rmult_le_reg_r with ((i + o) * (c + o)); [nra|].
    replace (i / (i + o) * ((i + o) * (c + o))) with (i * (c + o)) by (field; lra).
    replace (c / (c + o) * ((i + o) * (c + o))) with (c * (i + o)) by (field; lra). nra.
  - apply Rmult_lt_compat_l; [exact C|]. apply Rinv_lt_contravar; [nra | lra].
Qed.

(* Laplace noise reaches the outputs near x with a larger probability than the exponential
   mechanism, for many records. *)
Lemma noise_above_weights prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) m (None_m : last_of m = None) eps (He : 0 < eps) sensitivity
    (Sp : 0 < sensitivity)
  (Sm : factor m * sens m prior x = 2 * sensitivity) (K : INR
    (length prior) = 2) q : around prior n x q ->
  1 <= Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)) ->
  2 * Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)) + 1
  <= INR n * exp (- eps / (2 * sensitivity))
    * (1 - exp (- eps * Rmax (INR (to_left prior n x q)) (INR (to_right prior n x q)))) ->
  share prior n x m eps q < share prior n x lshist eps q.
Proof.
  intros A K1 Many. destruct (noise_share prior n Hp Hn x Jx K q eps He A) as [Ns _].
  fold (share prior n x lshist eps q) in Ns. eapply Rlt_le_trans; [|exact Ns].
  pose proof (number_around prior n Hp Hn K x Jx q A) as Num.
  pose proof (pos_INR (to_left prior n x q)) as Pl.
  pose proof (pos_INR (to_right prior n x q)) as Pr.
  pose proof (noise_beats_weights eps _ _ He Pl Pr K1) as Beat. cbv zeta in Beat.
  pose proof (Rmax_l (INR (to_left prior n x q)) (INR (to_right prior n x q))) as Ml.
  pose proof (Rmax_r (INR (to_left prior n x q)) (INR (to_right prior n x q))) as Mr.
  apply (f_equal INR) in Num. rewrite S_INR, plus_INR in Num.
  set (l := INR (to_left prior n x q)) in *. set (r := INR (to_right prior n x q)) in *.
  set (k := Rmax l r) in *. set (big := exp (- eps * k)) in *.
  assert (B : 0 < big < 1).
  { split; [apply exp_pos|]. unfold big. rewrite <- exp_0. apply exp_increasing. nra. }
  fold (least_weight eps sensitivity) in Many.
  pose proof (least_pos prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm) as V0.
  pose proof (least_lt1 prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm) as V1.
  pose proof (number_two prior n K) as All. pose proof (pos_INR n) as N0.
  pose proof (share_cut prior n Hp Hn x Jx m None_m eps He sensitivity Sp Sm q
    (l + r + 1) ltac:(lra)
    ltac:(lra)) as Cut. rewrite All in Cut.
  set (v := least_weight eps sensitivity) in *. set (c := l + r + 1) in *.
  assert (Nv : (2 * k + 1) <= INR n * v * (1 - big)) by exact Many.
  assert (Nb : c < INR n + 1).
  { assert (INR n * v * (1 - big) <= INR n * 1).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. nra. }
    unfold c. lra. }
  specialize (Cut Nb). eapply Rlt_le_trans; [exact Cut|].
  assert (C1 : 1 <= c) by (unfold c; lra).
  set (rhs := 1 - exp (- eps * l) / 2 - exp (- eps * (r + 1)) / 2) in *.
  assert (Dv : 1 + INR n * v <= c + (INR n + 1 - c) * v).
  { assert (0 <= (c - 1) * (1 - v)) by (apply Rmult_le_pos; lra). lra. }
  assert (P : 0 < 1 + INR n * v) by (assert (0 <= INR n * v) by (apply Rmult_le_pos; lra); lra).
  apply Rle_trans with (c / (1 + INR n * v)).
  { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  apply div_le; [exact P|].
  assert (R0 : 0 <= rhs).
  { apply Rmult_le_reg_l with (2 * k + 2 - big); [lra|]. rewrite Rmult_0_r.
    eapply Rle_trans; [|exact Beat]. apply Rmult_le_pos; lra. }
  assert (X : c * (1 - big) <= rhs * ((1 + INR n * v) * (1 - big))).
  { eapply Rle_trans; [exact Beat|]. rewrite Rmult_comm. apply Rmult_le_compat_l; [exact R0|].
    lra. }
  apply Rmult_le_reg_r with (1 - big); [lra|]. lra.
Qed.
