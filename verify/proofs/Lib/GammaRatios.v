(* Gamma(a + 1/2)^2 / (Gamma(a) Gamma(a + 1)) lies between a/(a + 1/3) and a/(a + 1/4), and from
   a = 1 on above a/(a + 1/pi). *)
From Coq Require Import Reals List Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Gamma Hellinger GlobalSensitivity Wallis.
Open Scope R_scope.

(* The product up to its factor m, and the bound with the shift d at the end of it. *)
Definition shifted (d a : R) : R := a / (a + d).

Lemma shifted_step d a : 0 < a -> 0 < d ->
  0 <= (d - / 4) * a + (3 * d - 1) / 4 ->
  shifted d a <= a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * shifted d (a + 1).
Proof.
  intros A D Sh. unfold shifted.
  assert (E : a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * ((a + 1) / (a + 1 + d)) - a / (a + d)
    = a * ((d - / 4) * a + (3 * d - 1) / 4)
      / ((a + 1 / 2) * (a + 1 / 2) * (a + 1 + d) * (a + d))) by (field; lra).
  assert (0 <= a * ((d - / 4) * a + (3 * d - 1) / 4)
      / ((a + 1 / 2) * (a + 1 / 2) * (a + 1 + d) * (a + d))); [|lra].
  apply Rmult_le_pos; [nra|]. left. apply Rinv_0_lt_compat.
  repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma shifted_step_up a : 0 < a ->
  a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * shifted (1 / 4) (a + 1) <= shifted (1 / 4) a.
Proof.
  intros A. unfold shifted.
  assert (E : a / (a + 1 / 4)
    - a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * ((a + 1) / (a + 1 + 1 / 4))
    = a * (1 / 16)
      / ((a + 1 / 2) * (a + 1 / 2) * (a + 1 + 1 / 4) * (a + 1 / 4))) by (field; lra).
  assert (0 <= a * (1 / 16)
      / ((a + 1 / 2) * (a + 1 / 2) * (a + 1 + 1 / 4) * (a + 1 / 4))); [|lra].
  apply Rmult_le_pos; [nra|]. left. apply Rinv_0_lt_compat.
  repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma shifted_lim d a : 0 < a -> 0 < d ->
  is_lim_seq (fun m => shifted d (a + INR (S m))) 1.
Proof.
  intros A D.
  apply is_lim_seq_ext with (fun m => 1 - d * / (a + d + INR (S m))).
  - intros m. unfold shifted. pose proof (pos_INR (S m)). field. lra.
  - replace (Finite 1) with (Finite (1 - d * 0)) by (f_equal; ring).
    apply is_lim_seq_minus'; [apply is_lim_seq_const|].
    apply (is_lim_seq_scal_l _ d (Finite 0)).
    apply (is_lim_seq_inv _ p_infty); [|discriminate].
    apply (is_lim_seq_plus _ _ (Finite (a + d)) p_infty); [apply is_lim_seq_const | |reflexivity].
    apply (is_lim_seq_incr_1 (fun m => INR m) p_infty), is_lim_seq_INR.
Qed.

Lemma ratio_lim d a : 0 < a -> 0 < d ->
  is_lim_seq (fun m => steps a m * shifted d (a + INR (S m))) (rho1 a (a + 1)).
Proof.
  intros A D. replace (rho1 a (a + 1)) with (rho1 a (a + 1) * 1) by ring.
  apply is_lim_seq_mult'; [apply steps_lim, A | apply shifted_lim; assumption].
Qed.

Lemma ratio_lower d a : 0 < a -> 0 < d -> 1 / 4 <= d ->
  0 <= (d - / 4) * a + (3 * d - 1) / 4 -> a / (a + d) <= rho1 a (a + 1).
