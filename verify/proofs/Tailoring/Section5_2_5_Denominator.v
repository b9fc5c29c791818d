From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section5_2_5_Denominator.
Import ListNotations.
Open Scope R_scope.

(* Sums of the same weights, written in another way. *)
Lemma sumof_same {A} (l : list A) f g : (forall a, f a = g a) -> sumof l f = sumof l g.
Proof. intros E. apply sumof_ext. intros a _. apply E. Qed.

Theorem denominator_split : reading_tailoring_lemma_5_6_denom_split_numerator_unchanged.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)) as P.
  rewrite (sumof_same _ (fun z => exp (- eps * (distance prior x z + distance prior y z
    - distance prior y z) / (2 * Sharm prior x gamma)))
    (fun z => exp (- eps * distance prior x z / (2 * Sharm prior x gamma))))
    by (intros z; do 3 f_equal; ring).
  rewrite (sumof_same _ (fun z => exp (- eps * distance prior y z / (2 * Sharm prior x gamma))
    * exp (- eps * (distance prior x z - distance prior y z) / (2 * Sharm prior x gamma)))
    (fun z => exp (- eps * distance prior x z / (2 * Sharm prior x gamma))))
    by (intros z; rewrite <- exp_plus; f_equal; field; lra).
  repeat (split; [first [lra | intros _; lra]|]).
  split; (apply equal_within; [lra | reflexivity]).
Qed.

Theorem denominator_sensitivity : reading_tailoring_lemma_5_6_denom_S_sensitivity_of_x.
Proof.
  intros n prior x y r s eps gamma Hn Hp Ix Iy Ir Is He G A.
  dataset Ix. dataset Iy. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix) as Lx.
  pose proof (weights_pos prior n Hp Hn eps x (2 * Sharm prior x gamma)) as P.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sharm prior x gamma)) as Q.
  pose proof (exp_pos (- eps / 2)) as E.
  assert (Q' : 0 < sumof (datasets n (length prior)) (fun z =>
    exp (- eps * distance prior y z / (2 * Sharm prior x gamma))) * exp (- eps / 2))
    by (apply Rmult_lt_0_compat; assumption).
  repeat (split; [first [lra | intros _; lra]|]).
  assert (B : forall z, In z (datasets n (length prior)) ->
    - eps / 2 <= - eps * (distance prior x z - distance prior y z) / (2 * Sharm prior x gamma)).
  { intros z Iz. pose proof (slides prior n Hp x y z Ix A Iz).
    apply Rmult_le_reg_r with (2 * Sharm prior x gamma); [lra|].
    replace (- eps * (distance prior x z - distance prior y z) / (2 * Sharm prior x gamma)
      * (2 * Sharm prior x gamma)) with (- eps * (distance prior x z - distance prior y z))
      by (field; lra). nra. }
  split; [apply B, Is|].
  apply Rmult_le_compat_l.
  - left. apply Rmult_lt_0_compat; apply exp_pos.
  - apply Rinv_le_contravar; [exact Q'|]. rewrite Rmult_comm, <- sumof_scale. apply sumof_le.
    intros z Iz. rewrite <- exp_plus. apply exp_le. specialize (B z Iz).
    replace (- eps * distance prior x z / (2 * Sharm prior x gamma))
      with (- eps * (distance prior x z - distance prior y z) / (2 * Sharm prior x gamma)
      + - eps * distance prior y z / (2 * Sharm prior x gamma)) by (field; lra). lra.
Qed.

Theorem denominator_insert : reading_tailoring_lemma_5_6_denom_insert_as_in_713.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sharm prior x gamma)) as Q.
  assert (Q' : 0 < sumof (datasets n (length prior)) (fun z =>
    exp (- eps * distance prior y z / (2 * Sharm prior x gamma))) * exp (- eps / 2))
    by (apply Rmult_lt_0_compat; [exact Q | apply exp_pos]).
  rewrite (sumof_same _ (fun z => exp (- eps * distance prior y z / (2 * Sharm prior x gamma))
    * (exp (eps * distance prior y z / (2 * Sharm prior y gamma))
    * exp (- eps * distance prior y z / (2 * Sharm prior y gamma))) * exp (- eps / 2))
    (fun z => exp (- eps / 2)
    * exp (- eps * distance prior y z / (2 * Sharm prior x gamma)))).
  - rewrite sumof_scale, (Rmult_comm (exp (- eps / 2))).
    repeat (split; [lra|]). apply equal_within; [lra | reflexivity].
  - intros z. rewrite <- !exp_plus. f_equal. field. lra.
Qed.

Theorem denominator_collect : reading_tailoring_lemma_5_6_denom_collect_as_in_715.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sharm prior x gamma)) as Q.
  assert (Q' : 0 < sumof (datasets n (length prior)) (fun z =>
    exp (- eps * distance prior y z / (2 * Sharm prior x gamma))) * exp (- eps / 2))
    by (apply Rmult_lt_0_compat; [exact Q | apply exp_pos]).
  rewrite (sumof_same _ (fun z => exp (- eps * distance prior y z / (2 * Sharm prior y gamma))
    * exp (- eps * distance prior y z / 2 * (1 / Sharm prior x gamma - 1 / Sharm prior y gamma))
    * exp (- eps / 2))
    (fun z => exp (- eps / 2)
    * exp (- eps * distance prior y z / (2 * Sharm prior x gamma)))).
  - rewrite sumof_scale, (Rmult_comm (exp (- eps / 2))).
    repeat (split; [lra|]). apply equal_within; [lra | reflexivity].
  - intros z. rewrite <- !exp_plus. f_equal. field. lra.
