From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values.
From Dpbi.Statements.Tailoring Require Import Section5_2.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_5_1 : reading_tailoring_lemma_5_1_epsgt0.
Proof.
  intros n prior x r s eps gamma Hn Hp Ix Ir Is He G. dataset Ix. dataset Ir. dataset Is.
  split; intros E.
  - apply (probability_same prior n); auto.
  - rewrite !(probability_softmax prior n) in E by (reflexivity || assumption).
    apply softmax_inj in E; [|apply (datasets_some prior n Hp Hn)]. simpl in E.
    pose proof (Sexp_pos prior n x gamma Hp Hn Ix) as S. set (t := Sexp prior x gamma) in *.
    apply Rmult_eq_reg_l with (- eps / (2 * t)).
    + replace (- eps / (2 * t) * distance prior x r) with (- eps * distance prior x r /
        (2 * t)) by (field; lra).
      replace (- eps / (2 * t) * distance prior x s) with (- eps * distance prior x s /
        (2 * t)) by (field; lra). exact E.
    + apply Rlt_not_eq. assert (0 < eps / (2 * t)) by (apply Rdiv_lt_0_compat; lra).
      replace (- eps / (2 * t)) with (- (eps / (2 * t))) by (field; lra). lra.
Qed.

Theorem lemma_5_2 : reading_tailoring_lemma_5_2_literal.
Proof.
  intros n prior x r eps gamma Hn Hp Ix Ir He G. dataset Ix. dataset Ir.
  unfold multiplicity. pose proof (proj1 (in_datasets prior n x) Ix) as [_ Ex]. rewrite Ex.
  apply sumof_const_on.
  intros z Iz. apply filter_In in Iz. destruct Iz as [Iz E]. unfold Reqb in E.
  destruct (Req_EM_T _ _) as [E'|]; [|discriminate]. apply (probability_same prior n); auto.
Qed.
