From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights TailEvents.
From Dpbi.Statements.Tailoring Require Import Section6_1.
Import ListNotations.
Open Scope R_scope.

Theorem utility_h : reading_tailoring_6_1_1_ueq_h.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn). split; [lra|].
  apply (ehd_tail prior n); auto. intros z _ E. apply Rleb_true, E.
Qed.

Theorem utility_h_candidates : reading_tailoring_6_1_1_ueq_h_at_candidates.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn). split; [lra|].
  apply (ehd_tail prior n); auto. intros z _ E. apply Rleb_true in E. lra.
Qed.

Theorem utility_plus_h : reading_tailoring_6_1_1_ueqplush.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn). split; [lra|].
  apply (ehd_tail prior n); auto. intros z Iz E. apply Rleb_true in E.
  pose proof (unit_distance prior n Hp x z Ix Iz). lra.
Qed.

Theorem utility_plus_h_own : reading_tailoring_6_1_1_ueqplush_own_mechanism.
Proof.
  intros n prior x eps c Hn Hp Ix He. dataset Ix. rewrite filter_true.
  pose proof (GS_pos prior n Hp Hn) as Gp. set (g := GS prior n) in *.
  set (D := datasets n (length prior)) in *.
  pose proof (datasets_some prior n Hp Hn) as N. fold D in N.
  assert (T : 0 < sumof D (fun z => exp (eps * distance prior x z / (2 * g))))
    by (apply sumof_pos; [exact N | intros; apply exp_pos]).
  destruct (maxof_in D (fun z => distance prior x z) N) as (w & Iw & Ew).
  set (top := maxof D (fun z => distance prior x z)) in *.
  set (far := filter (fun w => Reqb (distance prior x w) top) D).
  assert (F : 1 <= INR (length far)).
  { assert (I : In w far).
    { apply filter_In. split; [exact Iw|]. unfold Reqb. rewrite Ew.
      destruct (Req_EM_T (distance prior x w) (distance prior x w)); congruence. }
    destruct far as [|z l]; [easy|]. cbn [length]. rewrite S_INR. pose proof (pos_INR (length l)).
    lra. }
  pose proof (exp_pos (eps * top / (2 * g))) as Et.
  assert (B : INR (length far) * exp (eps * top / (2 * g))
    <= sumof D (fun z => exp (eps * distance prior x z / (2 * g)))).
  { rewrite <- (sumof_const_on far (fun _ => exp (eps * top / (2 * g)))
      (exp (eps * top / (2 * g))))
      by reflexivity.
    apply Rle_trans with (sumof far (fun z => exp (eps * distance prior x z / (2 * g)))).
    - apply sumof_le. intros z Iz. apply filter_In in Iz. destruct Iz as [_ Ez].
      unfold Reqb in Ez. destruct (Req_EM_T (distance prior x z) top) as [->|]; [lra|].
      discriminate.
    - apply sumof_filter_le. intros. left. apply exp_pos. }
  assert (Q : 0 < INR (length far) * exp (eps * top / (2 * g)))
    by (apply Rmult_lt_0_compat; lra).
  split; [intros _ _ _; lra|]. split; [lra|]. split; [lra|]. split; [lra|].
  apply Rmult_le_compat.
  - apply sumof_nonneg. intros. left. apply exp_pos.
  - left. apply Rinv_0_lt_compat, T.
  - apply event_weights_le; [left; apply exp_pos|]. intros z _ E. apply Rleb_true in E.
    apply exp_le, Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; lra.
  - apply Rinv_le_contravar; assumption.
Qed.

(* The printed tail is that of the Laplace law. *)
Theorem laplace_tail : reading_tailoring_6_1_2_tail_tge0.
Proof.
  intros t b Hb T. rewrite (Rmax_left t 0), (Rmax_left t 0), (Rmin_right t 0) by lra.
  replace (0 / b) with 0 by (field; lra). rewrite exp_0. field.
Qed.

Lemma printed_tail b t :
  (exp (- Rmax t 0 / b) + 1 - exp (Rmin t 0 / b)) / 2 = 1 - laplace_cdf b t.
Proof.
  unfold laplace_cdf. destruct (Rlt_dec t 0) as [L|L].
  - rewrite Rmax_right, Rmin_left by lra. replace (- 0 / b) with 0 by (unfold Rdiv; ring).
    rewrite exp_0. field.
  - rewrite Rmax_left, Rmin_right by lra. replace (0 / b) with 0 by (unfold Rdiv; ring).
    rewrite exp_0. field.
Qed.

(* Two categories, a count that is not clamped. *)
Lemma unclamped m prior n eps x r : is_prior prior -> INR (length prior) = 2 ->
  is_dataset prior n x -> is_dataset prior n r -> last_of m = Some rest ->
  1 <= INR (nth 0%nat r 0%nat) -> 1 <= INR (nth 1%nat r 0%nat) ->
  probability m prior eps x r
  = laplace_cdf (scale m 2 / eps) (INR (nth 0%nat r 0%nat) - INR (nth 0%nat x 0%nat) + 1)
    - laplace_cdf (scale m 2 / eps) (INR (nth 0%nat r 0%nat) - INR (nth 0%nat x 0%nat)).
Proof.
  intros Hp K Ix Ir L R0 R1. destruct (Ix) as [_ Ex].
  destruct (two_shape prior n x Hp K Ix) as (a & b & c & -> & _ & _ & -> & Lc).
  destruct (two_shape [a; b] n r Hp K Ir) as (a' & b' & d & _ & _ & _ & -> & Ld).
  unfold ones in R0, R1. cbn [nth] in R0, R1. unfold ones. cbn [nth].
  change 1 with (INR 1) in R0, R1. apply INR_le in R0, R1.
  unfold probability. replace (list_sum [c; (n - c)%nat]) with n by (simpl; lia).
  destruct (in_dec _ _ _) as [_|N].
  - unfold density. rewrite L. replace (list_sum [c; (n - c)%nat]) with n by (simpl; lia).
    cbn [length removelast noisy_vector]. unfold noisy.
    destruct (Nat.eqb_spec d 0); [lia|]. destruct (Nat.eqb_spec d n); [lia|].
    replace (INR d + 1 - INR c) with (INR d - INR c + 1) by ring. ring.
  - exfalso. apply N. unfold outputs. rewrite L. cbn [length]. apply in_map_iff. exists [d].
    split; [simpl; do 2 f_equal; lia|]. change (2 - 1)%nat with 1%nat. cbn [tuples].
    apply in_flat_map. exists d. split; [apply in_seq; lia | now left].
Qed.

Theorem floor_shift : reading_tailoring_6_1_2_floor_index_shift_t_gttplus1.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He K R0 R1.
  split; [apply Rgt_not_eq, Rdiv_lt_0_compat; lra|].
  rewrite (unclamped laplace_defined prior n) by (assumption || reflexivity).
  rewrite !printed_tail. cbn [scale]. ring.
Qed.

Theorem floor_improved : reading_tailoring_6_1_3_sensitivity_1_floor.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He K R0 R1 T.
  split; [apply Rgt_not_eq, Rdiv_lt_0_compat; lra|].
  rewrite (unclamped laplace_improved prior n) by (assumption || reflexivity).
  cbn [scale Nat.eqb]. set (t := INR (nth 0 r 0%nat) - INR (nth 0 x 0%nat)) in *.
  unfold laplace_cdf. destruct (Rlt_dec (t + 1) 0); [lra|]. destruct (Rlt_dec t 0); [lra|].
  replace (- (t + 1 - 1)) with (- t) by ring. field.
Qed.
