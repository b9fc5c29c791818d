(* One record moves the posterior farthest where the parameters are smallest. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Coquelicot Require Import Coquelicot.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace.
Import ListNotations.
Open Scope R_scope.

(* The squared affinity, by coordinates. *)
Definition rho1 (a b : R) : R := Gamma ((a + b) / 2) * Gamma ((a + b) / 2) / (Gamma a * Gamma b).
Definition rho (p q : list R) : R := gammas (half p q) * gammas (half p q) /
  (gammas p * gammas q).

Lemma rho_cons a p b q : 0 < a -> 0 < b -> allpos p -> allpos q ->
  rho (a :: p) (b :: q) = rho1 a b * rho p q.
Proof.
  intros A B P Q. unfold rho, rho1. simpl.
  pose proof (Gamma_pos a A). pose proof (Gamma_pos b B). pose proof (gammas_pos p P).
  pose proof (gammas_pos q Q).
  field. lra.
Qed.

Lemma rho1_refl a : 0 < a -> rho1 a a = 1.
Proof. intros A. unfold rho1. replace ((a + a) / 2) with a by field. pose proof (Gamma_pos a A).
field. lra. Qed.

Lemma rho1_sym a b : rho1 a b = rho1 b a.
Proof. unfold rho1. rewrite (Rplus_comm a b), (Rmult_comm (Gamma a)). reflexivity. Qed.

Lemma rho_refl p : allpos p -> rho p p = 1.
Proof. intros P. unfold rho. rewrite half_refl. pose proof (gammas_pos p P). field. lra. Qed.

Lemma rho_nonneg p q : allpos p -> allpos q -> 0 <= rho p q.
Proof.
  intros P Q. unfold rho. pose proof (gammas_pos p P). pose proof (gammas_pos q Q).
  apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat;
    assumption].
Qed.

(* One step of one parameter: rho1 a (a+1) is the limit of products that increase with a. *)
Definition steps (a : R) (m : nat) : R := rising a m * rising (a + 1) m / (rising
  (a + 1 / 2) m * rising (a + 1 / 2) m).

Lemma steps_lim a : 0 < a -> is_lim_seq (steps a) (rho1 a (a + 1)).
Proof.
  intros A. unfold rho1. replace ((a + (a + 1)) / 2) with (a + 1 / 2) by field.
  apply is_lim_seq_ext with (fun m => euler (a + 1 / 2) m * euler (a + 1 / 2) m /
    (euler a m * euler (a + 1) m)).
  - intros m. unfold steps, euler.
    pose proof (rising_pos a m A). pose proof (rising_pos (a + 1) m ltac:(lra)).
    pose proof (rising_pos (a + 1 / 2) m ltac:(lra)).
    pose proof (INR_fact_lt_0 m). set (L := ln (INR m)).
    assert (E : exp ((a + 1 / 2) * L) * exp ((a + 1 / 2) * L) = exp (a * L) * exp ((a + 1) * L)).
    { rewrite <- !exp_plus. f_equal. field. }
    pose proof (exp_pos (a * L)). pose proof (exp_pos ((a + 1) * L)).
    set (u := exp ((a + 1 / 2) * L)) in *. set (v := exp (a * L)) in *.
    set (w := exp ((a + 1) * L)) in *.
    set (f := INR (fact m)) in *. set (r0 := rising a m) in *. set (r1 := rising (a + 1) m) in *.
    set (r2 := rising (a + 1 / 2) m) in *.
    replace (u * f / r2 * (u * f / r2)) with (u * u * (f / r2) * (f / r2)) by (field; lra).
    rewrite E. field. lra.
  - pose proof (Gamma_pos a A). pose proof (Gamma_pos (a + 1) ltac:(lra)).
    apply is_lim_seq_div'.
    + apply is_lim_seq_mult'; apply Gamma_lim; lra.
    + apply is_lim_seq_mult'; apply Gamma_lim; lra.
    + apply Rgt_not_eq, Rmult_lt_0_compat; assumption.
Qed.

Lemma factor_mono s t : 0 < s -> s <= t ->
  s * (s + 1) / ((s + 1 / 2) * (s + 1 / 2)) <= t * (t + 1) / ((t + 1 / 2) * (t + 1 / 2)).
Proof.
  intros S T.
  assert (E : forall u, 0 < u ->
    u * (u + 1) / ((u + 1 / 2) * (u + 1 / 2)) = 1 - / 4 * / ((u + 1 / 2) * (u + 1 / 2))).
  { intros u U. field. lra. }
  rewrite !E by lra.
  assert (/ ((t + 1 / 2) * (t + 1 / 2)) <= / ((s + 1 / 2) * (s + 1 / 2)))
    by (apply Rinv_le_contravar; nra). lra.
Qed.

