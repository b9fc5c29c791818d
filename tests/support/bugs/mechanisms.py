"""Bugs to plant in dpbi/mechanisms."""

MUTATIONS = {
    "ehds-4s calibrated with 2S": (
        "mechanisms/exponential.py",
        "exp(-eps * H(x, r) / (4 * S(x)))",
        "exp(-eps * H(x, r) / (2 * S(x)))",
        "mechanisms",
    ),
    "ehd with GS in place of 2GS": (
        "mechanisms/exponential.py",
        '(2 * var("gs"))',
        '(1 * var("gs"))',
        "mechanisms",
    ),
    "ehds with 2(2+gamma)": (
        "mechanisms/exponential.py",
        "2 * (1 + gamma)",
        "2 * (2 + gamma)",
        "mechanisms",
    ),
    "beta with n for n + 1": (
        "mechanisms/exponential.py",
        '{"n+1": n + 1,',
        '{"n+1": n + 0,',
        "mechanisms",
    ),
    "wrong sign of the score": (
        "mechanisms/exponential.py",
        "scale = -F.rational",
        "scale = +F.rational",
        "mechanisms",
    ),
    "lshist with scale 2/eps for two categories": (
        "mechanisms/laplace.py",
        "smallest(k - 1, 2)",
        "smallest(k, 2)",
        "mechanisms",
    ),
    "lsdim with k-1 for k": (
        "mechanisms/laplace.py",
        "Noise(k / eps",
        "Noise((k - 1) / eps",
        "mechanisms",
    ),
    "the sum of the rest not clamped at zero": (
        "mechanisms/counts.py",
        "REST = largest(n - total(r), 0)",
        "REST = largest(n - total(r), -1)",
        "mechanisms",
    ),
    "the noisy count not clamped at n": (
        "mechanisms/laplace.py",
        "return tuple(min(max(c + floored_laplace(rate, rng), 0), n) for c in counts)",
        "return tuple(max(c + floored_laplace(rate, rng), 0) for c in counts)",
        "sampling",
    ),
    "round in place of floor": (
        "mechanisms/laplace.py",
        "powers[count - j - 1]",
        "powers[count - j]",
        "mechanisms",
    ),
    "a third for the half at the top": (
        "mechanisms/laplace.py",
        "powers[n - count] / 2]",
        "powers[n - count + 0] / 3]",
        "mechanisms",
    ),
    "beta without the factor 2": (
        "mechanisms/exponential.py",
        "epsilon / (2 * log(",
        "epsilon / (1 * log(",
        "mechanisms",
    ),
    "a statement that numbers do not follow": (
        "mechanisms/exponential.py",
        "return self.stated.strength(self)[0]",
        "return Fraction(2)",
        "stated",
    ),
    "a weight read with its order of factors": (
        "mechanisms/counts.py",
        "others = [e for e in factors if e is not found[0]] or [num(1)]",
        "others = factors[:1]",
        "stated",
    ),
    "an option that the page forgets": (
        "mechanisms/counts.py",
        "for word in list(known)[1:]:",
        "for word in list(known)[2:]:",
        "stated",
    ),
}
