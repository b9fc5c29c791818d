From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Datasets Losses Counting Balanced
  NoisyCounts Release
  TwoCategories NearReleases Scores Instances.
From Dpbi.Statements.Short Require Import Section4_4.
Import ListNotations.
Open Scope R_scope.

Lemma within_steps prior n x z (j : nat) : is_dataset prior n z -> replaced x z <= INR j ->
  existsb (fun w => (Rleb (replaced x w) (INR j)
    && Rleb (distance prior x z) (distance prior x w))%bool) (datasets n (length prior)) = true.
Proof.
  intros Iz D. apply existsb_exists. exists z. split; [apply datasets_spec; exact Iz|].
  rewrite !Rleb_intro; [reflexivity | lra | exact D].
Qed.

Theorem thm_4_4_step_at_least : reading_short_thm_4_4_step_at_least.
Proof.
  intros n prior x eps j Hn Hp Ix He _ K.
  apply (steps_release prior n x eps _ j Hp Hn He K Ix). intros z Iz D.
  apply within_steps; assumption.
Qed.

Theorem thm_4_4_gamma : reading_short_thm_4_4_gamma_literal.
Proof. exact thm_4_4_step_at_least. Qed.

(* From -j to j - 1. *)
Lemma half_open prior n x eps j : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x -> 1 <= INR j ->
  INR j < INR (nth 0%nat x 0%nat) -> INR j - 1 < INR (nth 1%nat x 0%nat) ->
  sumof (filter (fun z => (Rleb (- INR j) (INR (nth 0%nat z 0%nat) - INR (nth 0%nat x 0%nat))
      && Rleb (INR (nth 0%nat z 0%nat) - INR (nth 0%nat x 0%nat)) (INR j - 1))%bool)
    (datasets n (length prior))) (fun z => probability lshist prior eps x z)
  = 1 - exp (- INR j * eps).
Proof.
  intros Hp Hn He K Ix J L0 L1. change 1 with (INR 1) in J. apply INR_le in J.
  destruct j as [|u]; [lia|]. rewrite S_INR in L1. apply INR_lt in L0.
  replace (INR u + 1 - 1) with (INR u) in L1 by ring. apply INR_lt in L1.
  rewrite (interval_release prior n x eps _ (S u) u Hp Hn He K Ix L0 L1).
  - rewrite !S_INR. field.
  - intros z Iz. rewrite Bool.andb_true_iff. unfold Rleb.
    destruct (Rle_dec _ _) as [A|A], (Rle_dec _ _) as [B|B]; split; intros C;
      try (destruct C; discriminate); try (split; reflexivity).
    + split; apply INR_le; rewrite ?plus_INR, ?minus_INR by lia; rewrite ?S_INR in *; lra.
    + exfalso. apply B. destruct C as [_ C]. apply le_INR in C. rewrite plus_INR in C.
      rewrite S_INR. lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      lra.
Qed.

Theorem thm_4_4_step_half_open : reading_short_thm_4_4_step_pr_lap_lt_k_released.
Proof. intros n prior x eps j Hn Hp Ix He _ K J L0 L1. apply half_open; assumption. Qed.

Theorem thm_4_4_concl : reading_short_thm_4_4_concl_literal.
Proof.
  intros eps j m He _ _. destruct (inv_exp_pos (- INR m * INR j * eps)) as [_ P].
  split; [exact P|]. rewrite ln_inv_exp. field. lra.
Qed.

(* The event of smaller distances is an interval around the count. *)
Lemma filter_upper (q : nat -> bool) s m :
  (forall i, (s <= i)%nat -> (S i < s + m)%nat -> q i = true -> q (S i) = true) ->
  forall i, (s <= i < s + m)%nat ->
  q i = true <-> (s + m - length (filter q (seq s m)) <= i)%nat.
