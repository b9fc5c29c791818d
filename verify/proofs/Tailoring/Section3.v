From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Coordinates OneStep.
From Dpbi.Statements.Tailoring Require Import Section3.
Import ListNotations.
Open Scope R_scope.

Theorem parameters_characterise : reading_tailoring_parameters_characterise_literal.
Proof.
  intros n prior x r Hn Hp Ix Ir. dataset Ix. dataset Ir. split.
  - apply (distance_zero prior n); assumption.
  - intros <-. apply (m_refl _ _ (distance_metric prior n Hp) x Ix).
Qed.

(* One noisy count: one replaced record moves it by one. *)
Lemma one_count n prior x y eps a t : is_prior prior -> is_dataset prior n x ->
  is_dataset prior n y -> 0 < eps -> INR (length prior) = 2 -> adjacent x y -> eps / 2 <= t ->
  exp (- Rabs (a - INR (nth 0 x 0%nat)) * (eps / 2)) <=
  exp t * exp (- Rabs (a - INR (nth 0 y 0%nat)) * (eps / 2)).
Proof.
  intros Hp Ix Iy He K A T.
  destruct (two_shape prior n x Hp K Ix) as (p & q & c & -> & _ & _ & -> & Lc).
  destruct (two_shape [p; q] n y Hp K Iy) as (? & ? & e & _ & _ & _ & -> & Le).
  pose proof (l1_adjacent_two _ _ A eq_refl) as B. unfold ones in *. cbn [firstn l1 nth] in *.
  rewrite <- exp_plus. apply exp_le.
  pose proof (Rabs_triang_inv (a - INR e) (a - INR c)) as V.
  replace (a - INR e - (a - INR c)) with (INR c - INR e) in V by ring. nra.
Qed.

Theorem section_3_mechanism : reading_tailoring_sec3_mech_literal.
Proof.
  intros n prior x y eps a Hn Hp Ix Iy He K A. apply (one_count n prior); try assumption. lra.
Qed.

Theorem section_3_half : reading_tailoring_sec3_mech_one_noise_costs_half.
Proof.
  intros n prior x y eps a Hn Hp Ix Iy He K A. apply (one_count n prior); try assumption. lra.
Qed.

Theorem section_3_independent : reading_tailoring_sec3_mech_independent_noise.
Proof.
  intros n prior x y eps s1 s2 Hn Hp Ix Iy He A K. apply (lproof_any prior n); try assumption; lra.
Qed.

Theorem adjacency_within_one : reading_tailoring_adjacency_sum_x_i_ne_x_i_le_1.
Proof. intros n prior x y Hn Hp Ix Iy. apply (within_one_step prior n); assumption. Qed.

Lemma parameters_l1 n prior x y : is_prior prior -> is_dataset prior n x ->
  is_dataset prior n y -> adjacent x y ->
  (forall i, In i (range 0 (length prior - 1)) -> (i < length (posterior prior x))%nat) /\
  (forall i, In i (range 0 (length prior - 1)) -> (i < length (posterior prior y))%nat) /\
  sumof (range 0 (length prior - 1))
    (fun i => Rabs (nth i (posterior prior x) 0 - nth i (posterior prior y) 0)) <= 2.
Proof.
  intros Hp [Lx Ex] [Ly Ey] A. rewrite !posterior_length by assumption.
  split; [intros i; apply in_range_0, Hp|]. split; [intros i; apply in_range_0, Hp|].
  rewrite range_0 by (pose proof (proj1 Hp); lia).
  rewrite l1_coordinates by assumption. apply l1_adjacent, A.
Qed.

Theorem l1_sensitivity : reading_tailoring_l1_sens_replace_one.
Proof. intros n prior x y Hn Hp Ix Iy K A. apply (parameters_l1 n); assumption. Qed.

Theorem l1_sensitivity_dirichlet : reading_tailoring_l1_sens_dirichlet_extension.
Proof. intros n prior x y Hn Hp Ix Iy A. apply (parameters_l1 n); assumption. Qed.

(* The mechanism releases some dataset. *)
Lemma laplace_total prior n x eps : is_prior prior -> (1 <= n)%nat -> 0 < eps ->
  INR (length prior) = 2 -> is_dataset prior n x ->
  sumof (datasets n (length prior)) (fun z => probability laplace_defined prior eps x z) = 1 /\
  (forall z, is_dataset prior n z -> 0 <= probability laplace_defined prior eps x z).
