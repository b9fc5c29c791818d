"""Bugs to plant in dpbi/laws."""

MUTATIONS = {
    "digits of another base": (
        "laws/promise.py",
        "return Fraction(1, 10**digits)",
        "return Fraction(1, 2**digits)",
        "public_face",
    ),
    "a loss without its normaliser": (
        "laws/forms.py",
        "return {r: w - norm for r, w in weights.items()}",
        "return {r: w - top for r, w in weights.items()}",
        "loss",
    ),
    "a slack that is forgotten": (
        "laws/promise.py",
        "return self.value + self.slack if self.slack else self.value",
        "return self.value",
        "promises",
    ),
    "a slack that is not kept": (
        "laws/promise.py",
        'slack = {"slack": str(self.slack)} if self.slack else {}',
        "slack: dict[str, str] = {}",
        "promises",
    ),
    "a row that is not copied": (
        "laws/identity.py",
        "found = dict(row) if type(row) is dict else",
        "found = row if type(row) is dict else",
        "hostile_laws",
    ),
    "a law that is read once": (
        "laws/foreign.py",
        "if len(self._rows) == len(self._place):",
        "if len(self._rows) < 0:",
        "hostile_laws",
    ),
    "a sign of zero that nobody sees": (
        "laws/identity.py",
        "if len(signs | self._signs) > 1:",
        "if len(signs | self._signs) > 2:",
        "hostile_laws",
    ),
    "a type written in C that is seen in full": (
        "laws/identity.py",
        "if base not in HELD and base is not object and not _in_python(base):",
        "if base not in HELD and base is None:",
        "hostile_laws",
    ),
    "a slot that is ignored": (
        "laws/identity.py",
        "if isinstance(part, MemberDescriptorType):",
        "if isinstance(part, MemberDescriptorType) and part.__name__[0] != '_':",
        "hostile_laws",
    ),
}
