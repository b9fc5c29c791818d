(* Distances, multiplicities and normalisers at the prior (1, 1) and two records. *)
From Coq Require Import Reals List Lra Lia Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Balanced Gamma SmoothWeights Instances.
Import ListNotations.
Open Scope R_scope.

Lemma of_two_records x : In x [opposite; middle; corner] -> In x (datasets 2 (length [1; 1])).
Proof. intros I. exact I. Qed.

(* All distances between the three datasets. *)
Lemma apart :
  0 < distance [1; 1] corner middle /\ 0 < distance [1; 1] middle corner /\
  0 < distance [1; 1] opposite middle /\ 0 < distance [1; 1] middle opposite /\
  0 < distance [1; 1] opposite corner /\ 0 < distance [1; 1] corner opposite.
Proof.
  repeat split; apply (distance_pos [1; 1] 2 flat_prior); try (apply of_two_records; simpl; tauto);
    unfold corner, middle, opposite; discriminate.
Qed.

Lemma together x : In x [opposite; middle; corner] -> distance [1; 1] x x = 0.
Proof. intros I. apply (m_refl _ _ (distance_metric [1; 1] 2 flat_prior)). exact I. Qed.

Lemma nearer_from_opposite :
  distance [1; 1] opposite middle < distance [1; 1] opposite corner.
Proof. apply (distance_right 1 1 2 Rlt_0_1 Rlt_0_1 0 1 0); lia. Qed.

Lemma both_sides : distance [1; 1] middle corner = distance [1; 1] middle opposite.
Proof. destruct (mirror 1 1 1 2 0) as [E|E]; [exact E | discriminate]. Qed.

Lemma twice_from_the_middle r : In r [opposite; corner] -> multiplicity [1; 1] middle r = 2.
Proof.
  intros I. apply (multiplicity_balanced [1; 1] 2); try exact flat_prior; try lia; try reflexivity;
    destruct I as [<-|[<-|[]]]; try (split; reflexivity);
    unfold corner, middle, opposite; discriminate.
Qed.

Lemma once_itself x : In x [opposite; middle; corner] -> multiplicity [1; 1] x x = 1.
Proof.
  intros I. unfold multiplicity. rewrite (together x I).
  assert (S : list_sum x = 2%nat) by (destruct I as [<-|[<-|[<-|[]]]]; reflexivity). rewrite S.
  rewrite (filter_single _ _ x); [reflexivity | apply datasets_NoDup | exact I |].
  intros z Iz. unfold Reqb. destruct (Req_EM_T _ _) as [E|E].
  - split; [|reflexivity]. intros _. symmetry.
    apply (distance_zero [1; 1] 2 x z flat_prior I Iz E).
  - split; [discriminate|]. intros ->. elim E. apply together, I.
Qed.

(* What these facts decide. *)
Ltac met_of_cases :=
  let pairs := fresh in let near := fresh in let sides := fresh in
  pose proof apart as pairs; pose proof nearer_from_opposite as near;
  pose proof both_sides as sides;
  let o := fresh in let m := fresh in let c := fresh in
  pose proof (together opposite ltac:(simpl; tauto)) as o;
  pose proof (together middle ltac:(simpl; tauto)) as m;
  pose proof (together corner ltac:(simpl; tauto)) as c;
  let mo := fresh in let mc := fresh in
  pose proof (twice_from_the_middle opposite ltac:(simpl; tauto)) as mo;
  pose proof (twice_from_the_middle corner ltac:(simpl; tauto)) as mc;
  let oo := fresh in let mm := fresh in let cc := fresh in
  pose proof (once_itself opposite ltac:(simpl; tauto)) as oo;
  pose proof (once_itself middle ltac:(simpl; tauto)) as mm;
  pose proof (once_itself corner ltac:(simpl; tauto)) as cc;
  met; try (unfold adjacent, corner, middle, opposite; simpl; tauto).

(* Probabilities. *)
Lemma released_as_often gamma x r : In x [opposite; middle; corner] ->
  In r [opposite; middle; corner] ->
  probability (mh_exp gamma) [1; 1] 1 x r <= exp (1 / 2) * probability (mh_exp gamma) [1; 1] 1 x r.
