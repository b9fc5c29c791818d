"""Setting the floating-point unit of a thread, as a careless library does, by machine instructions.

numba compiles them, so that no C compiler is needed; the two processors on which CI runs are known.
"""

import platform
import threading

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

X86 = platform.machine().lower() in ("x86_64", "amd64")
ARM = platform.machine().lower() in ("aarch64", "arm64")
USUAL = 0x1F80 if X86 else 0
BITS = {
    "flush to zero": 0x8000 if X86 else 1 << 24,
    "denormals are zero": 0x0040 if X86 else 1 << 24,
    "both, as -ffast-math": 0x8040 if X86 else 1 << 24,
    "down": 0x2000 if X86 else 0x800000,
    "up": 0x4000 if X86 else 0x400000,
    "towards zero": 0x6000 if X86 else 0xC00000,
}
TINY = ("flush to zero", "denormals are zero", "both, as -ffast-math")
DIRECTED = ("down", "up", "towards zero")


@intrinsic
def _load(typingctx, word):
    def codegen(context, builder, signature, args):
        if X86:
            place = builder.alloca(ir.IntType(32))
            builder.store(builder.trunc(args[0], ir.IntType(32)), place)
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer()])
            name, given = "llvm.x86.sse.ldmxcsr", builder.bitcast(place, kind.args[0])
        else:
            assert ARM, "another processor: say here how its floating-point unit is set"
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
            name, given = "llvm.aarch64.set.fpcr", args[0]
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [given])
        return context.get_dummy_value()

    return types.void(types.int64), codegen


@numba.njit
def _set(word):
    _load(word)


def under(setting, question):
    """question() in a thread of its own with this setting, which ends with the thread."""
    found = []
    _set(USUAL)  # compiled before anything is set

    def run():
        _set(USUAL | BITS[setting])
        try:
            found.append(question())
        except Exception as error:
            found.append(error)
        finally:
            _set(USUAL)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]
