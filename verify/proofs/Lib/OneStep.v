(* One step: datasets at most one replaced record apart, and equal parameters. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Balanced.
Import ListNotations.
Open Scope R_scope.

Lemma apart_by_one a b : Rabs (INR a - INR b) < 1 -> a = b.
Proof.
  intros L. destruct (Nat.lt_total a b) as [N|[E|N]]; [exfalso|exact E|exfalso];
    apply le_INR in N; rewrite S_INR in N; unfold Rabs in L; destruct (Rcase_abs _); lra.
Qed.

Lemma apart_by_two a b : Rabs (INR a - INR b) < 2 -> a = b \/ a = S b \/ b = S a.
Proof.
  intros L. destruct (Nat.le_gt_cases (S (S a)) b) as [N|N];
    [exfalso; apply le_INR in N; rewrite !S_INR in N; unfold Rabs in L;
     destruct (Rcase_abs _); lra|].
  destruct (Nat.le_gt_cases (S (S b)) a) as [M|M];
    [exfalso; apply le_INR in M; rewrite !S_INR in M; unfold Rabs in L;
     destruct (Rcase_abs _); lra|]. lia.
Qed.

Lemma l1_zero x y : length x = length y -> l1 x y < 1 -> x = y.
Proof.
  revert y. induction x as [|c x IH]; intros [|e y] L B; simpl in L; try discriminate;
    [reflexivity|]. cbn [l1] in B. pose proof (l1_nonneg x y).
  pose proof (Rabs_pos (INR c - INR e)).
  rewrite (apart_by_one c e) by lra. rewrite (IH y) by (lia || lra). reflexivity.
Qed.

Lemma l1_one x y : length x = length y -> list_sum y = S (list_sum x) -> l1 x y < 2 ->
  In y (more x).
Proof.
  revert y. induction x as [|c x IH]; intros [|e y] L E B; simpl in L, E; try discriminate.
  cbn [l1] in B. pose proof (l1_nonneg x y) as N. pose proof (Rabs_pos (INR c - INR e)) as P.
  cbn [more]. destruct (apart_by_two c e ltac:(lra)) as [-> | [-> | ->]].
  - right. apply in_map, IH; [lia | lia | lra].
  - exfalso. rewrite S_INR in B. replace (INR e + 1 - INR e) with 1 in B by ring.
    rewrite Rabs_R1 in B. rewrite (l1_zero x y) in E by (lia || lra). lia.
  - left. rewrite S_INR in B. replace (INR c - (INR c + 1)) with (- (1)) in B by ring.
    rewrite Rabs_Ropp, Rabs_R1 in B. rewrite (l1_zero x y) by (lia || lra). reflexivity.
Qed.

Lemma l1_sym x y : l1 x y = l1 y x.
Proof.
  revert y. induction x as [|c x IH]; intros [|e y]; cbn [l1]; try reflexivity.
  rewrite IH, Rabs_minus_sym. reflexivity.
Qed.

Lemma less_of_more x y : In x (more y) -> In y (less x).
Proof. intros I. apply (more_spec y x I). Qed.

Lemma l1_two x y : length x = length y -> list_sum x = list_sum y -> l1 x y < 3 ->
  x = y \/ adjacent x y.
Proof.
  unfold adjacent. revert y. induction x as [|c x IH]; intros [|e y] L E B; simpl in L, E;
    try discriminate; [now left|].
  cbn [l1] in B. pose proof (l1_nonneg x y) as N. pose proof (Rabs_pos (INR c - INR e)) as P.
  cbn [neighbours].
  destruct (Rlt_dec (Rabs (INR c - INR e)) 2) as [T|T].
  - destruct (apart_by_two c e T) as [-> | [-> | ->]].
    + destruct (IH y ltac:(lia) ltac:(lia) ltac:(lra)) as [-> | A]; [now left | right].
      apply in_or_app. right. apply in_or_app. right. apply in_map, A.
    + right. rewrite S_INR in B. replace (INR e + 1 - INR e) with 1 in B by ring.
      rewrite Rabs_R1 in B. apply in_or_app. left. apply in_map.
      apply l1_one; [lia | lia | lra].
    + right. rewrite S_INR in B. replace (INR c - (INR c + 1)) with (- (1)) in B by ring.
      rewrite Rabs_Ropp, Rabs_R1 in B. apply in_or_app. right. apply in_or_app. left.
      apply in_map, less_of_more, l1_one; [lia | lia |]. rewrite l1_sym. lra.
  - exfalso. assert (X : x = y) by (apply l1_zero; [lia | lra]).
    subst y. assert (c = e) as -> by lia. rewrite Rminus_eq_0, Rabs_R0 in T. lra.
Qed.

Lemma within_one_step prior n x y : is_dataset prior n x -> is_dataset prior n y ->
  replaced x y <= 1 -> x = y \/ adjacent x y.
Proof.
  intros [Lx Ex] [Ly Ey] B. unfold replaced in B. apply l1_two; [congruence | congruence | lra].
Qed.

(* Equal parameters: all neighbours are as far. *)
Lemma rho_more_equal prior x y u : allpos prior -> length x = length prior ->
  Forall (fun a => a = u) (posterior prior x) -> In y (more x) ->
  rho (posterior prior x) (posterior prior y) = rho1 u (u + 1).
Proof.
  intros A. revert x y. induction A as [|a p Pa Pp IH]; intros [|c x] y L F; simpl in L;
    try discriminate; cbn [more]; [easy|]. cbn [posterior] in F.
  inversion_clear F as [|? ? Ea Ep]. pose proof (pos_INR c). intros [<-|I].
  - cbn [posterior]. rewrite S_INR.
    rewrite rho_cons, rho_refl, Rmult_1_r by (try apply posterior_pos; auto; lra).
    rewrite <- Ea. f_equal. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior].
    rewrite rho_cons, rho1_refl, Rmult_1_l by (try apply posterior_pos; auto; lra).
    apply IH; [lia | exact Ep | exact I].
