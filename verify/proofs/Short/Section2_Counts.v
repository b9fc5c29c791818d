From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  Losses Counting Balanced ReleaseOfCounts Instances.
From Dpbi.Statements.Short Require Import Section2_Counts.
Import ListNotations.
Open Scope R_scope.

Theorem lshist_law : reading_short_alg_lshist_same_noise_reused.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lshist_fresh_law : reading_short_alg_lshist_fresh_noise_in_the_last_line.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lshist_parameters : reading_short_alg_sum_preserved_weak_validity.
Proof.
  intros n prior Hn Hp. apply (released_parameters lshist);
    [exact Hp | reflexivity].
Qed.

(* The last count is n less the others, 0 at least. *)
Lemma list_sum_last r c : list_sum (r ++ [c]) = (list_sum r + c)%nat.
Proof. rewrite list_sum_app. simpl. lia. Qed.

Theorem sum_preserved_two : reading_short_alg_sum_preserved_keq2.
Proof.
  intros n prior Hn Hp K o I. assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  unfold outputs in I. simpl last_of in I. cbv iota in I. rewrite L in I.
  apply in_map_iff in I. destruct I as (r & <- & I). destruct (tuples_spec _ _ _ I) as [Lr F].
  rewrite list_sum_last. f_equal. destruct r as [|c [|? ?]]; simpl in Lr; try lia.
  inversion_clear F. simpl. lia.
Qed.

Theorem sum_preserved_three : reading_short_alg_sum_preserved_three_categories_pass_n.
Proof.
  intros n prior Hn Hp K o I. unfold outputs in I. simpl last_of in I. cbv iota in I.
  apply in_map_iff in I. destruct I as (r & <- & I). rewrite list_sum_last.
  apply le_INR. lia.
Qed.

Theorem sum_preserved_two_met : met_short_alg_sum_preserved_keq2.
Proof. exists 2%nat, [1; 1]. met. Qed.

Lemma three_flat : is_prior [1; 1; 1] /\ rational_prior [1; 1; 1].
Proof.
  assert (P : is_prior [1; 1; 1]) by (split; [simpl; lia | repeat constructor; lra]).
  split; [exact P | split; [exact P | repeat constructor; apply (rational_Z 1)]].
Qed.

Theorem sum_preserved_three_met : met_short_alg_sum_preserved_three_categories_pass_n.
Proof. exists 2%nat, [1; 1; 1]. repeat split; try apply three_flat; simpl; try lia; lra. Qed.

(* The sensitivity of the first k - 1 counts: 2, or 1 where there is one of them. *)
Lemma first_counts m z y : (m <= length z)%nat -> (m <= length y)%nat ->
  sumof (seq 0 m) (fun i => Rabs (INR (nth i z 0%nat) - INR (nth i y 0%nat)))
  = l1 (firstn m z) (firstn m y).
Proof.
  revert z y. induction m as [|m IH]; intros z y Lz Ly; [reflexivity|].
  destruct z as [|a z]; [simpl in Lz; lia|]. destruct y as [|b y]; [simpl in Ly; lia|].
  simpl in Lz, Ly. cbn [firstn l1]. rewrite <- IH by lia. unfold sumof. cbn [seq map suml nth].
  f_equal. rewrite <- seq_shift, map_map. reflexivity.
Qed.

Theorem lshist_scale : reading_short_alg_lshist_scale_literal.
Proof.
  intros n prior Hn Hp. pose proof Hp as [K _].
  assert (R : range 0 (length prior - 2) = seq 0 (length prior - 1))
    by (unfold range; f_equal; lia).
  rewrite R.
  assert (Bz : forall z, In z (datasets n (length prior)) ->
    forall i, In i (seq 0 (length prior - 1)) -> (i < length z)%nat).
  { intros z Iz i Ii. apply in_seq in Ii. apply datasets_spec in Iz. lia. }
  assert (By : forall z, In z (datasets n (length prior)) -> forall y, In y (neighbours z) ->
    forall i, In i (seq 0 (length prior - 1)) -> (i < length y)%nat).
  { intros z Iz y Iy. apply (Bz y). apply (neighbours_in prior n z Iz y Iy). }
  split; [exact Bz|]. split; [exact By|].
  assert (sum : forall z y, In z (datasets n (length prior)) -> In y (neighbours z) ->
    sumof (seq 0 (length prior - 1)) (fun i => Rabs (INR (nth i z 0%nat) - INR (nth i y 0%nat)))
    = l1 (firstn (length prior - 1) z) (firstn (length prior - 1) y)).
  { intros z y Iz Iy. pose proof (neighbours_in prior n z Iz y Iy) as Jy.
    apply datasets_spec in Iz, Jy. apply first_counts; lia. }
  apply Rle_antisym.
  - apply maxof_le; [apply (datasets_some prior n Hp Hn)|]. intros z Iz.
    apply maxof_le; [apply (neighbours_some_in prior n Hp Hn z Iz)|]. intros y Iy.
    rewrite (sum z y Iz Iy). apply Rmin_glb; [|apply (first_all prior n); assumption].
    destruct (two_or_more prior Hp) as [E|L].
    + rewrite E at 3. simpl (INR 2). eapply Rle_trans; [apply (first_two prior n); assumption|].
      lra.
    + eapply Rle_trans; [apply (first_all prior n); eassumption|]. lra.
  - set (w := repeat 0%nat (length prior - 2)).
    assert (Zw : list_sum w = 0%nat).
    { unfold w. clear. induction (length prior - 2)%nat; [reflexivity | assumption]. }
    set (z := n :: 0%nat :: w). set (y := (n - 1)%nat :: 1%nat :: w).
    assert (Iz : In z (datasets n (length prior))).
    { apply datasets_spec. unfold z, w. split; simpl; [rewrite repeat_length; lia|].
      fold w. fold (list_sum w). lia. }
    assert (Iy : In y (neighbours z)).
    { unfold y, z. destruct n as [|m]; [lia|]. cbn [neighbours more].
      rewrite Nat.sub_1_r. simpl pred. now left. }
    eapply Rle_trans; [|apply (maxof_ge _ (fun z => maxof (neighbours z) _) z Iz)].
    eapply Rle_trans; [|apply (maxof_ge (neighbours z) _ y Iy)].
    cbv beta. rewrite (sum z y Iz Iy).
    assert (one : Rabs (INR n - INR (n - 1)) = 1).
    { rewrite minus_INR by lia. change (INR 1) with 1.
      replace (INR n - (INR n - 1)) with 1 by ring. apply Rabs_R1. }
    destruct (Nat.eq_dec (length prior) 2) as [E|N].
    + rewrite E. eapply Rle_trans; [apply Rmin_l|]. unfold z, y. simpl firstn. cbn [l1].
      rewrite one. simpl (INR 2). lra.
    + eapply Rle_trans; [apply Rmin_r|]. unfold z, y.
      replace (length prior - 1)%nat with (S (S (length prior - 3))) by lia. cbn [firstn l1].
      rewrite one. pose proof (l1_nonneg (firstn (length prior - 3) w)
        (firstn (length prior - 3) w)).
      change (INR 1) with 1. change (INR 0) with 0.
      replace (0 - 1) with (- (1)) by ring. rewrite Rabs_Ropp, Rabs_R1. lra.
Qed.
