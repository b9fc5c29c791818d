From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section4_Proofs.
Import ListNotations.
Open Scope R_scope.

Theorem sliding_plus : reading_between_tailoring_sliding_sign_plus.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as P. split; [lra|].
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r s Ir Is).
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Q.
  match goal with |- ?e * _ <= _ => assert (E : 0 < e) by apply exp_pos end. nra.
Qed.

Theorem dilation_complements : reading_between_notes_tailoring_dilation_delta_complements.
Proof. intros n eps f Hn He F. split; [lra|]. intros _. ring. Qed.

Theorem dilation_tails : reading_between_notes_tailoring_dilation_delta_tail_in_both.
Proof. intros n eps f Hn He F. split; [lra|]. intros _. ring. Qed.

Theorem good_event_complement : reading_between_notes_good_event_complement.
Proof. intros delta p D0 D1 P0 P1 L. lra. Qed.

Theorem once_at_the_truth : reading_between_notes_tailoring_multiplicity_one_at_the_truth.
Proof.
  intros n prior x r Hn Hp Ix Ir K <-. dataset Ix. apply (multiplicity_itself prior n x Hp Ix).
Qed.
