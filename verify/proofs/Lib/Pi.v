(* Thirteen digits of pi, by Machin's series, and the sensitivity under the prior (7, 4, 5). *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis.
Import ListNotations.
Open Scope R_scope.

Lemma PI_digits : 31415926535897 / 10000000000000 < PI < 31415926535899 / 10000000000000.
Proof.
  pose proof (PI_2_3_7_ineq 6) as [L _]. pose proof (PI_2_3_7_ineq 6) as [_ U].
  unfold tg_alt, PI_2_3_7_tg, Ratan_seq in L, U. simpl in L, U. lra.
Qed.

(* One step more of one parameter. *)
Lemma rho1_step u : 0 < u ->
  rho1 (u + 1) (u + 1 + 1) = rho1 u (u + 1) * ((u + 1 / 2) * (u + 1 / 2) / (u * (u + 1))).
Proof.
  intros U. unfold rho1.
  replace ((u + 1 + (u + 1 + 1)) / 2) with ((u + (u + 1)) / 2 + 1) by field.
  rewrite (Gamma_S (u + 1)), (Gamma_S ((u + (u + 1)) / 2)), (Gamma_S u U) by lra.
  pose proof (Gamma_pos u U). field. lra.
Qed.

Lemma rho1_pos u : 0 < u -> 0 < rho1 u (u + 1).
Proof.
  intros U. unfold rho1. pose proof (Gamma_pos u U). pose proof (Gamma_pos (u + 1) ltac:(lra)).
  pose proof (Gamma_pos ((u + (u + 1)) / 2) ltac:(lra)).
  apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
Qed.

Lemma rho1_4_5 : rho1 4 5 = 1225 / 4096 * PI /\ rho1 5 6 = 19845 / 65536 * PI.
Proof.
  pose proof (rho1_step 1 ltac:(lra)) as E1. pose proof (rho1_step 2 ltac:(lra)) as E2.
  pose proof (rho1_step 3 ltac:(lra)) as E3. pose proof (rho1_step 4 ltac:(lra)) as E4.
  pose proof g1_value as G. unfold g1 in G.
  replace (1 + 1) with 2 in * by ring. replace (2 + 1) with 3 in * by ring.
  replace (3 + 1) with 4 in * by ring. replace (4 + 1) with 5 in * by ring.
  replace (5 + 1) with 6 in * by ring. rewrite E4, E3, E2, E1, G. split; field.
Qed.

(* A step of a parameter of at least m. *)
Lemma step_from m u v : 0 < m -> (m <= u /\ v = u + 1) \/ (m <= v /\ u = v + 1) ->
  rho1 m (m + 1) <= rho1 u v.
Proof.
  intros M [[L ->] | [L ->]]; [|rewrite (rho1_sym (v + 1))]; apply step_mono; lra.
Qed.

Ltac step_from_here :=
  apply step_from; [lra | first [left; split; lra | right; split; lra]].

Lemma rho_three a b c a' b' c' : 0 < a -> 0 < b -> 0 < c -> 0 < a' -> 0 < b' -> 0 < c' ->
  rho [a; b; c] [a'; b'; c'] = rho1 a a' * rho1 b b' * rho1 c c'.
Proof.
  intros. rewrite !rho_cons by first [assumption | repeat constructor; assumption].
  unfold rho at 1. simpl. field.
Qed.

(* The prior (7, 4, 5): no pair of neighbours is farther apart than where parameters are least. *)
Lemma rho_7_4_5 x y : length x = 3%nat -> In y (neighbours x) ->
  rho1 4 (4 + 1) * rho1 5 (5 + 1) <= rho (posterior [7; 4; 5] x) (posterior [7; 4; 5] y).
Proof.
  intros L I. destruct x as [|a [|b [|c [|? ?]]]]; try discriminate.
  pose proof (rho1_pos 4 ltac:(lra)) as P4. pose proof (rho1_pos 5 ltac:(lra)) as P5.
  assert (Q : forall u v u' v', rho1 4 (4 + 1) <= rho1 u v -> rho1 5 (5 + 1) <= rho1 u' v' ->
    rho1 4 (4 + 1) * rho1 5 (5 + 1) <= rho1 u v * rho1 u' v')
    by (intros; apply Rmult_le_compat; lra).
  assert (Q' : forall u v u' v', rho1 5 (5 + 1) <= rho1 u v -> rho1 4 (4 + 1) <= rho1 u' v' ->
    rho1 4 (4 + 1) * rho1 5 (5 + 1) <= rho1 u v * rho1 u' v')
    by (intros; rewrite Rmult_comm; apply Rmult_le_compat; lra).
  destruct a as [|a], b as [|b], c as [|c]; simpl in I;
    repeat match goal with H : _ \/ _ |- _ => destruct H end; try contradiction; subst y;
    cbn [posterior]; rewrite ?S_INR; change (INR 0) with 0;
    repeat match goal with
      |- context [INR ?m] => let P := fresh in pose proof (pos_INR m) as P;
        generalize dependent (INR m); intros
    end;
    rewrite rho_three, ?rho1_refl by lra;
    rewrite ?Rmult_1_l, ?Rmult_1_r;
    first [apply Q; step_from_here | apply Q'; step_from_here].
Qed.

Lemma affinity_7_4_5 a : 0 < a -> a * a = rho1 4 (4 + 1) * rho1 5 (5 + 1) ->
  9454172657435 / 10000000000000 < a < 9454172657438 / 10000000000000.
Proof.
  replace (4 + 1) with 5 by ring. replace (5 + 1) with 6 by ring.
  destruct rho1_4_5 as [-> ->]. pose proof PI_digits as [L U]. intros P E.
  assert (L2 : (31415926535897 / 10000000000000) * (31415926535897 / 10000000000000) < PI * PI)
    by (apply Rmult_le_0_lt_compat; lra).
  assert (U2 : PI * PI < (31415926535899 / 10000000000000) * (31415926535899 / 10000000000000))
    by (apply Rmult_le_0_lt_compat; lra).
  split; apply Rnot_le_lt; intros B.
  - assert (a * a <= 9454172657435 / 10000000000000 * (9454172657435 / 10000000000000))
      by (apply Rmult_le_compat; lra). lra.
  - assert (9454172657438 / 10000000000000 * (9454172657438 / 10000000000000) <= a * a)
      by (apply Rmult_le_compat; lra). lra.
Qed.
