From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Notes Require Import Section2_3_1.
From Dpbi.Statements.Notes Require Import Section2_3_1_Symmetry.
Import ListNotations.
Open Scope R_scope.

Theorem half_axial : reading_notes_half_axial_balanced_alphaeqbeta_ceqn_2.
Proof. intros n prior x r Hn Hp Ix Ir K N Ea Ec.
apply (multiplicity_balanced prior n); assumption. Qed.

Theorem half_flat : reading_notes_half_rnebi_x_n_even_ceqn_2.
Proof. intros n prior x r Hn Hp Ix Ir K E N Ec.
apply (multiplicity_balanced prior n); try assumption. rewrite E. reflexivity. Qed.
