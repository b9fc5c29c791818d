(* Sums, largest and smallest elements over finite lists of reals. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Lemma Rabs_le_inv a b : Rabs a <= b -> - b <= a <= b.
Proof. intros H. revert H. unfold Rabs. destruct (Rcase_abs a); lra. Qed.

Lemma maxl_cons a l : l <> [] -> maxl (a :: l) = Rmax a (maxl l).
Proof. destruct l; [congruence | reflexivity]. Qed.

Lemma minl_cons a l : l <> [] -> minl (a :: l) = Rmin a (minl l).
Proof. destruct l; [congruence | reflexivity]. Qed.

Lemma maxl_ge l a : In a l -> a <= maxl l.
Proof.
  induction l as [|b l IH]; [easy|]. intros I.
  destruct l as [|c l]. { destruct I as [<-|[]]. simpl. lra. }
  rewrite maxl_cons by discriminate. destruct I as [<-|I].
  - apply Rmax_l.
  - eapply Rle_trans; [apply (IH I) | apply Rmax_r].
Qed.

Lemma maxl_in l : l <> [] -> In (maxl l) l.
Proof.
  induction l as [|b l IH]; [easy|]. intros _.
  destruct l as [|c l]; [now left|].
  rewrite maxl_cons by discriminate. unfold Rmax. destruct (Rle_dec _ _).
  - right. apply IH. discriminate.
  - now left.
Qed.

Lemma minl_le l a : In a l -> minl l <= a.
Proof.
  induction l as [|b l IH]; [easy|]. intros I.
  destruct l as [|c l]. { destruct I as [<-|[]]. simpl. lra. }
  rewrite minl_cons by discriminate. destruct I as [<-|I].
  - apply Rmin_l.
  - eapply Rle_trans; [apply Rmin_r | apply (IH I)].
Qed.

Lemma minl_in l : l <> [] -> In (minl l) l.
Proof.
  induction l as [|b l IH]; [easy|]. intros _.
  destruct l as [|c l]; [now left|].
  rewrite minl_cons by discriminate. unfold Rmin. destruct (Rle_dec _ _).
  - now left.
  - right. apply IH. discriminate.
Qed.

Section Over.
Context {A : Type}.
Implicit Types (l : list A) (f g : A -> R).

Lemma maxof_ge l f a : In a l -> f a <= maxof l f.
Proof using. intros I. apply maxl_ge, in_map, I. Qed.

Lemma maxof_in l f : l <> [] -> exists a, In a l /\ maxof l f = f a.
Proof using.
  intros N. assert (M : map f l <> []) by (destruct l; [congruence|discriminate]).
  apply maxl_in in M. apply in_map_iff in M. destruct M as (a & E & I). eauto.
Qed.

Lemma maxof_le l f m : l <> [] -> (forall a, In a l -> f a <= m) -> maxof l f <= m.
Proof using. intros N B. destruct (maxof_in l f N) as (a & I & ->). auto. Qed.

Lemma minof_le l f a : In a l -> minof l f <= f a.
Proof using. intros I. apply minl_le, in_map, I. Qed.

Lemma minof_in l f : l <> [] -> exists a, In a l /\ minof l f = f a.
Proof using.
  intros N. assert (M : map f l <> []) by (destruct l; [congruence|discriminate]).
  apply minl_in in M. apply in_map_iff in M. destruct M as (a & E & I). eauto.
Qed.

Lemma sumof_le l f g : (forall a, In a l -> f a <= g a) -> sumof l f <= sumof l g.
Proof using.
  unfold sumof. induction l as [|a l IH]; simpl; intros B; [lra|].
  apply Rplus_le_compat; auto.
Qed.

Lemma sumof_scale l f c : sumof l (fun a => c * f a) = c * sumof l f.
Proof using. unfold sumof. induction l as [|a l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sumof_pos l f : l <> [] -> (forall a, In a l -> 0 < f a) -> 0 < sumof l f.
Proof using.
  unfold sumof. intros N P. destruct l as [|a l]; [congruence|]. clear N. simpl.
  assert (0 <= suml (map f l)).
  { assert (P' : forall b, In b l -> 0 < f b) by (intros; apply P; now right).
    clear P. induction l as [|b l IH]; simpl; [lra|].
    specialize (P' b (or_introl eq_refl)) as Pb.
    assert (0 <= suml (map f l)) by (apply IH; intros; apply P'; now right). lra. }
  specialize (P a (or_introl eq_refl)). lra.
Qed.

End Over.
