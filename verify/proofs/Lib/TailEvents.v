(* Events at a distance: sums of probabilities over some of the outputs. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
Import ListNotations.
Open Scope R_scope.

(* The probability of any event, as a quotient of sums of weights. *)
Lemma event_quotient prior n m eps x p : last_of m = None ->
  In x (datasets n (length prior)) ->
  sumof (filter p (datasets n (length prior))) (fun z => probability m prior eps x z)
  = sumof (filter p (datasets n (length prior)))
      (fun z => exp (- eps * distance prior x z / (factor m * sens m prior x)))
    / sumof (datasets n (length prior))
      (fun z => exp (- eps * distance prior x z / (factor m * sens m prior x))).
Proof.
  intros L Ix. set (total := sumof (datasets n (length prior)) _). unfold Rdiv at 1.
  rewrite (Rmult_comm _ (/ total)), <- sumof_scale. apply sumof_ext. intros z Iz.
  apply filter_In in Iz. destruct Iz as [Iz _]. rewrite (law prior n) by assumption.
  fold total. unfold Rdiv. apply Rmult_comm.
Qed.

(* A bound of each weight is a bound of the sum, by the number of outputs. *)
Lemma event_weights_le {A} (l : list A) p f bound : 0 <= bound ->
  (forall z, In z l -> p z = true -> f z <= bound) ->
  sumof (filter p l) f <= INR (length l) * bound.
Proof.
  intros B0 B. apply Rle_trans with (sumof (filter p l) (fun _ => bound)).
  - apply sumof_le. intros z Iz. apply filter_In in Iz. apply B; apply Iz.
  - rewrite (sumof_const_on _ _ bound) by reflexivity.
    apply Rmult_le_compat_r; [exact B0|]. apply le_INR, length_filter.
Qed.

Lemma exponent_le eps u v s : 0 < eps -> 0 < s -> v <= u ->
  exp (- eps * u / s) <= exp (- eps * v / s).
Proof.
  intros He Hs B. apply exp_le. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  assert (eps * v <= eps * u) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma event_le prior n m eps x p bound s : is_prior prior -> (1 <= n)%nat -> last_of m = None ->
  factor m * sens m prior x = s ->
  In x (datasets n (length prior)) -> 0 <= bound ->
  (forall z, In z (datasets n (length prior)) -> p z = true ->
    exp (- eps * distance prior x z / s) <= bound) ->
  sumof (filter p (datasets n (length prior))) (fun z => probability m prior eps x z)
  <= INR (length (datasets n (length prior))) * bound
     / sumof (datasets n (length prior)) (fun z => exp (- eps * distance prior x z / s)) /\
  sumof (filter p (datasets n (length prior))) (fun z => probability m prior eps x z)
  <= INR (length (datasets n (length prior))) * bound.
Proof.
  intros Hp Hn L E Ix B0 B. rewrite event_quotient by assumption. rewrite E.
  pose proof (weights_ge1 prior n Hp eps x s Ix) as T.
  pose proof (event_weights_le (datasets n (length prior)) p _ bound B0 B) as S.
  set (total := sumof (datasets n (length prior)) _) in *.
  set (some := sumof (filter p _) _) in *.
  assert (N : 0 <= INR (length (datasets n (length prior))) * bound)
    by (apply Rmult_le_pos; [apply pos_INR | exact B0]).
  split.
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact S].
  - apply div_le; [lra|].
    pose proof (Rmult_le_compat_l _ _ _ N T). lra.
Qed.
