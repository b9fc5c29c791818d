(* Two categories: how far from the data a noisy count is released, exactly and at least. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Laplace Losses
  Counting TwoCategories Balanced NoisyCounts Release.
Import ListNotations.
Open Scope R_scope.

(* The count itself or a neighbour. *)
Lemma one_step_release prior n x eps q : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  (forall z, distance prior x z <= LS prior x -> q z = true) ->
  1 - (exp (- eps) + exp ((- 2) * eps)) / 2 <=
  sumof (filter q (datasets n (length prior))) (fun z => probability lshist prior eps x z).
Proof.
  intros Hp Hn He K Ix Q.
  pose proof (release_within prior n x eps lshist q Hp Hn He K Ix eq_refl Rlt_0_1 1) as B.
  simpl scale in B. change (INR 1) with 1 in B.
  replace (- (1) * (eps / 1)) with (- eps) in B by field.
  replace (- (1 + 1) * (eps / 1)) with ((- 2) * eps) in B by field.
  apply B. intros z Iz D. apply Q. apply (within_one_LS prior n); assumption.
Qed.

(* At most m steps. *)
Lemma steps_release prior n x eps q (m : nat) : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  (forall z, is_dataset prior n z -> replaced x z <= INR m -> q z = true) ->
  1 - exp (- INR m * eps) <=
  sumof (filter q (datasets n (length prior))) (fun z => probability lshist prior eps x z).
Proof.
  intros Hp Hn He K Ix Q.
  eapply Rle_trans; [|apply
    (release_within prior n x eps lshist q Hp Hn He K Ix eq_refl Rlt_0_1 m)].
  - simpl scale. pose proof (pos_INR m).
    replace (- INR m * (eps / 1)) with (- INR m * eps) by field.
    assert (exp (- (INR m + 1) * (eps / 1)) <= exp (- INR m * eps)) by (apply exp_le; nra). lra.
  - intros z Iz D. apply Q; [exact Iz | unfold replaced; lra].
Qed.

(* The law of the released count. *)
Lemma released_count prior n c eps a e r : prior = [a; e] -> is_prior prior -> 0 < eps ->
  (c <= n)%nat -> (r <= n)%nat ->
  probability lshist prior eps (ones n c) (ones n r) = noisy (1 / eps) n c r.
Proof.
  intros -> Hp He Lc Lr.
  assert (Ix : In (ones n c) (datasets n (length [a; e]))).
  { apply datasets_spec. split; [reflexivity | unfold ones; simpl; lia]. }
  rewrite (probability_density [a; e] n); [|exact Ix|].
  - unfold density. replace (list_sum (ones n c)) with n by (unfold ones; simpl; lia).
    unfold ones. simpl. ring.
  - unfold outputs. simpl last_of. cbv iota. apply in_map_iff. exists [r].
    split; [unfold ones; simpl; rewrite Nat.add_0_r; reflexivity|].
    apply in_flat_map. exists r. split; [apply (in_seq (S n) 0); lia | now left].
Qed.

Lemma filter_interval (q : nat -> bool) lo len m : (lo + len <= m)%nat ->
  (forall r, (r < m)%nat -> q r = true <-> (lo <= r < lo + len)%nat) ->
  filter q (seq 0 m) = seq lo len.
Proof.
  intros L Q. replace m with (lo + (len + (m - lo - len)))%nat at 1 by lia.
  rewrite !seq_app, !filter_app. simpl plus.
  assert (none : forall s k, (forall r, In r (seq s k) -> q r = false) ->
    filter q (seq s k) = []).
  { intros s k F. induction (seq s k) as [|r l IH]; [reflexivity|]. cbn [filter].
    rewrite (F r (or_introl eq_refl)). apply IH. intros t It. apply F. now right. }
  assert (F : forall r, (r < m)%nat -> ~ (lo <= r < lo + len)%nat -> q r = false).
  { intros r Lr N. destruct (q r) eqn:E; [exfalso; apply N, (Q r Lr), E | reflexivity]. }
  rewrite (none 0%nat lo), (none (lo + len)%nat), app_nil_r.
  - apply filter_all. intros r I. apply in_seq in I. apply Q; lia.
  - intros r I. apply in_seq in I. apply F; lia.
  - intros r I. apply in_seq in I. apply F; lia.
Qed.

Lemma noisy_between b n c lo len : 0 < b -> (1 <= lo)%nat -> (lo + len <= n)%nat ->
  sumof (seq lo len) (noisy b n c)
  = laplace_cdf b (INR (lo + len) - INR c) - laplace_cdf b (INR lo - INR c).
Proof.
  intros Pb L1 L2. rewrite <- (noisy_prefix b n c lo) by lia.
  rewrite <- (noisy_prefix b n c (lo + len)) by lia.
  rewrite seq_app, sumof_app. simpl plus. ring.
Qed.

(* The release lies from L below the count to U above it, and is not clamped there. *)
Lemma interval_release prior n x eps q (l u : nat) : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  (l < nth 0 x 0)%nat -> (u < nth 1 x 0)%nat ->
  (forall z, is_dataset prior n z ->
     q z = true <-> (nth 0 x 0 - l <= nth 0 z 0 <= nth 0 x 0 + u)%nat) ->
  sumof (filter q (datasets n (length prior))) (fun z => probability lshist prior eps x z)
  = 1 - (exp (- INR l * eps) + exp (- (INR u + 1) * eps)) / 2.
Proof.
  intros Hp Hn He K Ix Ll Lu Q.
  destruct (two_shape prior n x Hp K Ix) as (a & e & c & E & A & B & -> & Lc). subst prior.
  unfold ones in Ll, Lu. simpl in Ll, Lu. simpl length.
  rewrite datasets_two, filter_map, sumof_map.
  rewrite (filter_interval _ (c - l) (l + u + 1) (S n)); [|lia|].
  - rewrite (sumof_ext _ _ (noisy (1 / eps) n c)).
    2:{ intros r Ir. apply in_seq in Ir. apply (released_count [a; e] n c eps a e); auto; lia. }
    rewrite noisy_between by (try lia; apply Rdiv_lt_0_compat; lra).
    replace (c - l + (l + u + 1))%nat with (c + (u + 1))%nat by lia.
    rewrite plus_INR, minus_INR, (plus_INR u 1) by lia. change (INR 1) with 1.
    replace (INR c + (INR u + 1) - INR c) with (INR u + 1) by ring.
    replace (INR c - INR l - INR c) with (- INR l) by ring.
    pose proof (pos_INR l). pose proof (pos_INR u). unfold laplace_cdf.
    destruct (Rlt_dec (INR u + 1) 0); [lra|].
    replace (- (INR u + 1) / (1 / eps)) with (- (INR u + 1) * eps) by (field; lra).
    destruct (Rlt_dec (- INR l) 0).
    + replace (- INR l / (1 / eps)) with (- INR l * eps) by (field; lra). field.
    + assert (INR l = 0) as -> by lra. rewrite !Ropp_0. unfold Rdiv. rewrite !Rmult_0_l, exp_0.
      field.
  - intros r Lr. rewrite Q.
    + unfold ones. simpl. lia.
    + split; [reflexivity | unfold ones; simpl; lia].
Qed.
