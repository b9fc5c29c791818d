(* Two categories: on either side of x distances are strictly monotone,
  so a distance occurs once or twice. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance.
Import ListNotations.
Open Scope R_scope.

Section Two.
Context (a b : R) (n : nat) (Pa : 0 < a) (Pb : 0 < b).

Definition ones (c : nat) : list nat := [c; (n - c)%nat].

Lemma datasets_two : datasets n 2 = map ones (seq 0 (S n)).
Proof using.
  cbn [datasets]. rewrite flat_map_concat_map.
  assert (E : forall c, In c (seq 0 (S n)) ->
    map (cons c) (flat_map (fun e => map (cons e) (match
    (n - c - e)%nat with O => [[]] | S _ => [] end)) (seq 0 (S (n - c)))) = [ones c]).
  { intros c Ic. unfold ones. generalize (n - c)%nat. intros m.
    assert (F : forall s k, (s + k = m)%nat ->
      flat_map (fun e => map (cons e) (match (m - e)%nat with O => [[]] | S _ => [] end)) (seq s
      (S k)) = [[m]]).
    { intros s k. revert s. induction k as [|k IH]; intros s Es.
      - cbn [seq flat_map]. replace (m - s)%nat with 0%nat by lia. replace s with m by lia.
        reflexivity.
      - change (seq s (S (S k))) with (s :: seq (S s) (S k)). cbn [flat_map].
        destruct (m - s)%nat eqn:Ed; [lia|].
        rewrite IH by lia. reflexivity. }
    rewrite (F 0%nat m eq_refl). reflexivity. }
  rewrite (map_ext_in _ _ _ E). clear E. induction (seq 0 (S n)) as [|c l IH]; [reflexivity|].
  cbn [map concat]. rewrite IH. reflexivity.
Qed.

(* Logarithm of the affinity, by the numbers of ones. *)
Definition log_affinity (t : nat) : R := ln (Gamma (a + INR t / 2)) + ln (Gamma
  (b + INR n - INR t / 2)).
Definition increment (t : nat) : R := log_affinity (S t) - log_affinity t.

Lemma arguments t : (t <= 2 * n)%nat -> 0 < a + INR t / 2 /\ 0 < b + INR n - INR t / 2.
Proof using Pa Pb.
  intros L. pose proof (pos_INR t). apply le_INR in L. rewrite mult_INR in L.
  change (INR 2) with 2 in L. lra.
Qed.

Lemma ln_convex p q : 0 < p -> 0 < q -> p <> q ->
  2 * ln (Gamma ((p + q) / 2)) < ln (Gamma p) + ln (Gamma q).
Proof using.
  intros A B N. pose proof (Gamma_strictly_convex p q A B N) as L.
  pose proof (Gamma_pos p A). pose proof (Gamma_pos q B).
  pose proof (Gamma_pos ((p + q) / 2) ltac:(lra)) as M.
  apply ln_increasing in L; [|apply Rmult_lt_0_compat; assumption].
  rewrite !ln_mult in L by assumption. lra.
Qed.

Lemma log_affinity_convex t : (S (S t) <= 2 * n)%nat -> increment t < increment (S t).
Proof using Pa Pb.
  intros L. unfold increment, log_affinity. destruct (arguments t ltac:(lia)) as [A0 B0].
  destruct (arguments (S (S t)) L) as [A2 B2].
  pose proof (ln_convex (a + INR t / 2) (a + INR (S (S t)) / 2) A0 A2) as C1.
  pose proof (ln_convex (b + INR n - INR t / 2) (b + INR n - INR (S (S t)) / 2) B0 B2) as C2.
  rewrite !S_INR in *.
  replace ((a + INR t / 2 + (a + (INR t + 1 + 1) / 2)) / 2) with (a + (INR t + 1) / 2) in C1
    by field.
  replace ((b + INR n - INR t / 2 + (b + INR n - (INR t + 1 + 1) / 2)) / 2) with (b + INR n -
    (INR t + 1) / 2) in C2 by field.
  specialize (C1 ltac:(lra)). specialize (C2 ltac:(lra)). lra.
Qed.

Lemma increment_lt t m : (S (S (t + m)) <= 2 * n)%nat -> increment t < increment (S (t + m)).
Proof using Pa Pb.
  induction m as [|m IH]; intros L.
  - rewrite Nat.add_0_r. apply log_affinity_convex. lia.
  - specialize (IH ltac:(lia)). pose proof (log_affinity_convex (S (t + m)) ltac:(lia)).
    replace (t + S m)%nat with (S (t + m)) by lia. lra.
Qed.

Lemma increment_le s t : (s <= t)%nat -> (S t <= 2 * n)%nat -> increment s <= increment t.
Proof using Pa Pb.
  intros L B. destruct (Nat.eq_dec s t) as [->|N]; [lra|]. left.
  pose proof (increment_lt s (t - s - 1) ltac:(lia)) as I.
  replace (S (s + (t - s - 1))) with t in I by lia. exact I.
Qed.

Let p (c : nat) := posterior [a; b] (ones c).

Lemma p_simplex c : (c <= n)%nat -> simplex 2 (a + b + INR n) (p c).
Proof using Pa Pb.
  intros L. unfold p, ones. simpl. pose proof (pos_INR c). pose proof (pos_INR (n - c)).
  repeat split; simpl; [repeat constructor; lra|]. rewrite minus_INR by lia. lra.
Qed.

Lemma affinity_log c r : (c <= n)%nat -> (r <= n)%nat ->
  ln (affinity (p c) (p r)) = log_affinity (c + r) - (log_affinity (2 * c) + log_affinity
    (2 * r)) / 2.
Proof using Pa Pb.
  intros Lc Lr. pose proof (p_simplex c Lc) as Sc. pose proof (p_simplex r Lr) as Sr.
  pose proof (affinity_sqr 2 _ ltac:(lia) _ _ Sc Sr) as E.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ Sc Sr) as A.
  apply (f_equal ln) in E. rewrite ln_mult in E by assumption.
  unfold p, ones in E |- *. cbn [posterior half gammas] in E |- *.
  rewrite !minus_INR in E by lia. rewrite !minus_INR by lia.
  destruct (arguments (c + r) ltac:(lia)) as [A0 B0].
  destruct (arguments (2 * c) ltac:(lia)) as [A1 B1].
  destruct (arguments (2 * r) ltac:(lia)) as [A2 B2].
  unfold log_affinity. rewrite plus_INR in A0, B0 |- *. rewrite !mult_INR in *.
  change (INR 2) with 2 in *.
  replace ((a + INR c + (a + INR r)) / 2) with (a + (INR c + INR r) / 2) in E by field.
  replace ((b + (INR n - INR c) + (b + (INR n - INR r))) / 2) with (b + INR n -
    (INR c + INR r) / 2) in E by field.
  replace (a + 2 * INR c / 2) with (a + INR c) in * by field.
  replace (a + 2 * INR r / 2) with (a + INR r) in * by field.
  replace (b + INR n - 2 * INR c / 2) with (b + (INR n - INR c)) in * by field.
  replace (b + INR n - 2 * INR r / 2) with (b + (INR n - INR r)) in * by field.
  rewrite !Rmult_1_r in E.
  pose proof (Gamma_pos _ A0). pose proof (Gamma_pos _ B0). pose proof (Gamma_pos _ A1).
  pose proof (Gamma_pos _ B1). pose proof (Gamma_pos _ A2). pose proof (Gamma_pos _ B2).
  rewrite ln_quotient in E by (repeat apply Rmult_lt_0_compat; assumption).
  rewrite !ln_mult in E by (repeat apply Rmult_lt_0_compat; assumption).
  lra.
