(* Counting datasets, sums over some of them, and elementary inequalities. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant.
Import ListNotations.
Open Scope R_scope.

(* Refutations at prior (1/100, 1/100), n = 1, eps = 1. *)
Lemma rational_Z z : rational (IZR z).
Proof. exists z, 1%Z. split; [lia | field]. Qed.

Lemma tiny_rational : rational_prior tiny.
Proof. split; [apply tiny_prior|].
repeat constructor; exists 1%Z, 100%Z; split; (lia || reflexivity). Qed.

Lemma tiny_GS : sqrt (1 - PI / 4) < GS tiny 1.
Proof.
  apply Rnot_le_lt. intros L. pose proof tiny_loss.
  pose proof (fixed_sensitivity_loss tiny 1 tiny_prior (le_n 1) ehd_printed 1 (sqrt
    (1 - PI / 4)) eq_refl eq_refl (fun _ _ => eq_refl) L). lra.
Qed.

(* The note on the proof for Laplace noise. *)
Lemma two_coordinates x y s1 s2 : (2 <= length x)%nat -> (2 <= length y)%nat -> adjacent x y ->
  (Rabs (s1 - INR (nth 0 y 0%nat)) + Rabs (s2 - INR (nth 1 y 0%nat)))
  - (Rabs (s1 - INR (nth 0 x 0%nat)) + Rabs (s2 - INR (nth 1 x 0%nat))) <= 2.
Proof.
  intros Lx Ly A. pose proof (l1_adjacent x y A) as B.
  destruct x as [|a [|b x]]; simpl in Lx; try lia.
  destruct y as [|c [|e y]]; simpl in Ly; try lia.
  simpl in B |- *. pose proof (l1_nonneg x y).
  pose proof (Rabs_triang_inv (s1 - INR c) (s1 - INR a)) as T1.
  pose proof (Rabs_triang_inv (s2 - INR e) (s2 - INR b)) as T2.
  replace (s1 - INR c - (s1 - INR a)) with (INR a - INR c) in T1 by ring.
  replace (s2 - INR e - (s2 - INR b)) with (INR b - INR e) in T2 by ring. lra.
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [L| ->]; [left; apply exp_increasing, L | right; reflexivity]. Qed.

Lemma lproof_any prior n x y eps t s1 s2 : is_prior prior -> is_dataset prior n x ->
  is_dataset prior n y -> adjacent x y ->
  0 <= t -> 2 * t <= eps ->
  exp ((- (Rabs (s1 - INR (nth 0 x 0%nat)) + Rabs (s2 - INR (nth 1 x 0%nat)))) * t)
  <= exp eps * exp ((- (Rabs (s1 - INR (nth 0 y 0%nat)) + Rabs (s2 - INR (nth 1 y 0%nat)))) * t).
Proof.
  intros [K _] [Lx _] [Ly _] A T E. rewrite <- exp_plus. apply exp_le.
  pose proof (two_coordinates x y s1 s2 ltac:(lia) ltac:(lia) A) as B. nra.
Qed.

(* Counting datasets. *)
Lemma length_flat_map {A B} (l : list A) (f : A ->
  list B) : length (flat_map f l) = list_sum (map (fun a => length (f a)) l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. rewrite app_length, IH. reflexivity. Qed.

Lemma binomial_0 n : binomial n 0 = 1%nat.
Proof. destruct n; reflexivity. Qed.

Lemma binomial_diag_gt n : forall k, (n < k)%nat -> binomial n k = 0%nat.
Proof. induction n as [|n IH]; intros [|k] L; try lia; [reflexivity|]. cbn [binomial].
rewrite !IH; lia. Qed.

Lemma binomial_full n : binomial n n = 1%nat.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [binomial]. rewrite IH, binomial_diag_gt; lia.
Qed.

Lemma binomial_diagonal_sum k n : list_sum (map (fun c => binomial (n - c + k) k) (seq 0
  (S n))) = binomial (S (n + k)) (S k).
Proof.
  induction n as [|n IH].
  - simpl seq. simpl map. unfold list_sum. simpl fold_right. simpl plus. rewrite binomial_full.
    cbn [binomial]. rewrite binomial_full, binomial_diag_gt; lia.
  - change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)). rewrite <- seq_shift.
    cbn [map list_sum fold_right].
    rewrite map_map. fold (list_sum (map (fun x => binomial (S n - S x + k) k) (seq 0 (S n)))).
    erewrite map_ext; [rewrite IH|intros c; simpl; reflexivity].
    replace (S n - 0 + k)%nat with (S (n + k)) by lia.
    replace (S (S n + k)) with (S (S (n + k))) by lia. reflexivity.
Qed.

