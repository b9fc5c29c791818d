From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section4.
Import ListNotations.
Open Scope R_scope.

Theorem rpost_count : reading_tailoring_rpost_count_literal.
Proof. intros n Hn. rewrite filter_true, datasets_number, binomial_1, plus_INR. reflexivity. Qed.

Theorem rpost_set : reading_tailoring_rpost_set_da_in_0_n.
Proof. exact rpost_count. Qed.
