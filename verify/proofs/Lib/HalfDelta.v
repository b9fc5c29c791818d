(* The notes' beta: with it, the tail of the candidates is half of delta. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores.
Import ListNotations.
Open Scope R_scope.

(* The number of candidates is any number of at least 1. *)
Lemma beta_of_number number eps delta : 1 <= number -> 0 < eps -> 0 < delta < 1 ->
  2 * number <> 0 /\ 0 < delta / (2 * number) /\ ln (delta / (2 * number)) < 0 /\
  1 < 1 - eps / (2 * ln (delta / (2 * number))) /\
  0 < ln (1 - eps / (2 * ln (delta / (2 * number)))).
Proof.
  intros N He Hd.
  assert (A : 0 < delta / (2 * number)) by (apply Rdiv_lt_0_compat; lra).
  assert (B : ln (delta / (2 * number)) < 0).
  { rewrite <- ln_1. apply ln_increasing; [exact A|].
    apply Rmult_lt_reg_r with (2 * number); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (low := ln (delta / (2 * number))) in *.
  assert (C : 0 < eps / (2 * - low)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : eps / (2 * low) = - (eps / (2 * - low))) by (field; lra).
  repeat split; try assumption; try lra. rewrite <- ln_1. apply ln_increasing; lra.
Qed.

Lemma tail_of_number number eps delta q : 1 <= number -> 0 < eps -> 0 < delta < 1 -> 1 < q ->
  q <= 1 - eps / (2 * ln (delta / (2 * number))) ->
  number * exp (eps / (2 * (1 - q))) <= delta / 2.
Proof.
  intros N He Hd Q L. destruct (beta_of_number number eps delta N He Hd) as (_ & A & B & _).
  replace (delta / 2) with (number * exp (ln (delta / (2 * number))))
    by (rewrite exp_ln by exact A; field; lra).
  apply Rmult_le_compat_l; [lra|]. apply exp_le. set (low := ln (delta / (2 * number))) in *.
  replace (eps / (2 * (1 - q))) with (- (eps / 2 / (q - 1))) by (field; lra).
  assert (- low <= eps / 2 / (q - 1)); [|lra].
  apply Rmult_le_reg_r with (q - 1); [lra|].
  replace (eps / 2 / (q - 1) * (q - 1)) with (eps / 2) by (field; lra).
  assert (E : eps / (2 * low) * (- low) = - (eps / 2)) by (field; lra). nra.
Qed.

Lemma notes_beta n eps delta : 0 < eps -> 0 < delta -> delta < 1 ->
  0 < delta / (2 * (INR n + 1)) /\ 2 * ln (delta / (2 * (INR n + 1))) <> 0 /\
  0 < 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))) /\
  0 < ln (1 - eps / (2 * ln (delta / (2 * (INR n + 1))))).
Proof.
  intros He D0 D1. pose proof (pos_INR n).
  destruct (beta_of_number (INR n + 1) eps delta ltac:(lra) He ltac:(lra))
    as (_ & A & B & C & D). repeat split; lra.
Qed.

Lemma notes_tail n eps delta q : 0 < eps -> 0 < delta -> delta < 1 -> 1 < q ->
  q <= 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))) ->
  (INR n + 1) * exp (eps / (2 * (1 - q))) <= delta / 2.
Proof. intros He D0 D1 Q L. pose proof (pos_INR n). apply tail_of_number; lra. Qed.

Lemma exp_of_beta n eps delta lam : 0 < eps -> 0 < delta -> delta < 1 -> 0 < lam ->
  lam <= ln (1 - eps / (2 * ln (delta / (2 * (INR n + 1))))) ->
  1 < exp lam <= 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))).
Proof.
  intros He D0 D1 L B. destruct (notes_beta n eps delta He D0 D1) as (_ & _ & P & _).
  split; [apply exp_gt1, L|]. apply exp_le in B. rewrite exp_ln in B by exact P. exact B.
Qed.

