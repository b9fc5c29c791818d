From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values FlatMiddle.
From Dpbi.Statements.Tailoring Require Import Section1.
Import ListNotations.
Open Scope R_scope.

Theorem abstract_vs_ehd : reading_tailoring_abstract_vs_ehd_gs.
Proof.
  intros n prior x eps gamma Hn Hp Ix He G. dataset Ix.
  apply (mean_distance_le prior n); auto; try lra. rewrite (ehd_sens prior n) by exact Ix.
  split; [apply (Sexp_pos prior n); assumption | apply Sexp_le_GS; assumption].
Qed.

Theorem contrib_better : reading_tailoring_contrib_better_vs_ehd_with_global_sensitivity.
Proof.
  intros n prior x eps Hn Hp Ix He. dataset Ix.
  apply (mean_distance_le prior n); auto; try lra. rewrite (ehd_sens prior n) by exact Ix.
  split; [apply (Sharm_pos prior n); auto; lra | apply Sharm_le_GS; auto; lra].
Qed.

Theorem full_proof_two_eps : reading_tailoring_full_proof_definition_6_at_two_eps.
Proof.
  intros n prior eps Hn Hp He. pose proof (mh_loss n prior eps 1 Hn Hp He ltac:(lra)). lra.
Qed.

(* At balanced data under the uniform prior the harmonic sensitivity is below the global one. *)
Theorem contrib_better_strictly : reading_tailoring_contrib_better_vs_ehd_strictly.
Proof.
  intros n prior x Hn Hp Ix -> E N. assert (N4 : (4 <= n)%nat) by (apply INR_le; simpl; lra).
  pose proof (middle_below_global n x N4 Ix) as L. apply INR_eq in E.
  specialize (L ltac:(lia)). destruct (flat_shape n x Ix) as (c & e & -> & Q).
  cbn [nth] in E. subst e. dataset Ix.
  pose proof (Sharm_pos [1; 1] n Hp Hn 1 [c; c] ltac:(lra) Ix) as S.
  pose proof (Sharm_lt_GS [1; 1] n [c; c] 1 Hp Hn Ix ltac:(lra) L) as G.
  assert (mean : forall m, last_of m = None -> factor m = 2 -> 0 < sens m [1; 1] [c; c] ->
    sumof (datasets n (length [1; 1]))
      (fun z => probability m [1; 1] 1 [c; c] z * distance [1; 1] [c; c] z) =
    sumof (datasets n (length [1; 1])) (fun z => softmax (datasets n (length [1; 1]))
      (fun z => - (1 / (2 * sens m [1; 1] [c; c])) * distance [1; 1] [c; c] z) z
      * distance [1; 1] [c; c] z)).
  { intros k Nk Fk Sk. apply sumof_ext. intros z Iz.
    rewrite (probability_softmax [1; 1] n) by assumption. rewrite Fk. f_equal.
    unfold softmax. f_equal; [f_equal; field; lra|]. apply sumof_ext. intros w _. f_equal. field.
    lra. }
  pose proof (GS_pos [1; 1] n Hp Hn) as Gp.
  pose proof (ehd_sens [1; 1] n _ Ix) as Global.
  rewrite (mean (mh 1) eq_refl eq_refl S), (mean ehd_true eq_refl eq_refl ltac:(lra)), Global.
  cbn [sens].
  pose proof (distance_metric [1; 1] n Hp) as M.
  apply (mean_strictly _ (distance [1; 1] [c; c]) _ _ [c; c] Ix).
  - apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [|lra].
    apply Rmult_lt_0_compat; lra.
  - intros z Iz. apply (m_nonneg _ _ M); assumption.
  - apply (m_refl _ _ M _ Ix).
  - assert (I0 : In [0%nat; n] (datasets n (length [1; 1]))) by (apply datasets_spec; simpl; lia).
    exists [0%nat; n]. split; [exact I0|]. apply (distance_pos [1; 1] n Hp); try assumption.
    intros F. injection F. lia.
Qed.
