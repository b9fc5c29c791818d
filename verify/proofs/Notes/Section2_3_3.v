From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Notes Require Import Section2_3_3.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_2_2_R_any : reading_notes_lemma_2_2_R_any_m_binomial.
Proof.
  intros n prior Hn Hp. destruct Hp as [K _]. rewrite sumof_one.
  destruct (length prior) as [|k] eqn:E; [lia|]. rewrite datasets_number. f_equal. f_equal; lia.
Qed.

Theorem lemma_2_2_R_two : reading_notes_lemma_2_2_R_meq2.
Proof.
  intros n prior Hn Hp E. assert (E' : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  rewrite sumof_one, E', datasets_number, binomial_1, plus_INR. reflexivity.
Qed.

Theorem lemma_2_2_R_best : reading_notes_lemma_2_2_R_best_score_zero.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. pose proof (distance_metric prior n Hp) as M.
  apply Rle_antisym.
  - rewrite <- (m_refl _ _ M x Ix).
    apply (minof_le (datasets n (length prior)) (fun z => distance prior x z) x Ix).
  - destruct (minof_in (datasets n (length prior)) (fun z => distance prior x z)
      (datasets_some prior n Hp Hn)) as (z & Iz & ->).
    apply (m_nonneg _ _ M x z Ix Iz).
Qed.

Theorem lemma_2_2_equal : reading_notes_lemma_2_2_attained_equal_multiplicities.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N1 N2. dataset Ix. dataset Ir.
  dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. intros L M.
  pose proof (lemma_2_2_any n prior x r s eps delta 1 Hn Hp Ix Ir Is He
    (conj D0 D1) K L ltac:(lra) ltac:(lra)) as Q. cbv zeta in Q. lra.
Qed.

Theorem lemma_2_2_factor_2 : reading_notes_lemma_2_2_attained_factor_2_added.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N1 N2.
  pose proof (lemma_5_3_multiplicities n prior x r s Hn Hp Ix Ir Is K) as M. dataset Ix.
  dataset Ir. dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. intros L.
  apply (lemma_2_2_any n prior x r s eps delta 2 Hn Hp Ix Ir Is He (conj D0 D1) K L ltac:(lra) M).
Qed.
