(* How Coq encloses the words of Definitions.v, step by step, from dpbi's enclosures: distances
   from Gamma, sensitivities from distances, laws from both, losses from laws.  The imports come
   before it, and may be followed by changed definitions (laws_in_coq.py). *)

(* A number between two others. *)
Class Within (value low high : R) : Prop := within : low <= value <= high.
Typeclasses Opaque distance LS GS Sharm Sexp probability.

(* Gamma at multiples of 1/2. *)
Fixpoint gamma_half (twice : nat) : R :=
  match twice with
  | O => 0
  | S O => sqrt PI
  | S (S O) => 1
  | S (S before) => IZR (Z.of_nat before) / 2 * gamma_half before
  end.

Lemma Gamma_at_half : Gamma (1 / 2) = sqrt PI.
Proof.
  rewrite <- Gamma_half. symmetry. apply sqrt_square. left. apply Gamma_pos. lra.
Qed.

Lemma Gamma_is twice : Gamma (IZR (Z.of_nat (S twice)) / 2) = gamma_half (S twice).
Proof.
  enough (both : Gamma (IZR (Z.of_nat (S twice)) / 2) = gamma_half (S twice) /\
    Gamma (IZR (Z.of_nat (S (S twice))) / 2) = gamma_half (S (S twice))) by apply both.
  induction twice as [|twice [first second]].
  - split.
    + exact Gamma_at_half.
    + cbn. replace (2 / 2) with 1 by lra. exact Gamma_1.
  - split; [exact second|].
    change (gamma_half (S (S (S twice)))) with
      (IZR (Z.of_nat (S twice)) / 2 * gamma_half (S twice)).
    rewrite <- first, <- Gamma_S.
    + f_equal. rewrite !Nat2Z.inj_succ, !succ_IZR. lra.
    + rewrite Nat2Z.inj_succ, succ_IZR.
      assert (0 <= IZR (Z.of_nat twice)) by (apply IZR_le; lia). lra.
Qed.

(* Twice the value of a sum of numbers and halves. *)
Ltac twice term :=
  match term with
  | ?a + ?b => let u := twice a in let v := twice b in eval compute in (u + v)%Z
  | ?a / 2 => let u := twice a in eval compute in (u / 2)%Z
  | IZR ?z => eval compute in (2 * z)%Z
  end.
Ltac gammas := repeat match goal with |- context [Gamma ?z] =>
    let m := twice z in let m := eval compute in (Z.to_nat m) in
    let v := eval cbn in (gamma_half m) in
    replace (Gamma z) with v by (symmetry; etransitivity; [|exact (Gamma_is (pred m))];
      f_equal; cbn; lra)
  end.

Lemma Rmax_abs a b : Rmax a b = (a + b + Rabs (a - b)) / 2.
Proof. unfold Rmax, Rabs. destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.
Lemma Rmin_abs a b : Rmin a b = (a + b - Rabs (a - b)) / 2.
Proof. unfold Rmin, Rabs. destruct (Rle_dec a b), (Rcase_abs (a - b)); lra. Qed.

Lemma below {A} t (a b : A) : t < 0 -> (if Rlt_dec t 0 then a else b) = a.
Proof. intros negative. destruct (Rlt_dec t 0); [reflexivity | contradiction]. Qed.
Lemma not_below {A} t (a b : A) : 0 <= t -> (if Rlt_dec t 0 then a else b) = b.
Proof. intros positive. destruct (Rlt_dec t 0); [lra | reflexivity]. Qed.

Lemma released m prior eps x r : In r (outputs m (list_sum x) (length prior)) ->
  probability m prior eps x r = density m prior eps x r.
Proof. intros I. unfold probability. destruct (in_dec _ _ _); [reflexivity | contradiction]. Qed.

Lemma enclosed value low high : low <= value <= high -> Within value low high.
Proof. trivial. Qed.

Lemma no_distance a : 0 < a -> sqrt (1 - a / sqrt (a * a)) = 0.
Proof.
  intros positive. rewrite sqrt_square by lra. replace (1 - a / a) with 0 by (field; lra).
  exact sqrt_0.
Qed.

(* What a fact before says of a part of the goal stands for that part. *)
Ltac known part :=
  let fact := fresh "fact" in let name := fresh "part" in
  assert (fact := within (value := part)); set (name := part) in *; clearbody name.
Ltac parts := repeat match goal with
  | |- context [distance ?p ?x ?r] => known (distance p x r)
  | |- context [LS ?p ?x] => known (LS p x)
  | |- context [GS ?p ?n] => known (GS p n)
  | |- context [Sharm ?p ?x ?smoothing] => known (Sharm p x smoothing)
  | |- context [Sexp ?p ?x ?smoothing] => known (Sexp p x smoothing)
  | |- context [probability ?m ?p ?eps ?x ?r] => known (probability m p eps x r)
  end.
Ltac evaluated := rewrite ?Rmax_abs, ?Rmin_abs; interval with (i_prec 80).
Ltac lists := cbn [neighbours more less datasets tuples outputs flat_map map app seq filter length
  list_sum fold_right removelast last Nat.add Nat.sub Nat.eqb last_of].

Ltac of_gammas := apply enclosed;
  cbv [distance posterior hellinger half affinity Beta gammas suml]; cbn [INR]; gammas;
  try rewrite no_distance by interval; evaluated.
Ltac of_distances := apply enclosed; cbv [LS GS Sharm Sexp maxof minof replaced];
  lists; cbn [maxl minl l1 INR]; parts; evaluated.
Ltac of_sensitivities := apply enclosed; rewrite released by (lists; cbn; tauto);
  cbv [density]; lists; cbv [factor sens scale fresh_rest]; lists;
  cbv [sumof noisy noisy_vector]; lists; cbn [suml INR]; parts;
  cbv [laplace_cdf]; repeat match goal with |- context [if Rlt_dec ?t 0 then ?a else ?b] =>
    first [rewrite (below t a b) by lra | rewrite (not_below t a b) by lra]
  end; evaluated.
Ltac of_probabilities := apply enclosed; cbv [loss hockey_stick sumof];
  lists; cbn [maxl suml]; parts; evaluated.
