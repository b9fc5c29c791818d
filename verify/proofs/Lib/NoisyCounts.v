(* The law of one noisy count. *)
From Coq Require Import Reals List Lra Lia Psatz Arith ZArith FinFun.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced.
Import ListNotations.
Open Scope R_scope.

(* A check of the definition: the probabilities of one noisy count sum to 1. *)
Lemma noisy_telescope b c s m : sumof (seq s m) (fun r => laplace_cdf b
  (INR r + 1 - c) - laplace_cdf b (INR r - c))
  = laplace_cdf b (INR (s + m) - c) - laplace_cdf b (INR s - c).
Proof.
  revert s. induction m as [|m IH]; intros s; [unfold sumof; simpl; rewrite Nat.add_0_r; ring|].
  unfold sumof in *. cbn [seq map suml]. rewrite IH. rewrite (S_INR s).
  replace (S s + m)%nat with (s + S m)%nat by lia. ring.
Qed.

Theorem noisy_total b n c : (1 <= n)%nat -> sumof (seq 0 (S n)) (noisy b n c) = 1.
Proof.
  intros Hn. destruct n as [|n]; [lia|]. change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)).
  rewrite seq_S.
  unfold sumof. cbn [map suml]. rewrite map_app. cbn [map].
  assert (R : forall a e, suml (a ++ e) = suml a + suml e) by (induction a as [|a0 a IH]; intros;
    simpl; [ring | rewrite IH; ring]).
  rewrite R. cbn [suml].
  assert (M : suml (map (noisy b (S n) c) (seq 1 n)) = laplace_cdf b (INR
    (1 + n) - INR c) - laplace_cdf b (INR 1 - INR c)).
  { rewrite <- (noisy_telescope b (INR c) 1 n). unfold sumof. f_equal. apply map_ext_in.
    intros r Ir. apply in_seq in Ir.
    unfold noisy. destruct (Nat.eqb_spec r 0); [lia|]. destruct (Nat.eqb_spec r (S n)); [lia|].
    reflexivity. }
  rewrite M. unfold noisy. simpl (Nat.eqb 0 0).
  replace (Nat.eqb (1 + n) 0) with false by reflexivity.
  replace (Nat.eqb (1 + n) (S n)) with true by (symmetry; apply Nat.eqb_refl).
  change (INR 1) with 1. replace (1 + n)%nat with (S n) by lia. ring.
Qed.

(* Readings about exp and ln alone. *)
Lemma ln_inv_exp u : ln (1 / exp u) = - u.
Proof. unfold Rdiv. rewrite Rmult_1_l, <- exp_Ropp, ln_exp. reflexivity. Qed.

Lemma inv_exp_pos u : exp u <> 0 /\ 0 < 1 / exp u.
Proof. pose proof (exp_pos u). split; [lra | apply Rdiv_lt_0_compat; lra]. Qed.
