From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Short Require Import Section4_3.
From Dpbi.Statements.Short Require Import Section4_1.
From Dpbi.Statements.Short Require Import Section4_2.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_2_literal : reading_short_thm_4_2_literal_nonnegative_t.
Proof.
  intros n prior x eps t Hn Hp Ix He Ht K. dataset Ix.
  assert (E1 : 1 < exp (t * eps)) by (rewrite <- exp_0; apply exp_increasing; nra).
  enough (0 <= sumof (filter (fun z => Rleb (distance prior x z) 0) (datasets n (length prior)))
    (fun z => probability lshist prior eps x z)) by lra.
  assert (Q : forall l, (forall z, In z l -> 0 <= probability lshist prior eps x z) ->
    0 <= sumof l (fun z => probability lshist prior eps x z)).
  { unfold sumof. induction l as [|z l IH]; simpl; intros F; [lra|].
    pose proof (F z (or_introl eq_refl)).
    assert (0 <= suml (map (fun z => probability lshist prior eps x z) l)) by (apply IH; intros;
      apply F; now right). lra. }
  apply Q. intros z Iz. unfold probability. destruct (in_dec _ _ _) as [I|I]; [|lra].
  unfold density. simpl last_of. cbv iota beta. unfold outputs in I. simpl last_of in I.
  apply in_map_iff in I.
  destruct I as (s & <- & Is). rewrite removelast_last. destruct (tuples_spec _ _ _ Is) as [_ F].
  left.
  apply noisy_vector_pos; [|exact F]. apply Rdiv_lt_0_compat; [|exact He]. simpl scale.
  destruct (Nat.eqb _ _); lra.
Qed.

Theorem thm_4_2_repaired : reading_short_thm_4_2_repaired_gammaeqe_eps.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  eapply Rle_trans; [|apply (cor_4_4_1_as_inf n prior x eps); assumption].
  assert (exp ((- 2) * eps) <= exp (- eps)) by (apply exp_le; lra). lra.
Qed.