Proof.
  intros Hp Hn He K Ix. assert (L2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct (two_shape prior n x Hp K Ix) as (a & b0 & c & -> & _ & _ & -> & Lc).
  set (b := 2 / eps). assert (Pb : 0 < b) by (apply Rdiv_lt_0_compat; lra).
  assert (Pz : forall r, (r <= n)%nat ->
    probability laplace_defined [a; b0] eps (ones n c) (ones n r) = noisy b n c r).
  { intros r Lr. rewrite (rest_probability laplace_defined [a; b0] eps n); [|reflexivity |
      exact Ix |].
    - unfold ones. simpl removelast. cbn [noisy_vector scale length Nat.eqb]. fold b. ring.
    - unfold outputs. cbn [last_of length Nat.sub]. apply in_map_iff. exists [r].
      split; [unfold ones; simpl; rewrite Nat.add_0_r; reflexivity|].
      cbn [tuples]. apply in_flat_map. exists r. split; [apply in_seq; lia | now left]. }
  split.
  - change (length [a; b0]) with 2%nat. rewrite datasets_two, sumof_map.
    rewrite (sumof_ext _ _ (noisy b n c)); [apply noisy_total, Hn|].
    intros r Ir. apply in_seq in Ir. apply Pz. lia.
  - intros z Iz. destruct (two_shape [a; b0] n z Hp K Iz) as (? & ? & e & _ & _ & _ & -> & Le).
    rewrite Pz by exact Le. left. apply noisy_pos; assumption.
Qed.

Theorem l1_accuracy : reading_tailoring_l1_accuracy_literal.
Proof.
  intros n prior x eps gamma Hn Hp Ix He G K.
  destruct (laplace_total prior n x eps Hp Hn He K Ix) as [T P].
  set (p := fun z => Rleb gamma _).
  set (f := fun z => probability laplace_defined prior eps x z) in *.
  assert (W : sumof (filter (fun z => negb (p z)) (datasets n (length prior))) f
    + sumof (filter p (datasets n (length prior))) f = 1).
  { rewrite <- T. clear. unfold sumof. induction (datasets n (length prior)) as [|z l IH];
      [simpl; ring|]. cbn [filter map suml]. destruct (p z); cbn [negb map suml]; lra. }
  assert (N : 0 <= sumof (filter (fun z => negb (p z)) (datasets n (length prior))) f).
  { apply sumof_nonneg. intros z Iz. apply filter_In in Iz. apply P, (in_datasets prior n), Iz. }
  destruct (Rle_dec gamma 2) as [Small|Large].
  { apply Rle_trans with (exp 0); [rewrite exp_0; lra|]. apply exp_le.
    apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra. }
  destruct (ceil_nat (gamma / 2) ltac:(lra)) as (m & Em & Lm).
  assert (M : INR m < gamma / 2 + 1).
  { rewrite <- Em. unfold ceil, floor. destruct (base_Int_part (- (gamma / 2))). lra. }
  assert (Pm : (1 <= m)%nat).
  { destruct m; [simpl in Lm; lra | lia]. }
  pose proof (release_within prior n x eps laplace_defined (fun z => negb (p z)) Hp Hn He K Ix
    eq_refl ltac:(simpl; lra) (m - 1)) as B.
  assert (Q : forall z, is_dataset prior n z -> l1 x z <= 2 * INR (m - 1) -> negb (p z) = true).
  { intros z Iz L. unfold p, Rleb. destruct (Rle_dec _ _) as [F|]; [exfalso|reflexivity].
    destruct (two_shape prior n x Hp K Ix) as (a & b0 & c & -> & _ & _ & -> & Lc).
    destruct (two_shape [a; b0] n z Hp K Iz) as (? & ? & e & _ & _ & _ & -> & Le).
    unfold ones in *. cbn [l1 nth] in *. rewrite (minus_INR m 1 Pm) in L.
    rewrite (Rabs_minus_sym (INR e)), (Rabs_minus_sym (INR (n - e))) in F.
    change (INR 1) with 1 in L. lra. }
  specialize (B Q). fold f in B. change (scale laplace_defined 2) with 2 in B.
  rewrite minus_INR in B by exact Pm. change (INR 1) with 1 in B.
  assert (E1 : exp (- (INR m - 1) * (eps / 2)) <= exp (- (gamma / 2 - 1) * eps / 2))
    by (apply exp_le; nra).
  assert (E2 : exp (- (INR m - 1 + 1) * (eps / 2)) <= exp (- (gamma / 2 - 1) * eps / 2))
    by (apply exp_le; nra).
  lra.
Qed.
