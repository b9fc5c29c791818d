"""Right mechanisms in the styles that people use, each with its exact loss in EXPECTED.

`OUTPUTS` are pairs of outputs, made anew at each call; each becomes a randomised response, whose
loss is ln 3.  Whatever is refused here is refused wrongly.
"""

from __future__ import annotations

import abc
import collections
import enum
import functools
import ipaddress
import itertools
import math
import pathlib
import random
import time
import types
import uuid
import zoneinfo
from collections import ChainMap, Counter, OrderedDict, defaultdict
from dataclasses import InitVar, dataclass, field, make_dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from datetime import time as clock
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

QUARTER, MOST = Fraction(1, 4), Fraction(3, 4)
T = TypeVar("T")
EXPECTED: dict[str, str] = {}


class Two:
    """Two datasets, neighbours of each other; the truth with probability 3/4."""

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def probabilities(self, x):
        return {x: MOST, 1 - x: QUARTER}


class Weights(Two):
    """The same datasets, and log-weights."""

    probabilities = None


# Outputs.


class Colour(enum.Enum):
    RED = "red"
    BLUE = ("blue", 2)

    def __str__(self):
        return f"<{self.name}>"


class Level(enum.IntEnum):
    LOW = enum.auto()
    HIGH = enum.auto()


class Word(enum.StrEnum):
    YES = enum.auto()
    NO = enum.auto()


class Mode(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    RUN = enum.auto()


class Typed(NamedTuple):
    name: str
    count: int = 0


Pair = collections.namedtuple("Pair", "x y", defaults=(0,))  # noqa: PYI024
Made = make_dataclass("Made", ["a"], frozen=True)


@dataclass(frozen=True, order=True)
class Plain:
    a: Any
    b: Any = "z"


@dataclass(frozen=True, slots=True)
class Slots:
    a: Any
    b: float = 0.5


@dataclass(frozen=True)
class Cached:
    a: int
    kind: ClassVar[str] = "cached"

    @functools.cached_property
    def square(self):
        return self.a**2

    @functools.cached_property
    def next(self):
        return Cached(self.a + 1)

    def used(self):
        """The same, once somebody has asked for its square."""
        assert self.square >= 0
        return self


@dataclass(frozen=True)
class Prepared:
    a: int
    scale: InitVar[int] = 2
    b: int = field(init=False, default=0)
    note: str = field(default="", compare=False, repr=False)

    def __post_init__(self, scale):
        object.__setattr__(self, "b", self.a * scale)


@dataclass(frozen=True)
class Box(Generic[T]):
    value: T


@dataclass(unsafe_hash=True)
class Changeable:
    a: int


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


@dataclass(frozen=True)
class Square(Shape):
    side: int

    def area(self):
        return self.side**2


@dataclass(frozen=True)
class Disc(Shape):
    side: int

    def area(self):
        return 3 * self.side**2


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))


class Careless:
    """Its equality takes the other one for one of its own."""

    def __init__(self, a):
        self.a = a

    def __eq__(self, other):
        return self.a == other.a

    def __hash__(self):
        return hash(self.a)


class Private:
    __slots__ = ("__x", "__y")

    def __init__(self, x, y):
        self.__x, self.__y = x, y

    def __eq__(self, other):
        return type(other) is Private and (self.__x, self.__y) == (other.__x, other.__y)

    def __hash__(self):
        return hash((self.__x, self.__y))


class Metres(float):
    def __repr__(self):
        return f"{float(self)} m"


class Vector(tuple):
    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other, strict=True))


class Frozen(collections.abc.Mapping):
    def __init__(self, **given):
        self._given = given

    def __getitem__(self, name):
        return self._given[name]

    def __iter__(self):
        return iter(self._given)

    def __len__(self):
        return len(self._given)

    def __hash__(self):
        return hash(tuple(sorted(self._given.items())))


def everything(i):
    return Plain(
        (Level(i), date(2020, 1, i), pathlib.Path(str(i)), Fraction(i, 3), None),
        frozenset({uuid.UUID(int=i), Typed("a", i), Decimal(i)}),
    )


def berlin(day):
    return datetime(2020, 1, day, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))


