(* What the finite words of Definitions.v mean,
  by lemmas that pin each of them: one element more or
   less, or another bound, and one of them is false. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Laplace Counting Balanced.
Import ListNotations.
Open Scope R_scope.

(* Ranges. *)
Lemma range_members a b i : In i (range a b) <-> (a <= i <= b)%nat.
Proof. unfold range. rewrite in_seq. lia. Qed.

Lemma range_once a b : NoDup (range a b).
Proof. apply seq_NoDup. Qed.

(* Sums, largest and smallest. *)
Lemma sum_of_nothing : suml [] = 0 /\ maxl [] = 0 /\ minl [] = 0.
Proof. repeat split. Qed.

Lemma sum_step a l : suml (a :: l) = a + suml l.
Proof. reflexivity. Qed.

Lemma maxof_greatest {A} (l : list A) (f : A -> R) m : l <> [] ->
  maxof l f = m <-> (exists a, In a l /\ f a = m) /\ (forall a, In a l -> f a <= m).
Proof.
  intros some. split.
  - intros <-. split; [|intros; apply (maxof_ge l f); assumption].
    destruct (maxof_in l f some) as (a & Ia & E). eauto.
  - intros [(a & Ia & E) bound]. apply Rle_antisym; [apply maxof_le; assumption|].
    rewrite <- E. apply (maxof_ge l f a Ia).
Qed.

Lemma minof_least {A} (l : list A) (f : A -> R) m : l <> [] ->
  minof l f = m <-> (exists a, In a l /\ f a = m) /\ (forall a, In a l -> m <= f a).
Proof.
  intros some. split.
  - intros <-. split; [|intros; apply (minof_le l f); assumption].
    destruct (minof_in l f some) as (a & Ia & E). eauto.
  - intros [(a & Ia & E) bound]. destruct (minof_in l f some) as (b & Ib & E').
    apply Rle_antisym; [rewrite <- E; apply (minof_le l f a Ia) | rewrite E'; apply bound, Ib].
Qed.

(* Floor and ceiling. *)
Lemma floor_spec a : floor a <= a < floor a + 1 /\ exists z, floor a = IZR z.
Proof. unfold floor. destruct (base_Int_part a). split; [lra | eauto]. Qed.

Lemma ceil_spec a : ceil a - 1 < a <= ceil a /\ exists z, ceil a = IZR z.
Proof.
  unfold ceil. destruct (floor_spec (- a)) as [bounds (z & E)]. split; [lra|].
  exists (- z)%Z. rewrite opp_IZR, E. reflexivity.
Qed.

(* Binomial coefficients. *)
Lemma binomial_factorials n k : (k <= n)%nat ->
  (binomial n k * (fact k * fact (n - k)) = fact n)%nat.
Proof.
  revert k. induction n as [|n IH]; intros [|k] L; try lia.
  - reflexivity.
  - rewrite binomial_0. cbn [fact]. rewrite Nat.sub_0_r. cbn [fact]. lia.
  - cbn [binomial]. destruct (Nat.eq_dec k n) as [->|N].
    + rewrite (binomial_diag_gt n (S n)) by lia. specialize (IH n (le_n n)).
      replace (n - n)%nat with 0%nat in IH by lia. replace (S n - S n)%nat with 0%nat by lia.
      cbn [fact] in *. nia.
    + pose proof (IH k ltac:(lia)) as below. pose proof (IH (S k) ltac:(lia)) as beside.
      replace (S n - S k)%nat with (n - k)%nat by lia.
      replace (n - k)%nat with (S (n - S k)) in * by lia.
      change (fact (S k)) with (S k * fact k)%nat in *.
      change (fact (S n)) with (S n * fact n)%nat.
      change (fact (S (n - S k))) with (S (n - S k) * fact (n - S k))%nat in *.
      replace (S n) with (S k + S (n - S k))%nat by lia. nia.
Qed.

Lemma binomial_outside n k : (n < k)%nat -> binomial n k = 0%nat.
Proof. apply binomial_diag_gt. Qed.

(* Conditions as booleans. *)
Lemma Rltb_spec a b : Rltb a b = true <-> a < b.
Proof. unfold Rltb. destruct (Rlt_dec a b); split; (easy || congruence). Qed.

Lemma Rleb_spec a b : Rleb a b = true <-> a <= b.
Proof. unfold Rleb. destruct (Rle_dec a b); split; (easy || congruence). Qed.

Lemma Reqb_spec a b : Reqb a b = true <-> a = b.
Proof. unfold Reqb. destruct (Req_EM_T a b); split; (easy || congruence). Qed.

Lemma same_counts_spec x y : same_counts x y = true <-> x = y.
Proof. unfold same_counts. destruct (list_eq_dec _ x y); split; (easy || congruence). Qed.

Lemma same_reals_spec p q : same_reals p q = true <-> p = q.
Proof. unfold same_reals. destruct (list_eq_dec _ p q); split; (easy || congruence). Qed.

Lemma adjacentb_spec x y : adjacentb x y = true <-> adjacent x y.
Proof.
  unfold adjacentb, adjacent. rewrite existsb_exists. split.
  - intros (z & Iz & E). apply same_counts_spec in E. congruence.
  - intros I. exists y. split; [exact I | apply same_counts_spec; reflexivity].
Qed.

(* Datasets and outputs. *)
Lemma datasets_members n k x : In x (datasets n k) <-> length x = k /\ list_sum x = n.
Proof. apply datasets_spec. Qed.

Lemma datasets_once n k : NoDup (datasets n k).
Proof. apply datasets_NoDup. Qed.

Lemma tuples_members n m r : In r (tuples n m) <-> length r = m /\
  Forall (fun j => (j <= n)%nat) r.
Proof.
  split; [apply tuples_spec|]. revert r. induction m as [|m IH]; intros r [L F]; cbn [tuples].
  - destruct r; [now left | discriminate].
  - destruct r as [|c r]; [discriminate|]. inversion_clear F as [|? ? below Fr].
    apply in_flat_map. exists c. split; [apply in_seq; lia|]. apply in_map, IH.
    split; [simpl in L; lia | exact Fr].
Qed.

Lemma tuples_once n m : NoDup (tuples n m).
Proof.
  induction m as [|m IH]; cbn [tuples]; [repeat constructor; easy|].
  apply NoDup_flat; [apply seq_NoDup | |].
  - intros c _. apply Injective_map_NoDup; [|exact IH]. intros u v E. injection E. trivial.
  - intros c e z _ _ Ic Ie. apply in_map_iff in Ic, Ie.
    destruct Ic as (u & <- & _), Ie as (v & E & _). injection E. congruence.
Qed.

Lemma outputs_once m n k : NoDup (outputs m n k).
Proof.
  unfold outputs. destruct (last_of m) as [[]|]; try apply tuples_once; [|apply datasets_once].
  apply Injective_map_NoDup; [|apply tuples_once]. intros u v E.
  apply app_inj_tail in E. apply E.
Qed.

(* Neighbours: as many records, one of them replaced. *)
Fixpoint apart (x y : list nat) : nat :=
  match x, y with a :: x', b :: y' => (a - b) + (b - a) + apart x' y' | _, _ => 0 end.

Lemma l1_apart x y : l1 x y = INR (apart x y).
Proof.
  revert y. induction x as [|a x IH]; intros [|b y]; try reflexivity.
  cbn [l1 apart]. rewrite plus_INR, <- IH. f_equal. destruct (le_lt_dec a b) as [L|L].
  - replace (a - b)%nat with 0%nat by lia. simpl. rewrite minus_INR by lia.
    apply le_INR in L. rewrite Rabs_minus_sym, Rabs_right by lra. reflexivity.
  - replace (b - a)%nat with 0%nat by lia. rewrite Nat.add_0_r, minus_INR by lia.
    apply lt_INR in L. rewrite Rabs_right by lra. reflexivity.
Qed.

Lemma apart_0 x y : length x = length y -> apart x y = 0%nat -> x = y.
Proof.
  revert y. induction x as [|a x IH]; intros [|b y] L E; simpl in *; try lia; [reflexivity|].
  f_equal; [lia | apply IH; lia].
Qed.

Lemma apart_1 x y : length x = length y -> apart x y = 1%nat -> list_sum y = S (list_sum x) ->
  In y (more x).
Proof.
  revert y. induction x as [|a x IH]; intros [|b y] L E total; simpl in *; try lia.
  destruct (Nat.eq_dec a b) as [<-|N].
  - right. apply in_map, IH; lia.
  - left. assert (b = S a /\ apart x y = 0%nat) as [-> same].
    { assert (apart x y = 0 \/ apart x y > 0)%nat as [Z|P] by lia; [|lia].
      pose proof (apart_0 x y ltac:(lia) Z). subst y. lia. }
    f_equal. apply apart_0; lia.
Qed.

Lemma apart_2 x y : length x = length y -> apart x y = 2%nat -> list_sum y = list_sum x ->
  In y (neighbours x).
Proof.
  assert (flip : forall u v, apart u v = apart v u).
  { induction u as [|a u IH]; intros [|b v]; cbn [apart]; try reflexivity. rewrite IH. lia. }
  revert y. induction x as [|a x IH]; intros [|b y] L E total; cbn [length apart neighbours] in *;
    try lia.
  cbn [list_sum fold_right] in total. fold (list_sum x) (list_sum y) in total.
  destruct (Nat.eq_dec a b) as [<-|N].
  - apply in_or_app. right. apply in_or_app. right. apply in_map, IH; lia.
  - assert (one : apart x y = 1%nat /\ (a = S b \/ b = S a)).
    { destruct (apart x y) as [|[|]] eqn:rest; [|lia|lia].
      apply apart_0 in rest; [|lia]. subst y. lia. }
    destruct one as [one [-> | ->]].
    + apply in_or_app. left. apply in_map, apart_1; lia.
    + apply in_or_app. right. apply in_or_app. left. apply in_map.
      assert (I : In x (more y)) by (apply apart_1; [lia | rewrite flip; exact one | lia]).
      apply (more_spec y x I).
Qed.

Lemma adjacent_is_one_replaced x y : length x = length y -> list_sum x = list_sum y ->
  adjacent x y <-> replaced x y = 1.
Proof.
  intros L total. unfold adjacent, replaced. split.
  - intros A. rewrite (neighbours_l1 x y A). field.
  - intros one. apply apart_2; [exact L | | congruence]. apply INR_eq. rewrite <- l1_apart.
    simpl. lra.
Qed.

Lemma adjacent_shape x y : adjacent x y ->
  length y = length x /\ list_sum y = list_sum x /\ y <> x.
Proof. intros A. destruct (neighbours_spec x y A) as (L & total & _ & other). auto. Qed.

Lemma more_once x : NoDup (more x).
Proof.
  induction x as [|a x IH]; cbn [more]; [constructor|]. constructor.
  - intros I. apply in_map_iff in I. destruct I as (z & E & _). injection E. lia.
  - apply Injective_map_NoDup; [|exact IH]. intros u v E. injection E. trivial.
Qed.

Lemma less_once x : NoDup (less x).
Proof.
  induction x as [|a x IH]; cbn [less]; [constructor|].
  assert (rest : NoDup (map (cons a) (less x))).
  { apply Injective_map_NoDup; [|exact IH]. intros u v E. injection E. trivial. }
  destruct a as [|a]; [exact rest|]. constructor; [|exact rest].
  intros I. apply in_map_iff in I. destruct I as (z & E & _). injection E. lia.
Qed.

Lemma NoDup_joined {A} (l m : list A) : NoDup l -> NoDup m -> (forall a, In a l -> ~ In a m) ->
  NoDup (l ++ m).
Proof.
  intros Nl Nm other. induction Nl as [|a l Na Nl IH]; [exact Nm|]. cbn. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction | apply (other a (or_introl eq_refl) I)].
  - apply IH. intros b Ib. apply other. now right.
Qed.

Lemma neighbours_once x : NoDup (neighbours x).
Proof.
  assert (mapped : forall c (l : list (list nat)), NoDup l -> NoDup (map (cons c) l)).
  { intros c l N. apply Injective_map_NoDup; [|exact N]. intros u v E. injection E. trivial. }
  assert (first : forall c l (z : list nat), In z (map (cons c) l) -> hd 0%nat z = c).
  { intros c l z I. apply in_map_iff in I. destruct I as (w & <- & _). reflexivity. }
  induction x as [|a x IH]; cbn [neighbours]; [constructor|].
  apply NoDup_joined.
  - destruct a; [constructor | apply mapped, more_once].
  - apply NoDup_joined; [apply mapped, less_once | apply mapped, IH|].
    intros z I J. apply first in I, J. lia.
  - intros z I J. destruct a as [|a]; [easy|]. apply first in I. apply in_app_or in J.
    destruct J as [J|J]; apply first in J; lia.
Qed.

Lemma posterior_components prior x i : (i < length prior)%nat -> length x = length prior ->
  nth i (posterior prior x) 0 = nth i prior 0 + INR (nth i x 0%nat).
Proof.
  revert x i. induction prior as [|a prior IH]; intros [|c x] [|i] L E; simpl in *; try lia;
    [reflexivity|]. apply IH; lia.
Qed.
