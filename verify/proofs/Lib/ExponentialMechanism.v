(* Mechanisms with weights exp(-c(x) H(x, r)) on a finite set of candidates. Nothing here knows
   what a dataset is, nor what H measures. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite.
Import ListNotations.
Open Scope R_scope.

(* The probability of r among the candidates l, by weights exp(f r). *)
Definition softmax {A} (l : list A) (f : A ->
  R) (r : A) : R := exp (f r) / sumof l (fun z => exp (f z)).

Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof.
  intros Pa Pb. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat.
Qed.

Section Softmax.
Context {A : Type}.
Implicit Types (l : list A) (f g : A -> R).

Lemma softmax_pos l f r : l <> [] -> 0 < softmax l f r.
Proof using.
  intros N. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply sumof_pos; [exact N | intros; apply exp_pos].
Qed.

(* If exponents differ by at most a one way and b the other, log-probabilities differ by a + b. *)
Lemma softmax_ratio l f g a b :
  (forall z, In z l -> f z - g z <= a) -> (forall z, In z l -> g z - f z <= b) ->
  forall r, In r l -> ln (softmax l f r) - ln (softmax l g r) <= a + b.
Proof using.
  intros Ba Bb r I.
  assert (N : l <> []) by (destruct l; [easy | discriminate]).
  assert (Sf : 0 < sumof l (fun z => exp (f z))) by (apply sumof_pos; auto using exp_pos).
  assert (Sg : 0 < sumof l (fun z => exp (g z))) by (apply sumof_pos; auto using exp_pos).
  unfold softmax.
  rewrite !ln_quotient by auto using exp_pos. rewrite !ln_exp.
  assert (L : ln (sumof l (fun z => exp (g z))) <= b + ln (sumof l (fun z => exp (f z)))).
  { rewrite <- (ln_exp b) at 1. rewrite <- ln_mult by auto using exp_pos.
    assert (C : sumof l (fun z => exp (g z)) <= exp b * sumof l (fun z => exp (f z))).
    { rewrite <- sumof_scale. apply sumof_le. intros z Iz. rewrite <- exp_plus.
      specialize (Bb z Iz). destruct (Req_dec (g z) (b + f z)) as [->|D]; [lra|].
      left. apply exp_increasing. lra. }
    destruct C as [C| ->]; [left; apply ln_increasing; assumption | right; reflexivity]. }
  specialize (Ba r I). lra.
Qed.

End Softmax.

(* (a) The exponential mechanism: score -H(x, r), any upper bound Delta of the sensitivity. *)
Theorem exponential_mechanism {X A} (cand : list A) (H : X -> A -> R) (Delta eps : R) (x y : X) :
  0 <= eps -> 0 < Delta ->
  (forall r, In r cand -> Rabs (H x r - H y r) <= Delta) ->
  forall r, In r cand ->
    ln (softmax cand (fun z => - eps * H x z / (2 * Delta)) r)
    - ln (softmax cand (fun z => - eps * H y z / (2 * Delta)) r) <= eps.
Proof.
  intros He Hd B r I.
  assert (K : forall u, - Delta <= u -> - eps * u / (2 * Delta) <= eps / 2).
  { intros u Hu. replace (eps / 2) with (eps * Delta / (2 * Delta)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra]. }
  eapply Rle_trans; [apply (softmax_ratio cand _ _ (eps / 2) (eps / 2)) | lra]; [| |exact I];
    intros z Iz; specialize (B z Iz); apply Rabs_le_inv in B.
  - replace (_ - _) with (- eps * (H x z - H y z) / (2 * Delta)) by (field; lra). apply K; lra.
  - replace (_ - _) with (- eps * (H y z - H x z) / (2 * Delta)) by (field; lra). apply K; lra.
Qed.

(* A metric bounded by 1 on the elements of a list. *)
Record metric1 {X} (D : list X) (H : X -> X -> R) : Prop := {
  m_refl : forall x, In x D -> H x x = 0;
  m_nonneg : forall x y, In x D -> In y D -> 0 <= H x y;
  m_le1 : forall x y, In x D -> In y D -> H x y <= 1;
  m_sym : forall x y, In x D -> In y D -> H x y = H y x;
  m_tri : forall x y z, In x D -> In y D -> In z D -> H x z <= H x y + H y z }.

Lemma metric1_abs {X} D (H : X -> X -> R) (M : metric1 D H) x y r :
  In x D -> In y D -> In r D -> Rabs (H x r - H y r) <= H x y.
Proof.
  intros Ix Iy Ir. apply Rabs_le.
  pose proof (m_tri _ _ M x y r Ix Iy Ir). pose proof (m_tri _ _ M y x r Iy Ix Ir).
  rewrite (m_sym _ _ M y x Iy Ix) in *. lra.
Qed.

(* (b) The sensitivity of the score at x is the largest distance to a neighbour. *)
Theorem local_sensitivity {X} (D N : list X) (H : X -> X -> R) x :
  metric1 D H -> In x D -> N <> [] -> incl N D ->
  maxof N (fun y => maxof D (fun r => Rabs (H x r - H y r))) = maxof N (H x).
Proof.
  intros M Ix NN ND. assert (DN : D <> []) by (destruct D; [easy | discriminate]).
  apply Rle_antisym.
  - apply maxof_le; [exact NN|]. intros y Iy. apply maxof_le; [exact DN|]. intros r Ir.
    eapply Rle_trans; [apply (metric1_abs D H M x y r); auto|]. apply maxof_ge, Iy.
  - apply maxof_le; [exact NN|]. intros y Iy.
    eapply Rle_trans; [|apply (maxof_ge N (fun y => maxof D (fun r => Rabs
      (H x r - H y r))) y Iy)].
    eapply Rle_trans; [|apply (maxof_ge D (fun r => Rabs (H x r - H y r)) y (ND y Iy))].
    rewrite (m_refl _ _ M y (ND y Iy)), Rminus_0_r. apply Rle_abs.
Qed.

(* The mechanism whose sensitivity depends on the dataset: weights exp(-eps H(x, r) / (c S(x))).
*)
Definition smooth_weights {X} (H : X -> X -> R) (S : X -> R) (c eps : R) (x z : X) : R :=
  - eps * H x z / (c * S x).

Section Smooth.
Context {X : Type} (D : list X) (H : X -> X -> R) (S : X -> R) (gamma c eps : R).
Hypothesis M : metric1 D H.
Hypothesis eps_nonneg : 0 <= eps.
Hypothesis gamma_nonneg : 0 <= gamma.
Hypothesis c_pos : 0 < c.
Context (x y : X) (Ix : In x D) (Iy : In y D).
Hypothesis (Sx : 0 < S x) (Sy : 0 < S y) (hx : H x y <= S x) (hy : H x y <= S y).
Hypothesis smooth : Rabs (1 / S x - 1 / S y) <= gamma.

(* (d) The loss is at most eps (2 + gamma) / c. *)
Theorem smooth_loss : forall r, In r D ->
  ln (softmax D (smooth_weights H S c eps x) r) - ln (softmax D (smooth_weights H S c eps y) r)
  <= eps * (2 + gamma) / c.
Proof using Ix Iy M Sx Sy c_pos eps_nonneg hx hy smooth.
  set (cx := eps / (c * S x)). set (cy := eps / (c * S y)).
  assert (Px : 0 <= cx) by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; nra]).
  assert (Py : 0 <= cy) by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; nra]).
  assert (ec : 0 <= eps / c) by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat;
    assumption]).
  assert (Cxh : cx * H x y <= eps / c).
  { replace (eps / c) with (cx * S x) by (unfold cx; field; lra).
    apply Rmult_le_compat_l; assumption. }
  assert (Cyh : cy * H x y <= eps / c).
  { replace (eps / c) with (cy * S y) by (unfold cy; field; lra).
    apply Rmult_le_compat_l; assumption. }
  assert (G : Rabs (cx - cy) <= eps / c * gamma).
  { replace (cx - cy) with (eps / c * (1 / S x - 1 / S y)) by (unfold cx, cy; field; lra).
    rewrite Rabs_mult, (Rabs_right (eps / c)) by lra. apply Rmult_le_compat_l; assumption. }
  apply Rabs_le_inv in G.
  assert (T : eps * (2 + gamma) / c = eps / c * gamma + 2 * (eps / c)) by (field; lra).
  assert (Wx : forall z, smooth_weights H S c eps x z = - cx * H x z)
    by (intros; unfold smooth_weights, cx; field; lra).
  assert (Wy : forall z, smooth_weights H S c eps y z = - cy * H y z)
    by (intros; unfold smooth_weights, cy; field; lra).
  rewrite T. intros r Ir.
  assert (B : forall z, In z D -> - H x y <= H x z - H y z <= H x y /\ 0 <= H x z <= 1 /\
    0 <= H y z <= 1).
  { intros z Iz. pose proof (metric1_abs D H M x y z Ix Iy Iz) as A. apply Rabs_le_inv in A.
    repeat split; try lra; try apply (m_nonneg _ _ M); try apply (m_le1 _ _ M); assumption. }
  destruct (Rle_dec cx cy) as [C|C].
  - eapply Rle_trans; [apply (softmax_ratio D _ _ (cy - cx + cx * H x y) (cx * H x y)) | lra];
      [intros z Iz | intros z Iz | exact Ir]; rewrite Wx, Wy; destruct (B z Iz) as (? & ? & ?);
        nra.
  - eapply Rle_trans; [apply (softmax_ratio D _ _ (cy * H x y) (cx - cy + cy * H x y)) | lra];
      [intros z Iz | intros z Iz | exact Ir]; rewrite Wx, Wy; destruct (B z Iz) as (? & ? & ?);
        nra.
