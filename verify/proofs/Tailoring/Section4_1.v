From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Scores ScoresOfEvents.
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

Theorem rpost_list : reading_tailoring_rpost_list_n_plus_1_elements.
Proof. intros n Hn. rewrite filter_true, datasets_number, binomial_1, plus_INR. reflexivity. Qed.

Theorem expmech : reading_tailoring_expmech_literal.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. dataset Ir.
  pose proof (GS_pos prior n Hp Hn) as Gp.
  pose proof (SmoothWeights.weights_pos prior n Hp Hn eps x (2 * GS prior n)) as W.
  pose proof (law prior n ehd_true eps x r eq_refl Ix Ir) as E.
  rewrite (ehd_sens prior n x Ix) in E. split; [intros _; lra|]. split; [intros _; lra|].
  split; [|split].
  - rewrite E. apply Rdiv_lt_0_compat; [apply exp_pos | exact W].
  - exact E.
  - apply (law_total prior n Hp Hn ehd_true eps x eq_refl Ix).
Qed.

Theorem expmech_sensitivity : reading_tailoring_expmech_global_sensitivity.
Proof.
  intros n prior Hn Hp. unfold GS, maxof at 1 4. f_equal.
  apply map_ext_in. intros z Iz. apply (largest_change_is_LS prior n Hp Hn z Iz).
Qed.