Qed.

Lemma rho_less_equal prior x y u : allpos prior -> length x = length prior ->
  Forall (fun a => a = u) (posterior prior x) -> In y (less x) ->
  rho (posterior prior x) (posterior prior y) = rho1 u (u - 1).
Proof.
  intros A. revert x y. induction A as [|a p Pa Pp IH]; intros [|c x] y L F; simpl in L;
    try discriminate; cbn [less]; [easy|]. cbn [posterior] in F.
  inversion_clear F as [|? ? Ea Ep]. pose proof (pos_INR c). intros I.
  apply in_app_or in I. destruct I as [I|I].
  - destruct c; [easy|]. destruct I as [<-|[]]. cbn [posterior]. rewrite S_INR in *.
    pose proof (pos_INR c).
    rewrite rho_cons, rho_refl, Rmult_1_r by (try apply posterior_pos; auto; lra).
    rewrite <- Ea. f_equal. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior].
    rewrite rho_cons, rho1_refl, Rmult_1_l by (try apply posterior_pos; auto; lra).
    apply IH; [lia | exact Ep | exact I].
Qed.

Lemma rho_neighbours_equal prior x y u : allpos prior -> length x = length prior ->
  Forall (fun a => a = u) (posterior prior x) -> In y (neighbours x) ->
  rho (posterior prior x) (posterior prior y) = rho1 u (u + 1) * rho1 u (u - 1).
