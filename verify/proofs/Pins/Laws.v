(* What the words about distances, sensitivities and mechanisms mean, by lemmas that pin each of
   them: tables row by row, laws by their total mass, largest and smallest by what they attain. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting NoisyCounts Release.
From Dpbi.Pins Require Import Data.
Import ListNotations.
Open Scope R_scope.

(* Gamma: 1 at 1, multiplied by z from z to z + 1, convex in its logarithm, pi at 1/2 squared. *)
Lemma Gamma_pinned : Gamma 1 = 1 /\ (forall z, 0 < z -> Gamma (z + 1) = z * Gamma z) /\
  (forall a b, 0 < a -> 0 < b ->
     Gamma ((a + b) / 2) * Gamma ((a + b) / 2) <= Gamma a * Gamma b) /\
  Gamma (1 / 2) * Gamma (1 / 2) = PI.
Proof. repeat split; [apply Gamma_1 | apply Gamma_S | apply Gamma_convex | apply Gamma_half]. Qed.

Lemma hellinger_pinned : hellinger [2; 1] [1; 2] = sqrt (1 - PI / 4).
Proof. exact smallest_value. Qed.

(* The tables of mechanisms. *)
Lemma factor_pinned gs gamma beta : map factor [ehd_printed; ehd_true; ehd gs; ehdl; ehds gamma;
    ehds_4s gamma; mh gamma; mh_exp beta; mh_s gamma; mh_s_exp beta]
  = [2; 2; 2; 2; 2 * (1 + gamma); 4; 2; 2; 1; 1].
Proof. reflexivity. Qed.

Lemma sens_pinned prior x gs gamma beta :
  map (fun m => sens m prior x) [ehd_printed; ehd_true; ehd gs; ehdl; ehds gamma; ehds_4s gamma;
    mh gamma; mh_exp beta; mh_s gamma; mh_s_exp beta]
  = [sqrt (1 - PI / 4); GS prior (list_sum x); gs; LS prior x; Sharm prior x gamma;
     Sharm prior x gamma; Sharm prior x gamma; Sexp prior x beta; Sharm prior x gamma;
     Sexp prior x beta].
Proof. reflexivity. Qed.

Lemma scale_pinned : forall k, (2 <= k)%nat -> map (fun m => scale m k) [laplace_defined;
    laplace_dimension; lsdim; lsdim_fresh; lszhang; lszhang_rest; lszhang_all; lszhang_theorem]
  = [2; INR k; INR k; INR k; 2 * INR k; 2 * INR k; 2 * INR k; 2].
Proof. reflexivity. Qed.

Lemma scale_by_categories k : map (fun m => scale m (S (S (S k)))) [laplace_improved; lshist;
    lshist_fresh] = [2; 2; 2] /\
  map (fun m => scale m 2) [laplace_improved; lshist; lshist_fresh] = [1; 1; 1].
Proof. split; reflexivity. Qed.

Lemma last_pinned gs gamma beta : map last_of [laplace_defined; laplace_dimension;
    laplace_improved; lshist; lsdim; lszhang_rest; lszhang; lszhang_all; lszhang_theorem;
    lshist_fresh; lsdim_fresh]
  = [Some rest; Some rest; Some rest; Some rest; Some rest; Some rest; Some absent; Some noised;
     Some noised; Some fresh; Some fresh] /\
  map last_of [ehd_printed; ehd_true; ehd gs; ehdl; ehds gamma; ehds_4s gamma; mh gamma;
    mh_exp beta; mh_s gamma; mh_s_exp beta] = repeat None 10.
Proof. split; reflexivity. Qed.

(* Laplace noise: symmetric around 0, below 0 with half of its mass, of scale b. *)
Lemma laplace_cdf_pinned b t : 0 < b -> 0 <= t ->
  1 - laplace_cdf b t = exp (- (t / b)) / 2 /\ laplace_cdf b (- t) = exp (- (t / b)) / 2.
Proof.
  intros b_pos t_pos. assert (E : - t / b = - (t / b)) by (field; lra).
  unfold laplace_cdf. destruct (Rlt_dec t 0); [lra|]. rewrite E. split; [field|].
  destruct (Rlt_dec (- t) 0) as [L|L].
  - reflexivity.
  - assert (t = 0) as -> by lra. rewrite !Ropp_0. unfold Rdiv. rewrite !Rmult_0_l, Ropp_0, exp_0.
    field.
Qed.

(* The total mass of each law is 1. *)
Lemma sumof_flat_map {A B} (l : list A) (g : A -> list B) f :
  sumof (flat_map g l) f = sumof l (fun a => sumof (g a) f).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [flat_map]. rewrite sumof_app, IH. reflexivity.
Qed.

Lemma noisy_vector_total b n x m : (1 <= n)%nat -> (m <= length x)%nat ->
  sumof (tuples n m) (noisy_vector b n x) = 1.
Proof.
  intros n_pos. revert x. induction m as [|m IH]; intros x L.
  - unfold sumof. destruct x; simpl; ring.
  - destruct x as [|c x]; [simpl in L; lia|]. cbn [tuples]. rewrite sumof_flat_map.
    rewrite <- (noisy_total b n c n_pos). apply sumof_ext. intros j _. rewrite sumof_map.
    cbn [noisy_vector]. rewrite sumof_scale, IH by (simpl in L; lia). ring.
Qed.

Lemma tuples_last n m (f : list nat -> R) (g : nat -> R) :
  sumof (tuples n (S m)) (fun r => f (removelast r) * g (last r 0%nat))
  = sumof (tuples n m) f * sumof (seq 0 (S n)) g.
Proof.
  revert f. induction m as [|m IH]; intros f.
  - cbn [tuples]. rewrite sumof_flat_map. unfold sumof at 3. cbn [map suml].
    rewrite Rplus_0_r, <- sumof_scale. apply sumof_ext. intros c _. unfold sumof. simpl. ring.
  - change (tuples n (S (S m))) with
      (flat_map (fun c => map (cons c) (tuples n (S m))) (seq 0 (S n))).
    change (sumof (tuples n (S m)) f) with
      (sumof (flat_map (fun c => map (cons c) (tuples n m)) (seq 0 (S n))) f).
    rewrite !sumof_flat_map, Rmult_comm, <- sumof_scale. apply sumof_ext. intros c _.
    rewrite !sumof_map, Rmult_comm, <- (IH (fun r => f (c :: r))). apply sumof_ext.
    intros r Ir. destruct (tuples_spec _ _ _ Ir) as [L _]. destruct r; [discriminate|].
    reflexivity.
Qed.

Lemma one_of_them s m i (v : R) : (s <= i < s + m)%nat ->
  sumof (seq s m) (fun j => if Nat.eqb i j then v else 0) = v.
Proof.
  revert s. induction m as [|m IH]; intros s L; [lia|]. unfold sumof. cbn [seq map suml].
  fold (sumof (seq (S s) m) (fun j => if Nat.eqb i j then v else 0)).
  destruct (Nat.eqb_spec i s) as [->|N].
  - assert (none : sumof (seq (S s) m) (fun j => if Nat.eqb s j then v else 0) = 0); [|lra].
    rewrite (sumof_const_on _ _ 0); [ring|]. intros j Ij. apply in_seq in Ij.
    destruct (Nat.eqb_spec s j); [lia | reflexivity].
  - rewrite IH by lia. ring.
Qed.

Lemma sumof_plus {A} (l : list A) f g :
  sumof l (fun a => f a + g a) = sumof l f + sumof l g.
Proof. unfold sumof. induction l as [|a l IH]; cbn [map suml]; [ring | rewrite IH; ring]. Qed.

Lemma by_value {A} (l : list A) (value : A -> nat) (h : A -> R) n :
  (forall a, In a l -> (value a <= n)%nat) ->
  sumof (seq 0 (S n)) (fun j => sumof (filter (fun a => Nat.eqb (value a) j) l) h) = sumof l h.
Proof.
  induction l as [|a l IH]; intros bound.
  - rewrite (sumof_const_on _ _ 0) by reflexivity. unfold sumof. cbn [map suml]. ring.
  - transitivity (sumof (seq 0 (S n)) (fun j => (if Nat.eqb (value a) j then h a else 0)
      + sumof (filter (fun a => Nat.eqb (value a) j) l) h)).
    + apply sumof_ext. intros j _. unfold sumof. cbn [filter].
      destruct (Nat.eqb (value a) j); cbn [map suml]; ring.
    + rewrite sumof_plus, IH by (intros; apply bound; now right).
      rewrite one_of_them by (specialize (bound a (or_introl eq_refl)); lia). reflexivity.
Qed.

Lemma fresh_rest_total b n x : (1 <= n)%nat ->
  sumof (seq 0 (S n)) (fresh_rest b n x) = 1.
Proof.
  intros n_pos. unfold fresh_rest.
  rewrite (by_value (tuples n (length x)) (fun v => (n - list_sum v)%nat)) by (intros; lia).
  apply noisy_vector_total; [exact n_pos | apply le_n].
Qed.

Theorem total_mass m prior n eps x : is_prior prior -> (1 <= n)%nat ->
  In x (datasets n (length prior)) ->
  sumof (outputs m n (length prior)) (probability m prior eps x) = 1.
Proof.
  intros prior_ok n_pos Ix. rewrite (sumof_ext _ _ (density m prior eps x))
    by (intros r Ir; apply (probability_density prior n); assumption).
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx total]. destruct prior_ok as [K _].
  unfold density, outputs. rewrite total. destruct (last_of m) as [[]|].
  - rewrite sumof_map. rewrite (sumof_ext _ _ (noisy_vector (scale m (length prior) / eps) n x))
      by (intros r _; rewrite removelast_last; reflexivity).
    apply noisy_vector_total; [exact n_pos | lia].
  - apply noisy_vector_total; [exact n_pos | lia].
  - apply noisy_vector_total; [exact n_pos | lia].
  - destruct (length prior) as [|k] eqn:E; [lia|]. rewrite (tuples_last n k).
    rewrite noisy_vector_total, fresh_rest_total by lia. ring.
  - apply (softmax_total (datasets n (length prior))
      (fun z => - eps * distance prior x z / (factor m * sens m prior x))).
    destruct (datasets n (length prior)); [easy | discriminate].
