"""Bugs to plant in dpbi/fields."""

MUTATIONS = {
    "an enclosure rounded inward": (
        "fields/enclosure.py",
        "-(-top // bottom) if up else top // bottom",
        "top // bottom if up else top // bottom",
        "numbers",
    ),
    "an answer that is wide and does not say so": (
        "fields/enclosure.py",
        "return self.asked is None or self.width <= self.asked",
        "return True",
        "results",
    ),
    "a number of any length": (
        "fields/rational.py",
        "max(0, shift, -shift - len(part))",
        "max(0, 0)",
        "numbers_from_outside",
    ),
    "a comparison that guesses": (
        "fields/balls.py",
        "return True if a < b else False if a >= b else None",
        "return True if a < b else False",
        "numbers",
    ),
    "a tie decided by the wrong side": (
        "fields/polynomial.py",
        "if at_rational(p, middle) < 0:",
        "if at_rational(p, middle) <= 0:",
        "loss",
    ),
    "logsum order turned": (
        "fields/logsum.py",
        "return (s - ExpQuotient(Fraction(1), -r)).sign()",
        "return (ExpQuotient(Fraction(1), -r) - s).sign()",
        "logsum",
    ),
    "what was made with another number": (
        "fields/logsum.py",
        "(what, None, id(other))",
        "(what, None)",
        "logsum",
    ),
    "a power multiplied once too often": (
        "fields/expsums.py",
        "for bit in bin(times)[3:]:",
        "for bit in bin(times + 1)[3:]:",
        "logsum",
    ),
    "a common factor taken out too often": (
        "fields/expsums.py",
        "min(p.get(b, 0) for p in powers)",
        "max(p.get(b, 0) for p in powers)",
        "logsum",
    ),
    "a logarithm that is not a root": (
        "fields/level.py",
        "(top, bottom), power = roots, power * k",
        "(top, bottom), power = roots, power + 1",
        "level",
    ),
    "a tie of logarithms that is a miss": (
        "fields/level.py",
        "return ratio <= that.base**",
        "return ratio < that.base**",
        "level",
    ),
    "the text of a number of the field": (
        "fields/guarded.py",
        "__str__ = __repr__ = __format__",
        "__str__ = __format__",
        "hostile_laws",
    ),
    "a refusal that is caught and forgotten": (
        "fields/guarded.py",
        "if value._watch.refused:\n        raise",
        "if not value._watch:\n        raise",
        "hostile_laws",
    ),
    "an open comparison that is answered": (
        "fields/guarded.py",
        'return self._watch.refuse(UndecidedComparison(f"a {sign} b"))',
        "return False",
        "hostile_laws",
    ),
}
