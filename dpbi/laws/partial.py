"""Laws of which a part is not listed: infinitely many outputs, or mass that was not followed.

A `Partial` lists as many outputs as it is asked for, the atoms, and says how much mass is left.
The law at a dataset x is then

    P_x = a_x + l_x,        a_x on the atoms, l_x >= 0 of total mass `left`,

where l_x lies at outputs that are no atoms at x (`elsewhere`), or may be at any output whatsoever.
An atom may have the probability 0 exactly: then the output is known to be impossible, which is more
than that it is not listed.

Nothing follows from a law that is cut off.  So every question about a `Partial` counts l_x and l_y
where they do most harm (`privacy/tails/`), and needs more where that is not enough:

- `closed`, a finite set outside of which no output is possible;
- `tail_ratio`, an upper bound of P_x/P_y at all outputs that are atoms of neither.

What is known of a pair by a proof, such as the loss of two shifted Gaussians, is in `PairFacts`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from dpbi.bayes.data import precision
from dpbi.errors import BadMechanism, DpbiError, brief
from dpbi.fields import Balls, Enclosure, ExactNumber, Field, Real
from dpbi.laws.protocol import LAW_BITS, Dataset, Mechanism, Output, adapt
from dpbi.sampling import SYSTEM, BitSource

if TYPE_CHECKING:
    from dpbi.laws.transcripts import Histories


@dataclass(eq=False)
class NotListed(DpbiError):
    """A question that only a complete list of outputs answers."""

    mechanism: str

    def __str__(self) -> str:
        return (
            f"{brief(self.mechanism)} has outputs that are not listed: its epsilon, delta, Renyi "
            "divergence and rho are enclosed all the same, but this needs a complete list"
        )


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the law at a dataset, in balls.

    `left` is the mass that is in no atom.  `elsewhere` says that it surely lies at outputs that are
    no atoms; otherwise it may add to any of them.  `exact` are the same atoms as exact numbers,
    where they are known so: then `left` is what they miss of 1.

    >>> import dpbi
    >>> noise = dpbi.Noise.discrete_laplace(1)
    >>> m, F = dpbi.Additive.of(noise, {"a": 0, "b": 1}), dpbi.Balls(128)
    >>> with F.scope():
    ...     found = m.known("a", dpbi.fields.rational("tolerance", "1e-6"), F)
    >>> 0 in found.atoms, found.left < 1e-6, found.elsewhere
    (True, True, True)
    """

    atoms: Mapping[Output, Real]
    left: Real
    elsewhere: bool = False
    exact: Mapping[Output, Fraction] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left, exactly."""
        return bool(self.left == 0)

    def can_be_a_law(self, F: Balls) -> bool:
        """Whether the atoms and what is left may sum to 1."""
        return bool((sum(self.atoms.values(), F.rational(0)) + self.left).overlaps(F.rational(1)))


class PairFacts:
    """What is proved of an ordered pair of laws, P and Q; None for what is not.

    Two pairs with equal facts have the same answers, so each is looked at once: facts are hashable.

    >>> import dpbi
    >>> facts = dpbi.Noise.gaussian(4).facts(dpbi.fields.rational("shift", 1))
    >>> facts.loss(), facts.rho()
    (inf, Fraction(1, 8))
    """

    proof: ClassVar[str] = "argument"
    """What the loss rests on."""
    of_every_order: ClassVar[bool] = False
    """Whether `log_moment` and `renyi` are also right at orders from 0 to 1."""

    def loss(self) -> ExactNumber | float | None:
        """The supremum of ln P/Q: an exact number, or math.inf."""
        return None

    def hockey_stick(self, epsilon: ExactNumber, F: Balls) -> Real | None:
        """The largest P(S) - e^epsilon Q(S) over sets S of outputs, in balls."""
        return None

    def log_moment(self, order: Fraction, F: Balls) -> Real | None:
        """K(order) = ln of the sum of P^order Q^(1-order), in balls."""
        return None

    def renyi(self, order: Fraction) -> Fraction | float | None:
        """D_order(P||Q) for an order > 1, exact, or math.inf; see `of_every_order`."""
        return None

    def relative_entropy(self, F: Balls) -> Real | None:
        """D_1(P||Q), the Kullback-Leibler divergence, in balls."""
        return None

    def rho(self) -> Fraction | float | None:
        """The supremum of D_a / a over all orders a > 1, exact, or math.inf."""
        return None

    def loss_below(self, level: Fraction, F: Balls) -> tuple[Real, Real] | None:
        """How likely a loss ln P/Q of at most the level is, under P and under Q."""
        return None

    def usual_losses(self, spare: float) -> tuple[Fraction, Fraction]:
        """Between which losses all but about `spare` of P lies; no bound rests on this."""
        return Fraction(0), Fraction(0)


class Partial(Mechanism):
    """A mechanism whose outputs are not all listed.

    All numbers are those of F, within its scope.  `known` says more as the tolerance becomes
    smaller; what it said before stays true.

    >>> import dpbi
    >>> noise = dpbi.Noise.discrete_gaussian(4)
    >>> m = dpbi.Additive.of(noise, {0: 0, 1: 1})
    >>> isinstance(m, dpbi.Partial)
    True
    >>> (delta,) = dpbi.privacy_profile(m, [1])
    >>> print(delta)
    [0.0072487768459525774, 0.007248776845952578]
    >>> print(dpbi.zero_concentrated(m))
    1/8
    """

    form: ClassVar[str] = "known"
    closed: frozenset[Any] | None = None

    @abstractmethod
    def known(self, x: Dataset, tolerance: Fraction, F: Balls) -> Known:
        """Atoms at x, and the mass left: at most `tolerance`, where that can be reached."""

    def tree(self) -> Histories | None:
        """All transcripts that are known, where an adversary is asked; None where there is none."""
        return None

    def ended_by(self, x: Dataset) -> str | None:
        """What has kept the law at x from being known in full, as a clause; None where nothing has.

        That a law has infinitely many outputs is not such a reason.
        """
        return None

    def tail_ratio(
        self, x: Dataset, y: Dataset, tolerance: Fraction, F: Balls
    ) -> Real | Fraction | None:
        """An upper bound of P_x(r)/P_y(r) at outputs r that are atoms of neither; None: not known.

        The atoms are those of `known` with the same tolerance and field, at x and at y.  It is used
        only where what is left lies elsewhere at both.
        """
        return None

    def facts(self, x: Dataset, y: Dataset) -> PairFacts | None:
        """What is proved of the laws at x and y, in this order."""
        return None

    def attained(self, x: Dataset, y: Dataset) -> Output | None:
        """An output that attains the finite loss that `facts` proves; None for no single one."""
        return None

    def log_pmf(self, x: Dataset, F: Field) -> NoReturn:
        """Refused: the atoms alone are no law."""
        raise NotListed(self.label)

    def law(self, x: Dataset, bits: int = LAW_BITS) -> Window:
        """Enclosures of the atoms at x, and what they leave: at most about 2^-bits."""
        m = adapt(self)
        assert isinstance(m, Partial)
        x, F = m.check_dataset(x), Balls(precision(bits) + 32)
        with F.scope():
            found = checked(m, x, Fraction(1, 1 << bits), F)
            atoms = {r: F.enclosure(p) for r, p in found.atoms.items()}
            left = _nonnegative(F.enclosure(found.left))
        window = Window((r, _nonnegative(p)) for r, p in atoms.items())
        window.left, window.elsewhere = left, found.elsewhere
        return window

    def sample(self, x: Dataset, rng: BitSource = SYSTEM) -> Output:
        """Refused, where a law does not say how it is drawn from."""
        raise NotListed(self.label)


class Window(dict[Any, Enclosure]):
    """Outputs with their probabilities, and the mass that is `left` beside them.

    Where that mass may be at these outputs too, `elsewhere` is False, and the probabilities are
    those of what is surely there.
    """

    left = Enclosure.exactly(0)
    elsewhere = True


def _nonnegative(e: Enclosure) -> Enclosure:
    return e if e.lo >= 0 else Enclosure(Fraction(0), max(e.hi, Fraction(0)))


def checked(m: Partial, x: Any, tolerance: Fraction, F: Balls) -> Known:
    """What m knows at x, once it is seen to be no contradiction; no number is below 0."""
    found = m.known(x, tolerance, F)
    zero = F.rational(0)
    atoms = {}
    for r, p in found.atoms.items():
        if r is None:
            raise BadMechanism(m.label, "None cannot be an output: name it", x)
        if not p.is_finite():
            raise BadMechanism(m.label, f"output {brief(r)} has no probability", x)
        if p < 0:
            raise BadMechanism(m.label, f"output {brief(r)} has a probability below 0", x)
        if m.closed is not None and r not in m.closed and not p == 0:
            raise BadMechanism(m.label, f"{brief(r)} is not one of the outputs listed", x)
        atoms[r] = p if p >= 0 else p.nonnegative_part()
    if not found.left.is_finite() or found.left < 0 or not found.can_be_a_law(F):
        raise BadMechanism(m.label, "its atoms and what is left do not sum to 1", x)
    left = found.left if found.left >= 0 else found.left.nonnegative_part()
    if found.elsewhere and m.closed is not None and m.closed <= atoms.keys():
        if left > 0:
            raise BadMechanism(m.label, "mass is left, and no output that it could be at", x)
        left = zero
    return replace(found, atoms=atoms, left=left)
