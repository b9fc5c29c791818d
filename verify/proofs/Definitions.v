(* What the words of the language mean: all that has to be read to trust a proof.

   Generated statements use these words, those of Coq's library for real numbers and lists, and
   nothing else.  Beside each word is its line of dpbi/language/VOCABULARY.md.  Coq's functions are
   total: what a word is where it has no value does not matter, because each statement asks that
   its words have values (dpbi/language/coq_scope.py). *)
From Coq Require Import Reals List Arith.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(* Domains.  What is asserted of all is asserted of all reals, and of some, of rationals. *)
Definition allpos (p : list R) : Prop := List.Forall (fun a => 0 < a) p.
Definition is_prior (prior : list R) : Prop := (2 <= length prior)%nat /\ allpos prior.
Definition is_dataset (prior : list R) (n : nat) (x : list nat) : Prop :=
  length x = length prior /\ list_sum x = n.
Definition rational (a : R) : Prop := exists p q : Z, q <> 0%Z /\ a = IZR p / IZR q.
Definition rational_prior (prior : list R) : Prop := is_prior prior /\ List.Forall rational prior.

(* Sums, largest and smallest over finite lists: ["total", v], ["sum", v, set, a], ["maxof", ..],
   ["minof", ..].  The largest or smallest of nothing has no value. *)
Fixpoint suml (l : list R) : R := match l with [] => 0 | a :: l' => a + suml l' end.
Fixpoint maxl (l : list R) : R :=
  match l with [] => 0 | [a] => a | a :: l' => Rmax a (maxl l') end.
Fixpoint minl (l : list R) : R :=
  match l with [] => 0 | [a] => a | a :: l' => Rmin a (minl l') end.
Definition sumof {A} (l : list A) (f : A -> R) : R := suml (map f l).
Definition maxof {A} (l : list A) (f : A -> R) : R := maxl (map f l).
Definition minof {A} (l : list A) (f : A -> R) : R := minl (map f l).

(* ["range", a, b]: the integers a <= i <= b *)
Definition range (a b : nat) : list nat := seq a (S b - a).

(* ["binomial", a, b]: C(a, b), 0 outside the triangle *)
Fixpoint binomial (n k : nat) : nat :=
  match k, n with
  | O, _ => 1
  | S _, O => 0
  | S k', S n' => binomial n' k' + binomial n' k
  end.

(* ["floor", a], ["ceil", a]: the largest integer <= a, the smallest >= a *)
Definition floor (a : R) : R := IZR (Int_part a).
Definition ceil (a : R) : R := - floor (- a).

(* ["lt", a, b], ["le", a, b], ["eq", a, b] and ["same", v, w], where they pick elements of a
   set *)
Definition Rltb (a b : R) : bool := if Rlt_dec a b then true else false.
Definition Rleb (a b : R) : bool := if Rle_dec a b then true else false.
Definition Reqb (a b : R) : bool := if Req_EM_T a b then true else false.
Definition same_counts (x y : list nat) : bool :=
  if list_eq_dec Nat.eq_dec x y then true else false.
Definition same_reals (p q : list R) : bool := if list_eq_dec Req_EM_T p q then true else false.

(* ["datasets", n, k]: all datasets of n records over k categories *)
Fixpoint datasets (n k : nat) : list (list nat) :=
  match k with
  | O => match n with O => [[]] | S _ => [] end
  | S k' => flat_map (fun c => map (cons c) (datasets (n - c) k')) (seq 0 (S n))
  end.