Qed.

Lemma affinity_right c r : (c <= r)%nat -> (S r <= n)%nat ->
  affinity (p c) (p (S r)) < affinity (p c) (p r).
Proof using Pa Pb.
  intros L B.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia))
    (p_simplex r ltac:(lia))) as A1.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia)) (p_simplex
    (S r) ltac:(lia))) as A2.
  apply ln_lt_inv; [exact A2 | exact A1|]. rewrite !affinity_log by lia.
  pose proof (increment_le (c + r) (2 * r) ltac:(lia) ltac:(lia)) as I1.
  pose proof (log_affinity_convex (2 * r) ltac:(lia)) as I2. unfold increment in I1, I2.
  replace (c + S r)%nat with (S (c + r)) by lia.
  replace (2 * S r)%nat with (S (S (2 * r))) by lia. lra.
Qed.

Lemma affinity_left c r : (S r <= c)%nat -> (c <= n)%nat ->
  affinity (p c) (p r) < affinity (p c) (p (S r)).
Proof using Pa Pb.
  intros L B.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia))
    (p_simplex r ltac:(lia))) as A1.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia)) (p_simplex
    (S r) ltac:(lia))) as A2.
  apply ln_lt_inv; [exact A1 | exact A2|]. rewrite !affinity_log by lia.
  pose proof (increment_le (S (2 * r)) (c + r) ltac:(lia) ltac:(lia)) as I1.
  pose proof (log_affinity_convex (2 * r) ltac:(lia)) as I2. unfold increment in I1, I2.
  replace (c + S r)%nat with (S (c + r)) by lia.
  replace (2 * S r)%nat with (S (S (2 * r))) by lia. lra.
