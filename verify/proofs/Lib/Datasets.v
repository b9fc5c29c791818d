(* What the definitions of Vocabulary.v mean, and that Dirichlet posteriors fit Exponential.v. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger.
Import ListNotations.
Open Scope R_scope.

Lemma datasets_spec n k x : In x (datasets n k) <-> length x = k /\ list_sum x = n.
Proof.
  revert n x. induction k as [|k IH]; intros n x; cbn [datasets].
  - destruct n; simpl; split.
    + intros [<-|[]]. split; reflexivity.
    + intros [L E]. destruct x; [now left | discriminate].
    + easy.
    + intros [L E]. destruct x; [discriminate | discriminate].
  - rewrite in_flat_map. split.
    + intros (c & Ic & I). apply in_map_iff in I. destruct I as (y & <- & Iy).
      apply IH in Iy. apply in_seq in Ic. simpl. lia.
    + destruct x as [|c x]; intros [L E]; [discriminate|]. simpl in L, E. exists c. split.
      * apply in_seq. lia.
      * apply in_map. apply IH. lia.
Qed.

Lemma more_spec x y : In y (more x) ->
  length y = length x /\ list_sum y = S (list_sum x) /\ In x (less y).
Proof.
  revert y. induction x as [|c x IH]; intros y; cbn [more]; [easy|]. intros [<-|I].
  - simpl. repeat split; try lia. now left.
  - apply in_map_iff in I. destruct I as (z & <- & I). destruct (IH z I) as (L & E & J). simpl.
    repeat split; try lia. apply in_or_app. right. apply in_map, J.
Qed.

Lemma less_spec x y : In y (less x) ->
  length y = length x /\ S (list_sum y) = list_sum x /\ In x (more y).
Proof.
  revert y. induction x as [|c x IH]; intros y; cbn [less]; [easy|]. intros I.
  apply in_app_or in I. destruct I as [I|I].
  - destruct c; [easy|]. destruct I as [<-|[]]. simpl. repeat split; try lia. now left.
  - apply in_map_iff in I. destruct I as (z & <- & I). destruct (IH z I) as (L & E & J). simpl.
    repeat split; try lia. right. apply in_map, J.
Qed.

Lemma neighbours_spec x y : In y (neighbours x) ->
  length y = length x /\ list_sum y = list_sum x /\ In x (neighbours y) /\ y <> x.
Proof.
  revert y. induction x as [|c x IH]; intros y; cbn [neighbours]; [easy|]. intros I.
  apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - destruct c; [easy|]. apply in_map_iff in I. destruct I as (z & <- & I).
    destruct (more_spec _ _ I) as (L & E & J). simpl. repeat split; try lia.
    + apply in_or_app. right. apply in_or_app. left. apply in_map, J.
    + intros K. injection K. lia.
  - apply in_map_iff in I. destruct I as (z & <- & I). destruct (less_spec _ _ I) as (L & E & J).
    simpl.
    repeat split; try lia.
    + apply in_or_app. left. apply in_map, J.
    + intros K. injection K. lia.
  - apply in_map_iff in I. destruct I as (z & <- & I). destruct (IH _ I) as (L & E & J & N).
    simpl.
    repeat split; try lia.
    + apply in_or_app. right. apply in_or_app. right. apply in_map, J.
    + intros K. injection K. intros. contradiction.
Qed.

Lemma adjacent_sym x y : adjacent x y -> adjacent y x.
Proof. intros A. apply (neighbours_spec x y A). Qed.

Lemma more_some x : x <> [] -> more x <> [].
Proof. destruct x; [congruence | discriminate]. Qed.

Lemma less_some x : (0 < list_sum x)%nat -> less x <> [].
Proof.
  induction x as [|c x IH]; simpl; [lia|]. destruct c; [|discriminate]. intros P.
  specialize (IH P). destruct (less x); [congruence | discriminate].
Qed.

Lemma neighbours_some x : (2 <= length x)%nat -> (0 < list_sum x)%nat -> neighbours x <> [].
Proof.
  destruct x as [|c x]; [simpl; lia|]. cbn [neighbours length list_sum fold_right]. intros L P.
  destruct c.
  - assert (N : less x <> []) by (apply less_some; exact P).
    destruct (less x); [congruence | discriminate].
  - assert (N : more x <> []) by (apply more_some; destruct x; [simpl in L; lia | discriminate]).
    destruct (more x); [congruence | discriminate].
Qed.

(* Replaced records. *)
Lemma l1_refl x : l1 x x = 0.
Proof. induction x as [|a x IH]; simpl; [reflexivity|]. rewrite IH, Rminus_eq_0, Rabs_R0. ring.
Qed.

Lemma l1_nonneg x y : 0 <= l1 x y.
Proof.
  revert y. induction x as [|a x IH]; intros [|b y]; simpl; try lra.
  specialize (IH y). pose proof (Rabs_pos (INR a - INR b)). lra.
Qed.

Lemma Rabs_S a b : Rabs (INR (S a) - INR b) <= Rabs (INR a - INR b) + 1 /\
                   Rabs (INR a - INR b) <= Rabs (INR (S a) - INR b) + 1.
Proof. rewrite S_INR. unfold Rabs.
destruct (Rcase_abs (INR a + 1 - INR b)), (Rcase_abs (INR a - INR b)); lra. Qed.

Lemma l1_more x y z : In y (more x) -> l1 y z <= l1 x z + 1 /\ l1 x z <= l1 y z + 1.
Proof.
  revert y z. induction x as [|c x IH]; intros y z; cbn [more]; [easy|]. intros [<-|I].
  - destruct z as [|b z]; cbn [l1]; [lra|]. pose proof (Rabs_S c b). lra.
  - apply in_map_iff in I. destruct I as (w & <- & I). destruct z as [|b z]; simpl; [lra|].
    specialize (IH w z I). lra.
Qed.

Lemma l1_neighbours x y z : In y (neighbours x) -> l1 y z <= l1 x z + 2.
Proof.
  revert y z. induction x as [|c x IH]; intros y z; cbn [neighbours]; [easy|]. intros I.
  apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
  - destruct c; [easy|]. apply in_map_iff in I. destruct I as (w & <- & I).
    destruct z as [|b z]; cbn [l1]; [lra|]. pose proof (l1_more x w z I). pose proof (Rabs_S c b).
    lra.
  - apply in_map_iff in I. destruct I as (w & <- & I).
    destruct z as [|b z]; cbn [l1]; [lra|]. destruct (less_spec _ _ I) as (_ & _ & J).
    pose proof (l1_more w x z J). pose proof (Rabs_S c b). lra.
  - apply in_map_iff in I. destruct I as (w & <- & I). destruct z as [|b z]; cbn [l1]; [lra|].
    specialize (IH w z I). lra.
Qed.

Lemma replaced_neighbours x y z : adjacent x y -> replaced x z <= replaced y z + 1.
Proof. intros A. apply adjacent_sym in A. unfold replaced. pose proof (l1_neighbours y x z A).
lra. Qed.

(* Posteriors of datasets of one size. *)
Lemma posterior_length prior x : length x = length prior ->
  length (posterior prior x) = length prior.
Proof.
  revert x. induction prior as [|a p IH]; intros [|c x]; simpl; try lia. intros L.
  rewrite IH; lia.
Qed.

Lemma posterior_pos prior x : allpos prior -> allpos (posterior prior x).
Proof.
  intros A. revert x. induction A as [|a p Pa Pp IH]; intros [|c x]; simpl; try constructor.
  - pose proof (pos_INR c). lra.
  - apply IH.
Qed.

Lemma posterior_sum prior x : length x = length prior ->
  suml (posterior prior x) = suml prior + INR (list_sum x).
Proof.
  revert x. induction prior as [|a p IH]; intros [|c x] L; simpl in *; try discriminate; [lra|].
  rewrite IH by lia. rewrite plus_INR. ring.
Qed.

Lemma posterior_inj prior x y : length x = length prior -> length y = length prior ->
  posterior prior x = posterior prior y -> x = y.
Proof.
  revert x y. induction prior as [|a p IH]; intros [|c x] [|e y] L M; simpl in *;
    try discriminate; [reflexivity|].
  intros E. injection E. intros E1 E2. f_equal; [apply INR_eq; lra | apply IH; auto].
Qed.

Section Prior.
Context (prior : list R) (n : nat) (Hp : is_prior prior).
Let D := datasets n (length prior).

Lemma in_datasets x : In x D <-> is_dataset prior n x.
Proof using. apply datasets_spec. Qed.

Lemma posterior_simplex x : In x D ->
  simplex (length prior) (suml prior + INR n) (posterior prior x).
Proof using Hp.
  intros I. apply in_datasets in I. destruct I as [L E], Hp as [_ A]. unfold simplex.
  rewrite posterior_sum, E by exact L. auto using posterior_length, posterior_pos.
Qed.

Lemma k_positive : (0 < length prior)%nat.
Proof using Hp. destruct Hp as [K _]. lia. Qed.

Lemma distance_metric : metric1 D (distance prior).
Proof using Hp n.
  split; unfold distance; intros.
  - eapply hellinger_refl; [apply k_positive | apply posterior_simplex; assumption].
  - apply hellinger_nonneg.
  - left. eapply hellinger_lt1; [apply k_positive | apply posterior_simplex; assumption ..].
  - apply hellinger_sym.
  - eapply hellinger_triangle; [apply k_positive | apply posterior_simplex; assumption ..].
Qed.

Lemma distance_pos x y : In x D -> In y D -> x <> y -> 0 < distance prior x y.
Proof using Hp n.
  intros Ix Iy N. eapply hellinger_pos; [apply k_positive | apply posterior_simplex; assumption ..
  |].
  intros E. apply N. apply in_datasets in Ix. apply in_datasets in Iy.
  apply (posterior_inj prior); [apply Ix | apply Iy | exact E].
Qed.

Lemma neighbours_in x : In x D -> incl (neighbours x) D.
Proof using n prior.
  intros Ix y Iy. apply in_datasets in Ix. apply in_datasets.
  destruct (neighbours_spec x y Iy) as (L & E & _).
  destruct Ix as [L' E']. split; congruence.
Qed.

Hypothesis n_pos : (1 <= n)%nat.

Lemma neighbours_some_in x : In x D -> neighbours x <> [].
Proof using Hp n_pos. intros I. apply in_datasets in I. destruct I as [L E], Hp as [K _].
apply neighbours_some; lia. Qed.

Lemma LS_pos x : In x D -> 0 < LS prior x.
Proof using Hp n_pos.
  intros I. destruct (maxof_in (neighbours x) (fun y => distance prior x y)
    (neighbours_some_in x I)) as (y & Iy & E).
  unfold LS. rewrite E. apply distance_pos; [exact I | apply (neighbours_in x I y Iy) | ].
  apply not_eq_sym. apply (neighbours_spec x y Iy).
Qed.

Lemma LS_le1 x : In x D -> LS prior x <= 1.
Proof using Hp n_pos.
  intros I. apply maxof_le; [apply neighbours_some_in, I|]. intros y Iy.
  apply (m_le1 _ _ distance_metric); [exact I | apply (neighbours_in x I y Iy)].
Qed.

Lemma distance_le_LS x y : adjacent x y -> distance prior x y <= LS prior x.
Proof using.
  intros A. unfold LS. apply (maxof_ge (neighbours x) (fun y => distance prior x y) y A).
Qed.

Lemma datasets_some : D <> [].
Proof using Hp n_pos.
  assert (I : In (n :: repeat 0%nat (length prior - 1)) D).
  { apply in_datasets. split; simpl.
    - rewrite repeat_length. destruct Hp as [K _]. lia.
    - assert (E : forall m, list_sum (repeat 0%nat m) = 0%nat) by (induction m; simpl; auto).
      rewrite E. lia. }
  destruct D; [easy | discriminate].
Qed.

Lemma LS_le_GS x : In x D -> LS prior x <= GS prior n.
Proof using. intros I. unfold GS. apply (maxof_ge D (fun x => LS prior x) x I). Qed.

Lemma GS_pos : 0 < GS prior n.
Proof using Hp n_pos.
  destruct (maxof_in D (fun x => LS prior x) datasets_some) as (x & I & E). unfold GS. fold D.
  rewrite E. apply LS_pos, I.
Qed.

Lemma Sharm_harmonic x gamma : In x D ->
  Sharm prior x gamma = harmonic D (LS prior) replaced gamma x.
Proof using n.
  intros I. apply in_datasets in I. destruct I as [L E]. unfold Sharm, harmonic. rewrite E.
reflexivity. Qed.

Lemma Sexp_expsmooth x beta : In x D ->
  Sexp prior x beta = expsmooth D (LS prior) replaced beta x.
Proof using n.
  intros I. apply in_datasets in I. destruct I as [L E]. unfold Sexp, expsmooth. rewrite E.
reflexivity. Qed.

Lemma replaced_nonneg x y : 0 <= replaced x y.
Proof using. unfold replaced. pose proof (l1_nonneg x y). lra. Qed.

Lemma replaced_refl x : replaced x x = 0.
Proof using. unfold replaced. rewrite l1_refl. field. Qed.

Lemma adjacent_in x y : In x D -> adjacent x y -> In y D.
Proof using n prior. intros I A. apply (neighbours_in x I y A). Qed.

Lemma Sharm_pos gamma x : 0 <= gamma -> In x D -> 0 < Sharm prior x gamma.
Proof using Hp n_pos. intros G I. rewrite Sharm_harmonic by exact I.
apply harmonic_pos; auto using LS_pos, replaced_nonneg, replaced_refl. Qed.

Lemma LS_le_Sharm gamma x : 0 <= gamma -> In x D -> LS prior x <= Sharm prior x gamma.
Proof using Hp n_pos. intros G I. rewrite Sharm_harmonic by exact I.
apply harmonic_ge_local; auto using LS_pos, replaced_nonneg, replaced_refl. Qed.

Lemma Sharm_smooth gamma x y : 0 <= gamma -> In x D -> adjacent x y ->
  1 / Sharm prior x gamma - 1 / Sharm prior y gamma <= gamma.
Proof using Hp n_pos.
  intros G I A. pose proof (adjacent_in x y I A) as J. rewrite !Sharm_harmonic by assumption.
  replace gamma with (gamma * 1) at 3 by ring.
  apply harmonic_lipschitz;
    auto using LS_pos, replaced_nonneg, replaced_refl, replaced_neighbours.
Qed.

Lemma Sharm_smooth_abs gamma x y : 0 <= gamma -> In x D -> adjacent x y ->
  Rabs (1 / Sharm prior x gamma - 1 / Sharm prior y gamma) <= gamma.
Proof using Hp n_pos.
  intros G I A. pose proof (Sharm_smooth gamma x y G I A).
  pose proof (Sharm_smooth gamma y x G (adjacent_in x y I A) (adjacent_sym x y A)). apply Rabs_le.
  lra.
Qed.

Lemma tuples_some m : tuples n m <> [].
Proof using.
  induction m as [|m IH]; cbn [tuples]; [discriminate|]. intros E.
  destruct (tuples n m) as [|t l]; [congruence|]. cbn in E. discriminate.
Qed.

Lemma outputs_some m : outputs m n (length prior) <> [].
Proof using Hp n_pos.
  unfold outputs. destruct (last_of m) as [[]|]; [| | | |apply datasets_some].
  - pose proof (tuples_some (length prior - 1)) as T.
    destruct (tuples n (length prior - 1)); [congruence | discriminate].
  - apply tuples_some.
  - apply tuples_some.
  - apply tuples_some.
Qed.

Lemma flat_map_some {A B} (l : list A) (f : A -> list B) :
  l <> [] -> (forall a, In a l -> f a <> []) -> flat_map f l <> [].
Proof using.
  intros N F. destruct l as [|a l]; [congruence|]. specialize (F a (or_introl eq_refl)).
  cbn [flat_map].
  destruct (f a); [congruence | discriminate].
Qed.

Lemma loss_attained m eps : exists x y r, In x D /\ adjacent x y /\
  In r (outputs m n (length prior)) /\
  loss m prior eps n = ln (probability m prior eps x r) - ln (probability m prior eps y r).
Proof using Hp n_pos.
  unfold loss. fold D. match goal with |- context [maxl ?l] => assert (N : l <> []) end.
  { apply flat_map_some; [apply datasets_some|]. intros x Ix.
    apply flat_map_some; [apply neighbours_some_in, Ix|].
    intros y _. pose proof (outputs_some m) as O.
    destruct (outputs m n (length prior)); [congruence | discriminate]. }
  apply maxl_in in N. apply in_flat_map in N. destruct N as (x & Ix & N).
  apply in_flat_map in N. destruct N as (y & Iy & N). apply in_map_iff in N.
  destruct N as (r & E & Ir).
  exists x, y, r. auto.
Qed.

Lemma loss_le m eps bound :
  (forall x y r, In x D -> adjacent x y -> In r (outputs m n (length prior)) ->
     ln (probability m prior eps x r) - ln (probability m prior eps y r) <= bound) ->
  loss m prior eps n <= bound.
Proof using Hp n_pos.
  intros B. destruct (loss_attained m eps) as (x & y & r & Ix & A & Ir & ->). auto.
Qed.

Lemma loss_ge m eps x y r : In x D -> adjacent x y -> In r (outputs m n (length prior)) ->
  ln (probability m prior eps x r) - ln (probability m prior eps y r) <= loss m prior eps n.
Proof using.
  intros Ix A Ir. apply maxl_ge. apply in_flat_map. exists x. split; [exact Ix|].
  apply in_flat_map. exists y. split; [exact A|]. apply in_map_iff. exists r. auto.
Qed.

Lemma probability_density m eps x r : In x D -> In r (outputs m n (length prior)) ->
  probability m prior eps x r = density m prior eps x r.
Proof using.
  intros I O. apply in_datasets in I. destruct I as [L E]. unfold probability. rewrite E.
  destruct (in_dec _ _ _); [reflexivity | contradiction].
Qed.

Lemma probability_softmax m eps x r : last_of m = None -> In x D -> In r D ->
  probability m prior eps x r = softmax D (fun z => - eps * distance prior x z /
    (factor m * sens m prior x)) r.
Proof using n.
  intros F I O. rewrite probability_density; [|exact I | unfold outputs; rewrite F; exact O].
  unfold density, softmax. rewrite F. apply in_datasets in I. destruct I as [L E]. rewrite E.
  reflexivity.
Qed.

(* Every mechanism with one sensitivity for all datasets that bounds the true one. *)
Lemma fixed_sensitivity_loss m eps g : last_of m = None -> factor m = 2 -> (forall x, In x D ->
  sens m prior x = g) ->
  GS prior n <= g -> 0 <= eps -> loss m prior eps n <= eps.
Proof using Hp n_pos.
  intros N F C G E. pose proof GS_pos as Gp. apply loss_le. unfold outputs. rewrite N.
  intros x y r Ix A Ir.
  pose proof (adjacent_in x y Ix A) as Iy. rewrite !probability_softmax, !C, F by assumption.
  apply (exponential_mechanism D (distance prior) g eps x y); [exact E | lra | | exact Ir].
  intros z Iz. eapply Rle_trans; [apply (metric1_abs D (distance prior) distance_metric);
    assumption|].
  eapply Rle_trans; [apply distance_le_LS, A|]. eapply Rle_trans; [apply LS_le_GS, Ix | exact G].
Qed.

(* Every mechanism with the harmonic sensitivity. *)
Lemma harmonic_loss m eps gamma : last_of m = None -> 0 < factor m ->
  (forall x, sens m prior x = Sharm prior x gamma) ->
  0 <= gamma -> 0 <= eps -> loss m prior eps n <= eps * (2 + gamma) / factor m.
Proof using Hp n_pos.
  intros N F C G E. apply loss_le. unfold outputs. rewrite N. intros x y r Ix A Ir.
  pose proof (adjacent_in x y Ix A) as Iy. rewrite !probability_softmax by assumption. rewrite !C.
  pose proof (LS_le_Sharm gamma x G Ix) as Lx. pose proof (LS_le_Sharm gamma y G Iy) as Ly.
  pose proof (distance_le_LS x y A) as Hx.
  pose proof (distance_le_LS y x (adjacent_sym x y A)) as Hy.
  rewrite (m_sym _ _ distance_metric y x Iy Ix) in Hy.
  apply (smooth_loss D (distance prior) (fun x => Sharm prior x gamma) gamma
    (factor m) eps distance_metric E F x y Ix Iy);
    auto using Sharm_pos, Sharm_smooth_abs; lra.
Qed.

End Prior.