Proof.
  intros Ix Ir. rewrite (probability_softmax [1; 1] 2 (mh_exp gamma) 1 x r eq_refl Ix Ir).
  match goal with |- ?p <= _ => assert (0 < p) by (apply softmax_pos; discriminate) end.
  pose proof (exp_ineq1 (1 / 2) ltac:(lra)). nra.
Qed.

Lemma one_sensitivity x y : list_sum x = list_sum y -> Sexp [1; 1] x 0 = Sexp [1; 1] y 0.
Proof.
  intros E. unfold Sexp. rewrite E. unfold maxof. f_equal. apply map_ext. intros z. f_equal.
  f_equal. ring.
Qed.

(* With one sensitivity for all, at two neighbours. *)
Lemma released_nearly_alike r : In r [opposite; middle; corner] ->
  probability (mh_exp 0) [1; 1] 1 opposite r <=
  exp 1 * probability (mh_exp 0) [1; 1] 1 middle r.
Proof.
  intros Ir.
  assert (Io : In opposite [opposite; middle; corner]) by (simpl; tauto).
  assert (Im : In middle [opposite; middle; corner]) by (simpl; tauto).
  assert (A : adjacent opposite middle) by (unfold adjacent, middle, opposite; simpl; tauto).
  rewrite !(probability_softmax [1; 1] 2 (mh_exp 0) 1 _ r eq_refl) by assumption.
  cbn [factor sens]. rewrite (one_sensitivity opposite middle eq_refl).
  pose proof (Sexp_middle 0) as positive.
  pose proof (LS_le_Sexp [1; 1] 2 opposite 0 Io) as local.
  rewrite (one_sensitivity opposite middle eq_refl) in local.
  pose proof (distance_le_LS [1; 1] opposite middle A) as far.
  set (s := Sexp [1; 1] middle 0) in *.
  assert (step : forall z, In z (datasets 2 (length [1; 1])) ->
    Rabs (distance [1; 1] opposite z - distance [1; 1] middle z) <= s).
  { intros z Iz. eapply Rle_trans; [|eapply Rle_trans; [exact far | exact local]].
    exact (metric1_abs _ _ (distance_metric [1; 1] 2 flat_prior) _ _ _ Io Im Iz). }
  match goal with |- softmax ?l ?f ?a <= _ * softmax _ ?g _ =>
    assert (both : forall z, In z l -> f z - g z <= 1 / 2 /\ g z - f z <= 1 / 2);
    [|pose proof (softmax_ratio l f g (1 / 2) (1 / 2) (fun z I => proj1 (both z I))
        (fun z I => proj2 (both z I)) a Ir) as ratio;
      pose proof (softmax_pos l f a ltac:(discriminate)) as Pf;
      pose proof (softmax_pos l g a ltac:(discriminate)) as Pg;
      set (p := softmax l f a) in *; set (q := softmax l g a) in *] end.
  { intros z Iz. specialize (step z Iz).
    assert (unit : forall u, Rabs u <= s -> - (1 / 2) <= u / (2 * s) <= 1 / 2).
    { intros u B. assert (- s <= u <= s) by (revert B; unfold Rabs; destruct (Rcase_abs u); lra).
      split.
      - apply (Rmult_le_reg_r (2 * s)); [lra|]. field_simplify; lra.
      - apply (Rmult_le_reg_r (2 * s)); [lra|]. field_simplify; lra. }
    specialize (unit _ step).
    match goal with |- ?u <= _ /\ ?v <= _ =>
      replace u with (- ((distance [1; 1] opposite z - distance [1; 1] middle z) / (2 * s)))
        by (field; lra);
      replace v with ((distance [1; 1] opposite z - distance [1; 1] middle z) / (2 * s))
        by (field; lra) end. lra. }
  rewrite <- (exp_ln p Pf), <- (exp_ln q Pg), <- exp_plus.
  destruct (Rle_lt_or_eq_dec (ln p) (1 + ln q) ltac:(lra)) as [L|E].
  - left. apply exp_increasing, L.
  - right. f_equal. exact E.
Qed.

(* At a corner at most two thirds of the releases differ from it. *)
Lemma released_elsewhere gamma (far : list nat -> bool) :
  far corner = false -> 0 <= gamma ->
  sumof (filter far (datasets 2 (length [1; 1])))
    (fun z => probability (mh_exp gamma) [1; 1] 1 corner z) <= 2 / 3.
