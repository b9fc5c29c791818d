"""Reference laws: what the common mechanisms of textbooks and libraries really do, exactly.

Each is a small frozen value like any other mechanism: its law can be printed, sampled, audited.
Those of a library also say `declared()`, the guarantee that the library itself states at these
parameters; `compare(m)` holds it against the exact loss, delta or rho, with a witness.

    from dpbi.libraries import compare, textbook, opendp, diffprivlib
    compare(opendp.RandomizedResponse(3, prob="0.75")).holds
    compare(opendp.LaplaceThreshold(scale="1", threshold=5)).holds          # False in 0.16.0

| law | form | whence |
|---|---|---|
| textbook.KaryRandomisedResponse, BinaryRandomisedResponse | weights e^eps, 1 | Warner 1965 |
| textbook.TruncatedGeometric | polynomials in q over 1+q | Ghosh, Roughgarden, Sundararajan 2012 |
| textbook.BoundedDiscreteLaplace | q^abs(r-x), renormalised | costs more than its eps, on purpose |
| textbook.ExponentialMechanism | powers of q | McSherry, Talwar 2007 |
| textbook.PermuteAndFlip | polynomials in q | McKenna, Sheldon 2020 |
| textbook.ReportNoisyMax | polynomials in q | Dwork, Roth 2014, 3.3; Ding et al. 2021 |
| opendp.RandomizedResponse, ..Bool, ..Bitvec | rational | 0.16.0 `make_randomized_response*` |
| opendp.Laplace, Geometric, GeometricAsDrawn | in q; as drawn: rational | `make_geometric` |
| opendp.NoisyMax, GumbelMax | in q; weights | `make_noisy_max` under pure DP, under zCDP |
| opendp.LaplaceThreshold | in q, with delta | `make_laplace_threshold` |
| diffprivlib.Binary, BinaryAsDrawn | weights; 2^53rds | 0.6.6 `mechanisms/binary.py` |
| diffprivlib.GeometricTruncated, GeometricFolded | in q | `mechanisms/geometric.py` |
| diffprivlib.Exponential, ExponentialAsDrawn | in q; 2^53rds | `mechanisms/exponential.py` |
| diffprivlib.PermuteAndFlip | in q | the same |
| diffprivlib.ExponentialCategorical, exponential_hierarchical | in q | the same |

Where declared and exact disagree in these versions (each a test, run on the installed library):

- OpenDP's thresholded Laplace declares a delta too small by the factor e^(1/scale) (issue 2922).
- OpenDP's randomised response on bit vectors admits lengths that differ, which the output shows:
  infinite loss (issue 2930).
- OpenDP's randomised response with prob the double nearest to 1/3 declares loss 0; it is 8e-17.
- diffprivlib's Exponential, drawn in doubles, cannot output what lies about 74 sensitivities / eps
  below the best, but can at a neighbour: infinite loss.  So Binary from eps = 36.1 or so on.
- diffprivlib's hierarchical and categorical mechanisms drop a factor 2 on domains that only look
  balanced; six leaves suffice for a loss of eps + 0.074.

None of this is in `dpbi list`, whose mechanisms all take counts of n records: name a law as
`dpbi.libraries.textbook:KaryRandomisedResponse`.
"""

from dpbi.libraries import diffprivlib as diffprivlib
from dpbi.libraries import opendp as opendp
from dpbi.libraries import textbook as textbook
from dpbi.libraries.declared import Compared as Compared
from dpbi.libraries.declared import compare as compare
from dpbi.libraries.laws import Scores as Scores
