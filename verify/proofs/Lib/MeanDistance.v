(* Expected distances and tails: a smaller sensitivity releases nearer candidates. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting.
Import ListNotations.
Open Scope R_scope.

Lemma sumof_minus {A} (l : list A) f g : sumof l (fun a => f a - g a) = sumof l f - sumof l g.
Proof. unfold sumof. induction l as [|a l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma softmax_mean {A} (l : list A) f h : sumof l (fun z => softmax l f z * h z)
  = sumof l (fun z => exp (f z) * h z) / sumof l (fun z => exp (f z)).
Proof.
  unfold softmax. set (Z := sumof l (fun z => exp (f z))).
  transitivity (/ Z * sumof l (fun z => exp (f z) * h z)); [|unfold Rdiv; ring].
  rewrite <- sumof_scale. apply sumof_ext. intros a _. unfold Rdiv. ring.
Qed.

(* The mean of h under weights exp(-t h) does not grow with t. *)
Lemma mean_decreasing {A} (l : list A) (h : A -> R) s t : l <> [] -> s <= t ->
  sumof l (fun z => softmax l (fun z => - t * h z) z * h z) <= sumof l (fun z => softmax l
    (fun z => - s * h z) z * h z).
Proof.
  intros N L. rewrite !softmax_mean.
  set (Zt := sumof l (fun z => exp (- t * h z))). set (Zs := sumof l (fun z => exp (- s * h z))).
  assert (Pt : 0 < Zt) by (apply sumof_pos; auto using exp_pos).
  assert (Ps : 0 < Zs) by (apply sumof_pos; auto using exp_pos).
  set (m := sumof l (fun z => exp (- s * h z) * h z) / Zs).
  assert (B : sumof l (fun z => exp (- t * h z) * h z - m * exp (- t * h z)) <= 0).
  { apply Rle_trans with (sumof l (fun z => exp (- (t - s) * m) * (exp
      (- s * h z) * h z - m * exp (- s * h z)))).
    - apply sumof_le. intros z _.
      replace (- t * h z) with (- (t - s) * h z + - s * h z) by ring. rewrite exp_plus.
      set (e := exp (- s * h z)). assert (0 < e) by apply exp_pos.
      replace (exp (- (t - s) * h z) * e * h z - m * (exp (- (t - s) * h z) * e)) with (e * (exp
        (- (t - s) * h z) * (h z - m))) by ring.
      replace (exp (- (t - s) * m) * (e * h z - m * e)) with (e * (exp (- (t - s) * m) *
        (h z - m))) by ring.
      apply Rmult_le_compat_l; [lra|].
      destruct (Rle_dec m (h z)) as [C|C].
      + apply Rmult_le_compat_r; [lra|]. apply exp_le. nra.
      + assert (exp (- (t - s) * m) <= exp (- (t - s) * h z)) by (apply exp_le; nra). nra.
    - rewrite sumof_scale, sumof_minus, sumof_scale. fold Zs. right. unfold m. field. lra. }
  rewrite sumof_minus, sumof_scale in B. fold Zt in B. apply div_le; lra.
Qed.

Lemma mean_distance_le prior n m m' eps x : is_prior prior -> (1 <= n)%nat -> 0 <= eps ->
  In x (datasets n (length prior)) ->
  last_of m = None -> last_of m' = None -> factor m = 2 -> factor m' = 2 ->
    0 < sens m prior x <= sens m' prior x ->
  sumof (datasets n (length prior)) (fun z => probability m prior eps x z * distance prior x z)
  <= sumof (datasets n (length prior))
    (fun z => probability m' prior eps x z * distance prior x z).
Proof.
  intros Hp Hn He Ix N N' F F' [S0 S1].
  assert (E : forall k, last_of k = None -> factor k = 2 -> 0 < sens k prior x ->
    sumof (datasets n (length prior))
      (fun z => probability k prior eps x z * distance prior x z) =
    sumof (datasets n (length prior)) (fun z => softmax (datasets n (length prior)) (fun z => -
      (eps / (2 * sens k prior x)) * distance prior x z) z * distance prior x z)).
  { intros k Nk Fk Sk. apply sumof_ext. intros z Iz.
    rewrite (probability_softmax prior n) by assumption. rewrite Fk. f_equal.
    unfold softmax. f_equal; [f_equal; field; lra|]. apply sumof_ext. intros w _. f_equal. field.
    lra. }
  rewrite !E by (assumption || lra).
  apply mean_decreasing; [apply (datasets_some prior n Hp Hn)|].
  apply Rmult_le_compat_l; [exact He|]. apply Rinv_le_contravar; lra.
Qed.

Lemma Sexp_le_GS prior n x gamma : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> 0 <= gamma ->
  Sexp prior x gamma <= GS prior n.
Proof.
  intros Hp Hn Ix G. rewrite (Sexp_expsmooth prior n) by exact Ix.
  apply maxof_le; [apply (datasets_some prior n Hp Hn)|]. intros z Iz.
  pose proof (LS_pos prior n Hp Hn z Iz). pose proof (LS_le_GS prior n z Iz).
  pose proof (replaced_nonneg x z).
  assert (exp (- gamma * replaced x z) <= exp 0) by (apply exp_le; nra). rewrite exp_0 in *.
  pose proof (exp_pos (- gamma * replaced x z)). nra.
Qed.

Lemma Sharm_le_GS prior n x gamma : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> 0 <= gamma ->
  Sharm prior x gamma <= GS prior n.
Proof.
  intros Hp Hn Ix G. pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sp.
  pose proof (GS_pos prior n Hp Hn) as Gp.
  rewrite (Sharm_harmonic prior n) in * by assumption.
  assert (1 / GS prior n <= 1 / harmonic (datasets n (length prior)) (LS prior) replaced gamma x).
  { rewrite harmonic_inv by (first [exact G | exact Ix | intros; apply replaced_nonneg | intros;
      apply replaced_refl | intros; apply (LS_pos prior n); assumption]).
    match goal with |- _ <= minof ?l ?f => destruct (minof_in l f
      (datasets_some prior n Hp Hn)) as (z & Iz & ->) end.
    pose proof (LS_pos prior n Hp Hn z Iz) as Lz. pose proof (LS_le_GS prior n z Iz).
    assert (0 <= gamma * replaced x z) by (apply Rmult_le_pos; [exact G | apply replaced_nonneg]).
    assert (1 / GS prior n <= 1 / LS prior z) by (apply Rmult_le_compat_l; [lra|];
      apply Rinv_le_contravar; lra). lra. }
  set (s := harmonic _ _ _ _ _) in *. set (g := GS prior n) in *.
  apply Rmult_le_reg_l with (/ (s * g)); [apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption|].
  replace (/ (s * g) * s) with (1 / g) by (field; lra).
  replace (/ (s * g) * g) with (1 / s) by (field; lra). assumption.
Qed.

Lemma ehd_sens prior n x : In x (datasets n (length prior)) -> sens ehd_true prior x = GS prior n.
Proof. intros Ix. apply in_datasets in Ix. destruct Ix as [_ E]. simpl. now rewrite E. Qed.

(* The notes' lambda. *)
Lemma notes_lambda n eps delta : 0 < eps -> 0 < delta < 1 ->
  0 < 2 * (INR n + 1) /\ 0 < delta / (2 * (INR n + 1)) /\ ln (delta / (2 * (INR n + 1))) < 0 /\
  1 < 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))) /\
    0 <= ln (1 - eps / (2 * ln (delta / (2 * (INR n + 1))))).
Proof.
  intros He Hd. pose proof (pos_INR n). assert (Q : 0 < 2 * (INR n + 1)) by lra.
  assert (A : 0 < delta / (2 * (INR n + 1))) by (apply Rdiv_lt_0_compat; lra).
  assert (B : ln (delta / (2 * (INR n + 1))) < 0).
  { rewrite <- ln_1. apply ln_increasing; [exact A|].
    apply Rmult_lt_reg_r with (2 * (INR n + 1)); [exact Q|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (L := ln (delta / (2 * (INR n + 1)))) in *.
  assert (C : 0 < eps / (2 * - L)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : eps / (2 * L) = - (eps / (2 * - L))) by (field; lra).
  repeat split; try assumption; [lra|]. left. rewrite <- ln_1. apply ln_increasing; lra.
Qed.

(* Utility of the exponential mechanism (section 6.1.1). *)
Lemma ehd_tail prior n x eps c p : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  In x (datasets n (length prior)) ->
  (forall z, In z (datasets n (length prior)) -> p z = true -> - c <= distance prior x z) ->
  sumof (filter p (datasets n (length prior))) (fun z => probability ehd_true prior eps x z)
  <= INR (length (datasets n (length prior))) * exp (eps * c / (2 * GS prior n)).
Proof.
  intros Hp Hn He Ix B. pose proof (GS_pos prior n Hp Hn) as Gp.
  pose proof (distance_metric prior n Hp) as M.
  set (D := datasets n (length prior)) in *.
  apply Rle_trans with (sumof (filter p D) (fun _ => exp (eps * c / (2 * GS prior n)))).
  - apply sumof_le. intros z Iz. apply filter_In in Iz. destruct Iz as [Iz Pz].
    rewrite (probability_softmax prior n) by (reflexivity || assumption).
    rewrite (ehd_sens prior n) by exact Ix. fold D. simpl factor.
    unfold softmax. set (f := fun z => - eps * distance prior x z / (2 * GS prior n)).
    assert (Z : 1 <= sumof D (fun z => exp (f z))).
    { apply Rle_trans with (sumof (filter
        (fun w => if list_eq_dec Nat.eq_dec w x then true else false) D) (fun z => exp (f z))).
      - assert (I : In x (filter (fun w => if list_eq_dec Nat.eq_dec w x then true else false)
          D)).
        { apply filter_In. split; [exact Ix|]. destruct (list_eq_dec Nat.eq_dec x x); congruence.
          }
        apply Rle_trans with (sumof [x] (fun z => exp (f z))).
        + unfold sumof, f. cbn [map suml]. rewrite (m_refl _ _ M x Ix).
          replace (- eps * 0 / (2 * GS prior n)) with 0 by (field; lra). rewrite exp_0. lra.
        + apply in_split in I. destruct I as (l1 & l2 & ->). unfold sumof. rewrite map_app.
          cbn [map suml].
          assert (Q : forall l, 0 <= suml (map (fun z => exp (f z)) l)).
          { induction l as [|a l IH]; simpl; [lra|]. pose proof (exp_pos (f a)). lra. }
          assert (R : forall a b, suml (a ++ b) = suml a + suml b) by (induction a as [|a0 a IH];
            intros; simpl; [ring | rewrite IH; ring]).
          rewrite R. cbn [suml]. pose proof (Q l1). pose proof (Q l2). lra.
      - apply sumof_filter_le. intros. left. apply exp_pos. }
    match goal with |- ?e / ?s <= _ => change s with (sumof D (fun z => exp (f z)));
      change e with (exp (f z)) end.
    apply div_le; [lra|]. apply Rle_trans with (exp (eps * c / (2 * GS prior n)) * 1).
    + rewrite Rmult_1_r. apply exp_le. unfold f. specialize (B z Iz Pz).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra].
    + apply Rmult_le_compat_l; [left; apply exp_pos | exact Z].
  - rewrite (sumof_const_on _ _ (exp (eps * c / (2 * GS prior n)))) by reflexivity.
    apply Rmult_le_compat_r; [left; apply exp_pos|]. apply le_INR.
    clear. induction D as [|a D IH]; simpl; [lia|]. destruct (p a); simpl; lia.
Qed.

Lemma Rleb_true a b : Rleb a b = true -> a <= b.
Proof. unfold Rleb. destruct (Rle_dec a b); [trivial | discriminate]. Qed.