Qed.

End Smooth.

(* (c) Harmonic smooth sensitivity, for any local sensitivity and any distance d. *)
Definition harmonic {X} (D : list X) (LS : X -> R) (d : X -> X -> R) (gamma : R) (x : X) : R :=
  1 / minof D (fun z => 1 / LS z + gamma * d x z).

Section Harmonic.
Context {X : Type} (D : list X) (LS : X -> R) (d : X -> X -> R) (gamma : R).
Hypothesis LS_pos : forall z, In z D -> 0 < LS z.
Hypothesis d_nonneg : forall x z, In x D -> In z D -> 0 <= d x z.
Hypothesis d_refl : forall x, In x D -> d x x = 0.
Hypothesis gamma_nonneg : 0 <= gamma.

Lemma harmonic_denominator_pos x : In x D -> 0 < minof D (fun z => 1 / LS z + gamma * d x z).
Proof using LS_pos d_nonneg d_refl gamma_nonneg.
  intros Ix. assert (N : D <> []) by (destruct D; [easy | discriminate]).
  destruct (minof_in D (fun z => 1 / LS z + gamma * d x z) N) as (z & Iz & ->).
  assert (0 < 1 / LS z) by (apply Rdiv_lt_0_compat; [lra | auto]).
  assert (0 <= gamma * d x z) by (apply Rmult_le_pos; auto). lra.
