From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem abstract_vs_ehd : reading_tailoring_abstract_vs_ehd_gs.
Proof.
  intros n prior x eps gamma Hn Hp Ix He G. dataset Ix.
  apply (mean_distance_le prior n); auto; try lra. rewrite (ehd_sens prior n) by exact Ix.
  split; [apply (Sexp_pos prior n); assumption | apply Sexp_le_GS; assumption].
Qed.

Theorem contrib_better : reading_tailoring_contrib_better_vs_ehd_with_global_sensitivity.
Proof.
  intros n prior x eps Hn Hp Ix He. dataset Ix.
  apply (mean_distance_le prior n); auto; try lra. rewrite (ehd_sens prior n) by exact Ix.
  split; [apply (Sharm_pos prior n); auto; lra | apply Sharm_le_GS; auto; lra].
Qed.

Theorem full_proof_two_eps : reading_tailoring_full_proof_definition_6_at_two_eps.
Proof.
  intros n prior eps Hn Hp He. pose proof (mh_loss n prior eps 1 Hn Hp He ltac:(lra)). lra.
Qed.
