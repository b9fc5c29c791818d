From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced Scores SmoothWeights TailEvents.
From Dpbi.Statements.Tailoring Require Import Section6_2.
Import ListNotations.
Open Scope R_scope.

Theorem tail_exact : reading_tailoring_6_2_tight_2s_everywhere.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [intros _ _ _; lra|]. split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  apply (event_quotient prior n (mh gamma) eps x _ eq_refl Ix).
Qed.

Theorem tail_exact_s : reading_tailoring_6_2_tight_s_everywhere_mechanism_with_eps_s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (1 * Sharm prior x gamma)).
  split; [intros _ _ _; lra|]. split; [lra|]. split; [lra|]. apply equal_within; [lra|].
  apply (event_quotient prior n (mh_s gamma) eps x _ eq_refl Ix).
Qed.

Theorem tail_by_number : reading_tailoring_6_2_loose1_2s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)).
  split; [lra|]. split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ _ Hp Hn eq_refl eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_without_normaliser : reading_tailoring_6_2_Nn_existential_2s.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_of_minus_h : reading_tailoring_6_2_loose2_ueq_h.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z _ E. apply Rleb_true in E. apply exponent_le; lra.
Qed.

Theorem tail_of_plus_h : reading_tailoring_6_2_loose2_ueqplush.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  split; [lra|].
  apply (event_le prior n (mh gamma) eps x _ _ (2 * Sharm prior x gamma) Hp Hn eq_refl
    eq_refl Ix).
  - left. apply exp_pos.
  - intros z Iz E. apply Rleb_true in E. pose proof (unit_distance prior n Hp x z Ix Iz).
    apply exponent_le; lra.
Qed.

(* One record and the uniform prior: the sensitivity is the distance of the two datasets, so the
   number in the bound would have to be larger than any t. *)
Lemma one_record t : 0 < t ->
  ~ sumof (filter (fun z => Rleb (distance [1; 1] [0%nat; 1%nat] [1%nat; 0%nat])
      (distance [1; 1] [0%nat; 1%nat] z)) (datasets 1 2))
      (fun z => probability (mh 1) [1; 1] (8 / t) [0%nat; 1%nat] z) * t
    <= INR (length (filter (fun _ => true) (datasets 1 2)))
       * exp (- (8 / t) * distance [1; 1] [0%nat; 1%nat] [1%nat; 0%nat]
              / Sharm [1; 1] [0%nat; 1%nat] 1).