OUTPUTS = {
    "Enums": lambda: tuple(Colour),
    "IntEnums": lambda: (Level.LOW, Level.HIGH),
    "StrEnums": lambda: (Word.YES, Word.NO),
    "Flags": lambda: (Mode.READ | Mode.WRITE, Mode.RUN),
    "Namedtuples": lambda: (Pair(1, 2), Pair(2)),
    "NamedTuples": lambda: (Typed("a"), Typed("a", 3)),
    "Dataclasses": lambda: (Plain(1), Plain(2)),
    "NestedDataclasses": lambda: (Plain(Plain(1), (Slots(2), 3)), Plain(Plain(1), ())),
    "SlotsDataclasses": lambda: (Slots(1), Slots(2)),
    "MadeDataclasses": lambda: (Made(1), Made(2)),
    "CachedProperties": lambda: (Cached(1), Cached(2)),
    "UsedCachedProperties": lambda: (Cached(1).used(), Cached(2).used()),
    "CachedPropertiesInside": lambda: ((Cached(1).used(), 1), (Cached(2).used(), 1)),
    "InitVars": lambda: (Prepared(1), Prepared(2)),
    "Generics": lambda: (Box[int](1), Box("a")),
    "UnsafeHashes": lambda: (Changeable(1), Changeable(2)),
    "Abstract": lambda: (Square(1), Disc(1)),
    "OwnEquality": lambda: (Point(1, 2), Point(2, 1)),
    "CarelessEquality": lambda: (Careless(1), Careless(2)),
    "PrivateSlots": lambda: (Private(1, 2), Private(1, 3)),
    "DerivedFloats": lambda: (Metres(1.5), Metres(2)),
    "DerivedTuples": lambda: (Vector((1, 2)), Vector((2, 1))),
    "FrozenDicts": lambda: (Frozen(a=1), Frozen(a=2)),
    "Everything": lambda: (everything(1), everything(2)),
    "Paths": lambda: (pathlib.Path("a/b"), pathlib.PureWindowsPath("c")),
    "Dates": lambda: (date(2020, 1, 1), date(2020, 1, 2)),
    "Datetimes": lambda: (datetime(2020, 1, 1, 3), datetime(2020, 1, 2)),
    "Utc": lambda: (datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 1, 2, tzinfo=timezone.utc)),  # noqa: UP017
    "Zones": lambda: (berlin(1), berlin(2)),
    "ZonesInside": lambda: (Plain(berlin(1).tzinfo), Plain(zoneinfo.ZoneInfo("Asia/Tokyo"))),
    "Times": lambda: (clock(3), clock(4, 5)),
    "Timedeltas": lambda: (timedelta(days=1), timedelta(seconds=3)),
    "Uuids": lambda: (uuid.UUID(int=1), uuid.uuid5(uuid.NAMESPACE_DNS, "b")),
    "NumpyIntegers": lambda: (np.int64(1), np.int64(2)),
    "NumpyFloats": lambda: (np.float32(0.1), np.float64(0.1)),
    "NumpyTexts": lambda: (np.str_("a"), np.str_("b")),
    "NumpyBooleans": lambda: (np.bool_(True), np.bool_(False)),
    "NumpyRows": lambda: (tuple(np.arange(3)), tuple(np.zeros(3, int))),
    "NumpyTables": lambda: (tuple(map(tuple, np.eye(2))), tuple(map(tuple, np.ones((2, 2))))),
    "Frozensets": lambda: (frozenset({frozenset({1}), (2, 3)}), frozenset()),
    "Bytes": lambda: (b"\x00a", b""),
    "Decimals": lambda: (Decimal("1.0"), Decimal("0.1")),
    "Fractions": lambda: (Fraction(1, 3), Fraction(2, 3)),
    "NonesInside": lambda: ((None, 1), (None, 2)),
    "Texts": lambda: ("süß ☕\n", "日本語"),
    "Nested": lambda: ((1, (2, "a")), ((),)),
    "Ranges": lambda: (range(3), range(1, 5, 2)),
    "ComplexNumbers": lambda: (1 + 2j, 3j),
    "Addresses": lambda: (ipaddress.ip_address("10.0.0.1"), ipaddress.ip_network("10.0.0.0/8")),
    "Mixed": lambda: ("suppressed", 3),
    "Truth": lambda: (True, False),
    "SignedFloats": lambda: (0.1, -0.0),
    "Infinities": lambda: (math.inf, -math.inf),
}


