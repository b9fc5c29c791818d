(* Distances, multiplicities and normalisers at the prior (1, 1) and two records. *)
From Coq Require Import Reals List Lra Lia Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  TwoCategories Balanced Scores Release Instances.
Import ListNotations.
Open Scope R_scope.

Lemma of_two_records x : In x [opposite; middle; corner] -> In x (datasets 2 (length [1; 1])).
Proof. intros I. exact I. Qed.

(* All distances between the three datasets. *)
Lemma apart :
  0 < distance [1; 1] corner middle /\ 0 < distance [1; 1] middle corner /\
  0 < distance [1; 1] opposite middle /\ 0 < distance [1; 1] middle opposite /\
  0 < distance [1; 1] opposite corner /\ 0 < distance [1; 1] corner opposite.
Proof.
  repeat split; apply (distance_pos [1; 1] 2 flat_prior); try (apply of_two_records; simpl; tauto);
    unfold corner, middle, opposite; discriminate.
Qed.

Lemma together x : In x [opposite; middle; corner] -> distance [1; 1] x x = 0.
Proof. intros I. apply (m_refl _ _ (distance_metric [1; 1] 2 flat_prior)). exact I. Qed.

Lemma nearer_from_opposite :
  distance [1; 1] opposite middle < distance [1; 1] opposite corner.
Proof. apply (distance_right 1 1 2 Rlt_0_1 Rlt_0_1 0 1 0); lia. Qed.

Lemma both_sides : distance [1; 1] middle corner = distance [1; 1] middle opposite.
Proof. destruct (mirror 1 1 1 2 0) as [E|E]; [exact E | discriminate]. Qed.

Lemma twice_from_the_middle r : In r [opposite; corner] -> multiplicity [1; 1] middle r = 2.
Proof.
  intros I. apply (multiplicity_balanced [1; 1] 2); try exact flat_prior; try lia; try reflexivity;
    destruct I as [<-|[<-|[]]]; try (split; reflexivity);
    unfold corner, middle, opposite; discriminate.
Qed.

Lemma once_itself x : In x [opposite; middle; corner] -> multiplicity [1; 1] x x = 1.
Proof.
  intros I. unfold multiplicity. rewrite (together x I).
  assert (S : list_sum x = 2%nat) by (destruct I as [<-|[<-|[<-|[]]]]; reflexivity). rewrite S.
  rewrite (filter_single _ _ x); [reflexivity | apply datasets_NoDup | exact I |].
  intros z Iz. unfold Reqb. destruct (Req_EM_T _ _) as [E|E].
  - split; [|reflexivity]. intros _. symmetry.
    apply (distance_zero [1; 1] 2 x z flat_prior I Iz E).
  - split; [discriminate|]. intros ->. elim E. apply together, I.
Qed.

(* What these facts decide. *)
Ltac met_of_cases :=
  let pairs := fresh in let near := fresh in let sides := fresh in
  pose proof apart as pairs; pose proof nearer_from_opposite as near;
  pose proof both_sides as sides;
  let o := fresh in let m := fresh in let c := fresh in
  pose proof (together opposite ltac:(simpl; tauto)) as o;
  pose proof (together middle ltac:(simpl; tauto)) as m;
  pose proof (together corner ltac:(simpl; tauto)) as c;
  let mo := fresh in let mc := fresh in
  pose proof (twice_from_the_middle opposite ltac:(simpl; tauto)) as mo;
  pose proof (twice_from_the_middle corner ltac:(simpl; tauto)) as mc;
  let oo := fresh in let mm := fresh in let cc := fresh in
  pose proof (once_itself opposite ltac:(simpl; tauto)) as oo;
  pose proof (once_itself middle ltac:(simpl; tauto)) as mm;
  pose proof (once_itself corner ltac:(simpl; tauto)) as cc;
  met; try (unfold adjacent, corner, middle, opposite; simpl; tauto).
