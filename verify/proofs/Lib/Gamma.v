(* Euler's Gamma function on the positive reals, by Euler's limit
     Gamma(z) = lim  m^z m! / (z (z+1) .. (z+m)). *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Lemma rising_pos z m : 0 < z -> 0 < rising z m.
Proof.
  intros P. induction m as [|m IH]; [exact P|]. cbn [rising].
  apply Rmult_lt_0_compat; [exact IH|]. pose proof (pos_INR (S m)). lra.
Qed.

Lemma euler_pos z m : 0 < z -> 0 < euler z m.
Proof.
  intros P. apply Rdiv_lt_0_compat; [|apply rising_pos, P].
  apply Rmult_lt_0_compat; [apply exp_pos | apply INR_fact_lt_0].
Qed.

Lemma exp_ge u : 1 + u <= exp u.
Proof. destruct (Req_dec u 0) as [->|N]; [rewrite exp_0; lra | left; apply exp_ineq1; exact N].
Qed.

Lemma ln_le_minus1 u : 0 < u -> ln u <= u - 1.
Proof. intros P. pose proof (exp_ge (ln u)) as E. rewrite exp_ln in E by exact P. lra. Qed.

(* One step of the limit multiplies by ((m+1)/m)^z (m+1) / (z+m+1). *)
Lemma euler_step z m : 0 < z ->
  euler z (S (S m)) =
  euler z (S m) * (exp (z * (ln (INR (S (S m))) - ln (INR (S m)))) * (INR (S (S m)) / (z + INR (S
    (S m))))).
Proof.
  intros P. unfold euler. cbn [rising].
  pose proof (rising_pos z (S m) P) as Rp. pose proof (rising_pos z m P) as Rp'.
  assert (0 < INR (S m)) by (apply lt_0_INR; lia).
  assert (0 < INR (S (S m))) by (apply lt_0_INR; lia).
  rewrite (fact_simpl (S m)), mult_INR.
  replace (z * ln (INR (S (S m)))) with (z * ln (INR (S m)) + z * (ln (INR (S (S m))) - ln (INR
    (S m)))) by ring.
  rewrite exp_plus. field. lra.
Qed.

Lemma euler_incr z m : 0 < z -> euler z (S m) <= euler z (S (S m)).
Proof.
  intros P. rewrite euler_step by exact P.
  pose proof (euler_pos z (S m) P) as E.
  set (M := INR (S (S m))). assert (HM : 2 <= M) by (unfold M; rewrite !S_INR;
    pose proof (pos_INR m); lra).
  assert (HM1 : INR (S m) = M - 1) by (unfold M; rewrite (S_INR (S m)); ring).
  rewrite HM1.
  assert (L : 1 / M <= ln M - ln (M - 1)).
  { pose proof (ln_le_minus1 ((M - 1) / M)) as B.
    specialize (B ltac:(apply Rdiv_lt_0_compat; lra)).
    unfold Rdiv in B at 1. rewrite ln_mult, ln_Rinv in B; [|lra|lra|apply Rinv_0_lt_compat; lra].
    assert ((M - 1) / M - 1 = - (1 / M)) by (field; lra). lra. }
  assert (X : 1 + z / M <= exp (z * (ln M - ln (M - 1)))).
  { eapply Rle_trans; [apply exp_ge|].
    assert (le : z / M <= z * (ln M - ln (M - 1))) by (replace (z / M) with (z * (1 / M)) by
      (field; lra); apply Rmult_le_compat_l; lra).
    destruct le as [lt| ->]; [left; apply exp_increasing; exact lt | right; reflexivity]. }
  assert (Y : 1 <= exp (z * (ln M - ln (M - 1))) * (M / (z + M))).
  { apply Rle_trans with ((1 + z / M) * (M / (z + M))).
    - right. field. lra.
    - apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; lra | exact X]. }
  nra.
Qed.

(* ln(1+v) >= v - v^2/2 is replaced by the weaker ln(1+v) >= v/(1+v), which is enough. *)
Lemma euler_step_le z m : 0 < z ->
  euler z (S (S m)) <= euler z (S m) * exp ((z + z * z) * (1 / INR (S m) - 1 / INR (S (S m)))).
