(* Changes of a score as the larger of two differences; what outputs say of events. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  SmoothWeights Adjacency OneStep.
Import ListNotations.
Open Scope R_scope.

(* The largest change of the score over neighbours and candidates is a distance. *)
Lemma largest_change_is_LS prior n : is_prior prior -> (1 <= n)%nat -> forall x,
  In x (datasets n (length prior)) ->
  maxof (neighbours x) (fun w => maxof (datasets n (length prior)) (fun z =>
    Rmax (distance prior x z - distance prior w z) (distance prior w z - distance prior x z)))
  = LS prior x.
Proof.
  intros Hp Hn x Ix. rewrite <- (local_by_scores prior n Hp Hn x Ix). apply maxof_ext.
  intros w _. apply maxof_ext. intros z _. apply Rmax_minus.
Qed.

(* A bound for every output is one for every event. *)
Lemma ratio_is_enough prior n m eps x y t : last_of m = None ->
  In x (datasets n (length prior)) ->
  (forall z, In z (datasets n (length prior)) ->
    probability m prior eps x z <= exp t * probability m prior eps y z) ->
  hockey_stick m prior eps x y t <= 0.
Proof.
  intros L Ix B. apply Rle_trans with (sumof (datasets n (length prior)) (fun _ => 0)).
  - apply (hockey_stick_sum prior n m eps x y t (fun _ => 0) L Ix). intros z Iz.
    split; [lra|]. rewrite Rplus_0_r. exact (B z Iz).
  - rewrite (sumof_const_on _ _ 0) by reflexivity. lra.
Qed.