Proof.
  intros no G. change (datasets 2 (length [1; 1])) with [opposite; middle; corner].
  assert (Ic : In corner [opposite; middle; corner]) by (simpl; tauto).
  assert (positive : forall r, In r [opposite; middle; corner] ->
    0 < probability (mh_exp gamma) [1; 1] 1 corner r).
  { intros r Ir. rewrite (probability_softmax [1; 1] 2 (mh_exp gamma) 1 corner r eq_refl Ic Ir).
    apply softmax_pos. discriminate. }
  assert (most : forall r, In r [opposite; middle; corner] ->
    probability (mh_exp gamma) [1; 1] 1 corner r <=
    probability (mh_exp gamma) [1; 1] 1 corner corner).
  { intros r Ir. rewrite !(probability_softmax [1; 1] 2 (mh_exp gamma) 1 corner) by
      (first [reflexivity | exact Ic | exact Ir]).
    unfold softmax. cbn [factor sens].
    pose proof (Sexp_pos [1; 1] 2 corner gamma flat_prior ltac:(lia) Ic) as S.
    pose proof (m_nonneg _ _ (distance_metric [1; 1] 2 flat_prior) corner r Ic Ir) as D.
    rewrite (together corner Ic).
    apply Rmult_le_compat_r.
    - left. apply Rinv_0_lt_compat. apply sumof_pos; [discriminate | intros; apply exp_pos].
    - set (s := Sexp _ _ _) in *. set (d := distance _ _ _) in *.
      assert (0 <= d / (2 * s)) by (apply Rmult_le_pos; [exact D|];
        left; apply Rinv_0_lt_compat; lra).
      apply exp_le. replace (- (1) * d / (2 * s)) with (- (d / (2 * s))) by (field; lra).
      replace (- (1) * 0 / (2 * s)) with 0 by (field; lra). lra. }
  pose proof (probability_sum_le1 [1; 1] 2 (mh_exp gamma) 1 corner (fun _ => true) flat_prior
    ltac:(lia) eq_refl Ic) as total.
  change (datasets 2 (length [1; 1])) with [opposite; middle; corner] in total.
  unfold sumof in *. cbn [filter map suml] in *. rewrite no.
  pose proof (positive opposite ltac:(simpl; tauto)).
  pose proof (most opposite ltac:(simpl; tauto)).
  pose proof (positive middle ltac:(simpl; tauto)). pose proof (most middle ltac:(simpl; tauto)).
  pose proof (positive corner Ic).
  destruct (far opposite), (far middle); cbn [map suml]; lra.
Qed.

(* The normaliser is smaller at the corner than in the middle. *)
Lemma normalisers s : 0 < s ->
  let total x := sumof (datasets 2 (length [1; 1]))
    (fun z => exp (- (1) * distance [1; 1] x z / (2 * s))) in
  1 < total corner < total middle /\ total middle / total corner < 2.
Proof.
  intros P total. unfold total, sumof.
  change (datasets 2 (length [1; 1])) with [opposite; middle; corner]. cbn [map suml].
  pose proof from_the_corner as [low high]. pose proof both_sides as sides.
  assert (sym : distance [1; 1] middle corner = distance [1; 1] corner middle).
  { apply (m_sym _ _ (distance_metric [1; 1] 2 flat_prior)); apply of_two_records; simpl; tauto. }
  rewrite (together corner), (together middle) by (simpl; tauto).
  rewrite <- sides, sym. set (a := distance [1; 1] corner middle) in *.
  set (b := distance [1; 1] corner opposite) in *.
  assert (ab : exp (- (1) * b / (2 * s)) < exp (- (1) * a / (2 * s))).
  { apply exp_increasing. apply (Rmult_lt_reg_r (2 * s)); [lra|]. field_simplify; lra. }
  assert (one : exp (- (1) * 0 / (2 * s)) = 1).
  { replace (- (1) * 0 / (2 * s)) with 0 by (field; lra). apply exp_0. }
  rewrite one. pose proof (exp_pos (- (1) * b / (2 * s))).
  pose proof (exp_pos (- (1) * a / (2 * s))).
  set (u := exp (- (1) * a / (2 * s))) in *. set (v := exp (- (1) * b / (2 * s))) in *.
  split; [lra|]. apply (Rmult_lt_reg_r (v + (u + (1 + 0)))); [lra|].
  field_simplify; lra.
