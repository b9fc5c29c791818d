From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace.
From Dpbi.Statements.Tailoring Require Import Section7_2_Curves.
Import ListNotations.
Open Scope R_scope.

(* Two categories: the released counts add up to n. *)
Theorem formula_of_two_categories :
  reading_tailoring_variation_formula_of_4_1_two_categories.
Proof.
  intros n prior Hn Hp _ K o Io.
  assert (L : length prior = 2%nat) by (apply INR_eq; simpl; lra). rewrite L in Io.
  unfold outputs in Io. cbn [last_of] in Io. apply in_map_iff in Io.
  destruct Io as (t & <- & It). apply tuples_spec in It. destruct It as [Lt Ft].
  destruct t as [|c [|e t]]; simpl in Lt; try lia. apply Forall_inv in Ft.
  f_equal. simpl. lia.
Qed.
