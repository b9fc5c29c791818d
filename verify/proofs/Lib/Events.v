(* Probabilities of a distance, by its multiplicity. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories.
Import ListNotations.
Open Scope R_scope.

Lemma length_filter {A} (p : A -> bool) l : (length (filter p l) <= length l)%nat.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (p a); simpl; lia. Qed.

Section Events.
Context (prior : list R) (n : nat) (Hp : is_prior prior) (Hn : (1 <= n)%nat).
Let D := datasets n (length prior).
Context (eps gamma : R) (x : list nat) (Ix : In x D).
Let S := Sexp prior x gamma.
Let Pr (z : list nat) := probability (mh_exp gamma) prior eps x z.

Lemma mh_exp_sens_pos : 0 < S.
Proof using Hn Hp Ix gamma. apply (Sexp_pos prior n); assumption. Qed.

Lemma event r : In r D ->
  sumof (filter (fun z => Reqb (distance prior x z)
  (distance prior x r)) D) Pr = multiplicity prior x r * Pr r.
Proof using Ix eps gamma.
  intros Ir. unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
  rewrite Ex. apply sumof_const_on.
  intros z Iz. apply filter_In in Iz. destruct Iz as [Iz E]. unfold Reqb in E.
  destruct (Req_EM_T _ _) as [E'|]; [|discriminate]. apply (probability_same prior n); auto.
Qed.

Lemma release_pos r : In r D -> 0 < Pr r.
Proof using Hn Hp Ix eps gamma.
  intros Ir. unfold Pr. rewrite (probability_softmax prior n) by (reflexivity || assumption).
apply softmax_pos, (datasets_some prior n Hp Hn). Qed.

Lemma release_ratio r s : In r D -> In s D ->
  Pr r = exp (eps * (distance prior x s - distance prior x r) / (2 * S)) * Pr s.
Proof using Hn Hp Ix gamma.
  intros Ir Is. unfold Pr. rewrite !(probability_softmax prior n) by (reflexivity || assumption).
  unfold softmax. simpl sens. simpl factor. fold S.
  pose proof mh_exp_sens_pos. unfold Rdiv at 1 5. rewrite <- Rmult_assoc, <- exp_plus. f_equal.
  f_equal. field. lra.
Qed.

Lemma multiplicity_ge1 r : In r D -> 1 <= multiplicity prior x r.
Proof using Ix.
  intros Ir. unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex].
  rewrite Ex. fold D.
  assert (I : In r (filter (fun z => Reqb (distance prior x z) (distance prior x r)) D)).
  { apply filter_In. split; [exact Ir|]. unfold Reqb. destruct (Req_EM_T _ _); congruence. }
  destruct (filter _ _) as [|z l]; [easy|]. cbn [length]. rewrite S_INR.
  pose proof (pos_INR (length l)). lra.
Qed.

Lemma multiplicity_le r : multiplicity prior x r <= INR (length D).
Proof using Ix.
  unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  fold D. apply le_INR, length_filter.
Qed.

Lemma release_le r : In r D -> Pr r <= exp (- eps * distance prior x r / (2 * S)).
Proof using Hn Hp Ix gamma.
  intros Ir. unfold Pr. rewrite (probability_softmax prior n) by (reflexivity || assumption).
  pose proof (distance_metric prior n Hp) as M. fold D in M.
  set (f := fun z => - eps * distance prior x z / (factor (mh_exp gamma) * sens
    (mh_exp gamma) prior x)).
  assert (Z : 1 <= sumof D (fun z => exp (f z))).
  { pose proof Ix as I. apply in_split in I. destruct I as (l1 & l2 & E). unfold D at 1. fold D.
    rewrite E. unfold sumof. rewrite map_app. cbn [map].
    assert (Q : forall l, 0 <= suml (map (fun z => exp (f z)) l)).
    { induction l as [|a l IH]; simpl; [lra|]. pose proof (exp_pos (f a)). lra. }
    assert (R : forall a b, suml (a ++ b) = suml a + suml b) by (induction a as [|a0 a IH];
      intros; simpl; [ring | rewrite IH; ring]).
    rewrite R. cbn [suml]. pose proof (Q l1). pose proof (Q l2).
    assert (F : f x = 0). { unfold f. rewrite (m_refl _ _ M x Ix). simpl. fold S.
    pose proof mh_exp_sens_pos. field. lra. }
    rewrite F, exp_0. lra. }
  fold D. unfold softmax. change (exp (f r) / sumof D (fun z => exp (f z)) <= exp (f r)).
  apply div_le; [lra|]. pose proof (exp_pos (f r)). nra.
Qed.

(* Either the distances differ by at most S, or the far one is improbable. *)
Lemma near r s c cr cs : In r D -> In s D -> 0 <= eps -> 0 <= cr <= c * cs -> 0 <= c -> 0 <= cs ->
  distance prior x s - distance prior x r <= S ->
  cr * Pr r <= c * exp (eps / 2) * (cs * Pr s).
Proof using Hn Hp Ix gamma.
  intros Ir Is He Cr Hc Cs L. pose proof mh_exp_sens_pos as Sp.
  rewrite (release_ratio r s) by assumption. pose proof (release_pos s Is) as Ps.
  assert (E : exp (eps * (distance prior x s - distance prior x r) / (2 * S)) <= exp (eps / 2)).
  { apply exp_le. apply div_le; [lra|]. replace (eps / 2 * (2 * S)) with (eps * S) by field.
    apply Rmult_le_compat_l; lra. }
  pose proof (exp_pos (eps * (distance prior x s - distance prior x r) / (2 * S))) as P0.
  replace (cr * (exp (eps * (distance prior x s - distance prior x r) / (2 * S)) * Pr s)) with
    (cr * exp (eps * (distance prior x s - distance prior x r) / (2 * S)) * Pr s) by ring.
  replace (c * exp (eps / 2) * (cs * Pr s)) with (c * cs * exp (eps / 2) * Pr s) by ring.
  apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat; lra.
Qed.

Lemma far r v : In r D -> 0 <= eps -> - eps * distance prior x r / (2 * S) <= v ->
  multiplicity prior x r * Pr r <= INR (length D) * exp v.
Proof using Hn Hp Ix gamma.
  intros Ir He L. pose proof (multiplicity_ge1 r Ir). pose proof (release_pos r Ir).
  pose proof (release_le r Ir). pose proof (multiplicity_le r).
  apply Rmult_le_compat; try lra. eapply Rle_trans; [eassumption | apply exp_le, L].
Qed.
End Events.

Lemma number_two (prior : list R) n : INR (length prior) = 2 ->
  INR (length (datasets n (length prior))) = INR n + 1.
Proof.
  intros K. assert (E' : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  rewrite E', datasets_number, binomial_1, plus_INR. reflexivity.
Qed.

Lemma lemma_2_2_any n prior x r s eps delta c : (1 <= n)%nat -> is_prior prior ->
  In x (datasets n (length prior)) ->
  In r (datasets n (length prior)) -> In s (datasets n (length prior)) -> 0 < eps ->
    0 < delta < 1 -> INR (length prior) = 2 ->
  let lam := ln (1 - eps / (2 * ln (delta / (2 * (INR n + 1))))) in
  distance prior x s < exp lam * distance prior x r -> 0 <= c ->
    multiplicity prior x r <= c * multiplicity prior x s ->
  multiplicity prior x r * probability (mh_exp lam) prior eps x r <= c * exp (eps / 2) *
    (multiplicity prior x s * probability (mh_exp lam) prior eps x s) + delta / 2.
Proof.
  intros Hn Hp Ix Ir Is He Hd K lam L Hc M.
  destruct (notes_lambda n eps delta He Hd) as (A & B & Cc & D & G). fold lam in G.
  assert (El : exp lam = 1 - eps / (2 * ln (delta / (2 * (INR n + 1))))) by (apply exp_ln; lra).
  pose proof (multiplicity_ge1 prior n x Ix r Ir) as Cr1.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Cs1.
  pose proof (release_pos prior n Hp Hn eps lam x Ix s Is) as Ps.
  pose proof (exp_pos (eps / 2)) as E2.
  pose proof (Sexp_pos prior n x lam Hp Hn Ix) as Sp.
  set (T := ln (delta / (2 * (INR n + 1)))) in *.
  destruct (Rle_dec (distance prior x s - distance prior x r) (Sexp prior x lam)) as [N|N].
  - pose proof (near prior n Hp Hn eps lam x Ix r s c (multiplicity prior x r)
      (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) Hc ltac:(lra) N). lra.
  - assert (F : - eps * distance prior x r / (2 * Sexp prior x lam) <= T).
    { apply div_le; [lra|]. rewrite El in L. set (h := distance prior x r) in *.
      assert (E : (1 - eps / (2 * T)) * h - h = - eps * h / (2 * T)) by (field; lra).
      assert (Q : Sexp prior x lam < - eps * h / (2 * T)) by lra.
      assert (Q2 : 2 * T * (- eps * h / (2 * T)) < 2 * T * Sexp prior x lam)
        by (apply Rmult_lt_gt_compat_neg_l; lra).
      replace (2 * T * (- eps * h / (2 * T))) with (- eps * h) in Q2 by (field; lra). lra. }
    pose proof (far prior n Hp Hn eps lam x Ix r T Ir ltac:(lra) F) as B2.
    rewrite number_two in B2 by exact K. unfold T in B2. rewrite exp_ln in B2 by exact B.
    replace ((INR n + 1) * (delta / (2 * (INR n + 1)))) with (delta / 2) in B2 by (field; lra).
    assert (0 <= c * exp (eps / 2) * (multiplicity prior x s * probability
      (mh_exp lam) prior eps x s)).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. apply Rmult_le_pos; lra. }
    lra.
Qed.
