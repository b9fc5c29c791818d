(* The constant sqrt(1 - pi/4): what it bounds, and a prior for which it does not. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses.
Import ListNotations.
Open Scope R_scope.

Lemma range_from_one prior : is_prior prior ->
  (forall i, In i (range 0%nat ((length prior) - 1%nat)%nat) -> 1 <= nth i prior 0) ->
    from_one prior.
Proof.
  intros [K _] B. unfold from_one. apply Forall_forall. intros a I.
  destruct (In_nth _ _ 0 I) as (i & Li & <-). apply B. unfold range. apply in_seq. lia.
Qed.

Lemma smallest_value : hellinger [2; 1] [1; 2] = sqrt (1 - PI / 4).
Proof. unfold hellinger. rewrite affinity_smallest, g1_value. reflexivity. Qed.

Lemma printed_pos : 0 < sqrt (1 - PI / 4).
Proof.
  rewrite <- smallest_value. destruct smallest_pair_simplex as [S1 S2].
  apply (hellinger_pos 2 3 ltac:(lia) _ _ S1 S2). intros E. injection E. lra.
Qed.

Lemma GS_flat_one : GS [1; 1] 1 = hellinger [2; 1] [1; 2].
Proof.
  unfold GS, LS, distance, maxof. simpl. replace (1 + 0) with 1 by ring.
  rewrite (hellinger_sym [1; 1 + 1] [1 + 1; 1]). replace (1 + 1) with 2 by ring.
  unfold Rmax. destruct (Rle_dec _ _); reflexivity.
Qed.

Lemma ehd_printed_loss n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  from_one prior -> loss ehd_printed prior eps n <= eps.
Proof.
  intros Hn Hp He F. apply (fixed_sensitivity_loss prior n Hp Hn ehd_printed eps (sqrt
    (1 - PI / 4))); try reflexivity; [|lra].
  rewrite <- smallest_value. apply GS_upper; assumption.
Qed.

(* ... and where it fails: prior (1/100, 1/100), one record. *)
Definition tiny : list R := [1 / 100; 1 / 100].

Lemma tiny_prior : is_prior tiny.
Proof. split; simpl; [lia|]. repeat constructor; lra. Qed.

Lemma tiny_affinity : distance tiny [1%nat; 0%nat] [0%nat;
  1%nat] = sqrt (1 - rho1 (1 / 100) (1 / 100 + 1)).
Proof.
  unfold distance, hellinger. f_equal. f_equal.
  assert (S1 : simplex 2 (1 + 2 / 100) (posterior tiny [1%nat; 0%nat])) by (repeat split; simpl;
    try lra; repeat constructor; lra).
  assert (S2 : simplex 2 (1 + 2 / 100) (posterior tiny [0%nat; 1%nat])) by (repeat split; simpl;
    try lra; repeat constructor; lra).
  pose proof (affinity_sqr 2 _ ltac:(lia) _ _ S1 S2) as E.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ S1 S2) as A.
  fold (rho (posterior tiny [1%nat; 0%nat]) (posterior tiny [0%nat; 1%nat])) in E.
  set (a := affinity _ _) in *. simpl posterior in E.
  rewrite !rho_cons in E by (try lra; repeat constructor; lra).
  rewrite rho_refl in E by constructor.
  rewrite (rho1_sym (1 / 100 + 1)), Rmult_1_r in E.
  replace (1 / 100 + 0) with (1 / 100) in E by ring.
  assert (0 < rho1 (1 / 100) (1 / 100 + 1)).
  { unfold rho1. pose proof (Gamma_pos (1 / 100) ltac:(lra)).
    pose proof (Gamma_pos (1 / 100 + 1) ltac:(lra)).
    pose proof (Gamma_pos ((1 / 100 + (1 / 100 + 1)) / 2) ltac:(lra)).
    apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption. }
  apply Rsqr_inj; [lra | lra | exact E].
Qed.

Lemma tiny_loss : 1 < loss ehd_printed tiny 1 1.
Proof.
  set (x := [1%nat; 0%nat]). set (y := [0%nat; 1%nat]).
  assert (Ix : In x (datasets 1 (length tiny))) by (simpl; tauto).
  assert (Iy : In y (datasets 1 (length tiny))) by (simpl; tauto).
  assert (A : adjacent x y) by (unfold adjacent; simpl; tauto).
  eapply Rlt_le_trans; [|apply (loss_ge tiny 1 ehd_printed 1 x y x Ix A); exact Ix].
  rewrite !(probability_softmax tiny 1) by (try reflexivity; assumption).
  pose proof (distance_metric tiny 1 tiny_prior) as M.
  pose proof (m_refl _ _ M x Ix) as Hxx. pose proof (m_refl _ _ M y Iy) as Hyy.
  pose proof (m_sym _ _ M y x Iy Ix) as Hyx.
  pose proof printed_pos as C. set (c := sqrt (1 - PI / 4)) in *.
  set (h := distance tiny x y) in *. unfold softmax. simpl datasets. unfold sumof. cbn [map suml].
  fold x y.
  simpl sens. simpl factor. fold c. rewrite Hxx, Hyy, Hyx. fold h.
  replace (- (1) * 0 / (2 * c)) with 0 by (field; lra). rewrite exp_0.
  set (e := exp (- (1) * h / (2 * c))). assert (Pe : 0 < e) by apply exp_pos.
  rewrite !ln_quotient by lra. rewrite ln_1. unfold e at 2. rewrite ln_exp.
  replace (e + (1 + 0)) with (1 + (e + 0)) by ring.
  enough (1 < h / (2 * c)).
  { replace (- (1) * h / (2 * c)) with (- (h / (2 * c))) by (field; lra). lra. }
  apply Rmult_lt_reg_r with (2 * c); [lra|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
  pose proof tiny_affinity as E. fold x y h in E. rewrite E. unfold c.
  pose proof (step_upper (1 / 100) ltac:(lra)) as U.
  replace (2 * sqrt (1 - PI / 4)) with (sqrt (4 - PI)).
  2:{ replace (4 - PI) with (2 * 2 * (1 - PI / 4)) by field. rewrite sqrt_mult_alt by lra.
  rewrite sqrt_square by lra. reflexivity. }
  pose proof PI_4.
  apply sqrt_lt_1_alt. split; [lra|].
  assert (1 / 100 * (1 / 100 + 1) / ((1 / 100 + 1 / 2) * (1 / 100 + 1 / 2)) < 4 / 100) by lra.
  pose proof PI_lower. lra.
Qed.