Proof.
  intros T. assert (Hp : is_prior [1; 1]) by (split; [simpl; lia | repeat constructor; lra]).
  set (x := [0%nat; 1%nat]). set (r := [1%nat; 0%nat]).
  assert (Ix : In x (datasets 1 (length [1; 1]))) by (now left).
  assert (Ir : In r (datasets 1 (length [1; 1]))) by (right; now left).
  pose proof (distance_metric [1; 1] 1 Hp) as M.
  assert (Hpos : 0 < distance [1; 1] x r)
    by (apply (distance_pos [1; 1] 1 Hp); [exact Ix | exact Ir | discriminate]).
  pose proof (m_refl _ _ M x Ix) as Hx. pose proof (m_sym _ _ M r x Ir Ix) as Hs.
  assert (Lx : LS [1; 1] x = distance [1; 1] x r) by reflexivity.
  assert (Lr : LS [1; 1] r = distance [1; 1] r x) by reflexivity.
  assert (S : 1 / Sharm [1; 1] x 1 >= 1 / distance [1; 1] x r).
  { destruct (Sharm_inv_attained [1; 1] 1 Hp (le_n 1) 1 x ltac:(lra) Ix) as (s & Is & ->).
    pose proof (replaced_nonneg x s).
    assert (L : LS [1; 1] s = distance [1; 1] x r).
    { destruct Is as [E|[E|[]]]; rewrite <- E; [exact Lx | rewrite <- Hs; exact Lr]. }
    rewrite L. lra. }
  pose proof (Sharm_pos [1; 1] 1 Hp (le_n 1) 1 x ltac:(lra) Ix) as Sp.
  change (datasets 1 2) with [x; r]. cbn [filter length].
  unfold Rleb. rewrite Hx. destruct (Rle_dec (distance [1; 1] x r) 0); [lra|].
  destruct (Rle_dec (distance [1; 1] x r) (distance [1; 1] x r)) as [_|N]; [|lra].
  unfold sumof at 1. cbn [map suml]. rewrite (law [1; 1] 1) by (assumption || reflexivity).
  cbn [factor sens]. change (datasets 1 (length [1; 1])) with [x; r].
  unfold sumof. cbn [map suml]. rewrite Hx.
  set (h := distance [1; 1] x r) in *. set (s := Sharm [1; 1] x 1) in *.
  replace (- (8 / t) * 0 / (2 * s)) with 0 by (field; lra). rewrite exp_0.
  set (w := exp (- (8 / t) * h / (2 * s))).
  replace (exp (- (8 / t) * h / s)) with (w * w)
    by (unfold w; rewrite <- exp_plus; f_equal; field; lra).
  assert (W0 : 0 < w) by apply exp_pos.
  assert (E : h / s >= 1).
  { replace (h / s) with (h * (1 / s)) by (field; lra).
    replace 1 with (h * (1 / h)) at 2 by (field; lra).
    apply Rle_ge, Rmult_le_compat_l; lra. }
  assert (W1 : w * (1 + 4 / t) < 1).
  { assert (B : w <= exp (- (4 / t))).
    { apply exp_le. replace (- (8 / t) * h / (2 * s)) with (- (4 / t * (h / s))) by (field; lra).
      apply Ropp_le_contravar. rewrite <- (Rmult_1_r (4 / t)) at 1.
      apply Rmult_le_compat_l; [|lra]. left. apply Rdiv_lt_0_compat; lra. }
    pose proof (exp_ineq1 (4 / t)) as I.
    assert (F : 0 < 4 / t) by (apply Rdiv_lt_0_compat; lra). specialize (I ltac:(lra)).
    apply Rle_lt_trans with (exp (- (4 / t)) * (1 + 4 / t)).
    - apply Rmult_le_compat_r; lra.
    - rewrite exp_Ropp. pose proof (exp_pos (4 / t)) as P.
      apply Rmult_lt_reg_l with (exp (4 / t)); [exact P|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_1_r by lra. exact I. }
  assert (W2 : w * (t + 4) < t).
  { replace (w * (t + 4)) with (w * (1 + 4 / t) * t) by (field; lra).
    pose proof (Rmult_lt_compat_r t _ _ T W1). lra. }
  assert (W3 : w < 1) by nra.
  intros B. change (INR 2) with 2 in B.
  replace ((w / (1 + (w + 0)) + 0) * t) with (w * t / (1 + w)) in B by (field; lra).
  apply (Rmult_le_compat_r (1 + w)) in B; [|lra].
  replace (w * t / (1 + w) * (1 + w)) with (w * t) in B by (field; lra).
  assert (C : t <= 2 * w * (1 + w)) by (apply Rmult_le_reg_l with w; lra).
  nra.
Qed.

Theorem no_number : reading_tailoring_6_2_Nn_no_number_for_one_record.
Proof.
  intros n prior x r t Hn Hp Ix Ir T Ep En Ex Er. subst prior x r.
  change 1 with (INR 1) in En. apply INR_eq in En. subst n.
  assert (P : 0 < 8 / t) by (apply Rdiv_lt_0_compat; lra).
  assert (I : In [0%nat; 1%nat] (datasets 1 (length [1; 1]))) by (now left).
  pose proof (Sharm_pos [1; 1] 1 Hp Hn 1 _ ltac:(lra) I).
  split; [intros _ _ _; lra|]. split; [lra|]. apply (one_record t T).
Qed.

Theorem no_number_literal : refuted_tailoring_6_2_Nn_literal_s.
Proof. exact no_number. Qed.

(* With prior and eps fixed there is such a number: the bound is at least the number of candidates
   unless the event is empty. *)
Theorem number_for_one_prior : reading_tailoring_6_2_Nn_prior_and_eps_fixed.
Proof.
  intros n prior x eps gamma c Hn Hp Ix He G. dataset Ix. rewrite filter_true.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as S.
  destruct (minof_in (datasets n (length prior)) (fun z => Sharm prior z gamma)
    (datasets_some prior n Hp Hn)) as (w & Iw & E).
  pose proof (Sharm_pos prior n Hp Hn gamma w G Iw) as Sw.
  pose proof (minof_le (datasets n (length prior)) (fun z => Sharm prior z gamma) x Ix) as Le.
  cbv beta in Le. rewrite E in *. split; [lra|]. split; [lra|].
  set (s := Sharm prior x gamma) in *. set (least := Sharm prior w gamma) in *.
  assert (N : 0 <= INR (length (datasets n (length prior)))) by apply pos_INR.
  pose proof (exp_pos (- eps * c / s)) as P1. pose proof (exp_pos (- eps / least)) as P2.
  destruct (Rle_dec c 1) as [Small|Large].
  - apply Rle_trans with 1; [apply probability_sum_le1; auto|].
    apply Rle_trans with (INR (length (datasets n (length prior))) * 1).
    + rewrite Rmult_1_r.
      assert (D : (1 <= length (datasets n (length prior)))%nat).
      { pose proof (datasets_some prior n Hp Hn).
        destruct (datasets n (length prior)); [congruence | simpl; lia]. }
      apply le_INR in D. exact D.
    + unfold Rdiv at 1. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact N|].
      rewrite <- exp_Ropp, <- exp_plus, <- exp_0. apply exp_le.
      assert (I : / s <= / least) by (apply Rinv_le_contravar; lra).
      assert (I0 : 0 < / s) by (apply Rinv_0_lt_compat; lra). unfold Rdiv.
      assert (eps * c * / s <= eps * / least).
      { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
        apply Rle_trans with (1 * / s); [apply Rmult_le_compat_r; lra | lra]. }
      lra.
  - rewrite (filter_none _ (datasets n (length prior))).
    + unfold sumof at 1. simpl. apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
      left. apply Rinv_0_lt_compat, P2.
    + intros z Iz. unfold Rleb. pose proof (unit_distance prior n Hp x z Ix Iz).
      destruct (Rle_dec _ _); [lra | reflexivity].
Qed.
