"""Hostile small laws of which a part is hidden, and what may be known of them."""

from fractions import Fraction
from random import Random

from compositions import F, row

from dpbi.fields import Enclosure
from dpbi.laws.partial import Known
from dpbi.privacy.composing.losses import Losses
from dpbi.privacy.composing.open import losses_of
from dpbi.privacy.composing.sums import LossSum
from dpbi.privacy.tails.bounds import Seen

ZERO = Fraction(0)


def hidden(random, law):
    """What is known of a law: some outputs are not listed, or some mass of any output is not."""
    if random.random() < 0.5:
        listed = {r: p for r, p in enumerate(law) if random.random() < 0.75}
        return listed, True
    known = {}
    for r, p in enumerate(law):
        part = random.choice((1, 1, 1, Fraction(9, 10), Fraction(999, 1000), 0))
        if p * part or random.random() < 0.3:
            known[r] = p * part
    return known, False


def known(listed, elsewhere):
    """The same in balls."""
    left = F.rational(1 - sum(listed.values(), ZERO))
    return Known({r: F.rational(p) for r, p in listed.items()}, left, elsewhere)


def ratio(p, q, here, there):
    """The largest P/Q where neither is listed; None where there is none."""
    rest = [r for r in range(len(p)) if r not in here and r not in there and p[r]]
    if any(not q[r] for r in rest):
        return None
    return max((p[r] / q[r] for r in rest), default=Fraction(1))


def problem(seed):
    """(releases, level, losses): the true laws, e^epsilon, and what is known of each release."""
    random = Random(seed)
    outputs = random.choice((2, 3, 3, 4, 5))
    releases, losses = [], []
    for _ in range(random.choice((1, 1, 2))):
        k = random.randint(1, 3 if not releases else 2)
        p = row(random, outputs)
        q = p[::-1] if random.random() < 0.3 else row(random, outputs)
        (here, far), (there, away) = hidden(random, p), hidden(random, q)
        if random.random() < 0.5:  # as one window for all datasets has it
            there = {r: q[r] for r in here} if far and away else there
        with F.scope():
            bound = ratio(p, q, here, there) if random.random() < 0.7 else None
            seen = Seen(known(here, far), known(there, away), F, None, bound)
            losses.append((k, [losses_of(seen)]))
        releases.append((k, p, q))
    level = Fraction(random.randint(10, 40), 10)
    if random.random() < 0.4:
        level = Fraction(1)
        for k, p, q in releases:
            r = random.randrange(outputs)
            level *= (p[r] / q[r]) ** random.randint(0, k) if p[r] and q[r] else 1
    return releases, max(level, Fraction(1)), losses


def enclosed(losses: list[tuple[int, list[Losses]]], level, step):
    """delta on one grid, at the epsilon whose exponential is the level."""
    with F.scope():
        epsilon = F.enclosure(F.log(F.rational(level)))
        made = LossSum.of(losses, step, 1e-25, 2, F)
        return made.delta(Enclosure(epsilon.lo, epsilon.hi), F)
