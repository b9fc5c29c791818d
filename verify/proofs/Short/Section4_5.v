From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced Scores Reaches Shares SharesCompared NoisyPairs.
From Dpbi.Statements.Short Require Import Section4_5.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_5_lszhang_second : reading_short_a_thm_4_5_lszhang_second_inequality_only.
Proof.
  intros eps j He Hj. pose proof (pos_INR j).
  assert (A : exp (- INR j * eps / 2) <= exp 0) by (apply exp_le; nra).
  assert (B : exp (- (INR j + 1) * eps / 2) <= exp (- INR j * eps / 2)) by (apply exp_le; nra).
  rewrite exp_0 in A.
  change (- INR j * eps / 2) with (- INR j * eps / 2) in A. apply pow_incr.
  set (u := exp (- INR j * eps / 2)) in *. set (v := exp (- (INR j + 1) * eps / 2)) in *. lra.
Qed.

Theorem kdef_right : reading_short_thm_4_5_kdef_k_right.
Proof.
  intros n prior x s Hn Hp Jx Js K z Iz L.
  destruct (reaches prior n Hp Hn K x Jx _ (around_nearer_than prior n Hp Hn x Jx s Js))
    as (c & E & Ll & Lr & I).
  destruct (of_ones prior n Hp Hn K x Jx z Iz) as (r & -> & Br).
  assert (E0 : nth 0 x 0%nat = c) by (rewrite E; reflexivity).
  specialize (I r Br). rewrite nearer_than_true in I.
  unfold ones in L at 1. cbn [nth] in L. rewrite E0 in L. apply INR_le in L.
  change (filter _ _) with (filter
    (fun z => (Rltb (INR (nth 0 x 0%nat)) (INR (nth 0 z 0%nat)) && nearer_than prior x s z)%bool)
    (datasets n (length prior))).
  fold (to_right prior n x (nearer_than prior x s)). unfold ones at 2 3. cbn [nth]. rewrite E0.
  rewrite <- plus_INR. split.
  - intros Q. apply le_INR. apply I in Q. lia.
  - intros Q. apply INR_le in Q. apply I. lia.
Qed.

Theorem kdef_max : reading_short_thm_4_5_kdef_k_max_max_left_right_steps_within_t.
Proof.
  intros n prior x s Hn Hp Jx Js K.
  destruct (reaches prior n Hp Hn K x Jx _ (around_nearer_than prior n Hp Hn x Jx s Js))
    as (c & E & Ll & Lr & I).
  assert (E0 : nth 0 x 0%nat = c) by (rewrite E; reflexivity).
  change ((forall z, In z (datasets n (length prior)) ->
    distance prior x z < distance prior x s \/ x = s ->
    Rabs (INR (nth 0 z 0%nat) - INR (nth 0 x 0%nat))
      <= Rmax (INR (to_left prior n x (nearer_than prior x s)))
           (INR (to_right prior n x (nearer_than prior x s)))) /\
    (exists z, In z (datasets n (length prior)) /\
      (distance prior x z < distance prior x s \/ x = s) /\
      Rabs (INR (nth 0 z 0%nat) - INR (nth 0 x 0%nat))
      = Rmax (INR (to_left prior n x (nearer_than prior x s)))
          (INR (to_right prior n x (nearer_than prior x s))))).
  set (l := to_left prior n x (nearer_than prior x s)) in *.
  set (r := to_right prior n x (nearer_than prior x s)) in *.
  rewrite E0. split.
  - intros z Iz Q. destruct (of_ones prior n Hp Hn K x Jx z Iz) as (i & -> & Bi).
    apply nearer_than_true, I in Q; [|exact Bi]. unfold ones. cbn [nth].
    pose proof (Rmax_l (INR l) (INR r)). pose proof (Rmax_r (INR l) (INR r)).
    apply Rabs_le. split.
    + assert (A : (c <= i + l)%nat) by lia. apply le_INR in A. rewrite plus_INR in A. lra.
    + assert (A : (i <= c + r)%nat) by lia. apply le_INR in A. rewrite plus_INR in A. lra.
  - destruct (Rle_dec (INR l) (INR r)) as [O|O].
    + exists (ones n (c + r)). rewrite Rmax_right by exact O.
      split; [apply (in_ones prior n Hp Hn K x Jx), Lr|].
      split; [apply nearer_than_true, I; lia|]. unfold ones. cbn [nth]. rewrite plus_INR.
      replace (INR c + INR r - INR c) with (INR r) by ring.
      apply Rabs_right, Rle_ge, pos_INR.
    + exists (ones n (c - l)). rewrite Rmax_left by lra.
      split; [apply (in_ones prior n Hp Hn K x Jx); lia|].
      split; [apply nearer_than_true, I; lia|]. unfold ones. cbn [nth].
      rewrite minus_INR by exact Ll. replace (INR c - INR l - INR c) with (- INR l) by ring.
      rewrite Rabs_Ropp. apply Rabs_right, Rle_ge, pos_INR.
Qed.

