"""A second opinion: an answer of the auditor computed again by mpmath, on another path.

For the drafts' mechanisms nothing is shared but the parameters: the law, the sensitivities, the
datasets and their neighbours are those of `definitions.py`, transcribed apart.  Of any other
mechanism the law is its own formula over an abstract number field, evaluated in mpmath (or its
exact probabilities, read as fractions), and the datasets and neighbours are those that it lists;
normalisation, ratios, sums and maxima are done here.  Neither uses a ball, the compiled filter, an
exact form or anything that python-flint computes; polynomials are read from flint's objects,
coefficient by coefficient, where a mechanism hands those over.

Numbers have 50 digits and some to spare, more where the bounds are closer than that.  All ordered
pairs and outputs are compared where they are few; elsewhere the witness and its rivals, which
shows that the value is attained and not that it is the largest: the opinion says over what it is.
What lies outside the bounds is computed again with more digits, and is a `Disagreement` if it stays
there.  An opinion decides nothing: it can only contradict.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from dpbi.errors import BadMechanism, ContinuousLaw, Disagreement, InvalidValue, NoOpinion, brief
from dpbi.fields import Enclosure, ExactNumber, Level
from dpbi.fields.floats import MultiPrecision
from dpbi.fields.rational import whole
from dpbi.laws.forms import adapt
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import AnyMechanism, Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.registry import options_of
from dpbi.privacy import definitions
from dpbi.privacy.definitions import EXPONENTIAL, Definitions, LawAndLogs
from dpbi.privacy.results import Divergence, Extended, PrivacyLoss

DIGITS, SPARE = 50, 25
MOST = 50_000
"""Probabilities: up to this number in all, every pair is compared."""
ROW = 20
"""Times as many outputs, at one dataset alone, are too many."""
LARGEST = 200_000
"""Datasets, or outputs at one of them, beyond which there is no second opinion."""
WITHOUT = {
    "rho": "rho is a supremum over orders, which is not computed a second time",
    "composed delta": "a composition is not computed a second time",
}
"""Quantities without a second opinion, and why."""
ATTEMPTS = 3
"""Precisions, each twice the one before, until a value outside the bounds is believed."""


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """An answer that mpmath confirms: to how many digits, over what.

    >>> import dpbi
    >>> print(dpbi.SecondOpinion(50, "2 pairs"))
    mpmath agrees to 50 digits, over 2 pairs
    """

    digits: int
    over: str

    def __str__(self) -> str:
        digits = "1 digit" if self.digits == 1 else f"{self.digits} digits"
        return f"mpmath agrees to {digits}, over {self.over}"

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {"digits": self.digits, "over": self.over}


class LargestSeen(NamedTuple):
    """The largest value among the pairs compared, the value at the pair named, over what."""

    top: Any
    at_witness: Any
    over: str


def second_opinion(
    mechanism: AnyMechanism, answer: PrivacyLoss | Divergence, *, most: int = MOST
) -> SecondOpinion:
    """A loss, a delta or a Renyi divergence, confirmed by mpmath.

    Raises `Disagreement` where the bounds are contradicted, `NoOpinion` where there is none.

    >>> import dpbi
    >>> m = dpbi.mechanism("ehds", prior=(1, 1), n=4, epsilon=1)
    >>> print(dpbi.second_opinion(m, dpbi.privacy_loss(m)))
    mpmath agrees to 13 digits, over all 8 ordered pairs and 5 outputs
    """
    if type(answer) not in (PrivacyLoss, Divergence):
        need = "hand over what privacy_loss, privacy_profile or renyi_divergence returned"
        raise InvalidValue("answer", answer, need)
    if (most := whole("most", most)) < 1:
        raise InvalidValue("most", most, "at least 1")
    m, ends = _finite(mechanism), (answer.lo, answer.hi)
    if isinstance(answer, PrivacyLoss):
        x, y, _ = answer.witness
        pair = (m.check_dataset(x), m.check_dataset(y))
        return of_pairs(m, ("epsilon", None), ends, pair, most)
    pair = (m.check_dataset(answer.x), m.check_dataset(answer.y))
    if answer.quantity == "delta of a pair":
        return _of_pair(m, answer.at, ends, pair)
    if answer.quantity not in WITHOUT:
        return of_pairs(m, (answer.quantity, answer.at), ends, pair, most)
    raise NoOpinion(WITHOUT[answer.quantity])


def of_promise(
    mechanism: Any, promise: Promise, ends: tuple[Extended, Extended], pair: tuple[Any, Any]
) -> SecondOpinion:
    """The true value of the quantity that a promise is about."""
    if promise.kind in WITHOUT:
        raise NoOpinion(WITHOUT[promise.kind])
    return of_pairs(mechanism, (promise.kind, promise.at), ends, pair, MOST)


def of_law(mechanism: Any, x: Any, law: Mapping[Any, Enclosure]) -> SecondOpinion:
    """The probability of every output at x."""
    m = adapt(mechanism)
    worst = DIGITS
    for r, p in law.items():
        what = f"the probability of {brief(r)} at {brief(x)} under {m.label}"

        def again(digits: int, r: Any = r) -> Any:
            return _laws(m, digits).row(x).p.get(r, 0)

        worst = min(worst, confirmed(what, again, p.lo, p.hi))
    return SecondOpinion(worst, f"all {len(law)} outputs")


def of_error(
    mechanism: Any, x: Any, ends: tuple[Extended, Extended], most: int = MOST
) -> SecondOpinion:
    """The expected distance between the posterior at x and what is released."""
    m = adapt(mechanism)
    if m.number_of_outputs() > most:
        raise NoOpinion("it has too many outputs")

    def mean(digits: int) -> Any:
        laws = _laws(m, digits)
        if not isinstance(laws, _Defined):
            raise NoOpinion("its releases are not posteriors of the drafts")
        distance, prior = laws.definitions.distance, laws.of.prior.alpha
        return laws.mp.fsum(p * distance(prior, x, r) for r, p in laws.row(x).p.items())

    agreed = confirmed(f"the mean error of {m.label} at {brief(x)}", mean, *ends)
    return SecondOpinion(agreed, "all outputs")


def confirmed(what: str, compute: Callable[[int], Any], lo: Extended, hi: Extended) -> int:
    """To how many digits a number lies between bounds, computed with at least the given digits."""
    wanted = max(DIGITS, _digits_of(lo, hi))
    for attempt in range(ATTEMPTS):
        try:
            value = compute((wanted + SPARE) << attempt)
        except NoOpinion:
            if attempt + 1 == ATTEMPTS:
                raise
            continue  # a value may be lost in rounding
        if (agreed := agreement(value, lo, hi, wanted)) is not None:
            return agreed
    raise Disagreement(what, bounds(lo, hi), MultiPrecision(25).context.nstr(value, 25))


def agreement(value: Any, lo: Extended, hi: Extended, wanted: int = DIGITS) -> int | None:
    """How many digits a value shares with all that lies between bounds; None if it is outside."""
    if not isinstance(lo, Fraction) or value == math.inf:
        return wanted if lo == value else None
    mp = value.context if hasattr(value, "context") else MultiPrecision(wanted + SPARE).context
    below, above = mp.mpf(lo.numerator) / lo.denominator, None
    if isinstance(hi, Fraction):
        above = mp.mpf(hi.numerator) / hi.denominator
    scale = max(abs(v) for v in (value, below, above) if v is not None)
    scale = scale if lo > 0 or hi < 0 else max(scale, mp.one)  # beside 0, digits after the point
    room = mp.mpf(10) ** -wanted * scale
    if value < below - room or (above is not None and value > above + room):
        return None
    apart = max(abs(value - below), mp.zero if above is None else abs(value - above))
    if apart <= room:
        return wanted
    return max(0, int(mp.floor(-mp.log10(apart / scale))))


def _digits_of(lo: Extended, hi: Extended) -> int:
    """How close bounds are, in digits."""
    if not isinstance(lo, Fraction) or not isinstance(hi, Fraction) or lo == hi:
        return 0
    return max(0, (1 / (hi - lo)).numerator.bit_length() * 3 // 10 + 1)


def bounds(lo: Extended, hi: Extended) -> str:
    """Bounds in a sentence."""
    if not isinstance(lo, Fraction) or not isinstance(hi, Fraction):
        return "infinite" if lo == math.inf else f"at least {brief(lo)}"
    return str(Enclosure(lo, hi))


def of_pairs(
    mechanism: Any,
    question: tuple[str, Any],
    ends: tuple[Extended, Extended],
    pair: tuple[Any, Any],
    most: int,
) -> SecondOpinion:
    """The largest value over pairs, against the bounds; at the pair named it is at least lo."""
    m, kind = _finite(mechanism), question[0]
    found: list[LargestSeen] = []

    def top(digits: int) -> Any:
        found.append(largest(m, question, pair, digits, most))
        return found[-1].top

    quantity = {"epsilon": "the privacy loss", "renyi": "the Renyi divergence"}.get(kind, kind)
    what = f"{quantity} of {m.label}"
    agreed = confirmed(what, top, *ends)
    if agreement(found[-1].at_witness, ends[0], math.inf) is None:
        where = f"{what} between {brief(pair[0])} and {brief(pair[1])}"
        confirmed(where, lambda digits: largest(m, question, pair, digits, most).at_witness, *ends)
    return SecondOpinion(agreed, found[-1].over)


def _finite(mechanism: Any) -> Mechanism:
    if isinstance(mechanism, Continuous):
        raise NoOpinion("the loss is exact, and the law continuous")
    return adapt(mechanism)


def _of_pair(
    m: Mechanism, at: ExactNumber, ends: tuple[Extended, Extended], pair: tuple[Any, Any]
) -> SecondOpinion:
    """The delta of one ordered pair, which need not be neighbours."""

    def value(digits: int) -> Any:
        laws = _laws(m, digits)
        return _value(("delta", at), laws)(*map(laws.row, pair))

    where = f"delta of {m.label} between {brief(pair[0])} and {brief(pair[1])}"
    return SecondOpinion(confirmed(where, value, *ends), "the pair, and all its outputs")


def largest(
    m: Mechanism, question: tuple[str, Any], pair: tuple[Any, Any], digits: int, most: int
) -> LargestSeen:
    """The largest value over all pairs where they are few, else over the pair and its rivals."""
    laws = _laws(m, digits)
    if m.number_of_outputs() > ROW * most:
        raise NoOpinion(f"it has more than {ROW * most:,} outputs")
    value = _value(question, laws)
    first = value(*map(laws.row, pair))
    outputs = len(laws.row(pair[0]).p)
    if laws.size * outputs <= most:
        every = list(laws.datasets())
        pairs = [(x, y) for x in every for y in laws.neighbours(x)]
        over = f"all {len(pairs):,} ordered pairs and {outputs:,} outputs"
    else:
        pairs = list(_rivals(laws, pair, max(most // outputs, 2)))
        over = f"the worst pair and {len(pairs) - 1:,} of its rivals, {outputs:,} outputs each"
    values = (value(laws.row(x), laws.row(y)) for x, y in pairs)
    return LargestSeen(max(chain([first], values)), first, over)


def _rivals(laws: _Laws, pair: tuple[Any, Any], rows: int) -> Iterator[tuple[Any, Any]]:
    """The pair both ways, then the other neighbours of both its datasets, up to `rows`."""
    x, y = pair
    yield from ((x, y), (y, x))
    used = {x, y}
    for one, other in ((x, y), (y, x)):
        for z in laws.neighbours(one):
            if z != other and (z in used or len(used) < rows):
                used.add(z)
                yield from ((one, z), (z, one))


def _value(question: tuple[str, Any], laws: _Laws) -> Callable[[LawAndLogs, LawAndLogs], Any]:
    """What is largest over pairs: the loss, delta at a level, or a Renyi divergence."""
    kind, at = question
    mp = laws.mp
    if kind == "epsilon":
        return lambda p, q: max(
            (v - q.log[r] if r in q.log else mp.inf for r, v in p.log.items()), default=mp.zero
        )
    number = Level.of(at).value(laws.field)
    if kind == "delta":
        factor = mp.exp(number)
        return lambda p, q: mp.fsum(
            max(v - factor * q.p.get(r, mp.zero), mp.zero) for r, v in p.p.items()
        )

    def divergence(p: LawAndLogs, q: LawAndLogs) -> Any:
        if number > 1 and p.log.keys() - q.log.keys():
            return mp.inf
        terms = (number * v + (1 - number) * q.log[r] for r, v in p.log.items() if r in q.log)
        return mp.log(mp.fsum(map(mp.exp, terms))) / (number - 1)

    return divergence


class _Laws:
    """A mechanism as it describes itself, its law evaluated in mpmath and normalised here."""

    def __init__(self, m: Mechanism, digits: int) -> None:
        self.m, self.field = m, MultiPrecision(digits)
        self.mp = self.field.context
        self._rows: dict[Any, LawAndLogs] = {}

    @property
    def size(self) -> int:
        """The number of datasets."""
        return self.m.number_of_datasets() or len(list(self.m.datasets()))

    def datasets(self) -> Iterator[Any]:
        """All that it lists."""
        yield from self.m.datasets()

    def neighbours(self, x: Any) -> Iterator[Any]:
        """Those that it lists."""
        yield from self.m.neighbours(x)

    def row(self, x: Any) -> LawAndLogs:
        """The law at x."""
        if x not in self._rows:
            self._rows[x] = self._row(x)
        return self._rows[x]

    def _row(self, x: Any) -> LawAndLogs:
        mp = self.mp
        try:
            weights = self.m.unnormalised(x, self.field)
            given = self.m.log_pmf(x, self.field) if weights is None else weights
        except ContinuousLaw:
            raise NoOpinion("its law is continuous, and its loss exact") from None
        except BadMechanism as error:
            raise NoOpinion(f"its law cannot be evaluated by mpmath ({error})") from error
        logs = {r: mp.mpf(w) for r, w in given.items() if w != -math.inf}
        p = {r: mp.exp(w) for r, w in logs.items()}
        if weights is None:  # probabilities: those of floats need not sum to 1
            return LawAndLogs(p, logs)
        total = mp.fsum(p.values())
        norm = mp.log(total)
        return LawAndLogs(
            {r: v / total for r, v in p.items()}, {r: w - norm for r, w in logs.items()}
        )


class _Defined(_Laws):
    """A mechanism of the drafts: everything from `definitions.py`."""

    def __init__(self, m: OfCounts, options: Mapping[str, Any], digits: int) -> None:
        self.m, self.of, self.field = m, m, MultiPrecision(digits)
        self.definitions = Definitions.at(digits)
        self.mp = self.definitions.mp
        self.name, self.options = _in_words(m, options, self.definitions)

    def datasets(self) -> Iterator[Any]:
        """All counts."""
        return definitions.datasets(self.of.n, self.of.k)

    def neighbours(self, x: Any) -> Iterator[Any]:
        """One record replaced."""
        return definitions.neighbours(x)

    def row(self, x: Any) -> LawAndLogs:
        """The law at x, as defined."""
        return self.definitions.row(
            self.name, self.options, self.of.prior.alpha, self.of.epsilon, x
        )


def _laws(m: Mechanism, digits: int) -> _Laws:
    if max(m.number_of_datasets(), m.number_of_outputs()) > LARGEST:
        raise NoOpinion(f"it has more than {LARGEST:,} datasets or outputs")
    options = options_of(m)
    if options is None or m.name not in (*EXPONENTIAL, *definitions.LAPLACE):
        return _Laws(m, digits)
    return _Defined(m, options, digits)  # type: ignore[arg-type]


def _in_words(
    m: OfCounts, options: Mapping[str, Any], defined: Definitions
) -> tuple[str, dict[str, Any]]:
    """The name and the options by which `definitions.py` knows a mechanism of the drafts."""
    name = "mh-s-exp" if options.get("smooth") == "exponential" else m.name
    if EXPONENTIAL.get(name, (0, ""))[1] != "exponential":
        words = ("gs", "gamma", "sensitivity", "noise")
        return name, {word: options[word] for word in words if word in options}
    if (beta := options["beta"]) is None:
        beta = defined.beta(m.epsilon, options["delta"], m.n + (options["records"] == "n+1"))
    return name, {"beta": beta}
