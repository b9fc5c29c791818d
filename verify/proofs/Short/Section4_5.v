From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Short Require Import Section4_5.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_5_lszhang_second : reading_short_a_thm_4_5_lszhang_second_inequality_only.
Proof.
  intros eps j He Hj. pose proof (pos_INR j).
  assert (A : exp (- INR j * eps / 2) <= exp 0) by (apply exp_le; nra).
  assert (B : exp (- (INR j + 1) * eps / 2) <= exp (- INR j * eps / 2)) by (apply exp_le; nra).
  rewrite exp_0 in A.
  change (- INR j * eps / 2) with (- INR j * eps / 2) in A. apply pow_incr.
  set (u := exp (- INR j * eps / 2)) in *. set (v := exp (- (INR j + 1) * eps / 2)) in *. lra.
Qed.
