"""The operations on mechanisms and sensitivities, evaluated with dpbi's own formulas.

`Vocabulary` has a method for each operation on vectors, distances, sensitivities and mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import Any, TypeAlias

from dpbi.bayes import data, sensitivity
from dpbi.bayes.data import Counts, datasets, integers, neighbours
from dpbi.bayes.dirichlet import Dirichlet, hellinger, posteriors
from dpbi.fields import Balls, Field
from dpbi.fields.expsums import ExpSum
from dpbi.fields.field import LADDER, digits_at
from dpbi.fields.polynomial import Q, coefficients
from dpbi.language.expr import Expr, function
from dpbi.ledger.values import (
    Arithmetic,
    Key,
    NoValue,
    Quantity,
    Undefined,
    equal,
    exactly,
    larger,
    less,
    less_equal,
)
from dpbi.ledger.vectors import as_prior, component, fit, paired
from dpbi.mechanisms import mechanism
from dpbi.mechanisms.counts import divided
from dpbi.mechanisms.registry import WEIGHTS
from dpbi.privacy import privacy_loss

Option: TypeAlias = tuple[str, Any]
Chosen: TypeAlias = tuple[str, tuple[Option, ...]]
"""A mechanism by its name, with its options: words and numbers."""


def distance(prior: Dirichlet, x: Counts, r: Counts, F: Field) -> Quantity:
    """H(x, r), with its key."""
    if x == r:
        return exactly(0, F)
    value = posteriors(prior, sum(x), F).hellinger(x, r)
    return Quantity(value, key=Key("H", prior.update(x), prior.update(r)))


def any_distance(p: Dirichlet, q: Dirichlet, F: Field) -> Quantity:
    """The distance of any two Dirichlet distributions, with its key."""
    return exactly(0, F) if p == q else Quantity(hellinger(p, q, F), key=Key("H", p, q))


@lru_cache(maxsize=20_000)
def local(prior: Dirichlet, x: Counts, F: Field) -> Quantity:
    """LS(x): the largest distance to a neighbour, with the key of the one it is."""
    return reduce(lambda a, b: larger(a, b, F), (distance(prior, x, y, F) for y in neighbours(x)))


@lru_cache(maxsize=2000)
def global_(prior: Dirichlet, n: int, F: Field) -> Quantity:
    """GS: the largest local sensitivity."""
    sizes = (local(prior, x, F) for x in datasets(n, prior.k))
    return reduce(lambda a, b: larger(a, b, F), sizes)


def harmonic(prior: Dirichlet, x: Counts, gamma: Quantity, F: Field) -> Quantity:
    """S(x) for a rational gamma."""
    g = gamma.rational
    if g is None:
        raise NoValue("gamma must be rational")
    if g < 0:
        raise Undefined("gamma < 0")
    return Quantity(sensitivity.harmonic(prior, sum(x), g, F)[x])


def smooth(prior: Dirichlet, x: Counts, beta: Quantity, F: Field) -> Quantity:
    """max over y of LS(y) e^(-beta d(x, y)), for any beta."""
    values = sensitivity.all_local(prior, sum(x), F)
    terms = [ls * F.exp(-beta.approximate * data.distance(x, y)) for y, ls in values.items()]
    return Quantity(F.maximum(terms))


@lru_cache(maxsize=4000)
def law(
    name: str, options: tuple[Option, ...], prior: Dirichlet, eps: Quantity, x: Counts, F: Field
) -> Mapping[Counts, Quantity]:
    """{output: probability} of a mechanism at x; options hold words and numbers."""
    _check_law(name, options, eps, sum(x), F)
    if name in WEIGHTS:
        return _exponential(name, dict(options), prior, eps, x, F)
    return _laplace(name, dict(options), prior, eps, x, F)


def probability(
    name: str,
    options: tuple[Option, ...],
    prior: Dirichlet,
    eps: Quantity,
    x: Counts,
    r: Counts,
    F: Field,
) -> Quantity:
    """The probability of one output; 0 for what is never released."""
    return law(name, options, prior, eps, x, F).get(r) or exactly(0, F)


def _check_law(name: str, options: tuple[Option, ...], eps: Quantity, n: int, F: Field) -> None:
    """No value where a mechanism has no law: no records, eps < 0, an option it cannot have."""
    zero = exactly(0, F)
    if n < 1:
        raise Undefined("a mechanism at a dataset without records")
    least = less(eps, zero, F) if name in WEIGHTS else less_equal(eps, zero, F)
    if least is not False:
        kind = Undefined if least else NoValue
        raise kind("a mechanism at an eps that is not certainly large enough")
    _check_options(options, F)


def _check_options(options: tuple[Option, ...], F: Field) -> None:
    """No value for a gs that is not certainly > 0, or a gamma that is not certainly >= 0."""
    zero = exactly(0, F)
    for key, value in options:
        if isinstance(value, Quantity):
            too_small = {"gs": less_equal, "gamma": less}.get(key)
            if too_small is not None and (answer := too_small(value, zero, F)) is not False:
                kind = Undefined if answer else NoValue
                raise kind(f"a mechanism whose {key} is not certainly large enough")


def outputs(name: str, options: tuple[Option, ...], n: int, k: int, F: Field) -> list[Counts]:
    """All that a mechanism can release."""
    if n < 1 or k < 2:
        raise Undefined("outputs for fewer than two categories, or fewer than one record")
    _check_options(options, F)
    if name in WEIGHTS:
        return list(datasets(n, k))
    m = as_mechanism(name, options, Dirichlet([1] * k), Fraction(1), n)
    return list(dict.fromkeys(m.outputs()))


def loss(
    name: str, options: tuple[Option, ...], prior: Dirichlet, eps: Quantity, n: int, F: Field
) -> Quantity:
    """The true privacy loss: by the auditor where parameters are rational, else over all pairs."""
    _check_law(name, options, eps, n, F)
    rational = [v.rational for _, v in options if isinstance(v, Quantity)]
    if eps.rational is None or None in rational or "gs" in _numbers(options):
        return _loss_over_pairs(name, options, prior, eps, n, F)
    m = as_mechanism(name, options, prior, eps.rational, n)
    digits = digits_at(F.bits) if isinstance(F, Balls) else LADDER[0].digits
    found = privacy_loss(m, digits=digits)
    if found.exact_value is not None:
        return exactly(found.exact_value, F)
    if not isinstance(F, Balls):
        return Quantity(float(found.hi))
    if not isinstance(found.lo, Fraction) or not isinstance(found.hi, Fraction):
        raise NoValue("the loss is infinite")
    return Quantity(F.rational(found.lo).union(F.rational(found.hi)))


def _numbers(options: tuple[Option, ...]) -> set[str]:
    return {key for key, v in options if isinstance(v, Quantity)}


def _loss_over_pairs(
    name: str, options: tuple[Option, ...], prior: Dirichlet, eps: Quantity, n: int, F: Field
) -> Quantity:
    terms = []
    for x in datasets(n, prior.k):
        p = law(name, options, prior, eps, x, F)
        for y in neighbours(x):
            q = law(name, options, prior, eps, y, F)
            terms += [F.log(p[r].approximate / q[r].approximate) for r in p]
    return Quantity(F.maximum(terms))


def _exponential(
    name: str, options: dict[str, Any], prior: Dirichlet, eps: Quantity, x: Counts, F: Field
) -> dict[Counts, Quantity]:
    """The weights that the mechanism states, normalised; all equal for eps = 0."""
    candidates = list(datasets(sum(x), prior.k))
    if eps.rational == 0:
        return dict.fromkeys(candidates, exactly(Fraction(1, len(candidates)), F))
    numbers = {key: v.rational for key, v in options.items() if isinstance(v, Quantity)}
    factor, named = _weight(name, frozenset(o for o in options.items() if o[0] not in numbers))
    sens = _sensitivity(named, options, prior, x, F)
    scale = eps.approximate / (F.rational(Fraction(factor(numbers))) * sens.approximate)
    distances = posteriors(prior, sum(x), F).distances(x, candidates)
    weights = [F.exp(-scale * h) for h in distances]
    norm = sum(weights, F.rational(0))
    key = ("P", name, tuple(sorted(options.items(), key=lambda o: o[0])), eps, prior, x)
    post = prior.update(x)
    return {
        r: Quantity(w / norm, key=Key(key, post, prior.update(r)))
        for r, w in zip(candidates, weights, strict=True)
    }


@lru_cache(maxsize=64)
def _weight(name: str, words: frozenset[Option]) -> tuple[Callable[[dict[str, Any]], Any], Expr]:
    """The factor and the sensitivity of a stated weight; mh-s-exp is the other mh-s."""
    stated = WEIGHTS[name]
    factor, named = divided(stated.chosen(stated.weight, {"smooth": "harmonic", **dict(words)}))
    return function(factor), named


def _sensitivity(
    e: Expr, options: dict[str, Any], prior: Dirichlet, x: Counts, F: Field
) -> Quantity:
    """The sensitivity at x that an expression names, with what is known of its exact form."""
    match e.op:
        case "var":
            value: Quantity = options[e.args[0]]
            return value
        case "LS":
            return local(prior, x, F)
        case "GS":
            return global_(prior, sum(x), F)
        case "S":
            return harmonic(prior, x, options["gamma"], F)
        case "Sexp":
            return smooth(prior, x, options["beta"], F)
    return Quantity(sensitivity.global_printed(F))


def _laplace(
    name: str, options: dict[str, Any], prior: Dirichlet, eps: Quantity, x: Counts, F: Field
) -> dict[Counts, Quantity]:
    """Products of the coordinates' polynomials at q = e^-rate, as exact sums of powers of e."""
    if eps.rational is None:
        raise NoValue("the Laplace family needs a rational epsilon here")
    m = as_mechanism(name, tuple(options.items()), prior, eps.rational, sum(x))
    rate = m.rate
    coordinates = [
        [ExpSum.of({-i * rate: c for i, c in enumerate(coefficients(p))}) for p in coordinate]
        for coordinate in m.coordinate_laws(x, Q)
    ]
    result: dict[Counts, Quantity] = {}
    for noisy in product(range(m.n + 1), repeat=m.independent):
        value = ExpSum.rational(1)
        for i, c in enumerate(noisy):
            value = value * coordinates[i][c]
        result[m.completed(noisy)] = exactly(value, F)
    return result