Qed.

(* The prior (2, 1), two records: the middle is farther from one corner than from the other. *)
Lemma uneven_prior : is_prior [2; 1].
Proof. split; simpl; [lia | repeat constructor; lra]. Qed.

Lemma uneven_rational : rational_prior [2; 1].
Proof.
  split; [exact uneven_prior | repeat constructor; [apply (rational_Z 2) | apply (rational_Z 1)]].
Qed.

Lemma uneven_distances : distance [2; 1] middle opposite < distance [2; 1] middle corner.
Proof.
  assert (shape : forall u v, u + v = 5 -> 0 < u -> 0 < v -> simplex 2 5 [u; v]).
  { intros u v E U V. repeat split; simpl; [repeat constructor; assumption | lra]. }
  assert (five : forall x, In x [opposite; middle; corner] ->
    simplex 2 5 (posterior [2; 1] x)).
  { intros x [<-|[<-|[<-|[]]]]; apply shape; simpl; lra. }
  pose proof (five middle ltac:(simpl; tauto)) as Sm.
  pose proof (five opposite ltac:(simpl; tauto)) as So.
  pose proof (five corner ltac:(simpl; tauto)) as Sc.
  pose proof (affinity_sqr 2 5 ltac:(lia) _ _ Sm So) as Eo.
  pose proof (affinity_sqr 2 5 ltac:(lia) _ _ Sm Sc) as Ec.
  pose proof (affinity_pos 2 5 ltac:(lia) _ _ Sm So) as Po.
  pose proof (affinity_pos 2 5 ltac:(lia) _ _ Sm Sc) as Pc.
  pose proof (affinity_le1 2 5 ltac:(lia) _ _ Sm So) as Lo.
  unfold distance, hellinger. apply sqrt_lt_of; [|exact Lo].
  set (ao := affinity _ (posterior [2; 1] opposite)) in *.
  set (ac := affinity _ (posterior [2; 1] corner)) in *.
  cut (ac * ac < ao * ao); [nra|]. rewrite Eo, Ec. clear.
  unfold middle, corner, opposite. cbn [posterior half gammas].
  pose proof (Gamma_pos 1 ltac:(lra)) as G1. pose proof (Gamma_pos (3 / 2) ltac:(lra)) as Gh.
  assert (G2 : Gamma 2 = Gamma 1).
  { replace 2 with (1 + 1) by ring. rewrite Gamma_S by lra. ring. }
  assert (G3 : Gamma 3 = 2 * Gamma 1).
  { replace 3 with (2 + 1) by ring. rewrite Gamma_S by lra. rewrite G2. ring. }
  assert (G4 : Gamma 4 = 6 * Gamma 1).
  { replace 4 with (3 + 1) by ring. rewrite Gamma_S by lra. rewrite G3. ring. }
  assert (H5 : Gamma (5 / 2) = 3 / 2 * Gamma (3 / 2)).
  { replace (5 / 2) with (3 / 2 + 1) by field. apply Gamma_S. lra. }
  assert (H7 : Gamma (7 / 2) = 15 / 4 * Gamma (3 / 2)).
  { replace (7 / 2) with (5 / 2 + 1) by field. rewrite Gamma_S by lra. rewrite H5. field. }
  change (INR 2) with 2. change (INR 1) with 1. change (INR 0) with 0.
  replace ((2 + 1 + (2 + 2)) / 2) with (7 / 2) by field.
  replace ((1 + 1 + (1 + 0)) / 2) with (3 / 2) by field.
  replace ((2 + 1 + (2 + 0)) / 2) with (5 / 2) by field.
  replace ((1 + 1 + (1 + 2)) / 2) with (5 / 2) by field.
  replace (2 + 1) with 3 by ring. replace (1 + 1) with 2 by ring.
  replace (2 + 2) with 4 by ring. replace (1 + 0) with 1 by ring.
  replace (2 + 0) with 2 by ring. replace (1 + 2) with 3 by ring.
  rewrite H7, H5, G4, G3, G2. set (u := Gamma 1) in *. set (h := Gamma (3 / 2)) in *.
  assert (Q : 0 < h * h * (h * h) / (u * u * (u * u))).
  { apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; assumption. }
  match goal with |- ?l < ?r =>
    replace l with (225 / 192 * (h * h * (h * h) / (u * u * (u * u)))) by (field; lra);
    replace r with (81 / 64 * (h * h * (h * h) / (u * u * (u * u)))) by (field; lra) end.
  lra.