Qed.

Theorem denominator_first_two : reading_tailoring_lemma_5_6_denom_first_two.
Proof.
  intros n prior x y s eps gamma Hn Hp Ix Iy Is He G A. dataset Ix. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix) as Lx.
  pose proof (slides prior n Hp x y s Ix A Is). pose proof (unit_distance prior n Hp x s Ix Is).
  split; [lra|]. split; [apply div_le; lra | nra].
Qed.

Lemma weight_of_the_change prior n x y s eps gamma : is_prior prior -> (1 <= n)%nat ->
  0 < eps -> 0 <= gamma -> In x (datasets n (length prior)) -> In s (datasets n (length prior)) ->
  adjacent x y ->
  exp (- eps / 2 * gamma) <= exp (- eps * distance prior y s / 2
    * (1 / Sharm prior x gamma - 1 / Sharm prior y gamma)).
Proof.
  intros Hp Hn He G Ix Is A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (Sharm_smooth prior n Hp Hn gamma x y G Ix A) as B.
  pose proof (unit_distance prior n Hp y s Iy Is) as U. apply exp_le.
  set (t := 1 / Sharm prior x gamma - 1 / Sharm prior y gamma) in *.
  assert (distance prior y s * t <= gamma) by (destruct (Rle_dec t 0); nra). nra.
Qed.

Theorem denominator_gamma : reading_tailoring_lemma_5_6_denom_le_exp_eps_gamma_2.
Proof.
  intros n prior x y s eps gamma Hn Hp Ix Iy Is He G A. dataset Ix. dataset Iy. dataset Is.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy).
  split; [lra|]. split; [lra|]. apply (weight_of_the_change prior n); assumption.
Qed.

Theorem denominator_bound : reading_tailoring_lemma_5_6_denom_final_bound.
Proof.
  intros n prior x y eps gamma Hn Hp Ix Iy He G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Sx.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix) as Lx.
  split; [lra|]. split; [lra|]. rewrite <- sumof_scale. apply sumof_le. intros z Iz.
  pose proof (weight_of_the_change prior n x y z eps gamma Hp Hn He G Ix Iz A) as C.
  pose proof (slides prior n Hp x y z Ix A Iz) as B.
  pose proof (slide_weight eps (Sharm prior x gamma) (distance prior y z) (distance prior x z)
    ltac:(lra) Sx ltac:(lra)) as W.
  replace (- eps * distance prior y z / (2 * Sharm prior x gamma)) with
    (- eps * distance prior y z / (2 * Sharm prior y gamma) + - eps * distance prior y z / 2
    * (1 / Sharm prior x gamma - 1 / Sharm prior y gamma)) in W by (field; lra).
  rewrite exp_plus in W.
  replace (- eps / 2 - eps / 2 * gamma) with (- (eps / 2) + - eps / 2 * gamma) by field.
  rewrite exp_plus, exp_Ropp.
  pose proof (exp_pos (eps / 2)) as P.
  pose proof (exp_pos (- eps * distance prior y z / (2 * Sharm prior y gamma))) as Py.
  set (wy := exp (- eps * distance prior y z / (2 * Sharm prior y gamma))) in *.
  set (change := exp (- eps * distance prior y z / 2 * _)) in *.
  apply Rmult_le_reg_l with (exp (eps / 2)); [exact P|].
  replace (exp (eps / 2) * (/ exp (eps / 2) * exp (- eps / 2 * gamma) * wy))
    with (exp (- eps / 2 * gamma) * wy) by (field; lra).
  eapply Rle_trans; [|exact W]. rewrite (Rmult_comm wy). apply Rmult_le_compat_r; lra.
Qed.

Theorem factor_summed : reading_tailoring_lemma_5_6_factor_summed_over_all.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Sy.
  pose proof (weights_pos prior n Hp Hn eps y (2 * Sharm prior y gamma)) as Q.
  rewrite (sumof_same _ (fun z => exp (- eps * distance prior y z / (2 * Sharm prior y gamma))
    * exp (- eps / 2 - eps / 2 * gamma))
    (fun z => exp (- eps / 2 - eps / 2 * gamma)
    * exp (- eps * distance prior y z / (2 * Sharm prior y gamma))))
    by (intros; apply Rmult_comm).
  rewrite sumof_scale. set (total := sumof _ _) in *.
  pose proof (exp_pos (- eps / 2 - eps / 2 * gamma)) as E.
  split; [lra|]. split; [apply Rgt_not_eq, Rmult_lt_0_compat; assumption|]. split; [lra|].
  apply equal_within; [lra|].
  replace (eps + eps * gamma) with (eps / 2 + eps / 2 * gamma - (- eps / 2 - eps / 2 * gamma))
    by field.
  unfold Rminus at 2. rewrite (exp_plus _ (- _)), exp_Ropp. field. lra.
Qed.

Theorem lemma_5_6_final : reading_tailoring_lemma_5_6_final_literal.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G A. dataset Ix. dataset Iy. dataset Ir.
  pose proof (mh_loss n prior eps gamma Hn Hp He G) as L.
  assert (P : forall z, In z (datasets n (length prior)) ->
    0 < probability (mh gamma) prior eps z r).
  { intros z Iz. rewrite (probability_softmax prior n) by (assumption || reflexivity).
    apply softmax_pos, (datasets_some prior n Hp Hn). }
  split; [apply P, Ix|]. split; [apply P, Iy|].
  pose proof (loss_ge prior n (mh gamma) eps x y r Ix A Ir). nra.
Qed.
