"""What `--plot` draws of any mechanism, such as a program: a law, and delta over epsilon.

Of a law of which a part is not listed, what is left is told; delta is drawn from both sides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpbi.errors import brief
from dpbi.fields import Enclosure
from dpbi.fields.enclosure import decimal
from dpbi.laws.protocol import Mechanism
from dpbi.privacy import PrivacyLoss, privacy_profile
from dpbi.report.svg import Chart

BARS = 12  # outputs with names; of whole numbers
NUMBERS = 60
POINTS = 24
CLOSE = Fraction(1, 1000)
NAMES = 6  # letters of a name that stands below a bar


def outputs_plot(label: str, x: Any, law: Mapping[Any, Enclosure], asks: bool) -> str:
    """The likeliest outputs at a dataset as SVG: in order if they are numbers, else by name."""
    whole = all(type(r) is int for r in law)
    shown = sorted(law, key=lambda r: -float(law[r]))[: NUMBERS if whole else BARS]
    places = {r: float(r if whole else i) for i, r in enumerate(shown)}
    texts = [str(r) for r in shown]
    short = max(map(len, texts), default=0) <= NAMES
    names = dict(enumerate(texts if short else map(str, range(1, 1 + len(texts)))))
    chart = Chart(
        title=f"{label} at {brief(x)}",
        description=_told(law, len(shown)),
        x_label="output" if short or whole else "outputs, the likeliest first",
        y_label="probability, given the choices" if asks else "probability",
        whole_x=whole,
        x_names={} if whole else {float(i): name for i, name in names.items()},
        x_range=None if whole else (-0.6, len(shown) - 0.4),
    )
    chart.bars(sorted((places[r], float(law[r])) for r in shown) or [(0.0, 0.0)])
    left = getattr(law, "left", None)
    if left is not None and left.hi > CLOSE:
        chart.level(float(left.hi), 1, "what is left, at most")
    return chart.render()


def _told(law: Mapping[Any, Enclosure], shown: int) -> str:
    """How much of the law is drawn."""
    said = f"The {shown} likeliest of {len(law)} outputs that are listed"
    left = getattr(law, "left", None)
    if left is None or not left.hi:
        return f"{said}."
    return f"{said}; what is left is {decimal(left.hi, 3, up=True)} at most."


def deltas_plot(m: Mechanism, label: str, loss: PrivacyLoss) -> str:
    """delta over epsilon as SVG, enclosed: up to the loss, or as far as it is known."""
    ends = [Fraction(e) for e in (loss.lo, loss.hi) if e != math.inf]
    top = max([*ends, Fraction(1)]) * Fraction(5, 4)
    levels = [top * i / POINTS for i in range(POINTS + 1)]
    found = privacy_profile(m, levels, tolerance=CLOSE)
    known = f"The loss is at least {float(loss.lo):.4g}, at most {float(loss.hi):.4g}."
    chart = Chart(f"{label}: delta over epsilon", known, "epsilon", "delta")
    lows, highs = (
        [(float(e), float(getattr(d, end))) for e, d in zip(levels, found, strict=True)]
        for end in ("lo", "hi")
    )
    apart = any(high[1] - low[1] > 2 * CLOSE for low, high in zip(lows, highs, strict=True))
    chart.line(highs, 0, "at most" if apart else "delta, all pairs")
    if apart:
        chart.line(lows, 1, "at least")
    return chart.render()
