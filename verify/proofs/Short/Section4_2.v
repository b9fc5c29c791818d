From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Datasets Losses Counting Release NearReleases Instances.
From Dpbi.Statements.Short Require Import Section4_2.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_2_as_eps_grows : reading_short_thm_4_2_as_eps_grows.
Proof.
  intros n prior x eps Hn Hp Ix He K E1.
  eapply Rle_trans; [|apply (one_step_release prior n x eps _ Hp Hn He K Ix)].
  - assert (exp ((- 2) * eps) <= exp (- eps)) by (apply exp_le; lra). lra.
  - intros z L. apply Rleb_intro. dataset Ix. pose proof (LS_pos prior n Hp Hn x Ix).
    assert (1 <= eps * eps) by nra. nra.
Qed.

Theorem thm_4_2_step1 : reading_short_thm_4_2_step1_non_strict_le_ls.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  eapply Rle_trans; [|apply (one_step_release prior n x eps _ Hp Hn He K Ix)].
  - replace (- eps * 1) with (- eps) by ring. replace (- eps * (1 + 1)) with ((- 2) * eps) by ring.
    lra.
  - intros z L. apply Rleb_intro, L.
Qed.

Theorem thm_4_2_step2 : reading_short_thm_4_2_step2_literal.
Proof.
  intros eps He. assert (exp (- eps * (1 + 1)) < exp (- eps)) by (apply exp_increasing; lra).
  rewrite Rmult_1_r. lra.
Qed.

Theorem thm_4_2_step3 : reading_short_thm_4_2_step3_le.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  eapply Rle_trans; [|apply (one_step_release prior n x eps _ Hp Hn He K Ix)].
  - assert (exp ((- 2) * eps) <= exp (- eps)) by (apply exp_le; lra). lra.
  - intros z L. apply Rleb_intro, L.
Qed.

Theorem thm_4_2_as_eps_grows_met : met_short_thm_4_2_as_eps_grows.
Proof. exists 2%nat, [1; 1], middle, 1. met. Qed.