(* One record more, one record less, in one category. *)
Fixpoint more (x : list nat) : list (list nat) :=
  match x with [] => [] | c :: x' => (S c :: x') :: map (cons c) (more x') end.
Fixpoint less (x : list nat) : list (list nat) :=
  match x with
  | [] => []
  | c :: x' => match c with O => [] | S c' => [c' :: x'] end ++ map (cons c) (less x')
  end.

(* ["neighbours", x]: the datasets with one unit of x moved between two categories, here from the
   first category to a later one, from a later one to the first, or between later ones *)
Fixpoint neighbours (x : list nat) : list (list nat) :=
  match x with
  | [] => []
  | c :: x' => match c with O => [] | S c' => map (cons c') (more x') end
      ++ map (cons (S c)) (less x') ++ map (cons c) (neighbours x')
  end.

(* ["adjacent", x, y]: y is x with one unit moved, y different from x *)
Definition adjacent (x y : list nat) : Prop := In y (neighbours x).
Definition adjacentb (x y : list nat) : bool := existsb (same_counts y) (neighbours x).

(* ["d", x, y]: half the l1 distance of two vectors (fewest replaced records) *)
Fixpoint l1 (x y : list nat) : R :=
  match x, y with a :: x', b :: y' => Rabs (INR a - INR b) + l1 x' y' | _, _ => 0 end.
Definition replaced (x y : list nat) : R := l1 x y / 2.

(* ["plus", prior, x]: the componentwise sum *)
Fixpoint posterior (prior : list R) (x : list nat) : list R :=
  match prior, x with a :: p, c :: x' => (a + INR c) :: posterior p x' | _, _ => [] end.

(* Euler's Gamma function on the positive reals: the limit of m^z m! / (z (z+1) .. (z+m)). *)
Fixpoint rising (z : R) (m : nat) : R :=
  match m with O => z | S m' => rising z m' * (z + INR (S m')) end.
Definition euler (z : R) (m : nat) : R := exp (z * ln (INR m)) * INR (fact m) / rising z m.
Definition Gamma (z : R) : R := real (Lim_seq (euler z)).

(* ["hellinger", p, q]: the Hellinger distance of Dirichlet(p) and Dirichlet(q), by its closed form
   sqrt(1 - B((p+q)/2) / sqrt(B(p) B(q))) with B(p) = prod Gamma(p_i) / Gamma(sum p_i) *)
Fixpoint gammas (p : list R) : R := match p with [] => 1 | a :: p' => Gamma a * gammas p' end.
Definition Beta (p : list R) : R := gammas p / Gamma (suml p).
Fixpoint half (p q : list R) : list R :=
  match p, q with a :: p', b :: q' => (a + b) / 2 :: half p' q' | _, _ => [] end.
Definition affinity (p q : list R) : R := Beta (half p q) / sqrt (Beta p * Beta q).
Definition hellinger (p q : list R) : R := sqrt (1 - affinity p q).

(* Where it has a value. *)
Definition comparable (p q : list R) : Prop :=
  length p = length q /\ (2 <= length p)%nat /\ allpos p /\ allpos q.

(* ["H", prior, x, r]: the same for prior + x and prior + r *)
Definition distance (prior : list R) (x r : list nat) : R :=
  hellinger (posterior prior x) (posterior prior r).

(* ["LS", prior, x]: max over neighbours y of x of H(x, y) *)
Definition LS (prior : list R) (x : list nat) : R :=
  maxof (neighbours x) (fun y => distance prior x y).

(* ["GS", prior, n]: max over datasets x of n records of LS(x) *)
Definition GS (prior : list R) (n : nat) : R :=
  maxof (datasets n (length prior)) (fun x => LS prior x).

(* ["S", prior, x, gamma]: 1 / min over datasets y (same n) of (1/LS(y) + gamma d(x, y)) *)
Definition Sharm (prior : list R) (x : list nat) (gamma : R) : R :=
  1 / minof (datasets (list_sum x) (length prior))
        (fun y => 1 / LS prior y + gamma * replaced x y).

(* ["Sexp", prior, x, beta]: max over datasets y (same n) of LS(y) exp(-beta d(x, y)) *)
Definition Sexp (prior : list R) (x : list nat) (beta : R) : R :=
  maxof (datasets (list_sum x) (length prior))
    (fun y => LS prior y * exp (- beta * replaced x y)).

(* ["C", prior, x, r]: how many candidates z (datasets of the same n) have H(x, z) = H(x, r) *)
Definition multiplicity (prior : list R) (x r : list nat) : R :=
  INR (length (filter (fun z => Reqb (distance prior x z) (distance prior x r))
                 (datasets (list_sum x) (length prior)))).

(* Mechanisms with their options: the two tables of VOCABULARY.md. *)
Inductive mechanism :=
  | ehd_printed | ehd_true | ehd (gs : R) | ehdl
  | ehds (gamma : R) | ehds_4s (gamma : R)
  | mh (gamma : R) | mh_exp (beta : R) | mh_s (gamma : R) | mh_s_exp (beta : R)
  | laplace_defined | laplace_dimension | laplace_improved | lshist | lsdim
  | lszhang | lszhang_rest | lszhang_all | lszhang_theorem
  | lshist_fresh | lsdim_fresh.

(* The exponential family: probabilities proportional to exp(-eps H(x, r) / (factor sens(x))). *)
Definition factor (m : mechanism) : R :=
  match m with
  | ehds gamma => 2 * (1 + gamma)
  | ehds_4s _ => 4
  | mh_s _ | mh_s_exp _ => 1
  | _ => 2
  end.
Definition sens (m : mechanism) (prior : list R) (x : list nat) : R :=
  match m with
  | ehd_printed => sqrt (1 - PI / 4)
  | ehd_true => GS prior (list_sum x)
  | ehd gs => gs
  | ehdl => LS prior x
  | ehds gamma | ehds_4s gamma | mh gamma | mh_s gamma => Sharm prior x gamma
  | mh_exp beta | mh_s_exp beta => Sexp prior x beta
  | _ => 1 (* the Laplace family has none *)
  end.

(* The Laplace family: the scale of the noise times eps, for k categories, and what becomes of the
   last coordinate: n less the others (0 at least), nothing, noise of its own, or n less counts
   that are drawn anew. *)
Definition scale (m : mechanism) (k : nat) : R :=
  match m with
  | laplace_defined | lszhang_theorem => 2
  | laplace_improved | lshist | lshist_fresh => if Nat.eqb k 2 then 1 else 2
  | lszhang | lszhang_rest | lszhang_all => 2 * INR k
  | _ => INR k (* laplace_dimension, lsdim, lsdim_fresh *)
  end.
Inductive last_coordinate := rest | absent | noised | fresh.
Definition last_of (m : mechanism) : option last_coordinate :=
  match m with
  | laplace_defined | laplace_dimension | laplace_improved => Some rest
  | lshist | lsdim | lszhang_rest => Some rest
  | lszhang => Some absent
  | lszhang_all | lszhang_theorem => Some noised
  | lshist_fresh | lsdim_fresh => Some fresh
  | _ => None (* the exponential family *)
  end.

(* The law of clamp(floor(c + Y), 0, n) at r, for Y Laplace of scale b: below t with probability
   laplace_cdf b t. *)
Definition laplace_cdf (b t : R) : R :=
  if Rlt_dec t 0 then exp (t / b) / 2 else 1 - exp (- t / b) / 2.
Definition noisy (b : R) (n c r : nat) : R :=
  if Nat.eqb r 0 then laplace_cdf b (1 - INR c)
  else if Nat.eqb r n then 1 - laplace_cdf b (INR n - INR c)
  else laplace_cdf b (INR r + 1 - INR c) - laplace_cdf b (INR r - INR c).
Fixpoint noisy_vector (b : R) (n : nat) (x r : list nat) : R :=
  match r, x with j :: r', c :: x' => noisy b n c j * noisy_vector b n x' r' | _, _ => 1 end.

(* All vectors of m values in 0 .. n. *)
Fixpoint tuples (n m : nat) : list (list nat) :=
  match m with
  | O => [[]]
  | S m' => flat_map (fun c => map (cons c) (tuples n m')) (seq 0 (S n))
  end.

(* The law of max(n - sum of noisy counts, 0) at j, for the counts x. *)
Definition fresh_rest (b : R) (n : nat) (x : list nat) (j : nat) : R :=
  sumof (filter (fun v => Nat.eqb (n - list_sum v) j) (tuples n (length x))) (noisy_vector b n x).

(* ["outputs", mechanism, options, n, k]: all that the mechanism can release *)
Definition outputs (m : mechanism) (n k : nat) : list (list nat) :=
  match last_of m with
  | None => datasets n k
  | Some rest => map (fun r => r ++ [(n - list_sum r)%nat]) (tuples n (k - 1))
  | Some absent => tuples n (k - 1)
  | Some noised | Some fresh => tuples n k
  end.

(* ["P", mechanism, options, prior, eps, x, r]: the probability that the mechanism releases r at x;
   0 for an r that it never releases *)
Definition density (m : mechanism) (prior : list R) (eps : R) (x r : list nat) : R :=
  let n := list_sum x in
  let k := length prior in
  let b := scale m k / eps in
  match last_of m with
  | None => exp (- eps * distance prior x r / (factor m * sens m prior x))
            / sumof (datasets n k)
                (fun z => exp (- eps * distance prior x z / (factor m * sens m prior x)))
  | Some rest => noisy_vector b n x (removelast r)
  | Some fresh => noisy_vector b n x (removelast r) * fresh_rest b n (removelast x) (last r O)
  | Some _ => noisy_vector b n x r
  end.
Definition probability (m : mechanism) (prior : list R) (eps : R) (x r : list nat) : R :=
  if in_dec (list_eq_dec Nat.eq_dec) r (outputs m (list_sum x) (length prior))
  then density m prior eps x r else 0.

(* ["loss", mechanism, options, prior, eps, n]: max over ordered neighbouring pairs (x, y) and
   outputs r of ln P(x, r) - ln P(y, r) *)
Definition loss (m : mechanism) (prior : list R) (eps : R) (n : nat) : R :=
  maxl (flat_map (fun x => flat_map (fun y =>
          map (fun r => ln (probability m prior eps x r) - ln (probability m prior eps y r))
            (outputs m n (length prior)))
        (neighbours x)) (datasets n (length prior))).

(* ["delta", mechanism, options, prior, eps, x, y, eps0]: sum over outputs r of
   max(0, P(x, r) - exp(eps0) P(y, r)) *)
Definition hockey_stick (m : mechanism) (prior : list R) (eps : R) (x y : list nat) (level : R)
  : R :=
  sumof (outputs m (list_sum x) (length prior))
    (fun r => Rmax 0 (probability m prior eps x r - exp level * probability m prior eps y r)).
