(* What the words say of neighbours, candidates and posteriors, each in one lemma: one record moves
   two counts by one, a posterior is at distance 0 of itself only, sensitivities as largest
   differences of scores. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced Release Values SmoothWeights.
Import ListNotations.
Open Scope R_scope.

Lemma two_of_length (prior : list R) : INR (length prior) = 2 -> length prior = 2%nat.
Proof. intros K. apply INR_eq. simpl. lra. Qed.

(* Two categories: a replaced record moves each count by one. *)
Lemma adjacent_two prior n x y : INR (length prior) = 2 -> is_dataset prior n x ->
  is_dataset prior n y -> adjacent x y ->
  Rabs (INR (nth 0 x 0%nat) - INR (nth 0 y 0%nat)) = 1 /\
  Rabs (INR (nth 1 x 0%nat) - INR (nth 1 y 0%nat)) = 1.
Proof.
  intros K [Lx Ex] [Ly Ey] A. apply two_of_length in K. rewrite K in Lx, Ly.
  pose proof (neighbours_l1 x y A) as E.
  destruct x as [|a [|b [|? ?]]]; try discriminate Lx.
  destruct y as [|c [|e [|? ?]]]; try discriminate Ly.
  cbn [l1 nth] in *. simpl list_sum in Ex, Ey.
  assert (S : INR a + INR b = INR c + INR e) by (rewrite <- !plus_INR; f_equal; lia).
  replace (INR b - INR e) with (- (INR a - INR c)) in * by lra. rewrite Rabs_Ropp in *. lra.
Qed.

(* As many datasets of one record as there are categories. *)
Lemma binomial_below k : binomial (S k) k = S k.
Proof.
  induction k as [|k IH]; [reflexivity|].
  change (binomial (S (S k)) (S k)) with (binomial (S k) k + binomial (S k) (S k))%nat.
  rewrite IH, binomial_full. lia.
Qed.

Lemma candidates_number (prior : list R) n : is_prior prior ->
  sumof (datasets n (length prior)) (fun _ => 1)
  = INR (binomial (n + length prior - 1) (length prior - 1)).
Proof.
  intros [K _]. rewrite sumof_one. destruct (length prior) as [|k]; [lia|].
  rewrite datasets_number. f_equal. f_equal; lia.
Qed.

Lemma candidates_two (prior : list R) n : INR (length prior) = 2 ->
  sumof (datasets n (length prior)) (fun _ => 1) = INR n + 1.
Proof.
  intros K. apply two_of_length in K. rewrite sumof_one, K, datasets_number, binomial_1, plus_INR.
  reflexivity.
Qed.

Lemma multiplicity_itself prior n x : is_prior prior -> In x (datasets n (length prior)) ->
  multiplicity prior x x = 1.
Proof.
  intros Hp Ix. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
  unfold multiplicity. rewrite Ex. change 1 with (INR 1). f_equal.
  apply (filter_single _ _ x); [apply datasets_NoDup | exact Ix|]. intros z Iz.
  rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix). unfold Reqb.
  destruct (Req_EM_T _ _) as [E|N]; split; intros H; try easy.
  - symmetry. apply (distance_zero prior n); assumption.
  - subst z. exfalso. apply N, (m_refl _ _ (distance_metric prior n Hp) x Ix).
Qed.

Lemma score_negative prior n x r : is_prior prior -> In x (datasets n (length prior)) ->
  In r (datasets n (length prior)) -> x = r \/ - distance prior x r < 0.
Proof.
  intros Hp Ix Ir. destruct (list_eq_dec Nat.eq_dec x r) as [E|N]; [left; exact E | right].
  pose proof (distance_pos prior n Hp x r Ix Ir N). lra.
Qed.

Lemma maxof_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> maxof l f = maxof l g.
Proof. intros E. unfold maxof. f_equal. apply map_ext_in, E. Qed.

Lemma minof_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> minof l f = minof l g.
Proof. intros E. unfold minof. f_equal. apply map_ext_in, E. Qed.

