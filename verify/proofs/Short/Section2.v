From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  Losses Counting Balanced ReleaseOfCounts Instances.
From Dpbi.Statements.Short Require Import Section2.
Import ListNotations.
Open Scope R_scope.

Theorem init_N : reading_short_alg_init_N_positive_reals.
Proof.
  intros n prior Hn Hp. apply (released_parameters lshist);
    [exact Hp | reflexivity].
Qed.

Theorem lszhang_all_parameters :
  reading_short_a_alg1_lszhang_repair_a_loop_to_x_independent_noise.
Proof.
  intros n prior Hn Hp.
  apply (released_parameters lszhang_all); [exact Hp | reflexivity].
Qed.

Theorem lszhang_rest_parameters : reading_short_a_alg1_lszhang_repair_b_last_eq_n_sum.
Proof.
  intros n prior Hn Hp.
  apply (released_parameters lszhang_rest); [exact Hp | reflexivity].
Qed.

(* Losses: at most two counts move by one, behind noise of scale 2k/eps, or 2/eps. *)
Lemma noised_loss m n prior eps : (1 <= n)%nat -> is_prior prior -> 0 < eps ->
  last_of m <> None -> last_of m <> Some fresh -> 2 <= scale m (length prior) ->
  loss m prior eps n <= eps.
Proof.
  intros Hn Hp He Lm Lf S2. eapply Rle_trans; [apply (laplace_loss prior n m eps 2); auto;
    try lra|].
  - intros x y Ix A. apply (first_all prior n); assumption.
  - apply div_le; nra.
Qed.

Theorem lszhang_all_private : reading_short_a_alg1_lszhang_repair_a_is_private.
Proof.
  intros n prior eps Hn Hp He. pose proof (k_real prior Hp).
  apply noised_loss; try assumption; try discriminate. simpl. lra.
Qed.

Theorem lszhang_rest_private : reading_short_a_alg1_lszhang_repair_b_is_private.
Proof.
  intros n prior eps Hn Hp He. pose proof (k_real prior Hp).
  apply noised_loss; try assumption; try discriminate. simpl. lra.
Qed.

Theorem lszhang_theorem_private : reading_short_a_alg1_lszhang_matches_thm_4_5_exponents.
Proof.
  intros n prior eps Hn Hp He.
  apply noised_loss; try assumption; try discriminate. simpl. lra.
Qed.

Theorem lsdim_law : reading_short_alg_lsdim_same_noise_reused_in_last_line.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lsdim_fresh_law : reading_short_alg_lsdim_fresh_noise.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lsdim_scale_covered : reading_short_alg_lsdim_scale_covered.
Proof.
  intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A).
  pose proof (k_real prior Hp). lra.
Qed.

Theorem lsdim_scale_two : reading_short_alg_lsdim_scale_two.
Proof. intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). field.
Qed.

Theorem lsdim_scale_met : met_short_alg_lsdim_scale_covered.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.