Lemma factor_pos s : 0 < s -> 0 < s * (s + 1) / ((s + 1 / 2) * (s + 1 / 2)).
Proof. intros S. apply Rdiv_lt_0_compat; nra. Qed.

Lemma steps_S a m : 0 < a -> steps a (S m) =
  steps a m * ((a + INR (S m)) * (a + INR (S m) + 1) / ((a + INR (S m) + 1 / 2) * (a + INR
    (S m) + 1 / 2))).
Proof.
  intros A. unfold steps. cbn [rising]. pose proof (rising_pos (a + 1 / 2) m ltac:(lra)).
  pose proof (pos_INR (S m)).
  replace (a + 1 + INR (S m)) with (a + INR (S m) + 1) by ring.
  replace (a + 1 / 2 + INR (S m)) with (a + INR (S m) + 1 / 2) by ring.
  field. lra.
Qed.

Lemma steps_pos a m : 0 < a -> 0 < steps a m.
Proof.
  intros A. pose proof (rising_pos a m A). pose proof (rising_pos (a + 1) m ltac:(lra)).
  pose proof (rising_pos (a + 1 / 2) m ltac:(lra)).
  unfold steps. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
Qed.

Lemma steps_mono a b m : 0 < a -> a <= b -> steps a m <= steps b m.
Proof.
  intros A B. induction m as [|m IH].
  - unfold steps. simpl. apply factor_mono; assumption.
  - rewrite !steps_S by lra. pose proof (pos_INR (S m)).
    apply Rmult_le_compat; [left; apply steps_pos, A | left; apply factor_pos;
      lra | exact IH | apply factor_mono; lra].
Qed.

Lemma step_mono a b : 0 < a -> a <= b -> rho1 a (a + 1) <= rho1 b (b + 1).
Proof.
  intros A B. apply (is_lim_seq_le (steps a) (steps b) (rho1 a (a + 1)) (rho1 b (b + 1)));
    [intros m; apply steps_mono; assumption | apply steps_lim; lra ..].
Qed.

(* The first factor of the product bounds it. *)
Lemma step_upper a : 0 < a -> rho1 a (a + 1) <= a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)).
Proof.
  intros A. unfold rho1. replace ((a + (a + 1)) / 2) with (a + 1 / 2) by field.
  pose proof (Gamma_convex (a + 1) (a + 1 + 1) ltac:(lra) ltac:(lra)) as C.
  replace ((a + 1 + (a + 1 + 1)) / 2) with (a + 1 / 2 + 1) in C by field.
  rewrite (Gamma_S (a + 1)), (Gamma_S (a + 1 / 2)) in C by lra.
  pose proof (Gamma_pos a A). pose proof (Gamma_pos (a + 1) ltac:(lra)) as P1.
  pose proof (Gamma_pos (a + 1 / 2) ltac:(lra)).
  rewrite (Gamma_S a A) in C, P1 |- *. set (G := Gamma (a + 1 / 2)) in *. set (g := Gamma a) in *.
  apply Rmult_le_reg_r with ((a + 1 / 2) * (a + 1 / 2) * (g * (a * g))).
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply Rmult_lt_0_compat; assumption].
    }
  replace (G * G / (g * (a * g)) * ((a + 1 / 2) * (a + 1 / 2) * (g * (a * g)))) with
    ((a + 1 / 2) * G * ((a + 1 / 2) * G)) by (field; lra).
  replace (a * (a + 1) / ((a + 1 / 2) * (a + 1 / 2)) * ((a + 1 / 2) * (a + 1 / 2) * (g *
    (a * g)))) with (a * g * ((a + 1) * (a * g))) by (field; lra).
  exact C.
Qed.

Definition g1 : R := rho1 1 2.

Lemma g1_step : g1 = rho1 1 (1 + 1).
Proof. reflexivity. Qed.

Lemma g1_pos : 0 < g1.
Proof.
  unfold g1, rho1. pose proof (Gamma_pos 1 ltac:(lra)). pose proof (Gamma_pos 2 ltac:(lra)).
  pose proof (Gamma_pos ((1 + 2) / 2) ltac:(lra)).
  apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
Qed.

Definition from_one (prior : list R) : Prop := List.Forall (fun a => 1 <= a) prior.

Lemma from_one_pos prior : from_one prior -> allpos prior.
Proof. apply Forall_impl. intros a A. lra. Qed.

Lemma rho_more prior x y : from_one prior -> length x = length prior -> In y (more x) ->
  g1 <= rho (posterior prior x) (posterior prior y).
Proof.
  intros F. revert x y. induction F as [|a p Ha Fp IH]; intros [|c x] y L; simpl in L;
    try discriminate; cbn [more]; [easy|].
  pose proof (from_one_pos p Fp) as Pp. intros [<-|I].
  - cbn [posterior]. rewrite S_INR. pose proof (pos_INR c).
    rewrite rho_cons, rho_refl, Rmult_1_r by (try apply posterior_pos; auto; lra).
    rewrite g1_step. replace (a + (INR c + 1)) with (a + INR c + 1) by ring. apply step_mono; lra.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior]. pose proof (pos_INR c).
    rewrite rho_cons, rho1_refl, Rmult_1_l by (try apply posterior_pos; auto; lra).
    apply IH; [lia | exact I].
