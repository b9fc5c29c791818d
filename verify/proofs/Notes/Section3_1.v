From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import UnionBound.
From Dpbi.Statements.Notes Require Import Section3_1.
Import ListNotations.
Open Scope R_scope.

Theorem laplace_chain2_union : reading_notes_laplace_chain2_le_gamma.
Proof. intros m g M G0 G1. apply union_bound; [lia | lra]. Qed.

Lemma sums_within g : 0 < g -> g < 1 ->
  ((g / 2) ^ 2 * (1 + ln (2 / g) * 2 / 1 * 1) <= 1 - (1 - g / 2) ^ 2) /\
  ((g / 3) ^ 3 * (1 + ln (3 / g) * 3 / 1 * (1 + ln (3 / g) * 3 / 2 * 1))
    <= 1 - (1 - g / 3) ^ 3) /\
  ((g / 4) ^ 4 * (1 + ln (4 / g) * 4 / 1 * (1 + ln (4 / g) * 4 / 2 *
    (1 + ln (4 / g) * 4 / 3 * 1))) <= 1 - (1 - g / 4) ^ 4) /\
  ((g / 5) ^ 5 * (1 + ln (5 / g) * 5 / 1 * (1 + ln (5 / g) * 5 / 2 *
    (1 + ln (5 / g) * 5 / 3 * (1 + ln (5 / g) * 5 / 4 * 1)))) <= 1 - (1 - g / 5) ^ 5).
Proof.
  intros G0 G1.
  pose proof (tails_within _ (threshold_nonneg 2 g (conj G0 G1) ltac:(lra))) as (T2 & _).
  pose proof (tails_within _ (threshold_nonneg 3 g (conj G0 G1) ltac:(lra))) as (_ & T3 & _).
  pose proof (tails_within _ (threshold_nonneg 4 g (conj G0 G1) ltac:(lra))) as (_ & _ & T4 & _).
  pose proof (tails_within _ (threshold_nonneg 5 g (conj G0 G1) ltac:(lra))) as (_ & _ & _ & T5).
  rewrite (threshold_one 2 g G0) in T2 by lra. rewrite (threshold_one 3 g G0) in T3 by lra.
  rewrite (threshold_one 4 g G0) in T4 by lra. rewrite (threshold_one 5 g G0) in T5 by lra.
  split; [|split; [|split]].
  - rewrite (threshold 2 g 2 G0) by lra. eapply Rle_trans; [|exact T2]. right. unfold tail2.
    simpl INR. f_equal; [f_equal; ring | field].
  - rewrite (threshold 3 g 3 G0) by lra. eapply Rle_trans; [|exact T3]. right. unfold tail3.
    simpl INR. f_equal; [f_equal; ring | field].
  - rewrite (threshold 4 g 4 G0) by lra. eapply Rle_trans; [|exact T4]. right. unfold tail4.
    simpl INR. f_equal; [f_equal; ring | field].
  - rewrite (threshold 5 g 5 G0) by lra. eapply Rle_trans; [|exact T5]. right. unfold tail5.
    simpl INR. f_equal; [f_equal; ring | field].
Qed.

Lemma quotients g : 0 < g -> 0 < 2 / g /\ 0 < 3 / g /\ 0 < 4 / g /\ 0 < 5 / g.
Proof. intros G. repeat split; apply Rdiv_lt_0_compat; lra. Qed.

Theorem laplace_chain1 : reading_notes_laplace_chain1_literal.
Proof.
  intros g G0 G1. destruct (quotients g G0) as (Q2 & Q3 & Q4 & Q5).
  split; [exact Q2|]. split; [intros; exact Q3|]. split; [intros; exact Q4|].
  split; [intros; exact Q5|]. apply sums_within; assumption.
Qed.

Lemma within_g m g : (1 <= m)%nat -> 0 < g -> g < 1 -> 1 - (1 - g / INR m) ^ m <= g.
Proof. intros M G0 G1. apply union_bound; [exact M | lra]. Qed.

Theorem laplace_l1_dimension : reading_notes_laplace_l1_x_eq_m.
Proof.
  intros g G0 G1. destruct (quotients g G0) as (Q2 & Q3 & Q4 & Q5).
  split; [exact Q2|]. split; [intros; exact Q3|]. split; [intros; exact Q4|].
  split; [intros; exact Q5|].
  destruct (sums_within g G0 G1) as (T2 & T3 & T4 & T5).
  pose proof (within_g 2 g ltac:(lia) G0 G1) as W2.
  pose proof (within_g 3 g ltac:(lia) G0 G1) as W3.
  pose proof (within_g 4 g ltac:(lia) G0 G1) as W4.
  pose proof (within_g 5 g ltac:(lia) G0 G1) as W5.
  change (INR 2) with 2 in W2. replace (INR 3) with 3 in W3 by (simpl; ring).
  replace (INR 4) with 4 in W4 by (simpl; ring). replace (INR 5) with 5 in W5 by (simpl; ring).
  repeat split; lra.