Lemma datasets_number n k : length (datasets n (S k)) = binomial (n + k) k.
Proof.
  revert n. induction k as [|k IH]; intros n.
  - rewrite binomial_0. cbn [datasets]. rewrite length_flat_map.
    erewrite map_ext; [|intros a; rewrite map_length; reflexivity].
    induction n as [|n IHn]; [reflexivity|].
    change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)). rewrite <- seq_shift.
    cbn [map list_sum fold_right].
    rewrite map_map. cbn [Nat.sub]. exact IHn.
  - change (datasets n (S (S k))) with (flat_map (fun c => map (cons c) (datasets (n - c) (S k)))
      (seq 0 (S n))).
    rewrite length_flat_map. erewrite map_ext; [|intros c; rewrite map_length, IH; reflexivity].
    rewrite binomial_diagonal_sum. f_equal. lia.
Qed.

Lemma binomial_1 n : binomial n 1 = n.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [binomial]. rewrite binomial_0, IH. lia. Qed.

Lemma filter_true {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma sumof_one {A} (l : list A) : sumof l (fun _ => 1) = INR (length l).
Proof. unfold sumof. induction l as [|a l IH]; [reflexivity|]. cbn [map suml length].
rewrite IH, S_INR. ring. Qed.

(* Probabilities and distances. *)
Lemma softmax_same {A} (l : list A) (f : A -> R) r s : f r = f s -> softmax l f r = softmax l f s.
Proof. unfold softmax. intros ->. reflexivity. Qed.

Lemma softmax_inj {A} (l : list A) (f : A -> R) r s : l <> [] -> softmax l f r = softmax l f s ->
  f r = f s.
Proof.
  intros N E. unfold softmax in E.
  assert (Z : 0 < sumof l (fun z => exp (f z))) by (apply sumof_pos; auto using exp_pos).
  apply exp_inv. apply Rmult_eq_reg_r with (/ sumof l (fun z => exp (f z))); [exact E|].
  apply Rgt_not_eq, Rinv_0_lt_compat, Z.
Qed.

Lemma Sexp_pos prior n x gamma : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> 0 < Sexp prior x gamma.
Proof. intros Hp Hn Ix. pose proof (LS_pos prior n Hp Hn x Ix).
pose proof (LS_le_Sexp prior n x gamma Ix). lra. Qed.

Lemma probability_same prior n m eps x r s : last_of m = None ->
  In x (datasets n (length prior)) ->
  In r (datasets n (length prior)) -> In s (datasets n (length prior)) ->
  distance prior x r = distance prior x s ->
    probability m prior eps x r = probability m prior eps x s.
Proof.
  intros N Ix Ir Is E. rewrite !(probability_softmax prior n) by assumption. apply softmax_same.
  rewrite E. reflexivity.
Qed.

Lemma sumof_const_on {A} (l : list A) f c : (forall a, In a l -> f a = c) ->
  sumof l f = INR (length l) * c.
Proof.
  unfold sumof. induction l as [|a l IH]; intros E; [simpl; ring|]. cbn [map suml length].
  rewrite IH by (intros; apply E; now right). rewrite (E a (or_introl eq_refl)), S_INR. ring.
Qed.

(* Sums over some of the candidates. *)
Lemma sumof_filter_le {A} (l : list A) (p : A -> bool) f : (forall a, In a l -> 0 <= f a) ->
  sumof (filter p l) f <= sumof l f.
Proof.
  unfold sumof. induction l as [|a l IH]; intros P; simpl; [lra|].
  assert (suml (map f (filter p l)) <= suml (map f l)) by (apply IH; intros; apply P; now right).
  specialize (P a (or_introl eq_refl)). destruct (p a); simpl; lra.
Qed.

Lemma softmax_total {A} (l : list A) f : l <> [] -> sumof l (softmax l f) = 1.
Proof.
  intros N. assert (Z : 0 < sumof l (fun z => exp (f z))) by (apply sumof_pos;
    auto using exp_pos).
  unfold softmax. set (z := sumof l (fun z => exp (f z))) in *.
  assert (E : sumof l (fun r => exp (f r) / z) = / z * sumof l (fun r => exp (f r))).
  { rewrite <- sumof_scale. unfold sumof. f_equal. apply map_ext. intros a. unfold Rdiv. ring. }
  rewrite E. fold z. field. lra.
Qed.

Lemma sumof_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> sumof l f = sumof l g.
Proof. intros E. unfold sumof. f_equal. apply map_ext_in, E. Qed.

Lemma probability_sum_le1 prior n m eps x p : is_prior prior -> (1 <= n)%nat ->
  last_of m = None -> In x (datasets n (length prior)) ->
  sumof (filter p (datasets n (length prior))) (fun z => probability m prior eps x z) <= 1.
Proof.
  intros Hp Hn N Ix. set (f := fun z => - eps * distance prior x z / (factor m * sens m prior x)).
  rewrite (sumof_ext _ _ (softmax (datasets n (length prior)) f)).
  2:{ intros z Iz. apply filter_In in Iz. apply (probability_softmax prior n); tauto. }
  pose proof (datasets_some prior n Hp Hn) as Dn.
  rewrite <- (softmax_total (datasets n (length prior)) f Dn). apply sumof_filter_le.
  intros a _. left. apply softmax_pos, Dn.
Qed.