Qed.

Lemma sqrt_lt_of u v : u < v -> v <= 1 -> sqrt (1 - v) < sqrt (1 - u).
Proof using. intros L B. apply sqrt_lt_1_alt. lra. Qed.

Lemma distance_right_step c r : (c <= r)%nat -> (S r <= n)%nat -> distance [a;
  b] (ones c) (ones r) < distance [a; b] (ones c) (ones (S r)).
Proof using Pa Pb.
  intros L B. apply sqrt_lt_of; [apply (affinity_right c r L B)|].
  apply (affinity_le1 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia)) (p_simplex r ltac:(lia))).
Qed.

Lemma distance_left_step c r : (S r <= c)%nat -> (c <= n)%nat -> distance [a;
  b] (ones c) (ones (S r)) < distance [a; b] (ones c) (ones r).
Proof using Pa Pb.
  intros L B. apply sqrt_lt_of; [apply (affinity_left c r L B)|].
  apply (affinity_le1 2 _ ltac:(lia) _ _ (p_simplex c ltac:(lia)) (p_simplex (S r) ltac:(lia))).
Qed.

Lemma distance_right c r m : (c <= r)%nat -> (r + S m <= n)%nat -> distance [a;
  b] (ones c) (ones r) < distance [a; b] (ones c) (ones (r + S m)).
Proof using Pa Pb.
  intros L. induction m as [|m IH]; intros B.
  - replace (r + 1)%nat with (S r) by lia. apply distance_right_step; lia.
  - eapply Rlt_trans; [apply IH; lia|]. replace (r + S (S m))%nat with (S (r + S m)) by lia.
    apply distance_right_step; lia.
Qed.

Lemma distance_left c r m : (r + S m <= c)%nat -> (c <= n)%nat -> distance [a;
  b] (ones c) (ones (r + S m)) < distance [a; b] (ones c) (ones r).
Proof using Pa Pb.
  induction m as [|m IH]; intros L B.
  - replace (r + 1)%nat with (S r) by lia. apply distance_left_step; lia.
  - eapply Rlt_trans; [|apply IH; lia]. replace (r + S (S m))%nat with (S (r + S m)) by lia.
    apply distance_left_step; lia.
Qed.

(* A condition that holds at most once on an interval. *)
Lemma at_most_once (q : nat -> bool) s m : (forall i j, (s <= i)%nat -> (i < j)%nat ->
  (j < s + m)%nat -> q i = true -> q j = true -> False) ->
  (length (filter q (seq s m)) <= 1)%nat.
