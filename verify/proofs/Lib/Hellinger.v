(* The Hellinger distance of Dirichlet distributions, from its closed form
     H(p, q)^2 = 1 - B((p+q)/2) / sqrt(B(p) B(q)),   B(p) = prod Gamma(p_i) / Gamma(sum p_i).
   Among parameters with one sum it is a metric bounded by 1. The triangle inequality comes from
   Gamma((a+b)/2) being a positive semidefinite kernel: a limit of products of Cauchy kernels. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma.
Import ListNotations.
Open Scope R_scope.

(* Positive semidefinite kernels on three points. *)
Definition psd (K : nat -> nat -> R) : Prop := forall u v w,
  0 <= K 0%nat 0%nat * (u * u) + K 1%nat 1%nat * (v * v) + K 2%nat 2%nat * (w * w)
       + 2 * K 0%nat 1%nat * (u * v) + 2 * K 0%nat 2%nat * (u * w) + 2 * K 1%nat 2%nat * (v * w).

Lemma psd_ext K L : psd K -> (forall i j, K i j = L i j) -> psd L.
Proof. intros P E u v w. rewrite <- !E. apply P. Qed.

Lemma psd_one : psd (fun _ _ => 1).
Proof. intros u v w. pose proof (Rle_0_sqr (u + v + w)) as S. unfold Rsqr in S. nra. Qed.

Lemma psd_scale K s : psd K -> psd (fun i j => K i j * (s i * s j)).
Proof.
  intros P u v w. eapply Rle_trans; [apply (P (s 0%nat * u) (s 1%nat * v) (s 2%nat * w)) | right;
    ring].
Qed.

Lemma psd_const K c : 0 <= c -> psd K -> psd (fun i j => K i j * c).
Proof.
  intros C P u v w. eapply Rle_trans; [apply Rmult_le_pos; [exact C | apply (P u v w)] | right;
    ring].
Qed.

Lemma psd_cauchy K a : (forall i, 0 < a i) -> psd K -> psd (fun i j => K i j / (a i + a j)).
Proof.
  intros A P u v w.
  pose proof (A 0%nat) as A0. pose proof (A 1%nat) as A1. pose proof (A 2%nat) as A2.
  set (a0 := a 0%nat) in *. set (a1 := a 1%nat) in *. set (a2 := a 2%nat) in *.
  set (k00 := K 0%nat 0%nat). set (k11 := K 1%nat 1%nat). set (k22 := K 2%nat 2%nat).
  set (k01 := K 0%nat 1%nat). set (k02 := K 0%nat 2%nat). set (k12 := K 1%nat 2%nat).
  assert (Q : forall u v w, 0 <= k00 * (u * u) + k11 * (v * v) + k22 * (w * w)
       + 2 * k01 * (u * v) + 2 * k02 * (u * w) + 2 * k12 * (v * w)) by (exact P).
  pose proof (Q (u / (2 * a0)) (v / (a1 + a0)) (w / (a2 + a0))) as T0.
  pose proof (Q 0 (v * ((a1 - a0) / (a1 + a0)) / (2 * a1)) (w * ((a2 - a0) / (a2 + a0)) /
    (a2 + a1))) as T1.
  pose proof (Q 0 0 (w * ((a2 - a0) / (a2 + a0)) * ((a2 - a1) / (a2 + a1)))) as T2.
  match type of T0 with 0 <= ?t0 => match type of T1 with 0 <= ?t1 => match type of T2 with 0 <=
    ?t2 =>
    apply Rle_trans with (2 * a0 * t0 + 2 * a1 * t1 + / (2 * a2) * t2) end end end.
  - assert (0 < / (2 * a2)) by (apply Rinv_0_lt_compat; lra).
    apply Rplus_le_le_0_compat; [apply Rplus_le_le_0_compat|]; apply Rmult_le_pos; lra.
  - right. field. repeat split; lra.
Qed.

Lemma psd_rising K a m : (forall i, 0 < a i) -> psd K ->
  psd (fun i j => K i j / rising ((a i + a j) / 2) m).
Proof.
  intros A P. induction m as [|m IH]; cbn [rising].
  - apply psd_ext with (fun i j => K i j / (a i / 2 + a j / 2)).
    + apply (psd_cauchy K (fun i => a i / 2)); [intros i; specialize (A i); lra | exact P].
    + intros i j. f_equal. field.
  - apply psd_ext with
      (fun i j => K i j / rising ((a i + a j) / 2) m / ((a i + INR (S m)) / 2 + (a j + INR
        (S m)) / 2)).
    + apply (psd_cauchy (fun i j => K i j / rising ((a i + a j) / 2) m) (fun i => (a i + INR
        (S m)) / 2)).
      * intros i. specialize (A i). pose proof (pos_INR (S m)). lra.
      * exact IH.
    + intros i j. pose proof (A i). pose proof (A j). pose proof (pos_INR (S m)).
      assert (0 < rising ((a i + a j) / 2) m) by (apply rising_pos; lra).
      field. split; lra.
Qed.

Lemma psd_euler K a m : (forall i, 0 < a i) -> psd K ->
  psd (fun i j => K i j * euler ((a i + a j) / 2) m).
Proof.
  intros A P.
  apply psd_ext with (fun i j => K i j / rising ((a i + a j) / 2) m
      * (exp (a i / 2 * ln (INR m)) * exp (a j / 2 * ln (INR m))) * INR (fact m)).
  - apply (psd_const (fun i j => K i j / rising ((a i + a j) / 2) m
      * (exp (a i / 2 * ln (INR m)) * exp (a j / 2 * ln (INR m))))); [apply pos_INR|].
    apply (psd_scale (fun i j => K i j / rising ((a i + a j) / 2) m) (fun i => exp (a i / 2 * ln
      (INR m)))).
    apply psd_rising; assumption.
  - intros i j. unfold euler. rewrite <- exp_plus.
    replace (a i / 2 * ln (INR m) + a j / 2 * ln (INR m)) with ((a i + a j) / 2 * ln (INR m))
      by field.
    unfold Rdiv. ring.
Qed.

Lemma psd_Gamma K a : (forall i, 0 < a i) -> psd K ->
  psd (fun i j => K i j * Gamma ((a i + a j) / 2)).
Proof.
  intros A P u v w.
  assert (L : forall i j c,
    is_lim_seq (fun m => K i j * euler ((a i + a j) / 2) m * c) (K i j * Gamma
    ((a i + a j) / 2) * c)).
  { intros i j c. apply is_lim_seq_mult'; [|apply is_lim_seq_const].
    apply is_lim_seq_mult'; [apply is_lim_seq_const|].
    apply Gamma_lim. pose proof (A i). pose proof (A j). lra. }
  assert (L2 : forall i j c,
    is_lim_seq (fun m => 2 * (K i j * euler ((a i + a j) / 2) m) * c) (2 * (K i j * Gamma
    ((a i + a j) / 2)) * c)).
  { intros i j c. apply is_lim_seq_ext with (fun m => K i j * euler ((a i + a j) / 2) m *
      (2 * c)); [intros; ring|].
    replace (2 * (K i j * Gamma ((a i + a j) / 2)) * c) with (K i j * Gamma ((a i + a j) / 2) *
      (2 * c)) by ring. apply L. }
  match goal with |- 0 <= ?t => assert (T : is_lim_seq (fun m =>
     K 0%nat 0%nat * euler ((a 0%nat + a 0%nat) / 2) m * (u * u)
   + K 1%nat 1%nat * euler ((a 1%nat + a 1%nat) / 2) m * (v * v)
   + K 2%nat 2%nat * euler ((a 2%nat + a 2%nat) / 2) m * (w * w)
   + 2 * (K 0%nat 1%nat * euler ((a 0%nat + a 1%nat) / 2) m) * (u * v)
   + 2 * (K 0%nat 2%nat * euler ((a 0%nat + a 2%nat) / 2) m) * (u * w)
   + 2 * (K 1%nat 2%nat * euler ((a 1%nat + a 2%nat) / 2) m) * (v * w)) t) end.
  { repeat apply is_lim_seq_plus'; first [apply L | apply L2]. }
  refine (is_lim_seq_le (fun _ => 0) _ 0 _ _ (is_lim_seq_const 0) T).
  intros m. apply (psd_euler K a m A P).
Qed.

(* Lists of parameters. *)
Lemma gammas_pos p : allpos p -> 0 < gammas p.
Proof.
  induction 1 as [|a p Pa Pp IH]; simpl; [lra|].
  apply Rmult_lt_0_compat; [apply Gamma_pos, Pa | exact IH].
Qed.

Lemma suml_pos p : allpos p -> p <> [] -> 0 < suml p.
Proof.
  induction 1 as [|a p Pa Pp IH]; [congruence|]. intros _. simpl.
  destruct p as [|b p]; [simpl; lra|]. assert (0 < suml (b :: p)) by (apply IH; discriminate). lra.
Qed.

Lemma half_refl p : half p p = p.
Proof. induction p as [|a p IH]; simpl; [reflexivity|]. rewrite IH. f_equal. field. Qed.

Lemma half_sym p q : half p q = half q p.
Proof.
  revert q. induction p as [|a p IH]; intros [|b q]; simpl; try reflexivity. rewrite IH. f_equal.
  field.
Qed.

Lemma half_sum p q : length p = length q -> suml (half p q) = (suml p + suml q) / 2.
Proof.
  revert q. induction p as [|a p IH]; intros [|b q] L; simpl in *; try discriminate; [field|].
  rewrite IH by lia. field.
Qed.

Lemma half_pos p q : allpos p -> allpos q -> allpos (half p q).
Proof.
  intros P. revert q. induction P as [|a p Pa Pp IH]; intros [|b q] Q; simpl; try constructor;
    inversion_clear Q; [lra | apply IH; assumption].
Qed.

Lemma psd_gammas k (p : nat -> list R) K :
  (forall i, length (p i) = k) -> (forall i, allpos (p i)) -> psd K ->
  psd (fun i j => K i j * gammas (half (p i) (p j))).
Proof.
  revert p K. induction k as [|k IH]; intros p K L P HK.
  - apply psd_ext with K; [exact HK|]. intros i j.
    rewrite (proj1 (length_zero_iff_nil (p i)) (L i)). simpl. ring.
  - assert (E : forall i, p i = hd 0 (p i) :: tl (p i)) by (intros i; specialize (L i);
      destruct (p i); [discriminate | reflexivity]).
    apply psd_ext with (fun i j => K i j * Gamma ((hd 0 (p i) + hd 0 (p j)) / 2) * gammas (half
      (tl (p i)) (tl (p j)))).
    + apply (IH (fun i => tl (p i)) (fun i j => K i j * Gamma ((hd 0 (p i) + hd 0 (p j)) / 2))).
      * intros i. specialize (L i). rewrite (E i) in L. simpl in L. lia.
      * intros i. specialize (P i). rewrite (E i) in P. inversion P. assumption.
      * apply (psd_Gamma K (fun i => hd 0 (p i))); [|exact HK].
        intros i. specialize (P i). rewrite (E i) in P. inversion P. assumption.
    + intros i j. rewrite (E i), (E j). simpl. ring.
Qed.

(* Strict convexity: Gamma((a+b)/2)^2 <= Gamma(a) Gamma(b), with equality for a = b only. *)
Lemma Gamma_convex a b : 0 < a -> 0 < b ->
  Gamma ((a + b) / 2) * Gamma ((a + b) / 2) <= Gamma a * Gamma b.
Proof.
  intros A B.
  pose proof (psd_Gamma (fun _ _ => 1) (fun i => match i with O => a | _ => b end)) as P.
  assert (Pos : forall i : nat, 0 < match i with O => a | _ => b end) by (intros [|i];
    assumption).
  specialize (P Pos psd_one). clear Pos.
  specialize (P (Gamma b) (- Gamma ((a + b) / 2)) 0). cbv beta iota in P.
  replace ((a + a) / 2) with a in P by field. replace ((b + b) / 2) with b in P by field.
  pose proof (Gamma_pos a A). pose proof (Gamma_pos b B).
  set (G := Gamma ((a + b) / 2)) in *.
  assert (0 <= Gamma b * (Gamma a * Gamma b - G * G)) by nra. nra.
Qed.

Lemma Gamma_strictly_convex a b : 0 < a -> 0 < b -> a <> b ->
  Gamma ((a + b) / 2) * Gamma ((a + b) / 2) < Gamma a * Gamma b.
Proof.
  intros A B N.
  pose proof (Gamma_convex (a + 1) (b + 1) ltac:(lra) ltac:(lra)) as C.
  replace ((a + 1 + (b + 1)) / 2) with ((a + b) / 2 + 1) in C by field.
  rewrite !Gamma_S in C by lra.
  pose proof (Gamma_pos a A). pose proof (Gamma_pos b B).
  pose proof (Gamma_pos ((a + b) / 2) ltac:(lra)) as Pm.
  set (G := Gamma ((a + b) / 2)) in *.
  assert (Q : a * b < (a + b) / 2 * ((a + b) / 2)).
  { assert (0 < (a - b) * (a - b)) by (destruct (Rtotal_order a b) as [?|[?|?]];
      [nra | lra | nra]). nra. }
  apply Rnot_le_lt. intros F.
  assert (a * b * (Gamma a * Gamma b) < (a + b) / 2 * ((a + b) / 2) * (Gamma a * Gamma b)).
  { apply Rmult_lt_compat_r; [apply Rmult_lt_0_compat; assumption | exact Q]. }
  assert ((a + b) / 2 * ((a + b) / 2) * (Gamma a * Gamma b) <= (a + b) / 2 * ((a + b) / 2) *
    (G * G)).
  { apply Rmult_le_compat_l; [nra | exact F]. }
  lra.
Qed.

Lemma gammas_convex p q : allpos p -> allpos q -> length p = length q ->
  gammas (half p q) * gammas (half p q) <= gammas p * gammas q /\
  (p <> q -> gammas (half p q) * gammas (half p q) < gammas p * gammas q).
Proof.
  intros P. revert q. induction P as [|a p Pa Pp IH]; intros [|b q] Q L; simpl in *;
    try discriminate.
  - split; [lra | congruence].
  - inversion_clear Q as [|? ? Qb Qq]. destruct (IH q Qq ltac:(lia)) as [I1 I2].
    pose proof (Gamma_pos a Pa). pose proof (Gamma_pos b Qb).
    pose proof (Gamma_pos ((a + b) / 2) ltac:(lra)) as Pm.
    pose proof (gammas_pos p Pp). pose proof (gammas_pos q Qq).
    pose proof (gammas_pos _ (half_pos _ _ Pp Qq)) as Ph.
    pose proof (Gamma_convex a b Pa Qb) as C.
    set (G := Gamma ((a + b) / 2)) in *. set (W := gammas (half p q)) in *.
    replace (G * W * (G * W)) with (G * G * (W * W)) by ring.
    replace (Gamma a * gammas p * (Gamma b * gammas q)) with (Gamma a * Gamma b *
      (gammas p * gammas q)) by ring.
    assert (0 < G * G) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < W * W) by (apply Rmult_lt_0_compat; assumption).
    split.
    + apply Rmult_le_compat; lra.
    + intros N. destruct (Req_dec a b) as [<-|D].
      * assert (N' : p <> q) by congruence. specialize (I2 N').
        apply Rle_lt_trans with (Gamma a * Gamma a * (W * W)).
        { apply Rmult_le_compat_r; lra. }
        apply Rmult_lt_compat_l; [apply Rmult_lt_0_compat; assumption | assumption].
      * pose proof (Gamma_strictly_convex a b Pa Qb D) as S. fold G in S.
        apply Rlt_le_trans with (Gamma a * Gamma b * (W * W)).
        { apply Rmult_lt_compat_r; assumption. }
        apply Rmult_le_compat_l; [left; apply Rmult_lt_0_compat; assumption | assumption].
Qed.

(* The parameters compared: positive, k of them, with one sum. *)
Definition simplex (k : nat) (s : R) (p : list R) : Prop := length p = k /\ allpos p /\
  suml p = s.

Section Metric.
Context (k : nat) (s : R) (k_pos : (0 < k)%nat).
Implicit Types p q r : list R.

Lemma simplex_pos p : simplex k s p -> 0 < s.
Proof using k_pos.
  intros (L & P & <-). apply suml_pos; [exact P|]. intros ->. simpl in L. lia.
Qed.

Lemma affinity_eq p q : simplex k s p -> simplex k s q ->
  affinity p q = gammas (half p q) * (/ sqrt (gammas p) * / sqrt (gammas q)).
Proof using k_pos.
  intros Hp Hq. pose proof (simplex_pos p Hp) as Ps.
  destruct Hp as (Lp & Pp & Sp), Hq as (Lq & Pq & Sq).
  unfold affinity, Beta. rewrite half_sum, Sp, Sq by congruence.
  replace ((s + s) / 2) with s by field.
  pose proof (Gamma_pos s Ps) as G. pose proof (gammas_pos p Pp) as Gp.
  pose proof (gammas_pos q Pq) as Gq.
  replace (gammas p / Gamma s * (gammas q / Gamma s)) with (gammas p * gammas q *
    (/ Gamma s * / Gamma s)) by (field; lra).
  rewrite sqrt_mult_alt by nra. rewrite sqrt_mult_alt by lra.
  rewrite sqrt_square by (left; apply Rinv_0_lt_compat; exact G).
  pose proof (sqrt_lt_R0 _ Gp). pose proof (sqrt_lt_R0 _ Gq). field. lra.
Qed.

Lemma affinity_pos p q : simplex k s p -> simplex k s q -> 0 < affinity p q.
Proof using k_pos.
  intros Hp Hq. rewrite affinity_eq by assumption.
  destruct Hp as (Lp & Pp & Sp), Hq as (Lq & Pq & Sq).
  pose proof (gammas_pos _ (half_pos _ _ Pp Pq)). pose proof (sqrt_lt_R0 _ (gammas_pos p Pp)).
  pose proof (sqrt_lt_R0 _ (gammas_pos q Pq)).
  apply Rmult_lt_0_compat; [assumption|].
  apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; assumption.
Qed.

Lemma affinity_refl p : simplex k s p -> affinity p p = 1.
Proof using k_pos.
  intros Hp. rewrite affinity_eq, half_refl by assumption. destruct Hp as (Lp & Pp & Sp).
  pose proof (gammas_pos p Pp) as G. pose proof (sqrt_lt_R0 _ G) as Q.
  rewrite <- (sqrt_sqrt (gammas p)) at 1 by lra. field. lra.
Qed.

Lemma affinity_sym p q : affinity p q = affinity q p.
Proof using. unfold affinity. rewrite half_sym, (Rmult_comm (Beta p)). reflexivity. Qed.

Lemma affinity_sqr p q : simplex k s p -> simplex k s q ->
  affinity p q * affinity p q = gammas (half p q) * gammas (half p q) / (gammas p * gammas q).
Proof using k_pos.
  intros Hp Hq. rewrite affinity_eq by assumption.
  destruct Hp as (Lp & Pp & Sp), Hq as (Lq & Pq & Sq).
  pose proof (gammas_pos p Pp) as Gp. pose proof (gammas_pos q Pq) as Gq.
  pose proof (sqrt_lt_R0 _ Gp). pose proof (sqrt_lt_R0 _ Gq).
  rewrite <- (sqrt_sqrt (gammas p)) at 3 by lra. rewrite <- (sqrt_sqrt (gammas q)) at 3 by lra.
  field. lra.
Qed.

Lemma affinity_lt1 p q : simplex k s p -> simplex k s q -> p <> q -> affinity p q < 1.
Proof using k_pos.
  intros Hp Hq N. pose proof (affinity_sqr p q Hp Hq) as E. pose proof (affinity_pos p q Hp Hq).
  destruct Hp as (Lp & Pp & Sp), Hq as (Lq & Pq & Sq).
  destruct (gammas_convex p q Pp Pq ltac:(congruence)) as [_ C]. specialize (C N).
  pose proof (gammas_pos p Pp). pose proof (gammas_pos q Pq).
  assert (affinity p q * affinity p q < 1).
  { rewrite E. apply Rmult_lt_reg_r with (gammas p * gammas q); [apply Rmult_lt_0_compat;
      assumption|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l
      by (apply Rgt_not_eq, Rmult_lt_0_compat; assumption). exact C. }
  nra.
Qed.

Lemma affinity_le1 p q : simplex k s p -> simplex k s q -> affinity p q <= 1.
Proof using k_pos.
  intros Hp Hq. destruct (list_eq_dec Req_EM_T p q) as [<-|N].
  - rewrite affinity_refl by assumption. lra.
  - left. apply affinity_lt1; assumption.
Qed.

Lemma affinity_psd (p : nat -> list R) : (forall i, simplex k s (p i)) ->
  psd (fun i j => affinity (p i) (p j)).
Proof using k_pos.
  intros P.
  apply psd_ext with (fun i j => 1 * gammas (half (p i) (p j)) * (/ sqrt (gammas (p i)) * / sqrt
    (gammas (p j)))).
  - apply (psd_scale (fun i j => 1 * gammas (half (p i) (p j))) (fun i => / sqrt (gammas (p i)))).
    apply (psd_gammas k p (fun _ _ => 1)); [intros i; apply (P i) | intros i;
      apply (P i) | apply psd_one].
  - intros i j. rewrite affinity_eq by apply P. ring.
Qed.

Lemma hellinger_refl p : simplex k s p -> hellinger p p = 0.
Proof using k_pos.
  intros P. unfold hellinger. rewrite affinity_refl by exact P. rewrite Rminus_eq_0.
apply sqrt_0. Qed.

Lemma hellinger_nonneg p q : 0 <= hellinger p q.
Proof using. apply sqrt_pos. Qed.

Lemma hellinger_sym p q : hellinger p q = hellinger q p.
Proof using. unfold hellinger. now rewrite affinity_sym. Qed.

Lemma hellinger_lt1 p q : simplex k s p -> simplex k s q -> hellinger p q < 1.
Proof using k_pos.
  intros P Q. unfold hellinger. rewrite <- sqrt_1 at 2. pose proof (affinity_pos p q P Q).
  pose proof (affinity_le1 p q P Q).
  apply sqrt_lt_1; lra.
Qed.

Lemma hellinger_pos p q : simplex k s p -> simplex k s q -> p <> q -> 0 < hellinger p q.
Proof using k_pos. intros P Q N. apply sqrt_lt_R0. pose proof (affinity_lt1 p q P Q N). lra. Qed.

Theorem hellinger_triangle p q r : simplex k s p -> simplex k s q -> simplex k s r ->
  hellinger p r <= hellinger p q + hellinger q r.
Proof using k_pos.
  intros P Q R.
  pose proof (affinity_psd (fun i => match i with O => p | 1%nat => q | _ => r end)) as K.
  assert (HK : forall i, simplex k s (match i with O => p | 1%nat => q | _ => r end))
    by (intros [|[|i]]; assumption).
  specialize (K HK). clear HK.
  assert (F : forall l m, 0 <= l * l * (1 - affinity p q) + m * m * (1 - affinity q r)
      + l * m * ((1 - affinity p r) - (1 - affinity p q) - (1 - affinity q r))).
  { intros l m. specialize (K l (m - l) (- m)). cbv beta iota in K.
    rewrite !affinity_refl in K by assumption. nra. }
  unfold hellinger. clear K.
  pose proof (affinity_le1 p q P Q) as La. pose proof (affinity_le1 q r Q R) as Lb.
  pose proof (affinity_le1 p r P R) as Lc.
  set (A := 1 - affinity p q) in *. set (B := 1 - affinity q r) in *.
  set (C := 1 - affinity p r) in *.
  assert (PA : 0 <= A) by (unfold A; lra). assert (PB : 0 <= B) by (unfold B; lra).
  assert (PC : 0 <= C) by (unfold C; lra).
  pose proof (sqrt_pos A) as SA. pose proof (sqrt_pos B) as SB.
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
  rewrite (sqrt_sqrt C PC).
  replace ((sqrt A + sqrt B) * (sqrt A + sqrt B)) with (sqrt A * sqrt A + sqrt B * sqrt B + 2 *
    (sqrt A * sqrt B)) by ring.
  rewrite (sqrt_sqrt A PA), (sqrt_sqrt B PB).
  apply Rnot_lt_le. intros X.
  destruct (Req_dec (sqrt A * sqrt B) 0) as [Z|Z].
  - assert (W : C - A - B > 0) by lra.
    apply Rmult_integral in Z. destruct Z as [Z|Z].
    + assert (A0 : A = 0) by (rewrite <- (sqrt_sqrt A PA), Z; ring).
      specialize (F (- (B + 1) / (C - A - B)) 1).
      assert (- (B + 1) / (C - A - B) * (- (B + 1) / (C - A - B)) * A + 1 * 1 * B + - (B + 1) /
        (C - A - B) * 1 * (C - A - B) = -1)
        as E by (rewrite A0; field; lra). lra.
    + assert (B0 : B = 0) by (rewrite <- (sqrt_sqrt B PB), Z; ring).
      specialize (F 1 (- (A + 1) / (C - A - B))).
      assert (1 * 1 * A + - (A + 1) / (C - A - B) * (- (A + 1) / (C - A - B)) * B + 1 * (-
        (A + 1) / (C - A - B)) * (C - A - B) = -1)
        as E by (rewrite B0; field; lra). lra.
  - assert (0 < sqrt A * sqrt B) by (assert (0 <= sqrt A * sqrt B) by (apply Rmult_le_pos;
      assumption); lra).
    specialize (F (sqrt B) (- sqrt A)).
    assert (E : forall a b X Y Z, a * a = X -> b * b = Y ->
      b * b * X + - a * - a * Y + b * - a * (Z - X - Y) = (a * b) * (2 * (a * b) - (Z - X - Y)))
      by (intros a b X0 Y0 Z0 <- <-; ring).
    rewrite (E (sqrt A) (sqrt B) A B C (sqrt_sqrt A PA) (sqrt_sqrt B PB)) in F.
    nra.
Qed.

End Metric.
