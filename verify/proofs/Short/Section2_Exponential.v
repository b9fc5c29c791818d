From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  Losses Counting Release.
From Dpbi.Statements.Short Require Import Section2_Exponential.
Import ListNotations.
Open Scope R_scope.

Lemma two_of_sum {A} (l : list A) f a b : In a l -> In b l -> a <> b ->
  (forall c, In c l -> 0 < f c) -> f a + f b <= sumof l f.
Proof.
  unfold sumof. induction l as [|c l IH]; intros Ia Ib N P; [easy|]. cbn [map suml].
  assert (R : forall d, In d l -> f d <= suml (map f l)).
  { intros d Id. apply in_split in Id. destruct Id as (l1 & l2 & E).
    assert (Q : forall m, incl m l -> 0 <= suml (map f m)).
    { intros m I. apply (sumof_nonneg m f). intros e Ie. left. apply P. right. apply I, Ie. }
    assert (S : suml (map f l) = suml (map f l1) + (f d + suml (map f l2))).
    { rewrite E. exact (sumof_app l1 (d :: l2) f). }
    rewrite S. pose proof (Q l1) as Q1. pose proof (Q l2) as Q2.
    assert (I1 : incl l1 l) by (rewrite E; apply incl_appl, incl_refl).
    assert (I2 : incl l2 l) by (rewrite E; apply incl_appr, incl_tl, incl_refl).
    specialize (Q1 I1). specialize (Q2 I2). lra. }
  destruct Ia as [<-|Ia], Ib as [<-|Ib].
  - congruence.
  - specialize (R b Ib). lra.
  - specialize (R a Ia). lra.
  - specialize (IH Ia Ib N (fun d Id => P d (or_intror Id))).
    pose proof (P c (or_introl eq_refl)). lra.
Qed.

(* Weights exp(-eps H / scale), divided by their sum. *)
Section Weights.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (x r s : list nat) (eps scale : R) (He : 0 < eps) (Hs : 0 < scale).
Context (Ir : In r (datasets n (length prior))).

Let weight z := exp ((- eps) * distance prior x z / scale).
Let whole := sumof (datasets n (length prior)) weight.

Lemma weights_whole_pos : 0 < whole.
Proof using Hp Hn. apply sumof_pos; [apply (datasets_some prior n Hp Hn) | intros; apply exp_pos].
Qed.

Lemma weights_law : scale <> 0 /\ whole <> 0 /\ 0 < weight r / whole /\ weight r / whole < 1 /\
  (distance prior x r < distance prior x s -> weight s / whole < weight r / whole).
Proof using Hp Hn He Hs Ir.
  pose proof weights_whole_pos as W. repeat split; try lra.
  - apply Rdiv_lt_0_compat; [apply exp_pos | exact W].
  - destruct (neighbours r) as [|z l] eqn:E;
      [destruct (neighbours_some_in prior n Hp Hn r Ir E)|].
    assert (A : In z (neighbours r)) by (rewrite E; now left).
    destruct (neighbours_spec r z A) as (_ & _ & _ & N).
    assert (T : weight r + weight z <= whole).
    { apply two_of_sum; [exact Ir | apply (neighbours_in prior n r Ir z A) | congruence |].
      intros c _. apply exp_pos. }
    assert (0 < weight z) by apply exp_pos.
    apply Rmult_lt_reg_r with whole; [exact W|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    lra.
  - intros L. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, W|]. apply exp_increasing.
    apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Hs | nra].
Qed.
End Weights.

Ltac weights_law_at prior n x r s eps scale :=
  let nonzero := fresh in let total := fresh in let pos := fresh in let one := fresh in
  let order := fresh in
  assert (0 < scale) as nonzero; [|
    destruct (weights_law prior n ltac:(assumption) ltac:(assumption) x r s eps scale
      ltac:(assumption) nonzero ltac:(assumption)) as (? & total & pos & one & order);
    cbv beta in *; do 6 (split; [first [assumption | intros; assumption]|]);
    split; [split; assumption | exact order]].

Theorem ehd_law : reading_short_alg_ehd_literal.
Proof.
  intros n prior x r s eps t Hn Hp Ix Ir Is He Ht. dataset Ix. dataset Ir. dataset Is.
  weights_law_at prior n x r s eps (2 * t). lra.
Qed.

Theorem ehdl_law : reading_short_alg_ehdl_literal.
Proof.
  intros n prior x r s eps Hn Hp Ix Ir Is He. dataset Ix. dataset Ir. dataset Is.
  pose proof (LS_pos prior n Hp Hn x Ix). weights_law_at prior n x r s eps (2 * LS prior x). lra.
Qed.

Theorem ehds_a_law : reading_short_a_alg6_ehds_literal.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as S.
  weights_law_at prior n x r s eps (2 * (1 + gamma) * Sharm prior x gamma).
  apply Rmult_lt_0_compat; lra.
Qed.

Theorem ehds_b_law : reading_short_b_alg5_ehds_literal.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as S.
  weights_law_at prior n x r s eps (4 * Sharm prior x gamma). lra.
Qed.