Qed.

Lemma rho_sym p q : rho p q = rho q p.
Proof. unfold rho. rewrite half_sym, (Rmult_comm (gammas p)). reflexivity. Qed.

Lemma rho_neighbours prior x y : from_one prior -> length x = length prior ->
  In y (neighbours x) ->
  g1 * g1 <= rho (posterior prior x) (posterior prior y).
Proof.
  pose proof g1_pos as G.
  intros F. revert x y. induction F as [|a p Ha Fp IH]; intros [|c x] y L; simpl in L;
    try discriminate; cbn [neighbours]; [easy|].
  pose proof (from_one_pos p Fp) as Pp. intros I.
  apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - destruct c; [easy|]. apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior].
    rewrite S_INR. pose proof (pos_INR c).
    rewrite rho_cons by (try apply posterior_pos; auto; lra). rewrite rho1_sym.
    apply Rmult_le_compat; try lra; [|apply rho_more; [exact Fp | lia | exact I]].
    rewrite g1_step. replace (a + (INR c + 1)) with (a + INR c + 1) by ring. apply step_mono; lra.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior]. rewrite S_INR.
    pose proof (pos_INR c).
    destruct (less_spec _ _ I) as (Lz & _ & J).
    rewrite rho_cons by (try apply posterior_pos; auto; lra). rewrite (rho_sym (posterior p x)).
    apply Rmult_le_compat; try lra; [|apply rho_more; [exact Fp | lia | exact J]].
    rewrite g1_step. replace (a + (INR c + 1)) with (a + INR c + 1) by ring. apply step_mono; lra.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior]. pose proof (pos_INR c).
    rewrite rho_cons, rho1_refl, Rmult_1_l by (try apply posterior_pos; auto; lra).
    apply IH; [lia | exact I].
Qed.

Lemma affinity_from_rho k s p q b : (0 < k)%nat -> simplex k s p -> simplex k s q -> 0 <= b ->
  b * b <= rho p q -> b <= affinity p q.
Proof.
  intros K Hp Hq B L. pose proof (affinity_sqr k s K p q Hp Hq) as E.
  pose proof (affinity_pos k s K p q Hp Hq) as A.
  fold (rho p q) in E. apply Rsqr_incr_0_var; [unfold Rsqr; lra | lra].
Qed.

Lemma smallest_pair_simplex : simplex 2 3 [2; 1] /\ simplex 2 3 [1; 2].
Proof. repeat split; simpl; try lra; repeat constructor; lra. Qed.

Lemma affinity_smallest : affinity [2; 1] [1; 2] = g1.
Proof.
  destruct smallest_pair_simplex as [S1 S2].
  pose proof (affinity_sqr 2 3 ltac:(lia) _ _ S1 S2) as E.
  pose proof (affinity_pos 2 3 ltac:(lia) _ _ S1 S2) as A.
  fold (rho [2; 1] [1; 2]) in E.
  rewrite !rho_cons in E by (try lra; repeat constructor; lra).
  rewrite rho_refl in E by constructor.
  rewrite (rho1_sym 2 1), Rmult_1_r in E. fold g1 in E. pose proof g1_pos as G.
  apply Rsqr_inj; [lra | lra | exact E].
Qed.

Lemma neighbours_distance prior n x y : is_prior prior -> from_one prior ->
  In x (datasets n (length prior)) -> adjacent x y ->
  distance prior x y <= hellinger [2; 1] [1; 2].
Proof.
  intros Hp F Ix A. pose proof (adjacent_in prior n x y Ix A) as Iy. unfold distance, hellinger.
  apply sqrt_le_1_alt.
  rewrite affinity_smallest.
  assert (g1 <= affinity (posterior prior x) (posterior prior y)); [|lra].
  eapply affinity_from_rho; [apply (k_positive prior Hp) | apply posterior_simplex; eassumption ..
  | left; apply g1_pos |].
  apply in_datasets in Ix. destruct Ix as [L _]. apply rho_neighbours; assumption.
Qed.

Lemma GS_upper prior n : is_prior prior -> (1 <= n)%nat -> from_one prior ->
  GS prior n <= hellinger [2; 1] [1; 2].
Proof.
  intros Hp Hn F. apply maxof_le; [apply (datasets_some prior n Hp Hn)|]. intros x Ix.
  apply maxof_le; [apply (neighbours_some_in prior n Hp Hn), Ix|]. intros y A.
  eapply neighbours_distance; eassumption.
Qed.
