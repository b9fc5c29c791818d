(* Posteriors coordinate by coordinate, and the law of Laplace noise in one formula. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Laplace Losses Counting Balanced Release Scores.
Import ListNotations.
Open Scope R_scope.

Lemma range_0 (k : nat) : (1 <= k)%nat -> range 0 (k - 1) = seq 0 k.
Proof. intros K. unfold range. f_equal. lia. Qed.

Lemma in_range_0 (prior : list R) i : is_prior prior -> In i (range 0 (length prior - 1)) ->
  (i < length prior)%nat.
Proof. intros [K _]. rewrite range_0 by lia. intros I. apply in_seq in I. lia. Qed.

Lemma nth_posterior prior x i : length x = length prior -> (i < length prior)%nat ->
  nth i (posterior prior x) 0 = nth i prior 0 + INR (nth i x 0%nat).
Proof.
  revert x i. induction prior as [|a p IH]; intros [|c x] i L B; simpl in *; try lia.
  destruct i as [|i]; [reflexivity|]. apply IH; lia.
Qed.

Lemma nth_allpos p i : allpos p -> (i < length p)%nat -> 0 < nth i p 0.
Proof. intros A B. apply (proj1 (Forall_forall _ _) A). apply nth_In, B. Qed.

Lemma sumof_shift s k f : sumof (seq (S s) k) f = sumof (seq s k) (fun i => f (S i)).
Proof. rewrite <- seq_shift, sumof_map. reflexivity. Qed.

Lemma l1_coordinates prior x y : length x = length prior -> length y = length prior ->
  sumof (seq 0 (length prior))
    (fun i => Rabs (nth i (posterior prior x) 0 - nth i (posterior prior y) 0)) = l1 x y.
Proof.
  revert x y. induction prior as [|a p IH]; intros [|c x] [|e y] Lx Ly; try discriminate;
    [reflexivity|].
  injection Lx as Lx. injection Ly as Ly. cbn [posterior length seq l1].
  rewrite <- (IH x y Lx Ly).
  change (sumof (0%nat :: seq 1 (length p)) ?f) with (f 0%nat + sumof (seq 1 (length p)) f).
  rewrite sumof_shift. cbn [nth]. f_equal. f_equal. ring.
Qed.

(* Different numbers of records differ by one at least. *)
Lemma INR_apart a b : a <> b -> 1 <= Rabs (INR a - INR b).
Proof.
  intros N. destruct (Nat.lt_total a b) as [L|[E|L]]; [|contradiction|];
    apply le_INR in L; rewrite S_INR in L; unfold Rabs; destruct (Rcase_abs _); lra.
Qed.

Lemma count_le_sum {A} (l : list A) (p : A -> bool) g : (forall a, In a l -> 0 <= g a) ->
  (forall a, In a l -> p a = true -> 1 <= g a) -> INR (length (filter p l)) <= sumof l g.
Proof.
  unfold sumof. induction l as [|a l IH]; intros N P; [simpl; lra|]. cbn [filter map suml].
  specialize (IH (fun b Ib => N b (or_intror Ib)) (fun b Ib => P b (or_intror Ib))).
  specialize (N a (or_introl eq_refl)). specialize (P a (or_introl eq_refl)).
  destruct (p a); [|lra]. specialize (P eq_refl). cbn [length]. rewrite S_INR. lra.
Qed.

(* The law of one noisy count, a being 1/scale. *)
Definition laplace_formula (a t : R) : R :=
  (1 + exp (a * Rmin t 0) - exp (- a * Rmax t 0)) / 2.
Definition noisy_formula (a : R) (n c j : nat) : R :=
  1 - Rmin 1 (INR n - INR j) + Rmin 1 (INR n - INR j) * laplace_formula a (INR j + 1 - INR c)
  - Rmin 1 (INR j) * laplace_formula a (INR j - INR c).

Lemma cdf_by_formula b a t : 0 < b -> a = 1 / b -> laplace_cdf b t = laplace_formula a t.
Proof.
  intros B ->. unfold laplace_cdf, laplace_formula. destruct (Rlt_dec t 0) as [L|L].
  - rewrite Rmin_left, Rmax_right, Rmult_0_r, exp_0 by lra.
    replace (1 / b * t) with (t / b) by (field; lra). field.
  - rewrite Rmin_right, Rmax_left, Rmult_0_r, exp_0 by lra.
    replace (- (1 / b) * t) with (- t / b) by (field; lra). field.
Qed.

Lemma noisy_by_formula b a n c j : (1 <= n)%nat -> (j <= n)%nat -> 0 < b -> a = 1 / b ->
  noisy b n c j = noisy_formula a n c j.
Proof.
  intros N J B E. unfold noisy, noisy_formula. rewrite <- !(cdf_by_formula b a _ B E).
  destruct (Nat.eqb_spec j 0) as [->|Z].
  - apply le_INR in N. simpl INR in *.
    rewrite Rminus_0_r, Rmin_left, Rmin_right, Rplus_0_l by lra. ring.
  - assert (1 <= INR j) by (apply (le_INR 1); lia). rewrite (Rmin_left 1 (INR j)) by lra.
    destruct (Nat.eqb_spec j n) as [->|M].
    + rewrite Rminus_eq_0, Rmin_right by lra. ring.
    + assert (INR j + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
      rewrite Rmin_left by lra. ring.
Qed.

Lemma last_natural n m : INR (n - m) = Rmax 0 (INR n - INR m).
Proof.
  destruct (Nat.le_gt_cases m n) as [L|L].
  - rewrite minus_INR by exact L. apply le_INR in L. rewrite Rmax_right; lra.
  - replace (n - m)%nat with 0%nat by lia. apply lt_INR in L. rewrite Rmax_left; simpl; lra.
Qed.

(* What a mechanism with a computed last coordinate releases, and how probably. *)
Lemma rest_outputs m n k z : last_of m = Some rest -> In z (outputs m n k) ->
  exists r, z = r ++ [(n - list_sum r)%nat] /\ length r = (k - 1)%nat /\
  List.Forall (fun j => (j <= n)%nat) r.
Proof.
  intros L I. unfold outputs in I. rewrite L in I. apply in_map_iff in I.
  destruct I as (r & <- & I). exists r. destruct (tuples_spec _ _ _ I). auto.
Qed.

Lemma rest_probability m prior eps n x z : last_of m = Some rest -> is_dataset prior n x ->
  In z (outputs m n (length prior)) ->
  probability m prior eps x z =
  noisy_vector (scale m (length prior) / eps) n x (removelast z).
Proof.
  intros L [Lx Ex] I. unfold probability, density. rewrite Ex, L.
  destruct (in_dec _ _ _); [reflexivity | contradiction].
Qed.

Lemma rest_two m prior eps a n x r : last_of m = Some rest -> (1 <= n)%nat ->
  INR (length prior) = 2 -> is_dataset prior n x -> is_dataset prior n r -> 0 < eps ->
  0 < scale m 2 -> a = eps / scale m 2 ->
  probability m prior eps x r = noisy_formula a n (nth 0 x 0%nat) (nth 0 r 0%nat).
Proof.
  intros L Hn K Ix Ir He Sc E. assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct Ir as [Lr Er]. rewrite K2 in Lr. destruct r as [|j [|i [|? ?]]]; try discriminate Lr.
  simpl in Er. assert (J : (j <= n)%nat) by lia.
  assert (I : In [j; i] (outputs m n (length prior))).
  { unfold outputs. rewrite L, K2. apply in_map_iff. exists [j]. split.
    - simpl. f_equal. f_equal. lia.
    - cbn [tuples Nat.sub]. apply in_flat_map. exists j. split; [apply in_seq; lia | now left]. }
  rewrite (rest_probability m prior eps n x _ L Ix I).
  destruct Ix as [Lx Ex]. rewrite K2 in Lx. destruct x as [|c [|d [|? ?]]]; try discriminate Lx.
  rewrite K2. cbn [removelast noisy_vector nth]. rewrite Rmult_1_r.
  apply noisy_by_formula; try assumption; [apply Rdiv_lt_0_compat; assumption|].
  rewrite E. field. lra.
Qed.

Lemma rest_three m prior eps a n x z : last_of m = Some rest -> (1 <= n)%nat ->
  INR (length prior) = 3 -> is_dataset prior n x -> In z (outputs m n (length prior)) ->
  0 < eps -> 0 < scale m 3 -> a = eps / scale m 3 ->
  length z = 3%nat /\
  INR (nth 2 z 0%nat) = Rmax 0 (INR n - INR (nth 0 z 0%nat) - INR (nth 1 z 0%nat)) /\
  probability m prior eps x z = noisy_formula a n (nth 0 x 0%nat) (nth 0 z 0%nat)
    * noisy_formula a n (nth 1 x 0%nat) (nth 1 z 0%nat).
Proof.
  intros L Hn K Ix I He Sc E. assert (K3 : length prior = 3%nat) by (apply INR_eq; simpl; lra).
  rewrite (rest_probability m prior eps n x z L Ix I).
  destruct (rest_outputs m n _ z L I) as (r & -> & Lr & B). rewrite K3 in *.
  destruct r as [|i [|j [|? ?]]]; try discriminate Lr.
  inversion_clear B as [|? ? Bi Bj]. inversion_clear Bj as [|? ? Bk _].
  destruct Ix as [Lx Ex]. rewrite K3 in Lx.
  destruct x as [|c [|d [|e [|? ?]]]]; try discriminate Lx.
  rewrite removelast_last. cbn [app length nth noisy_vector]. rewrite Rmult_1_r.
  split; [reflexivity|]. split.
  - rewrite last_natural. f_equal. simpl list_sum. rewrite Nat.add_0_r, plus_INR. ring.
  - assert (P : 0 < scale m 3 / eps) by (apply Rdiv_lt_0_compat; assumption).
    assert (Q : a = 1 / (scale m 3 / eps)) by (rewrite E; field; lra).
    rewrite !(noisy_by_formula _ a) by assumption. reflexivity.
Qed.
