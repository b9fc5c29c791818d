From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section5_2_3.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_5_exists : reading_tailoring_lemma_5_5_exists_finite_eps_delta.
Proof.
  intros n prior eps gamma Hn Hp He G K.
  destruct (any_loss n prior eps (mh_exp gamma) Hn Hp He eq_refl eq_refl) as [Pm L].
  - intros x Ix. pose proof (LS_pos prior n Hp Hn x Ix).
    pose proof (LS_le_Sexp prior n x gamma Ix). simpl. lra.
  - split; [apply Rgt_not_eq, Pm | exact L].
Qed.
