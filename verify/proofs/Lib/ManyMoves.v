(* Many records that move: a distance is at most 4 times the l1 distance of the counts times the
   local sensitivity, whatever the prior.  H^2 is at most the sum of the squared distances h^2 of
   single parameters (gamma distributions); h is a metric, and its steps are no longer than the
   square root of 1/(4u + 1). *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Losses Counting Release RecordMoves.
Import ListNotations.
Open Scope R_scope.

(* The triangle inequality of sqrt(1 - K), K a positive semidefinite kernel that is 1 on the
   diagonal. *)
Lemma kernel_triangle K : psd K -> (forall i, K i i = 1) -> (forall i j, K i j <= 1) ->
  sqrt (1 - K 0%nat 2%nat) <= sqrt (1 - K 0%nat 1%nat) + sqrt (1 - K 1%nat 2%nat).
Proof.
  intros P one le1.
  assert (F : forall l m, 0 <= l * l * (1 - K 0%nat 1%nat) + m * m * (1 - K 1%nat 2%nat)
      + l * m * ((1 - K 0%nat 2%nat) - (1 - K 0%nat 1%nat) - (1 - K 1%nat 2%nat))).
  { intros l m. pose proof (P l (m - l) (- m)) as Q. rewrite !one in Q. nra. }
  pose proof (le1 0%nat 1%nat) as La. pose proof (le1 1%nat 2%nat) as Lb.
  pose proof (le1 0%nat 2%nat) as Lc. clear P le1.
  set (A := 1 - K 0%nat 1%nat) in *. set (B := 1 - K 1%nat 2%nat) in *.
  set (C := 1 - K 0%nat 2%nat) in *.
  assert (PA : 0 <= A) by (unfold A; lra). assert (PB : 0 <= B) by (unfold B; lra).
  assert (PC : 0 <= C) by (unfold C; lra). clearbody A B C.
  pose proof (sqrt_pos A) as SA. pose proof (sqrt_pos B) as SB.
  pose proof (sqrt_sqrt A PA) as EA. pose proof (sqrt_sqrt B PB) as EB.
  set (a := sqrt A) in *. set (b := sqrt B) in *. clearbody a b. subst A B.
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite (sqrt_sqrt C PC).
  apply Rnot_lt_le. intros X.
  assert (W : 0 < C - a * a - b * b) by nra.
  destruct (Req_dec a 0) as [->|Na].
  - specialize (F (- (b * b + 1) / (C - b * b)) 1).
    replace (- (b * b + 1) / (C - b * b) * (- (b * b + 1) / (C - b * b)) * (0 * 0)
      + 1 * 1 * (b * b) + - (b * b + 1) / (C - b * b) * 1 * (C - 0 * 0 - b * b)) with (- (1)) in F
      by (field; lra). lra.
  - destruct (Req_dec b 0) as [->|Nb].
    + specialize (F 1 (- (a * a + 1) / (C - a * a))).
      replace (1 * 1 * (a * a) + - (a * a + 1) / (C - a * a) * (- (a * a + 1) / (C - a * a))
        * (0 * 0) + 1 * (- (a * a + 1) / (C - a * a)) * (C - a * a - 0 * 0)) with (- (1)) in F
        by (field; lra). lra.
    + specialize (F b (- a)). assert (0 < a * b) by (apply Rmult_lt_0_compat; lra).
      assert (E : b * b * (a * a) + - a * - a * (b * b) + b * - a * (C - a * a - b * b)
        = a * b * (2 * (a * b) - (C - a * a - b * b))) by ring.
      rewrite E in F. nra.
Qed.

(* The distance of one parameter. *)
Definition apart1 (a b : R) : R := sqrt (1 - sqrt (rho1 a b)).

Lemma root_rho1_le1 a b : 0 < a -> 0 < b -> sqrt (rho1 a b) <= 1.
Proof.
  intros A B. apply Rle_trans with (sqrt 1); [|rewrite sqrt_1; lra].
  apply sqrt_le_1_alt, rho1_le1; assumption.
Qed.

Lemma apart1_triangle a b c : 0 < a -> 0 < b -> 0 < c -> apart1 a c <= apart1 a b + apart1 b c.
Proof.
  intros A B C. set (z := fun i : nat => match i with O => a | 1%nat => b | _ => c end).
  assert (Z : forall i, 0 < z i) by (intros [|[|i]]; assumption).
  assert (G : forall i, 0 < Gamma (z i)) by (intros; apply Gamma_pos, Z).
  assert (K : forall i j, sqrt (rho1 (z i) (z j)) =
    1 * Gamma ((z i + z j) / 2) * (/ sqrt (Gamma (z i)) * / sqrt (Gamma (z j)))).
  { intros i j. unfold rho1. pose proof (G i). pose proof (G j).
    pose proof (Gamma_pos ((z i + z j) / 2)) as M. pose proof (Z i). pose proof (Z j).
    specialize (M ltac:(lra)). rewrite sqrt_div_alt by (apply Rmult_lt_0_compat; assumption).
    rewrite sqrt_square, sqrt_mult by lra. pose proof (sqrt_lt_R0 _ (G i)).
    pose proof (sqrt_lt_R0 _ (G j)). field. lra. }
  apply (kernel_triangle (fun i j => sqrt (rho1 (z i) (z j)))).
  - apply psd_ext with (fun i j => 1 * Gamma ((z i + z j) / 2)
      * (/ sqrt (Gamma (z i)) * / sqrt (Gamma (z j)))); [|intros; symmetry; apply K].
    apply (psd_scale (fun i j => 1 * Gamma ((z i + z j) / 2)) (fun i => / sqrt (Gamma (z i)))).
    apply (psd_Gamma (fun _ _ => 1) z Z psd_one).
  - intros i. rewrite rho1_refl by apply Z. apply sqrt_1.
  - intros i j. apply root_rho1_le1; apply Z.
Qed.

Lemma apart1_refl a : 0 < a -> apart1 a a = 0.
Proof. intros A. unfold apart1. rewrite rho1_refl, sqrt_1, Rminus_eq_0 by exact A. apply sqrt_0.
Qed.

Lemma apart1_sym a b : apart1 a b = apart1 b a.
Proof. unfold apart1. now rewrite rho1_sym. Qed.

Definition gap (u : R) : R := sqrt (1 - step_affinity u).

Lemma gap_pos u : 0 < u -> 0 < gap u.
Proof. intros U. apply sqrt_lt_R0. pose proof (step_affinity_lt1 u U). lra. Qed.

Lemma gap_sqr u : 0 < u -> gap u * gap u = 1 - step_affinity u.
Proof. intros U. apply sqrt_sqrt. pose proof (step_affinity_lt1 u U). lra. Qed.

Lemma gap_mono u v : 0 < u -> u <= v -> gap v <= gap u.
Proof.
  intros U L. apply sqrt_le_1_alt. pose proof (step_affinity_mono u v U L). lra.
Qed.

Lemma apart1_gaps a j : 0 < a ->
  apart1 a (a + INR j) <= sumof (seq 0 j) (fun i => gap (a + INR i)).
Proof.
  intros A. induction j as [|j IH].
  - simpl INR. rewrite Rplus_0_r, apart1_refl by exact A. unfold sumof. simpl. lra.
  - rewrite seq_S, sumof_app. pose proof (pos_INR j). rewrite S_INR, <- Rplus_assoc.
    eapply Rle_trans; [apply (apart1_triangle a (a + INR j)); lra|].
    assert (E : sumof [(0 + j)%nat] (fun i => gap (a + INR i)) = apart1 (a + INR j)
      (a + INR j + 1))
      by (unfold sumof; simpl; rewrite Rplus_0_r; reflexivity).
    rewrite E. lra.
Qed.

(* Up from a: no step is longer than the first. *)
Lemma apart1_up a j : 0 < a -> apart1 a (a + INR j) <= INR j * gap a.
Proof.
  intros A. eapply Rle_trans; [apply apart1_gaps, A|]. clear -A.
  induction j as [|j IH]; [unfold sumof; simpl; lra|].
  rewrite seq_S, sumof_app, S_INR. pose proof (pos_INR j).
  pose proof (gap_mono a (a + INR j) A ltac:(lra)).
  unfold sumof at 2. simpl. lra.
Qed.

(* Down to a: no step is longer than the last one times 4 sqrt j (sqrt (i+1) - sqrt i). *)
Lemma root_step i : 1 <= (sqrt (INR i + 1) - sqrt (INR i)) * (sqrt (INR i + 1) - sqrt (INR i))
  * (4 * INR i + 2).
Proof.
  pose proof (pos_INR i). pose proof (sqrt_sqrt (INR i) ltac:(lra)) as E0.
  pose proof (sqrt_sqrt (INR i + 1) ltac:(lra)) as E1.
  pose proof (sqrt_pos (INR i)). pose proof (sqrt_lt_R0 (INR i + 1) ltac:(lra)).
  set (s := sqrt (INR i)) in *. set (t := sqrt (INR i + 1)) in *.
  assert (E : (t - s) * (t + s) = 1) by lra.
  assert (S : (t + s) * (t + s) <= 4 * INR i + 2).
  { assert (0 <= (t - s) * (t - s)) by apply Rle_0_sqr. nra. }
  assert (0 <= (t - s) * (t - s)) by apply Rle_0_sqr.
  replace 1 with (((t - s) * (t - s)) * ((t + s) * (t + s))) by (rewrite <- (Rmult_1_l 1);
    rewrite <- E at 1; rewrite <- E at 1; ring).
  apply Rmult_le_compat_l; assumption.
Qed.

Lemma gap_down v j i : 0 < v -> (2 <= j)%nat -> (i < j)%nat ->
  gap (v + INR i) <= 4 * sqrt (INR j) * (sqrt (INR i + 1) - sqrt (INR i)) * gap (v + INR j - 1).
Proof.
  intros V J I. pose proof (pos_INR i) as Pi. apply le_INR in J. change (INR 2) with 2 in J.
  assert (Ij : INR i + 1 <= INR j) by (rewrite <- S_INR; apply le_INR; lia).
  pose proof (root_step i) as Q. pose proof (sqrt_sqrt (INR j) ltac:(lra)) as Ej.
  pose proof (sqrt_pos (INR j)) as Sj.
  assert (Sd : 0 <= sqrt (INR i + 1) - sqrt (INR i)).
  { pose proof (sqrt_le_1_alt (INR i) (INR i + 1) ltac:(lra)). lra. }
  pose proof (gap_pos (v + INR j - 1) ltac:(lra)) as Gj.
  pose proof (gap_sqr (v + INR j - 1) ltac:(lra)) as Gs.
  pose proof (gap_sqr (v + INR i) ltac:(lra)) as Gi.
  pose proof (step_gap_lower (v + INR j - 1) ltac:(lra)) as Lo.
  pose proof (step_gap_upper (v + INR i) ltac:(lra)) as Up.
  set (d := sqrt (INR i + 1) - sqrt (INR i)) in *. set (q := sqrt (INR j)) in *.
  set (e := gap (v + INR j - 1)) in *. set (f := gap (v + INR i)) in *.
  apply Rsqr_incr_0_var; [|repeat apply Rmult_le_pos; lra]. unfold Rsqr.
  rewrite Gi. eapply Rle_trans; [exact Up|].
  replace (4 * q * d * e * (4 * q * d * e)) with (16 * (q * q) * (d * d) * (e * e)) by ring.
  rewrite Ej, Gs. set (m := INR j) in *. set (k := INR i) in *.
  assert (D0 : 0 <= d * d) by apply Rle_0_sqr.
  eapply Rle_trans; [|apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | exact Lo]].
  apply Rmult_le_reg_r with ((4 * (v + k) + 1) * (8 * (v + m - 1) + 1)).
  { apply Rmult_lt_0_compat; lra. }
  replace (1 / (4 * (v + k) + 1) * ((4 * (v + k) + 1) * (8 * (v + m - 1) + 1))) with
    (8 * (v + m - 1) + 1) by (field; lra).
  replace (16 * m * (d * d) * (1 / (8 * (v + m - 1) + 1)) * ((4 * (v + k) + 1) *
    (8 * (v + m - 1) + 1))) with (d * d * (16 * m * (4 * (v + k) + 1))) by (field; lra).
  assert (B : (8 * (v + m - 1) + 1) * (4 * k + 2) <= 16 * m * (4 * (v + k) + 1)) by nra.
  assert (P2 : 0 < 4 * k + 2) by lra. assert (P8 : 0 < 8 * (v + m - 1) + 1) by lra.
  apply Rle_trans with ((8 * (v + m - 1) + 1) * (d * d * (4 * k + 2))).
  - rewrite <- (Rmult_1_r (8 * (v + m - 1) + 1)) at 1. apply Rmult_le_compat_l; lra.
  - replace ((8 * (v + m - 1) + 1) * (d * d * (4 * k + 2))) with
      (d * d * ((8 * (v + m - 1) + 1) * (4 * k + 2))) by ring.
    apply Rmult_le_compat_l; assumption.
