(* Total variation distance of two laws on a list, between the two Hellinger bounds. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite.
Import ListNotations.
Open Scope R_scope.

Section Laws.
Context {A : Type} (p q : A -> R).

Definition common (l : list A) : R := sumof l (fun z => sqrt (p z * q z)).
Definition excess (l : list A) : R := sumof l (fun z => Rmax 0 (p z - q z)).

Lemma smaller_share u v : 0 <= u -> 0 <= v -> Rmin u v <= sqrt (u * v).
Proof using.
  intros U V. apply Rsqr_incr_0_var; [|apply sqrt_pos].
  rewrite Rsqr_sqrt by (apply Rmult_le_pos; assumption). unfold Rsqr, Rmin.
  destruct (Rle_dec u v); nra.
Qed.

Lemma excess_of_smaller l : excess l = sumof l p - sumof l (fun z => Rmin (p z) (q z)).
Proof using.
  unfold excess, sumof. induction l as [|z l IH]; [simpl; ring|]. cbn [map suml]. rewrite IH.
  unfold Rmax, Rmin. destruct (Rle_dec _ _), (Rle_dec _ _); lra.
Qed.

Lemma cauchy_schwarz l : (forall z, In z l -> 0 <= p z /\ 0 <= q z) ->
  0 <= sumof l (fun z => Rmin (p z) (q z)) /\
  0 <= sumof l p + sumof l q - sumof l (fun z => Rmin (p z) (q z)) /\
  0 <= common l /\
  common l * common l <= sumof l (fun z => Rmin (p z) (q z)) *
    (sumof l p + sumof l q - sumof l (fun z => Rmin (p z) (q z))).
Proof using.
  unfold common, sumof. induction l as [|z l IH]; intros P; [simpl; lra|]. cbn [map suml].
  destruct (IH (fun w I => P w (or_intror I))) as (M0 & L0 & S0 & B).
  destruct (P z (or_introl eq_refl)) as [Pp Pq].
  set (m := suml (map (fun z => Rmin (p z) (q z)) l)) in *.
  set (s := suml (map (fun z => sqrt (p z * q z)) l)) in *.
  set (u := suml (map p l)) in *. set (v := suml (map q l)) in *.
  set (w := sqrt (p z * q z)). assert (W0 : 0 <= w) by apply sqrt_pos.
  assert (W : w * w = p z * q z) by (apply sqrt_sqrt, Rmult_le_pos; assumption).
  set (a := Rmin (p z) (q z)). set (c := p z + q z - a).
  assert (A0 : 0 <= a) by (unfold a; apply Rmin_glb; assumption).
  assert (C0 : 0 <= c) by (unfold c, a, Rmin; destruct (Rle_dec _ _); lra).
  assert (E : w * w = a * c) by (rewrite W; unfold c, a, Rmin; destruct (Rle_dec _ _); ring).
  replace (p z + u + (q z + v) - (a + m)) with (c + (u + v - m)) by (unfold c; ring).
  set (g := u + v - m) in *. repeat split; try lra.
  (* (m c + g a)^2 >= 4 (m g) (a c) >= 4 s^2 w^2 *)
  assert (X : 2 * (s * w) <= m * c + g * a).
  { apply Rsqr_incr_0_var; [|apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption].
    unfold Rsqr. assert (F : s * s * (w * w) <= m * g * (a * c)).
    { rewrite E. apply Rmult_le_compat_r; [apply Rmult_le_pos|]; assumption. }
    pose proof (Rle_0_sqr (m * c - g * a)) as Q. unfold Rsqr in Q. nra. }
  nra.
Qed.

Lemma total_variation l : (forall z, In z l -> 0 <= p z /\ 0 <= q z) -> sumof l p = 1 ->
  sumof l q = 1 ->
  1 - common l <= excess l /\ 0 <= 1 - common l ^ 2 /\ excess l <= sqrt (1 - common l ^ 2).
Proof using.
  intros P Ep Eq. destruct (cauchy_schwarz l P) as (M0 & L0 & S0 & B).
  rewrite excess_of_smaller, Ep. rewrite Ep, Eq in *.
  assert (S : sumof l (fun z => Rmin (p z) (q z)) <= common l).
  { apply sumof_le. intros z I. apply smaller_share; apply P, I. }
  set (m := sumof l (fun z => Rmin (p z) (q z))) in *. simpl pow. rewrite Rmult_1_r. split; [lra|].
  pose proof (Rle_0_sqr (1 - m)) as Q. unfold Rsqr in Q.
  assert (N : 0 <= 1 - common l * common l) by lra. split; [exact N|].
  apply Rsqr_incr_0_var; [|apply sqrt_pos]. rewrite Rsqr_sqrt by exact N. unfold Rsqr. lra.
Qed.
End Laws.
