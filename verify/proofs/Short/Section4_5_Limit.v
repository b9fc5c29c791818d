From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  GammaRatios SharesCompared NearestTwo.
From Dpbi.Statements.Short Require Import Section4_5_Limit.
Import ListNotations.
Open Scope R_scope.

Theorem lim_ls_at_the_end : reading_short_thm_4_5_lim_ls_at_the_end.
Proof.
  intros n prior x Hn Hp Jx -> Z.
  destruct (two_shape [1; 1] n x Hp eq_refl Jx) as (a & b & c & _ & _ & _ & -> & L).
  unfold ones in Z. cbn [nth] in Z.
  assert (c = 0%nat) by (apply INR_eq; simpl; lra). subst c.
  eapply Rlt_le_trans; [|apply (distance_le_LS [1; 1] _ (ones n 1)), adjacent_right; lia].
  rewrite distance_near_by by lra. destruct (near_by_pos 1 1 n Rlt_0_1 Rlt_0_1 0 1 L Hn) as [P _].
  pose proof (near_by_square 1 1 n Rlt_0_1 Rlt_0_1 0 1 L Hn) as E.
  rewrite Nat.sub_0_r in E. simpl (INR 0) in E. simpl (INR 1) in E.
  assert (E1 : INR n = INR (n - 1) + 1) by (rewrite minus_INR by lia; simpl; ring).
  pose proof (pos_INR (n - 1)) as Pn. set (u := INR (n - 1)) in *. rewrite E1 in E.
  replace (1 + 0) with 1 in E by ring. rewrite first_ratio in E.
  replace (1 + (u + 1)) with (1 + u + 1) in E by ring.
  rewrite (rho1_sym (1 + u + 1) (1 + u)) in E.
  pose proof (ratio_upper (1 + u) ltac:(lra)) as U. pose proof PI_upper. pose proof PI_lower.
  assert (Q : (1 + u) / (1 + u + 1 / 4) < 1).
  { apply Rmult_lt_reg_r with (1 + u + 1 / 4); [lra|]. unfold Rdiv at 1.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (S : near_by 1 1 n 0 1 * near_by 1 1 n 0 1 < 64 / 81).
  { rewrite E. apply Rlt_le_trans with (PI / 4 * 1); [|lra]. apply Rmult_lt_compat_l; lra. }
  assert (B : near_by 1 1 n 0 1 < 8 / 9) by nra.
  replace (1 / 3) with (sqrt (1 / 3 * (1 / 3))) by (apply sqrt_square; lra).
  apply sqrt_lt_1_alt. lra.
Qed.

(* One step of each parameter, both at least m - 1. *)
Lemma one_step_near m u v w : m = 1 \/ 2 <= m -> m - 1 < u -> m - 1 < v -> 0 < w <= 1 ->
  w * w = rho1 u (u + 1) * rho1 v (v + 1) -> 1 - w <= 2 / (1 + 2 * PI * (m - 1)).
Proof.
  intros M U V W E. pose proof PI_lower as P. destruct M as [->|M].
  - replace (1 - 1) with 0 by ring. rewrite Rmult_0_r, Rplus_0_r. lra.
  - set (z := PI * (m - 1)). assert (Z : 0 < z) by (apply Rmult_lt_0_compat; lra).
    replace (2 * PI * (m - 1)) with (2 * z) by (unfold z; ring).
    assert (Low : forall t, m - 1 < t -> z / (z + 1) <= rho1 t (t + 1)).
    { intros t T. eapply Rle_trans; [|apply ratio_pi; lra].
      assert (z < PI * t) by (apply Rmult_lt_compat_l; lra).
      apply Rmult_le_reg_r with ((z + 1) * (PI * t + 1)); [nra|].
      replace (z / (z + 1) * ((z + 1) * (PI * t + 1))) with (z * (PI * t + 1)) by (field; lra).
      replace (PI * t / (PI * t + 1) * ((z + 1) * (PI * t + 1))) with (PI * t * (z + 1))
        by (field; nra). nra. }
    pose proof (Low u U) as Lu. pose proof (Low v V) as Lv.
    assert (Pz : 0 < z / (z + 1)) by (apply Rdiv_lt_0_compat; lra).
    assert (Q : z / (z + 1) <= w).
    { apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite E. apply Rmult_le_compat; lra. }
    apply Rle_trans with (1 - z / (z + 1)); [lra|].
    replace (1 - z / (z + 1)) with (1 / (z + 1)) by (field; lra).
    apply Rmult_le_reg_r with ((z + 1) * (1 + 2 * z)); [nra|].
    replace (1 / (z + 1) * ((z + 1) * (1 + 2 * z))) with (1 + 2 * z) by (field; lra).
    replace (2 / (1 + 2 * z) * ((z + 1) * (1 + 2 * z))) with (2 * (z + 1)) by (field; lra). lra.
Qed.

Theorem lim_ls_balanced : reading_short_thm_4_5_lim_ls_balanced_x_c_n_gt_p_in_0_1.
Proof.
  intros n prior x Hn Hp Jx K M1.
  destruct (two_shape prior n x Hp K Jx) as (a & b & c & -> & Pa & Pb & -> & L).
  unfold ones at 1 2 in M1. unfold ones at 1 2 4 5. cbn [nth] in *.
  pose proof (Rmin_l (INR c) (INR (n - c))) as Ml.
  pose proof (Rmin_r (INR c) (INR (n - c))) as Mr.
  assert (M : Rmin (INR c) (INR (n - c)) = 1 \/ 2 <= Rmin (INR c) (INR (n - c))).
  { assert (Whole : forall i, 1 <= INR i -> INR i = 1 \/ 2 <= INR i).
    { intros i I. destruct (Nat.le_gt_cases i 1) as [O|O].
      - left. apply le_INR in O. simpl in O. lra.
      - right. apply le_INR in O. simpl in O. lra. }
    destruct (Rle_dec (INR c) (INR (n - c))) as [O|O].
    - rewrite Rmin_left in * by lra. apply Whole, M1.
    - rewrite Rmin_right in * by lra. apply Whole, M1. }
  set (m := Rmin (INR c) (INR (n - c))) in *. pose proof PI_lower.
  assert (P : 0 < 1 + 2 * PI * (m - 1)) by nra. split; [lra|].
  destruct (LS_attained a b n Pa Pb c Hn L) as (y & A & E).
  change (LS [a; b] (ones n c) ^ 2 <= 2 / (1 + 2 * PI * (m - 1))). rewrite E. clear E.
  assert (Square : forall r, (r <= n)%nat -> distance [a; b] (ones n c) (ones n r) ^ 2
    = 1 - near_by a b n c r).
  { intros r Lr. rewrite distance_near_by by assumption.
    destruct (near_by_pos a b n Pa Pb c r L Lr).
    simpl. rewrite Rmult_1_r. apply sqrt_sqrt. lra. }
  destruct (neighbours_ones n c y A L) as [[C ->]|[C ->]]; rewrite Square by lia.
  - apply (one_step_near m (b + INR (n - S c)) (a + INR c)); try assumption.
    + replace (n - c)%nat with (S (n - S c)) in Mr by lia. rewrite S_INR in Mr. lra.
    + lra.
    + apply near_by_pos; lia || assumption.
    + rewrite near_by_square by lia || assumption.
      replace (n - c)%nat with (S (n - S c)) by lia. rewrite !S_INR.
      rewrite (rho1_sym (b + _)), Rmult_comm. f_equal; f_equal; ring.
  - apply (one_step_near m (a + INR (c - 1)) (b + INR (n - c))); try assumption.
    + rewrite minus_INR by lia. simpl. lra.
    + lra.
    + apply near_by_pos; lia || assumption.
    + rewrite near_by_square by lia || assumption.
      replace (n - (c - 1))%nat with (S (n - c)) by lia. rewrite S_INR.
      replace (INR c) with (INR (c - 1) + 1) by (rewrite minus_INR by lia; simpl; ring).
      rewrite (rho1_sym (a + (INR (c - 1) + 1))). f_equal; f_equal; ring.
Qed.

Theorem only_zero : reading_short_thm_4_5_only_zero_literal.
Proof.
  intros n prior x eps Hn Hp Jx He K M1. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as Lp.
  destruct (lim_ls_balanced n prior x Hn Hp Jx K M1) as [_ B].
  set (m := Rmin _ _) in *. pose proof PI_lower. set (t := 1 + 2 * PI * (m - 1)) in *.
  assert (T : 0 < t) by (unfold t; nra). split; [lra|]. split; [lra|]. apply exp_le.
  set (h := LS prior x) in *. assert (Q : sqrt (t / 8) <= / (2 * h)).
  { assert (P : 0 < / (2 * h)) by (apply Rinv_0_lt_compat; lra).
    rewrite <- (sqrt_square (/ (2 * h))) by lra. apply sqrt_le_1_alt.
    apply Rmult_le_reg_r with (8 * (h * h)); [nra|].
    replace (/ (2 * h) * / (2 * h) * (8 * (h * h))) with 2 by (field; lra).
    replace (t / 8 * (8 * (h * h))) with (h ^ 2 * t) by (simpl; field).
    apply Rmult_le_compat_r with (r := t) in B; [|lra].
    replace (2 / t * t) with 2 in B by (field; lra). exact B. }
  unfold Rdiv at 1. nra.
Qed.

Theorem no_tighter_bound : reading_short_thm_4_5_no_tighter_bound_share_of_the_outputs.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K. pose proof Jx as Ix. dataset Ix.
  pose proof (LS_pos prior n Hp Hn x Ix) as L.
  exact (share_nearer prior n Hp Hn x Jx ehdl eq_refl eps He _ L eq_refl K s Js).
Qed.