Qed.

Lemma larger_threshold m g n : 0 < g -> g < 1 -> (1 <= m)%nat -> (m <= n)%nat ->
  0 <= INR m * ln (INR m / g) <= ln (INR m / g) * INR n.
Proof.
  intros G0 G1 M N. apply le_INR in M, N. change (INR 1) with 1 in M.
  pose proof (threshold_nonneg (INR m) g (conj G0 G1) M). nra.
Qed.

Theorem laplace_l1_data : reading_notes_laplace_l1_x_eqngem.
Proof.
  intros n g Hn G0 G1. destruct (quotients g G0) as (Q2 & Q3 & Q4 & Q5).
  split; [intros; exact Q2|]. split; [intros; exact Q3|]. split; [intros; exact Q4|].
  split; [intros; exact Q5|].
  destruct (Nat.lt_ge_cases n 2) as [L|L];
    [repeat split; left; apply (lt_INR n) in L; simpl in L; lra|].
  pose proof (within_g 2 g ltac:(lia) G0 G1) as W2.
  pose proof (within_g 3 g ltac:(lia) G0 G1) as W3.
  pose proof (within_g 4 g ltac:(lia) G0 G1) as W4.
  pose proof (within_g 5 g ltac:(lia) G0 G1) as W5.
  change (INR 2) with 2 in W2. replace (INR 3) with 3 in W3 by (simpl; ring).
  replace (INR 4) with 4 in W4 by (simpl; ring). replace (INR 5) with 5 in W5 by (simpl; ring).
  split.
  - right. pose proof (larger_threshold 2 g n G0 G1 ltac:(lia) L) as [B0 B1].
    change (INR 2) with 2 in B0, B1.
    pose proof (tails_within _ (threshold_nonneg 2 g (conj G0 G1) ltac:(lra))) as (T & _).
    pose proof (tails_shrink _ _ B0 B1) as (S & _).
    rewrite (threshold_one _ g G0) in T by lra. rewrite (threshold 2 g n G0) by lra.
    eapply Rle_trans; [|apply (Rle_trans _ _ _ S), (Rle_trans _ _ _ T W2)]. right. unfold tail2.
    f_equal. field.
  - split.
    { destruct (Nat.lt_ge_cases n 3) as [L3|L3];
        [left; apply (lt_INR n) in L3; simpl in L3; lra | right].
      pose proof (larger_threshold 3 g n G0 G1 ltac:(lia) L3) as [B0 B1].
      replace (INR 3) with 3 in B0, B1 by (simpl; ring).
      pose proof (tails_within _ (threshold_nonneg 3 g (conj G0 G1) ltac:(lra))) as (_ & T & _).
      pose proof (tails_shrink _ _ B0 B1) as (_ & S & _).
      rewrite (threshold_one _ g G0) in T by lra. rewrite (threshold 3 g n G0) by lra.
      eapply Rle_trans; [|apply (Rle_trans _ _ _ S), (Rle_trans _ _ _ T W3)]. right. unfold tail3.
      f_equal. field. }
    split.
    { destruct (Nat.lt_ge_cases n 4) as [L4|L4];
        [left; apply (lt_INR n) in L4; simpl in L4; lra | right].
      pose proof (larger_threshold 4 g n G0 G1 ltac:(lia) L4) as [B0 B1].
      replace (INR 4) with 4 in B0, B1 by (simpl; ring).
      pose proof (tails_within _ (threshold_nonneg 4 g (conj G0 G1) ltac:(lra)))
        as (_ & _ & T & _).
      pose proof (tails_shrink _ _ B0 B1) as (_ & _ & S & _).
      rewrite (threshold_one _ g G0) in T by lra. rewrite (threshold 4 g n G0) by lra.
      eapply Rle_trans; [|apply (Rle_trans _ _ _ S), (Rle_trans _ _ _ T W4)]. right. unfold tail4.
      f_equal. field. }
    destruct (Nat.lt_ge_cases n 5) as [L5|L5];
      [left; apply (lt_INR n) in L5; simpl in L5; lra | right].
    pose proof (larger_threshold 5 g n G0 G1 ltac:(lia) L5) as [B0 B1].
    replace (INR 5) with 5 in B0, B1 by (simpl; ring).
    pose proof (tails_within _ (threshold_nonneg 5 g (conj G0 G1) ltac:(lra))) as (_ & _ & _ & T).
    pose proof (tails_shrink _ _ B0 B1) as (_ & _ & _ & S).
    rewrite (threshold_one _ g G0) in T by lra. rewrite (threshold 5 g n G0) by lra.
    eapply Rle_trans; [|apply (Rle_trans _ _ _ S), (Rle_trans _ _ _ T W5)]. right. unfold tail5.
    f_equal. field.
Qed.