Section Sensitivities.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Let D := datasets n (length prior).

(* The largest difference of scores, and the largest absolute difference, is the distance. *)
Lemma local_by_scores x : In x D ->
  maxof (neighbours x) (fun w => maxof D (fun z => Rabs (distance prior x z - distance prior w z)))
  = LS prior x.
Proof using Hp Hn.
  intros Ix. apply (local_sensitivity D (neighbours x) (distance prior) x).
  - apply (distance_metric prior n Hp).
  - exact Ix.
  - apply (neighbours_some_in prior n Hp Hn x Ix).
  - apply (neighbours_in prior n x Ix).
Qed.

Lemma local_by_signed_scores x : In x D ->
  maxof (neighbours x) (fun w => maxof D (fun z => distance prior x z - distance prior w z))
  = LS prior x.
Proof using Hp Hn.
  intros Ix. pose proof (distance_metric prior n Hp) as M. fold D in M. apply maxof_ext.
  intros w Iw. pose proof (neighbours_in prior n x Ix w Iw) as Jw. fold D in Jw. apply Rle_antisym.
  - apply maxof_le; [apply (datasets_some prior n Hp Hn)|]. intros z Iz.
    pose proof (metric1_abs D _ M x w z Ix Jw Iz) as B. apply Rabs_le_inv in B. lra.
  - pose proof (maxof_ge D (fun z => distance prior x z - distance prior w z) w Jw) as B.
    cbv beta in B. rewrite (m_refl _ _ M w Jw) in B. lra.
Qed.

Lemma global_by_scores :
  maxof D (fun v => maxof (neighbours v) (fun w =>
    maxof D (fun z => Rabs (distance prior v z - distance prior w z)))) = GS prior n.
Proof using Hp Hn. apply maxof_ext. intros v Iv. apply local_by_scores, Iv. Qed.

(* At parameter 0 both smooth sensitivities are the largest local one. *)
Lemma Sexp_zero x : In x D -> Sexp prior x 0 = GS prior n.
Proof using.
  intros Ix. rewrite (Sexp_expsmooth prior n) by exact Ix. apply maxof_ext. intros z Iz.
  replace (- 0 * replaced x z) with 0 by ring. rewrite exp_0. ring.
Qed.

Lemma Sharm_zero x : In x D -> Sharm prior x 0 = GS prior n.
Proof using Hp Hn.
  intros Ix. pose proof (GS_pos prior n Hp Hn) as G.
  assert (E : 1 / Sharm prior x 0 = 1 / GS prior n).
  { apply Rle_antisym.
    - destruct (maxof_in D (fun v => LS prior v) (datasets_some prior n Hp Hn)) as (v & Iv & V).
      pose proof (Sharm_inv_le prior n Hp Hn 0 x v (Rle_refl 0) Ix Iv) as B.
      unfold GS. fold D. rewrite V. lra.
    - destruct (Sharm_inv_attained prior n Hp Hn 0 x (Rle_refl 0) Ix) as (s & Is & ->).
      rewrite Rmult_0_l, Rplus_0_r. pose proof (LS_pos prior n Hp Hn s Is) as L.
      apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [exact L|].
      apply (LS_le_GS prior n s Is). }
  pose proof (Sharm_pos prior n Hp Hn 0 x (Rle_refl 0) Ix) as P. unfold Rdiv in E.
  rewrite !Rmult_1_l in E. apply (f_equal Rinv) in E. rewrite !Rinv_inv in E. exact E.
Qed.
End Sensitivities.

(* The partial sums of the exponential series stay below it. *)
Lemma exp_series_below x m : 0 <= x ->
  sum_f_R0 (fun i => / INR (fact i) * x ^ i) m <= exp x.
Proof.
  intros X. unfold exp. destruct (exist_exp x) as [l U]. cbn [proj1_sig].
  apply sum_incr; [exact U|]. intros i. apply Rmult_le_pos; [|apply pow_le, X].
  left. apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.
