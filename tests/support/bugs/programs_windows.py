"""Bugs to plant in what dpbi says of programs whose outputs are not all listed."""

MUTATIONS = {
    "what is left of an endless program forgotten": (
        "programs/infinite/unlisted.py",
        "return Known(atoms, rest(atoms, F), walked.complete)",
        "return Known(atoms, F.rational(0), True)",
        "unlisted",
    ),
    "what is left of an endless program kept from the outputs that are listed": (
        "programs/infinite/unlisted.py",
        "return Known(atoms, rest(atoms, F), walked.complete)",
        "return Known(atoms, rest(atoms, F), True)",
        "unlisted",
    ),
    "an unfinished walk that is not compared": (
        "programs/walked.py",
        "all(there.get(mark, piece) == piece for",
        "all(mark is not None for",
        "unlisted",
    ),
    "a limit of paths taken for one of time": (
        "programs/walked.py",
        "if self.complete != again.complete and not may_differ:",
        "if self.complete != again.complete and self.marks is None:",
        "unlisted",
    ),
    "a certificate from paths that are not all": (
        "programs/infinite/unlisted.py",
        "found if all(w.complete for w in walks) else None",
        "found",
        "windows",
    ),
    "one shape for an output that has two": (
        "programs/infinite/unlisted.py",
        "atoms[r] = atoms[r] + p",
        "atoms[r] = p",
        "windows",
    ),
    "shapes that meet and are taken for apart": (
        "programs/infinite/facts.py",
        "if found is None or self._meets(top.shape):",
        "if found is None:",
        "windows",
    ),
    "shapes by what Python holds for equal": (
        "programs/infinite/templates.py",
        "(Hole, shape) if type(shape) is Hole else identity(shape)",
        "(Hole, shape)",
        "windows",
    ),
    "a segment that is one too long": (
        "programs/infinite/products.py",
        "min(high, ceil(s.hi) - 1)",
        "min(high, ceil(s.hi))",
        "windows",
    ),
    "a term that leads by falling fastest": (
        "programs/infinite/ratios.py",
        "key=lambda key: (key[1], -key[0])",
        "key=lambda key: (-key[1], -key[0])",
        "windows",
    ),
    "equations of which the last are not looked at": (
        "programs/infinite/templates.py",
        "for coefficients, right in rows:\n",
        "for coefficients, right in rows[:1]:\n",
        "windows",
    ),
    "paths that move in the wrong direction": (
        "programs/infinite/templates.py",
        "a.constant - b.constant",
        "b.constant - a.constant",
        "windows",
    ),
    "a ratio that rises along a stretch, bounded by its start": (
        "programs/infinite/ratios.py",
        "s is not None and _is_falling(d, k, v) and s < 1",
        "s is not None and s < 1",
        "windows::test_a_long_stretch_is_as_its_start_says_or_has_no_bound",
    ),
    "a long stretch of which the start is not looked at": (
        "programs/infinite/ratios.py",
        "last = high - 1",
        "last = cell.low",
        "windows::test_a_long_stretch_is_as_its_start_says_or_has_no_bound",
    ),
    "a noise that is turned round and taken as it was": (
        "programs/infinite/products.py",
        "(f if move.sign > 0 else f.mirrored())",
        "f",
        "windows",
    ),
    "a noise that is turned round about another number": (
        "programs/infinite/products.py",
        "(f if move.sign > 0 else f.mirrored()).shifted(Fraction(move.step))",
        "f.shifted(Fraction(move.sign * move.step))"
        ".mirrored() if move.sign < 0 and move.step else f.shifted(Fraction(move.step))",
        "windows",
    ),
    "a clamped noise that is turned round with its ends as they were": (
        "programs/infinite/untabled.py",
        "ends = high, low",
        "ends = ends[0], ends[1]",
        "untabled_outputs",
    ),
}
