From Coq Require Import Reals List Lra Lia Psatz Arith ZArith.
From Dpbi Require Import Definitions.
From Dpbi.Lib Require Import Finite ExponentialMechanism Gamma Hellinger Datasets.
From Dpbi.Statements.Tailoring Require Import Section7_2.
Import ListNotations.
Open Scope R_scope.

Lemma Int_part_whole z : Int_part (IZR z) = z.
Proof.
  destruct (base_Int_part (IZR z)) as [B1 B2]. apply le_IZR in B1.
  assert (IZR z - 1 < IZR (Int_part (IZR z))) as B by lra.
  rewrite <- minus_IZR in B. apply lt_IZR in B. lia.
Qed.

(* 33, 33 and 34 of 100 are whole numbers where n is a multiple of 100. *)
Theorem bins_split : reading_tailoring_fig3_bins_exact_split.
Proof.
  intros n Hn. split.
  - intros E. unfold floor in E. set (z := Int_part (INR n / 100)) in E.
    assert (En : INR n = IZR (100 * z)) by (rewrite mult_IZR, E; field).
    rewrite INR_IZR_INZ in En. apply eq_IZR in En.
    exists [(33 * Z.to_nat z)%nat; (33 * Z.to_nat z)%nat; (34 * Z.to_nat z)%nat].
    assert (Nn : n = (100 * Z.to_nat z)%nat) by lia. generalize dependent (Z.to_nat z).
    intros m Nn. split; [apply datasets_spec; split; [reflexivity | simpl; lia]|].
    cbn [nth]. rewrite Nn, !mult_INR.
    replace (INR 33) with 33 by (simpl; ring). replace (INR 34) with 34 by (simpl; ring).
    replace (INR 100) with 100 by (simpl; ring). repeat split; ring.
  - intros (z & _ & E & _). set (c := nth 0 z 0%nat) in E.
    rewrite !INR_IZR_INZ in E. rewrite <- !mult_IZR in E. apply eq_IZR in E.
    set (k := (97 * Z.of_nat c - 32 * Z.of_nat n)%Z).
    assert (En : INR n / 100 = IZR k).
    { rewrite INR_IZR_INZ. replace (Z.of_nat n) with (100 * k)%Z by (unfold k; lia).
      rewrite mult_IZR. field. }
    rewrite En. unfold floor. rewrite Int_part_whole. reflexivity.
Qed.
