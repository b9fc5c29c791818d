(* The mechanism with the exponential smooth sensitivity is (3 eps/2, tail)-private. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
Import ListNotations.
Open Scope R_scope.

Section Tail.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (eps gamma : R) (He : 0 < eps) (G : 0 < gamma).
Let D := datasets n (length prior).
Let tail := exp (eps / (2 * (1 - exp gamma))).
Let weight x z := exp (- eps * distance prior x z / (2 * Sexp prior x gamma)).
Let total x := sumof D (fun z => exp (- eps * distance prior x z / (2 * Sexp prior x gamma))).
Let number := INR (length D).

Lemma double_half : exp (eps / 2) * exp (eps / 2) = exp eps.
Proof using. rewrite <- exp_plus. f_equal. field. Qed.

(* Any neighbours: dilate at x, then slide to y. *)
Lemma weight_within x y z : In x D -> adjacent x y -> In z D ->
  weight x z <= exp eps * weight y z + tail.
Proof using G He Hn Hp.
  intros Ix A Iz. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  pose proof (LS_le_Sexp prior n y gamma Iy) as Ly.
  pose proof (slides prior n Hp x y z Ix A Iz) as B.
  pose proof (unit_distance prior n Hp x z Ix Iz) as U.
  pose proof (Sexp_step prior n x y gamma Hp Hn Ix ltac:(lra) A) as Step.
  pose proof (dilate_weight eps _ _ gamma (distance prior x z) He G Sx Sy Step ltac:(lra)) as W1.
  pose proof (slide_weight eps (Sexp prior y gamma) (distance prior x z) (distance prior y z)
    ltac:(lra) Sy ltac:(lra)) as W2.
  fold tail in W1. fold (weight x z) in W1. fold (weight y z) in W2. rewrite <- double_half.
  pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos (eps / 2))) W2). lra.
Qed.

Lemma total_within x y : In x D -> adjacent x y ->
  total x <= exp eps * total y + number * tail.
Proof using G He Hn Hp weight.
  intros Ix A. unfold total, number. rewrite <- sumof_scale.
  assert (E : INR (length D) * tail = sumof D (fun _ => tail))
    by (symmetry; apply sumof_const_on; reflexivity).
  rewrite E. clear E. fold (weight x) (weight y).
  assert (B : forall z, In z D -> weight x z <= exp eps * weight y z + tail)
    by (intros; apply weight_within; assumption).
  clear Ix A. unfold weight in *. induction D as [|z l IH]; [unfold sumof; simpl; lra|].
  specialize (IH (fun w J => B w (or_intror J))). specialize (B z (or_introl eq_refl)).
  unfold sumof in *. cbn [map suml]. lra.
Qed.

(* The sensitivity is not larger at x: only slide. *)
Lemma weight_slides x y z : In x D -> adjacent x y -> In z D ->
  Sexp prior x gamma <= Sexp prior y gamma -> weight x z <= exp (eps / 2) * weight y z.
Proof using He Hn Hp.
  intros Ix A Iz L. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  pose proof (LS_le_Sexp prior n y gamma Iy) as Ly.
  pose proof (slides prior n Hp x y z Ix A Iz) as B.
  pose proof (unit_distance prior n Hp x z Ix Iz) as U.
  pose proof (weight_grows eps _ _ (distance prior x z) ltac:(lra) Sx L ltac:(lra)) as W1.
  pose proof (slide_weight eps (Sexp prior y gamma) (distance prior x z) (distance prior y z)
    ltac:(lra) Sy ltac:(lra)) as W2.
  unfold weight. lra.
Qed.

Lemma total_slides x y : In x D -> adjacent x y ->
  Sexp prior x gamma <= Sexp prior y gamma -> total x <= exp (eps / 2) * total y.
Proof using He Hn Hp.
  intros Ix A L. unfold total. rewrite <- sumof_scale. apply sumof_le. intros z Iz.
  apply (weight_slides x y z); assumption.
Qed.

Lemma law_weight x r : In x D -> In r D ->
  probability (mh_exp gamma) prior eps x r = weight x r / total x.
Proof using n. intros Ix Ir. apply (law prior n (mh_exp gamma) eps x r eq_refl Ix Ir). Qed.

Lemma three_halves : exp (eps * (3 / 2)) = exp eps * exp (eps / 2).
Proof using. rewrite <- exp_plus. f_equal. field. Qed.

(* Either each output exceeds by the tail at most, or by a share of the tails. *)
Lemma excess x y : In x D -> adjacent x y ->
  (forall r, In r D -> probability (mh_exp gamma) prior eps x r
    <= exp (eps * (3 / 2)) * probability (mh_exp gamma) prior eps y r + tail)
  \/ (forall r, In r D -> probability (mh_exp gamma) prior eps x r
    <= exp (eps * (3 / 2)) * probability (mh_exp gamma) prior eps y r
       + probability (mh_exp gamma) prior eps x r * (number * tail)).
