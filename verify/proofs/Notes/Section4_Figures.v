From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Losses Pi.
From Dpbi.Statements.Notes Require Import Section4_Figures.
Import ListNotations.
Open Scope R_scope.

Lemma prior_7_4_5 : is_prior [7; 4; 5].
Proof. split; simpl; [lia | repeat constructor; lra]. Qed.

Lemma GS_7_4_5 n : (1 <= n)%nat ->
  467258961417 / 2000000000000 <= GS [7; 4; 5] n <= 467258961419 / 2000000000000.
Proof.
  intros Hn. pose proof prior_7_4_5 as Hp.
  pose proof (rho1_pos 4 ltac:(lra)) as P4. pose proof (rho1_pos 5 ltac:(lra)) as P5.
  assert (P : 0 < rho1 4 (4 + 1) * rho1 5 (5 + 1)) by (apply Rmult_lt_0_compat; assumption).
  pose proof (sqrt_lt_R0 _ P) as A. pose proof (sqrt_sqrt _ (Rlt_le _ _ P)) as E.
  destruct (affinity_7_4_5 _ A E) as [L U]. set (a := sqrt _) in *. split.
  - set (x := [(n - 1)%nat; 1%nat; 0%nat]). set (y := [(n - 1)%nat; 0%nat; 1%nat]).
    assert (Ix : In x (datasets n (length [7; 4; 5])))
      by (apply datasets_spec; unfold x; simpl; lia).
    assert (Ady : adjacent x y).
    { unfold adjacent, x, y. cbn [neighbours more less]. apply in_or_app. right.
      apply in_or_app. right. apply in_map. simpl. tauto. }
    pose proof (adjacent_in [7; 4; 5] n x y Ix Ady) as Iy.
    eapply Rle_trans; [|apply (LS_le_GS [7; 4; 5] n x Ix)].
    eapply Rle_trans; [|apply (distance_le_LS [7; 4; 5] x y Ady)].
    pose proof (affinity_sqr 3 _ ltac:(lia) _ _ (posterior_simplex [7; 4; 5] n Hp x Ix)
      (posterior_simplex [7; 4; 5] n Hp y Iy)) as S.
    pose proof (affinity_pos 3 _ ltac:(lia) _ _ (posterior_simplex [7; 4; 5] n Hp x Ix)
      (posterior_simplex [7; 4; 5] n Hp y Iy)) as Q.
    unfold distance, hellinger. fold (rho (posterior [7; 4; 5] x) (posterior [7; 4; 5] y)) in S.
    set (b := affinity _ _) in *.
    assert (Eb : b = a).
    { apply Rsqr_inj; [lra | lra |]. unfold Rsqr. rewrite S, E. unfold x, y. cbn [posterior].
      change (INR 0) with 0. change (INR 1) with 1. pose proof (pos_INR (n - 1)).
      rewrite rho_three, rho1_refl by lra. rewrite (rho1_sym (4 + 1)), !Rplus_0_r. ring. }
    rewrite Eb. apply Rsqr_incr_0_var; [|apply sqrt_pos].
    rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
  - apply maxof_le; [apply (datasets_some [7; 4; 5] n Hp Hn)|]. intros x Ix.
    apply maxof_le; [apply (neighbours_some_in [7; 4; 5] n Hp Hn), Ix|]. intros y Ady.
    pose proof (adjacent_in [7; 4; 5] n x y Ix Ady) as Iy. unfold distance, hellinger.
    assert (B : a <= affinity (posterior [7; 4; 5] x) (posterior [7; 4; 5] y)).
    { eapply affinity_from_rho; [apply (k_positive _ Hp) | apply posterior_simplex; eassumption ..
      | lra |]. rewrite E. apply rho_7_4_5; [|exact Ady]. apply in_datasets in Ix. apply Ix. }
    apply Rle_trans with (sqrt (1 - a)); [apply sqrt_le_1_alt; lra|].
    apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by lra. unfold Rsqr. lra.
Qed.

Theorem fig3_gs : reading_notes_fig3_gs_true_gs_is_0_233629480709.
Proof. intros n prior Hn Hp ->. apply GS_7_4_5, Hn. Qed.

Theorem fig3_gs_bound : reading_notes_fig3_gs_valid_upper_bound_for_gs_of_dl_7_4_5.
Proof. intros n prior Hn Hp ->. pose proof (GS_7_4_5 n Hn). lra. Qed.