Qed.

Theorem never_released m prior eps x r : ~ In r (outputs m (list_sum x) (length prior)) ->
  probability m prior eps x r = 0.
Proof. intros N. unfold probability. destruct (in_dec _ _ _); [contradiction | reflexivity]. Qed.

(* Sensitivities attain what they bound. *)
Section Sensitivities.
Context (prior : list R) (n : nat) (prior_ok : is_prior prior) (n_pos : (1 <= n)%nat).
Context (x : list nat) (Ix : In x (datasets n (length prior))).

Lemma LS_pinned v : LS prior x = v <->
  (exists y, adjacent x y /\ distance prior x y = v) /\
  (forall y, adjacent x y -> distance prior x y <= v).
Proof using Ix n_pos prior_ok. apply maxof_greatest, (neighbours_some_in prior n); assumption. Qed.

Lemma GS_pinned v : GS prior n = v <->
  (exists y, is_dataset prior n y /\ LS prior y = v) /\
  (forall y, is_dataset prior n y -> LS prior y <= v).
Proof using n_pos prior_ok.
  unfold GS. rewrite maxof_greatest by (apply datasets_some; assumption).
  split; intros [(y & Iy & E) bound]; (split; [exists y|]); try split; try assumption;
    try (apply (in_datasets prior n); assumption);
    intros z Iz; apply bound, (in_datasets prior n), Iz.
