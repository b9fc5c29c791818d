From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values Scores ReleaseOfCounts NearReleases ManyMoves
  NearCounts Instances.
From Dpbi.Short Require Import Section4_3.
From Dpbi.Statements.Short Require Import Section4_1.
From Dpbi.Statements.Short Require Import Section4_2.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_2_literal : reading_short_thm_4_2_literal_nonnegative_t.
Proof.
  intros n prior x eps t Hn Hp Ix He Ht K. dataset Ix.
  assert (E1 : 1 < exp (t * eps)) by (rewrite <- exp_0; apply exp_increasing; nra).
  enough (0 <= sumof (filter (fun z => Rleb (distance prior x z) 0) (datasets n (length prior)))
    (fun z => probability lshist prior eps x z)) by lra.
  assert (Q : forall l, (forall z, In z l -> 0 <= probability lshist prior eps x z) ->
    0 <= sumof l (fun z => probability lshist prior eps x z)).
  { unfold sumof. induction l as [|z l IH]; simpl; intros F; [lra|].
    pose proof (F z (or_introl eq_refl)).
    assert (0 <= suml (map (fun z => probability lshist prior eps x z) l)) by (apply IH; intros;
      apply F; now right). lra. }
  apply Q. intros z Iz. unfold probability. destruct (in_dec _ _ _) as [I|I]; [|lra].
  unfold density. simpl last_of. cbv iota beta. unfold outputs in I. simpl last_of in I.
  apply in_map_iff in I.
  destruct I as (s & <- & Is). rewrite removelast_last. destruct (tuples_spec _ _ _ Is) as [_ F].
  left.
  apply noisy_vector_pos; [|exact F]. apply Rdiv_lt_0_compat; [|exact He]. simpl scale.
  destruct (Nat.eqb _ _); lra.
Qed.

Theorem thm_4_2_repaired : reading_short_thm_4_2_repaired_gammaeqe_eps.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  eapply Rle_trans; [|apply (cor_4_4_1_as_inf n prior x eps); assumption].
  assert (exp ((- 2) * eps) <= exp (- eps)) by (apply exp_le; lra). lra.
Qed.

(* What lshist releases: as many counts as there are categories, between 0 and n. *)
Lemma lshist_counts n k o : (2 <= k)%nat -> In o (outputs lshist n k) ->
  length o = k /\ Forall (fun j => (j <= n)%nat) o.
Proof.
  intros K I. split; [apply (released_length lshist n); try assumption; discriminate|].
  unfold outputs in I. simpl last_of in I. cbv iota in I. apply in_map_iff in I.
  destruct I as (r & <- & I). destruct (tuples_spec _ _ _ I) as [_ F].
  apply Forall_app. split; [exact F | constructor; [lia | constructor]].
Qed.

Lemma released_comparable prior n x o : is_prior prior -> is_dataset prior n x ->
  In o (outputs lshist n (length prior)) -> comparable (posterior prior x) (posterior prior o).
Proof.
  intros Hp [Lx _] I. pose proof Hp as [K P]. destruct (lshist_counts n _ o K I) as [L _].
  repeat split; try (apply posterior_pos, P); rewrite !posterior_length; lia.
Qed.

Theorem thm_4_1_every_release : reading_short_thm_4_1_every_release.
Proof.
  intros n prior x Hn Hp Ix. pose proof Hp as [K P].
  split; [intros o I; apply (lshist_counts n _ o K I)|].
  split; [intros o I; apply (released_comparable prior n); assumption|].
  split; intros o I; destruct (lshist_counts n _ o K I) as [L F].
  - destruct Ix as [Lx _]. congruence.
  - dataset Ix. unfold replaced. replace (2 * (l1 x o / 2)) with (l1 x o) by field.
    apply (distance_any prior n); assumption.
Qed.

Theorem thm_4_1_fixed : reading_short_thm_4_1_fixed_eps_gamma_prior.
Proof.
  intros n prior x eps j Hn Hp Ix He _. pose proof Hp as [K P].
  split; [intros o I; apply (lshist_counts n _ o K I)|].
  split; [intros o I; apply (released_comparable prior n); assumption|].
  dataset Ix. apply (nearby_release prior n x eps j _ Hp Hn He Ix). intros o I D.
  destruct (lshist_counts n _ o K I) as [L F]. apply Rleb_intro.
  eapply Rle_trans; [apply (distance_any prior n); assumption|].
  pose proof (LS_pos prior n Hp Hn x Ix). nra.
Qed.

Theorem thm_4_1_two_categories : reading_short_thm_4_1_two_categories.
Proof. intros n prior x eps t Hn Hp Ix He T K _. apply thm_4_3_ends_ceil; assumption. Qed.

Theorem thm_4_1_two_categories_met : met_short_thm_4_1_two_categories.
Proof. exists 2%nat, [1; 1], middle, 1, 1. met. Qed.

(* The infimum: the smallest v with P(H <= v) >= 1 - delta, and the t with P(H < t) >= 1 - delta.
*)
Theorem elap_infimum : reading_short_elap_def_infimum.
Proof.
  intros n prior x eps delta t Hn Hp Ix He D0 D1 T. pose proof Hp as [K P].
  assert (len : forall o, In o (outputs lshist n (length prior)) -> length o = length prior)
    by (intros o I; apply (lshist_counts n _ o K I)).
  assert (cmp : forall o, In o (outputs lshist n (length prior)) ->
    comparable (posterior prior x) (posterior prior o))
    by (intros o I; apply (released_comparable prior n); assumption).
  do 4 (split; [assumption|]). do 12 (split; [intros; auto|]).
  intros w Iw [above below].
  assert (pos : forall o, In o (outputs lshist n (length prior)) ->
    0 <= probability lshist prior eps x o).
  { intros o I. dataset Ix. left. apply (count_released_pos lshist prior n); try assumption.
    discriminate. }
  split.
  - intros L. eapply Rle_trans; [exact above|]. apply sumof_filter_mono; [exact pos|].
    intros o _ Q. apply Rltb_true. unfold Rleb in Q. destruct (Rle_dec _ _); [lra | discriminate].
  - intros L. apply Rlt_not_le. eapply Rle_lt_trans; [|exact below].
    apply sumof_filter_mono; [exact pos|]. intros o _ Q. apply Rltb_true in Q.
    apply Rltb_true. lra.
Qed.
