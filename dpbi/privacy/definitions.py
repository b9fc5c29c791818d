"""The drafts' definitions in mpmath, transcribed a second time: what a second opinion rests on.

Datasets, neighbours, the Hellinger distance, the sensitivities and the laws, each from its
definition: maxima over lists, no closed forms, no recurrences, no envelopes.  Nothing is shared
with the auditor: no ball, no filter, no python-flint, none of its tables or enumerations.
mpmath's interval context is not used (it is not an enclosure): numbers here are rounded, and say
nothing certain on their own.

With H(x, r) = H(BI(x), BI(r)), d the number of replaced records and x ~ y for neighbours:

    H       sqrt(1 - B((p+q)/2) / sqrt(B(p) B(q)))                          short, section 1
    LS(x)   max over y ~ x of H(x, y)                 GS = max over x of LS(x)
    S       1/S(x) = min over y of 1/LS(y) + gamma d(x, y)                  tailoring, Thm 5.1
    Sexp    S(x) = max over y of LS(y) e^(-beta d(x, y))                    tailoring, Def. 3
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from dpbi.errors import NoOpinion
from dpbi.fields.floats import MultiPrecision

Counts: TypeAlias = tuple[int, ...]
Parameters: TypeAlias = tuple[Fraction, ...]
Options: TypeAlias = dict[str, Any]
"""Words, and numbers of the context or exact ones."""

FEW, MANY = 32, 1000  # priors, and laws, before a table of them is emptied

EXPONENTIAL = {  # of exp(-eps H / (factor * sensitivity)): the factor, the sensitivity
    "ehd": (2, "global"),
    "ehdl": (2, "local"),
    "ehds": (2, "harmonic"),  # times 1 + gamma
    "ehds-4s": (4, "harmonic"),
    "mh": (2, "harmonic"),
    "mh-exp": (2, "exponential"),
    "mh-s": (1, "harmonic"),
    "mh-s-exp": (1, "exponential"),
}
NOISED = ("lszhang-all", "lszhang-theorem")  # every coordinate, the last one too
LAPLACE = ("laplace", "laplace-improved", "lshist", "lsdim", "lszhang", "lszhang-rest", *NOISED)


def numerator(name: str, k: int, sensitivity: str = "defined") -> int:
    """s of clamp(floor(count + Y)), Y ~ Laplace of scale s/eps."""
    if name in ("laplace-improved", "lshist"):
        return 1 if k == 2 else 2
    if name == "lsdim" or (name == "laplace" and sensitivity == "dimension"):
        return k
    return 2 if name in ("laplace", "lszhang-theorem") else 2 * k


class LawAndLogs(NamedTuple):
    """A law at one dataset: probabilities, and their logarithms."""

    p: dict[Any, Any]
    log: dict[Any, Any]


def datasets(n: int, k: int) -> Iterator[Counts]:
    """All counts of n records over k categories."""
    if k == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in datasets(n - first, k - 1):
            yield (first, *rest)


def neighbours(x: Counts) -> Iterator[Counts]:
    """One record moved from a category to another."""
    for i, c in enumerate(x):
        for j in range(len(x)):
            if c and j != i:
                yield tuple(a - (m == i) + (m == j) for m, a in enumerate(x))


def replaced(x: Counts, y: Counts) -> int:
    """The fewest records to replace between two datasets of one size."""
    return sum(max(a - b, 0) for a, b in zip(x, y, strict=True))


class _LogGammas(dict[int, Any]):
    """{j: ln Gamma(a + j/2)}, each by a call of its own, when it is first asked for."""

    def __init__(self, mp: Any, a: Fraction) -> None:
        self._mp, self._a = mp, a

    def __missing__(self, j: int) -> Any:
        top, bottom = (self._a + Fraction(j, 2)).as_integer_ratio()
        self[j] = found = self._mp.loggamma(self._mp.mpf(top) / bottom)
        return found

    def between(self, a: int, b: int) -> Any:
        """At the middle of a and b, less the mean of both: a summand of ln BC."""
        return self[a + b] - (self[2 * a] + self[2 * b]) / 2


class Definitions:
    """The definitions over numbers of `digits` digits; what was computed is kept."""

    def __init__(self, digits: int) -> None:
        self.digits, self.mp = digits, MultiPrecision(digits).context
        self._gammas: dict[Parameters, list[_LogGammas]] = {}
        self._locals: dict[tuple[Parameters, int], dict[Counts, Any]] = {}
        self._rows: dict[Any, LawAndLogs] = {}

    @staticmethod
    @lru_cache(maxsize=4)
    def at(digits: int) -> Definitions:
        """The definitions with the given number of digits, kept for the next question."""
        return Definitions(digits)

    def real(self, value: Any) -> Any:
        """An exact number as a number of the context; numbers of the context as they are."""
        if isinstance(value, (int, Fraction)):
            return self.mp.mpf(value.numerator) / value.denominator
        return self.mp.mpf(value)

    def hellinger(self, p: Parameters, q: Parameters) -> Any:
        """The Hellinger distance of two Dirichlet distributions."""
        if len(p) != len(q) or len(p) < 2 or min(*p, *q) <= 0:
            raise NoOpinion("a distance of what are not two Dirichlet distributions")
        if p == q:
            return self.mp.zero

        def log_beta(v: Parameters) -> Any:
            ln = self.mp.loggamma
            return sum(ln(self.real(a)) for a in v) - ln(self.real(sum(v, Fraction(0))))

        middle = tuple((a + b) / 2 for a, b in zip(p, q, strict=True))
        return self._from(log_beta(middle) - (log_beta(p) + log_beta(q)) / 2)

    def distance(self, prior: Parameters, x: Counts, r: Counts) -> Any:
        """H(x, r)."""
        if not len(prior) == len(x) == len(r) >= 2 or min(prior) <= 0:
            raise NoOpinion("a distance of datasets of other lengths, or without a prior")
        if x == r:
            return self.mp.zero
        *each, total = self._of(prior)
        log_affinity = sum(g.between(a, b) for g, a, b in zip(each, x, r, strict=True))
        if (m := sum(x)) != (n := sum(r)):
            log_affinity -= total.between(m, n)
        return self._from(log_affinity)

    def _from(self, log_affinity: Any) -> Any:
        """sqrt(1 - BC); a rounding above BC = 1 counts as 1."""
        return self.mp.sqrt(max(1 - self.mp.exp(log_affinity), self.mp.zero))

    def _of(self, prior: Parameters) -> list[_LogGammas]:
        """The log-gammas of each parameter, and of their sum."""
        if prior not in self._gammas:
            _emptied(self._gammas, FEW)
            all_of = (*prior, sum(prior, Fraction(0)))
            self._gammas[prior] = [_LogGammas(self.mp, a) for a in all_of]
        return self._gammas[prior]

    def locals(self, prior: Parameters, n: int) -> dict[Counts, Any]:
        """LS of every dataset; the distance of two neighbours counts for both."""
        if (prior, n) not in self._locals:
            _emptied(self._locals, FEW)
            largest = dict.fromkeys(datasets(n, len(prior)), self.mp.zero)
            for x in datasets(n, len(prior)):
                for y in filter(x.__lt__, neighbours(x)):
                    h = self.distance(prior, x, y)
                    largest[x], largest[y] = max(largest[x], h), max(largest[y], h)
            self._locals[prior, n] = {x: self._positive(ls) for x, ls in largest.items()}
        return self._locals[prior, n]

    def local(self, prior: Parameters, x: Counts) -> Any:
        """LS(x)."""
        return self._positive(max((self.distance(prior, x, y) for y in neighbours(x)), default=0))

    def _positive(self, sensitivity: Any) -> Any:
        """A sensitivity; it is above 0 unless there are no records, or too few digits."""
        if not sensitivity > 0:
            raise NoOpinion("a sensitivity without records, or lost in rounding")
        return sensitivity

    def sensitivity(self, kind: str, prior: Parameters, x: Counts, parameter: Any) -> Any:
        """LS, GS, S with gamma or Sexp with beta, at x."""
        if kind == "local":
            return self.local(prior, x)
        everywhere = self.locals(prior, sum(x))
        if kind == "global":
            return max(everywhere.values())
        steps = [self.real(parameter) * d for d in range(sum(x) + 1)]
        if kind == "harmonic":
            if steps[-1] < 0:
                raise NoOpinion("gamma < 0")
            return 1 / min(1 / ls + steps[replaced(x, y)] for y, ls in everywhere.items())
        shrinking = [self.mp.exp(-s) for s in steps]
        return max(ls * shrinking[replaced(x, y)] for y, ls in everywhere.items())

    def row(
        self, name: str, options: Options, prior: Parameters, eps: Any, x: Counts
    ) -> LawAndLogs:
        """The law of one of the drafts' mechanisms at x."""
        if sum(x) < 1 or len(x) != len(prior):
            raise NoOpinion("a law without records, or with another number of categories")
        key = (name, tuple(sorted(options.items())), prior, eps, x)
        if key not in self._rows:
            _emptied(self._rows, MANY)
            family = self._exponential if name in EXPONENTIAL else self._laplace
            self._rows[key] = family(name, options, prior, eps, x)
        return self._rows[key]

    def _exponential(
        self, name: str, options: Options, prior: Parameters, eps: Any, x: Counts
    ) -> LawAndLogs:
        """exp(-eps H / (factor * sensitivity)), over the sum of these."""
        (factor, kind), gs = EXPONENTIAL[name], options.get("gs", "true")
        if gs == "printed":
            sensitivity = self.mp.sqrt(1 - self.mp.pi / 4)
        elif gs != "true":
            sensitivity = self.real(gs)
        else:
            smoothing = options.get("beta" if kind == "exponential" else "gamma")
            sensitivity = self.sensitivity(kind, prior, x, smoothing)
        if name == "ehds":
            sensitivity *= 1 + self.real(options["gamma"])
        if not sensitivity > 0 or eps < 0:
            raise NoOpinion("a law without a positive sensitivity, or with eps < 0")
        rate = self.real(eps) / (factor * sensitivity)
        logs = {r: -rate * self.distance(prior, x, r) for r in datasets(sum(x), len(x))}
        weights = {r: self.mp.exp(w) for r, w in logs.items()}
        total = self.mp.fsum(weights.values())
        norm = self.mp.log(total)
        return LawAndLogs(
            {r: w / total for r, w in weights.items()}, {r: w - norm for r, w in logs.items()}
        )

    def _laplace(
        self, name: str, options: Options, prior: Parameters, eps: Any, x: Counts
    ) -> LawAndLogs:
        """Independent coordinates; the last is noised, what is left, drawn anew, or absent."""
        if not eps > 0:
            raise NoOpinion("a law of the Laplace family needs eps > 0")
        n, k = sum(x), len(x)
        rate = self.real(eps) / numerator(name, k, options.get("sensitivity", "defined"))
        coordinates = [self._cells(c, n, rate) for c in x[: k - (name not in NOISED)]]
        every, cells = product(range(n + 1), repeat=len(coordinates)), product(*coordinates)
        drawn = {noisy: reduce(mul, p) for noisy, p in zip(every, cells, strict=True)}
        if options.get("noise") == "fresh":
            left = [self.mp.zero] * (n + 1)
            for noisy, p in drawn.items():
                left[max(n - sum(noisy), 0)] += p
            law = {(*noisy, j): p * q for noisy, p in drawn.items() for j, q in enumerate(left)}
        elif name in (*NOISED, "lszhang"):
            law = drawn
        else:
            law = {(*noisy, max(n - sum(noisy), 0)): p for noisy, p in drawn.items()}
        return LawAndLogs(law, {r: self.mp.log(p) for r, p in law.items()})

    def _cells(self, count: int, n: int, rate: Any) -> list[Any]:
        """Pr[clamp(floor(count + Y), 0, n) = j], from areas under the density rate e^(-rate |y|)/2.

        The area from a to b is (e^(-rate a) - e^(-rate b)) / 2 for 0 <= a < b, infinity included.
        """

        def area(a: int, b: int | None) -> Any:
            return (self.mp.exp(-rate * a) - (0 if b is None else self.mp.exp(-rate * b))) / 2

        if n == 0:
            return [self.mp.one]
        cells = []
        for j in range(n + 1):
            low, high = (None if j == 0 else j - count), (None if j == n else j + 1 - count)
            if low is not None and low >= 0:
                cells.append(area(low, high))
            elif high is not None and high <= 0:
                cells.append(area(-high, None if low is None else -low))
            else:
                below = area(0, None if low is None else -low)
                cells.append(below + area(0, high))
        return cells

    def beta(self, eps: Fraction, delta: Fraction, records: int) -> Any:
        """ln(1 - eps / (2 ln(delta / (2 records)))), notes 2.3.1."""
        inner = self.mp.log(self.real(delta / (2 * records)))
        return self.mp.log(1 - self.real(eps) / (2 * inner))


def _emptied(table: dict[Any, Any], most: int) -> None:
    """Memory is for one question at a time: a table that grows without end starts anew."""
    if len(table) >= most:
        table.clear()
