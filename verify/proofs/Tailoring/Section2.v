From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced Release Coordinates.
From Dpbi.Statements.Tailoring Require Import Section2.
Import ListNotations.
Open Scope R_scope.

Theorem beta_pdf : reading_tailoring_beta_pdf_exponents_1.
Proof.
  intros prior Hp K. assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct Hp as [_ A]. destruct prior as [|a [|b [|? ?]]]; try discriminate K2.
  inversion_clear A as [|? ? Pa A2]. inversion_clear A2 as [|? ? Pb _]. simpl.
  split; [lra|]. field. lra.
Qed.

(* Newton's formula. *)
Lemma newton a b n :
  sumof (seq 0 (S n)) (fun i => INR (binomial n i) * a ^ i * b ^ (n - i)) = (a + b) ^ n.
Proof.
  induction n as [|n IH]; [unfold sumof; simpl; ring|].
  change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)).
  change (sumof (0%nat :: seq 1 (S n)) ?f) with (f 0%nat + sumof (seq 1 (S n)) f).
  rewrite sumof_shift. cbn [pow Rpower.Rpower] in *.
  rewrite (sumof_ext _ _ (fun i => a * (INR (binomial n i) * a ^ i * b ^ (n - i))
    + INR (binomial n (S i)) * a ^ S i * b ^ (n - i))).
  2:{ intros i _. cbn [binomial Nat.sub pow]. rewrite plus_INR. ring. }
  assert (P : forall (l : list nat) f g, sumof l (fun i => f i + g i) = sumof l f + sumof l g).
  { intros l f g. unfold sumof. induction l as [|i l IHl]; simpl; [ring|]. rewrite IHl. ring. }
  rewrite P, sumof_scale, IH.
  assert (E : b ^ S n + sumof (seq 0 (S n)) (fun i => INR (binomial n (S i)) * a ^ S i
    * b ^ (n - i)) = b * (a + b) ^ n).
  { rewrite <- IH at 1. change (seq 0 (S n)) with (0%nat :: seq 1 n) at 2.
    change (sumof (0%nat :: seq 1 n) ?f) with (f 0%nat + sumof (seq 1 n) f).
    rewrite sumof_shift, seq_S, sumof_app. cbn [Nat.add].
    change (sumof [n] ?f) with (f n + 0). cbv beta.
    rewrite binomial_diag_gt by lia. rewrite binomial_0, Nat.sub_0_r. change (INR 0) with 0.
    rewrite Rmult_plus_distr_l, <- (sumof_scale _ _ b).
    rewrite (sumof_ext (seq 0 n) (fun i => INR (binomial n (S i)) * a ^ S i * b ^ (n - i))
      (fun i => b * (INR (binomial n (S i)) * a ^ S i * b ^ (n - S i)))).
    - change (INR 1) with 1. cbn [pow]. ring.
    - intros i Ii. apply in_seq in Ii. replace (n - i)%nat with (S (n - S i)) by lia.
      cbn [pow]. ring. }
  cbn [Nat.sub binomial pow] in E |- *. change (INR 1) with 1. lra.
Qed.

Theorem likelihood : reading_tailoring_likelihood_literal.
Proof.
  intros n t Hn T0 T1. split.
  - intros i Ii. unfold range in Ii. apply in_seq in Ii. lia.
  - unfold range. rewrite Nat.sub_0_r, newton. replace (t + (1 - t)) with 1 by ring. apply pow1.
Qed.

Lemma sumof_flat {A B} (l : list A) (g : A -> list B) f :
  sumof (flat_map g l) f = sumof l (fun a => sumof (g a) f).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [flat_map]. rewrite sumof_app, IH. reflexivity.
Qed.

Theorem likelihood_three : reading_tailoring_likelihood_three_categories.
Proof.
  intros n t u Hn T0 T1 U0 U1 S. split.
  - intros z Iz. apply datasets_spec in Iz. destruct Iz as [L E].
    destruct z as [|a [|b [|c [|? ?]]]]; try discriminate L. simpl in *. lia.
  - change (datasets n 3) with (flat_map (fun c => map (cons c) (datasets (n - c) 2))
      (seq 0 (Datatypes.S n))).
    rewrite sumof_flat.
    rewrite (sumof_ext _ _ (fun c => INR (binomial n c) * t ^ c * (1 - t) ^ (n - c))).
    + rewrite newton. replace (t + (1 - t)) with 1 by ring. apply pow1.
    + intros c Ic. rewrite datasets_two, map_map, sumof_map.
      rewrite (sumof_ext _ _ (fun j => INR (binomial n c) * t ^ c *
        (INR (binomial (n - c) j) * u ^ j * (1 - t - u) ^ (n - c - j)))).
      * rewrite sumof_scale, newton. f_equal. f_equal. ring.
      * intros j _. unfold ones. cbn [nth]. ring.
Qed.

Lemma sumof_nth (p : list R) c :
  sumof (seq 0 (length p)) (fun i => nth i p 0 / c) = suml p / c.
Proof.
  induction p as [|a p IH]; [unfold sumof; simpl; unfold Rdiv; ring|].
  cbn [length seq]. change (sumof (0%nat :: seq 1 (length p)) ?f)
    with (f 0%nat + sumof (seq 1 (length p)) f).
  rewrite sumof_shift. cbn [nth suml]. rewrite IH. unfold Rdiv. ring.
Qed.

Theorem dirichlet_pdf : reading_tailoring_dirichlet_pdf_simplex.
Proof.
  intros prior [K A]. assert (P : 0 < suml prior).
  { apply suml_pos; [exact A|]. destruct prior; [simpl in K; lia | discriminate]. }
  split; [lra|]. rewrite range_0 by lia. rewrite sumof_nth. field. lra.
Qed.