Proof using.
  revert s. induction m as [|m IH]; intros s O; [simpl; lia|]. cbn [seq filter].
  specialize (IH (S s)). destruct (q s) eqn:Q.
  - cbn [length]. assert (N : filter q (seq (S s) m) = []); [|rewrite N; simpl; lia].
    destruct (filter q (seq (S s) m)) as [|j l] eqn:F; [reflexivity|]. exfalso.
    assert (I : In j (filter q (seq (S s) m))) by (rewrite F; now left). apply filter_In in I.
    destruct I as [I Qj]. apply in_seq in I.
    apply (O s j); try lia; assumption.
  - apply IH. intros i j A B D. apply O; lia.
Qed.

Lemma filter_map_length {A B} (q : B -> bool) (g : A ->
  B) l : length (filter q (map g l)) = length (filter (fun x => q (g x)) l).
Proof using. induction l as [|x l IH]; simpl; [reflexivity|].
destruct (q (g x)); simpl; rewrite IH; reflexivity. Qed.

Lemma multiplicity_le2 c v : (c <= n)%nat -> (length (filter (fun z => Reqb (distance [a;
  b] (ones c) z) v) (datasets n 2)) <= 2)%nat.
Proof using Pa Pb.
  intros L. rewrite datasets_two, filter_map_length.
  replace (S n) with (c + (S n - c))%nat by lia. rewrite seq_app, filter_app, app_length.
  assert (T : forall u, Reqb u v = true -> u = v) by (intros u; unfold Reqb;
    destruct (Req_EM_T u v); congruence).
  set (q := fun r => Reqb (distance [a; b] (ones c) (ones r)) v).
  enough ((length (filter q (seq 0 c)) <= 1)%nat /\
    (length (filter q (seq (0 + c) (S n - c))) <= 1)%nat) by lia.
  split; apply at_most_once; unfold q.
  - intros i j _ B D Qi Qj. apply T in Qi, Qj.
    pose proof (distance_left c i (j - i - 1) ltac:(lia) L) as X.
    replace (i + S (j - i - 1))%nat with j in X by lia. lra.
  - intros i j A B D Qi Qj. apply T in Qi, Qj.
    pose proof (distance_right c i (j - i - 1) ltac:(lia) ltac:(lia)) as X.
    replace (i + S (j - i - 1))%nat with j in X by lia. lra.
Qed.
End Two.

Lemma two_shape (prior : list R) n x : is_prior prior -> INR (length prior) = 2 ->
  is_dataset prior n x ->
  exists a b c, prior = [a; b] /\ 0 < a /\ 0 < b /\ x = ones n c /\ (c <= n)%nat.
Proof.
  intros [K A] L [Lx Ex]. assert (length prior = 2%nat) as L2 by (apply INR_eq; simpl; lra).
  destruct prior as [|a [|b [|? ?]]]; simpl in L2; try lia.
  destruct x as [|c [|e [|? ?]]]; simpl in Lx; try lia.
  inversion_clear A as [|? ? A1 A2]. inversion_clear A2 as [|? ? A3 A4]. simpl in Ex.
  exists a, b, c. unfold ones.
  repeat split; try assumption; try lia. f_equal. f_equal. lia.
Qed.

Lemma multiplicity_two prior n x r : is_prior prior -> INR (length prior) = 2 ->
  is_dataset prior n x -> is_dataset prior n r ->
  multiplicity prior x r = 1 \/ multiplicity prior x r = 2.
Proof.
  intros Hp K Ix Ir. destruct (two_shape prior n x Hp K Ix) as (a & b & c & -> & A & B & -> & L).
  unfold multiplicity. destruct Ix as [_ Ex]. rewrite Ex.
  pose proof (multiplicity_le2 a b n A B c (distance [a; b] (ones n c) r) L) as M.
  change (length [a; b]) with 2%nat in *.
  assert (I : In r (filter (fun z => Reqb (distance [a; b] (ones n c) z) (distance [a;
    b] (ones n c) r)) (datasets n 2))).
  { apply filter_In. split; [apply datasets_spec; exact Ir|]. unfold Reqb.
    destruct (Req_EM_T _ _); congruence. }
  destruct (filter _ _) as [|z1 [|z2 [|z3 l]]]; simpl in M; [easy | left; reflexivity | right;
    simpl; lra | lia].
Qed.
