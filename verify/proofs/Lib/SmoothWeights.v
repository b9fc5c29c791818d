(* Weights exp(-eps H / (2 S)): how they change when the distance slides or the sensitivity grows,
   and the sums and laws made of them. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced.
Import ListNotations.
Open Scope R_scope.

(* Equal numbers are within any tolerance. *)
Lemma equal_within a b k : 0 <= k -> a = b -> Rabs (a - b) <= k * Rabs b.
Proof.
  intros K E. rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity.
  apply Rmult_le_pos; [exact K | apply Rabs_pos].
Qed.

Lemma equal_near a b k : 0 < k -> a = b -> Rabs (a - b) < k.
Proof. intros K E. rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity. exact K. Qed.

(* The distance slides by the sensitivity at most: a factor e^(eps/2). *)
Lemma slide_weight eps s u v : 0 <= eps -> 0 < s -> v <= u + s ->
  exp (- eps * u / (2 * s)) <= exp (eps / 2) * exp (- eps * v / (2 * s)).
Proof.
  intros He Hs B. rewrite <- exp_plus. apply exp_le.
  apply Rmult_le_reg_r with (2 * s); [lra|].
  replace (- eps * u / (2 * s) * (2 * s)) with (- eps * u) by (field; lra).
  replace ((eps / 2 + - eps * v / (2 * s)) * (2 * s)) with (eps * s - eps * v) by (field; lra).
  nra.
Qed.

(* A larger sensitivity, a larger weight. *)
Lemma weight_grows eps s t u : 0 <= eps -> 0 < s -> s <= t -> 0 <= u ->
  exp (- eps * u / (2 * s)) <= exp (- eps * u / (2 * t)).
Proof.
  intros He Hs B U. apply exp_le.
  replace (- eps * u / (2 * s)) with (- (eps * u * / (2 * s))) by (field; lra).
  replace (- eps * u / (2 * t)) with (- (eps * u * / (2 * t))) by (field; lra).
  apply Ropp_le_contravar, Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; lra.
Qed.

Lemma exp_gt1 g : 0 < g -> 1 < exp g.
Proof. intros G. rewrite <- exp_0 at 1. apply exp_increasing, G. Qed.

(* A sensitivity smaller by at most e^g: a factor e^(eps/2), or a weight below the tail. *)
Lemma dilate_weight eps s t g u : 0 < eps -> 0 < g -> 0 < s -> 0 < t -> s <= exp g * t -> 0 <= u ->
  exp (- eps * u / (2 * s))
  <= exp (eps / 2) * exp (- eps * u / (2 * t)) + exp (eps / (2 * (1 - exp g))).
Proof.
  intros He G S T B U. pose proof (exp_gt1 g G) as E1. set (e := exp g) in *.
  set (w := eps * u / (2 * s)).
  assert (W : 0 <= w).
  { unfold w. apply Rmult_le_pos; [nra|]. left. apply Rinv_0_lt_compat. lra. }
  replace (- eps * u / (2 * s)) with (- w) by (unfold w; field; lra).
  assert (V : - (e * w) <= - eps * u / (2 * t)).
  { replace (- eps * u / (2 * t)) with (- (s / t * w)) by (unfold w; field; lra).
    apply Ropp_le_contravar, Rmult_le_compat_r; [exact W|]. apply div_le; lra. }
  pose proof (exp_pos (eps / (2 * (1 - e)))) as P1.
  pose proof (exp_pos (eps / 2)) as P2. pose proof (exp_pos (- eps * u / (2 * t))) as P3.
  destruct (Rle_dec ((e - 1) * w) (eps / 2)) as [N|N].
  - assert (exp (- w) <= exp (eps / 2) * exp (- eps * u / (2 * t))); [|lra].
    rewrite <- exp_plus. apply exp_le. lra.
  - assert (exp (- w) <= exp (eps / (2 * (1 - e)))); [|nra]. apply exp_le.
    replace (eps / (2 * (1 - e))) with (- (eps / 2 / (e - 1))) by (field; lra).
    apply Ropp_le_contravar, div_le; lra.
Qed.

Section Laws.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Let D := datasets n (length prior).

Lemma weights_pos eps x s : 0 < sumof D (fun z => exp (- eps * distance prior x z / s)).
Proof using Hn Hp.
  apply sumof_pos; [apply (datasets_some prior n Hp Hn) | intros; apply exp_pos].
Qed.

Lemma suml_member (f : list nat -> R) x l : In x l -> (forall z, In z l -> 0 <= f z) ->
  f x <= sumof l f.
Proof using.
  unfold sumof. induction l as [|a l IH]; [easy|]. intros I P. cbn [map suml].
  assert (Q : 0 <= suml (map f l)).
  { assert (P' : forall z, In z l -> 0 <= f z) by (intros; apply P; now right).
    clear IH P I. induction l as [|b l IH]; cbn [map suml]; [lra|].
    pose proof (P' b (or_introl eq_refl)). specialize (IH (fun z J => P' z (or_intror J))). lra. }
  destruct I as [->|I]; [lra|].
  specialize (IH I (fun z J => P z (or_intror J))). pose proof (P a (or_introl eq_refl)). lra.
Qed.

Lemma weights_ge1 eps x s : In x D ->
  1 <= sumof D (fun z => exp (- eps * distance prior x z / s)).
Proof using Hp n.
  intros Ix. pose proof (suml_member (fun z => exp (- eps * distance prior x z / s)) x D Ix) as B.
  cbv beta in B. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix) in B.
  replace (- eps * 0 / s) with 0 in B by (unfold Rdiv; ring). rewrite exp_0 in B. apply B.
  intros z _. left. apply exp_pos.
Qed.

