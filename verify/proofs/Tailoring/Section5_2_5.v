From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section5_2_5.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_6 : reading_tailoring_lemma_5_6_def_6.
Proof.
  intros n prior eps Hn Hp He. pose proof (mh_loss n prior eps 1 Hn Hp He ltac:(lra)). lra.
Qed.

Theorem lemma_5_6_dirichlet : reading_tailoring_lemma_5_6_dirichlet_conclusion_and_for_m_h_d.
Proof. exact lemma_5_6. Qed.

(* The chain of Theorem 3.1 gives 3/2 eps. *)
Theorem lemma_5_6_any_gamma : reading_tailoring_lemma_5_6_def_6_any_gamma.
Proof.
  intros n prior eps gamma Hn Hp He G. pose proof (mh_loss n prior eps gamma Hn Hp He G). lra.
Qed.

Theorem lemma_5_6_three_halves : reading_tailoring_lemma_5_6_def_6_three_halves.
Proof.
  intros n prior eps Hn Hp He. pose proof (mh_loss n prior eps 1 Hn Hp He ltac:(lra)). lra.
Qed.
