"""Bugs to plant in Renyi divergences of orders up to 1."""

HIDDEN = "every_order::test_no_bound_is_violated_wherever_what_is_left_may_be"

MUTATIONS = {
    "the largest sum below order 1": (
        "privacy/orders/order.py",
        "return -1 if self.value < 1 else 1",
        "return 1",
        "every_order::test_no_bound_of_any_order_is_violated_by_five_hundred_bits",
    ),
    "a limit at 1 without its logarithm of Q": (
        "privacy/orders/order.py",
        "return F.exp(p) * (p - q)",
        "return F.exp(p) * p",
        "every_order::test_divergences_do_not_fall_in_their_order_and_meet_at_one",
    ),
    "orders below 1 infinite as those above": (
        "privacy/orders/order.py",
        "return p.keys().isdisjoint(q.keys())",
        "return p.keys() != q.keys()",
        "every_order::test_supports_decide_what_is_infinite",
    ),
    "a comparison below order 1 that is not turned round": (
        "privacy/orders/exactly.py",
        "order.sign * difference(left, right, at)",
        "difference(left, right, at)",
        "every_order::test_ties_below_order_1_are_decided_exactly",
    ),
    "a logarithm that ties where another pair is above": (
        "privacy/orders/exactly.py",
        "        if value.lo > limit.hi:\n            return 1\n",
        "        if value.lo > limit.hi:\n            return 0\n",
        "every_order::test_a_sign_is_that_of_the_largest_pair",
    ),
    "facts of orders above 1 asked below": (
        "privacy/tails/moments.py",
        "if a <= 1 and not facts.of_every_order:",
        "if a < 0 and not facts.of_every_order:",
        "every_order::test_facts_that_were_written_for_orders_above_1_are_not_asked_below",
    ),
    "what is left of both at one output forgotten": (
        "privacy/tails/small_orders.py",
        "return total + self._product(left, other) if seen.may_meet_beyond else total",
        "return total",
        HIDDEN,
    ),
    "what is left of Q kept from the atoms of P": (
        "privacy/tails/small_orders.py",
        "total = seen.least(known) + self._product(seen.total(of_p).upper(), other)",
        "total = seen.least(known)",
        HIDDEN,
    ),
    "what is left of P kept from the atoms of Q": (
        "privacy/tails/small_orders.py",
        "total += self._product(left, seen.total(of_q).upper())",
        "total += 0",
        HIDDEN,
    ),
    "what is left taken for elsewhere": (
        "privacy/tails/small_orders.py",
        "if not (seen.there.elsewhere and r in q)}",
        "if r not in q}",
        HIDDEN,
    ),
    "a tail without its ratio": (
        "privacy/tails/small_orders.py",
        "beyond.append(seen.tail)",
        "pass",
        HIDDEN,
    ),
    "an atom of Q alone that adds nothing": (
        "privacy/tails/small_orders.py",
        "beyond.append(most / least_q)",
        "pass",
        HIDDEN,
    ),
    "a term at the least of P only": (
        "privacy/tails/small_orders.py",
        "high[r] = ends[0] if p is most else F.maximum(ends)",
        "high[r] = ends[0]",
        HIDDEN,
    ),
    "an entropy that what is left of Q does not lower": (
        "privacy/tails/bounds.py",
        "mass += beside * F.exp(c) + other * F.exp(c)",
        "mass += beside * F.exp(c)",
        HIDDEN,
    ),
    "an entropy with what is left of Q at its own constant": (
        "privacy/tails/bounds.py",
        "        if not self.there.elsewhere and logs:\n",
        "        if logs and not logs:\n",
        HIDDEN,
    ),
    "an entropy with what is left of P at its own constant": (
        "privacy/tails/bounds.py",
        "least = c if self.here.elsewhere else F.minimum([c, *logs.values()])",
        "least = c",
        HIDDEN,
    ),
    "an entropy that no adversary's rest lowers": (
        "privacy/tails/played.py",
        "mass = F.rational(1 + FAINT) + self.there.left * F.exp(most)",
        "mass = F.rational(1 + FAINT)",
        "unended::test_no_bound_against_an_adversary_is_violated_wherever_what_is_left_may_be",
    ),
    "the largest sum over adversaries below order 1": (
        "privacy/tails/played.py",
        "return -self.total({r: -v for r, v in values.items()})",
        "return self.total(values)",
        "unended::test_no_bound_against_an_adversary_is_violated_wherever_what_is_left_may_be",
    ),
    "Laplace noise at order 1/2 without its middle": (
        "laws/additive/laplace.py",
        "F.rational(d) if d else F.rational(self.apart)",
        "F.rational(d) if d else F.rational(0)",
        "every_order::test_noise_has_the_divergences_of_its_sums_and_integrals",
    ),
    "the entropy of Laplace noise with one tail": (
        "laws/additive/whole.py",
        "away = -2 * q * F.expm1",
        "away = -q * F.expm1",
        "every_order::test_noise_has_the_divergences_of_its_sums_and_integrals",
    ),
    "geometric noise as if moved up": (
        "laws/additive/whole.py",
        "return order * -self.shift / self.scale / (1 - order)",
        "return -self.shift / self.scale / (1 - order)",
        "every_order::test_noise_on_one_side_is_infinite_in_one_direction_from_order_1_on",
    ),
    "a second opinion that forgets the limit at 1": (
        "privacy/second_opinion.py",
        "        if number == 1:\n",
        "        if number == 0:\n",
        "every_order::test_a_second_opinion_knows_every_order",
    ),
}
