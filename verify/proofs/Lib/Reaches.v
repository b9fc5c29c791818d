(* Two categories: outputs at most as far as others are an interval of counts around x, with a
   reach to the left and one to the right; how probable it is. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Laplace Losses
  Counting TwoCategories Events Balanced NoisyCounts Release Scores.
Import ListNotations.
Open Scope R_scope.

(* A condition that holds up to some place holds as often as its place says. *)
Lemma holds_up_to (q : nat -> bool) s m :
  (forall i, (s <= i)%nat -> (S i < s + m)%nat -> q (S i) = true -> q i = true) ->
  forall i, (s <= i)%nat -> (i < s + m)%nat ->
  q i = true <-> (i < s + length (filter q (seq s m)))%nat.
Proof.
  revert s. induction m as [|m IH]; intros s Dn i A B; [lia|]. cbn [seq filter].
  assert (Dn' : forall i, (S s <= i)%nat -> (S i < S s + m)%nat -> q (S i) = true -> q i = true).
  { intros j J1 J2. apply Dn; lia. }
  specialize (IH (S s) Dn'). destruct (q s) eqn:Qs.
  - cbn [length]. destruct (Nat.eq_dec i s) as [->|N].
    + split; [intros _; lia | intros _; exact Qs].
    + rewrite IH by lia. lia.
  - assert (F : forall j, (s <= j)%nat -> (j < s + S m)%nat -> q j = false).
    { induction j as [|j IHj]; intros J1 J2.
      - replace 0%nat with s by lia. exact Qs.
      - destruct (Nat.eq_dec (S j) s) as [->|N]; [exact Qs|].
        destruct (q (S j)) eqn:Qj; [|reflexivity].
        apply Dn in Qj; [|lia | lia]. rewrite IHj in Qj by lia. discriminate. }
    rewrite F by lia. split; [discriminate|]. rewrite filter_none; [simpl; lia|].
    intros j Ij. apply in_seq in Ij. apply F; lia.
Qed.

Lemma filter_length_seq_mirror (q : nat -> bool) m :
  length (filter q (seq 0 m)) = length (filter (fun i => q (m - 1 - i)%nat) (seq 0 m)).
Proof.
  induction m as [|m IH]; [reflexivity|].
  rewrite seq_S at 1. rewrite filter_app, app_length, IH.
  cbn [seq]. rewrite <- seq_shift. cbn [filter].
  rewrite filter_map. replace (S m - 1 - 0)%nat with (0 + m)%nat by lia.
  rewrite (filter_ext (fun i => q (S m - 1 - S i)%nat) (fun i => q (m - 1 - i)%nat)).
  - destruct (q (0 + m)%nat); simpl; rewrite map_length; lia.
  - intros i. f_equal. lia.
Qed.

Lemma holds_from (q : nat -> bool) m :
  (forall i, (S i < m)%nat -> q i = true -> q (S i) = true) ->
  forall i, (i < m)%nat -> q i = true <-> (m - length (filter q (seq 0 m)) <= i)%nat.
Proof.
  intros Up i B. rewrite filter_length_seq_mirror.
  pose proof (holds_up_to (fun i => q (m - 1 - i)%nat) 0 m) as H.
  assert (Dn : forall i, (0 <= i)%nat -> (S i < 0 + m)%nat ->
    q (m - 1 - S i)%nat = true -> q (m - 1 - i)%nat = true).
  { intros j _ J Qj. replace (m - 1 - j)%nat with (S (m - 1 - S j)) by lia. apply Up; [lia|].
    exact Qj. }
  specialize (H Dn (m - 1 - i)%nat ltac:(lia) ltac:(lia)). cbv beta in H.
  replace (m - 1 - (m - 1 - i))%nat with i in H by lia. rewrite H. lia.
Qed.

Lemma seq_interval (p : nat -> bool) lo m k : (lo + m <= k)%nat ->
  (forall r, (r < k)%nat -> p r = true <-> (lo <= r < lo + m)%nat) ->
  filter p (seq 0 k) = seq lo m.
Proof.
  intros B P. replace k with (lo + (m + (k - lo - m)))%nat by lia.
  rewrite !seq_app, !filter_app, (filter_none _ (seq 0 lo)), (filter_all _ (seq (0 + lo) m)),
    (filter_none _ (seq (0 + lo + m) _)); [rewrite app_nil_r; reflexivity | | |].
  - intros r I. apply in_seq in I. destruct (p r) eqn:E; [|reflexivity]. apply P in E; lia.
  - intros r I. apply in_seq in I. apply P; lia.
  - intros r I. apply in_seq in I. destruct (p r) eqn:E; [|reflexivity]. apply P in E; lia.
Qed.

Lemma Rltb_INR i j : Rltb (INR i) (INR j) = Nat.ltb i j.
Proof.
  destruct (Nat.ltb_spec i j) as [L|L].
  - apply Rltb_true, lt_INR, L.
  - destruct (Rltb (INR i) (INR j)) eqn:E; [|reflexivity]. apply Rltb_true, INR_lt in E. lia.
Qed.

Section Around.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (K : INR (length prior) = 2) (x : list nat) (Ix : is_dataset prior n x).
Context (q : list nat -> bool).
Let D := datasets n (length prior).

(* What is as near as something that is in, is in. *)
Definition around : Prop := q x = true /\
  forall y z, In y (datasets n (length prior)) -> In z (datasets n (length prior)) ->
  q z = true -> distance prior x y <= distance prior x z -> q y = true.

Definition to_left : nat := length (filter
  (fun z => (Rltb (INR (nth 0 z 0%nat)) (INR (nth 0 x 0%nat)) && q z)%bool)
  (datasets n (length prior))).
Definition to_right : nat := length (filter
  (fun z => (Rltb (INR (nth 0 x 0%nat)) (INR (nth 0 z 0%nat)) && q z)%bool)
  (datasets n (length prior))).

Lemma in_ones r : (r <= n)%nat -> In (ones n r) D.
Proof using Hp Hn K Ix.
  intros L. unfold D. replace (length prior) with 2%nat by (symmetry; apply INR_eq; simpl; lra).
  rewrite datasets_two. apply in_map, in_seq. lia.
Qed.

Lemma of_ones z : In z D -> exists r, z = ones n r /\ (r <= n)%nat.
Proof using Hp Hn K Ix.
  unfold D. replace (length prior) with 2%nat by (symmetry; apply INR_eq; simpl; lra).
  rewrite datasets_two. intros I. apply in_map_iff in I. destruct I as (r & <- & I).
  apply in_seq in I. exists r. split; [reflexivity | lia].
Qed.

Lemma nearer c i j : x = ones n c -> (c <= i)%nat -> (i <= j)%nat -> (j <= n)%nat ->
  distance prior x (ones n i) <= distance prior x (ones n j).
Proof using Hp Hn K Ix.
  intros E A B C. destruct (two_shape prior n x Hp K Ix) as (a & b & c' & -> & Pa & Pb & E' & L).
  assert (c' = c) by (rewrite E in E'; injection E'; congruence). subst c'.
  destruct (Nat.eq_dec i j) as [->|N]; [lra|]. rewrite E. left.
  pose proof (distance_right a b n Pa Pb c i (j - i - 1) A ltac:(lia)) as H.
  replace (i + S (j - i - 1))%nat with j in H by lia. exact H.
Qed.

Lemma nearer_left c i j : x = ones n c -> (i <= j)%nat -> (j <= c)%nat ->
  distance prior x (ones n j) <= distance prior x (ones n i).
Proof using Hp Hn K Ix.
  intros E A B. destruct (two_shape prior n x Hp K Ix) as (a & b & c' & -> & Pa & Pb & E' & L).
  assert (c' = c) by (rewrite E in E'; injection E'; congruence). subst c'.
  destruct (Nat.eq_dec i j) as [->|N]; [lra|]. rewrite E. left.
  pose proof (distance_left a b n Pa Pb c i (j - i - 1) ltac:(lia) L) as H.
  replace (i + S (j - i - 1))%nat with j in H by lia. exact H.
Qed.

Lemma length_of f : length (filter f D) =
  length (filter (fun r => f (ones n r)) (seq 0 (S n))).
Proof using Hp Hn K Ix.
  unfold D. replace (length prior) with 2%nat by (symmetry; apply INR_eq; simpl; lra).
  rewrite datasets_two. apply filter_map_length.
Qed.

(* The interval. *)
Lemma reaches : around -> exists c, x = ones n c /\ (to_left <= c)%nat /\
  (c + to_right <= n)%nat /\
  (forall r, (r <= n)%nat -> q (ones n r) = true <-> (c - to_left <= r <= c + to_right)%nat).
Proof using Hp Hn K Ix.
  intros [Qx Qd]. destruct (two_shape prior n x Hp K Ix) as (a & b & c & _ & _ & _ & E & L).
  exists c. set (p := fun r => q (ones n r)).
  assert (El : to_left = length (filter p (seq 0 c))).
  { unfold to_left. fold D. rewrite length_of.
    replace (S n) with (c + (S n - c))%nat by lia. rewrite seq_app, filter_app, app_length.
    rewrite (filter_none _ (seq (0 + c) _)).
    - simpl length. rewrite Nat.add_0_r. f_equal. apply filter_ext_on. intros r Ir.
      apply in_seq in Ir. rewrite E at 1. unfold ones at 1 2. cbn [nth]. rewrite Rltb_INR.
      destruct (Nat.ltb_spec r c); [reflexivity | lia].
    - intros r Ir. apply in_seq in Ir. rewrite E at 1. unfold ones at 1 2. cbn [nth].
      rewrite Rltb_INR.
      destruct (Nat.ltb_spec r c); [lia | reflexivity]. }
  assert (Er : to_right = length (filter p (seq (S c) (n - c)))).
  { unfold to_right. fold D. rewrite length_of.
    replace (S n) with (S c + (n - c))%nat by lia. rewrite seq_app, filter_app, app_length.
    rewrite (filter_none _ (seq 0 (S c))).
    - simpl length. rewrite Nat.add_0_l. f_equal. apply filter_ext_on. intros r Ir.
      apply in_seq in Ir. rewrite E at 1. unfold ones at 1 2. cbn [nth]. rewrite Rltb_INR.
      destruct (Nat.ltb_spec c r); [reflexivity | lia].
    - intros r Ir. apply in_seq in Ir. rewrite E at 1. unfold ones at 1 2. cbn [nth].
      rewrite Rltb_INR.
      destruct (Nat.ltb_spec c r); [lia | reflexivity]. }
  assert (Ll : (to_left <= c)%nat).
  { rewrite El. pose proof (length_filter p (seq 0 c)) as B. rewrite seq_length in B. exact B. }
  assert (Lr : (to_right <= n - c)%nat).
  { rewrite Er. pose proof (length_filter p (seq (S c) (n - c))) as B.
    rewrite seq_length in B. exact B. }
  split; [exact E|]. split; [exact Ll|]. split; [lia|]. intros r Br. fold (p r).
  destruct (Nat.lt_trichotomy r c) as [C|[C|C]].
  - rewrite (holds_from p c); [rewrite El; lia | | exact C].
    intros i I Qi. apply (Qd _ (ones n i)); [apply in_ones; lia .. | exact Qi |].
    apply (nearer_left c); [exact E | lia | lia].
  - subst r. split; [lia|]. intros _. unfold p. rewrite <- E. exact Qx.
  - rewrite (holds_up_to p (S c) (n - c)); [rewrite Er; lia | | lia | lia].
    intros i I1 I2 Qi. apply (Qd _ (ones n (S i))); [apply in_ones; lia .. | exact Qi |].
    apply (nearer c); [exact E | lia ..].
Qed.

Lemma interval : around -> exists c, x = ones n c /\ (to_left <= c)%nat /\
  (c + to_right <= n)%nat /\
  filter q D = map (ones n) (seq (c - to_left) (S (to_left + to_right))).
Proof using Hp Hn K Ix.
  intros A. destruct (reaches A) as (c & E & L1 & L2 & I). exists c. repeat split; try assumption.
  unfold D. replace (length prior) with 2%nat by (symmetry; apply INR_eq; simpl; lra).
  rewrite datasets_two, filter_map. f_equal. apply seq_interval; [lia|]. intros r Br.
  rewrite I by lia. lia.
Qed.

Lemma number_around : around -> length (filter q D) = S (to_left + to_right).
Proof using Hp Hn K Ix.
  intros A. destruct (interval A) as (c & _ & _ & _ & E).
  rewrite E, map_length, seq_length. reflexivity.
Qed.

(* Laplace noise on the first count. *)
Lemma lshist_ones eps c r : 0 < eps -> x = ones n c -> (r <= n)%nat ->
  probability lshist prior eps x (ones n r) = noisy (1 / eps) n c r.
Proof using Hp Hn K Ix.
  intros He E L. assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  pose proof Ix as Jx. dataset Jx.
  assert (I : In (ones n r) (outputs lshist n (length prior))).
  { unfold outputs. simpl last_of. rewrite K2. apply in_map_iff. exists [r].
    split; [unfold ones; simpl; rewrite Nat.add_0_r; reflexivity|].
    cbn [tuples Nat.sub]. apply in_flat_map. exists r. split; [apply in_seq; lia | now left]. }
  rewrite (probability_density prior n); [|exact Jx | exact I].
  unfold density. simpl last_of. rewrite K2. simpl scale. destruct Ix as [_ Ex]. rewrite Ex, E.
  unfold ones. simpl removelast. cbn [noisy_vector]. ring.
Qed.

Lemma lshist_interval eps : 0 < eps -> around -> exists c, x = ones n c /\ (to_left <= c)%nat /\
  (c + to_right <= n)%nat /\
  sumof (filter q D) (fun z => probability lshist prior eps x z) =
  sumof (seq (c - to_left) (S (to_left + to_right))) (noisy (1 / eps) n c).
Proof using Hp Hn K Ix.
  intros He A. destruct (interval A) as (c & E & L1 & L2 & I). exists c.
  repeat split; try assumption. rewrite I, sumof_map. apply sumof_ext. intros r Ir.
  apply in_seq in Ir. apply lshist_ones; [exact He | exact E | lia].
Qed.
End Around.

(* The law of one noisy count on an interval. *)
Lemma noisy_below b n c j : 0 < b -> (j <= c)%nat -> (c <= n)%nat -> (1 <= n)%nat ->
  sumof (seq 0 j) (noisy b n c) <= exp (- INR (c - j) / b) / 2 /\
  ((1 <= j)%nat -> sumof (seq 0 j) (noisy b n c) = exp (- INR (c - j) / b) / 2).
Proof.
  intros B J C N. destruct j as [|j].
  - split; [|lia]. unfold sumof. simpl. pose proof (exp_pos (- INR (c - 0) / b)). lra.
  - assert (E : sumof (seq 0 (S j)) (noisy b n c) = exp (- INR (c - S j) / b) / 2).
    { rewrite noisy_prefix by lia. unfold laplace_cdf. rewrite minus_INR by lia.
      replace (- (INR c - INR (S j)) / b) with ((INR (S j) - INR c) / b) by (field; lra).
      destruct (Rlt_dec _ 0) as [L|L]; [reflexivity|]. apply le_INR in J.
      replace (INR (S j) - INR c) with 0 by lra. rewrite Ropp_0. unfold Rdiv.
      rewrite Rmult_0_l, exp_0. lra. }
    rewrite E. split; [lra | reflexivity].
Qed.

Lemma noisy_upto b n c j : 0 < b -> (c <= j)%nat -> (j <= n)%nat -> (1 <= n)%nat ->
  1 - exp (- (INR (j - c) + 1) / b) / 2 <= sumof (seq 0 (S j)) (noisy b n c) /\
  ((j < n)%nat -> sumof (seq 0 (S j)) (noisy b n c) = 1 - exp (- (INR (j - c) + 1) / b) / 2).
Proof.
  intros B J C N. destruct (Nat.eq_dec j n) as [->|L].
  - split; [|lia]. rewrite noisy_total by lia. pose proof (exp_pos (- (INR (n - c) + 1) / b)).
    lra.
  - assert (E : sumof (seq 0 (S j)) (noisy b n c) = 1 - exp (- (INR (j - c) + 1) / b) / 2).
    { rewrite noisy_prefix by lia. unfold laplace_cdf. rewrite S_INR, minus_INR by lia.
      apply le_INR in J. destruct (Rlt_dec _ 0) as [Q|Q]; [lra|]. f_equal. f_equal. f_equal.
      field. lra. }
    rewrite E. split; [lra | reflexivity].
Qed.

Lemma noisy_interval b n c l r : 0 < b -> (l <= c)%nat -> (c + r <= n)%nat -> (1 <= n)%nat ->
  1 - exp (- INR l / b) / 2 - exp (- (INR r + 1) / b) / 2
    <= sumof (seq (c - l) (S (l + r))) (noisy b n c) /\
  ((l < c)%nat -> (c + r < n)%nat ->
    sumof (seq (c - l) (S (l + r))) (noisy b n c)
    = 1 - exp (- INR l / b) / 2 - exp (- (INR r + 1) / b) / 2).
Proof.
  intros B L C N.
  destruct (noisy_below b n c (c - l) B ltac:(lia) ltac:(lia) N) as [B1 B2].
  destruct (noisy_upto b n c (c + r) B ltac:(lia) C N) as [U1 U2].
  replace (c - (c - l))%nat with l in B1, B2 by lia.
  replace (c + r - c)%nat with r in U1, U2 by lia.
  replace (S (c + r)) with ((c - l) + S (l + r))%nat in U1, U2 by lia.
  rewrite seq_app, sumof_app in U1, U2. simpl plus in U1, U2. split; [lra|].
  intros A D. specialize (B2 ltac:(lia)). specialize (U2 D). lra.
Qed.
