(* Noise on both counts of two categories: how near the release is. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Laplace Losses
  Counting MeanDistance TwoCategories Events Balanced NoisyCounts Release Scores Values Reaches.
Import ListNotations.
Open Scope R_scope.

Lemma sumof_flat_map {A B} (l : list A) (g : A -> list B) f :
  sumof (flat_map g l) f = sumof l (fun a => sumof (g a) f).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [flat_map]. rewrite sumof_app, IH. reflexivity.
Qed.

(* Pairs of counts, each within its bounds. *)
Lemma sumof_pairs n (p r : nat -> bool) f g :
  sumof (filter (fun o => (p (nth 0 o 0%nat) && r (nth 1 o 0%nat))%bool) (tuples n 2))
    (fun o => f (nth 0 o 0%nat) * g (nth 1 o 0%nat))
  = sumof (filter p (seq 0 (S n))) f * sumof (filter r (seq 0 (S n))) g.
Proof.
  assert (F : forall {A B} (q : B -> bool) (h : A -> list B) (l : list A),
    filter q (flat_map h l) = flat_map (fun a => filter q (h a)) l).
  { intros A B q h l. induction l as [|a l IH]; [reflexivity|]. cbn [flat_map].
    rewrite filter_app, IH. reflexivity. }
  assert (One : tuples n 1 = map (fun c => [c]) (seq 0 (S n))).
  { cbn [tuples]. induction (seq 0 (S n)) as [|c l IH]; [reflexivity|].
    simpl in IH |- *. congruence. }
  change (tuples n 2) with (flat_map (fun c => map (cons c) (tuples n 1)) (seq 0 (S n))).
  rewrite One, F, sumof_flat_map. set (l := seq 0 (S n)). generalize l at 1 3. intros k.
  induction k as [|c k IH]; [unfold sumof; simpl; ring|].
  change (sumof (c :: k) ?h) with (h c + sumof k h). rewrite IH. clear IH.
  rewrite map_map, filter_map, sumof_map. cbn [nth filter]. destruct (p c); cbn [andb].
  - change (sumof (c :: filter p k) f) with (f c + sumof (filter p k) f).
    transitivity (f c * sumof (filter r l) g + sumof (filter p k) f * sumof (filter r l) g);
      [|ring]. f_equal. apply (sumof_scale (filter r l) g (f c)).
  - rewrite filter_none by reflexivity. unfold sumof at 1. simpl. ring.
Qed.

Lemma within_steps b n c j : 0 < b -> (1 <= n)%nat -> (c <= n)%nat ->
  1 - (exp (- INR j / b) + exp (- (INR j + 1) / b)) / 2 <=
  sumof (filter (fun r => Rleb (Rabs (INR r - INR c)) (INR j)) (seq 0 (S n))) (noisy b n c).
Proof.
  intros B N C. eapply Rle_trans; [apply (within b n c N C j)|]. right. f_equal. symmetry.
  apply seq_interval; [lia|]. intros r Br. split.
  - intros Q. apply Rleb_true, Rabs_le_inv in Q.
    assert (c <= r + j)%nat by (apply INR_le; rewrite plus_INR; lra).
    assert (r <= c + j)%nat by (apply INR_le; rewrite plus_INR; lra). lia.
  - intros Q. apply Rleb_intro, Rabs_le.
    assert (A1 : (c <= r + j)%nat) by lia. assert (A2 : (r <= c + j)%nat) by lia.
    apply le_INR in A1, A2. rewrite plus_INR in A1, A2. lra.
Qed.

Lemma both_within prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat)
  (K : INR (length prior) = 2) x (Jx : is_dataset prior n x) eps (He : 0 < eps) j
  (q : list nat -> bool) :
  (forall o, In o (outputs lszhang_theorem n (length prior)) ->
    Rabs (INR (nth 0 o 0%nat) - INR (nth 0 x 0%nat)) <= INR j ->
    Rabs (INR (nth 1 o 0%nat) - INR (nth 1 x 0%nat)) <= INR j -> q o = true) ->
  (1 - (exp (- (eps / 2) * INR j) + exp (- (eps / 2) * (INR j + 1))) / 2) ^ 2 <=
  sumof (filter q (outputs lszhang_theorem n (length prior)))
    (fun o => probability lszhang_theorem prior eps x o).
Proof.
  intros Q. pose proof Jx as Ix. dataset Ix.
  assert (Pos : forall o, In o (outputs lszhang_theorem n (length prior)) ->
    0 <= probability lszhang_theorem prior eps x o).
  { intros o I. left. apply (probability_pos lszhang_theorem prior n); try assumption.
    discriminate. }
  set (p := fun c r => Rleb (Rabs (INR r - INR c)) (INR j)).
  destruct (two_shape prior n x Hp K Jx) as (a & e & c & Ep & _ & _ & Ex & Lc).
  eapply Rle_trans; [|apply (sumof_filter_mono _
    (fun o => (p c (nth 0 o 0%nat) && p (n - c)%nat (nth 1 o 0%nat))%bool) q); [exact Pos|]].
  2:{ intros o I B. apply andb_prop in B. destruct B as [B0 B1]. unfold p in B0, B1.
      apply Rleb_true in B0, B1. apply Q; [exact I | |]; rewrite Ex; assumption. }
  set (b := 2 / eps). assert (B : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  rewrite (sumof_ext _ _ (fun o => noisy b n c (nth 0 o 0%nat) * noisy b n (n - c)
    (nth 1 o 0%nat))).
  - unfold outputs. simpl last_of. replace (length prior) with 2%nat by (rewrite Ep; reflexivity).
    rewrite sumof_pairs.
    pose proof (within_steps b n c j B Hn Lc) as W1.
    pose proof (within_steps b n (n - c) j B Hn ltac:(lia)) as W2.
    replace (- (eps / 2) * INR j) with (- INR j / b) by (unfold b; field; lra).
    replace (- (eps / 2) * (INR j + 1)) with (- (INR j + 1) / b) by (unfold b; field; lra).
    assert (Small : forall u, 0 <= u -> exp (- u / b) <= 1).
    { intros u U. rewrite <- exp_0. apply exp_le. unfold Rdiv.
      assert (0 < / b) by (apply Rinv_0_lt_compat, B). nra. }
    pose proof (Small (INR j) (pos_INR j)) as S1.
    assert (S2 : exp (- (INR j + 1) / b) <= 1) by (apply Small; pose proof (pos_INR j); lra).
    simpl pow. rewrite Rmult_1_r. apply Rmult_le_compat; lra || assumption.
  - intros o I. apply filter_In in I. destruct I as [I _].
    rewrite (probability_density prior n) by assumption.
    unfold density. simpl last_of. unfold outputs in I. simpl last_of in I.
    destruct Jx as [_ Es]. rewrite Es. replace (length prior) with 2%nat in * by
      (rewrite Ep; reflexivity). simpl scale. fold b.
    apply tuples_spec in I. destruct I as [Lo _]. rewrite Ex. unfold ones.
    destruct o as [|i [|k [|? ?]]]; try discriminate Lo. cbn [noisy_vector nth]. ring.
Qed.
