(* The smoothed mechanism as the long draft writes it: weights of distances divided by their sum,
   and what its chains of equations use. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release.
Import ListNotations.
Open Scope R_scope.

(* Goals of a statement: what follows from nothing is introduced and forgotten. *)
Ltac conjuncts :=
  repeat match goal with
    | |- _ /\ _ => split
    | |- ?p -> ?q => intros _
    end.

Lemma Reqb_true a b : Reqb a b = true <-> a = b.
Proof. unfold Reqb. destruct (Req_EM_T a b); split; congruence. Qed.

Lemma Rltb_true a b : Rltb a b = true <-> a < b.
Proof. unfold Rltb. destruct (Rlt_dec a b); split; intros; try assumption; congruence. Qed.

Lemma same_counts_true x y : same_counts x y = true <-> x = y.
Proof. unfold same_counts. destruct (list_eq_dec Nat.eq_dec x y); split; congruence. Qed.

Lemma filter_ext_on {A} (p q : A -> bool) l : (forall a, In a l -> p a = q a) ->
  filter p l = filter q l.
Proof.
  intros E. induction l as [|a l IH]; [reflexivity|]. cbn [filter].
  rewrite (E a (or_introl eq_refl)), IH; [reflexivity|]. intros b Ib. apply E. now right.
Qed.

Lemma existsb_same (q : list nat -> bool) l z : In z l ->
  existsb (fun w => (same_counts w z && q w)%bool) l = q z.
Proof.
  intros Iz. destruct (q z) eqn:Qz.
  - apply existsb_exists. exists z. split; [exact Iz|]. apply andb_true_intro.
    split; [apply same_counts_true; reflexivity | exact Qz].
  - destruct (existsb _ l) eqn:X; [|reflexivity]. exfalso. apply existsb_exists in X.
    destruct X as (w & _ & X). apply andb_prop in X. destruct X as [X Y].
    apply same_counts_true in X. congruence.
Qed.

Lemma filter_none {A} (p : A -> bool) l : (forall a, In a l -> p a = false) -> filter p l = [].
Proof.
  intros F. induction l as [|a l IH]; [reflexivity|]. cbn [filter].
  rewrite (F a (or_introl eq_refl)). apply IH. intros b Ib. apply F. now right.
Qed.

(* The sum over one element, over two. *)
Lemma sumof_single {A} (l : list A) (p : A -> bool) f x : NoDup l -> In x l ->
  (forall z, In z l -> p z = true <-> z = x) -> sumof (filter p l) f = f x.
Proof.
  intros N I E. pose proof (filter_single l p x N I E) as L.
  assert (J : In x (filter p l)) by (apply filter_In; split; [exact I | apply E; auto]).
  destruct (filter p l) as [|a [|b m]]; try discriminate L. destruct J as [->|[]].
  unfold sumof. simpl. ring.
Qed.

Lemma sumof_filter_mono {A} (l : list A) (p q : A -> bool) f : (forall a, In a l -> 0 <= f a) ->
  (forall a, In a l -> p a = true -> q a = true) -> sumof (filter p l) f <= sumof (filter q l) f.
Proof.
  unfold sumof. induction l as [|a l IH]; intros P I; [simpl; lra|]. cbn [filter].
  specialize (IH (fun b Ib => P b (or_intror Ib)) (fun b Ib => I b (or_intror Ib))).
  specialize (P a (or_introl eq_refl)). specialize (I a (or_introl eq_refl)).
  destruct (p a), (q a); cbn [map suml]; try discriminate (I eq_refl); lra.
Qed.

(* Equal numbers differ by less than any tolerance. *)
Lemma equal_within a b t : a = b -> 0 < t -> Rabs (a - b) < t.
Proof. intros -> T. rewrite Rminus_eq_0, Rabs_R0. exact T. Qed.

Lemma sumof_split {A} (l : list A) (p q : A -> bool) f :
  (forall a, In a l -> p a = true -> q a = true -> False) ->
  sumof (filter (fun a => (p a || q a)%bool) l) f = sumof (filter p l) f + sumof (filter q l) f.
Proof.
  unfold sumof. induction l as [|a l IH]; intros Dj; [simpl; ring|]. cbn [filter].
  specialize (IH (fun b Ib => Dj b (or_intror Ib))). specialize (Dj a (or_introl eq_refl)).
  destruct (p a), (q a); cbn [orb map suml]; try rewrite IH; try ring. exfalso. auto.
Qed.

Section Scores.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (eps gamma : R) (x : list nat) (Ix : In x (datasets n (length prior))).

Definition weights : R := sumof (datasets n (length prior))
  (fun z => exp (- eps * distance prior x z / (2 * Sexp prior x gamma))).

Lemma weights_pos : 0 < weights.
Proof using Hp Hn. apply sumof_pos; [apply (datasets_some prior n Hp Hn) | intros; apply exp_pos].
Qed.

Lemma twice_sensitivity : 2 * Sexp prior x gamma <> 0.
Proof using Hp Hn Ix. pose proof (Sexp_pos prior n x gamma Hp Hn Ix). lra. Qed.

Lemma fraction r : In r (datasets n (length prior)) ->
  probability (mh_exp gamma) prior eps x r =
  exp (- eps * distance prior x r / (2 * Sexp prior x gamma)) / weights.
Proof using Ix. intros Ir. rewrite (probability_softmax prior n) by (reflexivity || assumption).
reflexivity. Qed.

(* The weight at r by the weight at s. *)
Lemma weight_ratio r s : exp (- eps * distance prior x r / (2 * Sexp prior x gamma)) =
  exp (eps * (distance prior x s - distance prior x r) / (2 * Sexp prior x gamma))
  * exp (- eps * distance prior x s / (2 * Sexp prior x gamma)).
Proof using Hp Hn Ix. rewrite <- exp_plus. f_equal. field. pose proof twice_sensitivity. lra. Qed.

Lemma score_nonneg r : 0 <= distance prior x r.
Proof using. apply hellinger_nonneg. Qed.

Lemma score_zero r : In r (datasets n (length prior)) -> distance prior x r = 0 <-> r = x.
Proof using Hp Ix.
  intros Ir. split; intros E.
  - symmetry. apply (distance_zero prior n); assumption.
  - subst r. apply (m_refl _ _ (distance_metric prior n Hp) x Ix).
Qed.

Lemma release_lt r s : 0 < eps -> In r (datasets n (length prior)) ->
  In s (datasets n (length prior)) -> distance prior x r < distance prior x s ->
  probability (mh_exp gamma) prior eps x s < probability (mh_exp gamma) prior eps x r.
Proof using Hp Hn Ix.
  intros He Ir Is L. rewrite !fraction by assumption. pose proof weights_pos as W.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, W|]. apply exp_increasing.
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra | nra].
Qed.

