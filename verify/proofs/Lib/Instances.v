(* Instances at which hypotheses are met, with the prior (1, 1) and one or two records. *)
From Coq Require Import Reals List Lra Lia Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Balanced.
Import ListNotations.
Open Scope R_scope.

Lemma rational_half : rational (1 / 2).
Proof. exists 1%Z, 2%Z. split; [lia | reflexivity]. Qed.

Lemma flat_prior : is_prior [1; 1].
Proof. split; simpl; [lia | repeat constructor; lra]. Qed.

Lemma flat_rational : rational_prior [1; 1].
Proof. split; [exact flat_prior | repeat constructor; apply (rational_Z 1)]. Qed.

Lemma in_range_two i : In i (range 0 (2 - 1)) -> i = 0%nat \/ i = 1%nat.
Proof. unfold range. simpl. intros [E|[E|[]]]; auto. Qed.

(* The datasets of two records. *)
Definition corner : list nat := [2%nat; 0%nat].
Definition middle : list nat := [1%nat; 1%nat].
Definition opposite : list nat := [0%nat; 2%nat].

(* Each conjunct that a small instance decides by itself. *)
Ltac met_by_itself :=
  match goal with
  | |- is_prior [1; 1] => exact flat_prior
  | |- rational_prior [1; 1] => exact flat_rational
  | |- is_dataset _ _ _ => split; reflexivity
  | |- adjacent _ _ => unfold adjacent, middle; simpl; tauto
  | |- rational 0 => apply (rational_Z 0)
  | |- rational 1 => apply (rational_Z 1)
  | |- rational 2 => apply (rational_Z 2)
  | |- rational (-1) => apply (rational_Z (-1))
  | |- rational (1 / 2) => exact rational_half
  | |- (_ <= _)%nat => simpl; lia
  | |- ~ (_ = _) => unfold corner, middle, opposite; discriminate
  | |- @eq (list _) _ _ => reflexivity
  | |- forall i, In i (range 0 _) -> 1 <= nth i [1; 1] 0 =>
      let i := fresh in let I := fresh in
      intros i I; apply in_range_two in I; destruct I as [-> | ->]; simpl; lra
  | |- _ => lra
  | |- _ => simpl; lra
  end.
Ltac met := repeat match goal with |- _ /\ _ => split end; try met_by_itself.

(* From a corner distances grow, so that each occurs once. *)
Lemma from_the_corner : 0 < distance [1; 1] corner middle < distance [1; 1] corner opposite.
Proof.
  pose proof (distance_left 1 1 2 Rlt_0_1 Rlt_0_1 2 0 0 ltac:(lia) ltac:(lia)) as grows.
  split; [|exact grows]. apply (distance_pos [1; 1] 2 flat_prior); try discriminate;
    apply datasets_spec; split; reflexivity.
Qed.

Lemma once_from_the_corner r : In r [middle; opposite] -> multiplicity [1; 1] corner r = 1.
Proof.
  pose proof from_the_corner as [low high].
  assert (same : distance [1; 1] corner corner = 0).
  { apply (m_refl _ _ (distance_metric [1; 1] 2 flat_prior)). apply datasets_spec.
    split; reflexivity. }
  assert (no : forall a b, a <> b -> Reqb a b = false).
  { intros a b other. unfold Reqb. destruct (Req_EM_T a b); [contradiction | reflexivity]. }
  assert (yes : forall a, Reqb a a = true).
  { intros a. unfold Reqb. destruct (Req_EM_T a a); [reflexivity | congruence]. }
  unfold multiplicity. change (datasets (list_sum corner) (length [1; 1])) with
    [opposite; middle; corner].
  intros [<-|[<-|[]]]; cbn [filter]; rewrite same, yes, !no by lra; reflexivity.
Qed.

Lemma from_the_middle : 0 < distance [1; 1] middle corner /\ distance [1; 1] middle middle = 0.
Proof.
  assert (inside : forall r, In r [opposite; middle; corner] -> In r (datasets 2 (length [1; 1])))
    by (intros r I; exact I).
  split.
  - apply (distance_pos [1; 1] 2 flat_prior); try (apply inside; simpl; tauto).
    unfold corner, middle. discriminate.
  - apply (m_refl _ _ (distance_metric [1; 1] 2 flat_prior)). apply inside. simpl. tauto.
Qed.

Lemma Sexp_middle beta : 0 < Sexp [1; 1] middle beta.
Proof.
  apply (Sexp_pos [1; 1] 2); [exact flat_prior | lia | apply datasets_spec; split; reflexivity].
Qed.
