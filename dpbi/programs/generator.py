"""The generator that a program is handed: draws from finite sets split the run, noises are symbols.

    rng.bernoulli(p)            True with probability p
    rng.integer(n)              uniform on 0 .. n - 1
    rng.choice(options)         one of a list, uniformly, or with `weights`
    rng.geometric(scale)        Pr[z] proportional to e^(-z/scale), z = 0, 1, 2, ...
    rng.discrete_laplace(scale) Pr[z] proportional to e^(-|z|/scale), z an integer
    rng.discrete_gaussian(variance)  Pr[z] proportional to e^(-z^2/(2 variance)), z an integer
    rng.poisson(mean)           Pr[z] proportional to mean^z / z!, z = 0, 1, 2, ...
    rng.exponential(scale)      density proportional to e^(-z/scale), z >= 0
    rng.laplace(scale)          density proportional to e^(-|z|/scale)
    rng.gaussian(variance)      the normal law of mean 0
    rng.gumbel(scale)           Pr[noise <= z] = e^-e^(-z/scale)
    rng.uniform(a, b)           the same density all over a <= z <= b
    rng.staircase(epsilon, sensitivity, gamma)   that of Geng and others, in `noise_draws.py`
    rng.random()                the double k * 2^-53, with k uniform on 0 .. 2^53 - 1
    rng.as_random()             a `random.Random`, for functions that were written for one
    rng.in_place_of(module)     with ..: what the module draws, for functions that are handed none
    rng.argmax(values)          the first place of the largest of several numbers or noises
    rng.sub(f, *args)           what f(*args, rng) returns, by a law that is found once
    rng.show(value)             the value, once an adversary has seen it
    rng.choose(options)         the option that an adversary picks

Probabilities, weights and scales are exact: int, Fraction or text such as "0.5"; never a float.
A noise is drawn with `of=(function, at_most)` to say whose answers it is made for (`made_for.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any

from dpbi.errors import DpbiError
from dpbi.fields.rational import whole
from dpbi.programs.adversary.showing import option_chosen, show
from dpbi.programs.doubles import AsRandom, Double, in_place_of, uniform
from dpbi.programs.noise_draws import Noises
from dpbi.programs.unknown import Unknown
from dpbi.programs.values import sum_of
from dpbi.support.arguments import listed

MOST_OPTIONS = 10_000
"""Of one draw from a finite set."""

DRAWS = (
    "bernoulli, integer, choice, geometric, discrete_laplace, discrete_gaussian, poisson, "
    "exponential, laplace, gaussian, gumbel, uniform, staircase, random, as_random, in_place_of, "
    "argmax, sub, show and choose"
)


class Generator(Noises):
    """What a program calls `rng`.

    >>> import dpbi
    >>> @dpbi.program(datasets=(0, 1), neighbours="all")
    ... def response(x, rng):
    ...     return x if rng.bernoulli("3/4") else 1 - x
    >>> print(dpbi.closed_form(dpbi.privacy_loss(response)))
    ln(3)
    """

    __slots__ = ()

    def bernoulli(self, p: Any) -> bool:
        """True with probability p."""
        chance = self._positive("p", p, zero=True)
        if chance > 1:
            self._run.refuse(f"it draws a bit that is True with probability {chance}, above 1")
        return bool(self._draw(("bernoulli", chance), {True: chance, False: 1 - chance}))

    def integer(self, n: Any) -> int:
        """Uniform on 0 .. n - 1."""
        try:
            count = whole("n", n)
        except DpbiError as error:
            self._run.refuse(f"its draw is refused: {error}")
        if count < 1:
            self._run.refuse("it draws from no integers at all")
        self._check(count)
        share = Fraction(1, count)
        return int(self._draw(("integer", count), dict.fromkeys(range(count), share)))

    def choice(self, options: Iterable[Any], weights: Iterable[Any] | None = None) -> Any:
        """One of the options, uniformly or in proportion to the weights."""
        try:
            letters = options if isinstance(options, str) else None
            several = list(letters or listed("options", options, most=MOST_OPTIONS))
            given = [1] * len(several) if weights is None else listed("weights", weights)
        except DpbiError as error:
            self._run.refuse(f"its draw is refused: {error}")
        if len(given) != len(several):
            self._run.refuse(f"it chooses from {len(several)} options by {len(given)} weights")
        exact = [self._positive("weight", w, zero=True) for w in given]
        if not (total := sum(exact, Fraction(0))):
            self._run.refuse("it chooses from options of which none is possible")
        shares: dict[int, Fraction] = {}
        for n, w in zip(_first_places(several), exact, strict=True):
            shares[n] = shares.get(n, Fraction(0)) + w / total
        return several[self._draw(("choice", tuple(shares.items())), shares)]

    def argmax(self, values: Iterable[Any]) -> int:
        """The place of the largest value, the first of several: one path for each place."""
        if issubclass(type(values), Unknown):
            self._run.refuse("it asks for the largest of a single noise: write a list of them")
        try:
            several = listed("values", values, most=MOST_OPTIONS)
        except DpbiError as error:
            self._run.refuse(f"its argmax is refused: {error}")
        if not several:
            self._run.refuse("it asks for the largest of no values at all")
        return self._run.first_largest([sum_of(self._run, value) for value in several])

    def random(self) -> Double:
        """k * 2^-53 for k uniform on 0 .. 2^53 - 1, as the standard library draws it."""
        return uniform(self._run)

    def as_random(self) -> AsRandom:
        """The same generator as a `random.SystemRandom`, for functions that expect one."""
        return AsRandom(self._run)

    def in_place_of(self, *modules: Any) -> AbstractContextManager[None]:
        """with ..: generators that these modules make or call are this one."""
        return in_place_of(self._run, modules)

    def sub(self, function: Any, *args: Any) -> Any:
        """What function(*args, rng) returns: its law is found once, and drawn from.

        It has finitely many outcomes and depends on its arguments alone, which are hashable.
        """
        return self._run.sub(function, args)

    def show(self, value: Any) -> Any:
        """The value, which is seen by whoever chooses: it becomes part of the output."""
        return show(self._run, value, (Generator,))

    def choose(self, options: Iterable[Any]) -> Any:
        """The option that an adversary picks, who sees what is shown (`laws/interactive.py`).

        The options depend on what has been shown, and on nothing else.
        """
        return option_chosen(self._run, options, (Generator,))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._run.refuse(f"it asks the generator for {name}: it has {DRAWS}")

    def _check(self, count: int) -> None:
        if count > MOST_OPTIONS:
            self._run.refuse(f"it draws one of {count} values, more than {MOST_OPTIONS}")


def _first_places(options: list[Any]) -> list[int]:
    """Of each option the place where the same bit, integer or text comes first; else its own."""
    first: dict[Any, int] = {}
    plain = (bool, int, str)
    return [
        first.setdefault((type(option), option), n) if type(option) in plain else n
        for n, option in enumerate(options)
    ]
