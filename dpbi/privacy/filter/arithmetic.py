"""What the compiled kernels share: strict IEEE arithmetic, distance transforms, conditions.

Scalar arithmetic.  Nothing here is compiled with fast-math flags, so every ``+ - * /`` and ``sqrt``
rounds once and `fma` (the LLVM intrinsic, hardware or the exact library routine) rounds once.  A
*pair* (hi, lo) stands for the real number hi + lo.  The bounds quoted are derived in BOUNDS.md.

Distance transforms (`smoothed_line`, `smoothed_simplex`): 1/S(x) = min over y of
base[y] scale[d] + shift[d], d = d(x, y).  base is 1/LS; scale and shift say how a candidate grows
with distance.  Proofs: BOUNDS.md, 6.

What the proof assumes of this machine and this thread is checked before the filter is trusted
(`require_ieee`): the settings of a thread (rounding, tiny numbers) in each thread that computes,
what the compiler has made of the sources once in each process.  BOUNDS.md says what is assumed
beyond that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from logging import getLogger
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

from dpbi.fields.balls import filters_hold
from dpbi.privacy.filter.problem import FastUnavailable

# ruff: noqa: ARG001 (numba fixes the arguments of an intrinsic)


Compiled = Callable[..., Any]


SOURCES = ("arithmetic.py", "corners.py", "kernels.py", "sums.py")
"""The files that machine code is made of."""


@cache
def _say_that_it_compiles() -> None:
    """Once a process; logging shows warnings on stderr unless somebody wants them elsewhere."""
    getLogger("dpbi").warning(
        "dpbi compiles its loops for this machine; they are kept, and the next time is quick"
    )


def _digest() -> bytes:
    """What identifies these sources."""
    here = files("dpbi.privacy.filter")
    return sha256(b"".join(here.joinpath(name).read_bytes() for name in SOURCES)).digest()


class _Cache(FunctionCache):
    """numba's cache on disk, which notices a change of any of the sources.

    numba itself compares the file that defines a function, and not those of what it inlines.
    """

    _sources = _digest()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is on disk; where nothing is, what follows takes a while, and is said."""
        found = cast(Any, super()).load_overload(sig, target_context)
        if found is None:
            _say_that_it_compiles()
        return found

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (*cast(Any, super())._index_key(sig, codegen), self._sources)


def compiled(**options: Any) -> Callable[[Compiled], Compiled]:
    """numba.njit without the interpreter lock, cached on disk, IEEE strict, silent on x/0."""
    decorator = numba.njit(nogil=True, fastmath=False, error_model="numpy", **options)

    def compile_once(function: Compiled) -> Compiled:
        dispatcher = decorator(function)
        dispatcher._cache = cast(Any, _Cache)(function)  # what cache=True does, with our cache
        return cast(Compiled, dispatcher)

    return compile_once


def _intrinsic(function: Compiled) -> Compiled:
    """numba.extending.intrinsic, with a type."""
    return cast(Compiled, intrinsic(function))


@_intrinsic
def fma(typingctx: Any, x: Any, y: Any, z: Any) -> Any:
    """x*y + z with a single rounding."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.fma(*args)

    return types.float64(types.float64, types.float64, types.float64), codegen


@_intrinsic
def float_of_bits(typingctx: Any, i: Any) -> Any:
    """The double whose 64 bits are those of the integer i."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), codegen


@_intrinsic
def bits_of_float(typingctx: Any, x: Any) -> Any:
    """The 64 bits of the double x, as an integer."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64))

    return types.int64(types.float64), codegen


# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: ANN001, ANN201 (numba types these functions from their arguments)


@compiled()
def smoothed_line(base, scale, shift, margin, out):
    """out[i] ~ min over j of base[j] scale[|i-j|] + shift[|i-j|], at most SWITCH above it.

    One sweep from each side passes on (source, distance), so that nothing accumulates.  A node
    drops the chain that reaches it only when its own value is certainly smaller (`margin`):
    hence V(i) <= V(i-1) moved by one step, exactly, and induction along the line does the rest.
    """
    n = base.shape[0]
    for i in range(n):
        out[i] = base[i]
    for sweep in range(2):
        source, d = sweep * (n - 1), 0
        for t in range(1, n):
            i = t if sweep == 0 else n - 1 - t
            moved = fma(base[source], scale[d + 1], shift[d + 1])
            if base[i] < moved * margin:
                source, d = i, 0
            else:
                d += 1
                out[i] = min(out[i], moved)


@compiled()
def smoothed_simplex(points, sources, base, scale, shift, out):
    """out[i] = min(out[i], min over sources y of base[y] scale[d] + shift[d]), d = d(i, y)."""
    k = points.shape[1]
    for i in range(points.shape[0]):
        for j in range(sources.shape[0]):
            d = 0
            for l in range(k):
                d += abs(points[i, l] - sources[j, l])
            out[i] = min(out[i], fma(base[j], scale[d // 2], shift[d // 2]))


def require_ieee() -> None:
    """Refuse where doubles, or the compiled code, are not as the proof has them."""
    require_settings()
    if not _compiled_strictly():
        raise FastUnavailable("the compiler has fused or reordered operations, or split an fma")


def require_settings() -> None:
    """Refuse where this thread flushes tiny numbers to zero, or does not round to nearest."""
    if not filters_hold():
        raise FastUnavailable(
            "this thread flushes tiny numbers to zero or does not round to nearest: "
            "a library compiled with -ffast-math may have set it"
        )


@compiled()
def probe(x: float, y: float, z: float, out: Any) -> None:
    """What each licence to change results would show in."""
    out[0] = fma(x, y, -z)
    out[1] = x * y - z
    out[2] = (z + out[0]) - z
    out[3] = out[0] / x * x - out[0]


@cache
def _compiled_strictly() -> bool:
    """Whether the kernels round once an operation, in the order written.

    With x = 1 + 2^-30, x x = 1 + 2^-29 + 2^-60 rounds to z = 1 + 2^-29.  A fused x x - z is 2^-60
    and a rounded one 0; (z + 2^-60) - z is 0, unless terms are reordered; and 2^-60 / x x - 2^-60
    is what Python makes of it, unless the quotient has become a reciprocal, or cancelled.
    """
    x, out = 1 + 2.0**-30, np.empty(4)
    z, e = x * x, 2.0**-60
    probe(x, x, z, out)
    return out.tolist() == [e, 0.0, 0.0, e / x * x - e]
