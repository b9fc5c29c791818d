From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Chain.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_5_by_lemma_5_2 : reading_tailoring_lemma_5_5_by_5_2_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as M.
  split; [lra|]. apply equal_near; [lra|].
  rewrite (event prior n eps gamma x Ix) by assumption. field. lra.
Qed.

Theorem lemma_5_5_slide : reading_tailoring_lemma_5_5_slide_where_attained.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A (z & Iz & E).
  pose proof (multiplicity_two prior n x r Hp K Ix Ir) as Two.
  dataset Ix. dataset Ir. pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  pose proof (multiplicity_ge1 prior n x Ix z Iz) as Mz.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix z Iz) as Pz.
  cbv beta in Pz. split; [lra|]. rewrite <- E, !(event prior n eps gamma x Ix) by assumption.
  rewrite (release_ratio prior n Hp Hn eps gamma x Ix r z Ir Iz).
  set (e := exp _). assert (Pe : 0 < e) by apply exp_pos.
  set (p := probability _ _ _ _ z) in *.
  replace (2 * e * (multiplicity prior x z * p)) with (2 * multiplicity prior x z * (e * p))
    by ring.
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. destruct Two; lra.
Qed.

Theorem lemma_5_5_slide_weights : reading_tailoring_lemma_5_5_slide_weights.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sp.
  pose proof (LS_le_Sexp prior n y gamma Iy). pose proof (slides prior n Hp x y r Ix A Ir).
  split; [lra|]. apply slide_weight; lra.
Qed.

Theorem lemma_5_5_dilate_weights : reading_tailoring_lemma_5_5_dil_weights.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A G0. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix). pose proof (Sexp_pos prior n y gamma Hp Hn Iy).
  pose proof (exp_gt1 gamma G0). pose proof (unit_distance prior n Hp x r Ix Ir).
  split; [lra|]. split; [lra|]. split; [lra|]. apply dilate_weight; try lra.
  apply (Sexp_step prior n); assumption.
Qed.

Theorem lemma_5_5_target : reading_tailoring_lemma_5_5_target_where_t_exists.
Proof.
  intros n prior x y r s eps gamma Hn Hp Ix Iy Ir Is He G K A. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix). pose proof (Sexp_pos prior n y gamma Hp Hn Iy).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as P.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sexp prior y gamma)) as Q.
  split; [lra|]. split; [lra|]. intros L. split; [lra|]. split; [lra|].
  split; [apply Rdiv_lt_0_compat; assumption|]. intros E.
  split; [intros _ _; lra|]. split; [intros _ _; apply Rdiv_lt_0_compat; assumption|].
  apply equal_near; [lra|]. rewrite <- E. reflexivity.
Qed.

Theorem lemma_5_5_by_lemma_5_2_target : reading_tailoring_lemma_5_5_by_5_2_t_literal.
Proof.
  intros n prior x s eps gamma Hn Hp Ix Is He G K. dataset Ix. dataset Is.
  apply equal_near; [lra|]. apply (event prior n eps gamma x Ix); assumption.
Qed.

Theorem lemma_5_5_by_definition_3 : reading_tailoring_lemma_5_5_by_def_3_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G K. dataset Ix. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix).
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as P.
  split; [lra|]. split; [lra|]. apply equal_near; [lra|].
  apply (law prior n (mh_exp gamma) eps x r eq_refl Ix Ir).
Qed.

(* The bracket is multiplied out. *)
Theorem lemma_5_5_bracket : reading_tailoring_lemma_5_5_bracket_inside.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sexp prior x gamma)) as Px.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sexp prior y gamma)) as Py.
  split; [lra|]. split; [lra|]. intros L.
  pose proof (Rdiv_lt_0_compat _ _ Px Py) as Q.
  set (t := Sexp prior x gamma / Sexp prior y gamma * ln _) in *.
  do 8 (split; [intros; first [assumption | lra]|]). intros T.
  split; [intros; lra|]. split; [intros; assumption|]. split; [destruct T; lra|].
  apply equal_near; [lra|]. ring.
Qed.
