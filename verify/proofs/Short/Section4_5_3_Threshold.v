From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Shares NearestTwo.
From Dpbi.Short Require Import Section4_5_3_Steps.
From Dpbi.Statements.Short Require Import Section4_5_3_Threshold.
Import ListNotations.
Open Scope R_scope.

Theorem ehd2_step : reading_short_cor_4_5_3_ehd2_step_literal.
Proof.
  intros n prior x eps Hn Hp Jx He. dataset Jx.
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  pose proof (LS_pos prior n Hp Hn x Jx) as L. pose proof printed_pos as P.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, records_weight, Hn|].
  set (c := sqrt (1 - PI / 4)) in *.
  assert (Q : - eps * LS prior x / (2 * c) <= 0).
  { apply div_le; [lra|]. nra. }
  apply exp_le in Q. rewrite exp_0 in Q. lra.
Qed.

Lemma three_share prior n (Hp : is_prior prior) (Hn : (1 <= n)%nat) x
  (Jx : is_dataset prior n x) eps q : 0 < eps ->
  INR (length (filter q (datasets n (length prior)))) <= 3 ->
  share prior n x ehd_printed eps q
  < 3 / (INR n * exp (- eps / (2 * sqrt (1 - PI / 4)))).
Proof.
  intros He Few. eapply Rlt_le_trans; [apply (share_upper prior n Hp Hn x Jx ehd_printed eq_refl
    eps He _ printed_pos eq_refl q 3 Few); lra|].
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [apply records_weight, Hn|].
  apply Rmult_le_compat_r; [left; apply exp_pos|]. apply le_INR.
  pose proof (datasets_at_least n (length prior - 2)) as D.
  destruct Hp as [Two _]. replace (S (S (length prior - 2))) with (length prior) in D by lia. lia.
Qed.

Theorem ehd2_three : reading_short_cor_4_5_3_ehd2_r_g_le3.
Proof.
  intros n prior x eps Hn Hp Jx He Few.
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. left.
  exact (three_share prior n Hp Hn x Jx eps _ He Few).
Qed.

Theorem ehd3_twice : reading_short_cor_4_5_3_ehd3_twice_the_exponent.
Proof.
  intros n eps Hn He. split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|]. split; [apply Rgt_not_eq, records_weight, Hn|].
  destruct (printed_weight eps He) as [A B]. left.
  apply quotient_lt; [lra | apply records_weight, Hn |].
  apply Rmult_lt_compat_l; [apply records_pos, Hn | exact A].
Qed.

Theorem ehd3_reversed : reading_short_cor_4_5_3_ehd3_reversed.
Proof.
  intros n eps Hn He. split; [apply Rgt_not_eq, records_weight, Hn|].
  split; [exact printed_root|]. split; [exact printed_twice|].
  split; [apply Rgt_not_eq, records_weight, Hn|].
  destruct (printed_weight eps He) as [A B]. left.
  apply quotient_lt; [lra | apply records_weight, Hn |].
  apply Rmult_lt_compat_l; [apply records_pos, Hn | exact B].
Qed.

Theorem threshold_half : reading_short_cor_4_5_3_threshold_parameters_at_least_half.
Proof.
  intros n prior x eps Hn Hp Jx He K Half. split; [exact printed_root|].
  split; [exact printed_twice|]. intros Many.
  change (share prior n x ehd_printed eps (within_LS prior x)
    < share prior n x lshist eps (within_LS prior x)).
  eapply Rlt_trans; [apply (three_share prior n Hp Hn x Jx eps _ He
    (three_outputs prior n Hp Hn x Jx K Half))|].
  eapply Rlt_le_trans; [|apply (noise_within_LS prior n eps x Hp Hn Jx He K)].
  eapply Rlt_trans; [|apply noise_share_one, He].
  pose proof (records_weight n (- eps / (2 * sqrt (1 - PI / 4))) Hn) as P.
  apply Rmult_lt_reg_r with (INR n * exp (- eps / (2 * sqrt (1 - PI / 4)))); [exact P|].
  unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.

Lemma least_between eps : 0 < eps -> 0 < 1 - exp (- eps).
Proof.
  intros He. assert (exp (- eps) < exp 0) by (apply exp_increasing; lra).
  rewrite exp_0 in *. lra.
Qed.

Theorem asym_bounded : reading_short_cor_4_5_3_asym_bounded_eps.
Proof.
  intros eps t He Ht Le. pose proof (least_between eps He) as Q.
  pose proof (exp_pos (- eps / (2 * sqrt (1 - PI / 4)))) as V. pose proof printed_bounds as C.
  split; [exact printed_root|]. split; [exact printed_twice|]. split; [nra|]. split; [lra|].
  set (c := sqrt (1 - PI / 4)) in *. set (v := exp (- eps / (2 * c))) in *.
  assert (E : / v = exp (eps * (1 / (2 * c) - 1)) * exp eps).
  { unfold v. rewrite <- exp_Ropp, <- exp_plus. f_equal. field. lra. }
  replace (3 / (v * (1 - exp (- eps)))) with (3 * / v * / (1 - exp (- eps))) by (field; lra).
  rewrite E.
  assert (W : 1 < 1 / (2 * c)).
  { unfold Rdiv. rewrite Rmult_1_l, <- Rinv_1 at 1. apply Rinv_lt_contravar; lra. }
  assert (exp (eps * (1 / (2 * c) - 1)) <= exp (t * (1 / (2 * c) - 1))) by (apply exp_le; nra).
  assert (0 < exp eps * / (1 - exp (- eps))).
  { apply Rmult_lt_0_compat; [apply exp_pos | apply Rinv_0_lt_compat, Q]. }
  unfold Rdiv. fold (Rdiv 1 (2 * c)). nra.
Qed.

Theorem asym_exponent : reading_short_cor_4_5_3_asym_exponent_of_the_threshold.
Proof.
  intros eps He. pose proof (least_between eps He) as Q.
  pose proof (exp_pos (- eps / (2 * sqrt (1 - PI / 4)))) as V. pose proof printed_bounds as C.
  split; [exact printed_root|]. split; [exact printed_twice|]. split; [nra|]. split; [lra|].
  set (c := sqrt (1 - PI / 4)) in *. set (v := exp (- eps / (2 * c))) in *.
  replace (exp (eps / (2 * c))) with (/ v)
    by (unfold v; rewrite <- exp_Ropp; f_equal; field; lra).
  replace (3 / (v * (1 - exp (- eps)))) with (3 * / v * / (1 - exp (- eps))) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Q|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, V | lra].
Qed.
