"""Bugs to plant in dpbi/sampling.py."""

MUTATIONS = {
    "floor(Y) = -G for negative noise": ("sampling.py", "else -1 - g", "else -g", "sampling"),
    "a coin with the wrong denominators": (
        "sampling.py",
        "below(denominator * k, bits)",
        "below(denominator * (k + 1), bits)",
        "sampling",
    ),
    "remainders without their multiples": (
        "sampling.py",
        "(remainder + t * multiple) // s",
        "(remainder + s * multiple) // s",
        "sampling",
    ),
    "an inversion that never refines": (
        "sampling.py",
        "(i == 0 or upper[i - 1] <= uniform)",
        "(i == 0 or True)",
        "sampling",
    ),
}