Qed.

Lemma Sharm_pinned gamma : 0 <= gamma ->
  (exists y, is_dataset prior n y /\
     1 / Sharm prior x gamma = 1 / LS prior y + gamma * replaced x y) /\
  (forall y, is_dataset prior n y ->
     1 / Sharm prior x gamma <= 1 / LS prior y + gamma * replaced x y).
Proof using Ix n_pos prior_ok.
  intros gamma_ok. pose proof (proj1 (in_datasets prior n x) Ix) as [Lx total].
  pose proof (Sharm_pos prior n prior_ok n_pos gamma x gamma_ok Ix) as pos.
  unfold Sharm in *. rewrite total in *.
  set (f := fun y => 1 / LS prior y + gamma * replaced x y) in *.
  assert (E : 1 / (1 / minof (datasets n (length prior)) f)
              = minof (datasets n (length prior)) f).
  { field. intros Z. rewrite Z in pos. clear pos.
    pose proof (harmonic_denominator_pos (datasets n (length prior)) (LS prior) replaced gamma
      (LS_pos prior n prior_ok n_pos) (fun u v _ _ => replaced_nonneg u v)
      (fun u _ => replaced_refl u) gamma_ok x Ix) as denominator.
    fold f in denominator. lra. }
  rewrite E. split.
  - destruct (minof_in (datasets n (length prior)) f (datasets_some prior n prior_ok n_pos))
      as (y & Iy & Ey).
    exists y. split; [apply (in_datasets prior n), Iy | exact Ey].
  - intros y Iy. apply (minof_le (datasets n (length prior)) f), (in_datasets prior n), Iy.
