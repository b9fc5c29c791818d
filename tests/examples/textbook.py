"""Mechanisms as textbooks and small public programs have them, with the standard library's draws.

Each is a function that calls `random` or `secrets` itself, as anybody would write it; the program
below it runs that function unchanged, with the audited generator in their place.
"""

import math
import random
import secrets
from itertools import pairwise

import dpbi

CHOICES = ("red", "green", "blue")


def randomised_response(answer):
    """Warner's: with probability 3/4 the truth."""
    return answer if random.random() < 0.75 else not answer


def response_by_coins(answer):
    """Two coins: the truth, or whatever the second one shows."""
    return answer if secrets.randbelow(2) else bool(secrets.randbelow(2))


def response_of_many(colour, epsilon=1.0):
    """The truth with the weight e^epsilon, any of the others with 1."""
    weights = [math.exp(epsilon) if c == colour else 1.0 for c in CHOICES]
    return random.choices(CHOICES, weights)[0]


def inverse_laplace(scale):
    """Laplace noise by the inverse of its distribution function."""
    u = random.random() - 0.5
    sign = 1 if u >= 0 else -1
    return -scale * sign * math.log(1 - 2 * abs(u))


def noisy_count(count):
    """A count with that noise, rounded, and brought back to where counts are."""
    return max(0, min(3, round(count + inverse_laplace(1.0))))


def unclamped_count(count):
    """The same as it is rounded."""
    return round(count + inverse_laplace(1.0))


def two_uniforms(scale):
    """Laplace noise as the logarithm of a quotient of two uniform numbers."""
    return scale * math.log((1 - random.random()) / (1 - random.random()))


def geometric(epsilon):
    """How often a coin that shows tails with probability e^-epsilon does so, by its inverse."""
    return math.floor(math.log(1 - random.random()) / -epsilon)


def noisy_max(counts):
    """The place of the largest noisy count."""
    noisy = [count + geometric(3.0) for count in counts]
    return noisy.index(max(noisy))


def counted_coins(count):
    """A count and the number of coins until one shows heads, at most 2."""
    while random.random() < 0.5 and count < 2:
        count += 1
    return count


def reservoir(records):
    """One of the records, each with the same probability, in one pass."""
    generator = secrets.SystemRandom()
    kept = None
    for seen, record in enumerate(records, start=1):
        if generator.randrange(seen) == 0:
            kept = record
    return kept


def shuffled(records):
    """All records in random order."""
    records = list(records)
    random.shuffle(records)
    return "".join(records)


def audited(datasets, **claims):
    """The function as a program, run as it is."""

    def make(function):
        def run(x, rng):
            with rng.in_place_of(random, secrets):
                try:
                    return function(x)
                except ValueError:
                    return "ValueError"

        run.__name__ = function.__name__
        near = claims.pop("neighbours", "all")
        return dpbi.program(datasets=datasets, neighbours=near, **claims)(run)

    return make


BITS = (False, True)
RESPONSE = audited(BITS, epsilon="ln(3)")(randomised_response)
COINS = audited(BITS, epsilon="ln(3)")(response_by_coins)
COLOURS = audited(CHOICES, epsilon=1)(response_of_many)
COUNT = audited(range(4), epsilon=1, neighbours="line")(noisy_count)
UNCLAMPED = audited(range(2), epsilon=1)(unclamped_count)
SQUARE = [(0, 0), (0, 1), (1, 1), (1, 0)]
MAXIMUM = audited(SQUARE, epsilon=3, neighbours=[*pairwise(SQUARE), (SQUARE[3], SQUARE[0])])(
    noisy_max
)
TOSSES = audited(range(3), neighbours=list(pairwise(range(3))))(counted_coins)
RESERVOIR = audited(["aab", "aaa", "abb"])(reservoir)
SHUFFLED = audited(["ab", "ba", "aa"], neighbours=[("ab", "ba"), ("ab", "aa")])(shuffled)


@dpbi.program(datasets=range(2), neighbours="all", epsilon=1)
def quotient(x, rng):
    """Two draws in one number: refused."""
    with rng.in_place_of(random):
        return x + two_uniforms(1.0) > 1