if not zoneinfo.available_timezones():  # as on Windows, without tzdata
    del OUTPUTS["Zones"], OUTPUTS["ZonesInside"]


def response(name, outputs):
    """Randomised response with these outputs."""

    class Response(Two):
        def probabilities(self, x):
            a, b = outputs()
            return {a: Fraction(3 - 2 * x, 4), b: Fraction(1 + 2 * x, 4)}

    Response.__name__ = Response.__qualname__ = name
    return Response


for _name, _outputs in OUTPUTS.items():
    globals()[_name] = response(_name, _outputs)
    EXPECTED[_name] = "ln(3)"


# Laws.


def loses(loss):
    """Say what a mechanism loses."""

    def note(made):
        EXPECTED[made.__name__] = loss
        return made

    return note


class InDicts(Two):
    """The same law as whatever mapping `kind` makes of a dict."""

    kind = dict

    def probabilities(self, x):
        return self.kind({x: MOST, 1 - x: QUARTER})


for _kind in (OrderedDict, Counter, types.MappingProxyType, ChainMap, collections.UserDict):
    _name = f"In{_kind.__name__}"
    globals()[_name] = type(_name, (InDicts,), {"kind": staticmethod(_kind)})
    EXPECTED[_name] = "ln(3)"


@loses("ln(3)")
class InDefaultdict(Two):
    def probabilities(self, x):
        law = defaultdict(Fraction)
        for i in range(4):
            law[x if i else 1 - x] += QUARTER
        return law


@loses("ln(3)")
class NumpyFractions(Two):
    """Fractions of numpy's integers, which keep their type."""

    def probabilities(self, x):
        return {r: Fraction(v, 4) for r, v in enumerate(np.array([3, 1])[[x, 1 - x]])}


@loses("ln(3)")
class NumpyTable(Two):
    table = np.array([[0.75, 0.25], [0.25, 0.75]])

    def probabilities(self, x):
        return dict(enumerate(self.table[x]))


@loses("ln(3)")
class NumpySingles(NumpyTable):
    table = NumpyTable.table.astype(np.float32)


@loses("ln(3)")
class NumpyDatasets(Two):
    def datasets(self):
        return np.arange(2)

    def neighbours(self, x):
        return np.array([1 - x])


@loses("ln(3)")
class InDecimals(Two):
    def probabilities(self, x):
        return {x: 1 - Decimal(1) / 4, 1 - x: Decimal("0.25")}


@loses("ln(3)")
class InTexts(Two):
    def probabilities(self, x):
        return {x: "3/4", 1 - x: "0.25"}


@loses("ln(3)")
class Cache(Two):
    """Rows by lru_cache, from a table that is a cached property."""

    @functools.cached_property
    def table(self):
        return {x: {x: 0.75, 1 - x: 0.25} for x in self.datasets()}

    @functools.lru_cache  # noqa: B019
    def probabilities(self, x):
        return self.table[x]


def normalised(weights):
    @functools.wraps(weights)
    def law(self, x):
        found = weights(self, x)
        return {r: Fraction(w, sum(found.values())) for r, w in found.items()}

    return law


@loses("ln(3)")
class Decorated(Two):
    @normalised
    def probabilities(self, x):
        return {x: 3, 1 - x: 1}


class Half:
    """Half of the law of whoever comes next, half noise."""

    def probabilities(self, x):
        return {r: (p + Fraction(1, 2)) / 2 for r, p in super().probabilities(x).items()}


class Truthful(Two):
    def probabilities(self, x):
        return {x: Fraction(1), 1 - x: Fraction(0)}


@loses("ln(3)")
class Inherited(Half, Truthful):
    pass


@loses("ln(3)")
class OfTheClass:
    p = MOST

    @classmethod
    def datasets(cls):
        return (0, 1)

    @staticmethod
    def neighbours(x):
        return iter([1 - x])

    @classmethod
    def probabilities(cls, x):
        return {x: cls.p, 1 - x: 1 - cls.p}


@loses("1/2")
@dataclass
class Parameters(Weights):
    n: int = 3
    epsilon: str = "1/2"
    seen: list = field(default_factory=list)

    def datasets(self):
        return range(self.n)

    def neighbours(self, x):
        return {y for y in range(self.n) if y != x}

    def log_weights(self, x, F):
        self.seen.append(x)
        return {r: F.rational(self.epsilon) if r == x else 0 for r in range(self.n)}


