From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section4_1.
From Dpbi.Statements.Tailoring Require Import Section4_1_4.
From Dpbi.Statements.Tailoring Require Import Section4_1_2.
Import ListNotations.
Open Scope R_scope.

Theorem expmech_dp_tailoring : reading_tailoring_expmech_dp_literal.
Proof. exact ehd_true_loss. Qed.

Theorem ehdl_finite_loss : reading_tailoring_ehdl_nondp_finite_loss.
Proof.
  intros n prior eps Hn Hp He. destruct (any_loss n prior eps ehdl Hn Hp He eq_refl eq_refl)
    as [Pm L].
  - intros x Ix. apply (LS_pos prior n); assumption.
  - split; [apply Rgt_not_eq, Pm | exact L].
Qed.

Theorem improved_enough_baseline : reading_tailoring_improved_enough_baseline_dbieq2.
Proof. exact laplace_defined_loss. Qed.

Theorem improved_enough_dimension : reading_tailoring_improved_enough_baseline_dimension.
Proof. intros n prior eps Hn Hp He. apply dimension_loss; auto. Qed.

Theorem improved_enough_improved : reading_tailoring_improved_enough_improved.
Proof. intros n prior eps Hn Hp He. apply hist_loss; auto. Qed.
