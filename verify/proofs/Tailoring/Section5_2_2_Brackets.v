(* The proof of dilation that stands in brackets: the steps are those of the notes. *)
From Coq Require Import Reals List Lra Lia Arith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Datasets Losses Events HalfDelta Shares Instances.
From Dpbi.Notes Require Import Section2_3_3_Proof.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Brackets.
Import ListNotations.
Open Scope R_scope.

Theorem brackets_sensitivity : reading_tailoring_lemma_5_4_old_signs_sgt0.
Proof. exact signs_sensitivity. Qed.

Theorem brackets_score : reading_tailoring_lemma_5_4_old_signs_ule0_notes.
Proof. exact signs_score. Qed.

Theorem brackets_log : reading_tailoring_lemma_5_4_old_neg_log_ratio_le_eps_2.
Proof. exact lemma_2_2_neg_log. Qed.

Theorem brackets_ratio : reading_tailoring_lemma_5_4_old_neg_ratio_le_1_equal_c.
Proof. exact lemma_2_2_neg_ratio. Qed.

Theorem brackets_exponent : reading_tailoring_lemma_5_4_old_exponent_exponent_q_z.
Proof. exact lemma_2_2_neg_exponent. Qed.

Theorem brackets_quotient : reading_tailoring_lemma_5_4_old_pos_literal.
Proof. exact lemma_2_2_pos_quotient. Qed.

Theorem brackets_event : reading_tailoring_lemma_5_4_old_G_above_the_threshold.
Proof. exact lemma_2_2_G_above. Qed.

Theorem brackets_likely :
  reading_tailoring_lemma_5_4_old_G_probability_with_the_delta_of_the_notes.
Proof.
  intros n prior x eps gamma lam Hn Hp Jx He G K L. pose proof Jx as Ix. dataset Ix.
  assert (Q : 1 < exp lam) by (rewrite <- exp_0; apply exp_increasing, L).
  split; [lra|]. split; [lra|].
  pose proof (not_above_is_improbable prior n Hp Hn eps gamma He x Ix (exp lam) Q) as T.
  rewrite (number_two prior n K) in T.
  pose proof (mh_exp_sens_pos prior n Hp Hn gamma x Ix) as S.
  pose proof (share_complement prior n Hp Hn x Jx (mh_exp gamma) eq_refl eps He
    (Sexp prior x gamma) S eq_refl (fun z => Rleb (Sexp prior x gamma / (1 - exp lam))
      (- distance prior x z))) as E.
  unfold share in E. lra.
Qed.

Theorem brackets_split : reading_tailoring_lemma_5_4_old_split_without_g_on_the_right.
Proof. exact lemma_2_2_split. Qed.

Theorem brackets_likely_is_met :
  met_tailoring_lemma_5_4_old_G_probability_with_the_delta_of_the_notes.
Proof. exists 2%nat, [1; 1], middle, 1, 0, 1. met. Qed.
