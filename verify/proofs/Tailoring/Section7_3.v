From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section7_3.
Import ListNotations.
Open Scope R_scope.

Theorem fig6_upper : reading_tailoring_fig6_upper_bound_is_2eps_lemma_5_6.
Proof. intros n prior Hn Hp E. pose proof (mh_loss n prior 1 1 Hn Hp ltac:(lra) ltac:(lra)). lra.
Qed.
