From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Between Require Import Section1.
From Dpbi.Statements.Between Require Import Section1_Counts.
Import ListNotations.
Open Scope R_scope.

Theorem between_two : reading_between_tailoring_parameter_sensitivity_two.
Proof. intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). field.
Qed.

Theorem between_candidates : reading_between_notes_tailoring_candidates_two.
Proof. intros n Hn. rewrite binomial_1, plus_INR. reflexivity. Qed.
