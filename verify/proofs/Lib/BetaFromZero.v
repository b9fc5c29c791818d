(* The exponent of the notes, ln(1 - eps / (2 ln(delta / (2 (n+1))))), from eps = 0 on. *)
From Coq Require Import Reals Lra.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import MeanDistance.
Open Scope R_scope.

Lemma beta_from_zero n eps delta : 0 <= eps -> 0 < delta -> delta < 1 ->
  0 < delta / (2 * (INR n + 1)) /\ 2 * ln (delta / (2 * (INR n + 1))) <> 0 /\
  0 < 1 - eps / (2 * ln (delta / (2 * (INR n + 1)))).
Proof.
  intros He D0 D1. destruct (notes_lambda n 1 delta Rlt_0_1 (conj D0 D1)) as (_ & A & B & _ & _).
  split; [exact A|]. split; [lra|].
  destruct (Req_dec eps 0) as [->|N]; [unfold Rdiv; lra|].
  destruct (notes_lambda n eps delta ltac:(lra) (conj D0 D1)) as (_ & _ & _ & C & _). lra.
Qed.
