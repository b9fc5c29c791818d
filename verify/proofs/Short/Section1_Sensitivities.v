From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Losses PrintedConstant Counting TwoCategories Balanced RecordMoves ManyMoves
  Instances.
From Dpbi.Statements.Short Require Import Section1_Sensitivities.
Import ListNotations.
Open Scope R_scope.

Theorem prelim_ls : reading_short_prelim_ls_literal.
Proof.
  intros n prior x y r Hn Hp Ix Iy Ir A. dataset Ix. dataset Iy. dataset Ir. split.
  - eapply Rle_trans; [|apply distance_le_LS, A].
    apply (metric1_abs _ _ (distance_metric prior n Hp)); assumption.
  - destruct (maxof_in (neighbours x) (fun z => distance prior x z)
      (neighbours_some_in prior n Hp Hn x Ix)) as (z & Iz & E).
    exists z. split; [exact Iz | symmetry; exact E].
Qed.

Lemma Sharm_le_GS prior n x gamma : is_prior prior -> (1 <= n)%nat -> 0 <= gamma ->
  In x (datasets n (length prior)) -> Sharm prior x gamma <= GS prior n.
Proof.
  intros Hp Hn G Ix. pose proof (GS_pos prior n Hp Hn) as P.
  pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. unfold Sharm. rewrite Ex.
  match goal with |- 1 / minof ?l ?f <= _ => destruct (minof_in l f
    (datasets_some prior n Hp Hn)) as (z & Iz & ->) end.
  pose proof (LS_pos prior n Hp Hn z Iz) as Lz. pose proof (LS_le_GS prior n z Iz) as Gz.
  assert (0 <= gamma * replaced x z) by (apply Rmult_le_pos; [exact G | apply replaced_nonneg]).
  assert (1 / GS prior n <= 1 / LS prior z)
    by (apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]).
  assert (0 < 1 / GS prior n) by (apply Rdiv_lt_0_compat; lra).
  replace (GS prior n) with (1 / (1 / GS prior n)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Theorem prelim_smooth : reading_short_prelim_smooth_literal_gammage0.
Proof.
  intros n prior x y gamma Hn Hp Ix Iy G A. dataset Ix. dataset Iy.
  pose proof (Sharm_pos prior n Hp Hn gamma x G Ix) as Px.
  pose proof (Sharm_pos prior n Hp Hn gamma y G Iy) as Py.
  pose proof (LS_le_Sharm prior n Hp Hn gamma x G Ix).
  pose proof (Sharm_le_GS prior n x gamma Hp Hn G Ix).
  pose proof (Sharm_smooth_abs prior n Hp Hn gamma x y G Ix A).
  split; [intros _; lra|]. split; [intros _; lra|]. repeat split; lra.
Qed.

Theorem prelim_ls_met : met_short_prelim_ls_literal.
Proof. exists 2%nat, [1; 1], middle, corner, middle. met. Qed.

Theorem prelim_smooth_met : met_short_prelim_smooth_literal_gammage0.
Proof. exists 2%nat, [1; 1], middle, corner, 1. met. Qed.

(* GS where two parameters are 1 and there is a third category: the record moves between the two,
   all others are in a third one. *)
Definition is_one (a : R) : bool := Reqb a 1.

Lemma is_one_true a : is_one a = true -> a = 1.
Proof. unfold is_one, Reqb. destruct (Req_EM_T a 1); congruence. Qed.

(* Categories with parameter 1 and no record. *)
Fixpoint empty_ones (p : list R) (x : list nat) : nat :=
  match p, x with
  | a :: p', c :: x' => (if (is_one a && Nat.eqb c 0)%bool then 1 else 0) + empty_ones p' x'
  | _, _ => 0
  end.

Lemma one_arrives p x : allpos p -> length x = length p -> (1 <= empty_ones p x)%nat ->
  exists y, In y (more x) /\ rho (posterior p x) (posterior p y) = g1.
Proof.
  intros P. revert x. induction P as [|a p A P IH]; intros [|c x] L E; simpl in L; try lia;
    [simpl in E; lia|]. cbn [empty_ones] in E.
  assert (PC : 0 < a + INR c) by (pose proof (pos_INR c); lra).
  destruct (is_one a && Nat.eqb c 0)%bool eqn:B.
  - apply andb_prop in B. destruct B as [Ba Bc]. apply is_one_true in Ba. apply Nat.eqb_eq in Bc.
    subst a c. exists (1%nat :: x). split; [now left|]. cbn [posterior].
    change (INR 1) with 1. change (INR 0) with 0.
    rewrite rho_cons, rho_refl by (try apply posterior_pos; try assumption; lra).
    unfold g1. rewrite Rmult_1_r. f_equal; ring.
  - destruct (IH x ltac:(lia) E) as (y & Iy & R). exists (c :: y).
    split; [right; apply in_map, Iy|]. cbn [posterior].
    rewrite rho_cons, rho1_refl, R by (try apply posterior_pos; assumption). ring.
Qed.

Lemma one_moves p z : allpos p -> length z = length p -> (2 <= empty_ones p z)%nat ->
  exists x y, In x (more z) /\ In y (neighbours x) /\
    rho (posterior p x) (posterior p y) = g1 * g1.
Proof.
  intros P. revert z. induction P as [|a p A P IH]; intros [|c z] L E; simpl in L; try lia;
    [simpl in E; lia|]. cbn [empty_ones] in E.
  assert (PC : 0 < a + INR c) by (pose proof (pos_INR c); lra).
  destruct (is_one a && Nat.eqb c 0)%bool eqn:B.
  - apply andb_prop in B. destruct B as [Ba Bc]. apply is_one_true in Ba. apply Nat.eqb_eq in Bc.
    subst a c. destruct (one_arrives p z P ltac:(lia) ltac:(lia)) as (y & Iy & R).
    exists (1%nat :: z), (0%nat :: y). split; [now left|]. split.
    + cbn [neighbours]. apply in_or_app. left. apply in_map, Iy.
    + cbn [posterior]. change (INR 1) with 1. change (INR 0) with 0.
      rewrite rho_cons, R by (try apply posterior_pos; try assumption; lra).
      rewrite rho1_sym. unfold g1 at 2. f_equal. f_equal; ring.
  - destruct (IH z ltac:(lia) E) as (x & y & Ix & Iy & R). exists (c :: x), (c :: y).
    split; [right; apply in_map, Ix|]. split.
    + cbn [neighbours]. apply in_or_app. right. apply in_or_app. right. apply in_map, Iy.
    + cbn [posterior]. rewrite rho_cons, rho1_refl, R by (try apply posterior_pos; assumption).
      ring.
Qed.

(* All other records in one category, so that two, or one, of the others have parameter 1. *)
Definition ones_in (p : list R) : nat := length (filter is_one p).
Definition none (p : list R) : list nat := map (fun _ => 0%nat) p.

Lemma none_length p : length (none p) = length p.
Proof. apply map_length. Qed.

Lemma none_sum p : list_sum (none p) = 0%nat.
Proof. induction p; simpl; [reflexivity | assumption]. Qed.

Lemma empty_ones_none p : empty_ones p (none p) = ones_in p.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [none map empty_ones].
  change (map (fun _ => 0%nat) p) with (none p). rewrite IH. unfold ones_in. cbn [filter].
  rewrite Nat.eqb_refl, Bool.andb_true_r. destruct (is_one a); reflexivity.
Qed.

Lemma aside_one p m : (2 <= length p)%nat -> (1 <= ones_in p)%nat ->
  exists z, length z = length p /\ list_sum z = m /\ (1 <= empty_ones p z)%nat.
Proof.
  destruct p as [|a [|b p]]; simpl length; try lia. intros _ O.
  destruct (Nat.eq_dec (ones_in (b :: p)) 0) as [Z|Z].
  - exists (0%nat :: m :: none p). split; [simpl; rewrite none_length; lia|].
    split; [simpl; fold (list_sum (none p)); rewrite none_sum; lia|].
    unfold ones_in in O, Z. cbn [filter] in O, Z. cbn [empty_ones].
    destruct (is_one a); cbn [andb Nat.eqb]; [lia|]. cbn [filter] in O. lia.
  - set (q := b :: p) in *. exists (m :: none q).
    split; [simpl; rewrite none_length; unfold q; simpl; lia|]. split.
    + change (list_sum (m :: none q)) with (m + list_sum (none q))%nat. rewrite none_sum. lia.
    + cbn [empty_ones]. rewrite empty_ones_none. lia.
Qed.

Lemma aside_two p m : (3 <= length p)%nat -> (2 <= ones_in p)%nat ->
  exists z, length z = length p /\ list_sum z = m /\ (2 <= empty_ones p z)%nat.
Proof.
  destruct p as [|a p]; simpl length; try lia. intros L O.
  destruct (le_lt_dec 2 (ones_in p)) as [T|T].
  - exists (m :: none p). split; [simpl; rewrite none_length; lia|]. split.
    + change (list_sum (m :: none p)) with (m + list_sum (none p))%nat. rewrite none_sum. lia.
    + cbn [empty_ones]. rewrite empty_ones_none. lia.
  - unfold ones_in in O, T. cbn [filter] in O. destruct (is_one a) eqn:E; [|lia].
    cbn [length] in O. destruct (aside_one p m) as (z & Lz & Sz & Ez); [lia | unfold ones_in;
      lia|].
    exists (0%nat :: z). split; [simpl; lia|]. split; [exact Sz|].
    cbn [empty_ones]. rewrite E. cbn [andb Nat.eqb]. lia.
Qed.

Lemma map_nth_all (p : list R) : map (fun i => nth i p 0) (seq 0 (length p)) = p.
Proof.
  induction p as [|a p IH]; [reflexivity|]. cbn [length seq map nth]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Theorem prelim_gs_exact_two_ones : reading_short_prelim_gs_exact_for_kge3_two_alpha_ieq1.
Proof.
  intros n prior Hn Hp K B O. pose proof (range_from_one prior Hp B) as F. pose proof Hp as [_ P].
  apply Rle_antisym; [apply GS_upper; assumption|].
  replace 3 with (INR 3) in K by (simpl; ring). apply INR_le in K.
  assert (O2 : (2 <= ones_in prior)%nat).
  { apply INR_le. eapply Rle_trans; [exact O|]. apply le_INR. unfold ones_in.
    rewrite <- (map_nth_all prior) at 2. rewrite filter_map_length. unfold range.
    replace (S (length prior - 1) - 0)%nat with (length prior) by lia. apply le_n. }
  destruct (aside_two prior (n - 1) K O2) as (z & Lz & Sz & Ez).
  destruct (one_moves prior z P Lz Ez) as (x & y & Ix & A & R).
  destruct (more_spec z x Ix) as (Lx & Sx & _).
  assert (Dx : In x (datasets n (length prior))) by (apply datasets_spec; split; lia).
  pose proof (adjacent_in prior n x y Dx A) as Dy.
  apply Rle_trans with (distance prior x y).
  - right. unfold distance, hellinger. f_equal. f_equal. rewrite affinity_smallest.
    rewrite (affinity_root (length prior) (suml prior + INR n)); [|lia| |].
    + rewrite R. rewrite sqrt_square; [reflexivity | left; apply g1_pos].
    + apply posterior_simplex; assumption.
    + apply posterior_simplex; assumption.
  - eapply Rle_trans; [apply distance_le_LS, A | apply LS_le_GS, Dx].
Qed.

Theorem prelim_gs_exact_two_ones_met : met_short_prelim_gs_exact_for_kge3_two_alpha_ieq1.
Proof.
  assert (P : is_prior [1; 1; 1]) by (split; [simpl; lia | repeat constructor; lra]).
  exists 2%nat, [1; 1; 1]. split; [lia|]. split; [exact P|].
  split; [split; [exact P | repeat constructor; apply (rational_Z 1)]|].
  split; [simpl; lra|]. split.
  - intros i I. unfold range in I. simpl in I. destruct I as [<-|[<-|[<-|[]]]]; simpl; lra.
  - unfold range. cbn [seq length Nat.sub filter nth]. unfold Reqb.
    destruct (Req_EM_T 1 1); [simpl; lra | congruence].
Qed.
