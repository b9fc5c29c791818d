"""Scalar arithmetic that the compiled kernels share: strict IEEE double, one rounding an operation.

Nothing here is compiled with fast-math flags, so every ``+ - * /`` and ``sqrt`` rounds once and
`fma` (the LLVM intrinsic, hardware or the exact library routine) rounds once.  A *pair* (hi, lo)
stands for the real number hi + lo.  The bounds quoted are derived in BOUNDS.md.
"""

# ruff: noqa: ARG001 (numba fixes the arguments of an intrinsic)

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, cast

import numba
from llvmlite import ir
from numba import types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

Compiled = Callable[..., Any]


SOURCES = ("arithmetic.py", "ieee.py", "kernels.py", "smoothing.py")
"""The files that machine code is made of."""


def _digest() -> bytes:
    """What identifies these sources."""
    here = files("dpbi.fast")
    return sha256(b"".join(here.joinpath(name).read_bytes() for name in SOURCES)).digest()


class _Cache(FunctionCache):
    """numba's cache on disk, which notices a change of any of the sources.

    numba itself compares the file that defines a function, and not those of what it inlines.
    """

    _sources = _digest()

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
