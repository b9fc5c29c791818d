"""Changes of verify/proofs/Definitions.v, each of which must break a proof or a comparison."""

LOOSENED = {
    "every probability is 1": (
        "then density m prior eps x r else 0",
        "then 1 else 1",
    ),
    "there are no datasets": (
        "  | O => match n with O => [[]] | S _ => [] end",
        "  | O => match n with O => [] | S _ => [] end",
    ),
}

HARMLESS = {
    "a comment, and another name of a bound variable": (
        "List.Forall (fun a => 0 < a) p",
        "(* each of them *) List.Forall (fun b => 0 < b) p",
    ),
}
"""What changes no meaning, and must break nothing."""

MUTANTS = {
    "a range one longer": (
        "seq a (S b - a)",
        "seq a (S (S b) - a)",
    ),
    "a range one shorter": (
        "seq a (S b - a)",
        "seq a (b - a)",
    ),
    "priors of one parameter": (
        "(2 <= length prior)%nat /\\ allpos",
        "(1 <= length prior)%nat /\\ allpos",
    ),
    "parameters that may be 0": (
        "List.Forall (fun a => 0 < a) p",
        "List.Forall (fun a => 0 <= a) p",
    ),
    "datasets of any length": (
        "length x = length prior /\\ list_sum x = n",
        "list_sum x = n",
    ),
    "datasets of any size": (
        "length x = length prior /\\ list_sum x = n",
        "length x = length prior",
    ),
    "the largest of nothing": (
        "match l with [] => 0 | [a] => a | a :: l' => Rmax",
        "match l with [] => 1 | [a] => a | a :: l' => Rmax",
    ),
    "the smallest of nothing": (
        "match l with [] => 0 | [a] => a | a :: l' => Rmin",
        "match l with [] => 1 | [a] => a | a :: l' => Rmin",
    ),
    "the smallest for the largest": (
        "a :: l' => Rmax a (maxl l')",
        "a :: l' => Rmin a (maxl l')",
    ),
    "a sum that starts at 1": (
        "match l with [] => 0 | a :: l' => a + suml l' end",
        "match l with [] => 1 | a :: l' => a + suml l' end",
    ),
    "binomials of another triangle": (
        "binomial n' k' + binomial n' k",
        "binomial n' k' + binomial n' k'",
    ),
    "a floor one too large": (
        "IZR (Int_part a)",
        "IZR (up a)",
    ),
    "a ceiling that is the floor": (
        "- floor (- a)",
        "floor a",
    ),
    "< that is <=": (
        "if Rlt_dec a b then true",
        "if Rle_dec a b then true",
    ),
    "<= that is <": (
        "if Rle_dec a b then true",
        "if Rlt_dec a b then true",
    ),
    "= that is always true": (
        "if Req_EM_T a b then true else false",
        "if Req_EM_T a b then true else true",
    ),
    "counts that are all the same": (
        "x y then true else false.\nDefinition same_reals",
        "x y then true else true.\nDefinition same_reals",
    ),
    "reals that are never the same": (
        "p q then true else false",
        "p q then false else false",
    ),
    "a dataset is missing": (
        "(datasets (n - c) k')) (seq 0 (S n))",
        "(datasets (n - c) k')) (seq 0 n)",
    ),
    "a neighbour is missing": (
        "map (cons (S c)) (less x') ++ ",
        "",
    ),
    "a neighbour twice": (
        "map (cons (S c)) (less x') ++ ",
        "map (cons (S c)) (less x') ++ map (cons (S c)) (less x') ++ ",
    ),
    "a dataset is its own neighbour": (
        "      ++ map (cons (S c)) (less x')",
        "      ++ [x] ++ map (cons (S c)) (less x')",
    ),
    "neighbours of the first category only": (
        " ++ map (cons c) (neighbours x')",
        "",
    ),
    "adjacent the other way": (
        "existsb (same_counts y) (neighbours x)",
        "existsb (same_counts x) (neighbours x)",
    ),
    "the whole l1 distance": (
        "l1 x y / 2",
        "l1 x y",
    ),
    "a posterior of the prior alone": (
        "(a + INR c) :: posterior p x'",
        "a :: posterior p x'",
    ),
    "Gamma shifted by 1": (
        "rising z m' * (z + INR (S m'))",
        "rising z m' * (z + INR m')",
    ),
    "Euler's limit without its power": (
        "exp (z * ln (INR m)) * INR (fact m)",
        "exp (ln (INR m)) * INR (fact m)",
    ),
    "no total in Beta": (
        "gammas p / Gamma (suml p)",
        "gammas p",
    ),
    "the sum for the middle": (
        "(a + b) / 2 :: half p' q'",
        "(a + b) :: half p' q'",
    ),
    "a squared Hellinger distance": (
        "sqrt (1 - affinity p q)",
        "1 - affinity p q",
    ),
    "a Hellinger distance of 1 + BC": (
        "sqrt (1 - affinity p q)",
        "sqrt (1 + affinity p q)",
    ),
    "an affinity without its root": (
        "Beta (half p q) / sqrt (Beta p * Beta q)",
        "Beta (half p q) / (Beta p * Beta q)",
    ),
    "vectors of different lengths compared": (
        "length p = length q /\\ (2",
        "(2",
    ),
    "harmonic with a product": (
        "1 / LS prior y + gamma * replaced x y",
        "1 / LS prior y * gamma * replaced x y",
    ),
    "harmonic of a maximum": (
        "1 / minof (datasets",
        "1 / maxof (datasets",
    ),
    "exponential smoothing upwards": (
        "exp (- beta * replaced x y)",
        "exp (beta * replaced x y)",
    ),
    "a multiplicity of all": (
        "filter (fun z => Reqb (distance prior x z) (distance prior x r))",
        "filter (fun z => Rleb (distance prior x z) (distance prior x r))",
    ),
    "ehds with the factor 2": (
        "ehds gamma => 2 * (1 + gamma)",
        "ehds gamma => 2",
    ),
    "ehds-4s with the factor 2": (
        "ehds_4s _ => 4",
        "ehds_4s _ => 2",
    ),
    "mh-s with the factor 2": (
        "mh_s _ | mh_s_exp _ => 1",
        "mh_s _ | mh_s_exp _ => 2",
    ),
    "another printed constant": (
        "sqrt (1 - PI / 4)\n  | ehd_true",
        "sqrt (1 - PI / 3)\n  | ehd_true",
    ),
    "ehdl with the global sensitivity": (
        "| ehdl => LS prior x",
        "| ehdl => GS prior (list_sum x)",
    ),
    "mh-exp with the harmonic one": (
        "mh_exp beta | mh_s_exp beta => Sexp prior x beta",
        "mh_exp beta | mh_s_exp beta => Sharm prior x beta",
    ),
    "laplace with scale 1": (
        "laplace_defined | lszhang_theorem => 2",
        "laplace_defined | lszhang_theorem => 1",
    ),
    "lshist with scale 2 for two": (
        "if Nat.eqb k 2 then 1 else 2",
        "if Nat.eqb k 2 then 2 else 2",
    ),
    "lshist with scale 1 for all": (
        "if Nat.eqb k 2 then 1 else 2",
        "if Nat.eqb k 2 then 1 else 1",
    ),
    "lszhang with scale k": (
        "lszhang | lszhang_rest | lszhang_all => 2 * INR k",
        "lszhang | lszhang_rest | lszhang_all => INR k",
    ),
    "lszhang with its last coordinate": (
        "lszhang => Some absent",
        "lszhang => Some rest",
    ),
    "lszhang-all with the rest": (
        "lszhang_all | lszhang_theorem => Some noised",
        "lszhang_all | lszhang_theorem => Some rest",
    ),
    "noise of another scale": (
        "exp (t / b) / 2 else",
        "exp (2 * t / b) / 2 else",
    ),
    "noise that is too light on the right": (
        "1 - exp (- t / b) / 2",
        "1 - exp (- t / b) / 3",
    ),
    "rounding up": (
        "laplace_cdf b (INR r + 1 - INR c) - laplace_cdf b (INR r - INR c)",
        "laplace_cdf b (INR r - INR c) - laplace_cdf b (INR r - 1 - INR c)",
    ),
    "no clamp below": (
        "if Nat.eqb r 0 then laplace_cdf b (1 - INR c)",
        "if Nat.eqb r 0 then laplace_cdf b (1 - INR c) - laplace_cdf b (- INR c)",
    ),
    "a clamp of less": (
        "1 - laplace_cdf b (INR n - INR c)",
        "1 - laplace_cdf b (INR n + 1 - INR c)",
    ),
    "one noisy count only": (
        "noisy b n c j * noisy_vector b n x' r'",
        "noisy b n c j",
    ),
    "outputs without the largest count": (
        "map (cons c) (tuples n m')) (seq 0 (S n))",
        "map (cons c) (tuples n m')) (seq 0 n)",
    ),
    "a rest that is not the rest": (
        "[(n - list_sum r)%nat]",
        "[(S n - list_sum r)%nat]",
    ),
    "probabilities outside the outputs": (
        "then density m prior eps x r else 0",
        "then density m prior eps x r else 1",
    ),
    "farther is more probable": (
        "| None => exp (- eps * distance prior x r",
        "| None => exp (eps * distance prior x r",
    ),
    "a rest that is drawn from all counts": (
        "fresh_rest b n (removelast x) (last r O)",
        "fresh_rest b n x (last r O)",
    ),
    "a loss the other way": (
        "ln (probability m prior eps x r) - ln (probability m prior eps y r)",
        "ln (probability m prior eps x r) + ln (probability m prior eps y r)",
    ),
    "delta without its maximum": (
        "Rmax 0 (probability m prior eps x r - exp",
        "(probability m prior eps x r - exp",
    ),
    "delta without its level": (
        "exp level * probability",
        "1 * probability",
    ),
}