Proof.
  intros A. revert x y. induction A as [|a p Pa Pp IH]; intros [|c x] y L F; simpl in L;
    try discriminate; cbn [neighbours]; [easy|]. cbn [posterior] in F.
  inversion_clear F as [|? ? Ea Ep]. pose proof (pos_INR c). intros I.
  apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - destruct c; [easy|]. apply in_map_iff in I. destruct I as (z & <- & I).
    pose proof (rho_more_equal p x z u Pp ltac:(lia) Ep I) as E.
    cbn [posterior]. rewrite S_INR in *. pose proof (pos_INR c).
    rewrite rho_cons by (try apply posterior_pos; auto; lra).
    rewrite E, Rmult_comm, <- Ea. f_equal. f_equal. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I).
    pose proof (rho_less_equal p x z u Pp ltac:(lia) Ep I) as E.
    cbn [posterior]. rewrite S_INR in *.
    rewrite rho_cons by (try apply posterior_pos; auto; lra).
    rewrite E, <- Ea. f_equal. f_equal. ring.
  - apply in_map_iff in I. destruct I as (z & <- & I). cbn [posterior].
    rewrite rho_cons, rho1_refl, Rmult_1_l by (try apply posterior_pos; auto; lra).
    apply IH; [lia | exact Ep | exact I].
Qed.

(* Equal squared affinities are equal distances. *)
Lemma distance_of_rho k s p q p' q' : (0 < k)%nat -> simplex k s p -> simplex k s q ->
  simplex k s p' -> simplex k s q' -> rho p q = rho p' q' -> hellinger p q = hellinger p' q'.
Proof.
  intros K Hp Hq Hp' Hq' E. unfold hellinger. do 2 f_equal.
  pose proof (affinity_sqr k s K p q Hp Hq) as S. pose proof (affinity_pos k s K p q Hp Hq).
  pose proof (affinity_sqr k s K p' q' Hp' Hq') as S'.
  pose proof (affinity_pos k s K p' q' Hp' Hq'). fold (rho p q) in S. fold (rho p' q') in S'.
  apply Rsqr_inj; [lra | lra |]. unfold Rsqr. lra.
Qed.

Lemma one_step_equal prior n x r s u : is_prior prior -> In x (datasets n (length prior)) ->
  Forall (fun a => a = u) (posterior prior x) -> adjacent x r -> adjacent x s ->
  distance prior x r = distance prior x s.
Proof.
  intros Hp Ix F Ar As. pose proof (adjacent_in prior n x r Ix Ar) as Ir.
  pose proof (adjacent_in prior n x s Ix As) as Is. pose proof (k_positive prior Hp) as K.
  pose proof (posterior_simplex prior n Hp) as Q. pose proof (proj2 Hp) as P.
  unfold distance. eapply distance_of_rho; [exact K | apply Q, Ix | apply Q, Ir | apply Q, Ix |
    apply Q, Is |]. apply in_datasets in Ix. destruct Ix as [L _].
  rewrite !(rho_neighbours_equal prior x _ u) by assumption. reflexivity.
Qed.

(* All parameters are the first one. *)
Lemma all_equal prior x : is_prior prior -> length x = length prior ->
  (forall i, In i (range 1 (length prior - 1)) ->
    nth i prior 0 + INR (nth i x 0%nat) = nth 0 prior 0 + INR (nth 0 x 0%nat)) ->
  Forall (fun a => a = nth 0 prior 0 + INR (nth 0 x 0%nat)) (posterior prior x).
Proof.
  intros Hp L E. assert (N : forall p z i, length z = length p -> (i < length p)%nat ->
    nth i (posterior p z) 0 = nth i p 0 + INR (nth i z 0%nat)).
  { clear. induction p as [|a p IH]; intros [|c z] i L B; simpl in *; try lia.
    destruct i as [|i]; [reflexivity|]. apply IH; lia. }
  apply Forall_forall. intros a Ia. apply (In_nth _ _ 0) in Ia. destruct Ia as (i & B & <-).
  rewrite posterior_length in B by exact L. rewrite N by assumption.
  destruct i as [|i]; [reflexivity|]. apply E. unfold range. apply in_seq. lia.
Qed.

Lemma Rmax_minus a b : Rmax (a - b) (b - a) = Rabs (a - b).
Proof. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra. Qed.
