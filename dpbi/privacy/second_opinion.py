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
What lies outside the bounds is a `Disagreement` (`confirmed`).  An opinion decides nothing: it
can only contradict.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from dpbi.errors import ContinuousLaw, DpbiError, InvalidValue, NoOpinion, brief
from dpbi.fields import Enclosure, ExactNumber, Level
from dpbi.fields.floats import DIGITS, SPARE, MultiPrecision, agreement, confirmed
from dpbi.fields.rational import whole
from dpbi.laws.forms import adapt
from dpbi.laws.interactive import for_ratios
from dpbi.laws.promise import Promise
from dpbi.laws.protocol import AnyMechanism, Continuous, Mechanism
from dpbi.mechanisms.counts import OfCounts
from dpbi.mechanisms.registry import options_of
from dpbi.privacy import definitions
from dpbi.privacy.definitions import EXPONENTIAL, Definitions, LawAndLogs
from dpbi.privacy.results import Divergence, Extended, PrivacyLoss

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
CLOSED_FORM = 256
"""Bits of a logarithm that is a loss in closed form."""

Ends: TypeAlias = tuple[Extended, Extended]
WorstPlace: TypeAlias = tuple[Any, Any] | tuple[Any, Any, Any]
"""Two datasets, and of a loss the output too where it is known."""


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """An answer that mpmath confirms: to how many digits, over what.

    >>> import dpbi
    >>> coin = dpbi.Table.of({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> found = dpbi.second_opinion(coin, dpbi.privacy_loss(coin, digits=20))
    >>> found.digits >= 20, found.over
    (True, 'all 2 ordered pairs and 2 outputs')
    """

    digits: int
    over: str
    infinite: bool = False

    def __str__(self) -> str:
        if self.infinite:
            return f"mpmath agrees that it is infinite, over {self.over}"
        digits = "1 digit" if self.digits == 1 else f"{self.digits} digits"
        return f"mpmath agrees to {digits}, over {self.over}"

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {"digits": self.digits, "over": self.over}


class LargestSeen(NamedTuple):
    """The largest value among the pairs compared, the value at the place named, over what."""

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
        x, y, output = answer.witness
        place = (m.check_dataset(x), m.check_dataset(y), output)
        return of_pairs(m, ("epsilon", None), ends, place, most, named=_in_closed_form(answer))
    pair = (m.check_dataset(answer.x), m.check_dataset(answer.y))
    if answer.quantity == "delta of a pair":
        return _of_pair(m, answer.at, ends, pair)
    if answer.quantity not in WITHOUT:
        return of_pairs(m, (answer.quantity, answer.at), ends, pair, most)
    raise NoOpinion(WITHOUT[answer.quantity])


def _in_closed_form(loss: PrivacyLoss) -> Ends | None:
    """The value by which a loss is compared with levels, where that is not its bounds."""
    if loss.exact_value is not None:
        return loss.exact_value, loss.exact_value
    if loss.largest_ratio is None:
        return None
    found = Level.ln(loss.largest_ratio).enclosure(CLOSED_FORM)
    return found.lo, found.hi


def of_promise(mechanism: Any, promise: Promise, ends: Ends, place: WorstPlace) -> SecondOpinion:
    """The true value of the quantity that a promise is about."""
    if promise.kind in WITHOUT:
        raise NoOpinion(WITHOUT[promise.kind])
    return of_pairs(mechanism, (promise.kind, promise.at), ends, place, MOST)


