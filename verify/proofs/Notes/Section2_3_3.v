From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets Laplace
  GlobalSensitivity Wallis Losses PrintedConstant Counting MeanDistance TwoCategories Events
  Balanced NoisyCounts Release Values LocalGap.
From Dpbi.Tailoring Require Import Section5_2_1.
From Dpbi.Statements.Notes Require Import Section2_3_3.
Import ListNotations.
Open Scope R_scope.

Theorem lemma_2_2_R_any : reading_notes_lemma_2_2_R_any_m_binomial.
Proof.
  intros n prior Hn Hp. destruct Hp as [K _]. rewrite sumof_one.
  destruct (length prior) as [|k] eqn:E; [lia|]. rewrite datasets_number. f_equal. f_equal; lia.
Qed.

Theorem lemma_2_2_R_two : reading_notes_lemma_2_2_R_meq2.
Proof.
  intros n prior Hn Hp E. assert (E' : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  rewrite sumof_one, E', datasets_number, binomial_1, plus_INR. reflexivity.
Qed.

Theorem lemma_2_2_R_best : reading_notes_lemma_2_2_R_best_score_zero.
Proof.
  intros n prior x Hn Hp Ix. dataset Ix. pose proof (distance_metric prior n Hp) as M.
  apply Rle_antisym.
  - rewrite <- (m_refl _ _ M x Ix).
    apply (minof_le (datasets n (length prior)) (fun z => distance prior x z) x Ix).
  - destruct (minof_in (datasets n (length prior)) (fun z => distance prior x z)
      (datasets_some prior n Hp Hn)) as (z & Iz & ->).
    apply (m_nonneg _ _ M x z Ix Iz).
Qed.

Theorem lemma_2_2_equal : reading_notes_lemma_2_2_attained_equal_multiplicities.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N1 N2. dataset Ix. dataset Ir.
  dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. intros L M.
  pose proof (lemma_2_2_any n prior x r s eps delta 1 Hn Hp Ix Ir Is He
    (conj D0 D1) K L ltac:(lra) ltac:(lra)) as Q. cbv zeta in Q. lra.
Qed.

Theorem lemma_2_2_factor_2 : reading_notes_lemma_2_2_attained_factor_2_added.
Proof.
  intros n prior x r s eps delta Hn Hp Ix Ir Is He D0 D1 K N1 N2.
  pose proof (lemma_5_3_multiplicities n prior x r s Hn Hp Ix Ir Is K) as M. dataset Ix.
  dataset Ir. dataset Is.
  destruct (notes_lambda n eps delta He (conj D0 D1)) as (A & B & Cc & D & G).
  split; [lra|]. split; [lra|]. split; [lra|]. intros L.
  apply (lemma_2_2_any n prior x r s eps delta 2 Hn Hp Ix Ir Is He (conj D0 D1) K L ltac:(lra) M).
Qed.

(* A negative beta, -b: on the path from x to r the sensitivity grows by e^b at each step. *)
Section Path.
Context (a e : R) (Pa : 0 < a) (Pe : 0 < e) (n : nat).
Context (x : list nat) (Ix : In x (datasets n 2)) (b : R) (Pb : 0 < b).
Let sensitivity := Sexp [a; e] x (- b).

Lemma path_prior : is_prior [a; e].
Proof using Pa Pe. split; simpl; [lia | repeat constructor; assumption]. Qed.

Lemma grows z k : In z (datasets n 2) -> replaced x z = INR k ->
  LS [a; e] z <= sensitivity * exp (- b * INR k).
Proof using Ix.
  intros Iz E. pose proof (maxof_ge (datasets n 2) (fun w => LS [a; e] w *
    exp (- - b * replaced x w)) z Iz) as B. cbv beta in B. rewrite E in B.
  assert (F : sensitivity = maxof (datasets n 2) (fun w => LS [a; e] w *
    exp (- - b * replaced x w))).
  { unfold sensitivity, Sexp. apply datasets_spec in Ix. rewrite (proj2 Ix). reflexivity. }
  rewrite F. apply (Rmult_le_compat_r (exp (- b * INR k))) in B; [|left; apply exp_pos].
  rewrite Rmult_assoc, <- exp_plus in B.
  replace (- - b * INR k + - b * INR k) with 0 in B by ring. rewrite exp_0 in B. lra.
Qed.

Lemma one_more_step z w k : In z (datasets n 2) -> adjacent z w -> replaced x w = INR (S k) ->
  distance [a; e] x z * (exp b - 1) <= sensitivity * (1 - exp (- b * INR k)) ->
  distance [a; e] x w * (exp b - 1) <= sensitivity * (1 - exp (- b * INR (S k))).
Proof using Pa Pe Ix Pb.
  intros Iz A E B. pose proof (adjacent_in [a; e] n z w Iz A) as Iw.
  pose proof (grows w (S k) Iw E) as G. pose proof (distance_metric [a; e] n path_prior) as M.
  pose proof (m_tri _ _ M x z w Ix Iz Iw) as T.
  pose proof (distance_le_LS [a; e] w z (adjacent_sym z w A)) as L.
  rewrite (m_sym _ _ M w z Iw Iz) in L. pose proof (exp_ineq1 b ltac:(lra)) as X.
  assert (Q : exp (- b * INR (S k)) * exp b = exp (- b * INR k))
    by (rewrite <- exp_plus, S_INR; f_equal; ring).
  apply Rle_trans with ((distance [a; e] x z + LS [a; e] w) * (exp b - 1)).
  - apply Rmult_le_compat_r; lra.
  - apply (Rmult_le_compat_r (exp b - 1)) in G; [|lra].
    rewrite Rmult_plus_distr_r. rewrite <- Q in B. lra.
Qed.
End Path.

Lemma on_a_path a e n x r b : 0 < a -> 0 < e -> (1 <= n)%nat -> In x (datasets n 2) ->
  In r (datasets n 2) -> 0 < b ->
  exists k, distance [a; e] x r * (exp b - 1) <= Sexp [a; e] x (- b) * (1 - exp (- b * INR k)).
Proof.
  intros Pa Pe Hn Ix Ir Pb. pose proof Ix as Jx. apply datasets_spec in Jx.
  pose proof Ir as Jr. apply datasets_spec in Jr. destruct Jx as [Lx Ex], Jr as [Lr Er].
  destruct x as [|c [|d [|? ?]]]; try discriminate Lx.
  destruct r as [|f [|g [|? ?]]]; try discriminate Lr. simpl in Ex, Er.
  pose proof (m_refl _ _ (distance_metric [a; e] n (path_prior a e Pa Pe)) _ Ix) as Z.
  assert (start : distance [a; e] [c; d] [c; d] * (exp b - 1)
    <= Sexp [a; e] [c; d] (- b) * (1 - exp (- b * INR 0))).
  { rewrite Z. simpl INR. rewrite Rmult_0_r, exp_0. lra. }
  destruct (Nat.le_ge_cases c f) as [L|L].
  - assert (walk : forall k, (k <= d)%nat -> distance [a; e] [c; d] [(c + k)%nat; (d - k)%nat]
      * (exp b - 1) <= Sexp [a; e] [c; d] (- b) * (1 - exp (- b * INR k))).
    { induction k as [|k IH]; intros K; [rewrite Nat.add_0_r, Nat.sub_0_r; exact start|].
      specialize (IH ltac:(lia)).
      apply (one_more_step a e Pa Pe n [c; d] Ix b Pb [(c + k)%nat; (d - k)%nat]);
        [apply datasets_spec; simpl; lia | | | exact IH].
      - replace (d - k)%nat with (S (d - S k)) by lia.
        replace (c + S k)%nat with (S (c + k)) by lia.
        apply pair_adjacent.
      - replace [c; d] with [c; (d - S k + S k)%nat] by (do 2 f_equal; lia).
        apply replaced_pair. }
    exists (f - c)%nat. replace [f; g] with [(c + (f - c))%nat; (d - (f - c))%nat]
      by (f_equal; [lia | f_equal; lia]). apply walk. lia.
  - assert (walk : forall k, (k <= c)%nat -> distance [a; e] [c; d] [(c - k)%nat; (d + k)%nat]
      * (exp b - 1) <= Sexp [a; e] [c; d] (- b) * (1 - exp (- b * INR k))).
    { induction k as [|k IH]; intros K; [rewrite Nat.add_0_r, Nat.sub_0_r; exact start|].
      specialize (IH ltac:(lia)).
      apply (one_more_step a e Pa Pe n [c; d] Ix b Pb [(c - k)%nat; (d + k)%nat]);
        [apply datasets_spec; simpl; lia | | | exact IH].
      - replace (c - k)%nat with (S (c - S k)) by lia.
        replace (d + S k)%nat with (S (d + k)) by lia.
        apply adjacent_sym, pair_adjacent.
      - replace [c; d] with [(c - S k + S k)%nat; d] by (f_equal; lia).
        apply replaced_pair. }
    exists (c - f)%nat. replace [f; g] with [(c - (c - f))%nat; (d + (c - f))%nat]
      by (f_equal; [lia | f_equal; lia]). apply walk. lia.
Qed.

Theorem lemma_2_2_negative_beta : reading_notes_lemma_2_2_beta_negative_equal_multiplicities.
Proof.
  intros n prior x r s eps lam Hn Hp Ix Ir Is He L K N1 N2 B M.
  dataset Ix. dataset Ir. dataset Is. rewrite Rplus_0_r.
  pose proof (multiplicity_ge1 prior n x Ix s Is) as Ms.
  pose proof (near prior n Hp Hn eps lam x Ix r s 1 (multiplicity prior x r)
    (multiplicity prior x s) Ir Is ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as W.
  rewrite Rmult_1_l in W. apply W. clear W.
  assert (K2 : length prior = 2%nat) by (apply INR_eq; simpl; lra).
  destruct Hp as [_ A]. destruct prior as [|a [|e [|? ?]]]; try discriminate K2.
  inversion_clear A as [|? ? Pa A2]. inversion_clear A2 as [|? ? Pe _].
  destruct (on_a_path a e n x r (- lam) Pa Pe Hn Ix Ir ltac:(lra)) as (k & P).
  rewrite Ropp_involutive in P.
  pose proof (Sexp_pos [a; e] n x lam (path_prior a e Pa Pe) Hn Ix) as S.
  pose proof (exp_pos (- - lam * INR k)) as Q. rewrite Ropp_involutive in Q.
  assert (0 < Sexp [a; e] x lam * exp (lam * INR k)) by (apply Rmult_lt_0_compat; assumption).
  lra.
Qed.
