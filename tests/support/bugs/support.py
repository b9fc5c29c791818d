"""Bugs to plant in dpbi/support."""

MUTATIONS = {
    "a file written in place": (
        "support/files.py",
        "temporary.replace(place)",
        "place.write_text(places[place])",
        "baseline",
    ),
    "a list too long by one is cut off": (
        "support/arguments.py",
        "islice(value, most + 1)",
        "islice(value, most)",
        "arguments",
    ),
}
