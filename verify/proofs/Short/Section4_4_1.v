From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Hellinger Datasets Losses Counting
  Balanced NoisyCounts Release TwoCategories NearReleases OneStep Instances.
From Dpbi.Short Require Import Section4_3 Section4_4.
From Dpbi.Statements.Short Require Import Section4_4_1.
Import ListNotations.
Open Scope R_scope.

(* A floored step of -1, 0 or 1 leads to the data or a neighbour. *)
Theorem cor_4_4_1_eq1 : reading_short_cor_4_4_1_eq1_floored_k_in_range.
Proof.
  intros n prior x r c Hn Hp Ix Ir K C0 C1 E.
  assert (F : (-1 <= Int_part c <= 1)%Z).
  { destruct (base_Int_part c) as [A B]. split.
    - apply Z.lt_succ_r. apply lt_IZR. unfold Z.succ. rewrite plus_IZR.
      change (IZR (-1)) with (-1). lra.
    - apply Z.lt_succ_r. apply lt_IZR. unfold Z.succ. rewrite plus_IZR. simpl. lra. }
  unfold floor in E.
  assert (D : replaced x r <= 1).
  { destruct (two_shape prior n x Hp K Ix) as (a & b & cx & _ & _ & _ & -> & Lx).
    destruct (two_shape prior n r Hp K Ir) as (? & ? & cr & _ & _ & _ & -> & Lr).
    unfold ones in *. simpl in E. unfold replaced. cbn [l1]. rewrite !minus_INR by assumption.
    rewrite E.
    assert (G : Rabs (IZR (Int_part c)) <= 1).
    { destruct F as [F0 F1]. apply IZR_le in F0. apply IZR_le in F1. simpl in *. apply Rabs_le.
      lra. }
    replace (INR cx - (INR cx + IZR (Int_part c))) with (- IZR (Int_part c)) by ring.
    replace (INR n - INR cx - (INR n - (INR cx + IZR (Int_part c)))) with (IZR (Int_part c))
      by ring.
    rewrite Rabs_Ropp. lra. }
  destruct (within_one_step prior n x r Ix Ir D) as [<-|A]; [|apply distance_le_LS, A].
  dataset Ix. rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix).
  pose proof (LS_pos prior n Hp Hn x Ix). lra.
Qed.

Theorem cor_4_4_1_eq1_met : met_short_cor_4_4_1_eq1_floored_k_in_range.
Proof.
  exists 2%nat, [1; 1], middle, middle, 0. met. unfold floor.
  pose proof (Int_part_INR 0 : Int_part 0 = 0%Z) as E. rewrite E. simpl. lra.
Qed.

Theorem cor_4_4_1_tail : reading_short_cor_4_4_1_tail_as_released.
Proof. intros n prior x eps j Hn Hp Ix He _ K J L0 L1. apply half_open; assumption. Qed.

Theorem cor_4_4_1_eq2 : reading_short_cor_4_4_1_eq2_literal.
Proof.
  intros n prior x eps Hn Hp Ix He K L0 L1. change 1 with (INR 1) in L0, L1.
  apply INR_lt in L0. apply INR_lt in L1.
  rewrite (interval_release prior n x eps _ 1 1 Hp Hn He K Ix L0 L1).
  - change (INR 1) with 1. rewrite Rmult_1_r.
    replace (- (1) * eps) with (- eps) by ring.
    replace (- (1 + 1) * eps) with (- eps * (1 + 1)) by ring. reflexivity.
  - intros z Iz. rewrite Bool.andb_true_iff. unfold Rleb.
    destruct (Rle_dec _ _) as [A|A], (Rle_dec _ _) as [B|B]; split; intros C;
      try (destruct C; discriminate); try (split; reflexivity).
    + split; apply INR_le; rewrite ?plus_INR, ?minus_INR by lia; simpl; lra.
    + exfalso. apply B. destruct C as [_ C]. apply le_INR in C. rewrite plus_INR in C. simpl in C.
      lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      simpl in C. lra.
    + exfalso. apply A. destruct C as [C _]. apply le_INR in C. rewrite minus_INR in C by lia.
      simpl in C. lra.
Qed.

Theorem cor_4_4_1_concl : reading_short_cor_4_4_1_concl_floored_plus_clamped_eq_lshist_output.
Proof. exact cor_4_4_1_as_inf. Qed.

(* gamma is the mean of e^-eps and e^(-2 eps). *)
Lemma mean_of_exp eps : 0 < eps ->
  let q := (exp (- eps) + exp ((- 2) * eps)) / 2 in
  0 < q /\ 0 < 1 / q /\ eps < ln (1 / q) < 2 * eps.
Proof.
  intros He q. pose proof (exp_pos (- eps)). pose proof (exp_pos ((- 2) * eps)).
  assert (exp ((- 2) * eps) < exp (- eps)) by (apply exp_increasing; lra).
  assert (Q : 0 < q) by (unfold q; lra). split; [exact Q|].
  split; [apply Rdiv_lt_0_compat; lra|].
  replace (ln (1 / q)) with (- ln q) by (unfold Rdiv; rewrite Rmult_1_l, ln_Rinv;
    [reflexivity | exact Q]).
  assert (ln (exp ((- 2) * eps)) < ln q) by (apply ln_increasing; unfold q; lra).
  assert (ln q < ln (exp (- eps))) by (apply ln_increasing; unfold q in *; lra).
  rewrite ln_exp in *. lra.
Qed.

Theorem cor_4_4_1_chain_natural :
  reading_short_cor_4_4_1_chain_natural_log_o_dropped.
Proof.
  intros eps He. destruct (mean_of_exp eps He) as (Q & I & L).
  destruct (inv_exp_pos ((- 2) * eps)) as [_ P].
  assert (E : ln (1 / exp ((- 2) * eps)) / eps = 2) by (rewrite ln_inv_exp; field; lra).
  split; [lra|]. split; [exact I|]. split; [exact P|]. split; [intros _; exact P|].
  rewrite E. split; [|reflexivity].
  apply Rmult_lt_reg_r with eps; [exact He|]. unfold Rdiv at 1.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem cor_4_4_1_chain_argmin :
  reading_short_cor_4_4_1_chain_argmin_ls_le_that_inf_reading.
Proof.
  intros n prior x eps Hn Hp Ix He K. destruct (mean_of_exp eps He) as (Q & I & L).
  split; [lra|]. split; [exact I|].
  apply (one_step_release prior n x eps _ Hp Hn He K Ix). intros z D. apply Rleb_intro.
  dataset Ix. pose proof (LS_pos prior n Hp Hn x Ix).
  assert (1 <= ln (1 / ((exp (- eps) + exp ((- 2) * eps)) / 2)) / eps).
  { apply Rmult_le_reg_r with eps; [exact He|]. unfold Rdiv at 1.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  nra.
Qed.

Theorem cor_4_4_1_eq2_met : met_short_cor_4_4_1_eq2_literal.
Proof. exists 4%nat, [1; 1], [2%nat; 2%nat], 1. met. Qed.

Theorem cor_4_4_1_tail_met : met_short_cor_4_4_1_tail_as_released.
Proof. exists 3%nat, [1; 1], [2%nat; 1%nat], 1, 1%nat. met. Qed.
