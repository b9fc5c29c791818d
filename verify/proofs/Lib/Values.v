(* The words of Vocabulary.v have values where readings use them: no logarithm of 0 hides in a
  loss,
   no division by 0 in a sensitivity. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release.
Import ListNotations.
Open Scope R_scope.

Theorem probability_pos m prior n eps x r : last_of m <> Some fresh ->
  is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  In x (datasets n (length prior)) -> In r (outputs m n (length prior)) ->
    0 < probability m prior eps x r.
Proof.
  intros Lf Hp Hn He Ix Ir. rewrite (probability_density prior n) by assumption.
  pose proof (k_real prior Hp) as K. pose proof (datasets_some prior n Hp Hn) as N.
  assert (Sc : 0 < scale m (length prior) / eps).
  { apply Rdiv_lt_0_compat; [|exact He]. destruct m; simpl; try lra; destruct (Nat.eqb _ _); lra.
    }
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
  unfold density, outputs in *. rewrite Ex. destruct (last_of m) as [[]|]; [| | |congruence|].
  - apply in_map_iff in Ir. destruct Ir as (s & <- & Is). rewrite removelast_last.
    destruct (tuples_spec _ _ _ Is). apply noisy_vector_pos; assumption.
  - destruct (tuples_spec _ _ _ Ir). apply noisy_vector_pos; assumption.
  - destruct (tuples_spec _ _ _ Ir). apply noisy_vector_pos; assumption.
  - apply (softmax_pos (datasets n (length prior)) (fun z => - eps * distance prior x z /
      (factor m * sens m prior x)) r N).
Qed.

Definition parameters (m : mechanism) : Prop :=
  match m with ehd gs => 0 < gs | ehds g | ehds_4s g | mh g | mh_s g => 0 <= g | _ => True end.

Theorem sens_positive m prior n x : parameters m -> is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) ->
  0 < factor m * sens m prior x.
Proof.
  intros Pm Hp Hn Ix. assert (Gn : 0 < GS prior (list_sum x)).
  { apply in_datasets in Ix. destruct Ix as [_ E]. rewrite E. apply (GS_pos prior n Hp Hn). }
  pose proof printed_pos. pose proof (LS_pos prior n Hp Hn x Ix).
  assert (forall g, 0 <= g -> 0 < Sharm prior x g) by (intros g G;
    apply (Sharm_pos prior n Hp Hn g x G Ix)).
  assert (forall g, 0 < Sexp prior x g).
  { intros g. pose proof (LS_le_Sexp prior n x g Ix). lra. }
  destruct m; simpl in *; apply Rmult_lt_0_compat; try lra; auto.
Qed.
