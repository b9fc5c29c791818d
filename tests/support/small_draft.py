"""A small draft of our own, a ledger that speaks of it, and changed copies of it."""

from study import of_drafts

from dpbi.language import forall
from dpbi.language.words import LS, H, r, x
from dpbi.ledger import passages
from dpbi.ledger.folders.layout import Draft, FolderLayout, Version
from dpbi.ledger.headlines import Headline

TEXT = """# A small draft

1 Distances

**Lemma 1.** *For every dataset $x$ and output $r$ the distance is small:*

$$\\mathcal{H}(x, r) \\leq \\frac{LS(x)}{2}$$

where

a candidate $r$ is the posterior of some dataset of the same size.

- the first case is $r = x$, where the distance is 0;
- the second is every other candidate, of which there are $n$.

where

**Theorem 2.** *The mechanism that uses the bound of Lemma 1 is $\\epsilon$-private.*

```
 let $z$ be drawn with weight $\\exp(-\\epsilon \\mathcal{H}(x, z))$
 return $z$
```

We conclude that the weights are bounded, which ends the proof.
"""
LEDGER = """
[[draft]]
name = "short"
versions = [{ name = "short-a" }, { name = "short-b", title = "The earlier version" }]

[contradictions]
"""
EARLIER = Version("short-b", "Differentially Private Bayesian Inference, the earlier version")
LAYOUT = FolderLayout(drafts=(Draft("short", versions=(Version("short-a"), EARLIER)),))
"""What the folder of the small draft says of itself."""
LINES = tuple(passages.lines_of(TEXT))
FORMULA = forall(H(x, r) <= LS(x) / 2)
LEMMA, STEP, THEOREM, LAST = ("short-b.lemma", "short-b.step", "short-b.theorem", "short-b.last")


def reading(name, role="literal", verdict="holds", **more):
    """A reading as claims.json has it."""
    return {
        "id": name, "role": role, "why": f"{name} is what the words say", "chosen": None,
        "catalogue": None, "statement": f"for every x: {name}", "formula": None,
        "verdict": verdict, "evidence": "as computed", "domain": "n <= 2", "instances": 6,
        "certified": 0, "tries": 0, "witness": None, "worst": None, "repair": None, "note": None,
        "certificate": None, "proof": None, "trusts": ["ball"], **more,
    }  # fmt: skip


def claim(name, lines, headline, *readings, severity=None, uses=(), **more):
    """A claim as claims.json has it."""
    return {
        "id": name, "kind": "lemma", "location": f"lines {lines}",
        "statement": f"{name} is claimed with eps <= 1.", "lines": list(lines),
        "headline": headline.value, "severity": severity, "uses": list(uses), "gaps": {},
        "repaired": [], "no_repair": None, "claims_nothing": None, "shared": None,
        "readings": list(readings), **of_drafts(name), **more,
    }  # fmt: skip


WITNESS = {
    "n": 1,
    "prior": ["1", "1"],
    "x": [0, 1],
    "r": [1, 0],
    "_sides": {"left": {"lo": "0.46", "hi": "0.47"}, "right": {"lo": "0.23", "hi": "0.24"}},
}
CLAIMS = [
    claim(
        LEMMA, ["short-b:5-7"], Headline.FALSE_AS_WRITTEN,
        reading("all-x", verdict="fails", witness=WITNESS, repair="LS(x) in place of LS(x)/2",
                trusts=["kernel"], note="the largest distance is LS(x) itself"),
        reading("mended", "repair", trusts=["argument", "ball"], certified=5),
        severity="constant wrong",
    ),
    claim(STEP, ["short-b:13-14", "short-b:11"], Headline.TRUE, reading("as-said")),
    claim(
        THEOREM, ["short-b:18"], Headline.FALSE,
        reading("private", verdict="fails", trusts=["argument"]),
        severity="privacy broken", uses=[LEMMA], no_repair="the weights are not the ones it needs",
    ),
    claim(LAST, ["short-b:25"], Headline.NOT_DECIDED, reading("open", verdict="undecided",
                                                              trusts=[])),
]  # fmt: skip
FORMULAS = {f"{LEMMA}/all-x": FORMULA.json()}
EDITED = TEXT.replace(r"\frac{LS(x)}{2}", r"\frac{LS(x)}{3}")
MOVED = "A line before.\n\nAnother one.\n\n" + TEXT
WRAPPED = TEXT.replace("is the posterior of some", "is the\nposterior of\tsome")