Qed.

Lemma telescope_roots j c : sumof (seq 0 j) (fun i => c * (sqrt (INR i + 1) - sqrt (INR i)))
  = c * sqrt (INR j).
Proof.
  induction j as [|j IH]; [unfold sumof; simpl; rewrite sqrt_0; ring|].
  rewrite seq_S, sumof_app, IH, S_INR. unfold sumof. simpl. ring.
Qed.

Lemma apart1_down v j : 0 < v -> (1 <= j)%nat ->
  apart1 v (v + INR j) <= 4 * INR j * gap (v + INR j - 1).
Proof.
  intros V J. eapply Rle_trans; [apply apart1_gaps, V|].
  destruct (Nat.eq_dec j 1) as [->|N].
  - unfold sumof. simpl. replace (v + 1 - 1) with (v + 0) by ring.
    pose proof (gap_pos (v + 0) ltac:(lra)). lra.
  - apply Rle_trans with (sumof (seq 0 j) (fun i => 4 * sqrt (INR j) * gap (v + INR j - 1) *
      (sqrt (INR i + 1) - sqrt (INR i)))).
    + apply sumof_le. intros i I. apply in_seq in I.
      pose proof (gap_down v j i V ltac:(lia) ltac:(lia)). lra.
    + rewrite telescope_roots. pose proof (sqrt_sqrt (INR j) (pos_INR j)) as E. right.
      replace (4 * sqrt (INR j) * gap (v + INR j - 1) * sqrt (INR j)) with
        (4 * (sqrt (INR j) * sqrt (INR j)) * gap (v + INR j - 1)) by ring.
      rewrite E. reflexivity.