Qed.

Lemma Sexp_pinned beta v : Sexp prior x beta = v <->
  (exists y, is_dataset prior n y /\ LS prior y * exp (- (beta * replaced x y)) = v) /\
  (forall y, is_dataset prior n y -> LS prior y * exp (- (beta * replaced x y)) <= v).
Proof using Ix n_pos prior_ok.
  pose proof (proj1 (in_datasets prior n x) Ix) as [Lx total]. unfold Sexp. rewrite total.
  assert (same : forall y, - beta * replaced x y = - (beta * replaced x y)) by (intros; ring).
  rewrite maxof_greatest by (apply datasets_some; assumption).
  split; intros [(y & Iy & E) bound]; (split; [exists y|]).
  - rewrite <- same. split; [apply (in_datasets prior n), Iy | exact E].
  - intros z Iz. rewrite <- same. apply bound, (in_datasets prior n), Iz.
  - rewrite same. split; [apply (in_datasets prior n), Iy | exact E].
  - intros z Iz. rewrite same. apply bound, (in_datasets prior n), Iz.
Qed.

End Sensitivities.

(* A multiplicity counts the candidates at a distance. *)
Lemma multiplicity_pinned prior x r : multiplicity prior x r
  = INR (length (filter (fun z => Reqb (distance prior x z) (distance prior x r))
           (datasets (list_sum x) (length prior)))).
Proof. reflexivity. Qed.

(* delta is 0 where and only where no probability is more than e^level times the other. *)
Lemma hockey_stick_0 m prior eps x y level :
  hockey_stick m prior eps x y level = 0 <->
  forall r, In r (outputs m (list_sum x) (length prior)) ->
    probability m prior eps x r <= exp level * probability m prior eps y r.
Proof.
  unfold hockey_stick. set (f := fun r => _). set (l := outputs _ _ _).
  assert (pos : forall r, 0 <= f r) by (intros; apply Rmax_l).
  assert (zero : forall r, f r = 0 <->
    probability m prior eps x r <= exp level * probability m prior eps y r).
  { intros r. unfold f, Rmax. destruct (Rle_dec _ _); split; intros; lra. }
  transitivity (forall r, In r l -> f r = 0); [|split; intros all r Ir; apply zero, all, Ir].
  induction l as [|a l IH].
  - split; intros; easy || reflexivity.
  - assert (rest : 0 <= sumof l f) by (apply sumof_nonneg; intros; apply pos).
    unfold sumof in *. cbn [map suml]. specialize (pos a). split.
    + intros E r [<-|Ir]; [lra|]. apply IH; [lra | exact Ir].
    + intros all. rewrite (all a (or_introl eq_refl)).
      rewrite (proj2 IH (fun r Ir => all r (or_intror Ir))). ring.
Qed.
