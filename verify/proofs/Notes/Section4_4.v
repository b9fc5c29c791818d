From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailEvents Scores HalfDelta BetaFromZero
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

(* More steps lead farther. *)
Lemma farther u i j : (i < j)%nat -> 0 < u - INR j ->
  hellinger [u; u] [u + INR i; u - INR i] < hellinger [u; u] [u + INR j; u - INR j].
Proof.
  intros L P. set (a := u - INR j).
  pose proof (distance_right a a (2 * j) P P j (j + i) (j - i - 1) ltac:(lia) ltac:(lia)) as D.
  replace (j + i + S (j - i - 1))%nat with (2 * j)%nat in D by lia.
  unfold distance, ones in D. cbn [posterior] in D.
  rewrite !minus_INR, !plus_INR, !mult_INR in D by lia. change (INR 2) with (1 + 1) in D.
  replace (a + INR j) with u in D by (unfold a; ring).
  replace (a + ((1 + 1) * INR j - INR j)) with u in D by (unfold a; ring).
  replace (a + (INR j + INR i)) with (u + INR i) in D by (unfold a; ring).
  replace (a + ((1 + 1) * INR j - (INR j + INR i))) with (u - INR i) in D by (unfold a; ring).
  replace (a + (1 + 1) * INR j) with (u + INR j) in D by (unfold a; ring).
  replace (a + ((1 + 1) * INR j - (1 + 1) * INR j)) with a in D by (unfold a; ring).
  exact D.
Qed.

Theorem steps_two_categories : reading_notes_steps_equalH_beta_balanced.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  destruct (two_shape prior n x Hp K Ix) as (a & b & c & -> & A & B & -> & L).
  destruct (two_shape [a; b] n r Hp K Ir) as (? & ? & d & _ & _ & _ & -> & Ld).
  destruct (two_shape [a; b] n s Hp K Is) as (? & ? & e & _ & _ & _ & -> & Le). split.
  { intros i Ii. unfold range in Ii. simpl in Ii. unfold ones. simpl. lia. }
  intros E. specialize (E 1%nat ltac:(simpl; tauto)). unfold ones in E. simpl in E.
  rewrite minus_INR in E by assumption.
  set (off := fun z => (if le_dec c z then z - c else c - z)%nat).
  assert (W : forall z, (z <= n)%nat -> 0 < a + INR c - INR (off z) /\
    distance [a; b] (ones n c) (ones n z) = hellinger [a + INR c; a + INR c]
      [a + INR c + INR (off z); a + INR c - INR (off z)] /\
    replaced (ones n c) (ones n z) = INR (off z)).
  { intros z Lz. pose proof (le_INR _ _ Lz) as Z. pose proof (pos_INR z).
    unfold distance, ones, replaced, off. cbn [posterior l1]. rewrite !minus_INR by assumption.
    destruct (le_dec c z) as [G|G].
    - rewrite minus_INR by assumption. apply le_INR in G. split; [lra|]. split.
      + rewrite E. do 2 f_equal; [lra|]. f_equal. lra.
      + rewrite Rabs_left1, Rabs_pos_eq by lra. lra.
    - apply Nat.nle_gt in G. rewrite minus_INR by lia. apply lt_INR in G. split; [lra|]. split.
      + rewrite E. rewrite either_direction. do 2 f_equal; [lra|]. f_equal. lra.
      + rewrite Rabs_pos_eq, Rabs_left1 by lra. lra. }
  destruct (W d Ld) as (Pd & Hd & Rd). destruct (W e Le) as (Pe & He & Re).
  rewrite Hd, He, Rd, Re. clearbody off. split.
  - intros Q. apply INR_eq in Q. rewrite Q. reflexivity.
  - intros Q. f_equal. destruct (lt_eq_lt_dec (off d) (off e)) as [[F|F]|F]; [|exact F|].
    + pose proof (farther _ _ _ F Pe). lra.
    + pose proof (farther _ _ _ F Pd). lra.
Qed.

Theorem steps_formula : reading_notes_steps_formula_exp_eps_c_2s.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (beta_from_zero n eps delta He D0 D1) as (A & B & C).
  repeat (split; [intros; assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S. split; [lra|].
  pose proof (weights_ge1 prior n Hp eps x (2 * Sexp prior x lam) Ix) as W. split; [lra|].
  rewrite (event_of_distance prior n (mh_exp lam)) by (reflexivity || assumption).
  rewrite (law prior n (mh_exp lam) eps x r eq_refl Ix Ir). cbn [factor sens].
  unfold Rdiv. ring.
Qed.

Theorem steps_formula_s : reading_notes_steps_formula_mechanism_with_s.
Proof.
  intros n prior x r eps delta Hn Hp Ix Ir He D0 D1. dataset Ix. dataset Ir.
  destruct (beta_from_zero n eps delta He D0 D1) as (A & B & C).
  repeat (split; [intros; assumption|]). set (lam := ln (1 - _)) in *.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as S. split; [lra|].
  pose proof (weights_ge1 prior n Hp eps x (1 * Sexp prior x lam) Ix) as W. split; [lra|].
  rewrite (event_of_distance prior n (mh_s_exp lam)) by (reflexivity || assumption).
  rewrite (law prior n (mh_s_exp lam) eps x r eq_refl Ix Ir). cbn [factor sens].
  unfold Rdiv. ring.
Qed.