Qed.

(* One coordinate bounds the affinity, and the coordinates' gaps add up. *)
Lemma rho_le1 p q : length p = length q -> allpos p -> allpos q -> rho p q <= 1.
Proof.
  intros L P Q. destruct (gammas_convex p q P Q L) as [C _]. unfold rho.
  pose proof (gammas_pos p P). pose proof (gammas_pos q Q).
  apply div_le; [apply Rmult_lt_0_compat; assumption | lra].
Qed.

Lemma rho_coordinate p q i : length p = length q -> allpos p -> allpos q -> (i < length p)%nat ->
  rho p q <= rho1 (nth i p 0) (nth i q 0).
Proof.
  intros L P. revert q i L. induction P as [|a p A P IH]; intros [|b q] i L Q I; simpl in L, I;
    try lia. inversion_clear Q as [|? ? B Q'].
  rewrite rho_cons by assumption. pose proof (rho1_pos a b A B). pose proof (rho1_le1 a b A B).
  pose proof (rho_le1 p q ltac:(lia) P Q'). pose proof (rho_nonneg p q P Q').
  destruct i as [|i]; simpl.
  - nra.
  - specialize (IH q i ltac:(lia) Q' ltac:(lia)). nra.
Qed.

Fixpoint gaps_sum (p q : list R) : R :=
  match p, q with a :: p', b :: q' => apart1 a b * apart1 a b + gaps_sum p' q' | _, _ => 0 end.

Lemma apart1_sqr a b : 0 < a -> 0 < b -> apart1 a b * apart1 a b = 1 - sqrt (rho1 a b).
Proof. intros A B. apply sqrt_sqrt. pose proof (root_rho1_le1 a b A B). lra. Qed.

Lemma root_rho_gaps p q : length p = length q -> allpos p -> allpos q ->
  1 - sqrt (rho p q) <= gaps_sum p q.
Proof.
  intros L P. revert q L. induction P as [|a p A P IH]; intros [|b q] L Q; simpl in L; try lia.
  - rewrite rho_refl by constructor. rewrite sqrt_1. simpl. lra.
  - inversion_clear Q as [|? ? B Q']. rewrite rho_cons by assumption.
    specialize (IH q ltac:(lia) Q'). pose proof (rho_nonneg p q P Q').
    rewrite sqrt_mult_alt by (left; apply rho1_pos; assumption).
    cbn [gaps_sum]. rewrite apart1_sqr by assumption.
    pose proof (root_rho1_le1 a b A B). pose proof (sqrt_pos (rho1 a b)).
    pose proof (sqrt_pos (rho p q)).
    assert (sqrt (rho p q) <= 1).
    { apply Rle_trans with (sqrt 1); [|rewrite sqrt_1; lra].
      apply sqrt_le_1_alt, rho_le1; try assumption; lia. }
    nra.
Qed.

(* The affinity is the root of rho, times at least 1 where totals differ. *)
Lemma affinity_ge p q : length p = length q -> p <> [] -> allpos p -> allpos q ->
  sqrt (rho p q) <= affinity p q.
Proof.
  intros L N P Q. assert (Nq : q <> []) by (destruct q, p; simpl in L; congruence).
  pose proof (suml_pos p P N) as Tp. pose proof (suml_pos q Q Nq) as Tq.
  unfold affinity, Beta. rewrite half_sum by exact L. unfold rho.
  pose proof (gammas_pos p P) as Gp. pose proof (gammas_pos q Q) as Gq.
  pose proof (gammas_pos _ (half_pos p q P Q)) as Gh.
  pose proof (Gamma_convex _ _ Tp Tq) as C.
  pose proof (Gamma_pos _ Tp) as Pp. pose proof (Gamma_pos _ Tq) as Pq.
  pose proof (Gamma_pos ((suml p + suml q) / 2) ltac:(lra)) as Ph.
  set (u := gammas p) in *. set (v := gammas q) in *. set (h := gammas (half p q)) in *.
  set (U := Gamma (suml p)) in *. set (V := Gamma (suml q)) in *.
  set (H := Gamma ((suml p + suml q) / 2)) in *.
  assert (Puv : 0 < u * v) by (apply Rmult_lt_0_compat; assumption).
  assert (PUV : 0 < U * V) by (apply Rmult_lt_0_compat; assumption).
  rewrite sqrt_div_alt, sqrt_square by lra.
  replace (u / U * (v / V)) with (u * v / (U * V)) by (field; lra).
  rewrite sqrt_div_alt by exact PUV.
  assert (R : H <= sqrt (U * V)).
  { rewrite <- (sqrt_square H) by lra. apply sqrt_le_1_alt, C. }
  pose proof (sqrt_lt_R0 _ Puv). pose proof (sqrt_lt_R0 _ PUV).
  set (a := sqrt (u * v)) in *. set (b := sqrt (U * V)) in *.
  apply Rmult_le_reg_r with (a * H); [apply Rmult_lt_0_compat; assumption|].
  replace (h / a * (a * H)) with (h * H) by (field; lra).
  replace (h / H / (a / b) * (a * H)) with (h * b) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

Lemma hellinger_gaps p q : length p = length q -> p <> [] -> allpos p -> allpos q ->
  hellinger p q <= sqrt (gaps_sum p q).
Proof.
  intros L N P Q. apply sqrt_le_1_alt. pose proof (affinity_ge p q L N P Q).
  pose proof (root_rho_gaps p q L P Q). lra.
Qed.

Lemma affinity_root k s p q : (0 < k)%nat -> simplex k s p -> simplex k s q ->
  affinity p q = sqrt (rho p q).
Proof.
  intros K Sp Sq. pose proof (affinity_sqr k s K p q Sp Sq) as E.
  pose proof (affinity_pos k s K p q Sp Sq) as A. fold (rho p q) in E. rewrite <- E.
  symmetry. apply sqrt_square. lra.
Qed.

(* Where a record can leave or arrive. *)
Lemma more_at x i : (i < length x)%nat ->
  exists y, In y (more x) /\ nth i y 0%nat = S (nth i x 0%nat).
Proof.
  revert i. induction x as [|c x IH]; intros i L; [simpl in L; lia|]. destruct i as [|i].
  - exists (S c :: x). split; [now left | reflexivity].
  - destruct (IH i) as (y & Iy & E); [simpl in L; lia|]. exists (c :: y).
    split; [right; apply in_map, Iy | exact E].
Qed.

Lemma less_at x i : (1 <= nth i x 0)%nat ->
  exists y, In y (less x) /\ S (nth i y 0%nat) = nth i x 0%nat.
Proof.
  revert i. induction x as [|c x IH]; intros i L; [destruct i; simpl in L; lia|].
  destruct i as [|i].
  - destruct c as [|c]; [simpl in L; lia|]. exists (c :: x). split; [now left | reflexivity].
  - destruct (IH i L) as (y & Iy & E). exists (c :: y). cbn [less].
    split; [apply in_or_app; right; apply in_map, Iy | exact E].
Qed.

Lemma leaves x i : (2 <= length x)%nat -> (1 <= nth i x 0)%nat ->
  exists y, adjacent x y /\ S (nth i y 0%nat) = nth i x 0%nat.
Proof.
  destruct x as [|c x]; [simpl; lia|]. intros L I. unfold adjacent. cbn [neighbours].
  destruct i as [|i].
  - destruct c as [|c]; [simpl in I; lia|].
    destruct (more_at x 0) as (y & Iy & _); [simpl in L; lia|]. exists (c :: y).
    split; [apply in_or_app; left; apply in_map, Iy | reflexivity].
  - destruct (less_at x i I) as (y & Iy & E). exists (S c :: y).
    split; [apply in_or_app; right; apply in_or_app; left; apply in_map, Iy | exact E].
Qed.

Lemma arrives x i : (i < length x)%nat -> (nth i x 0 < list_sum x)%nat ->
  exists y, adjacent x y /\ nth i y 0%nat = S (nth i x 0%nat).
Proof.
  revert i. unfold adjacent. induction x as [|c x IH]; intros i L I; [simpl in L; lia|].
  cbn [neighbours]. destruct i as [|i].
  - simpl in I. fold (list_sum x) in I. assert (N : less x <> []) by (apply less_some; lia).
    destruct (less x) as [|y l] eqn:E; [congruence|]. exists (S c :: y).
    split; [apply in_or_app; right; apply in_or_app; left; now left | reflexivity].
  - destruct c as [|c].
    + destruct (IH i) as (y & Iy & E); [simpl in L; lia | exact I|]. exists (0%nat :: y).
      split; [apply in_or_app; right; apply in_or_app; right; apply in_map, Iy | exact E].
    + destruct (more_at x i) as (y & Iy & E); [simpl in L; lia|]. exists (c :: y).
      split; [apply in_or_app; left; apply in_map, Iy | exact E].
Qed.

Lemma nth_of_posterior prior x i : length x = length prior -> (i < length prior)%nat ->
  nth i (posterior prior x) 0 = nth i prior 0 + INR (nth i x 0%nat).
Proof.
  revert x i. induction prior as [|a p IH]; intros [|c x] i L B; simpl in *; try lia.
  destruct i as [|i]; [reflexivity|]. apply IH; lia.
Qed.

Lemma nth_positive p i : allpos p -> (i < length p)%nat -> 0 < nth i p 0.
Proof. intros A L. apply (proj1 (Forall_forall _ _) A), nth_In, L. Qed.

Section Sensitivity.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Context (x : list nat) (Ix : In x (datasets n (length prior))).

Lemma coordinate_le_LS y i : adjacent x y -> (i < length prior)%nat ->
  1 - sqrt (rho1 (nth i prior 0 + INR (nth i x 0%nat)) (nth i prior 0 + INR (nth i y 0%nat)))
  <= LS prior x * LS prior x.
Proof using Hp Hn Ix.
  intros A I. pose proof (adjacent_in prior n x y Ix A) as Iy.
  pose proof (distance_le_LS prior x y A) as D. pose proof (LS_pos prior n Hp Hn x Ix) as P.
  pose proof (posterior_simplex prior n Hp x Ix) as Sx.
  pose proof (posterior_simplex prior n Hp y Iy) as Sy.
  pose proof (affinity_root _ _ _ _ (k_positive prior Hp) Sx Sy) as E.
  pose proof (affinity_le1 _ _ (k_positive prior Hp) _ _ Sx Sy) as A1.
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx _].
  pose proof (proj1 (in_datasets prior n y) Iy) as [Ly _]. destruct Hp as [_ Pp].
  assert (R : rho (posterior prior x) (posterior prior y) <=
    rho1 (nth i prior 0 + INR (nth i x 0%nat)) (nth i prior 0 + INR (nth i y 0%nat))).
  { rewrite <- !nth_of_posterior by assumption.
    apply rho_coordinate; rewrite ?posterior_length by assumption; try apply posterior_pos;
      assumption || reflexivity. }
  apply sqrt_le_1_alt in R.
  assert (H2 : distance prior x y * distance prior x y
    = 1 - affinity (posterior prior x) (posterior prior y)).
  { unfold distance, hellinger. apply sqrt_sqrt. lra. }
  assert (H0 : 0 <= distance prior x y) by apply hellinger_nonneg.
  assert (distance prior x y * distance prior x y <= LS prior x * LS prior x)
    by (apply Rmult_le_compat; assumption).
  lra.
Qed.

Lemma gap_leaving i : (i < length prior)%nat -> (1 <= nth i x 0)%nat ->
  gap (nth i prior 0 + INR (nth i x 0%nat) - 1) <= LS prior x.
Proof using Hp Hn Ix.
  intros I N. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx _].
  destruct (leaves x i) as (y & A & E); [rewrite Lx; apply Hp | exact N|].
  pose proof (coordinate_le_LS y i A I) as C. destruct Hp as [_ Pp].
  pose proof (nth_positive prior i Pp I) as Pi. pose proof (pos_INR (nth i y 0%nat)).
  pose proof (LS_pos prior n Hp Hn x Ix) as P.
  rewrite <- E, S_INR in C |- *. set (u := nth i prior 0 + INR (nth i y 0%nat)) in *.
  replace (nth i prior 0 + (INR (nth i y 0%nat) + 1)) with (u + 1) in C |- * by (unfold u; ring).
  rewrite rho1_sym in C. replace (u + 1 - 1) with u by ring.
  fold (step_affinity u) in C. rewrite <- gap_sqr in C by (unfold u; lra).
  apply Rsqr_incr_0_var; [exact C | lra].
Qed.

Lemma gap_arriving i : (i < length prior)%nat -> (nth i x 0 < n)%nat ->
  gap (nth i prior 0 + INR (nth i x 0%nat)) <= LS prior x.
Proof using Hp Hn Ix.
  intros I N. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  destruct (arrives x i) as (y & A & E); [lia | lia|].
  pose proof (coordinate_le_LS y i A I) as C. destruct Hp as [_ Pp].
  pose proof (nth_positive prior i Pp I) as Pi. pose proof (pos_INR (nth i x 0%nat)).
  pose proof (LS_pos prior n Hp Hn x Ix) as P.
  rewrite E, S_INR in C. set (u := nth i prior 0 + INR (nth i x 0%nat)) in *.
  replace (nth i prior 0 + (INR (nth i x 0%nat) + 1)) with (u + 1) in C by (unfold u; ring).
  fold (step_affinity u) in C. rewrite <- gap_sqr in C by (unfold u; lra).
  apply Rsqr_incr_0_var; [exact C | lra].
Qed.

Lemma apart1_le_LS i (o : nat) : (i < length prior)%nat -> (o <= n)%nat ->
  apart1 (nth i prior 0 + INR (nth i x 0%nat)) (nth i prior 0 + INR o)
  <= 4 * Rabs (INR (nth i x 0%nat) - INR o) * LS prior x.
Proof using Hp Hn Ix.
  intros I B. pose proof (LS_pos prior n Hp Hn x Ix) as P. destruct Hp as [_ Pp].
  pose proof (nth_positive prior i Pp I) as Pi. set (c := nth i x 0%nat) in *.
  set (a := nth i prior 0) in *. pose proof (pos_INR c) as Pc. pose proof (pos_INR o) as Po.
  destruct (Nat.lt_total c o) as [L|[<-|L]].
  - pose proof (gap_arriving i I ltac:(fold c; lia)) as G. fold a c in G.
    pose proof (apart1_up (a + INR c) (o - c) ltac:(lra)) as U.
    rewrite minus_INR in U by lia. apply lt_INR in L.
    replace (a + INR c + (INR o - INR c)) with (a + INR o) in U by ring.
    rewrite Rabs_left by lra. pose proof (gap_pos (a + INR c) ltac:(lra)). nra.
  - rewrite apart1_refl by lra. rewrite Rminus_eq_0, Rabs_R0. lra.
  - pose proof (gap_leaving i I ltac:(fold c; lia)) as G. fold a c in G.
    pose proof (apart1_down (a + INR o) (c - o) ltac:(lra) ltac:(lia)) as U.
    rewrite minus_INR in U by lia. apply le_INR in L. rewrite S_INR in L.
    replace (a + INR o + (INR c - INR o)) with (a + INR c) in U by ring.
    rewrite apart1_sym, Rabs_right by lra. pose proof (gap_pos (a + INR c - 1) ltac:(lra)).
    eapply Rle_trans; [exact U|]. apply Rmult_le_compat_l; lra.
Qed.
End Sensitivity.

(* Squares of the moves. *)
Fixpoint squares (x y : list nat) : R :=
  match x, y with
  | a :: x', b :: y' => (INR a - INR b) * (INR a - INR b) + squares x' y' | _, _ => 0 end.

Lemma squares_le x y : length x = length y ->
  Rabs (INR (list_sum x) - INR (list_sum y)) <= l1 x y /\
  2 * squares x y <= l1 x y * l1 x y
    + (INR (list_sum x) - INR (list_sum y)) * (INR (list_sum x) - INR (list_sum y)).
Proof.
  revert y. induction x as [|a x IH]; intros [|b y] L; simpl in L; try lia.
  - simpl. rewrite Rminus_eq_0, Rabs_R0. lra.
  - destruct (IH y ltac:(lia)) as [B S]. cbn [l1 squares].
    change (list_sum (a :: x)) with (a + list_sum x)%nat.
    change (list_sum (b :: y)) with (b + list_sum y)%nat. rewrite !plus_INR.
    pose proof (l1_nonneg x y).
    set (s := INR (list_sum x)) in *. set (t := INR (list_sum y)) in *.
    set (u := INR a) in *. set (v := INR b) in *. set (w := l1 x y) in *.
    split.
    + replace (u + s - (v + t)) with (u - v + (s - t)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. lra.
    + apply Rabs_le_inv in B. unfold Rabs at 1 2. destruct (Rcase_abs (u - v)); nra.
Qed.

Lemma squares_le_square x y : length x = length y -> squares x y <= l1 x y * l1 x y.
Proof.
  revert y. induction x as [|a x IH]; intros [|b y] L; simpl in L; try lia; cbn [l1 squares].
  - lra.
  - specialize (IH y ltac:(lia)). pose proof (l1_nonneg x y).
    unfold Rabs. destruct (Rcase_abs _); nra.
Qed.

Lemma gaps_le_squares c p x y : 0 <= c -> length x = length p -> length y = length p ->
  allpos p ->
  (forall i, (i < length p)%nat ->
    apart1 (nth i p 0 + INR (nth i x 0%nat)) (nth i p 0 + INR (nth i y 0%nat))
    <= c * Rabs (INR (nth i x 0%nat) - INR (nth i y 0%nat))) ->
  gaps_sum (posterior p x) (posterior p y) <= c * c * squares x y.
Proof.
  intros C Lx Ly P. revert x y Lx Ly.
  induction P as [|a p A P IH]; intros [|u x] [|v y] Lx Ly B; simpl in Lx, Ly; try lia.
  - simpl. lra.
  - cbn [posterior gaps_sum squares].
    specialize (IH x y ltac:(lia) ltac:(lia) (fun i I => B (S i) ltac:(simpl; lia))).
    specialize (B 0%nat ltac:(simpl; lia)). cbn [nth] in B.
    assert (N : 0 <= apart1 (a + INR u) (a + INR v)) by apply sqrt_pos.
    assert (Q : apart1 (a + INR u) (a + INR v) * apart1 (a + INR u) (a + INR v) <=
      c * Rabs (INR u - INR v) * (c * Rabs (INR u - INR v)))
      by (apply Rmult_le_compat; assumption).
    assert (E : Rabs (INR u - INR v) * Rabs (INR u - INR v) = (INR u - INR v) * (INR u - INR v))
      by (rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
    replace (c * Rabs (INR u - INR v) * (c * Rabs (INR u - INR v))) with
      (c * c * (Rabs (INR u - INR v) * Rabs (INR u - INR v))) in Q by ring.
    rewrite E in Q. lra.
Qed.

(* Any vector o of counts between 0 and n. *)
Lemma distance_le_squares prior n x o : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> length o = length prior ->
  Forall (fun j => (j <= n)%nat) o ->
  hellinger (posterior prior x) (posterior prior o) <=
  4 * LS prior x * sqrt (squares x o).
Proof.
  intros Hp Hn Ix Lo B. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx _].
  pose proof (LS_pos prior n Hp Hn x Ix) as P. pose proof Hp as [K Pp].
  eapply Rle_trans; [apply hellinger_gaps|].
  - rewrite !posterior_length; congruence.
  - intros E. apply (f_equal (@length R)) in E. rewrite posterior_length in E by exact Lx.
    simpl in E. lia.
  - apply posterior_pos, Pp.
  - apply posterior_pos, Pp.
  - rewrite <- (sqrt_square (4 * LS prior x)) by lra. rewrite <- sqrt_mult_alt by nra.
    apply sqrt_le_1_alt. apply gaps_le_squares; try assumption; [lra|].
    intros i I. eapply Rle_trans; [apply (apart1_le_LS prior n Hp Hn x Ix i)|].
    + exact I.
    + apply (proj1 (Forall_forall _ _) B), nth_In. rewrite Lo. exact I.
    + lra.
Qed.

Lemma counts_le n k x : In x (datasets n k) -> Forall (fun j => (j <= n)%nat) x.
Proof.
  intros I. apply datasets_spec in I. destruct I as [_ <-].
  apply Forall_forall. intros j J. induction x as [|c x IH]; [easy|].
  destruct J as [->|J]; simpl; [lia|]. specialize (IH J). fold (list_sum x). lia.
Qed.

Lemma distance_six prior n x y : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> In y (datasets n (length prior)) ->
  distance prior x y <= replaced x y * LS prior x * 6.
Proof.
  intros Hp Hn Ix Iy. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  pose proof (proj1 (in_datasets prior n y) Iy) as [Ly Ey].
  pose proof (LS_pos prior n Hp Hn x Ix) as P.
  eapply Rle_trans; [apply (distance_le_squares prior n x y); try assumption;
    apply (counts_le n (length prior)), Iy|].
  destruct (squares_le x y ltac:(congruence)) as [_ S]. rewrite Ex, Ey, Rminus_eq_0 in S.
  unfold replaced. pose proof (l1_nonneg x y).
  assert (sqrt (squares x y) <= 3 / 4 * l1 x y).
  { rewrite <- (sqrt_square (3 / 4 * l1 x y)) by lra. apply sqrt_le_1_alt. nra. }
  nra.
Qed.

Lemma distance_any prior n x o : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) -> length o = length prior ->
  Forall (fun j => (j <= n)%nat) o ->
  hellinger (posterior prior x) (posterior prior o) <= l1 x o * LS prior x * 5.
Proof.
  intros Hp Hn Ix Lo B. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx Ex].
  pose proof (LS_pos prior n Hp Hn x Ix) as P.
  eapply Rle_trans; [apply (distance_le_squares prior n x o); assumption|].
  pose proof (squares_le_square x o ltac:(congruence)) as S. pose proof (l1_nonneg x o).
  assert (sqrt (squares x o) <= l1 x o).
  { rewrite <- (sqrt_square (l1 x o)) by lra. apply sqrt_le_1_alt, S. }
  nra.
Qed.