INSTANCE = Parameters(4)
MODULE = types.SimpleNamespace(
    datasets=lambda: ["a", "b"],
    neighbours=lambda x: {"a": "b", "b": "a"}[x],
    probabilities=lambda x: {r: MOST if r == x else QUARTER for r in "ab"},
)
EXPECTED |= {"INSTANCE": "1/2", "MODULE": "ln(3)"}


@loses("1")
class Recursive(Weights):
    """Each bit by itself, one after another."""

    def datasets(self):
        return itertools.product((0, 1), repeat=2)

    def neighbours(self, x):
        for i in range(2):
            yield (*x[:i], 1 - x[i], *x[i + 1 :])

    def log_weights(self, x, F):
        if not x:
            return {(): F.rational(0)}
        rest = self.log_weights(x[1:], F)
        return {(b, *r): w + (b == x[0]) for r, w in rest.items() for b in (0, 1)}


@loses("1")
class Scores(Weights):
    """Scores that are truth values, of Python and of numpy."""

    def log_weights(self, x, F):
        return {
            r: F.rational(1) / 2 * (r == x) + np.bool_(r == x) * F.rational("1/2") for r in (0, 1)
        }


@loses("1")
class PlainNumbers(Weights):
    def log_weights(self, x, F):
        plain = Fraction(1, 3) + F.rational(0) + Decimal("0.5") + 0.25
        return {r: plain - abs(r - x) for r in (0, 1)} | {2: -math.inf}


@loses("1")
class FloatLogs(Weights):
    def log_weights(self, x, F):
        return dict(enumerate(np.array([0.5, -0.5])[[x, 1 - x]]))


@loses("1")
class ObjectArrays(Weights):
    def log_weights(self, x, F):
        w = np.array([F.rational(1), F.rational(0)], dtype=object)[[x, 1 - x]]
        return {r: v - w.sum() for r, v in enumerate(w)}


@loses("1")
class Shifted(Weights):
    def log_weights(self, x, F):
        w = {r: F.rational(1 - abs(r - x)) for r in (0, 1)}
        top, total = F.maximum(w.values()), sum(F.exp(v) for v in w.values())
        return {r: v - top - F.log(total) for r, v in w.items()}


@loses("ln(3)")
class Records(Two):
    """Sets of names."""

    def datasets(self):
        return {frozenset(), frozenset({"alice"})}

    def neighbours(self, x):
        return {x ^ {"alice"}: None}

    def probabilities(self, x):
        return {r: MOST if r == len(x) else QUARTER for r in (0, 1)}


@loses("ln(3)")
class OwnSequence(Two):
    """Datasets in a class that is indexed and no more."""

    class Sequence:
        def __len__(self):
            return 2

        def __getitem__(self, i):
            return [0, 1][i]

    def datasets(self):
        return self.Sequence()


@loses("ln(3)")
class EnumDatasets(Two):
    def datasets(self):
        return Word

    def neighbours(self, x):
        return (y for y in Word if y is not x)

    def probabilities(self, x):
        return {r: MOST if r is x else QUARTER for r in Word}


@loses("ln(3)")
class DatasetsOfDataclasses(Two):
    def datasets(self):
        return [Cached(0), Cached(1).used()]

    def neighbours(self, x):
        return [Cached(1 - x.a)]

    def probabilities(self, x):
        return {r: MOST if r == x.square else QUARTER for r in (0, 1)}


@loses("ln(3)")
class Busy(Two):
    """Draws, measures its time, and mixes the order of everything: the law is the same."""

    def __init__(self):
        self.seed, self.spent = random.random(), 0.0

    def __call__(self, x):
        return x if random.random() < 3 / 4 else 1 - x

    def neighbours(self, x):
        return random.sample([1 - x] * 3, 3)

    def probabilities(self, x):
        began = time.perf_counter()
        law = [(x, MOST), (1 - x, QUARTER)]
        random.shuffle(law)
        self.spent += time.perf_counter() - began
        return dict(law)


@loses("ln(3)")
class Dispatched(Two):
    @functools.singledispatchmethod
    def probabilities(self, x):
        raise NotImplementedError

    @probabilities.register
    def _(self, x: int):
        return {x: MOST, 1 - x: QUARTER}


@loses("ln(3)")
class Delegating:
    def __init__(self):
        self._inner = Decorated()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._inner, name)
