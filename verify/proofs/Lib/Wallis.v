(* Gamma(1/2)^2 = pi, by Wallis' product. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity.
Import ListNotations.
Open Scope R_scope.

Definition wallis (n : nat) : R := RInt (fun t => sin t ^ n) 0 (PI / 2).

Lemma sin_continuous n t : continuous (fun t => sin t ^ n) t.
Proof. apply (ex_derive_continuous (fun t => sin t ^ n)). auto_derive. trivial. Qed.

Lemma wallis_integrable n : ex_RInt (fun t => sin t ^ n) 0 (PI / 2).
Proof. apply (ex_RInt_continuous (fun t => sin t ^ n)). intros t _. apply sin_continuous. Qed.

Lemma wallis_0 : wallis 0 = PI / 2.
Proof.
  unfold wallis. rewrite (RInt_ext _ (fun _ => 1)) by (intros; reflexivity).
  rewrite RInt_const. unfold scal. simpl. unfold mult. simpl. ring.
Qed.

Lemma wallis_1 : wallis 1 = 1.
Proof.
  unfold wallis. apply is_RInt_unique.
  replace 1 with (minus (- cos (PI / 2)) (- cos 0)).
  2:{ rewrite cos_PI2, cos_0. unfold minus, plus, opp. simpl. ring. }
  apply (is_RInt_derive (fun t => - cos t) (fun t => sin t ^ 1)).
  - intros t _. auto_derive; [trivial | ring].
  - intros t _. apply sin_continuous.
Qed.

Lemma wallis_is n : is_RInt (fun t => sin t ^ n) 0 (PI / 2) (wallis n).
Proof. apply (RInt_correct (fun t => sin t ^ n)), wallis_integrable. Qed.

Lemma wallis_SS n : INR (S (S n)) * wallis (S (S n)) = INR (S n) * wallis n.
Proof.
  set (f := fun t => INR (S (S n)) * sin t ^ S (S n) - INR (S n) * sin t ^ n).
  assert (D : is_RInt f 0 (PI / 2) (minus ((fun t => - cos t * sin t ^ S n) (PI / 2))
    ((fun t => - cos t * sin t ^ S n) 0))).
  { apply (is_RInt_derive (fun t => - cos t * sin t ^ S n)).
    - intros t _. unfold f. auto_derive; [trivial|].
      assert (C : cos t * cos t = 1 - sin t * sin t) by (pose proof (sin2_cos2 t) as E;
        unfold Rsqr in E; lra).
      assert (I : match n with O => 1 | S _ => INR n + 1 end = INR n + 1) by (destruct n; simpl;
        ring).
      rewrite !S_INR. cbn [pow]. rewrite ?I.
      transitivity (sin t * (sin t * sin t ^ n) - (INR n + 1) * (cos t * cos t) * sin t ^ n);
        [ring|]. rewrite C. ring.
    - intros t _. apply (ex_derive_continuous f). unfold f. auto_derive. trivial. }
  assert (E : is_RInt f 0 (PI / 2) (minus (scal (INR (S (S n))) (wallis (S (S n)))) (scal (INR
    (S n)) (wallis n)))).
  { apply (is_RInt_minus (V := R_NormedModule) (fun t => scal (INR (S (S n))) (sin t ^ S (S n)))
      (fun t => scal (INR (S n)) (sin t ^ n)));
      apply (is_RInt_scal (V := R_NormedModule)), wallis_is. }
  pose proof (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ D) as D'.
  pose proof (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ E) as E'.
  rewrite D' in E'. cbv beta in E'. rewrite cos_PI2, sin_0 in E'.
  unfold minus, plus, opp, scal in E'. simpl plus in E'. cbn -[INR pow wallis PI sin cos] in E'.
  unfold mult in E'.
  cbn -[INR pow wallis PI sin cos] in E'. cbn [pow] in E'. lra.
Qed.

Lemma wallis_pos n : 0 < wallis n /\ 0 < wallis (S n).
Proof.
  induction n as [|n [I J]].
  - rewrite wallis_0, wallis_1. pose proof PI_RGT_0. lra.
  - split; [exact J|]. pose proof (wallis_SS n) as E. rewrite !S_INR in E. pose proof (pos_INR n).
    assert (0 < (INR n + 1) * wallis n) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_lt_reg_l with (INR n + 1 + 1); lra.
Qed.

Lemma wallis_decr n : wallis (S n) <= wallis n.
Proof.
  apply RInt_le; [pose proof PI_RGT_0; lra | apply wallis_integrable | apply wallis_integrable|].
  intros t [T0 T1]. cbn [pow]. pose proof (SIN_bound t). pose proof PI_RGT_0.
  assert (0 < sin t) by (apply sin_gt_0; lra).
  assert (0 <= sin t ^ n) by (apply pow_le; lra). nra.
Qed.

(* The finite products of Wallis. *)
Lemma wallis_steps m : steps 1 m * wallis (2 * m + 4) * 4 = PI * wallis (2 * m + 3).
Proof.
  induction m as [|m IH].
  - pose proof (wallis_SS 0) as A. pose proof (wallis_SS 1) as B. pose proof (wallis_SS 2) as C.
    rewrite wallis_0 in A. rewrite wallis_1 in B.
    simpl in A, B, C |- *. unfold steps. simpl.
    assert (wallis 3 = 2 / 3) as -> by lra. assert (wallis 4 = 3 * PI / 16) as -> by lra. field.
  - rewrite steps_S by lra.
    replace (2 * S m + 4)%nat with (S (S (2 * m + 4))) by lia.
    replace (2 * S m + 3)%nat with (S (S (2 * m + 3))) by lia.
    pose proof (wallis_SS (2 * m + 4)) as A. pose proof (wallis_SS (2 * m + 3)) as B.
    rewrite !S_INR, !plus_INR, !mult_INR in A, B. rewrite !S_INR in A, B |- *.
    change (INR 1) with 1 in *. change (INR 3) with (1 + 1 + 1) in *.
    change (INR 4) with (1 + 1 + 1 + 1) in *.
    pose proof (pos_INR m) as Pm. set (M := INR m) in *.
    set (U := wallis (S (S (2 * m + 4)))) in *. set (V := wallis (S (S (2 * m + 3)))) in *.
    set (u := wallis (2 * m + 4)) in *. set (v := wallis (2 * m + 3)) in *.
    assert (EU : U = (2 * M + 5) * u / (2 * M + 6)).
    { apply Rmult_eq_reg_l with (2 * M + 6); [|lra].
      replace ((2 * M + 6) * ((2 * M + 5) * u / (2 * M + 6))) with ((2 * M + 5) * u) by (field;
        lra). lra. }
    assert (EV : V = (2 * M + 4) * v / (2 * M + 5)).
    { apply Rmult_eq_reg_l with (2 * M + 5); [|lra].
      replace ((2 * M + 5) * ((2 * M + 4) * v / (2 * M + 5))) with ((2 * M + 4) * v) by (field;
        lra). lra. }
    rewrite EU, EV.
    replace (PI * ((2 * M + 4) * v / (2 * M + 5))) with ((2 * M + 4) / (2 * M + 5) * (PI * v))
      by (field; lra).
    rewrite <- IH. field. lra.
Qed.

Lemma steps_bounds m : PI / 4 <= steps 1 m <= PI / 4 * (1 + / (2 * INR m + 3)).
Proof.
  pose proof (wallis_steps m) as E. pose proof (wallis_decr (2 * m + 3)) as D1.
  pose proof (wallis_decr (2 * m + 2)) as D2. pose proof (wallis_SS (2 * m + 2)) as R.
  replace (S (2 * m + 3)) with (2 * m + 4)%nat in D1 by lia.
  replace (S (2 * m + 2)) with (2 * m + 3)%nat in * by lia.
  replace (S (2 * m + 3)) with (2 * m + 4)%nat in R by lia.
  destruct (wallis_pos (2 * m + 3)) as [P3 P4].
  replace (S (2 * m + 3)) with (2 * m + 4)%nat in P4 by lia.
  rewrite !plus_INR, !mult_INR in R. rewrite !S_INR in R. change (INR 1) with 1 in R.
  try change (INR 2) with (1 + 1) in R. try change (INR 0) with 0 in R.
  pose proof (pos_INR m) as Pm. set (M := INR m) in *. pose proof PI_RGT_0 as Pp.
  set (w2 := wallis (2 * m + 2)) in *. set (w3 := wallis (2 * m + 3)) in *.
  set (w4 := wallis (2 * m + 4)) in *.
  assert (Q : steps 1 m = PI / 4 * (w3 / w4)).
  { apply Rmult_eq_reg_r with (w4 * 4); [|lra].
    replace (PI / 4 * (w3 / w4) * (w4 * 4)) with (PI * w3) by (field; lra). lra. }
  rewrite Q. split.
  - replace (PI / 4) with (PI / 4 * 1) at 1 by ring. apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_reg_r with w4; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with w4; [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra.
    replace ((1 + / (2 * M + 3)) * w4) with ((2 * M + 4) * w4 / (2 * M + 3)) by (field; lra).
    assert ((2 * M + 4) * w4 = (2 * M + 3) * w2) as -> by lra.
    replace ((2 * M + 3) * w2 / (2 * M + 3)) with w2 by (field; lra). lra.
Qed.

Theorem g1_value : g1 = PI / 4.
Proof.
  pose proof (steps_lim 1 ltac:(lra)) as L. rewrite <- g1_step in L.
  assert (Z : is_lim_seq (fun m => / (2 * INR m + 3)) 0).
  { replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
    apply is_lim_seq_inv; [|discriminate].
    eapply is_lim_seq_plus; [|apply is_lim_seq_const|].
    - eapply is_lim_seq_mult; [apply is_lim_seq_const | apply is_lim_seq_INR|].
      unfold is_Rbar_mult. simpl. destruct (Rle_dec 0 2) as [le|]; [|exfalso; lra].
      destruct (Rle_lt_or_eq_dec 0 2 le); [reflexivity | exfalso; lra].
    - reflexivity. }
  assert (Up : is_lim_seq (fun m => PI / 4 * (1 + / (2 * INR m + 3))) (PI / 4)).
  { replace (PI / 4) with (PI / 4 * (1 + 0)) at 1 by ring.
    apply is_lim_seq_mult'; [apply is_lim_seq_const|].
    apply is_lim_seq_plus'; [apply is_lim_seq_const | exact Z]. }
  pose proof (is_lim_seq_le_le (fun _ => PI / 4) (steps 1) _ (PI / 4) steps_bounds
    (is_lim_seq_const _) Up) as L'.
  apply is_lim_seq_unique in L. apply is_lim_seq_unique in L'. rewrite L in L'. injection L'.
  trivial.
Qed.

Theorem Gamma_half : Gamma (1 / 2) * Gamma (1 / 2) = PI.
Proof.
  pose proof g1_value as E. unfold g1, rho1 in E.
  replace ((1 + 2) / 2) with (1 / 2 + 1) in E by field. replace 2 with (1 + 1) in E at 5 by ring.
  rewrite (Gamma_S (1 / 2)) in E by lra.
  assert (G2 : Gamma 2 = 1) by (replace 2 with (1 + 1) by ring; rewrite Gamma_S, Gamma_1; lra).
  replace (1 + 1) with 2 in E by ring. rewrite Gamma_1, G2 in E. lra.
Qed.

Lemma PI_lower : 306 / 100 < PI.
Proof.
  destruct (steps_bounds 12) as [_ B]. revert B. unfold steps. cbn -[PI Rdiv Rinv]. intros B.
  lra.
Qed.
