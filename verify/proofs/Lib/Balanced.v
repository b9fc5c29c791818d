(* Equal parameters and equal counts: a distance that is not 0 occurs twice. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events.
Import ListNotations.
Open Scope R_scope.

Lemma neighbours_l1 x y : adjacent x y -> l1 x y = 2.
Proof.
  unfold adjacent.
  assert (M : forall x y, In y (more x) -> l1 x y = 1).
  { clear. induction x as [|c x IH]; intros y; cbn [more]; [easy|]. intros [<-|I].
    - cbn [l1]. rewrite l1_refl, S_INR. replace (INR c - (INR c + 1)) with (- (1)) by ring.
      rewrite Rabs_Ropp, Rabs_R1. ring.
    - apply in_map_iff in I. destruct I as (z & <- & I). cbn [l1].
      rewrite (IH z I), Rminus_eq_0, Rabs_R0. ring. }
  assert (Sy : forall x y, l1 x y = l1 y x).
  { clear. induction x as [|c x IH]; intros [|e y]; cbn [l1]; try reflexivity.
    rewrite IH, Rabs_minus_sym. reflexivity. }
  revert y. induction x as [|c x IH]; intros y; cbn [neighbours]; [easy|]. intros I.
  apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - destruct c; [easy|]. apply in_map_iff in I. destruct I as (z & <- & I). cbn [l1].
    rewrite (M x z I), S_INR.
    replace (INR c + 1 - INR c) with 1 by ring. rewrite Rabs_R1. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [l1].
    destruct (less_spec _ _ I) as (_ & _ & J).
    rewrite Sy, (M z x J), S_INR. replace (INR c - (INR c + 1)) with (- (1)) by ring.
    rewrite Rabs_Ropp, Rabs_R1. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [l1].
    rewrite (IH z I), Rminus_eq_0, Rabs_R0. ring.
Qed.

(* H(x, r) = 0 for r = x only, so it occurs once. *)
Lemma NoDup_flat {A B} (l : list A) (f : A -> list B) : NoDup l -> (forall a, In a l ->
  NoDup (f a)) ->
  (forall a b z, In a l -> In b l -> In z (f a) -> In z (f b) -> a = b) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; intros N F Dj; cbn [flat_map]; [constructor|].
  inversion_clear N as [|? ? Na Nl].
  assert (R : NoDup (flat_map f l)) by (apply IH; [exact Nl | intros; apply F; now right | intros;
    eapply Dj; eauto; now right]).
  specialize (F a (or_introl eq_refl)) as Fa.
  assert (Sep : forall z, In z (f a) -> ~ In z (flat_map f l)).
  { intros z Iz J. apply in_flat_map in J. destruct J as (b & Ib & Jz). apply Na.
    rewrite (Dj a b z (or_introl eq_refl) (or_intror Ib) Iz Jz). exact Ib. }
  clear IH Dj F. induction (f a) as [|z m IH]; [exact R|]. cbn.
  inversion_clear Fa as [|? ? Nz Nm]. constructor.
  - intros I. apply in_app_or in I. destruct I as [I|I]; [contradiction|].
    apply (Sep z (or_introl eq_refl) I).
  - apply IH; [exact Nm|]. intros w Iw. apply Sep. now right.
Qed.

Lemma datasets_NoDup n k : NoDup (datasets n k).
Proof.
  revert n. induction k as [|k IH]; intros n; cbn [datasets].
  - destruct n; [repeat constructor; easy | constructor].
  - apply NoDup_flat; [apply seq_NoDup | |].
    + intros c _. apply Injective_map_NoDup; [|apply IH]. intros u v E. injection E. trivial.
    + intros c e z _ _ Ic Ie. apply in_map_iff in Ic, Ie.
      destruct Ic as (u & <- & _), Ie as (v & E & _). injection E. congruence.
Qed.

Lemma distance_zero prior n x r : is_prior prior -> In x (datasets n (length prior)) ->
  In r (datasets n (length prior)) -> distance prior x r = 0 -> x = r.
Proof.
  intros Hp Ix Ir E. destruct (list_eq_dec Nat.eq_dec x r) as [Eq|N]; [exact Eq|]. exfalso.
  pose proof (distance_pos prior n Hp x r Ix Ir N). lra.
Qed.

Lemma filter_single {A} (l : list A) (p : A -> bool) x : NoDup l -> In x l -> (forall z, In z l ->
  p z = true <-> z = x) -> length (filter p l) = 1%nat.
Proof.
  intros N I E. induction l as [|a l IH]; [easy|]. inversion_clear N as [|? ? Na Nl].
  cbn [filter].
  destruct (p a) eqn:Pa.
  - apply E in Pa; [|now left]. subst a. cbn [length]. f_equal.
    destruct (filter p l) as [|b m] eqn:F; [reflexivity|]. exfalso.
    assert (J : In b (filter p l)) by (rewrite F; now left). apply filter_In in J.
    destruct J as [J Pb].
    apply E in Pb; [|now right]. subst b. contradiction.
  - destruct I as [->|I]; [exfalso; assert (p x = true) by (apply E; [now left | reflexivity]);
      congruence|].
    apply IH; [exact Nl | exact I | intros z Iz; apply E; now right].
Qed.

(* Equal parameters: the mirror image of a candidate is as far. *)
Lemma mirror a c m r s : hellinger [a + INR c; a + INR c] [a + INR r;
  a + INR s] = hellinger [a + INR c; a + INR c] [a + INR s; a + INR r] \/ m = 0%nat.
Proof.
  left. unfold hellinger, affinity, Beta. cbn [half gammas suml]. f_equal. f_equal.
  rewrite (Rmult_comm (Gamma ((a + INR c + (a + INR r)) / 2)) (Gamma ((a + INR c +
    (a + INR s)) / 2) * 1)).
  rewrite Rmult_1_r. f_equal; [f_equal; [ring | f_equal; ring] |]. f_equal. f_equal.
  f_equal; [ring | f_equal; ring].
Qed.

Lemma balanced_shape (prior : list R) n x : is_prior prior -> INR (length prior) = 2 ->
  is_dataset prior n x ->
  nth 0%nat prior 0 = nth 1%nat prior 0 -> INR (nth 0%nat x 0%nat) = INR (nth 1%nat x 0%nat) ->
  exists a c, prior = [a; a] /\ 0 < a /\ x = [c; c] /\ n = (c + c)%nat.
Proof.
  intros Hp K Ix Ea Ec. destruct (two_shape prior n x Hp K Ix) as (a & b & c & -> & A & B & ->
    & L).
  simpl in Ea, Ec. subst b. apply INR_eq in Ec. exists a, c. unfold ones. rewrite <- Ec.
  repeat split; try assumption. lia.
Qed.

Lemma multiplicity_balanced prior n x r : (1 <= n)%nat -> is_prior prior ->
  INR (length prior) = 2 -> is_dataset prior n x -> is_dataset prior n r ->
  nth 0%nat prior 0 = nth 1%nat prior 0 -> INR (nth 0%nat x 0%nat) = INR (nth 1%nat x 0%nat) ->
    x <> r -> multiplicity prior x r = 2.
Proof.
  intros Hn Hp K Ix Ir Ea Ec N. destruct (multiplicity_two prior n x r Hp K Ix Ir) as [One|Two];
    [exfalso|exact Two].
  destruct (balanced_shape prior n x Hp K Ix Ea Ec) as (a & c & -> & A & -> & ->).
  destruct Ir as [Lr Er]. destruct r as [|r [|s [|? ?]]]; simpl in Lr; try lia. simpl in Er.
  assert (Nrs : r <> s) by (intros ->; apply N; f_equal; [lia | f_equal; lia]).
  unfold multiplicity in One. destruct Ix as [_ Ex]. rewrite Ex in One.
  change 1 with (INR 1) in One. apply INR_eq in One.
  set (D := datasets (c + c) (length [a; a])) in *.
  assert (I1 : In [r; s] (filter (fun z => Reqb (distance [a; a] [c; c] z) (distance [a; a] [c;
    c] [r; s])) D)).
  { apply filter_In. split; [apply datasets_spec; split; [reflexivity | simpl; lia]|].
    unfold Reqb. destruct (Req_EM_T _ _); congruence. }
  assert (I2 : In [s; r] (filter (fun z => Reqb (distance [a; a] [c; c] z) (distance [a; a] [c;
    c] [r; s])) D)).
  { apply filter_In. split; [apply datasets_spec; split; [reflexivity | simpl; lia]|].
    unfold Reqb.
    destruct (Req_EM_T _ _) as [|X]; [reflexivity|]. exfalso. apply X. unfold distance.
    cbn [posterior].
    destruct (mirror a c 1 s r) as [E|E]; [exact E | discriminate]. }
  destruct (filter _ D) as [|z1 [|z2 l]]; simpl in One; try lia.
  destruct I1 as [->|[]]. destruct I2 as [E|[]]. injection E. intros. congruence.
Qed.