def as_mechanism(
    name: str, options: tuple[Option, ...], prior: Dirichlet, eps: Fraction, n: int
) -> Any:
    """The mechanism as dpbi knows it."""
    given = {k: v.rational if isinstance(v, Quantity) else v for k, v in options}
    return mechanism(name, prior=prior, n=n, epsilon=eps, **given)


class Vocabulary(Arithmetic):
    """Arithmetic, and what is particular to private Bayesian inference."""

    def _vec(self, *entries: Quantity) -> tuple[Any, ...]:
        return tuple(map(component, entries))

    def _at(self, v: tuple[Any, ...], i: int) -> Quantity:
        if not 0 <= i < len(v):
            raise Undefined("a component outside its vector")
        return exactly(Fraction(v[i]), self.F)

    def _len(self, v: tuple[Any, ...]) -> Quantity:
        return exactly(len(v), self.F)

    def _total(self, v: tuple[Any, ...]) -> Quantity:
        return exactly(sum(map(Fraction, v), Fraction(0)), self.F)

    def _sum_of_vectors(self, v: tuple[Any, ...], w: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(s + t for s, t in paired(v, w))

    def _d(self, v: tuple[Any, ...], w: tuple[Any, ...]) -> Quantity:
        apart = sum((abs(Fraction(s) - t) for s, t in paired(v, w)), Fraction(0))
        return exactly(apart / 2, self.F)

    def _hellinger(self, p: tuple[Any, ...], q: tuple[Any, ...]) -> Quantity:
        return any_distance(as_prior(p), as_prior(q), self.F)

    def _H(self, prior: Dirichlet, x: Counts, r: Counts) -> Quantity:
        fit(prior, x, r)
        if sum(x) != sum(r):
            return any_distance(prior.update(x), prior.update(r), self.F)
        return distance(prior, x, r, self.F)

    def _LS(self, prior: Dirichlet, x: Counts) -> Quantity:
        fit(prior, x)
        return local(prior, x, self.F)

    def _GS(self, prior: Dirichlet, n: int) -> Quantity:
        return global_(prior, n, self.F)

    def _S(self, prior: Dirichlet, x: Counts, gamma: Quantity) -> Quantity:
        fit(prior, x)
        return harmonic(prior, x, gamma, self.F)

    def _Sexp(self, prior: Dirichlet, x: Counts, beta: Quantity) -> Quantity:
        fit(prior, x)
        return smooth(prior, x, beta, self.F)

    def _C(self, prior: Dirichlet, x: Counts, r: Counts) -> Quantity:
        fit(prior, x, r)
        target = distance(prior, x, r, self.F)
        answers = [
            equal(distance(prior, x, z, self.F), target, self.F) for z in datasets(sum(x), prior.k)
        ]
        if None in answers:
            raise NoValue("a multiplicity that depends on an undecided equality")
        return exactly(sum(map(bool, answers)), self.F)

    def _P(self, m: Chosen, prior: Dirichlet, eps: Quantity, x: Counts, r: Counts) -> Quantity:
        fit(prior, x)
        return probability(*m, prior, eps, x, r, self.F)

    def _loss(self, m: Chosen, prior: Dirichlet, eps: Quantity, n: int) -> Quantity:
        return loss(*m, prior, eps, n, self.F)

    def _delta(
        self, m: Chosen, prior: Dirichlet, eps: Quantity, x: Counts, y: Counts, level: Quantity
    ) -> Quantity:
        fit(prior, x, y)
        if (len(x), sum(x)) != (len(y), sum(y)):
            raise NoValue("a delta at datasets of different sizes")
        first, second = (law(*m, prior, eps, z, self.F) for z in (x, y))
        factor, zero = self._exp(level), exactly(0, self.F)
        return self._total_of(
            larger(zero, self._sub(s, self._times(factor, second.get(r, zero))), self.F)
            for r, s in first.items()
        )

    def _same(self, v: tuple[Any, ...], w: tuple[Any, ...]) -> bool:
        return v == w

    def _adjacent(self, x: Counts, y: Counts) -> bool:
        return len(x) == len(y) and sum(x) == sum(y) and data.distance(x, y) == 1

    def _range(self, first: int, last: int) -> list[Any]:
        return [exactly(i, self.F) for i in integers(first, last)]

    def _datasets(self, n: int, k: int) -> list[Any]:
        return list(datasets(n, k))

    def _neighbours(self, x: Counts) -> list[Any]:
        return list(neighbours(x))

    def _outputs(self, m: Chosen, n: int, k: int) -> list[Any]:
        return outputs(*m, n, k, self.F)


MODEL: dict[str, Callable[..., Any]] = {
    "vec": Vocabulary._vec,
    "at": Vocabulary._at,
    "len": Vocabulary._len,
    "total": Vocabulary._total,
    "plus": Vocabulary._sum_of_vectors,
    "d": Vocabulary._d,
    "hellinger": Vocabulary._hellinger,
    "H": Vocabulary._H,
    "LS": Vocabulary._LS,
    "GS": Vocabulary._GS,
    "S": Vocabulary._S,
    "Sexp": Vocabulary._Sexp,
    "C": Vocabulary._C,
    "P": Vocabulary._P,
    "loss": Vocabulary._loss,
    "delta": Vocabulary._delta,
    "same": Vocabulary._same,
    "adjacent": Vocabulary._adjacent,
    "range": Vocabulary._range,
    "datasets": Vocabulary._datasets,
    "neighbours": Vocabulary._neighbours,
    "outputs": Vocabulary._outputs,
}
"""As `ARITHMETIC`: what computes each operation, from arguments of the kinds in the table."""