Qed.

Lemma harmonic_pos x : In x D -> 0 < harmonic D LS d gamma x.
Proof using LS_pos d_nonneg d_refl gamma_nonneg.
  intros Ix. apply Rdiv_lt_0_compat; [lra | apply harmonic_denominator_pos, Ix].
Qed.

Lemma harmonic_inv x : In x D ->
  1 / harmonic D LS d gamma x = minof D (fun z => 1 / LS z + gamma * d x z).
Proof using LS_pos d_nonneg d_refl gamma_nonneg.
  intros Ix. unfold harmonic. pose proof (harmonic_denominator_pos x Ix). field. lra.
Qed.

Lemma harmonic_ge_local x : In x D -> LS x <= harmonic D LS d gamma x.
Proof using LS_pos d_nonneg d_refl gamma_nonneg.
  intros Ix. pose proof (harmonic_denominator_pos x Ix) as P.
  pose proof (minof_le D (fun z => 1 / LS z + gamma * d x z) x Ix) as B. cbv beta in B.
  rewrite d_refl, Rmult_0_r, Rplus_0_r in B by exact Ix.
  unfold harmonic. pose proof (LS_pos x Ix).
  replace (LS x) with (1 / (1 / LS x)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; assumption.
Qed.

Theorem harmonic_lipschitz x y t :
  In x D -> In y D -> (forall z, In z D -> d x z <= d y z + t) ->
  1 / harmonic D LS d gamma x - 1 / harmonic D LS d gamma y <= gamma * t.
Proof using LS_pos d_nonneg d_refl gamma_nonneg.
  intros Ix Iy T. rewrite !harmonic_inv by assumption.
  assert (N : D <> []) by (destruct D; [easy | discriminate]).
  destruct (minof_in D (fun z => 1 / LS z + gamma * d y z) N) as (z & Iz & ->).
  pose proof (minof_le D (fun z => 1 / LS z + gamma * d x z) z Iz) as B. cbv beta in B.
  specialize (T z Iz). nra.
Qed.

End Harmonic.

(* (e) Exponential smooth sensitivity. *)
Definition expsmooth {X} (D : list X) (LS : X -> R) (d : X -> X -> R) (beta : R) (x : X) : R :=
  maxof D (fun z => LS z * exp (- beta * d x z)).

Theorem expsmooth_smooth {X} (D : list X) LS d beta (x y : X) :
  (forall z, In z D -> 0 <= LS z) -> 0 <= beta -> D <> [] ->
  (forall z, In z D -> d y z <= d x z + 1) ->
  expsmooth D LS d beta x <= exp beta * expsmooth D LS d beta y.
Proof.
  intros L B N T. unfold expsmooth.
  destruct (maxof_in D (fun z => LS z * exp (- beta * d x z)) N) as (z & Iz & ->).
  pose proof (maxof_ge D (fun z => LS z * exp (- beta * d y z)) z Iz) as G. cbv beta in G.
  assert (E : LS z * exp (- beta * d x z) <= exp beta * (LS z * exp (- beta * d y z))).
  { replace (exp beta * (LS z * exp (- beta * d y z))) with (LS z * (exp beta * exp
      (- beta * d y z))) by ring.
    rewrite <- exp_plus. apply Rmult_le_compat_l; [auto|]. specialize (T z Iz).
    destruct (Req_dec (- beta * d x z) (beta + - beta * d y z)) as [->|]; [lra|].
    left. apply exp_increasing. nra. }
  pose proof (exp_pos beta). nra.
Qed.

Lemma expsmooth_ge_local {X} (D : list X) LS d beta (x : X) :
  In x D -> d x x = 0 -> LS x <= expsmooth D LS d beta x.
Proof.
  intros Ix E. unfold expsmooth.
  pose proof (maxof_ge D (fun z => LS z * exp (- beta * d x z)) x Ix) as G. cbv beta in G.
  rewrite E, Rmult_0_r, exp_0, Rmult_1_r in G. exact G.
Qed.
