From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Shares SharesCompared NearestTwo.
From Dpbi.Short Require Import Section4_5_3_Steps Section4_5_3_Threshold.
From Dpbi.Statements.Short Require Import Section4_5_3.
Import ListNotations.
Open Scope R_scope.

Theorem explicit_half : reading_short_cor_4_5_3_explicit_parameters_at_least_half.
Proof. exact threshold_half. Qed.

Theorem constant_five : reading_short_cor_4_5_3_constant_5.
Proof.
  intros n prior x eps Hn Hp Jx He K Half Many.
  change (share prior n x ehd_printed eps (within_LS prior x)
    < share prior n x lshist eps (within_LS prior x)).
  pose proof (share_cut prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos eq_refl
    (within_LS prior x) 3 ltac:(lra) (three_outputs prior n Hp Hn x Jx K Half)) as Cut.
  rewrite (number_two prior n K) in Cut. unfold least_weight in Cut.
  destruct (printed_weight eps He) as [V _]. pose proof (least_between eps He) as Q.
  pose proof (exp_pos (- eps)) as Q0. set (v := exp (- eps / _)) in *.
  replace (-2 * eps) with (- eps + - eps) in V by ring. rewrite exp_plus in V.
  pose proof (noise_share_one eps He) as One.
  pose proof (noise_within_LS prior n eps x Hp Hn Jx He K) as Noise.
  set (q := exp (- eps)) in *. pose proof (pos_INR n) as N.
  assert (B : q * (1 - q) <= 1).
  { rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra. }
  assert (N5 : 5 < INR n).
  { eapply Rlt_le_trans; [exact Many|]. rewrite Rmult_assoc, <- (Rmult_1_r (INR n)) at 1.
    rewrite Rmult_assoc, Rmult_1_l. nra. }
  specialize (Cut ltac:(lra)). eapply Rlt_trans; [exact Cut|].
  eapply Rlt_le_trans; [|exact Noise]. eapply Rle_lt_trans; [|exact One].
  set (a := INR n * (1 - q)) in *.
  assert (Aq : 5 < a * q) by (unfold a; lra).
  assert (A5 : 5 < a) by (assert (a * q <= a * 1); [apply Rmult_le_compat_l; unfold a;
    nra | lra]).
  assert (W : 3 * q <= (a - 2 * (1 - q)) * v).
  { apply Rle_trans with ((a - 2 * (1 - q)) * (q * q)).
    - assert (5 * q <= a * q * q) by (apply Rmult_le_compat_r; lra).
      assert (0 <= q * (1 - q)) by (apply Rmult_le_pos; lra).
      assert ((1 - q) * (q * q) <= q) by nra. nra.
    - apply Rmult_le_compat_l; lra. }
  apply div_le; [nra|]. unfold a in W. nra.
Qed.
