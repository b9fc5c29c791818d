From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  Losses Counting Balanced ReleaseOfCounts Instances.
From Dpbi.Statements.Short Require Import Section2_Counts.
Import ListNotations.
Open Scope R_scope.

Theorem lshist_law : reading_short_alg_lshist_same_noise_reused.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lshist_fresh_law : reading_short_alg_lshist_fresh_noise_in_the_last_line.
Proof. intros n prior x eps Hn Hp Ix He. apply law_of_counts; try assumption. discriminate. Qed.

Theorem lshist_parameters : reading_short_alg_sum_preserved_weak_validity.
Proof.
  intros n prior Hn Hp. apply (released_parameters lshist); [exact Hp | reflexivity | discriminate].
Qed.

(* The last count is n less the others, 0 at least. *)
Lemma list_sum_last r c : list_sum (r ++ [c]) = (list_sum r + c)%nat.
Proof. rewrite list_sum_app. simpl. lia. Qed.

Theorem sum_preserved_two : reading_short_alg_sum_preserved_keq2.
Proof.
  intros n prior Hn Hp K o I. assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  unfold outputs in I. simpl last_of in I. cbv iota in I. rewrite L in I.
  apply in_map_iff in I. destruct I as (r & <- & I). destruct (tuples_spec _ _ _ I) as [Lr F].
  rewrite list_sum_last. f_equal. destruct r as [|c [|? ?]]; simpl in Lr; try lia.
  inversion_clear F. simpl. lia.
Qed.

Theorem sum_preserved_three : reading_short_alg_sum_preserved_three_categories_pass_n.
Proof.
  intros n prior Hn Hp K o I. unfold outputs in I. simpl last_of in I. cbv iota in I.
  apply in_map_iff in I. destruct I as (r & <- & I). rewrite list_sum_last.
  apply le_INR. lia.
Qed.

Theorem sum_preserved_two_met : met_short_alg_sum_preserved_keq2.
Proof. exists 2%nat, [1; 1]. met. Qed.

Lemma three_flat : is_prior [1; 1; 1] /\ rational_prior [1; 1; 1].
Proof.
  assert (P : is_prior [1; 1; 1]) by (split; [simpl; lia | repeat constructor; lra]).
  split; [exact P | split; [exact P | repeat constructor; apply (rational_Z 1)]].
Qed.

Theorem sum_preserved_three_met : met_short_alg_sum_preserved_three_categories_pass_n.
Proof. exists 2%nat, [1; 1; 1]. repeat split; try apply three_flat; simpl; try lia; lra. Qed.
