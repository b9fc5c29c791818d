(* How near a noisy count is released, for two categories. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts.
Import ListNotations.
Open Scope R_scope.

Lemma sumof_app {A} (l m : list A) f : sumof (l ++ m) f = sumof l f + sumof m f.
Proof. unfold sumof. rewrite map_app.
induction (map f l) as [|a k IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sumof_nonneg {A} (l : list A) f : (forall a, In a l -> 0 <= f a) -> 0 <= sumof l f.
Proof.
  unfold sumof. induction l as [|a l IH]; simpl; intros P; [lra|].
  pose proof (P a (or_introl eq_refl)).
  assert (0 <= suml (map f l)) by (apply IH; intros; apply P; now right). lra.
Qed.

Lemma filter_all {A} (q : A -> bool) l : (forall a, In a l -> q a = true) -> filter q l = l.
Proof.
  induction l as [|a l IH]; intros Q; simpl; [reflexivity|].
  rewrite (Q a (or_introl eq_refl)), IH; [reflexivity|].
  intros; apply Q; now right.
Qed.

Lemma sumof_map {A B} (g : A -> B) l f : sumof (map g l) f = sumof l (fun a => f (g a)).
Proof. unfold sumof. rewrite map_map. reflexivity. Qed.

Lemma filter_map {A B} (q : B -> bool) (g : A ->
  B) l : filter q (map g l) = map g (filter (fun a => q (g a)) l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|].
destruct (q (g a)); simpl; rewrite IH; reflexivity. Qed.

(* One noisy count lies below j. *)
Lemma noisy_prefix b n c j : (1 <= j)%nat -> (j <= n)%nat ->
  sumof (seq 0 j) (noisy b n c) = laplace_cdf b (INR j - INR c).
Proof.
  intros J L. destruct j as [|j]; [lia|]. change (seq 0 (S j)) with (0%nat :: seq 1 j).
  unfold sumof. cbn [map suml].
  transitivity (noisy b n c 0 + sumof (seq 1 j) (fun r => laplace_cdf b
    (INR r + 1 - INR c) - laplace_cdf b (INR r - INR c))).
  - unfold sumof. f_equal. f_equal. apply map_ext_in. intros r Ir. apply in_seq in Ir.
    unfold noisy.
    destruct (Nat.eqb_spec r 0); [lia|]. destruct (Nat.eqb_spec r n); [lia|]. reflexivity.
  - rewrite noisy_telescope. unfold noisy. simpl (Nat.eqb 0 0). change (INR 1) with 1.
    replace (1 + j)%nat with (S j) by lia. ring.
Qed.

Section Steps.
Context (b : R) (Pb : 0 < b) (n c : nat) (Hn : (1 <= n)%nat) (Hc : (c <= n)%nat).

Lemma cdf_range t : 0 < laplace_cdf b t < 1.
Proof using Pb. apply (tail_step b Pb t). Qed.

Lemma within m : 1 - (exp (- INR m / b) + exp (- (INR m + 1) / b)) / 2
  <= sumof (seq (c - m) (S (Nat.min n (c + m)) - (c - m))) (noisy b n c).
Proof using Hc Hn.
  pose proof (pos_INR m) as Pm.
  assert (Lo : sumof (seq 0 (c - m)) (noisy b n c) <= exp (- INR m / b) / 2).
  { destruct (le_lt_dec c m) as [L|L].
    - replace (c - m)%nat with 0%nat by lia. unfold sumof. simpl.
      pose proof (exp_pos (- INR m / b)). lra.
    - rewrite noisy_prefix by lia. rewrite minus_INR by lia.
      replace (INR c - INR m - INR c) with (- INR m) by ring.
      unfold laplace_cdf. destruct (Rlt_dec (- INR m) 0); [lra|]. assert (E : INR m = 0) by lra.
      rewrite E, !Ropp_0. unfold Rdiv. rewrite Rmult_0_l, exp_0. lra. }
  assert (Hi : 1 - exp (- (INR m + 1) / b) / 2 <= sumof (seq 0 (S (Nat.min n (c + m))))
    (noisy b n c)).
  { destruct (le_lt_dec n (c + m)) as [L|L].
    - rewrite Nat.min_l by lia. rewrite noisy_total by lia.
      pose proof (exp_pos (- (INR m + 1) / b)). lra.
    - rewrite Nat.min_r by lia. rewrite noisy_prefix by lia. rewrite S_INR, plus_INR.
      replace (INR c + INR m + 1 - INR c) with (INR m + 1) by ring.
      unfold laplace_cdf. destruct (Rlt_dec (INR m + 1) 0); lra. }
  replace (S (Nat.min n (c + m))) with ((c - m) + (S (Nat.min n (c + m)) - (c - m)))%nat in Hi
    by lia.
  rewrite seq_app, sumof_app in Hi. simpl plus in Hi. lra.
Qed.

End Steps.

(* The release is within m steps of x. *)
Lemma release_within prior n x eps m q : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  last_of m = Some rest -> 0 < scale m 2 ->
  forall steps, (forall z, is_dataset prior n z -> l1 x z <= 2 * INR steps -> q z = true) ->
  1 - (exp (- INR steps * (eps / scale m 2)) + exp (- (INR steps + 1) * (eps / scale m 2))) / 2
  <= sumof (filter q (datasets n (length prior))) (fun z => probability m prior eps x z).
Proof.
  intros Hp Hn He K Ix Lm Sc st Q.
  assert (L2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct (two_shape prior n x Hp K Ix) as (a & b0 & c & _ & _ & _ & -> & Lc).
  set (b := scale m 2 / eps). assert (Pb : 0 < b) by (apply Rdiv_lt_0_compat; assumption).
  assert (Pz : forall r, (r <= n)%nat ->
    probability m prior eps (ones n c) (ones n r) = noisy b n c r).
  { intros r Lr. pose proof Ix as Jx. dataset Jx.
    rewrite (probability_density prior n); [|exact Jx|].
    - unfold density. rewrite Lm, L2. destruct Ix as [_ Ex]. rewrite Ex. fold b. unfold ones.
      simpl removelast. cbn [noisy_vector]. ring.
    - unfold outputs. rewrite Lm, L2. simpl Nat.sub. apply in_map_iff. exists [r].
      split; [unfold ones; simpl; rewrite Nat.add_0_r; reflexivity|].
      cbn [tuples]. apply in_flat_map. exists r. split; [apply in_seq; lia | now left]. }
  pose proof (within b n c Hn Lc st) as B.
  replace (exp (- INR st * (eps / scale m 2))) with (exp (- INR st / b)) by (f_equal; unfold b;
    field; lra).
  replace (exp (- (INR st + 1) * (eps / scale m 2))) with (exp (- (INR st + 1) / b)) by (f_equal;
    unfold b; field; lra).
  eapply Rle_trans; [exact B|]. rewrite L2, datasets_two, filter_map, sumof_map.
  set (lo := (c - st)%nat). set (hi := S (Nat.min n (c + st))).
  set (g := fun r => probability m prior eps (ones n c) (ones n r)).
  replace (S n) with (lo + ((hi - lo) + (S n - hi)))%nat by lia.
  rewrite !seq_app, !filter_app, !sumof_app. simpl plus.
  assert (Pos : forall s l, (s + l <= S n)%nat ->
    0 <= sumof (filter (fun r => q (ones n r)) (seq s l)) g).
  { intros s l Ll. apply sumof_nonneg. intros r Ir. apply filter_In in Ir. destruct Ir as [Ir _].
    apply in_seq in Ir. unfold g.
    rewrite Pz by lia. left. apply noisy_pos; [exact Pb | lia]. }
  pose proof (Pos 0%nat lo ltac:(lia)) as P1.
  pose proof (Pos (lo + (hi - lo))%nat (S n - hi)%nat ltac:(lia)) as P3.
  rewrite (filter_all _ (seq lo (hi - lo))).
  - assert (E : sumof (seq lo (hi - lo)) g = sumof (seq lo (hi - lo)) (noisy b n c)).
    { apply sumof_ext. intros r Ir. apply in_seq in Ir. apply Pz. lia. }
    fold g. change (sumof (seq lo (hi - lo)) (noisy b n c) <= sumof (filter (fun r => q
      (ones n r)) (seq 0 lo)) g + (sumof (seq lo (hi - lo)) g + sumof (filter (fun r => q
      (ones n r)) (seq (lo + (hi - lo)) (S n - hi))) g)). rewrite E. lra.
  - intros r Ir. apply in_seq in Ir. apply Q.
    + split; [exact (eq_sym L2) | unfold ones; simpl; lia].
    + unfold ones. cbn [l1]. rewrite !minus_INR by lia.
      assert (D : Rabs (INR c - INR r) <= INR st).
      { apply Rabs_le. split.
        - assert (L : (r <= c + st)%nat) by lia. apply le_INR in L. rewrite plus_INR in L. lra.
        - assert (L : (c <= r + st)%nat) by lia. apply le_INR in L. rewrite plus_INR in L. lra. }
      replace (INR n - INR c - (INR n - INR r)) with (- (INR c - INR r)) by ring.
      rewrite Rabs_Ropp. lra.
Qed.

Lemma within_one_LS prior n x z : is_prior prior -> (1 <= n)%nat -> INR (length prior) = 2 ->
  is_dataset prior n x -> is_dataset prior n z ->
  l1 x z <= 2 * INR 1 -> distance prior x z <= LS prior x.
Proof.
  intros Hp Hn K Ix Iz B. pose proof Ix as Jx. dataset Jx.
  destruct (two_shape prior n x Hp K Ix) as (a & e & c & _ & _ & _ & -> & Lc).
  destruct (two_shape prior n z Hp K Iz) as (a' & e' & r & _ & _ & _ & -> & Lr).
  destruct (Nat.eq_dec c r) as [->|N].
  - rewrite (m_refl _ _ (distance_metric prior n Hp) _ Jx). left.
    apply (LS_pos prior n Hp Hn _ Jx).
  - apply distance_le_LS. unfold ones in *. cbn [l1] in B. rewrite !minus_INR in B by lia.
    replace (INR n - INR c - (INR n - INR r)) with (- (INR c - INR r)) in B by ring.
    rewrite Rabs_Ropp in B. change (INR 1) with 1 in B.
    assert (D : Rabs (INR c - INR r) <= 1) by lra. apply Rabs_le_inv in D.
    assert (E : r = S c \/ c = S r).
    { assert (r <= c + 1)%nat by (apply INR_le; rewrite plus_INR; simpl; lra).
      assert (c <= r + 1)%nat by (apply INR_le; rewrite plus_INR; simpl; lra). lia. }
    unfold adjacent. destruct E as [-> | ->].
    + replace (n - c)%nat with (S (n - S c)) by lia. destruct c; simpl; tauto.
    + replace (n - r)%nat with (S (n - S r)) by lia. simpl. tauto.
Qed.

Lemma Rleb_intro a b : a <= b -> Rleb a b = true.
Proof. unfold Rleb. destruct (Rle_dec a b); [reflexivity | contradiction]. Qed.

(* A number of steps that is at least t. *)
Lemma ceil_nat t : 0 < t -> exists m : nat, ceil t = INR m /\ t <= INR m.
Proof.
  intros T. unfold ceil, floor. destruct (base_Int_part (- t)) as [B1 B2].
  exists (Z.to_nat (- Int_part (- t))). rewrite INR_IZR_INZ, Z2Nat.id.
  - rewrite opp_IZR. split; [reflexivity | lra].
  - apply le_IZR. rewrite opp_IZR. lra.
Qed.

Lemma release_within_ceil prior n x eps m t : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  last_of m = Some rest -> 0 < scale m 2 -> 0 < t ->
  1 - exp (- t * (eps / scale m 2)) <=
  sumof (filter (fun z => existsb (fun w => (Rleb (replaced x w) (ceil t) && Rleb
    (distance prior x z) (distance prior x w))%bool) (datasets n (length prior))) (datasets n
    (length prior)))
    (fun z => probability m prior eps x z).
Proof.
  intros Hp Hn He K Ix Lm Sc T. destruct (ceil_nat t T) as (st & E & L). rewrite E.
  assert (R0 : 0 < eps / scale m 2) by (apply Rdiv_lt_0_compat; assumption).
  eapply Rle_trans; [|apply (release_within prior n x eps m _ Hp Hn He K Ix Lm Sc st)].
  - assert (exp (- INR st * (eps / scale m 2)) <= exp (- t * (eps / scale m 2))) by (apply exp_le;
      nra).
    assert (exp (- (INR st + 1) * (eps / scale m 2)) <= exp (- t * (eps / scale m 2)))
      by (apply exp_le; nra). lra.
  - intros z Iz D. apply existsb_exists. exists z. split; [apply datasets_spec; exact Iz|].
    rewrite !Rleb_intro; [reflexivity | lra | unfold replaced; lra].
Qed.

Lemma laplace_release_any n prior x eps g t : (1 <= n)%nat -> is_prior prior ->
  is_dataset prior n x -> 0 < eps -> 0 < g < 1 -> INR (length prior) = 2 ->
  ln (1 / g) * 2 / eps <= t ->
  1 - g <= sumof (filter (fun z => existsb (fun w => (Rleb (replaced x w) (ceil t) && Rleb
    (distance prior x z) (distance prior x w))%bool) (datasets n (length prior))) (datasets n
    (length prior)))
    (fun z => probability laplace_defined prior eps x z).
Proof.
  intros Hn Hp Ix He G K T.
  assert (E : ln (1 / g) = - ln g) by (unfold Rdiv; rewrite Rmult_1_l, ln_Rinv;
    [reflexivity | lra]).
  assert (Lg : ln g < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (T0 : 0 < t) by (eapply Rlt_le_trans; [|exact T]; rewrite E; apply Rdiv_lt_0_compat;
    lra).
  assert (S2 : 0 < scale laplace_defined 2) by (simpl; lra).
  eapply Rle_trans; [|apply
    (release_within_ceil prior n x eps laplace_defined t Hp Hn He K Ix eq_refl S2 T0)].
  simpl scale.
  assert (Q : exp (- t * (eps / 2)) <= exp (ln g)).
  { apply exp_le. assert (A : ln (1 / g) * 2 / eps * (eps / 2) <= t * (eps / 2))
      by (apply Rmult_le_compat_r; lra).
    replace (ln (1 / g) * 2 / eps * (eps / 2)) with (ln (1 / g)) in A by (field; lra). lra. }
  rewrite exp_ln in Q by lra. lra.
Qed.
