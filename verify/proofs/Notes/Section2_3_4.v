From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta
  TailPrivacy.
From Dpbi.Statements.Notes Require Import Section2_3_4.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_2_3_three_halves : reading_notes_lemma_2_3_three_halves_eps_half_delta.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 K A0. dataset Ix.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [assumption|]).
  eapply Rle_trans; [apply (tail_privacy prior n Hp Hn eps _ He D x y Ix A0)|].
  rewrite (number_two prior n K), exp_ln by exact C.
  apply notes_tail; try assumption; [|lra]. rewrite <- (exp_ln _ C) at 1. apply exp_gt1, D.
Qed.

Theorem lemma_2_3_three_halves_every_k :
  reading_notes_lemma_2_3_three_halves_eps_half_delta_every_k.
Proof.
  intros n prior x y eps delta Hn Hp Ix Iy He D0 D1 A0. dataset Ix.
  assert (E : binomial (n + length prior - 1) (length prior - 1)
    = length (datasets n (length prior))).
  { destruct Hp as [K _]. destruct (length prior) as [|k] eqn:L; [lia|].
    rewrite datasets_number. f_equal; lia. }
  rewrite E. pose proof (number_ge1 prior n Hp Hn) as N.
  destruct (beta_of_number _ eps delta N He (conj D0 D1)) as (A & B & C & D & G).
  split; [exact A|]. split; [exact B|]. split; [lra|]. split; [lra|].
  eapply Rle_trans; [apply (tail_privacy prior n Hp Hn eps _ He G x y Ix A0)|].
  rewrite exp_ln by lra. apply tail_of_number; lra.
Qed.