Proof using G He Hn Hp total.
  intros Ix A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  assert (Tx : 1 <= total x) by (apply (weights_ge1 prior n Hp eps x _ Ix)).
  assert (Ty : 1 <= total y) by (apply (weights_ge1 prior n Hp eps y _ Iy)).
  assert (T0 : 0 < tail) by apply exp_pos.
  rewrite three_halves. pose proof (exp_pos eps) as E1. pose proof (exp_pos (eps / 2)) as E2.
  destruct (Rle_dec (Sexp prior y gamma) (Sexp prior x gamma)) as [L|L]; [left | right];
    intros r Ir; rewrite !law_weight by assumption;
    assert (Wx : 0 < weight x r) by apply exp_pos; assert (Wy : 0 < weight y r) by apply exp_pos.
  - pose proof (total_slides y x Iy (adjacent_sym x y A) L) as B.
    pose proof (weight_within x y r Ix A Ir) as W.
    apply div_le; [lra|].
    assert (Q : weight y r <= exp (eps / 2) * (weight y r / total y) * total x).
    { replace (exp (eps / 2) * (weight y r / total y) * total x)
        with (weight y r * (exp (eps / 2) * total x) / total y) by (field; lra).
      apply Rmult_le_reg_r with (total y); [lra|].
      replace (weight y r * (exp (eps / 2) * total x) / total y * total y)
        with (weight y r * (exp (eps / 2) * total x)) by (field; lra).
      apply Rmult_le_compat_l; lra. }
    pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ E1) Q). nra.
  - pose proof (total_within y x Iy (adjacent_sym x y A)) as B.
    pose proof (weight_slides x y r Ix A Ir ltac:(lra)) as W.
    assert (Nt : 0 <= number * tail) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    set (p := weight x r / total x).
    assert (Pp : 0 < p) by (apply Rdiv_lt_0_compat; lra).
    assert (Ep : p * total x = weight x r) by (unfold p; field; lra).
    apply Rmult_le_reg_r with (total y); [lra|].
    replace ((exp eps * exp (eps / 2) * (weight y r / total y) + p * (number * tail)) * total y)
      with (exp eps * (exp (eps / 2) * weight y r) + p * (number * tail) * total y)
      by (field; lra).
    assert (B1 : p * total y <= exp eps * (p * total x) + p * (number * tail)) by nra.
    assert (B2 : p * (number * tail) <= p * (number * tail) * total y).
    { rewrite <- (Rmult_1_r (p * (number * tail))) at 1. apply Rmult_le_compat_l; [|exact Ty].
      apply Rmult_le_pos; lra. }
    rewrite Ep in B1. nra.
Qed.

Lemma number_ge1 : 1 <= number.
Proof using D Hn Hp.
  assert (B : forall l : list (list nat), l <> [] -> 1 <= INR (length l)).
  { intros [|z l] N; [congruence|]. cbn [length]. rewrite S_INR. pose proof (pos_INR (length l)).
    lra. }
  apply B, (datasets_some prior n Hp Hn).
Qed.

Theorem tail_privacy_pointwise x y r : In x D -> adjacent x y -> In r D ->
  probability (mh_exp gamma) prior eps x r
  <= exp (eps * (3 / 2)) * probability (mh_exp gamma) prior eps y r + number * tail.
Proof using G He Hn Hp total.
  intros Ix A Ir. assert (T0 : 0 < tail) by apply exp_pos. pose proof number_ge1 as N.
  assert (P1 : probability (mh_exp gamma) prior eps x r <= 1).
  { eapply Rle_trans; [apply (law_le_weight prior n Hp (mh_exp gamma) eps x r eq_refl Ix Ir)|].
    rewrite <- exp_0. apply exp_le. cbn [factor sens].
    pose proof (Sexp_pos prior n x gamma Hp Hn Ix). apply div_le; [lra|].
    pose proof (unit_distance prior n Hp x r Ix Ir).
    assert (0 <= eps * distance prior x r) by (apply Rmult_le_pos; lra). lra. }
  assert (N0 : 0 <= number * tail) by (apply Rmult_le_pos; lra).
  pose proof (Rmult_le_compat_r tail 1 number ltac:(lra) N) as N1.
  pose proof (Rmult_le_compat_r _ _ _ N0 P1) as N2.
  destruct (excess x y Ix A) as [B|B]; specialize (B r Ir); lra.
Qed.

Theorem tail_privacy x y : In x D -> adjacent x y ->
  hockey_stick (mh_exp gamma) prior eps x y (eps * (3 / 2)) <= number * tail.
Proof using G He Hn Hp total.
  intros Ix A. assert (T0 : 0 < tail) by apply exp_pos. pose proof number_ge1 as N.
  destruct (excess x y Ix A) as [B|B].
  - eapply Rle_trans; [apply (hockey_stick_sum prior n (mh_exp gamma) eps x y _ (fun _ => tail)
      eq_refl Ix)|].
    + intros z Iz. split; [lra | apply B, Iz].
    + right. apply sumof_const_on. reflexivity.
  - eapply Rle_trans; [apply (hockey_stick_sum prior n (mh_exp gamma) eps x y _
      (fun z => number * tail * probability (mh_exp gamma) prior eps x z) eq_refl Ix)|].
    + intros z Iz. pose proof (release_pos prior n Hp Hn eps gamma x Ix z Iz) as Pz.
      cbv beta in Pz.
      split; [|specialize (B z Iz); lra].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
    + rewrite sumof_scale. pose proof (law_total prior n Hp Hn (mh_exp gamma) eps x eq_refl Ix)
        as T. change (number * tail * sumof (datasets n (length prior))
        (fun z => probability (mh_exp gamma) prior eps x z) <= number * tail). rewrite T. lra.
Qed.
End Tail.