Theorem kdef_min : reading_short_thm_4_5_kdef_k_min_min_left_right.
Proof.
  intros n prior x s Hn Hp Jx Js K z Iz.
  destruct (reaches prior n Hp Hn K x Jx _ (around_nearer_than prior n Hp Hn x Jx s Js))
    as (c & E & Ll & Lr & I).
  assert (E0 : nth 0 x 0%nat = c) by (rewrite E; reflexivity).
  destruct (of_ones prior n Hp Hn K x Jx z Iz) as (i & -> & Bi).
  intros Q. apply nearer_than_true, I; [exact Bi|].
  change (Rabs (INR (nth 0 (ones n i) 0%nat) - INR (nth 0 x 0%nat))
    <= Rmin (INR (to_left prior n x (nearer_than prior x s)))
         (INR (to_right prior n x (nearer_than prior x s)))) in Q.
  set (l := to_left prior n x (nearer_than prior x s)) in *.
  set (r := to_right prior n x (nearer_than prior x s)) in *.
  rewrite E0 in Q. unfold ones in Q. cbn [nth] in Q.
  pose proof (Rmin_l (INR l) (INR r)). pose proof (Rmin_r (INR l) (INR r)).
  apply Rabs_le_inv in Q. split.
  - assert (c <= i + l)%nat; [|lia]. apply INR_le. rewrite plus_INR. lra.
  - apply INR_le. rewrite plus_INR. lra.
Qed.

Theorem two_sided_balanced : reading_short_thm_4_5_two_sided_balanced.
Proof.
  intros n prior x s Hn Hp Jx Js K Ea Ec.
  destruct (reaches prior n Hp Hn K x Jx _ (around_nearer_than prior n Hp Hn x Jx s Js))
    as (c & E & Ll & Lr & I).
  change (INR (to_left prior n x (nearer_than prior x s))
    = INR (to_right prior n x (nearer_than prior x s))). f_equal.
  set (l := to_left prior n x (nearer_than prior x s)) in *.
  set (r := to_right prior n x (nearer_than prior x s)) in *.
  destruct (balanced_shape prior n x Hp K Jx Ea Ec) as (a & c' & Ep & A & Ex & En).
  assert (c' = c) by (rewrite E in Ex; injection Ex; congruence). subst c'.
  assert (M : forall i, (i <= n)%nat -> nearer_than prior x s (ones n i) = true ->
    nearer_than prior x s (ones n (n - i)) = true).
  { intros i Bi Q. rewrite nearer_than_true in *. destruct Q as [Q|Q]; [left | now right].
    replace (distance prior x (ones n (n - i))) with (distance prior x (ones n i));
      [exact Q|]. rewrite Ep, Ex. unfold distance, ones. cbn [posterior].
    replace (n - (n - i))%nat with i by lia.
    destruct (mirror a c 1 i (n - i)) as [W|W]; [exact W | discriminate]. }
  assert (Q1 : nearer_than prior x s (ones n (c - l)) = true) by (apply I; lia).
  assert (Q2 : nearer_than prior x s (ones n (c + r)) = true) by (apply I; lia).
  apply M in Q1; [|lia]. apply M in Q2; [|lia]. apply I in Q1; [|lia]. apply I in Q2; [|lia]. lia.
Qed.

Theorem lshist_symmetric : reading_short_thm_4_5_lshist_equality_symmetric_inside.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K Sym Ends.
  exact (noise_share_symmetric prior n Hp Hn x Jx K s eps He Js Sym Ends).
Qed.

Theorem lshist_both_reaches : reading_short_thm_4_5_lshist_ge_both_reaches.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  destruct (noise_share prior n Hp Hn x Jx K _ eps He
    (around_nearer_than prior n Hp Hn x Jx s Js)) as [B _].
  eapply Rle_trans; [|exact B].
  match goal with |- 1 - (exp (- eps * INR ?l) + exp (- eps * (INR ?r + 1))) / 2 <= _ =>
    change l with (to_left prior n x (nearer_than prior x s));
    change r with (to_right prior n x (nearer_than prior x s)) end.
  lra.
Qed.

Theorem lshist_min : reading_short_thm_4_5_lshist_ge_k_min_or_symmetric_in_range_k.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K.
  eapply Rle_trans; [|exact (lshist_both_reaches n prior x s eps Hn Hp Jx Js He K)].
  match goal with |- _ <= 1 - (exp (- eps * INR ?l) + exp (- eps * (INR ?r + 1))) / 2 =>
    pose proof (Rmin_l (INR l) (INR r)) as Ml; pose proof (Rmin_r (INR l) (INR r)) as Mr;
    set (k := Rmin (INR l) (INR r)) in *;
    assert (exp (- eps * INR l) <= exp (- eps * k)) by (apply exp_le; nra);
    assert (exp (- eps * (INR r + 1)) <= exp (- eps * (k + 1))) by (apply exp_le; nra) end.
  lra.
Qed.

Theorem lszhang_at_least : reading_short_a_thm_4_5_lszhang_at_least_where_all_steps_are_near.
Proof.
  intros n prior x eps t j Hn Hp Jx He T Hj K.
  assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  assert (Lo : forall o, In o (outputs lszhang_theorem n (length prior)) ->
    length o = length prior).
  { intros o I. unfold outputs in I. simpl last_of in I. apply tuples_spec in I. apply I. }
  assert (Co : forall o, In o (outputs lszhang_theorem n (length prior)) ->
    comparable (posterior prior x) (posterior prior o)).
  { intros o I. apply Lo in I. destruct Jx as [Lx _]. destruct Hp as [Two Pos].
    repeat split; try apply posterior_pos, Pos; rewrite !posterior_length; congruence || lia. }
  split; [intros o I; rewrite (Lo o I); lia|]. split; [intros o I _; rewrite (Lo o I); lia|].
  split; [intros o I _; exact (Lo o I)|]. split; [intros o I _; exact (Co o I)|].
  intros Near. split; [exact Lo|]. split; [exact Co|].
  apply (both_within prior n Hp Hn K x Jx eps He j). intros o I B0 B1. apply Rltb_true.
  apply Near; [exact I | split; assumption].
Qed.
