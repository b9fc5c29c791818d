From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values SmoothWeights Coordinates Adjacency.
From Dpbi.Statements.Between Require Import Section1_Counts.
Import ListNotations.
Open Scope R_scope.

Theorem between_two : reading_between_tailoring_parameter_sensitivity_two.
Proof. intros n prior x y Hn Hp Ix Iy A. unfold replaced. rewrite (neighbours_l1 x y A). field.
Qed.

Theorem between_candidates : reading_between_notes_tailoring_candidates_two.
Proof. intros n Hn. rewrite binomial_1, plus_INR. reflexivity. Qed.

Theorem candidates_compositions : reading_between_notes_tailoring_candidates_compositions.
Proof. intros n prior Hn Hp. apply candidates_number, Hp. Qed.

Theorem candidates_n_plus_1 : reading_between_tailoring_candidates_n_plus_1.
Proof. intros n prior Hn Hp K. apply candidates_two, K. Qed.

Theorem candidate_set_flat : reading_between_notes_candidate_set_prior_1_1.
Proof. intros n prior x Hn Hp [_ ->] ->. simpl. ring. Qed.

Theorem candidate_set_any : reading_between_notes_candidate_set_prior_and_n.
Proof. intros n prior x Hn Hp [_ ->]. ring. Qed.
