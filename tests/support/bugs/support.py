"""Bugs to plant in dpbi/support."""

MUTATIONS = {
    "a file written in place": (
        "support/files.py",
        "temporary.replace(place)",
        "place.write_text(places[place])",
        "baseline",
    ),
}