Proof.
  intros A D Q Sh. fold (shifted d a).
  apply (is_lim_seq_le (fun _ => shifted d a) (fun m => steps a m * shifted d (a + INR (S m)))
    (shifted d a) (rho1 a (a + 1))); [|apply is_lim_seq_const | apply ratio_lim; assumption].
  induction n as [|m IH].
  - unfold steps. simpl rising. simpl INR.
    replace (a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2))) with
      (a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2))) by reflexivity.
    apply shifted_step; assumption.
  - eapply Rle_trans; [exact IH|]. rewrite steps_S by exact A. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [left; apply steps_pos, A|].
    replace (a + INR (S (S m))) with (a + INR (S m) + 1) by (rewrite (S_INR (S m)); ring).
    pose proof (pos_INR (S m)). apply shifted_step; try lra. nra.
Qed.

Lemma ratio_upper a : 0 < a -> rho1 a (a + 1) <= a / (a + 1 / 4).
Proof.
  intros A. fold (shifted (1 / 4) a).
  apply (is_lim_seq_le (fun m => steps a m * shifted (1 / 4) (a + INR (S m)))
    (fun _ => shifted (1 / 4) a) (rho1 a (a + 1)) (shifted (1 / 4) a));
    [|apply ratio_lim; lra | apply is_lim_seq_const].
  induction n as [|m IH].
  - unfold steps. simpl rising. simpl INR. apply shifted_step_up, A.
  - eapply Rle_trans; [|exact IH]. rewrite steps_S by exact A. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [left; apply steps_pos, A|].
    replace (a + INR (S (S m))) with (a + INR (S m) + 1) by (rewrite (S_INR (S m)); ring).
    pose proof (pos_INR (S m)). apply shifted_step_up. lra.
Qed.

Lemma ratio_third a : 0 < a -> a / (a + 1 / 3) <= rho1 a (a + 1).
Proof. intros A. apply ratio_lower; lra. Qed.

(* The first ratio is pi/4. *)
Lemma first_ratio : rho1 1 (1 + 1) = PI / 4.
Proof. rewrite <- g1_step. exact g1_value. Qed.

Lemma ratio_shift a : 0 < a ->
  rho1 a (a + 1) = a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * rho1 (a + 1) (a + 1 + 1).
Proof.
  intros A. unfold rho1. replace ((a + (a + 1)) / 2) with (a + 1 / 2) by field.
  replace ((a + 1 + (a + 1 + 1)) / 2) with (a + 1 / 2 + 1) by field.
  rewrite (Gamma_S (a + 1)), (Gamma_S (a + 1 / 2)), (Gamma_S a) by lra.
  pose proof (Gamma_pos a A). pose proof (Gamma_pos (a + 1 / 2) ltac:(lra)). field. lra.
Qed.

Lemma PI_upper : PI <= 256 / 81.
Proof.
  pose proof first_ratio as E. rewrite ratio_shift in E by lra.
  pose proof (ratio_upper (1 + 1) ltac:(lra)) as U. lra.
Qed.

Lemma ratio_pi a : 1 <= a -> PI * a / (PI * a + 1) <= rho1 a (a + 1).
Proof.
  intros A. pose proof PI_lower as L. pose proof PI_upper as U.
  assert (D : 2 / 7 < / PI) by (apply Rmult_lt_reg_r with PI; [lra|]; rewrite Rinv_l; lra).
  replace (PI * a / (PI * a + 1)) with (a / (a + / PI)).
  - apply ratio_lower; nra.
  - field. split; [|lra]. nra.
Qed.

(* Two steps. *)
Lemma two_steps a : 0 < a -> rho1 a (a + 2) = a / (a + 1).
Proof.
  intros A. unfold rho1. replace ((a + (a + 2)) / 2) with (a + 1) by field.
  replace (a + 2) with (a + 1 + 1) by ring.
  rewrite (Gamma_S (a + 1)), (Gamma_S a) by lra. pose proof (Gamma_pos a A). field. lra.
Qed.

(* Two steps move the posterior farther than one the other way. *)
Lemma two_steps_farther p q : 1 / 2 <= p -> 2 < q ->
  rho1 (p + 1) (p + 3) * rho1 (q - 2) q < rho1 p (p + 1) * rho1 q (q + 1).
