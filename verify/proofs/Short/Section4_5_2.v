From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios Reaches Shares SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_2.
Import ListNotations.
Open Scope R_scope.

Lemma noise_share_nonneg eps a : 0 < eps -> 0 <= a ->
  0 < 1 - (exp (- eps * a) + exp (- eps * (a + 1))) / 2.
Proof.
  intros He A. assert (exp (- eps * a) <= 1) by (rewrite <- exp_0; apply exp_le; nra).
  assert (L : - eps * (a + 1) < 0) by nra. apply exp_increasing in L. rewrite exp_0 in L. lra.
Qed.

Theorem cor_4_5_2_step : reading_short_cor_4_5_2_step_inside_with_n_plus_1.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K Sym Ends Few.
  pose proof (noise_share_symmetric prior n Hp Hn x Jx K s eps He Js Sym Ends) as Noise.
  assert (Q : exp (- eps) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  pose proof (share_nearer_strict prior n Hp Hn x Jx ehd_printed eq_refl eps He _ printed_pos
    eq_refl K s Js _ Q) as Weights.
  change (share prior n x lshist eps (nearer_than prior x s)
    < share prior n x ehd_printed eps (nearer_than prior x s)).
  change (INR (to_left prior n x (nearer_than prior x s))
    = INR (to_right prior n x (nearer_than prior x s))) in Sym.
  change ((INR n + 1) * (1 - (exp (- eps * INR (to_right prior n x (nearer_than prior x s)))
    + exp (- eps * (INR (to_right prior n x (nearer_than prior x s)) + 1))) / 2)
    < 2 * INR (to_right prior n x (nearer_than prior x s)) * exp (- eps) + 1) in Few.
  rewrite Sym, Rmin_left in Weights by lra. rewrite Noise. eapply Rlt_trans; [|exact Weights].
  pose proof (pos_INR n).
  apply Rmult_lt_reg_r with (INR n + 1); [lra|]. unfold Rdiv at 2.
  rewrite (Rmult_assoc _ (/ (INR n + 1))), Rinv_l, Rmult_1_r by lra.
  rewrite Rmult_comm. exact Few.
Qed.

Theorem cor_4_5_2_interior : reading_short_cor_4_5_2_interior_nplus1_in_place_of_n.
Proof. exact cor_4_5_2_step. Qed.

Theorem cor_4_5_2_inside : reading_short_cor_4_5_2_o_inside.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K Sym Ends Few.
  apply (cor_4_5_2_step n prior x s eps Hn Hp Jx Js He K Sym Ends).
  eapply Rle_lt_trans; [|exact Few]. apply Rmult_le_compat_r.
  - left. apply noise_share_nonneg; [exact He | apply pos_INR].
  - apply le_INR in Hn. simpl in Hn. lra.
Qed.

Theorem cor_4_5_2_simplify : reading_short_cor_4_5_2_simplify_literal.
Proof.
  intros n eps j Hn He Hj. pose proof (noise_share_nonneg eps (INR j) He (pos_INR j)) as P.
  pose proof (records_pos n Hn) as N. set (p := 1 - _ / 2) in *.
  set (a := 2 * INR j * exp (- eps) + 1).
  split; [intros; lra|]. split; [intros; lra|]. split; intros L.
  - apply Rmult_lt_compat_r with (r := INR n) in L; [|exact N].
    replace (a / INR n * INR n) with a in L by (field; lra).
    apply Rmult_lt_reg_r with p; [exact P|].
    replace (a / p * p) with a by (field; lra). lra.
  - apply Rmult_lt_compat_r with (r := p) in L; [|exact P].
    replace (a / p * p) with a in L by (field; lra).
    apply Rmult_lt_reg_r with (INR n); [exact N|].
    replace (a / INR n * INR n) with a by (field; lra). lra.
Qed.