Proof.
  intros P. rewrite euler_step by exact P.
  apply Rmult_le_compat_l; [left; apply euler_pos, P|].
  set (M := INR (S (S m))). assert (HM : 2 <= M) by (unfold M; rewrite !S_INR;
    pose proof (pos_INR m); lra).
  assert (HM1 : INR (S m) = M - 1) by (unfold M; rewrite (S_INR (S m)); ring).
  rewrite HM1.
  assert (L : ln M - ln (M - 1) <= 1 / (M - 1)).
  { pose proof (ln_le_minus1 (M / (M - 1))) as B.
    specialize (B ltac:(apply Rdiv_lt_0_compat; lra)).
    unfold Rdiv in B at 1. rewrite ln_mult, ln_Rinv in B; [|lra|lra|apply Rinv_0_lt_compat; lra].
    assert (M / (M - 1) - 1 = 1 / (M - 1)) by (field; lra). lra. }
  assert (Q : M / (z + M) <= exp (- (z / (z + M)))).
  { pose proof (exp_ge (- (z / (z + M)))) as E.
    assert (M / (z + M) = 1 + - (z / (z + M))) by (field; lra). lra. }
  apply Rle_trans with (exp (z * (1 / (M - 1))) * exp (- (z / (z + M)))).
  - apply Rmult_le_compat; [left; apply exp_pos | left; apply Rdiv_lt_0_compat; lra | | exact Q].
    assert (le : z * (ln M - ln (M - 1)) <= z * (1 / (M - 1))) by (apply Rmult_le_compat_l; lra).
    destruct le as [lt| ->]; [left; apply exp_increasing; exact lt | right; reflexivity].
  - rewrite <- exp_plus.
    assert (B : z * (1 / (M - 1)) + - (z / (z + M)) <= (z + z * z) * (1 / (M - 1) - 1 / M)).
    { assert (z * (1 / (M - 1)) + - (z / (z + M)) = z * (1 + z) / ((M - 1) * (z + M))) as ->
        by (field; lra).
      assert ((z + z * z) * (1 / (M - 1) - 1 / M) = z * (1 + z) / ((M - 1) * M)) as -> by (field;
        lra).
      apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; nra. }
    destruct B as [B| ->]; [left; apply exp_increasing; exact B | right; reflexivity].
Qed.

Lemma euler_bounded z m : 0 < z ->
  euler z (S m) <= euler z 1 * exp ((z + z * z) * (1 - 1 / INR (S m))).
Proof.
  intros P. induction m as [|m IH].
  - right. replace (1 - 1 / INR 1) with 0 by (simpl; field). rewrite Rmult_0_r, exp_0. ring.
  - eapply Rle_trans; [apply euler_step_le, P|].
    eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos | exact IH]|].
    right. rewrite Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.