def of_law(mechanism: Any, x: Any, law: Mapping[Any, Enclosure]) -> SecondOpinion:
    """The probability of every output at x; an output that is not listed has none."""
    m, rows = adapt(mechanism), dict[int, LawAndLogs]()

    def row(digits: int) -> LawAndLogs:
        digits = -(-digits // SPARE) * SPARE  # in steps: outputs need different numbers of digits
        if digits not in rows:
            rows[digits] = _laws(m, digits).row(x)
        return rows[digits]

    def chance(r: Any, ends: Ends) -> int:
        what = f"the probability of {brief(r)} at {brief(x)} under {m.label}"
        return confirmed(what, lambda digits: row(digits).p.get(r, 0), *ends, ours=_is_ours(m))

    agreed = [chance(r, (p.lo, p.hi)) for r, p in law.items()]
    for r in [r for given in list(rows.values()) for r in given.p if r not in law]:
        chance(r, (Fraction(0), Fraction(0)))
    return SecondOpinion(min(agreed, default=DIGITS), f"all {len(law)} outputs")


def of_error(mechanism: Any, x: Any, ends: Ends, most: int = MOST) -> SecondOpinion:
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


def of_pairs(
    mechanism: Any,
    question: tuple[str, Any],
    ends: Ends,
    place: WorstPlace,
    most: int,
    *,
    named: Ends | None = None,
) -> SecondOpinion:
    """The largest value over pairs, against the bounds; at the place named it is at least lo.

    `named` are bounds of the value in closed form, where it has one.
    """
    m, kind = _finite(mechanism), question[0]
    m = for_ratios(m) if kind == "epsilon" else m
    found: list[LargestSeen] = []

    def seen(digits: int) -> LargestSeen:
        found.append(largest_of_pairs(m, question, place, digits, most))
        return found[-1]

    def confirm(where: str, part: Callable[[LargestSeen], Any], given: Ends) -> int:
        return confirmed(where, lambda d: part(seen(d)), *given, ours=_is_ours(m))

    quantity = {"epsilon": "the privacy loss", "renyi": "the Renyi divergence"}.get(kind, kind)
    what = f"{quantity} of {m.label}"
    agreed = confirm(what, lambda v: v.top, ends)
    if named is not None and agreement(found[-1].top, *named) is None:
        confirm(f"{what} in closed form", lambda v: v.top, named)
    if agreement(found[-1].at_witness, ends[0], math.inf) is None:
        where = " and ".join(map(brief, place[:2])) + "".join(f", at {brief(r)}" for r in place[2:])
        confirm(f"{what} between {where}", lambda v: v.at_witness, ends)
    return SecondOpinion(agreed, found[-1].over, ends[0] == math.inf)


def _finite(mechanism: Any) -> Mechanism:
    if isinstance(mechanism, Continuous):
        raise NoOpinion("the loss is exact, and the law continuous")
    return adapt(mechanism)


def _of_pair(m: Mechanism, at: ExactNumber, ends: Ends, pair: tuple[Any, Any]) -> SecondOpinion:
    """The delta of one ordered pair, which need not be neighbours."""

    def value(digits: int) -> Any:
        laws = _laws(m, digits)
        return _value(("delta", at), laws)(*map(laws.row, pair))

    where = f"delta of {m.label} between {brief(pair[0])} and {brief(pair[1])}"
    agreed = confirmed(where, value, *ends, ours=_is_ours(m))
    return SecondOpinion(agreed, "the pair, and all its outputs")


def largest_of_pairs(
    m: Mechanism, question: tuple[str, Any], place: WorstPlace, digits: int, most: int
) -> LargestSeen:
    """The largest value over all pairs where they are few, else over the pair and its rivals."""
    laws, pair = _laws(m, digits), (place[0], place[1])
    if m.number_of_outputs() > ROW * most:
        raise NoOpinion(f"it has more than {ROW * most:,} outputs")
    value = _value(question, laws)
    p, q = map(laws.row, pair)
    first, outputs = value(p, q), len(p.p)
    if laws.size * outputs <= most:
        every = list(laws.datasets())
        pairs = [(x, y) for x in every for y in laws.neighbours(x)]
        over = f"all {len(pairs):,} ordered pairs and {outputs:,} outputs"
    else:
        pairs = list(_rivals(laws, pair, max(most // outputs, 2)))
        over = f"the worst pair and {len(pairs) - 1:,} of its rivals, {outputs:,} outputs each"
    values = (value(laws.row(x), laws.row(y)) for x, y in pairs)
    at_place = first if len(place) == 2 else _loss_at(place[2], p, q, laws.mp)
    return LargestSeen(max(chain([first], values)), at_place, over)


def _loss_at(output: Any, p: LawAndLogs, q: LawAndLogs, mp: Any) -> Any:
    """ln p/q of one output; one that is impossible under p loses nothing."""
    if output not in p.log:
        return mp.zero
    return p.log[output] - q.log[output] if output in q.log else mp.inf


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
        return lambda p, q: max((_loss_at(r, p, q, mp) for r in p.log), default=mp.zero)
    number = Level.of(at).value(laws.field)
    if kind == "delta":
        factor = mp.exp(number)
        return lambda p, q: mp.fsum(
            max(v - factor * q.p.get(r, mp.zero), mp.zero) for r, v in p.p.items()
        )

    def divergence(p: LawAndLogs, q: LawAndLogs) -> Any:
        both = p.log.keys() & q.log.keys()
        if not both or (number >= 1 and len(both) < len(p.log)):
            return mp.inf
        a, b = (mp.log(mp.fsum(row.p.values())) for row in (p, q))  # rows of floats: not 0
        logs = [(p.log[r] - a, q.log[r] - b) for r in p.log if r in both]
        if number == 1:
            return mp.fsum(mp.exp(v) * (v - w) for v, w in logs)
        terms = (number * v + (1 - number) * w for v, w in logs)
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
        except DpbiError as error:
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
    if options is None or not _is_ours(m):
        return _Laws(m, digits)
    return _Defined(m, options, digits)  # type: ignore[arg-type]


def _is_ours(m: Mechanism) -> bool:
    """Whether its law follows from `definitions.py`, and not from its own code."""
    return options_of(m) is not None and m.name in (*EXPONENTIAL, *definitions.LAPLACE)


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
