From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Counting Adjacency.
From Dpbi.Statements.Notes Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem model_categorical : reading_notes_model_categorical.
Proof.
  intros prior Hp. rewrite (candidates_number prior 1 Hp). destruct Hp as [K _].
  destruct (length prior) as [|k]; [lia|].
  replace (1 + S k - 1)%nat with (S k) by lia. replace (S k - 1)%nat with k by lia.
  rewrite binomial_below. reflexivity.
Qed.

Theorem model_two : reading_notes_model_meq2.
Proof. intros prior Hp K. rewrite (candidates_two prior 1 K). simpl. lra. Qed.