Proof.
  revert s. induction m as [|m IH]; intros s U i L; [lia|].
  cbn [seq filter]. destruct (q s) eqn:Q.
  - assert (all : forall j, (s <= j < s + S m)%nat -> q j = true).
    { intros j Lj. replace j with (s + (j - s))%nat in * by lia.
      induction (j - s)%nat as [|d D]; [rewrite Nat.add_0_r; exact Q|].
      rewrite Nat.add_succ_r. apply U; try lia. apply D. lia. }
    cbn [length]. rewrite (filter_all q (seq (S s) m)).
    + rewrite seq_length. split; intros; [lia | apply all; lia].
    + intros j I. apply in_seq in I. apply all. lia.
  - assert (len : (length (filter q (seq (S s) m)) <= m)%nat).
    { rewrite <- (seq_length m (S s)) at 2. apply Events.length_filter. }
    destruct (Nat.eq_dec i s) as [->|N].
    + split; [congruence | lia].
    + rewrite (IH (S s)); [|intros j Lj Lm; apply U; lia | lia]. lia.
Qed.

Lemma filter_lower (q : nat -> bool) s m :
  (forall i, (s <= i)%nat -> (S i < s + m)%nat -> q (S i) = true -> q i = true) ->
  forall i, (s <= i < s + m)%nat ->
  q i = true <-> (i < s + length (filter q (seq s m)))%nat.
Proof.
  revert s. induction m as [|m IH]; intros s D i L; [lia|].
  cbn [seq filter]. destruct (q s) eqn:Q.
  - cbn [length]. destruct (Nat.eq_dec i s) as [->|N]; [split; [lia | congruence]|].
    rewrite (IH (S s)); [|intros j Lj Lm; apply D; lia | lia]. lia.
  - assert (none : forall d, (d < S m)%nat -> q (s + d)%nat = false).
    { induction d as [|d H]; intros Ld; [rewrite Nat.add_0_r; exact Q|].
      destruct (q (s + S d)%nat) eqn:E; [|reflexivity]. rewrite Nat.add_succ_r in E.
      apply D in E; [|lia|lia]. rewrite H in E by lia. discriminate. }
    rewrite Scores.filter_none.
    + simpl. split; [|lia]. intros E. replace i with (s + (i - s))%nat in E by lia.
      rewrite none in E by lia. discriminate.
    + intros j I. apply in_seq in I. replace j with (s + (j - s))%nat by lia. apply none. lia.
Qed.

