"""Exact laws of OpenDP's discrete mechanisms, beside the privacy maps that it declares.

Read in version 0.16.0: the constructors of `opendp.measurements`, and the Rust behind them as its
documentation describes it (`measurements/randomized_response`, `noise`, `noise_threshold`,
`noisy_top_k`, `traits/samplers`).  Its samplers are exact: a Bernoulli variable of a double p has
probability p as a binary number, noise of scale s is drawn from the rational number s.  So these
are the laws of the implementation, and floats enter only in the parameters and the maps.

Parameters are taken as the library takes them, as doubles: "0.1" means the double nearest to 1/10.
`declared()` asks the library at distance d_in, or states its formula where it is not installed.
"""

from dpbi.reference.opendp.noise import Geometric as Geometric
from dpbi.reference.opendp.noise import GeometricAsDrawn as GeometricAsDrawn
from dpbi.reference.opendp.noise import Laplace as Laplace
from dpbi.reference.opendp.responses import OTHER as OTHER
from dpbi.reference.opendp.responses import RandomizedResponse as RandomizedResponse
from dpbi.reference.opendp.responses import RandomizedResponseBitvec as RandomizedResponseBitvec
from dpbi.reference.opendp.responses import RandomizedResponseBool as RandomizedResponseBool
from dpbi.reference.opendp.selection import GumbelMax as GumbelMax
from dpbi.reference.opendp.selection import NoisyMax as NoisyMax
from dpbi.reference.opendp.threshold import WITHHELD as WITHHELD
from dpbi.reference.opendp.threshold import LaplaceThreshold as LaplaceThreshold
