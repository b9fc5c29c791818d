From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite Hellinger Datasets Laplace Losses Counting Balanced Release
  Scores Coordinates.
From Dpbi.Statements.Tailoring Require Import Section4_1_3.
Import ListNotations.
Open Scope R_scope.

Theorem laplace_two : reading_tailoring_laplace_literal.
Proof.
  intros n prior x r eps Hn Hp Ix Ir He K.
  apply (rest_two laplace_defined prior eps (eps / 2)); try reflexivity; try assumption.
  simpl. lra.
Qed.

Theorem laplace_three : reading_tailoring_laplace_three_categories.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  assert (T := fun z I => rest_three laplace_defined prior eps (eps / 2) n x z eq_refl Hn K Ix I
    He ltac:(simpl; lra) eq_refl).
  do 3 (split; [intros z I; rewrite (proj1 (T z I)); lia|]).
  do 2 (split; [intros z I _; rewrite (proj1 (T z I)); lia|]).
  intros z I. destruct (T z I) as (_ & E & P). split; [exact E | exact P].
Qed.

Theorem laplace_valid : reading_tailoring_laplace_valid_as_a_distribution.
Proof.
  intros n prior Hn Hp.
  assert (L : forall z, In z (outputs laplace_defined n (length prior)) ->
    length z = length prior).
  { intros z I. destruct (rest_outputs laplace_defined n _ z eq_refl I) as (r & -> & Lr & _).
    destruct Hp as [K _]. rewrite app_length, Lr. simpl. lia. }
  split; [exact L|]. split.
  - intros z I i J. rewrite posterior_length by (apply L, I). apply in_range_0; assumption.
  - intros z I i J. apply nth_allpos; [apply posterior_pos, Hp|].
    rewrite posterior_length by (apply L, I). apply in_range_0; assumption.
Qed.

Theorem laplace_candidates : reading_tailoring_laplace_in_r_post_two_categories.
Proof.
  intros n prior x eps Hn Hp Ix He K z I _. f_equal.
  destruct (rest_outputs laplace_defined n _ z eq_refl I) as (r & -> & Lr & B).
  assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra). rewrite K2 in Lr.
  destruct r as [|j [|? ?]]; try discriminate Lr. inversion_clear B. simpl. lia.
Qed.

Theorem laplace_total : reading_tailoring_laplace_total_n_or_last_empty.
Proof.
  intros n prior Hn Hp. split; intros z I;
    destruct (rest_outputs laplace_defined n _ z eq_refl I) as (r & -> & Lr & _).
  - intros _ _. rewrite app_length, Lr. simpl. lia.
  - rewrite list_sum_app, <- Lr, nth_middle. simpl.
    destruct (Nat.le_gt_cases (list_sum r) n) as [L|L].
    + left. f_equal. lia.
    + right. split; [apply le_INR; lia|]. replace (n - list_sum r)%nat with 0%nat by lia.
      reflexivity.
Qed.

Theorem delta_value : reading_tailoring_delta_bi_value_eq_2.
Proof.
  intros n prior Hn Hp K. split; [|split].
  - intros z Iz i J. apply in_datasets in Iz. destruct Iz as [Lz _].
    rewrite posterior_length by exact Lz. apply in_range_0; assumption.
  - intros z Iz w Iw i J. pose proof (neighbours_in prior n z Iz w Iw) as Jw.
    apply in_datasets in Jw. destruct Jw as [Lw _].
    rewrite posterior_length by exact Lw. apply in_range_0; assumption.
  - rewrite range_0 by (destruct Hp; lia).
    assert (V : forall z, In z (datasets n (length prior)) -> forall w, In w (neighbours z) ->
      sumof (seq 0 (length prior)) (fun i => Rabs (nth i (posterior prior z) 0 -
        nth i (posterior prior w) 0)) = 2).
    { intros z Iz w Iw. pose proof (neighbours_in prior n z Iz w Iw) as Jw.
      apply in_datasets in Iz. apply in_datasets in Jw. destruct Iz as [Lz _], Jw as [Lw _].
      rewrite l1_coordinates by assumption. apply neighbours_l1, Iw. }
    match goal with |- maxof ?D ?f = 2 => destruct (maxof_in D f (datasets_some prior n Hp Hn))
      as (z & Iz & ->) end.
    match goal with |- maxof ?D ?f = 2 => destruct (maxof_in D f
      (neighbours_some_in prior n Hp Hn z Iz)) as (w & Iw & ->) end.
    apply V; assumption.
Qed.

Theorem delta_two : reading_tailoring_delta_bi_dim_two_for_every_dimension.
Proof. intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). field.
Qed.

Theorem delta_dimension : reading_tailoring_delta_bi_dim_k_is_an_upper_bound.
Proof.
  intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A).
  pose proof (k_real prior Hp). lra.
Qed.
