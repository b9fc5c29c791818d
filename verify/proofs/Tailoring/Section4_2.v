From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section4_2.
Import ListNotations.
Open Scope R_scope.

Theorem count_dirichlet_two : reading_tailoring_count_dirichlet_meq2.
Proof. intros n Hn. rewrite filter_true, datasets_number. reflexivity. Qed.

Theorem count_dirichlet : reading_tailoring_count_dirichlet_c_nplusm_1_m_1.
Proof.
  intros n k Hn Hk. rewrite filter_true. destruct k as [|k]; [lia|]. rewrite datasets_number.
  f_equal. f_equal; lia.
Qed.
