(* The smallest value that bounds with a given weight, among finitely many. *)
From Coq Require Import Reals List Lra.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Counting MeanDistance Release Scores.
Import ListNotations.
Open Scope R_scope.

Lemma some_left {A} (l : list A) (keep : A -> bool) f :
  0 < sumof (filter keep l) f -> filter keep l <> [].
Proof. intros P E. rewrite E in P. unfold sumof in P. simpl in P. lra. Qed.

Lemma at_most {A} (v : A -> R) c a : Rleb (v a) c = true <-> v a <= c.
Proof. split; [apply Rleb_true | apply Rleb_intro]. Qed.

(* The least v with weight q at or below it has less than q below it. *)
Lemma least_quantile {A} (l : list A) (v f : A -> R) q :
  (forall a, In a l -> 0 <= f a) -> 0 < q -> q <= sumof l f ->
  exists w, In w l /\ q <= sumof (filter (fun a => Rleb (v a) (v w)) l) f /\
    sumof (filter (fun a => Rltb (v a) (v w)) l) f < q.
Proof.
  intros pos q_pos whole.
  set (enough := fun w => Rleb q (sumof (filter (fun a => Rleb (v a) (v w)) l) f)).
  assert (some : l <> []).
  { intros E. rewrite E in whole. unfold sumof in whole. simpl in whole. lra. }
  assert (top : filter enough l <> []).
  { destruct (maxof_in l v some) as (m & Im & Em). intros E.
    assert (I : In m (filter enough l)); [|rewrite E in I; contradiction].
    apply filter_In. split; [exact Im|]. apply Rleb_intro. eapply Rle_trans; [exact whole|].
    right. rewrite (filter_ext_in _ (fun _ => true)), filter_true; [reflexivity|].
    intros a Ia. apply at_most. rewrite <- Em. apply maxof_ge, Ia. }
  destruct (minof_in (filter enough l) v top) as (w & Iw & Ew).
  apply filter_In in Iw. destruct Iw as [Iw Q]. apply Rleb_true in Q.
  exists w. split; [exact Iw|]. split; [exact Q|].
  apply Rnot_le_lt. intros below.
  set (lower := filter (fun a => Rltb (v a) (v w)) l) in *.
  assert (left_over : lower <> []).
  { apply (some_left l (fun a => Rltb (v a) (v w)) f). fold lower. lra. }
  destruct (maxof_in lower v left_over) as (u & Iu & Eu).
  pose proof Iu as Ju. apply filter_In in Ju. destruct Ju as [Ju L]. apply Rltb_true in L.
  assert (same : filter (fun a => Rleb (v a) (v u)) l = lower).
  { apply filter_ext_in. intros a Ia. apply Bool.eq_true_iff_eq. rewrite at_most, Rltb_true.
    split; intros B; [lra|]. rewrite <- Eu. apply maxof_ge, filter_In. split; [exact Ia|].
    apply Rltb_true, B. }
  assert (I : In u (filter enough l)).
  { apply filter_In. split; [exact Ju|]. apply Rleb_intro. rewrite same. exact below. }
  pose proof (minof_le (filter enough l) v u I) as M. lra.
Qed.
