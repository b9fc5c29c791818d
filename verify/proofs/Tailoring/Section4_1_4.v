From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Hellinger Datasets Laplace Losses Counting Balanced Release
  Scores Coordinates.
From Dpbi.Statements.Tailoring Require Import Section4_1_4.
Import ListNotations.
Open Scope R_scope.

Theorem improved_two : reading_tailoring_improved_floor.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He K.
  apply (rest_two laplace_improved prior eps eps); try reflexivity; try assumption;
    simpl; [lra | field].
Qed.

Theorem improved_three : reading_tailoring_improved_three_categories.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  assert (T := fun z I => rest_three laplace_improved prior eps (eps / 2) n x z eq_refl Hn K Ix I
    He ltac:(simpl; lra) eq_refl).
  do 3 (split; [intros z I; rewrite (proj1 (T z I)); lia|]).
  do 2 (split; [intros z I _; rewrite (proj1 (T z I)); lia|]).
  intros z I. destruct (T z I) as (_ & E & P). split; [exact E | exact P].
Qed.

Theorem differ_twice : reading_tailoring_improved_differ2_literal.
Proof.
  intros n prior x y Hn Hp Ix Iy A. pose proof (proj1 Ix) as Lx. pose proof (proj1 Iy) as Ly.
  assert (Bx : forall i, In i (range 0 (length prior - 1)) ->
    (i < length (posterior prior x))%nat).
  { intros i J. rewrite posterior_length by exact Lx. apply in_range_0; assumption. }
  assert (By : forall i, In i (range 0 (length prior - 1)) ->
    (i < length (posterior prior y))%nat).
  { intros i J. rewrite posterior_length by exact Ly. apply in_range_0; assumption. }
  split; [exact Bx|]. split; [exact By|]. split; [intros _; exact Bx|].
  split; [intros _; exact By|]. rewrite range_0 in Bx, By |- * by (destruct Hp; lia).
  pose proof (l1_coordinates prior x y Lx Ly) as E. pose proof (l1_adjacent x y A) as B.
  split; [|rewrite E; exact B]. eapply Rle_trans; [|exact B]. rewrite <- E.
  apply count_le_sum; [intros; apply Rabs_pos|]. intros i J D. apply in_seq in J.
  rewrite !nth_posterior in D |- * by lia.
  replace (nth i prior 0 + INR (nth i x 0%nat) - (nth i prior 0 + INR (nth i y 0%nat)))
    with (INR (nth i x 0%nat) - INR (nth i y 0%nat)) by ring.
  apply INR_apart. intros F. rewrite F in D. unfold Reqb in D.
  destruct (Req_EM_T _ _); [discriminate | congruence].
Qed.
