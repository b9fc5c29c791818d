From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta
  OneStep.
From Dpbi.Statements.Notes Require Import Section4_4.
Import ListNotations.
Open Scope R_scope.

Theorem steps_one : reading_notes_steps_equalH_dirichlet_balanced_1_step.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is. split.
  - intros i Ii. unfold range in Ii. apply in_seq in Ii. rewrite (proj1 Ix).
    pose proof (proj1 Hp). lia.
  - intros E Sr Ss. pose proof (all_equal prior x Hp (proj1 Ix) E) as F.
    assert (N : forall z, is_dataset prior n z -> replaced x z = 1 -> adjacent x z).
    { intros z Iz O. destruct (within_one_step prior n x z Ix Iz ltac:(lra)) as [<-|A];
        [|exact A]. rewrite replaced_refl in O. lra. }
    dataset Ix. apply (one_step_equal prior n x r s _ Hp Ix F); apply N; assumption.
Qed.

(* Two categories: as many steps in either direction. *)
Lemma either_direction u v w : hellinger [u; u] [v; w] = hellinger [u; u] [w; v].
Proof.
  unfold hellinger, affinity, Beta. cbn [half gammas suml]. rewrite !Rmult_1_r, !Rplus_0_r.
  rewrite (Rmult_comm (Gamma ((u + v) / 2))), (Rmult_comm (Gamma v)), (Rplus_comm v).
  rewrite (Rplus_comm ((u + v) / 2)). reflexivity.
Qed.

Theorem steps_two_categories : reading_notes_steps_equalH_beta_balanced.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  destruct (two_shape prior n x Hp K Ix) as (a & b & c & -> & A & B & -> & L).
  destruct (two_shape [a; b] n r Hp K Ir) as (? & ? & d & _ & _ & _ & -> & Ld).
  destruct (two_shape [a; b] n s Hp K Is) as (? & ? & e & _ & _ & _ & -> & Le). split.
  - intros i Ii. unfold range in Ii. simpl in Ii. unfold ones. simpl. lia.
  - intros E S. specialize (E 1%nat ltac:(simpl; tauto)). unfold ones in *. simpl in E.
    unfold replaced in S. cbn [l1] in S. rewrite !minus_INR in * by assumption.
    unfold distance. cbn [posterior]. rewrite !minus_INR by assumption.
    assert (T : INR d = INR e \/ INR d - INR c = INR c - INR e).
    { unfold Rabs in S. repeat destruct (Rcase_abs _) in S; lra. }
    destruct T as [-> | T]; [reflexivity|]. rewrite E.
    rewrite (either_direction (a + INR c) (a + INR d)). do 2 f_equal; [lra|]. f_equal. lra.
Qed.

Theorem steps_formula : reading_notes_steps_formula_exp_eps_c_2s.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [intros; assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S. split; [lra|].
  pose proof (weights_ge1 prior n Hp eps x (2 * Sexp prior x lam) Ix) as W. split; [lra|].
  apply Scores.equal_within; [|lra].
  rewrite (event_of_distance prior n (mh_exp lam)) by (reflexivity || assumption).
  rewrite (law prior n (mh_exp lam) eps x r eq_refl Ix Ir). cbn [factor sens].
  unfold Rdiv. ring.
Qed.

Theorem steps_formula_s : reading_notes_steps_formula_mechanism_with_s.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (notes_beta n eps delta He D0 D1) as (A & B & C & D).
  repeat (split; [intros; assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S. split; [lra|].
  pose proof (weights_ge1 prior n Hp eps x (1 * Sexp prior x lam) Ix) as W. split; [lra|].
  apply Scores.equal_within; [|lra].
  rewrite (event_of_distance prior n (mh_s_exp lam)) by (reflexivity || assumption).
  rewrite (law prior n (mh_s_exp lam) eps x r eq_refl Ix Ir). cbn [factor sens].
  unfold Rdiv. ring.
Qed.