(* A score below s/(1 - q) is far from the dataset. *)
Lemma below_the_line s q u : 1 < q -> - u <= s / (1 - q) -> s / (q - 1) <= u.
Proof. intros Q L. replace (s / (1 - q)) with (- (s / (q - 1))) in L by (field; lra). lra. Qed.

Lemma at_the_line eps s q : 0 < s -> 1 < q ->
  exp (- eps * (s / (q - 1)) / (2 * s)) = exp (eps / (2 * (1 - q))).
Proof. intros S Q. f_equal. field. lra. Qed.

Lemma cancelled eps s q : 0 < s -> 1 < q ->
  exp (eps * (s / (1 - q)) / (2 * s)) = exp (eps / (2 * (1 - q))).
Proof. intros S Q. f_equal. field. lra. Qed.

Section Line.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (eps gamma : R) (He : 0 < eps) (x : list nat) (Ix : In x (datasets n (length prior))).

Lemma below_is_improbable q : 1 < q ->
  sumof (filter (fun z => Rleb (- distance prior x z) (Sexp prior x gamma / (1 - q)))
    (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z)
  <= INR (length (datasets n (length prior))) * exp (eps / (2 * (1 - q))).
Proof using Hp Hn He Ix.
  intros Q. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S.
  rewrite <- (at_the_line eps (Sexp prior x gamma) q S Q).
  apply (tail prior n Hp Hn eps gamma x Ix); [lra|].
  intros z _ B. apply Rleb_true in B. apply below_the_line; assumption.
Qed.

Lemma not_above_is_improbable q : 1 < q ->
  sumof (filter (fun z => negb (Rleb (Sexp prior x gamma / (1 - q)) (- distance prior x z)))
    (datasets n (length prior))) (fun z => probability (mh_exp gamma) prior eps x z)
  <= INR (length (datasets n (length prior))) * exp (eps / (2 * (1 - q))).
Proof using Hp Hn He Ix.
  intros Q. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S.
  rewrite <- (at_the_line eps (Sexp prior x gamma) q S Q).
  apply (tail prior n Hp Hn eps gamma x Ix); [lra|].
  intros z _ B. unfold Rleb in B. destruct (Rle_dec _ _) as [|N]; [discriminate|].
  apply below_the_line; [exact Q | lra].
Qed.
End Line.

(* The event of a distance, for every mechanism with one weight for each distance. *)
Lemma event_of_distance prior n m eps x r : last_of m = None ->
  In x (datasets n (length prior)) -> In r (datasets n (length prior)) ->
  sumof (filter (fun z => Reqb (distance prior x z) (distance prior x r))
    (datasets n (length prior))) (fun z => probability m prior eps x z)
  = multiplicity prior x r * probability m prior eps x r.
Proof.
  intros L Ix Ir. unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
  rewrite Ex. apply sumof_const_on. intros z Iz. apply filter_In in Iz. destruct Iz as [Iz E].
  apply Reqb_true in E. apply (probability_same prior n); auto.
Qed.

(* The best score is 0, and only x has it. *)
Lemma scores_of_x prior n x : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) ->
  minof (datasets n (length prior)) (fun z => distance prior x z) = 0 /\
  length (filter (fun z => Reqb (distance prior x z) 0) (datasets n (length prior))) = 1%nat.
Proof.
  intros Hp Hn Ix. pose proof (distance_metric prior n Hp) as M. split.
  - apply Rle_antisym.
    + rewrite <- (m_refl _ _ M x Ix).
      apply (minof_le (datasets n (length prior)) (fun z => distance prior x z) x Ix).
    + destruct (minof_in (datasets n (length prior)) (fun z => distance prior x z)
        (datasets_some prior n Hp Hn)) as (z & Iz & ->). apply (m_nonneg _ _ M x z Ix Iz).
  - apply (filter_single _ _ x (datasets_NoDup n (length prior)) Ix).
    intros z Iz. rewrite Reqb_true. split; [|intros ->; apply (m_refl _ _ M x Ix)].
    intros Z. symmetry. apply (distance_zero prior n); assumption.
Qed.