Lemma release_half r s : 0 < eps -> In r (datasets n (length prior)) ->
  In s (datasets n (length prior)) ->
  distance prior x s - distance prior x r <= Sexp prior x gamma <->
  probability (mh_exp gamma) prior eps x r <=
  exp (eps / 2) * probability (mh_exp gamma) prior eps x s.
Proof using Hp Hn Ix.
  intros He Ir Is. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is).
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps.
  set (u := distance prior x s - distance prior x r).
  set (t := Sexp prior x gamma) in *. split; intros L.
  - apply Rmult_le_compat_r; [lra|]. apply exp_le, div_le; [lra|]. nra.
  - apply Rmult_le_reg_r in L; [|exact Ps]. apply Rnot_lt_le. intros G.
    assert (Q : eps / 2 < eps * u / (2 * t)).
    { apply Rmult_lt_reg_r with (2 * t); [lra|].
      replace (eps * u / (2 * t) * (2 * t)) with (eps * u) by (field; lra). nra. }
    apply exp_increasing in Q. lra.
Qed.

(* Equal distances are equal events. *)
Lemma event_of_members r :
  sumof (filter (fun z => existsb (fun w => (same_counts w z && Reqb (distance prior x w)
    (distance prior x r))%bool) (datasets n (length prior))) (datasets n (length prior)))
    (fun z => probability (mh_exp gamma) prior eps x z) =
  sumof (filter (fun z => Reqb (distance prior x z) (distance prior x r))
    (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z).
Proof using.
  f_equal. apply filter_ext_on. intros z Iz.
  apply (existsb_same (fun w => Reqb (distance prior x w) (distance prior x r))). exact Iz.
Qed.

Lemma events_twice r s : INR (length prior) = 2 -> In r (datasets n (length prior)) ->
  In s (datasets n (length prior)) ->
  sumof (filter (fun z => Reqb (distance prior x z) (distance prior x r))
    (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z) <=
  2 * exp (eps * (distance prior x s - distance prior x r) / (2 * Sexp prior x gamma)) *
  sumof (filter (fun z => Reqb (distance prior x z) (distance prior x s))
    (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z).
Proof using Hp Hn Ix.
  intros K Ir Is. rewrite !(event prior n eps gamma x Ix) by assumption.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is).
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps.
  set (e := exp _). assert (0 < e) by apply exp_pos.
  set (q := probability _ _ _ _ s) in *.
  replace (2 * e * (multiplicity prior x s * q)) with (2 * multiplicity prior x s * (e * q))
    by ring.
  apply Rmult_le_compat_r; [left; apply Rmult_lt_0_compat; assumption|].
  pose proof (proj1 (in_datasets prior n x) Ix) as Jx.
  pose proof (proj1 (in_datasets prior n r) Ir) as Jr.
  pose proof (proj1 (in_datasets prior n s) Is) as Js.
  destruct (multiplicity_two prior n x r Hp K Jx Jr), (multiplicity_two prior n x s Hp K Jx Js);
    lra.
Qed.

Lemma event_nonneg p : 0 <= sumof (filter p (datasets n (length prior)))
  (fun z => probability (mh_exp gamma) prior eps x z).
Proof using Hp Hn Ix.
  apply sumof_nonneg. intros z Iz. apply filter_In in Iz. left.
  apply (release_pos prior n Hp Hn eps gamma x Ix). tauto.
Qed.

(* Releases at least h away are improbable. *)
Lemma tail p h : 0 <= eps -> (forall z, In z (datasets n (length prior)) -> p z = true ->
    h <= distance prior x z) ->
  sumof (filter p (datasets n (length prior)))
    (fun z => probability (mh_exp gamma) prior eps x z) <=
  INR (length (datasets n (length prior))) * exp (- eps * h / (2 * Sexp prior x gamma)).
Proof using Hp Hn Ix.
  intros He B. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  eapply Rle_trans; [apply (sumof_le _ _ (fun _ => exp (- eps * h / (2 * Sexp prior x gamma))))|].
  - intros z Iz. apply filter_In in Iz. destruct Iz as [Iz Pz].
    eapply Rle_trans; [apply (release_le prior n Hp Hn eps gamma x Ix z Iz)|]. apply exp_le.
    specialize (B z Iz Pz). apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra].
  - rewrite (sumof_const_on _ _ _ (fun _ _ => eq_refl)).
    apply Rmult_le_compat_r; [left; apply exp_pos|]. apply le_INR, length_filter.
Qed.
End Scores.

(* A chain of lines on events, for multiplicities that are numbers, Mr and Ms. *)
Ltac chain n prior x r s eps gamma Hn Hp Ix Ir Is K Mr Ms :=
  let N := fresh "N" in let W := fresh "W" in let Q := fresh "Q" in
  let Er := fresh "Er" in let Es := fresh "Es" in let B := fresh "B" in
  let Fr := fresh "Fr" in let Fs := fresh "Fs" in let T := fresh "T" in
  pose proof (twice_sensitivity prior n Hp Hn gamma x Ix) as N;
  pose proof (weights_pos prior n Hp Hn eps gamma x) as W;
  pose proof (weight_ratio prior n Hp Hn eps gamma x Ix r s) as Q;
  pose proof (event prior n eps gamma x Ix r Ir) as Er;
  pose proof (event prior n eps gamma x Ix s Is) as Es;
  pose proof (fraction prior n eps gamma x Ix r Ir) as Fr;
  pose proof (fraction prior n eps gamma x Ix s Is) as Fs;
  pose proof (events_twice prior n Hp Hn eps gamma x Ix r s K Ir Is) as B;
  unfold weights in W, Fr, Fs; conjuncts;
  try exact N; try (apply Rgt_not_eq, W); try exact B;
  assert (T : distance prior x r + (distance prior x s - distance prior x r)
    - (distance prior x s - distance prior x r) = distance prior x r) by ring;
  rewrite ?Er, ?Es, ?Mr, ?Ms, ?Fr, ?Fs, ?T, ?Rplus_minus, ?Q; unfold Rdiv in *;
  try reflexivity; try ring; try (field; apply Rgt_not_eq, W).