Lemma Gamma_lim z : 0 < z -> is_lim_seq (euler z) (Gamma z) /\ euler z 1 <= Gamma z.
Proof.
  intros P.
  assert (C : ex_finite_lim_seq (fun m => euler z (S m))).
  { apply ex_finite_lim_seq_incr with (euler z 1 * exp (z + z * z)).
    - intros m. apply euler_incr, P.
    - intros m. eapply Rle_trans; [apply euler_bounded, P|].
      apply Rmult_le_compat_l; [left; apply euler_pos, P|].
      assert (0 < INR (S m)) by (apply lt_0_INR; lia).
      assert (0 < 1 / INR (S m)) by (apply Rdiv_lt_0_compat; lra).
      left. apply exp_increasing. nra. }
  destruct C as [l Hl].
  assert (Hl' : is_lim_seq (euler z) l) by (apply is_lim_seq_incr_1; exact Hl).
  assert (E : Gamma z = l) by (unfold Gamma; rewrite (is_lim_seq_unique _ _ Hl'); reflexivity).
  rewrite E. split; [exact Hl'|].
  assert (I : forall m, euler z 1 <= euler z (S m)).
  { induction m as [|m IH]; [lra|]. eapply Rle_trans; [exact IH | apply euler_incr, P]. }
  exact (is_lim_seq_le (fun _ => euler z 1) (fun m => euler z (S m)) (euler z 1) l I
    (is_lim_seq_const _) Hl).
Qed.

Lemma Gamma_pos z : 0 < z -> 0 < Gamma z.
Proof.
  intros P. destruct (Gamma_lim z P) as [_ L]. pose proof (euler_pos z 1 P). lra.
Qed.

Lemma rising_shift z m : 0 < z -> rising (z + 1) m * z = rising z m * (z + 1 + INR m).
Proof.
  intros P. induction m as [|m IH]; [simpl; ring|]. cbn [rising].
  replace (rising (z + 1) m * (z + 1 + INR (S m)) * z) with (rising (z + 1) m * z * (z + 1 + INR
    (S m))) by ring.
  rewrite IH. rewrite S_INR. ring.
Qed.

Lemma is_lim_frac z : 0 < z -> is_lim_seq (fun m => INR m / (z + 1 + INR m)) 1.
Proof.
  intros P.
  assert (E : forall m, INR m / (z + 1 + INR m) = 1 - (z + 1) * / (INR m + (z + 1))).
  { intros m. pose proof (pos_INR m). field. lra. }
  apply is_lim_seq_ext with (fun m => 1 - (z + 1) * / (INR m + (z + 1))).
  { intros m. symmetry. apply E. }
  assert (Z : is_lim_seq (fun m => / (INR m + (z + 1))) 0).
  { replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
    apply is_lim_seq_inv; [|discriminate].
    eapply is_lim_seq_plus; [apply is_lim_seq_INR | apply is_lim_seq_const | reflexivity]. }
  replace (Finite 1) with (Finite (1 - (z + 1) * 0)) by (f_equal; ring).
  apply is_lim_seq_minus'; [apply is_lim_seq_const|].
  apply is_lim_seq_mult'; [apply is_lim_seq_const | exact Z].
Qed.

Theorem Gamma_S z : 0 < z -> Gamma (z + 1) = z * Gamma z.
Proof.
  intros P. destruct (Gamma_lim z P) as [L _]. assert (P1 : 0 < z + 1) by lra.
  destruct (Gamma_lim (z + 1) P1) as [L1 _].
  assert (E : forall m, euler (z + 1) (S m) = z * euler z (S m) * (INR (S m) / (z + 1 + INR
    (S m)))).
  { intros m. unfold euler. pose proof (rising_pos z (S m) P) as R1.
    pose proof (rising_pos (z + 1) (S m) P1) as R2.
    assert (0 < INR (S m)) by (apply lt_0_INR; lia).
    replace ((z + 1) * ln (INR (S m))) with (z * ln (INR (S m)) + ln (INR (S m))) by ring.
    rewrite exp_plus, exp_ln by assumption.
    pose proof (rising_shift z (S m) P) as Sh.
    assert (rising (z + 1) (S m) = rising z (S m) * (z + 1 + INR (S m)) / z) as ->
      by (rewrite <- Sh; field; lra).
    field. lra. }
  apply is_lim_seq_incr_1 in L1.
  assert (L2 : is_lim_seq (fun m => euler (z + 1) (S m)) (z * Gamma z * 1)).
  { apply is_lim_seq_ext with (fun m => z * euler z (S m) * (INR (S m) / (z + 1 + INR (S m)))).
    { intros m. symmetry. apply E. }
    apply is_lim_seq_mult'.
    - apply is_lim_seq_mult'; [apply is_lim_seq_const | apply (is_lim_seq_incr_1 (euler z));
        exact L].
    - apply (is_lim_seq_incr_1 (fun m => INR m / (z + 1 + INR m))). apply is_lim_frac, P. }
  apply is_lim_seq_unique in L1. apply is_lim_seq_unique in L2. rewrite L1 in L2. inversion L2.
  lra.
Qed.

Lemma rising_1 m : rising 1 m = INR (fact (S m)).
Proof.
  induction m as [|m IH]; [simpl; ring|]. cbn [rising].
  rewrite IH, (fact_simpl (S m)), mult_INR, (S_INR (S m)). ring.
Qed.

Theorem Gamma_1 : Gamma 1 = 1.
Proof.
  destruct (Gamma_lim 1 Rlt_0_1) as [L _].
  assert (E : forall m, euler 1 (S m) = INR (S m) / (0 + 1 + INR (S m))).
  { intros m. unfold euler. rewrite rising_1, (fact_simpl (S m)), mult_INR, Rmult_1_l.
    assert (0 < INR (S m)) by (apply lt_0_INR; lia). rewrite exp_ln by assumption.
    rewrite (S_INR (S m)). pose proof (INR_fact_lt_0 (S m)). field. lra. }
  apply is_lim_seq_incr_1 in L. apply is_lim_seq_unique in L.
  assert (Z : is_lim_seq (fun m => euler 1 (S m)) 1).
  { apply is_lim_seq_ext with (fun m => INR (S m) / (0 + 1 + INR (S m))). { intros m. symmetry.
    apply E. }
    apply (is_lim_seq_incr_1 (fun m => INR m / (0 + 1 + INR m))).
    apply is_lim_seq_ext with (fun m => 1 - 1 * / (INR m + 1)).
    { intros m. pose proof (pos_INR m). field. lra. }
    replace (Finite 1) with (Finite (1 - 1 * 0)) by (f_equal; ring).
    apply is_lim_seq_minus'; [apply is_lim_seq_const|].
    apply is_lim_seq_mult'; [apply is_lim_seq_const|].
    replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
    apply is_lim_seq_inv; [|discriminate].
    eapply is_lim_seq_plus; [apply is_lim_seq_INR | apply is_lim_seq_const | reflexivity]. }
  apply is_lim_seq_unique in Z. rewrite L in Z. injection Z. trivial.
Qed.
