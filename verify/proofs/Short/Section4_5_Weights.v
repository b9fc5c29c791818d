From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  SmoothWeights GammaRatios Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_Weights.
Import ListNotations.
Open Scope R_scope.

(* A sensitivity of the printed constant, the largest or the local one. *)
Theorem step_setsum : reading_short_thm_4_5_ehd_step_setsum_to_25_digits.
Proof.
  intros n prior x s eps Hn Hp Jx Js He.
  repeat split; intros; try exact printed_root; try exact printed_twice.
  - apply Rgt_not_eq. apply (weights_pos prior n Hp Hn eps x).
  - apply equal_near; [lra|].
    apply (share_weights prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl).
Qed.

Theorem step_upper1 : reading_short_thm_4_5_ehd_step_upper1_k_max.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. left.
  exact (share_max_n prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K _
    (around_nearer_than prior n Hp Hn x Jx s Js)).
Qed.

Theorem step_eqGS : reading_short_b_thm_4_5_ehd_step_eqGS_equal.
Proof.
  intros n eps j Hn He Hj. rewrite smallest_value.
  split; [exact printed_twice|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. reflexivity.
Qed.

Theorem step_upper_dir_twice : reading_short_thm_4_5_ehd_step_upper_dir_twice_the_exponent.
Proof.
  intros n eps j Hn He Hj. split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  destruct (printed_weight eps He) as [A B]. pose proof (pos_INR j).
  apply quotient_lt; [lra | apply records_weight, Hn |].
  apply Rmult_lt_compat_l; [apply records_pos, Hn | exact A].
Qed.

Theorem step_upper_dir_reversed : reading_short_thm_4_5_ehd_step_upper_dir_reversed.
Proof.
  intros n eps j Hn He Hj. split; [apply Rgt_not_eq, records_weight, Hn|].
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  destruct (printed_weight eps He) as [A B]. pose proof (pos_INR j).
  apply quotient_lt; [lra | apply records_weight, Hn |].
  apply Rmult_lt_compat_l; [apply records_pos, Hn | exact B].
Qed.

Theorem step_lower1_a :
  reading_short_a_thm_4_5_ehd_step_lower1_nplus1_set_has_full_2kplus1_elements.
Proof.
  intros n prior x eps t Hn Hp Jx He T K. split; [exact printed_root|].
  split; [exact printed_twice|].
  exact (share_below prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl K t T).
Qed.

Theorem step_lower1_b : reading_short_b_thm_4_5_ehd_step_lower1_weights_of_the_event.
Proof. exact step_lower1_a. Qed.

Theorem step_lower2_a : reading_short_a_thm_4_5_ehd_step_lower2_at_least.
Proof.
  intros n eps t j Hn He T Hj T1. split; [exact printed_root|]. split; [exact printed_twice|].
  apply larger_exponent; [exact Hn | lra | exact printed_pos | exact T1].
Qed.

Theorem step_lower2_b : reading_short_b_thm_4_5_ehd_step_lower2_literal.
Proof.
  intros n eps j Hn He Hj. split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  apply lower_below_upper; [exact Hn | exact He | exact printed_pos].
Qed.

Theorem step_lower_dir_twice : reading_short_thm_4_5_ehd_step_lower_dir_twice_the_exponent.
Proof.
  intros n eps j Hn He Hj. split; [exact printed_root|]. split; [exact printed_twice|].
  destruct (printed_weight eps He) as [A B]. pose proof (pos_INR j).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, records_pos, Hn|].
  apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
Qed.

Theorem step_lower_dir_reversed : reading_short_thm_4_5_ehd_step_lower_dir_reversed.
Proof.
  intros n eps j Hn He Hj. split; [exact printed_root|]. split; [exact printed_twice|].
  destruct (printed_weight eps He) as [A B]. pose proof (pos_INR j).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, records_pos, Hn|].
  apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
Qed.
