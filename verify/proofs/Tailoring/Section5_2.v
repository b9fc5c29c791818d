From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_1 : reading_tailoring_lemma_5_1_epsgt0.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G. dataset Ix. dataset Ir. dataset Is.
  split; intros E.
  - apply (probability_same prior n); auto.
  - rewrite !(probability_softmax prior n) in E by (reflexivity || assumption).
    apply softmax_inj in E; [|apply (datasets_some prior n Hp Hn)]. simpl in E.
    pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S. set (t := Sexp prior x gamma) in *.
    apply Rmult_eq_reg_l with (- eps / (2 * t)).
    + replace (- eps / (2 * t) * distance prior x r) with (- eps * distance prior x r /
        (2 * t)) by (field; lra).
      replace (- eps / (2 * t) * distance prior x s) with (- eps * distance prior x s /
        (2 * t)) by (field; lra). exact E.
    + apply Rlt_not_eq. assert (0 < eps / (2 * t)) by (apply Rdiv_lt_0_compat; lra).
      replace (- eps / (2 * t)) with (- (eps / (2 * t))) by (field; lra). lra.
Qed.

Theorem lemma_5_2 : reading_tailoring_lemma_5_2_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  apply sumof_const_on.
  intros z Iz. apply filter_In in Iz. destruct Iz as [Iz E]. unfold Reqb in E.
  destruct (Req_EM_T _ _) as [E'|]; [|discriminate]. apply (probability_same prior n); auto.
Qed.

Theorem score : reading_tailoring_score_in_5_2_literal.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G. dataset Ix. dataset Ir. dataset Is.
  repeat split.
  - apply score_nonneg.
  - apply (score_zero prior n Hp x Ix r Ir).
  - apply (score_zero prior n Hp x Ix r Ir).
  - apply (release_lt prior n Hp Hn eps gamma x Ix r s He Ir Is).
Qed.

Theorem lemma_5_1_forward : reading_tailoring_lemma_5_1_forward_lines.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G E. dataset Ix. dataset Ir. dataset Is.
  pose proof (twice_sensitivity prior n Hp Hn gamma x Ix) as N.
  pose proof (weights_pos prior n Hp Hn eps gamma x) as W. unfold weights in W.
  conjuncts; try exact N; try (apply Rgt_not_eq, W); try (rewrite E; reflexivity).
  apply (probability_same prior n); auto.
Qed.

Theorem lemma_5_1_fractions : reading_tailoring_lemma_5_1_backward_fractions.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G E. dataset Ix. dataset Ir. dataset Is.
  pose proof (twice_sensitivity prior n Hp Hn gamma x Ix) as N.
  pose proof (weights_pos prior n Hp Hn eps gamma x) as W. unfold weights in W.
  pose proof (fraction prior n eps gamma x Ix r Ir) as Fr.
  pose proof (fraction prior n eps gamma x Ix s Is) as Fs. unfold weights in Fr, Fs.
  conjuncts; try exact N; try (apply Rgt_not_eq, W); try assumption.
  rewrite <- Fr, <- Fs. exact E.
Qed.

Theorem lemma_5_1_distances : reading_tailoring_lemma_5_1_backward_distances.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G E.
  apply (lemma_5_1 n prior x r s eps gamma); assumption.
Qed.

Theorem def_4 : reading_tailoring_def_4_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir. split.
  - unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
    rewrite Ex. reflexivity.
  - apply (multiplicity_ge1 prior n x Ix r Ir).
Qed.

(* Another candidate than r is nearer or farther: x itself, or a neighbour of x. *)
Theorem def_4_proper : reading_tailoring_def_4_proper_subset.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir. rewrite sumof_one.
  unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  apply lt_INR.
  assert (O : exists z, In z (datasets n (length prior)) /\ distance prior x z <>
    distance prior x r).
  { destruct (Req_EM_T (distance prior x r) 0) as [Z|Z].
    - pose proof (neighbours_some_in prior n Hp Hn x Ix) as A.
      destruct (neighbours x) as [|y l] eqn:Ey; [congruence|].
      assert (Ay : adjacent x y) by (unfold adjacent; rewrite Ey; now left).
      exists y. pose proof (adjacent_in prior n x y Ix Ay) as Iy. split; [exact Iy|].
      rewrite Z. intros E. apply (score_zero prior n Hp x Ix y Iy) in E.
      destruct (neighbours_spec x y Ay) as (_ & _ & _ & D). congruence.
    - exists x. split; [exact Ix|]. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix).
      congruence. }
  destruct O as (z & Iz & O). clear Ix Ir Ex.
  induction (datasets n (length prior)) as [|a l IH]; [easy|]. cbn [filter length].
  destruct Iz as [->|Iz].
  - destruct (Reqb _ _) eqn:R; [apply Reqb_true in R; congruence|].
    pose proof (length_filter (fun w => Reqb (distance prior x w) (distance prior x r)) l). lia.
  - specialize (IH Iz). destruct (Reqb _ _); cbn [length]; lia.
Qed.

Theorem lemma_5_2_terms : reading_tailoring_lemma_5_2_equal_terms.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G.
  pose proof (proj1 (def_4 n prior x r Hn Hp Ix Ir)) as C. dataset Ix. dataset Ir.
  split; [symmetry; exact C|]. intros z Iz E. apply (probability_same prior n); auto.
Qed.

Theorem lemma_5_2_event : reading_tailoring_lemma_5_2_event_membership.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. symmetry.
  apply (event_of_members prior n eps gamma x r).
Qed.

Theorem lemma_5_2_disjoint : reading_tailoring_lemma_5_2_indep_disjointness.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G E N. dataset Ix. dataset Ir. dataset Is.
  split.
  - rewrite filter_none; [reflexivity|]. intros z _. apply Bool.not_true_iff_false. intros T.
    apply andb_prop in T. rewrite !same_counts_true in T. destruct T. congruence.
  - rewrite sumof_split.
    + f_equal; apply sumof_single; try assumption; try apply datasets_NoDup; intros z _;
        apply same_counts_true.
    + intros z _. rewrite !same_counts_true. congruence.
Qed.

Theorem lemma_5_2_equal : reading_tailoring_lemma_5_2_sum_equal_probabilities.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G E z Iz Ez. dataset Ix. dataset Ir.
  dataset Is. apply (probability_same prior n); auto. congruence.
Qed.

Theorem lemma_5_2_multiples : reading_tailoring_lemma_5_2_sum_multiples.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  rewrite (event_of_members prior n eps gamma x r).
  apply (event prior n eps gamma x Ix r Ir).
Qed.