Theorem thm_4_4_step_upper : reading_short_thm_4_4_step_upper_bound.
Proof.
  intros n prior x s eps Hn Hp Ix Is He K Out One.
  destruct (two_shape prior n x Hp K Ix) as (a & e & c & E & A & B & -> & Lc).
  assert (Cx : ones n c <> s).
  { intros <-. apply (Out (ones n 0)).
    - subst prior. apply datasets_spec. split; [reflexivity | unfold ones; simpl; lia].
    - split; [left; reflexivity | right; reflexivity]. }
  assert (sf : same_counts (ones n c) s = false).
  { destruct (same_counts (ones n c) s) eqn:F; [apply same_counts_true in F; contradiction|].
    reflexivity. }
  destruct (two_shape prior n s Hp K Is) as (a' & e' & t & _ & _ & _ & -> & Lt).
  assert (Nct : c <> t) by congruence. subst prior.
  set (v := distance [a; e] (ones n c) (ones n t)) in *.
  set (q := fun r => Rltb (distance [a; e] (ones n c) (ones n r)) v).
  assert (D : forall z, In z (datasets n (length [a;
    e])) -> exists r, z = ones n r /\ (r <= n)%nat).
  { intros z Iz. simpl length in Iz. rewrite datasets_two in Iz. apply in_map_iff in Iz.
    destruct Iz as (r & <- & Ir). apply in_seq in Ir. exists r. split; [reflexivity | lia]. }
  assert (In' : forall r, (r <= n)%nat -> In (ones n r) (datasets n (length [a; e]))).
  { intros r Lr. apply datasets_spec. split; [reflexivity | unfold ones; simpl; lia]. }
  assert (q0 : q 0%nat = false).
  { destruct (q 0%nat) eqn:Q; [|reflexivity]. exfalso. apply Rltb_true in Q.
    apply (Out (ones n 0) (In' _ (Nat.le_0_l n))). split; [left; reflexivity | left; exact Q]. }
  assert (qn : q n = false).
  { destruct (q n) eqn:Q; [|reflexivity]. exfalso. apply Rltb_true in Q.
    apply (Out (ones n n) (In' _ (Nat.le_refl n))). split; [right | left; exact Q].
    unfold ones. simpl. rewrite Nat.sub_diag. reflexivity. }
  assert (qc : q c = true).
  { apply Rltb_true. rewrite (m_refl _ _ (distance_metric [a; e] n Hp) _ (In' c Lc)).
    apply (distance_pos [a; e] n Hp); try apply In'; assumption. }
  assert (Nc0 : c <> 0%nat) by congruence. assert (Ncn : c <> n) by congruence.
  assert (Up : forall i, (i < c)%nat -> q i = true -> q (S i) = true).
  { intros i Li Q. apply Rltb_true in Q. apply Rltb_true.
    eapply Rlt_trans; [|exact Q].
    apply (distance_left_step a e n A B); lia. }
  assert (Down : forall i, (c <= i)%nat -> (S i <= n)%nat -> q (S i) = true -> q i = true).
  { intros i Li Ln Q. apply Rltb_true in Q. apply Rltb_true.
    eapply Rlt_trans; [|exact Q].
    apply (distance_right_step a e n A B); lia. }
  set (l := length (filter q (seq 0 c))). set (u := length (filter q (seq (S c) (n - c)))).
  assert (Ql : forall i, (i < c)%nat -> q i = true <-> (c - l <= i)%nat).
  { intros i Li. apply (filter_upper q 0 c); [|lia]. intros j _ Lj. apply Up. lia. }
  assert (Qu : forall i, (c < i <= n)%nat -> q i = true <-> (i <= c + u)%nat).
  { intros i Li. unfold u. rewrite (filter_lower q (S c) (n - c)); [lia | | lia].
    intros j Lj Lm. apply Down; lia. }
  assert (ll : (l < c)%nat).
  { destruct (le_lt_dec c l) as [G|G]; [|exact G]. exfalso.
    assert (q 0%nat = true) by (apply Ql; lia). congruence. }
  assert (lu : (u < n - c)%nat).
  { destruct (le_lt_dec (n - c) u) as [G|G]; [|exact G]. exfalso.
    assert (q n = true) by (apply Qu; lia). congruence. }
  assert (El : length (filter (fun z => (Rltb (INR (nth 0 z 0%nat)) (INR (nth 0
    (ones n c) 0%nat)) &&
      (Rltb (distance [a; e] (ones n c) z) v || same_counts (ones n c) (ones n t)))%bool)
      (datasets n (length [a; e]))) = l).
  { change (length [a; e]) with 2%nat. rewrite datasets_two, filter_map_length.
    replace (S n) with (c + (S n - c))%nat by lia. rewrite seq_app, filter_app, app_length.
    rewrite (Scores.filter_none _ (seq (0 + c) (S n - c))).
    - simpl length. rewrite Nat.add_0_r. unfold l. f_equal. apply filter_ext_on.
      intros i Ii. apply in_seq in Ii. rewrite sf, Bool.orb_false_r.
      replace (Rltb _ (INR (nth 0 (ones n c) 0%nat))) with true; [reflexivity|].
      symmetry. apply Rltb_true. unfold ones. simpl. apply lt_INR. lia.
    - intros i Ii. apply in_seq in Ii. apply Bool.andb_false_intro1.
      unfold Rltb. destruct (Rlt_dec _ _) as [F|]; [|reflexivity]. exfalso.
      unfold ones in F. simpl in F. apply INR_lt in F. lia. }
  assert (Eu : length (filter (fun z => (Rltb (INR (nth 0 (ones n c) 0%nat)) (INR
    (nth 0 z 0%nat)) &&
      (Rltb (distance [a; e] (ones n c) z) v || same_counts (ones n c) (ones n t)))%bool)
      (datasets n (length [a; e]))) = u).
  { change (length [a; e]) with 2%nat. rewrite datasets_two, filter_map_length.
    replace (S n) with (S c + (n - c))%nat by lia. rewrite seq_app, filter_app, app_length.
    rewrite (Scores.filter_none _ (seq 0 (S c))).
    - simpl length. simpl plus. unfold u. f_equal. apply filter_ext_on.
      intros i Ii. apply in_seq in Ii. rewrite sf, Bool.orb_false_r.
      replace (Rltb (INR (nth 0 (ones n c) 0%nat)) _) with true; [reflexivity|].
      symmetry. apply Rltb_true. unfold ones. simpl. apply lt_INR. lia.
    - intros i Ii. apply in_seq in Ii. apply Bool.andb_false_intro1.
      unfold Rltb. destruct (Rlt_dec _ _) as [F|]; [|reflexivity]. exfalso.
      unfold ones in F. simpl in F. apply INR_lt in F. lia. }
  rewrite El, Eu in *.
  rewrite (interval_release [a; e] n (ones n c) eps _ l u Hp Hn He K Ix).
  - set (k := Rmax (INR l) (INR u)) in *.
    assert (INR l <= k) by apply Rmax_l. assert (INR u <= k) by apply Rmax_r.
    assert (exp ((- 2) * k * eps) <= exp (- INR l * eps)) by (apply exp_le; nra).
    assert (exp ((- 2) * k * eps) <= exp (- (INR u + 1) * eps)) by (apply exp_le; nra). lra.
  - exact ll.
  - exact lu.
  - intros z Iz. destruct (D z (proj2 (datasets_spec _ _ _) Iz)) as (r & -> & Lr).
    rewrite sf, Bool.orb_false_r. change (q r = true <-> (c - l <= r <= c + u)%nat).
    destruct (lt_eq_lt_dec r c) as [[L|same]|L].
    + rewrite Ql by exact L. lia.
    + rewrite same, qc. split; [lia | reflexivity].
    + rewrite Qu by lia. lia.
Qed.

Theorem thm_4_4_step_at_least_met : met_short_thm_4_4_step_at_least.
Proof. exists 2%nat, [1; 1], middle, 1, 1%nat. met. Qed.

(* Two records of each kind, and s one end: the event is everything but the ends. *)
Theorem thm_4_4_step_upper_met : met_short_thm_4_4_step_upper_bound.
Proof.
  exists 4%nat, [1; 1], (ones 4 2), (ones 4 4), 1.
  pose proof (distance_left_step 1 1 4 Rlt_0_1 Rlt_0_1 2 0 ltac:(lia) ltac:(lia)) as near_left.
  assert (ends : distance [1; 1] (ones 4 2) (ones 4 0) = distance [1; 1] (ones 4 2) (ones 4 4)).
  { unfold distance, ones. cbn [posterior Nat.sub].
    destruct (mirror 1 2 1 0 4) as [E|E]; [exact E | discriminate]. }
  rewrite ends in near_left.
  split; [lia|]. split; [exact flat_prior|]. split; [split; reflexivity|].
  split; [split; reflexivity|]. split; [lra|]. split; [exact flat_rational|].
  split; [apply (rational_Z 1)|]. split; [simpl; lra|]. split.
  - intros z Iz [End [L|same]]; [|discriminate same].
    change (length [1; 1]) with 2%nat in Iz. rewrite datasets_two in Iz. apply in_map_iff in Iz.
    destruct Iz as (r & <- & Ir). apply in_seq in Ir. unfold ones in End at 1 2.
    cbn [nth] in End.
    assert (R : r = 0%nat \/ r = 4%nat).
    { destruct End as [End|End]; change 0 with (INR 0) in End; apply INR_eq in End; lia. }
    destruct R as [-> | ->]; [rewrite ends in L|]; lra.
  - eapply Rle_trans; [|apply Rmax_l]. apply (le_INR 1).
    match goal with |- (1 <= length ?l)%nat => assert (I : In (ones 4 1) l) end.
    { apply filter_In. split; [apply datasets_spec; split; reflexivity|].
      apply andb_true_intro. split; [apply Rltb_true; unfold ones; simpl; lra|].
      apply Bool.orb_true_intro. left. apply Rltb_true. exact near_left. }
    destruct (filter _ _); [easy | simpl; lia].
Qed.
