From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values NearReleases ManyMoves Instances.
From Dpbi.Statements.Short Require Import Section4_3.
From Dpbi.Statements.Short Require Import Section4_4.
From Dpbi.Statements.Short Require Import Section4_4_1.
Import ListNotations.
Open Scope R_scope.

Theorem thm_4_4_literal : reading_short_thm_4_4_literal_e_pluso_k_eps.
Proof.
  intros eps j m He Hj Hm. destruct (inv_exp_pos (INR m * INR j * eps)) as [A B].
  repeat split; try assumption.
  rewrite ln_inv_exp. replace (- (INR m * INR j * eps) / eps) with (- (INR m * INR j)) by (field;
    lra).
  rewrite Rabs_Ropp, Rabs_right; [lra|]. apply Rle_ge, Rmult_le_pos; apply pos_INR.
Qed.

Theorem thm_4_4_proof : reading_short_thm_4_4_gammaeqe_o_k_eps_proof.
Proof.
  intros eps j m He Hj Hm. destruct (inv_exp_pos (- INR m * INR j * eps)) as [A B].
  repeat split; try assumption.
  rewrite ln_inv_exp. field. lra.
Qed.

Theorem cor_4_4_1_literal : reading_short_cor_4_4_1_literal_o.
Proof.
  intros eps He. set (q := (exp (- eps) + exp ((- 2) * eps)) / 2).
  pose proof (exp_pos (- eps)). pose proof (exp_pos ((- 2) * eps)).
  assert (Q : 0 < q) by (unfold q; lra).
  split; [lra|]. split; [apply Rdiv_lt_0_compat; lra|].
  assert (L : exp ((- 2) * eps) < q) by (assert (exp ((- 2) * eps) < exp (- eps))
    by (apply exp_increasing; lra); unfold q; lra).
  apply ln_increasing in L; [|assumption]. rewrite ln_exp in L.
  replace (ln (1 / q)) with (- ln q) by (unfold Rdiv; rewrite Rmult_1_l, ln_Rinv;
    [reflexivity | exact Q]).
  apply Rmult_lt_reg_r with eps; [exact He|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  lra.
Qed.

Theorem cor_4_4_1_as_inf : reading_short_cor_4_4_1_inf_elap_at_most_ls.
Proof.
  intros n prior x eps Hn Hp Ix He K.
  pose proof (release_within prior n x eps lshist (fun z => Rleb (distance prior x z)
    (LS prior x)) Hp Hn He K Ix eq_refl Rlt_0_1 1) as B.
  simpl scale in B. change (INR 1) with 1 in B.
  replace (- (1) * (eps / 1)) with (- eps) in B by field.
  replace (- (1 + 1) * (eps / 1)) with ((- 2) * eps) in B by field.
  apply B. intros z Iz D. apply Rleb_intro. apply (within_one_LS prior n); assumption.
Qed.

Theorem thm_4_3_first : reading_short_thm_4_3_first_k_le_ceil_ln_1_gamma_eps.
Proof.
  intros n prior x eps t Hn Hp Ix He T K.
  pose proof (release_within_ceil prior n x eps lshist t Hp Hn He K Ix eq_refl Rlt_0_1 T) as B.
  simpl scale in B.
  replace (- t * (eps / 1)) with (- t * eps) in B by field. exact B.
Qed.

(* The second inequality, with the constant 6, and with the release of at most ceil(t) steps. *)
Theorem thm_4_3_second_six : reading_short_thm_4_3_second_one_constant_integer_j.
Proof.
  intros n prior x y Hn Hp Ix Iy K. dataset Ix. dataset Iy.
  apply (distance_six prior n); assumption.
Qed.

Theorem thm_4_3_second_every_k : reading_short_thm_4_3_second_every_number_of_categories.
Proof.
  intros n prior x y Hn Hp Ix Iy. dataset Ix. dataset Iy.
  apply (distance_six prior n); assumption.
Qed.

Theorem thm_4_3_ends_ceil : reading_short_thm_4_3_ends_ceil.
Proof.
  intros n prior x eps t Hn Hp Ix He T K. destruct (ceil_nat t T) as (m & E & L). rewrite E.
  eapply Rle_trans; [|apply (steps_release prior n x eps _ m Hp Hn He K Ix)].
  - assert (exp (- INR m * eps) <= exp (- t * eps)) by (apply exp_le; nra). lra.
  - intros z Iz D. apply Rleb_intro. dataset Ix. dataset Iz.
    eapply Rle_trans; [apply (distance_six prior n); assumption|].
    pose proof (LS_pos prior n Hp Hn x Ix). nra.
Qed.

Theorem thm_4_3_second_six_met : met_short_thm_4_3_second_one_constant_integer_j.
Proof. exists 2%nat, [1; 1], middle, corner. met. Qed.
