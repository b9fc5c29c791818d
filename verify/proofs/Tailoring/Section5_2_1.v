From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Tailoring Require Import Section5_2_1_Multiplicities.
Import ListNotations.
Open Scope R_scope.

Theorem cr12 : reading_tailoring_cr12_c_in_1_2.
Proof. intros n prior x r Hn Hp Ix Ir K. apply (multiplicity_two prior n); assumption. Qed.

Theorem lemma_5_3_multiplicities : reading_tailoring_lemma_5_3_multiplicities_within_two.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  destruct (multiplicity_two prior n x r Hp K Ix Ir), (multiplicity_two prior n x s Hp K Ix Is);
    lra.
Qed.

Theorem cr12_partition : reading_tailoring_cr12_partition_literal.
Proof.
  intros n prior x Hn Hp Ix K. rewrite <- plus_INR, <- S_INR. f_equal.
  assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  transitivity (length (datasets n 2)); [|rewrite datasets_number, binomial_1; lia]. rewrite L.
  assert (F : forall z, In z (datasets n 2) -> multiplicity prior x z = 1
    \/ multiplicity prior x z = 2).
  { intros z Iz. apply (multiplicity_two prior n); auto. apply datasets_spec in Iz. destruct Iz.
    split; congruence. }
  induction (datasets n 2) as [|z l IH]; [reflexivity|]. cbn [filter].
  specialize (IH (fun w Iw => F w (or_intror Iw))).
  assert (R11 : Reqb 1 1 = true) by (unfold Reqb; destruct (Req_EM_T 1 1); congruence).
  assert (R22 : Reqb 2 2 = true) by (unfold Reqb; destruct (Req_EM_T 2 2); congruence).
  assert (R12 : Reqb 1 2 = false) by (unfold Reqb; destruct (Req_EM_T 1 2); [exfalso;
    lra | reflexivity]).
  assert (R21 : Reqb 2 1 = false) by (unfold Reqb; destruct (Req_EM_T 2 1); [exfalso;
    lra | reflexivity]).
  destruct (F z (or_introl eq_refl)) as [E|E]; rewrite E, ?R11, ?R22, ?R12, ?R21; cbn [length];
    lia.
Qed.

Theorem lemma_5_3_sign_k : reading_tailoring_lemma_5_3_proof_sign_k_attained.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K.
  pose proof (lemma_5_3_multiplicities n prior x r s Hn Hp Ix Ir Is K) as M. dataset Ix.
  dataset Ir. dataset Is.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|].
  rewrite !(event prior n eps gamma x Ix) by assumption.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is). rewrite Rmult_1_l.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps. set (e := exp _).
  assert (0 < e) by apply exp_pos.
  set (q := probability _ _ _ _ s) in *.
  replace (2 * e * (multiplicity prior x s * q)) with (2 * multiplicity prior x s * (e * q))
    by ring.
  apply Rmult_le_compat_r; [left; apply Rmult_lt_0_compat; assumption | exact M].
Qed.

Theorem lemma_5_3_equal : reading_tailoring_lemma_5_3_proof_sign_k_attained_c_reqc_t.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K M. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp. split; [lra|].
  rewrite !(event prior n eps gamma x Ix) by assumption.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is), M. ring.
Qed.

Theorem lemma_5_3_literal_sign : reading_tailoring_lemma_5_3_literal_sign_kle0_attained.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K L.
  destruct (lemma_5_3_sign_k n prior x r s eps gamma Hn Hp Ix Ir Is He G K) as [N B].
  split; [exact N|].
  eapply Rle_trans; [exact B|]. dataset Ix. dataset Is.
  rewrite !(event prior n eps gamma x Ix s Is).
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps.
  pose proof (multiplicity_ge1 prior n x Ix s Is).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; [lra|].
  apply exp_le.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat;
    pose proof (Sexp_pos prior n x gamma Hp Hn Ix); lra | nra].
Qed.

Theorem cr12_zero : reading_tailoring_cr12_iff_ceq1_if_ueq0.
Proof.
  intros n prior x r Hn Hp Ix Ir E. dataset Ix. dataset Ir. unfold multiplicity.
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex, E.
  rewrite (filter_single _ _ x); [reflexivity | apply datasets_NoDup | exact Ix|].
  intros z Iz. unfold Reqb. destruct (Req_EM_T (distance prior x z) 0) as [Z|Z]; split; intros Q;
    try congruence.
  - symmetry. apply (distance_zero prior n); assumption.
  - exfalso. apply Z. subst z. apply (m_refl _ _ (distance_metric prior n Hp) x Ix).
Qed.

Theorem cr12_balanced : reading_tailoring_cr12_iff_alphaeqbeta_n_even_ceqn_2.
Proof.
  intros n prior x r Hn Hp Ix Ir K Ea Ec.
  pose proof (cr12_zero n prior x r Hn Hp Ix Ir) as Z.
  assert (T : distance prior x r = 0 \/ (0 < distance prior x r /\ multiplicity prior x r = 2)).
  { pose proof Ix as Jx. pose proof Ir as Jr. dataset Jx. dataset Jr.
    destruct (list_eq_dec Nat.eq_dec x r) as [->|N].
    - left. apply (m_refl _ _ (distance_metric prior n Hp) r Jr).
    - right. split; [apply (distance_pos prior n Hp x r Jx Jr N) | apply
        (multiplicity_balanced prior n); assumption]. }
  destruct T as [T|[T1 T2]].
  - specialize (Z T). repeat split; intros; lra.
  - repeat split; intros; lra.
Qed.
