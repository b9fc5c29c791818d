From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section6_1.
Import ListNotations.
Open Scope R_scope.

Theorem utility_h : reading_tailoring_6_1_1_ueq_h.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn). split; [lra|].
  apply (ehd_tail prior n); auto. intros z _ E. apply Rleb_true, E.
Qed.

Theorem utility_h_candidates : reading_tailoring_6_1_1_ueq_h_at_candidates.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn). split; [lra|].
  apply (ehd_tail prior n); auto. intros z _ E. apply Rleb_true in E. lra.
Qed.
