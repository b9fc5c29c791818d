"""Bugs to plant in what runs code of others: generators in place, bits, remainders."""

MUTATIONS = {
    "a seed that is taken for chance": (
        "programs/doubles/in_place.py",
        "if a is not None:",
        "if a is None is not None:",
        "in_place",
    ),
    "a module whose names stay changed": (
        "programs/doubles/in_place.py",
        "names[name] = held",
        "names[name] = names[name]",
        "in_place",
    ),
    "bits that are added though they overlap": (
        "programs/doubles/parts.py",
        "(1 << most.bit_length()) - 1",
        "(1 << least.bit_length()) - 1",
        "parts_of_doubles",
    ),
    "a remainder that is followed over the end of its cell": (
        "programs/doubles/parts.py",
        'd.then(cell).settled("takes the remainder of")',
        "d.then(cell)",
        "parts_of_doubles",
    ),
    "a multiple that is believed for numbers that are no powers of two": (
        "programs/doubles/parts.py",
        "math.frexp(m)[0] != 0.5",
        "math.frexp(m)[0] == 0.5 == m",
        "parts_of_doubles",
    ),
    "the length of a negative number, which falls": (
        "programs/doubles/parts.py",
        "    d.ask(operator.ge, 0)\n",
        "    d.ends()\n",
        "parts_of_doubles",
    ),
    "a sensitivity that is compared with itself": (
        "programs/made_for.py",
        "most = self.at_most or sensitivity(self.function, norm=self.norm).value",
        "most = found.value",
        "made_for",
    ),
    "a function with what a loop made of it later": (
        "programs/made_for.py",
        "return MadeFor(draw, _as_now(function)",
        "return MadeFor(draw, function",
        "made_for",
    ),
    "two functions taken for one": (
        "programs/made_for.py",
        "cells = [cell.cell_contents for cell in function.__closure__ or ()]",
        "cells = []",
        "made_for",
    ),
    "generators that were made before left unwatched": (
        "programs/explorer.py",
        "if before and self.others.states() != before:",
        "if before and not self.others.states():",
        "standing_generators",
    ),
}
