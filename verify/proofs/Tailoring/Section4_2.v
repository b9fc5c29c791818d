From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Scores.
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

Theorem def_3 : reading_tailoring_def_3_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  split; [intros _; apply (twice_sensitivity prior n); assumption|].
  split; [intros _; apply Rgt_not_eq, (weights_pos prior n Hp Hn eps gamma x)|].
  split; [|split].
  - rewrite (fraction prior n eps gamma x Ix r Ir).
    apply Rdiv_lt_0_compat; [apply exp_pos | apply (weights_pos prior n Hp Hn eps gamma x)].
  - apply (fraction prior n eps gamma x Ix r Ir).
  - apply (law_total prior n Hp Hn (mh_exp gamma) eps x eq_refl Ix).
Qed.

Theorem def_3_smooth : reading_tailoring_def_3_smooth_upper_bound.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. split.
  - apply (LS_le_Sexp prior n), Ix.
  - apply (Sexp_step prior n); assumption.
Qed.

Theorem def_3_rate : reading_tailoring_def_3_gamma_gamma_is_its_rate.
Proof. exact def_3_smooth. Qed.

Theorem def_3_dirichlet : reading_tailoring_def_3_dirichlet_x_over_x_n.
Proof. exact def_3_smooth. Qed.
