From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced SmoothWeights TailPrivacy.
From Dpbi.Tailoring Require Import Section5_2_3_Chain_End.
From Dpbi.Statements.Tailoring Require Import Section5_2_3_Four_Cases.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_5_multiplicity_one : reading_tailoring_lemma_5_5_cases_c_t_in_case_3_4_eq_1.
Proof.
  intros n prior x r Hn Hp Ix Ir K E. destruct (Ix) as [_ Ex]. dataset Ix. dataset Ir.
  unfold multiplicity. rewrite Ex, E.
  rewrite (filter_single _ _ x (datasets_NoDup n (length prior)) Ix); [reflexivity|].
  intros z Iz. unfold Reqb. destruct (Req_EM_T (distance prior x z) 0) as [Z|Z].
  - split; [|reflexivity]. intros _. symmetry. apply (distance_zero prior n); assumption.
  - split; [discriminate|]. intros ->.
    rewrite (m_refl _ _ (distance_metric prior n Hp) x Ix) in Z. congruence.
Qed.

Lemma never_both_zero prior n x y r : is_prior prior ->
  In x (datasets n (length prior)) -> In r (datasets n (length prior)) -> adjacent x y ->
  distance prior x r = 0 -> distance prior y r = 0 -> False.
Proof.
  intros Hp Ix Ir A Ex Ey. pose proof (adjacent_in prior n x y Ix A) as Iy.
  apply (distance_zero prior n) in Ex, Ey; try assumption.
  destruct (neighbours_spec x y A) as (_ & _ & _ & N). congruence.
Qed.

Theorem lemma_5_5_both_zero : refuted_tailoring_lemma_5_5_cases_case_4_both_0_can_occur.
Proof.
  intros n prior x y r Hn Hp Ix Iy Ir K A [Ex Ey]. dataset Ix. dataset Ir.
  apply (never_both_zero prior n x y r); assumption.
Qed.

Theorem lemma_5_5_ratio : reading_tailoring_lemma_5_5_cases_ratio_within_two.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K.
  destruct (multiplicity_two prior n x r Hp K Ix Ir), (multiplicity_two prior n x s Hp K Ix Is);
    lra.
Qed.

Theorem lemma_5_5_case_1 : reading_tailoring_lemma_5_5_case_1_three_halves.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A G0 _ _.
  apply lemma_5_5_parameters; assumption.
Qed.

Theorem lemma_5_5_case_2 : reading_tailoring_lemma_5_5_case_2_three_halves.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A G0 _ _.
  apply lemma_5_5_parameters; assumption.
Qed.

Theorem lemma_5_5_case_3 : reading_tailoring_lemma_5_5_case_3_three_halves.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A G0 _ _.
  apply lemma_5_5_parameters; assumption.
Qed.

Theorem lemma_5_5_case_4 : reading_tailoring_lemma_5_5_case_4_literal.
Proof.
  intros n prior x y r Hn Hp Ix Iy Ir K A E. dataset Ix. dataset Iy. dataset Ir.
  pose proof (unit_distance prior n Hp y r Iy Ir) as U.
  destruct (Req_dec (distance prior y r) 0) as [Z|Z]; [|lra].
  exfalso. apply (never_both_zero prior n x y r); assumption.
Qed.

(* Vacuous: no output is in the case. *)
Theorem lemma_5_5_case_4_vacuous : vacuous_tailoring_lemma_5_5_case_4_inequality_written_out.
Proof.
  intros n prior x y r eps gamma Hn Hp Ix Iy Ir He G K A. dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (Sexp_pos prior n y gamma Hp Hn Iy) as Sy.
  split; [lra|]. split; [lra|]. intros _ Ex Ey.
  apply (never_both_zero prior n x y r); assumption.
Qed.

Theorem lemma_5_5_largest : reading_tailoring_lemma_5_5_max_eps_largest_at_the_posterior.
Proof.
  intros n prior x y r s eps gamma Hn Hp Ix Iy Ir Is He G K A.
  pose proof (multiplicity_two prior n x r Hp K Ix Ir) as Mr.
  pose proof (multiplicity_two prior n x s Hp K Ix Is) as Ms.
  dataset Ix. dataset Iy. dataset Ir.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (distance_metric prior n Hp) as M.
  pose proof (metric1_abs _ _ M x y r Ix Iy Ir) as B. apply Rabs_le_inv in B.
  rewrite (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix).
  assert (E : exp (eps * (distance prior y r - distance prior x r) / (2 * Sexp prior x gamma))
    <= exp (eps * (distance prior x y - 0) / (2 * Sexp prior x gamma))).
  { apply exp_le. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; lra. }
  pose proof (exp_pos (eps * (distance prior y r - distance prior x r)
    / (2 * Sexp prior x gamma))) as P.
  assert (Q : 0 <= multiplicity prior x s / multiplicity prior x r <= 2).
  { destruct Mr as [-> | ->], Ms as [-> | ->]; lra. }
  split; [destruct Mr; lra|]. split; [lra|]. nra.
Qed.

Theorem lemma_5_5_one_number : reading_tailoring_lemma_5_5_max_one_number_for_all_pairs.
Proof.
  intros n prior x y eps gamma Hn Hp Ix Iy He G K A. dataset Ix. dataset Iy.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sx.
  pose proof (LS_le_Sexp prior n x gamma Ix) as L. pose proof (distance_le_LS prior x y A) as H.
  pose proof (distance_metric prior n Hp) as M.
  rewrite (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix).
  split; [lra|]. rewrite <- (double_half eps). pose proof (exp_pos (eps / 2)) as P.
  assert (E : exp (eps * (distance prior x y - 0) / (2 * Sexp prior x gamma)) <= exp (eps / 2)).
  { apply exp_le, div_le; [lra|].
    replace (eps / 2 * (2 * Sexp prior x gamma)) with (eps * Sexp prior x gamma) by field.
    apply Rmult_le_compat_l; lra. }
  pose proof (Rmult_le_compat_r _ _ _ (Rlt_le _ _ P) E). lra.
Qed.

(* Both deltas are one number, not negative, times a factor that is largest at the posterior. *)
Theorem lemma_5_5_delta_largest :
  reading_tailoring_lemma_5_5_max_delta_largest_where_not_negative.
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
  split; [destruct T; lra|]. intros N.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as M1. split; [lra|].
  apply Rmult_le_compat_r; [exact N|].
  pose proof (distance_metric prior n Hp) as M.
  pose proof (metric1_abs _ _ M x y r Ix Iy Ir) as B. apply Rabs_le_inv in B.
  rewrite (m_refl _ _ M x Ix), (m_sym _ _ M y x Iy Ix).
  assert (E : exp (eps * (distance prior y r - distance prior x r) / (2 * Sexp prior x gamma))
    <= exp (eps * (distance prior x y - 0) / (2 * Sexp prior x gamma))).
  { apply exp_le. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; lra. }
  pose proof (exp_pos (eps * (distance prior y r - distance prior x r)
    / (2 * Sexp prior x gamma))) as P.
  apply div_le; [lra|]. nra.
Qed.
