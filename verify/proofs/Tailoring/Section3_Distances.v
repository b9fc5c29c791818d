From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced Scores SmoothWeights FlatMiddle BetaIntegral TotalVariation.
From Dpbi.Statements.Tailoring Require Import Section3_Distances.
Import ListNotations.
Open Scope R_scope.

Theorem unit_move : reading_tailoring_hellinger_unit_move_leaves_two_parameters.
Proof.
  intros u v w U V W.
  assert (P : forall a b, 0 < a -> 0 < b -> allpos [a; b]) by (intros; repeat constructor; lra).
  assert (T : forall a b c, 0 < a -> 0 < b -> 0 < c -> allpos [a; b; c])
    by (intros; repeat constructor; lra).
  split; [repeat split; simpl; try lia; apply T; lra|].
  split; [repeat split; simpl; try lia; apply P; lra|].
  assert (S3 : simplex 3 (u + v + w + 1) [u + 1; v; w] /\ simplex 3 (u + v + w + 1) [u; v + 1; w])
    by (repeat split; simpl; try ring; apply T; lra).
  assert (S2 : simplex 2 (u + v + 1) [u + 1; v] /\ simplex 2 (u + v + 1) [u; v + 1])
    by (repeat split; simpl; try ring; apply P; lra).
  destruct S3 as [A3 B3], S2 as [A2 B2]. unfold hellinger. do 2 f_equal.
  pose proof (affinity_sqr 3 _ ltac:(lia) _ _ A3 B3) as E3.
  pose proof (affinity_pos 3 _ ltac:(lia) _ _ A3 B3).
  pose proof (affinity_sqr 2 _ ltac:(lia) _ _ A2 B2) as E2.
  pose proof (affinity_pos 2 _ ltac:(lia) _ _ A2 B2).
  apply Rsqr_inj; [lra | lra |]. unfold Rsqr. rewrite E3, E2. cbn [half gammas].
  replace ((w + w) / 2) with w by field.
  pose proof (Gamma_pos u U). pose proof (Gamma_pos v V). pose proof (Gamma_pos w W).
  pose proof (Gamma_pos (u + 1) ltac:(lra)). pose proof (Gamma_pos (v + 1) ltac:(lra)).
  field. lra.
Qed.

Theorem hellinger_integers : reading_tailoring_hellinger_integers_to_20_digits.
Proof.
  intros j p q i Hj Hp Hq Hi.
  destruct (beta_by_binomial p q Hp Hq) as (N0 & V0 & B0).
  destruct (beta_by_binomial (p + i) (q + j) ltac:(lia) ltac:(lia)) as (N1 & V1 & B1).
  destruct (beta_by_binomial (p + 2 * i) (q + 2 * j) ltac:(lia) ltac:(lia)) as (N2 & V2 & B2).
  pose proof (beta_convex (p - 1) (q - 1) i j) as C.
  replace (p + i - 1)%nat with (p - 1 + i)%nat in * by lia.
  replace (q + j - 1)%nat with (q - 1 + j)%nat in * by lia.
  replace (p + 2 * i - 1)%nat with (p - 1 + 2 * i)%nat in * by lia.
  replace (q + 2 * j - 1)%nat with (q - 1 + 2 * j)%nat in * by lia.
  pose proof (beta_value_pos (p - 1) (q - 1)) as P0.
  pose proof (beta_value_pos (p - 1 + i) (q - 1 + j)) as P1.
  pose proof (beta_value_pos (p - 1 + 2 * i) (q - 1 + 2 * j)) as P2.
  rewrite !plus_INR, !mult_INR in *. change (INR 2) with 2 in *.
  rewrite V0, V1, V2. unfold hellinger, affinity. cbn [half].
  replace ((INR p + (INR p + 2 * INR i)) / 2) with (INR p + INR i) by field.
  replace ((INR q + (INR q + 2 * INR j)) / 2) with (INR q + INR j) by field.
  rewrite B0, B1, B2.
  set (b0 := beta_value (p - 1) (q - 1)) in *. set (b1 := beta_value (p - 1 + i) _) in *.
  set (b2 := beta_value (p - 1 + 2 * i) _) in *.
  assert (Q : 0 < b0 * b2) by (apply Rmult_lt_0_compat; assumption).
  pose proof (sqrt_lt_R0 _ Q) as S. pose proof (sqrt_sqrt (b0 * b2) (Rlt_le _ _ Q)) as E.
  repeat (split; [lra|]). apply Scores.equal_within; [|lra]. apply sqrt_sqrt.
  assert (L : b1 <= sqrt (b0 * b2)) by (apply Rsqr_incr_0_var; [unfold Rsqr|]; lra).
  assert (b1 / sqrt (b0 * b2) <= 1) by (apply div_le; lra). lra.
Qed.

Theorem total_variation_of_releases : reading_tailoring_tv_releases_at_neighbours.
Proof.
  intros n prior x y eps Hn Hp Ix Iy He A. pose proof (proj2 Ix) as Ex.
  dataset Ix. dataset Iy.
  assert (P : forall w, In w (datasets n (length prior)) ->
    forall z, In z (datasets n (length prior)) -> 0 <= probability ehd_true prior eps w z).
  { intros w Iw z Iz. rewrite (probability_softmax prior n) by (reflexivity || assumption).
    left. apply softmax_pos, (datasets_some prior n Hp Hn). }
  assert (O : forall z, In z (datasets n (length prior)) ->
    0 <= probability ehd_true prior eps x z * probability ehd_true prior eps y z)
    by (intros z Iz; apply Rmult_le_pos; auto).
  destruct (total_variation (fun z => probability ehd_true prior eps x z)
    (fun z => probability ehd_true prior eps y z) (datasets n (length prior))
    (fun z Iz => conj (P x Ix z Iz) (P y Iy z Iz)) (law_total prior n Hp Hn ehd_true eps x
      eq_refl Ix)
    (law_total prior n Hp Hn ehd_true eps y eq_refl Iy)) as (L & N & U).
  assert (E : Definitions.hockey_stick ehd_true prior eps x y 0 =
    excess (fun z => probability ehd_true prior eps x z)
    (fun z => probability ehd_true prior eps y z) (datasets n (length prior))).
  { unfold Definitions.hockey_stick, excess. unfold outputs. cbn [last_of]. rewrite Ex.
    apply sumof_ext. intros z _. rewrite exp_0, Rmult_1_l. reflexivity. }
  rewrite E. split; [exact O|]. split; [intros _; exact O|]. split; [intros _; exact N|].
  split; assumption.
Qed.

Theorem gap_in_the_middle : reading_tailoring_gap_nge4_beta_1_1.
Proof.
  intros n prior x Hn Hp Ix L U -> N. apply middle_below_global; [|exact Ix|].
  - apply INR_le. simpl. lra.
  - split; apply INR_le; rewrite ?plus_INR; change (INR 1) with 1; assumption.
Qed.
