"""Bugs to plant in what is said of laws of which a part is not listed."""

MUTATIONS = {
    "what is left of the neighbour kept from what only one lists": (
        "privacy/tails/bounds.py",
        "lower = zero.max((common + alone).lower() - harm)",
        "lower = zero.max((common + alone).lower())",
        "tails",
    ),
    "what is left of the neighbour kept from its listed outputs": (
        "privacy/tails/bounds.py",
        "return (q, q) if self.there.elsewhere else (q, q + left)",
        "return (q, q)",
        "tails",
    ),
    "what is left kept from the outputs that are listed": (
        "privacy/tails/bounds.py",
        "return p if self.here.elsewhere else p + self.here.left",
        "return p",
        "tails::test_a_closed_set_makes_the_loss_finite_and_its_absence_infinite",
    ),
    "a tail ratio used where the neighbour lists more": (
        "privacy/tails/bounds.py",
        "not self.there.atoms.keys() <= self.here.atoms.keys() or not tail > 0",
        "not tail > 0",
        "tails::test_a_tail_ratio_says_nothing_of_outputs_that_the_neighbour_alone_lists",
    ),
    "an exact loss of one pair taken for the largest": (
        "privacy/tails/losses.py",
        "if all(each.exact is not None or each.hi <= lo for each in found)",
        "if found",
        "additive",
    ),
    "what is left of a closed list kept from the output where it adds most": (
        "privacy/tails/bounds.py",
        "return self.F.maximum([self._added(r, left, factor) for r in self.closed])",
        "return self.F.minimum([self._added(r, left, factor) for r in self.closed])",
        "unlisted",
    ),
}
