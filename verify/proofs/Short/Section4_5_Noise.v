From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Release SharesCompared.
From Dpbi.Statements.Short Require Import Section4_5_Noise.
Import ListNotations.
Open Scope R_scope.

Theorem mid_symmetric : reading_short_thm_4_5_lshist_mid_event_within_k_symmetric.
Proof.
  intros n prior x s eps Hn Hp Jx Js He K Sym Ends.
  exact (noise_share_symmetric prior n Hp Hn x Jx K s eps He Js Sym Ends).
Qed.

Theorem mid_real_noise : reading_short_thm_4_5_lshist_mid_real_noise.
Proof. intros eps j He Hj. field. Qed.

Lemma sumof_powers eps v j : (v = 0 \/ v = 1) ->
  sumof (seq (if Req_EM_T v 0 then 0 else 1) j) (fun i => (1 - exp (- eps)) / 2 *
    exp (- eps * (INR i - v))) = (1 - exp (- eps * INR j)) / 2.
Proof.
  intros V. induction j as [|j IH].
  - unfold sumof. simpl. rewrite Rmult_0_r, exp_0. field.
  - rewrite seq_S, sumof_app, IH. unfold sumof at 1. cbn [map suml].
    assert (E : INR ((if Req_EM_T v 0 then 0 else 1) + j) - v = INR j).
    { destruct (Req_EM_T v 0) as [->|N]; rewrite plus_INR; simpl; [ring|].
      destruct V; [contradiction | lra]. }
    rewrite E, S_INR.
    replace (- eps * (INR j + 1)) with (- eps + - eps * INR j) by ring. rewrite exp_plus. field.
Qed.

Theorem mid_floor : reading_short_thm_4_5_lshist_mid_eq_pr_klefloor_eta_lek.
Proof.
  intros eps j He Hj. pose proof (sumof_powers eps 0 (S j) (or_introl eq_refl)) as A.
  pose proof (sumof_powers eps 1 j (or_intror eq_refl)) as B.
  destruct (Req_EM_T 0 0) as [_|N]; [|contradiction]. destruct (Req_EM_T 1 0) as [N|_]; [lra|].
  unfold range. rewrite Nat.sub_0_r. replace (S j - 1)%nat with j by lia. rewrite B.
  erewrite sumof_ext; [rewrite A|].
  - rewrite S_INR. field.
  - intros i _. cbv beta. rewrite Rminus_0_r. reflexivity.
Qed.

Theorem tail_literal : reading_short_thm_4_5_lshist_tail_literal.
Proof. exact mid_real_noise. Qed.

Theorem tail_floored : reading_short_thm_4_5_lshist_tail_floored.
Proof. exact mid_floor. Qed.

Theorem ineq_literal : reading_short_thm_4_5_lshist_ineq_literal.
Proof.
  intros eps j He Hj. assert (exp (- eps * (INR j + 1)) <= exp (- eps * INR j)); [|lra].
  apply exp_le. lra.
Qed.
