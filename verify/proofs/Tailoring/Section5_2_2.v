From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values Scores.
From Dpbi.Statements.Tailoring Require Import Section5_2_2.
From Dpbi.Statements.Tailoring Require Import Section5_2_2_Assertion.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_4_never : reading_tailoring_lemma_5_4_lambdalt0_never.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K L. dataset Ix. dataset Ir.
  assert (El : 0 < exp lam < 1) by (split; [apply exp_pos | rewrite <- exp_0;
    apply exp_increasing, L]).
  split; [lra|].
  match goal with |- exp _ * ?s + _ < 0 => assert (Q : s <= 1) end.
  { apply (probability_sum_le1 prior n); auto. }
  match goal with |- exp _ * ?s + _ < 0 => set (q := s) in * end.
  assert (E1 : 1 < exp (eps / 2)) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (E2 : exp (eps / 2) < exp (eps / (2 * (1 - exp lam)))).
  { apply exp_increasing. apply Rmult_lt_compat_l; [exact He|]. apply Rinv_lt_contravar; nra. }
  assert (2 <= INR n + 1) by (apply le_INR in Hn; simpl in Hn; lra).
  assert (exp (eps / 2) * q <= exp (eps / 2) * 1) by (apply Rmult_le_compat_l; lra).
  assert (2 * exp (eps / (2 * (1 - exp lam))) <= (INR n + 1) * exp (eps / (2 * (1 - exp lam))))
    by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Theorem lemma_5_4_repaired : reading_tailoring_lemma_5_4_repaired_multiplicity_not_larger.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K U0 U M. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  set (u := distance prior x r) in *. set (w := distance prior x s) in *.
  set (S := Sexp prior x gamma) in *.
  assert (F : 1 - w / u < 0).
  { assert (1 < w / u); [|lra]. apply Rmult_lt_reg_r with u; [exact U0|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  split; [lra|]. split; [lra|]. unfold u, w.
  rewrite !(event prior n eps gamma x Ix) by assumption. fold u w.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr1.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Cs1.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps.
  pose proof (exp_pos (eps / 2)).
  assert (Q : 0 <= (INR n + 1) * exp (eps / (2 * (1 - w / u)))).
  { apply Rmult_le_pos; [pose proof (pos_INR n); lra | left; apply exp_pos]. }
  destruct (Rle_dec (w - u) S) as [N|N].
  - pose proof (near prior n Hp Hn eps gamma x Ix r s 1 (multiplicity prior x r)
      (multiplicity prior x s) Ir Is) as B.
    fold u w S in B. specialize (B ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) N). lra.
  - pose proof (far prior n Hp Hn eps gamma x Ix r (eps / (2 * (1 - w / u))) Ir ltac:(lra)) as B.
    fold u S in B.
    rewrite number_two in B by exact K.
    assert (0 <= exp (eps / 2) * (multiplicity prior x s * probability
      (mh_exp gamma) prior eps x s)).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
    enough (- eps * u / (2 * S) <= eps / (2 * (1 - w / u))) by lra.
    replace (eps / (2 * (1 - w / u))) with (- (eps * u / (2 * (w - u)))) by (field; split; lra).
    replace (- eps * u / (2 * S)) with (- (eps * u / (2 * S))) by (field; lra).
    apply Ropp_le_contravar. apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; lra.
Qed.

Theorem lemma_5_4_repaired_equal : reading_tailoring_lemma_5_4_repaired_plus_equal_multiplicities.
Proof. intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K U0 U M.
apply lemma_5_4_repaired; auto; lra. Qed.

Theorem assert_5_4_1_balanced : reading_tailoring_assert_5_4_1_alphaeqbeta_n_even_ceqn_2.
Proof.
  intros n prior x r s Hn Hp Ix Ir Is K Ea Ec Hr Hs.
  assert (N : forall z, is_dataset prior n z -> 0 < distance prior x z ->
    multiplicity prior x z = 2).
  { intros z Iz P. apply (multiplicity_balanced prior n); try assumption. intros ->. dataset Iz.
    rewrite (m_refl _ _ (distance_metric prior n Hp) z Iz) in P. lra. }
  rewrite (N r Ir Hr), (N s Is Hs). reflexivity.
Qed.

(* Vacuous: its hypotheses contradict each other. *)
Theorem lemma_5_4_vacuous : vacuous_tailoring_lemma_5_4_lambdalt0_with_delta_nonnegative.
Proof.
  intros n prior x r eps gamma lam Hn Hp Ix Ir He G K L.
  assert (El : 0 < exp lam < 1) by (split; [apply exp_pos | rewrite <- exp_0;
    apply exp_increasing, L]).
  assert (E2 : 1 < exp (eps / (2 * (1 - exp lam)))).
  { rewrite <- exp_0 at 1. apply exp_increasing. apply Rdiv_lt_0_compat; lra. }
  assert (2 <= INR n + 1) by (apply le_INR in Hn; simpl in Hn; lra). split; [lra|]. intros Q. nra.
Qed.

(* A factor of 2 in place of the assertion on multiplicities. *)
Theorem lemma_5_4_twice : reading_tailoring_lemma_5_4_repaired_factor_two.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K U0 U.
  assert (Jx : is_dataset prior n x) by exact Ix. assert (Jr : is_dataset prior n r) by exact Ir.
  assert (Js : is_dataset prior n s) by exact Is. dataset Ix. dataset Ir. dataset Is.
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  set (u := distance prior x r) in *. set (w := distance prior x s) in *.
  set (S := Sexp prior x gamma) in *.
  assert (F : 1 - w / u < 0).
  { assert (1 < w / u); [|lra]. apply Rmult_lt_reg_r with u; [exact U0|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  split; [lra|]. split; [lra|]. unfold u, w.
  rewrite !(event prior n eps gamma x Ix) by assumption. fold u w.
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr1.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Cs1.
  pose proof (release_pos prior n Hp Hn eps gamma x Ix s Is) as Ps.
  pose proof (exp_pos (eps / 2)).
  assert (M : multiplicity prior x r <= 2 * multiplicity prior x s).
  { destruct (multiplicity_two prior n x r Hp K Jx Jr); lra. }
  assert (Q : 0 <= (INR n + 1) * exp (eps / (2 * (1 - w / u)))).
  { apply Rmult_le_pos; [pose proof (pos_INR n); lra | left; apply exp_pos]. }
  destruct (Rle_dec (w - u) S) as [N|N].
  - pose proof (near prior n Hp Hn eps gamma x Ix r s 2 (multiplicity prior x r)
      (multiplicity prior x s) Ir Is) as B.
    fold u w S in B. specialize (B ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) N). lra.
  - pose proof (far prior n Hp Hn eps gamma x Ix r (eps / (2 * (1 - w / u))) Ir ltac:(lra)) as B.
    fold u S in B.
    rewrite number_two in B by exact K.
    assert (0 <= 2 * exp (eps / 2) * (multiplicity prior x s * probability
      (mh_exp gamma) prior eps x s)).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
    enough (- eps * u / (2 * S) <= eps / (2 * (1 - w / u))) by lra.
    replace (eps / (2 * (1 - w / u))) with (- (eps * u / (2 * (w - u)))) by (field; split; lra).
    replace (- eps * u / (2 * S)) with (- (eps * u / (2 * S))) by (field; lra).
    apply Ropp_le_contravar. apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; lra.
Qed.

Theorem lemma_5_4_nearer : reading_tailoring_lemma_5_4_repaired_lambdale0.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G K L. dataset Ix. dataset Ir. dataset Is.
  eapply Rle_trans; [apply (events_twice prior n Hp Hn eps gamma x Ix r s K Ir Is)|].
  pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as Sp.
  apply Rmult_le_compat_r; [apply (event_nonneg prior n); assumption|].
  apply Rmult_le_compat_l; [lra|]. apply exp_le, div_le; [lra|]. nra.
Qed.