Qed.

Lemma uneven_sensitivity : Sharm [2; 1] opposite 1 < Sharm [2; 1] middle 1.
Proof.
  assert (two : (1 <= 2)%nat) by lia.
  assert (all : forall x, In x [opposite; middle; corner] -> In x (datasets 2 (length [2; 1])))
    by (intros x I; exact I).
  pose proof (all opposite ltac:(simpl; tauto)) as Io.
  pose proof (all middle ltac:(simpl; tauto)) as Im.
  pose proof (distance_pos [2; 1] 2 uneven_prior middle opposite Im Io
    ltac:(unfold middle, opposite; discriminate)) as positive.
  pose proof uneven_distances as farther.
  assert (sym : distance [2; 1] opposite middle = distance [2; 1] middle opposite).
  { apply (m_sym _ _ (distance_metric [2; 1] 2 uneven_prior)); assumption. }
  assert (symc : distance [2; 1] corner middle = distance [2; 1] middle corner).
  { apply (m_sym _ _ (distance_metric [2; 1] 2 uneven_prior)); apply all; simpl; tauto. }
  assert (Lo : LS [2; 1] opposite = distance [2; 1] middle opposite).
  { rewrite <- sym. reflexivity. }
  assert (Lc : LS [2; 1] corner = distance [2; 1] middle corner).
  { rewrite <- symc. reflexivity. }
  assert (Lm : LS [2; 1] middle = distance [2; 1] middle corner).
  { change (Rmax (distance [2; 1] middle opposite) (distance [2; 1] middle corner) =
      distance [2; 1] middle corner). apply Rmax_right. lra. }
  set (q := distance [2; 1] middle opposite) in *. set (p := distance [2; 1] middle corner) in *.
  pose proof (Sharm_inv_le [2; 1] 2 uneven_prior two 1 middle middle ltac:(lra) Im Im) as low.
  rewrite replaced_refl, Lm in low.
  destruct (Sharm_inv_attained [2; 1] 2 uneven_prior two 1 opposite ltac:(lra) Io)
    as (s & Is & high).
  assert (less : 1 / p < 1 / q).
  { unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_lt_contravar; [nra | exact farther]. }
  assert (step : 1 / p < 1 / LS [2; 1] s + 1 * replaced opposite s).
  { change (In s [opposite; middle; corner]) in Is. destruct Is as [<-|[<-|[<-|[]]]].
    - rewrite replaced_refl, Lo. lra.
    - rewrite Lm. unfold replaced, opposite, middle. cbn [l1].
      pose proof (Rabs_pos (INR 0 - INR 1)). pose proof (Rle_abs (INR 2 - INR 1)).
      change (INR 2) with 2 in *. change (INR 1) with 1 in *. lra.
    - rewrite Lc. unfold replaced, opposite, corner. cbn [l1].
      pose proof (Rabs_pos (INR 0 - INR 2)). pose proof (Rle_abs (INR 2 - INR 0)).
      change (INR 2) with 2 in *. change (INR 0) with 0 in *. lra. }
  pose proof (Sharm_pos [2; 1] 2 uneven_prior two 1 middle ltac:(lra) Im) as Pm.
  pose proof (Sharm_pos [2; 1] 2 uneven_prior two 1 opposite ltac:(lra) Io) as Po.
  apply Rnot_le_lt. intros L.
  assert (1 / Sharm [2; 1] opposite 1 <= 1 / Sharm [2; 1] middle 1).
  { unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; assumption. }
  lra.
Qed.

Lemma filter_none {A} (p : A -> bool) l : (forall a, In a l -> p a = false) -> filter p l = [].
Proof.
  induction l as [|a l IH]; intros out; [reflexivity|]. cbn [filter].
  rewrite (out a (or_introl eq_refl)). apply IH. intros b I. apply out. right. exact I.
Qed.
