"""Bugs to plant in error laws and first draws: what is near the truth, and the lump beyond."""

MUTATIONS = {
    "a walk upward that forgets a factor": (
        "bayes/near.py",
        "here * (2 * p + (s + t) * q) ** 2 / (4 * (p + t * q) * (p + t * q + q))",
        "here * (2 * p + (s + t) * q) ** 2 / (4 * (p + t * q) * (p + t * q))",
        "near",
    ),
    "a walk downward with the prior's shift left out": (
        "bayes/near.py",
        "/ (2 * p + (s + t) * q) ** 2",
        "/ (p + (s + t) * q) ** 2",
        "near",
    ),
    "a first step downward that is the one upward": (
        "bayes/near.py",
        "F.rational(alpha + s - 1) / F.rational",
        "F.rational(alpha + s) / F.rational",
        "near",
    ),
    "a window that ends where doubles say": (
        "bayes/near.py",
        "(len(found) >= guess and found[-1] <= square)",
        "(len(found) >= guess)",
        "near",
    ),
    "a window measured by affinities instead of their squares": (
        "bayes/near.py",
        "arb(2) ** (-2 * floor_bits)",
        "arb(2) ** (-floor_bits)",
        "near",
    ),
    "a lump that is all at distance 1": (
        "bayes/near.py",
        "arb(1).union((1 - arb(2) ** -floor_bits).sqrt())",
        "arb(1)",
        "near",
    ),
    "a lump whose distances are those of a smaller floor": (
        "bayes/near.py",
        "(1 - arb(2) ** -floor_bits).sqrt()",
        "(1 - arb(2) ** (-floor_bits - 1)).sqrt()",
        "near",
    ),
    "a lump that is wider than was asked": (
        "bayes/near.py",
        "bits + SPARE + bits_of(c)",
        "bits + bits_of(c)",
        "near",
    ),
    "a lump that forgets how strong the mechanism is": (
        "bayes/near.py",
        "bits + SPARE + bits_of(c)",
        "bits + SPARE",
        "near::test_a_lump_is_as_narrow_as_was_derived_and_no_narrower",
    ),
    "the window of the other category not turned around": (
        "bayes/near.py",
        "zip(left, reversed(right), strict=True)",
        "zip(left, right, strict=True)",
        "near",
    ),
    "a mean without the lump": (
        "accuracy/law.py",
        "mean + w * found.far.distance, weight + w",
        "mean, weight",
        "near",
    ),
    "outputs of the lump counted once too often": (
        "accuracy/releases.py",
        "count = m.number_of_datasets() - inside",
        "count = m.number_of_datasets() - inside + 1",
        "near",
    ),
    "outputs below the floor left out of the lump": (
        "accuracy/listing.py",
        "replace(far, count=size - len(near))",
        "far",
        "near",
    ),
    "records beyond the lump's first": (
        "accuracy/listing.py",
        "return replace(_sums(m, x, found, near, beyond), reach=min(sides))",
        "return replace(_sums(m, x, found, near, beyond), reach=max(sides) + 1)",
        "near",
    ),
    "a question that cuts the lump answered without it": (
        "accuracy/staircase.py",
        "return self.lumped and some < len(self.firsts) == more",
        "return False",
        "near",
    ),
    "a lump at the places of what is near": (
        "accuracy/listing.py",
        "Placed(lump[0], last.first + 1, last.last + far.count)",
        "Placed(lump[0], last.first + 1, last.last + 1)",
        "near",
    ),
    "upper ends rounded down": (
        "fields/balls.py",
        "reach = 1 if r is None else -_shifted(-r[0], r[1], bits)",
        "reach = 1 if r is None else _shifted(r[0], r[1], bits)",
        "near",
    ),
    "distances that are not the largest so far": (
        "accuracy/staircase.py",
        "list(accumulate(far, max))",
        "far",
        "near::test_distances_out_of_order_are_searched_soundly",
    ),
    "a step of the nearest moves from the wrong place": (
        "bayes/affinities.py",
        "self._down[-1] * below / above",
        "self._down[-1] * above / below",
        "accuracy",
    ),
}
