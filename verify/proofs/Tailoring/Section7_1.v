From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights.
From Dpbi.Statements.Tailoring Require Import Section7_1.
Import ListNotations.
Open Scope R_scope.

(* At the truth the score differs by the distance. *)
Lemma maxof_same {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> maxof l f = maxof l g.
Proof. intros E. unfold maxof. f_equal. apply map_ext_in, E. Qed.

Lemma at_truth prior n x y : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> adjacent x y ->
  Rabs (distance prior x x - distance prior y x) = distance prior x y.
Proof.
  intros Hp Hn Ix A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (distance_metric prior n Hp) as M. rewrite (m_refl _ _ M x Ix), Rabs_minus_sym.
  rewrite Rminus_0_r, (m_sym _ _ M y x Iy Ix). apply Rabs_pos_eq, (m_nonneg _ _ M); assumption.
Qed.

Theorem reduction : reading_tailoring_ls_reduction_repaired.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. split; (apply equal_within; [lra|]).
  - apply (local_sensitivity (datasets n (length prior)) (neighbours x) (distance prior) x).
    + apply (distance_metric prior n Hp).
    + exact Ix.
    + apply (neighbours_some_in prior n Hp Hn x Ix).
    + apply (neighbours_in prior n x Ix).
  - apply maxof_same. intros y A. apply (at_truth prior n); assumption.
Qed.

Theorem reduction_at_truth : reading_tailoring_ls_reduction_at_truth_with_bars.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. split; (apply equal_within; [lra|]);
    unfold LS; apply maxof_same; intros y A;
    pose proof (adjacent_in prior n x y Ix A) as Iy; pose proof (distance_metric prior n Hp) as M.
  - rewrite (at_truth prior n x y) by assumption. apply (m_sym _ _ M); assumption.
  - apply (m_sym _ _ M); assumption.
Qed.

Theorem figure_2 : reading_tailoring_fig2_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  apply maxof_le; [apply (neighbours_some_in prior n Hp Hn x Ix)|]. intros y A.
  pose proof (adjacent_in prior n x y Ix A) as Iy.
  eapply Rle_trans; [|apply (maxof_ge (neighbours x)
    (fun w => Rabs (distance prior x x - distance prior w x)) y A)].
  rewrite (at_truth prior n x y) by assumption.
  apply (metric1_abs _ _ (distance_metric prior n Hp)); assumption.
Qed.