Proof.
  intros P Q. replace (p + 3) with (p + 1 + 2) by ring. rewrite two_steps by lra.
  replace (rho1 (q - 2) q) with (rho1 (q - 2) (q - 2 + 2)) by (f_equal; ring).
  rewrite two_steps by lra.
  pose proof (ratio_third p ltac:(lra)) as Lp. pose proof (ratio_third q ltac:(lra)) as Lq.
  assert (A : (p + 1) / (p + 1 + 1) <= p / (p + 1 / 3)).
  { apply Rmult_le_reg_r with ((p + 1 + 1) * (p + 1 / 3)); [nra|].
    replace ((p + 1) / (p + 1 + 1) * ((p + 1 + 1) * (p + 1 / 3))) with ((p + 1) * (p + 1 / 3))
      by (field; lra).
    replace (p / (p + 1 / 3) * ((p + 1 + 1) * (p + 1 / 3))) with (p * (p + 1 + 1))
      by (field; lra). nra. }
  assert (B : (q - 2) / (q - 2 + 1) < q / (q + 1 / 3)).
  { apply Rmult_lt_reg_r with ((q - 2 + 1) * (q + 1 / 3)); [nra|].
    replace ((q - 2) / (q - 2 + 1) * ((q - 2 + 1) * (q + 1 / 3))) with ((q - 2) * (q + 1 / 3))
      by (field; lra).
    replace (q / (q + 1 / 3) * ((q - 2 + 1) * (q + 1 / 3))) with (q * (q - 2 + 1))
      by (field; lra). nra. }
  assert (0 < (p + 1) / (p + 1 + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < (q - 2) / (q - 2 + 1)) by (apply Rdiv_lt_0_compat; lra).
  apply Rle_lt_trans with (rho1 p (p + 1) * ((q - 2) / (q - 2 + 1))).
  - apply Rmult_le_compat_r; lra.
  - apply Rmult_lt_compat_l; lra.
Qed.

(* The printed constant sqrt(1 - pi/4). *)
Lemma printed_root : 0 <= 1 - PI / 4.
Proof. pose proof PI_upper. lra. Qed.

Lemma printed_bounds : 1 / 4 < sqrt (1 - PI / 4) < 1 / 2.
Proof.
  pose proof PI_upper. pose proof PI_lower. split.
  - replace (1 / 4) with (sqrt (1 / 4 * (1 / 4))) by (apply sqrt_square; lra).
    apply sqrt_lt_1_alt. lra.
  - replace (1 / 2) with (sqrt (1 / 2 * (1 / 2))) by (apply sqrt_square; lra).
    apply sqrt_lt_1_alt. lra.
Qed.

Lemma printed_twice : 2 * sqrt (1 - PI / 4) <> 0.
Proof. pose proof printed_bounds. lra. Qed.

(* The weight exp(-eps/c) lies between those of 2 eps and of eps. *)
Lemma printed_weight eps : 0 < eps ->
  exp (-2 * eps) < exp (- eps / (2 * sqrt (1 - PI / 4))) < exp (- eps).
Proof.
  intros He. pose proof printed_bounds as B. set (c := sqrt (1 - PI / 4)) in *.
  assert (E : - eps / (2 * c) = - (eps * / (2 * c))) by (field; lra).
  assert (1 < / (2 * c)) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  assert (/ (2 * c) < 2).
  { replace 2 with (/ / 2) at 2 by (apply Rinv_inv). apply Rinv_lt_contravar; lra. }
  split; apply exp_increasing; rewrite E; nra.
Qed.

Lemma records_weight n u : (1 <= n)%nat -> 0 < INR n * exp u.
Proof. intros N. apply Rmult_lt_0_compat; [apply lt_0_INR; lia | apply exp_pos]. Qed.

Lemma records_pos n : (1 <= n)%nat -> 0 < INR n.
Proof. intros N. apply lt_0_INR. lia. Qed.

(* A quotient grows as its divisor falls. *)
Lemma quotient_lt a b c : 0 < a -> 0 < b -> b < c -> a / c < a / b.
Proof.
  intros A B C. apply Rmult_lt_compat_l; [exact A|]. apply Rinv_lt_contravar; [nra | exact C].
Qed.
