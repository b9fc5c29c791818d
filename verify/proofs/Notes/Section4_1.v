From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values OneStep
  Adjacency Scores.
From Dpbi.Tailoring Require Import Section7_1.
From Dpbi.Statements.Notes Require Import Section4_1.
Import ListNotations.
Open Scope R_scope.

(* The sensitivity of the score (Figure 1 of the notes). *)
Theorem fig1_literal : reading_notes_fig1_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir.
  pose proof (distance_metric prior n Hp) as M.
  apply maxof_le; [apply (neighbours_some_in prior n); assumption|].
  intros y A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  eapply Rle_trans; [apply (metric1_abs _ _ M x y r); assumption|].
  eapply Rle_trans; [|apply (maxof_ge (neighbours x) (fun w => Rabs
    (distance prior x x - distance prior w x)) y A)].
  rewrite (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix), Rminus_0_l, Rabs_Ropp. apply Rle_abs.
Qed.

(* The two expressions of the local sensitivity. *)
Theorem ls_reduction_value : reading_notes_ls_reduction_value.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix.
  transitivity (maxof (neighbours x) (fun y => maxof (datasets n (length prior))
    (fun z => Rabs (distance prior x z - distance prior y z)))).
  2: { apply (local_sensitivity (datasets n (length prior)) (neighbours x) (distance prior) x
    (distance_metric prior n Hp) Ix (neighbours_some_in prior n Hp Hn x Ix)
    (neighbours_in prior n x Ix)). }
  apply maxof_ext. intros y _. apply maxof_ext. intros z _. apply Rmax_minus.
Qed.

Theorem ls_reduction_attained : reading_notes_ls_reduction_attained_at_reqbi_x.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. pose proof (distance_metric prior n Hp) as M.
  apply maxof_ext. intros y A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  rewrite Rmax_minus, (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix), Rminus_0_l, Rabs_Ropp.
  apply Rabs_pos_eq, (m_nonneg _ _ M x y Ix Iy).
Qed.

(* Without bars: the difference is at most the distance, which it is at the neighbour itself. *)
Theorem ls_reduction_signed : reading_notes_ls_reduction_bar_missing_signed.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. pose proof (distance_metric prior n Hp) as M.
  pose proof (datasets_some prior n Hp Hn) as some.
  split; [|apply (LS_pos prior n Hp Hn x Ix)].
  apply maxof_ext. intros y A. pose proof (adjacent_in prior n x y Ix A) as Iy.
  apply Rle_antisym.
  - apply maxof_le; [exact some|]. intros z Iz.
    eapply Rle_trans; [apply Rle_abs | apply (metric1_abs _ _ M x y z); assumption].
  - eapply Rle_trans; [|apply (maxof_ge (datasets n (length prior))
      (fun z => distance prior x z - distance prior y z) y Iy)].
    rewrite (m_refl _ _ M y Iy). lra.
Qed.

Theorem ls_reduction_at_truth : reading_notes_ls_reduction_at_truth_with_bars.
Proof. exact reduction_at_truth. Qed.
