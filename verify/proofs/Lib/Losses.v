(* Losses of the mechanisms, by their sensitivities and scales. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis.
Import ListNotations.
Open Scope R_scope.

Ltac dataset I := apply (proj2 (in_datasets _ _ _)) in I.

Lemma Sexp_step prior n x y gamma : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> 0 <= gamma ->
  adjacent x y -> Sexp prior x gamma <= exp gamma * Sexp prior y gamma.
Proof.
  intros Hp Hn Ix G A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite !(Sexp_expsmooth prior n) by assumption. apply expsmooth_smooth.
  - intros z Iz. left. apply (LS_pos prior n); assumption.
  - exact G.
  - apply datasets_some; assumption.
  - intros z _. apply replaced_neighbours, adjacent_sym, A.
Qed.

Lemma LS_le_Sexp prior n x gamma : In x (datasets n (length prior)) ->
  LS prior x <= Sexp prior x gamma.
Proof. intros Ix. rewrite (Sexp_expsmooth prior n) by exact Ix.
apply expsmooth_ge_local; [exact Ix | apply replaced_refl]. Qed.

Lemma Sharm_le1 prior n x gamma : is_prior prior -> (1 <= n)%nat -> 0 <= gamma ->
  In x (datasets n (length prior)) ->
  Sharm prior x gamma <= 1.
Proof.
  intros Hp Hn G Ix. pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sp.
  rewrite (Sharm_harmonic prior n) in * by assumption.
  assert (1 <= 1 / harmonic (datasets n (length prior)) (LS prior) replaced gamma x).
  { rewrite harmonic_inv by (first [exact G | exact Ix | intros; apply replaced_nonneg | intros;
      apply replaced_refl | intros; apply (LS_pos prior n); assumption]).
    match goal with |- _ <= minof ?l ?f => destruct (minof_in l f
      (datasets_some prior n Hp Hn)) as (z & Iz & ->) end.
    pose proof (LS_pos prior n Hp Hn z Iz) as Lz. pose proof (LS_le1 prior n Hp Hn z Iz) as L1.
    assert (0 <= gamma * replaced x z) by (apply Rmult_le_pos; [exact G | apply replaced_nonneg]).
    assert (1 <= 1 / LS prior z) by (replace 1 with (1 / 1) at 1 by field;
      apply Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra).
    lra. }
  set (s := harmonic _ _ _ _ _) in *. replace s with (1 / (1 / s)) by (field; lra).
  replace 1 with (1 / 1) at 3 by field. apply Rmult_le_compat_l; [lra|].
  apply Rinv_le_contravar; lra.
Qed.

(* EHD with the true sensitivity. *)
Lemma ehd_true_loss n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  loss ehd_true prior eps n <= eps.
Proof.
  intros Hn Hp He. apply (fixed_sensitivity_loss prior n Hp Hn ehd_true eps (GS prior n));
    try reflexivity; try lra.
  intros x Ix. apply in_datasets in Ix. destruct Ix as [_ E]. simpl. rewrite E. reflexivity.
Qed.

(* Lemma 5.6: the bound is 3/2 eps; 2 eps is what the draft prints. *)
Lemma mh_loss n prior eps gamma : (1 <= n)%nat -> is_prior prior -> 0 < eps -> 0 <= gamma ->
  loss (mh gamma) prior eps n <= eps * (2 + gamma) / 2.
Proof. intros Hn Hp He G. apply (harmonic_loss prior n Hp Hn (mh gamma) eps gamma); simpl;
  try reflexivity; lra. Qed.

(* Any sensitivity s(x) at all: the loss is finite. *)
Lemma any_loss n prior eps m : (1 <= n)%nat -> is_prior prior -> 0 < eps -> last_of m = None ->
  factor m = 2 ->
  (forall x, In x (datasets n (length prior)) -> 0 < sens m prior x) ->
  0 < minof (datasets n (length prior)) (fun z => sens m prior z) /\
  loss m prior eps n <= eps / minof (datasets n (length prior)) (fun z => sens m prior z).
Proof.
  intros Hn Hp He Hm F Pos. set (D := datasets n (length prior)) in *.
  set (mn := minof D (fun z => sens m prior z)).
  assert (Pm : 0 < mn).
  { unfold mn. destruct (minof_in D (fun z => sens m prior z) (datasets_some prior n Hp Hn))
      as (z & Iz & E).
    rewrite E. apply Pos, Iz. }
  split; [exact Pm|]. apply loss_le; [exact Hp | exact Hn |]. unfold outputs. rewrite Hm. fold D.
  intros x y r Ix A Ir.
  pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite !(probability_softmax prior n) by assumption. rewrite F.
  pose proof (distance_metric prior n Hp) as M. fold D in M.
  assert (B : forall w z, In w D -> In z D ->
    - (eps / (2 * mn)) <= - eps * distance prior w z / (2 * sens m prior w) <= 0).
  { intros w z Iw Iz. pose proof (Pos w Iw) as Pw.
    pose proof (m_nonneg _ _ M w z Iw Iz) as H0. pose proof (m_le1 _ _ M w z Iw Iz) as H1.
    assert (Lw : mn <= sens m prior w) by (apply (minof_le D (fun z => sens m prior z) w Iw)).
    set (h := distance prior w z) in *. set (s := sens m prior w) in *.
    assert (I1 : / (2 * s) <= / (2 * mn)) by (apply Rinv_le_contravar; lra).
    assert (I0 : 0 < / (2 * s)) by (apply Rinv_0_lt_compat; lra).
    assert (E0 : 0 <= eps * h) by (apply Rmult_le_pos; lra).
    assert (E1 : eps * h <= eps) by nra.
    pose proof (Rmult_le_compat _ _ _ _ E0 (Rlt_le _ _ I0) E1 I1) as B1.
    pose proof (Rmult_le_pos _ _ E0 (Rlt_le _ _ I0)) as B0.
    replace (- eps * h / (2 * s)) with (- (eps * h * / (2 * s))) by (unfold Rdiv; ring).
    unfold Rdiv. lra. }
  eapply Rle_trans; [apply (softmax_ratio D _ _ (eps / (2 * mn)) (eps / (2 * mn))) | right; field;
    lra];
    [intros z Iz | intros z Iz | exact Ir];
    pose proof (B x z Ix Iz); pose proof (B y z Iy Iz); lra.
Qed.

(* The Laplace family. *)
Lemma first_all (prior : list R) n x y : In x (datasets n (length prior)) -> adjacent x y ->
  forall m, l1 (firstn m x) (firstn m y) <= 2.
Proof. intros _ A m. eapply Rle_trans; [apply l1_firstn | apply l1_adjacent, A]. Qed.

Lemma first_two (prior : list R) n x y : In x (datasets n (length prior)) -> adjacent x y ->
  length prior = 2%nat ->
  l1 (firstn (length prior - 1) x) (firstn (length prior - 1) y) <= 1.
Proof. intros Ix A K. apply in_datasets in Ix. destruct Ix as [L _]. rewrite K.
apply l1_adjacent_two; [exact A | congruence]. Qed.

Lemma two_or_more (prior : list R) : is_prior prior -> length prior = 2%nat
  \/ 3 <= INR (length prior).
Proof.
  intros [K _]. destruct (Nat.eq_dec (length prior) 2) as [E|N]; [now left|]. right.
  replace 3 with (INR 3) by (simpl; ring). apply le_INR. lia.
Qed.

Lemma k_real (prior : list R) : is_prior prior -> 2 <= INR (length prior).
Proof. intros [K _]. replace 2 with (INR 2) by (simpl; ring). apply le_INR, K. Qed.

Lemma div_le a c b : 0 < b -> a <= c * b -> a / b <= c.
Proof. intros B L. apply Rmult_le_reg_r with b; [exact B|]. unfold Rdiv.
rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.

Lemma laplace_defined_loss n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  loss laplace_defined prior eps n <= eps.
Proof.
  intros Hn Hp He. eapply Rle_trans; [apply (laplace_loss prior n laplace_defined eps 2 Hp Hn He);
    simpl|].
  - discriminate.
  - discriminate.
  - lra.
  - intros x y Ix A. apply (first_all prior n); assumption.
  - simpl. right. field.
Qed.

Lemma dimension_loss m n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  last_of m = Some rest -> scale m (length prior) = INR (length prior) ->
    loss m prior eps n <= eps.
Proof.
  intros Hn Hp He Lm Sm. pose proof (k_real prior Hp) as K.
  eapply Rle_trans; [apply (laplace_loss prior n m eps 2 Hp Hn He)|].
  - congruence.
  - congruence.
  - rewrite Sm. lra.
  - rewrite Lm. intros x y Ix A. apply (first_all prior n); assumption.
  - rewrite Sm. apply div_le; nra.
Qed.

Lemma hist_loss m n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  last_of m = Some rest -> scale m (length prior) = (if Nat.eqb (length prior) 2 then 1 else 2) ->
    loss m prior eps n <= eps.
Proof.
  intros Hn Hp He Lm Sm. destruct (Nat.eqb_spec (length prior) 2) as [E|N].
  - eapply Rle_trans; [apply (laplace_loss prior n m eps 1 Hp Hn He)|]; rewrite ?Lm, ?Sm;
      [congruence | congruence | lra | | right; field].
    intros x y Ix A. apply (first_two prior n); assumption.
  - eapply Rle_trans; [apply (laplace_loss prior n m eps 2 Hp Hn He)|]; rewrite ?Lm, ?Sm;
      [congruence | congruence | lra | | right; field].
    intros x y Ix A. apply (first_all prior n); assumption.
Qed.