(* The law of every mechanism of the exponential family, written out. *)
Lemma law m eps x r : last_of m = None -> In x D -> In r D ->
  probability m prior eps x r
  = exp (- eps * distance prior x r / (factor m * sens m prior x))
    / sumof D (fun z => exp (- eps * distance prior x z / (factor m * sens m prior x))).
Proof using n.
  intros L Ix Ir. rewrite (probability_softmax prior n) by assumption. reflexivity.
Qed.

Lemma law_le_weight m eps x r : last_of m = None -> In x D -> In r D ->
  probability m prior eps x r <= exp (- eps * distance prior x r / (factor m * sens m prior x)).
Proof using Hp n.
  intros L Ix Ir. rewrite law by assumption.
  pose proof (weights_ge1 eps x (factor m * sens m prior x) Ix).
  pose proof (exp_pos (- eps * distance prior x r / (factor m * sens m prior x))).
  apply div_le; [lra|]. nra.
Qed.

Lemma law_total m eps x : last_of m = None -> In x D ->
  sumof D (fun z => probability m prior eps x z) = 1.
Proof using Hn Hp.
  intros L Ix. erewrite sumof_ext; [apply (softmax_total D), (datasets_some prior n Hp Hn)|].
  intros z Iz. apply (probability_softmax prior n); assumption.
Qed.

(* Neighbours: what the distances differ by. *)
Lemma slides x y z : In x D -> adjacent x y -> In z D ->
  distance prior y z <= distance prior x z + LS prior x
  /\ distance prior x z <= distance prior y z + LS prior x
  /\ distance prior y z <= distance prior x z + LS prior y
  /\ distance prior x z <= distance prior y z + LS prior y.
Proof using Hp n.
  intros Ix A Iz. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (distance_metric prior n Hp) as M. fold D in M.
  pose proof (metric1_abs D _ M x y z Ix Iy Iz) as B. apply Rabs_le_inv in B.
  pose proof (distance_le_LS prior x y A).
  pose proof (distance_le_LS prior y x (adjacent_sym x y A)) as L.
  rewrite (m_sym _ _ M y x Iy Ix) in L. lra.
Qed.

Lemma unit_distance x z : In x D -> In z D -> 0 <= distance prior x z <= 1.
Proof using Hp n.
  intros Ix Iz. pose proof (distance_metric prior n Hp) as M. fold D in M. split.
  - apply (m_nonneg _ _ M); assumption.
  - apply (m_le1 _ _ M); assumption.
Qed.

Lemma Sharm_inv_le gamma x s : 0 <= gamma -> In x D -> In s D ->
  1 / Sharm prior x gamma <= 1 / LS prior s + gamma * replaced x s.
Proof using Hn Hp.
  intros G Ix Is. rewrite (Sharm_harmonic prior n) by assumption.
  rewrite harmonic_inv by (first [exact G | exact Ix | intros; apply replaced_nonneg | intros;
      apply replaced_refl | intros; apply (LS_pos prior n); assumption]).
  apply (minof_le D (fun z => 1 / LS prior z + gamma * replaced x z) s Is).
Qed.

Lemma Sharm_inv_attained gamma x : 0 <= gamma -> In x D ->
  exists s, In s D /\ 1 / Sharm prior x gamma = 1 / LS prior s + gamma * replaced x s.
Proof using Hn Hp.
  intros G Ix. rewrite (Sharm_harmonic prior n) by assumption.
  rewrite harmonic_inv by (first [exact G | exact Ix | intros; apply replaced_nonneg | intros;
      apply replaced_refl | intros; apply (LS_pos prior n); assumption]).
  apply (minof_in D (fun z => 1 / LS prior z + gamma * replaced x z)
    (datasets_some prior n Hp Hn)).
Qed.

(* A probability of at most e^t times another's, from the logarithms. *)
Lemma law_ratio m eps t x y r : last_of m = None ->
  0 < eps -> In x D -> adjacent x y -> In r D -> loss m prior eps n <= t ->
  probability m prior eps x r <= exp t * probability m prior eps y r.
Proof using Hn Hp.
  intros L He Ix A Ir B. pose proof (adjacent_in prior n x y Ix A) as Iy.
  assert (Ir' : In r (outputs m n (length prior))) by (unfold outputs; rewrite L; exact Ir).
  pose proof (loss_ge prior n m eps x y r Ix A Ir') as G.
  assert (Px : 0 < probability m prior eps x r).
  { rewrite (probability_softmax prior n) by assumption.
    apply softmax_pos, (datasets_some prior n Hp Hn). }
  assert (Py : 0 < probability m prior eps y r).
  { rewrite (probability_softmax prior n) by assumption.
    apply softmax_pos, (datasets_some prior n Hp Hn). }
  rewrite <- (exp_ln (probability m prior eps x r)) by exact Px.
  rewrite <- (exp_ln (probability m prior eps y r)) at 1 by exact Py.
  rewrite <- exp_plus. apply exp_le. lra.
Qed.
End Laws.

(* Sums of what exceeds, from bounds of each output. *)
Lemma hockey_stick_sum prior n m eps x y t (bound : list nat -> R) : last_of m = None ->
  In x (datasets n (length prior)) ->
  (forall z, In z (datasets n (length prior)) -> 0 <= bound z /\
    probability m prior eps x z <= exp t * probability m prior eps y z + bound z) ->
  hockey_stick m prior eps x y t <= sumof (datasets n (length prior)) bound.
Proof.
  intros L Ix B. unfold hockey_stick, outputs. rewrite L.
  apply in_datasets in Ix. destruct Ix as [_ Ex]. rewrite Ex. apply sumof_le. intros z Iz.
  destruct (B z Iz) as [B0 B1]. apply Rmax_lub; lra.
Qed.
