(* Noised counts: what is released, that each has a positive probability, and its total. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  Losses Counting Balanced NoisyCounts Release.
From Dpbi.Pins Require Import Data Laws.
Import ListNotations.
Open Scope R_scope.

Lemma released_length m n k o : (2 <= k)%nat -> last_of m <> None -> last_of m <> Some absent ->
  In o (outputs m n k) -> length o = k.
Proof.
  intros K Lm La I. unfold outputs in I. destruct (last_of m) as [[]|]; try congruence.
  - apply in_map_iff in I. destruct I as (r & <- & I). destruct (tuples_spec _ _ _ I) as [L _].
    rewrite app_length. simpl. lia.
  - apply (tuples_spec _ _ _ I).
  - apply (tuples_spec _ _ _ I).
Qed.

Lemma nth_allpos p i : allpos p -> (i < length p)%nat -> 0 < nth i p 0.
Proof. intros A L. apply (proj1 (Forall_forall _ _) A), nth_In, L. Qed.

Lemma released_parameters m n prior : is_prior prior ->
  match last_of m with Some absent | None => false | _ => true end = true ->
  (forall o, In o (outputs m n (length prior)) -> length o = length prior) /\
  (forall o, In o (outputs m n (length prior)) ->
     forall i, In i (range 0 (length prior - 1)) -> (i < length (posterior prior o))%nat) /\
  (forall o, In o (outputs m n (length prior)) ->
     forall i, In i (range 0 (length prior - 1)) -> 0 < nth i (posterior prior o) 0).
Proof.
  intros Hp Lm. pose proof Hp as [K P].
  assert (L : forall o, In o (outputs m n (length prior)) -> length o = length prior).
  { intros o I. apply (released_length m n); try assumption; intros E; rewrite E in Lm;
      discriminate. }
  assert (B : forall o, In o (outputs m n (length prior)) ->
    forall i, In i (range 0 (length prior - 1)) -> (i < length (posterior prior o))%nat).
  { intros o I i J. rewrite posterior_length by (apply L, I). unfold range in J.
    apply in_seq in J. lia. }
  repeat split; [exact L | exact B|]. intros o I i J.
  apply nth_allpos; [apply posterior_pos, P | apply (B o I i J)].
Qed.

Lemma sumof_nonzero {A} (l : list A) f a : In a l -> (forall b, In b l -> 0 < f b) ->
  0 < sumof l f.
Proof. intros I. apply sumof_pos. destruct l; [easy | discriminate]. Qed.

(* Vectors of n and zeros. *)
Lemma tuple_of n m r : length r = m -> Forall (fun j => (j <= n)%nat) r -> In r (tuples n m).
Proof. intros L F. apply tuples_members. split; assumption. Qed.

Lemma fresh_rest_pos b n x j : 0 < b -> (1 <= length x)%nat -> (j <= n)%nat ->
  0 < fresh_rest b n x j.
Proof.
  intros Pb L J. destruct x as [|c x]; [simpl in L; lia|]. unfold fresh_rest.
  set (v := (n - j)%nat :: repeat 0%nat (length x)).
  assert (Z : forall k, list_sum (repeat 0%nat k) = 0%nat) by (induction k; simpl; lia).
  apply (sumof_nonzero _ _ v).
  - apply filter_In. split.
    + apply tuple_of; [unfold v; simpl; rewrite repeat_length; reflexivity|]. unfold v.
      constructor; [lia|]. apply Forall_forall. intros i I. apply repeat_spec in I. lia.
    + apply Nat.eqb_eq. unfold v. simpl. fold (list_sum (repeat 0%nat (length x))).
      rewrite Z. lia.
  - intros w I. apply filter_In in I. destruct I as [I _].
    apply noisy_vector_pos; [exact Pb | apply (tuples_spec _ _ _ I)].
Qed.

Lemma scale_pos m k : (2 <= k)%nat -> 0 < scale m k.
Proof.
  intros K. apply le_INR in K. change (INR 2) with 2 in K.
  destruct m; simpl; try lra; destruct (Nat.eqb k 2); lra.
Qed.

Lemma count_released_pos m prior n eps x o : is_prior prior -> 0 < eps ->
  In x (datasets n (length prior)) -> last_of m <> None ->
  In o (outputs m n (length prior)) -> 0 < probability m prior eps x o.
Proof.
  intros Hp He Ix Lm I. rewrite (probability_density prior n) by assumption.
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex]. pose proof Hp as [K _].
  assert (Pb : 0 < scale m (length prior) / eps)
    by (apply Rdiv_lt_0_compat; [apply scale_pos, K | exact He]).
  unfold density, outputs in *. rewrite Ex. destruct (last_of m) as [[]|]; [| | | |congruence].
  - apply in_map_iff in I. destruct I as (r & <- & I). rewrite removelast_last.
    apply noisy_vector_pos; [exact Pb | apply (tuples_spec _ _ _ I)].
  - apply noisy_vector_pos; [exact Pb | apply (tuples_spec _ _ _ I)].
  - apply noisy_vector_pos; [exact Pb | apply (tuples_spec _ _ _ I)].
  - destruct (tuples_spec _ _ _ I) as [L F].
    assert (N : o <> []) by (destruct o; [simpl in L; lia | discriminate]).
    rewrite (app_removelast_last 0%nat N) in F. apply Forall_app in F. destruct F as [F1 F2].
    apply Rmult_lt_0_compat; [apply noisy_vector_pos; assumption|].
    inversion_clear F2. apply fresh_rest_pos; try assumption.
    assert (Nx : x <> []) by (destruct x; [simpl in Lx; lia | discriminate]).
    pose proof (f_equal (@length nat) (app_removelast_last 0%nat Nx)) as Q.
    rewrite app_length in Q. simpl in Q. lia.
Qed.

Lemma law_of_counts m prior n eps x : (1 <= n)%nat -> is_prior prior -> is_dataset prior n x ->
  0 < eps -> last_of m <> None ->
  sumof (outputs m n (length prior)) (fun o => probability m prior eps x o) = 1 /\
  (forall o, In o (outputs m n (length prior)) -> 0 < probability m prior eps x o).
Proof.
  intros Hn Hp Ix He Lm. dataset Ix. split.
  - apply total_mass; assumption.
  - intros o I. apply (count_released_pos m prior n); assumption.
Qed.
