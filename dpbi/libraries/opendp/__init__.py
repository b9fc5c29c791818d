"""Exact laws of OpenDP's discrete mechanisms, beside the privacy maps that it declares.

Read in version 0.16.0: the constructors of `opendp.measurements`, and the Rust behind them as its
documentation describes it (`measurements/randomized_response`, `noise`, `noise_threshold`,
`noisy_top_k`, `traits/samplers`).  Its samplers are exact: a Bernoulli variable of a double p has
probability p as a binary number, noise of scale s is drawn from the rational number s.  So these
are the laws of the implementation, and floats enter only in the parameters and the maps.

Parameters are taken as the library takes them, as doubles: "0.1" means the double nearest to 1/10.
`declared()` asks the library at distance d_in, or states its formula where it is not installed.
"""

from dpbi.libraries.opendp.noise import WITHHELD as WITHHELD
from dpbi.libraries.opendp.noise import Geometric as Geometric
from dpbi.libraries.opendp.noise import GeometricAsDrawn as GeometricAsDrawn
from dpbi.libraries.opendp.noise import Laplace as Laplace
from dpbi.libraries.opendp.noise import LaplaceThreshold as LaplaceThreshold
from dpbi.libraries.opendp.selection import OTHER as OTHER
from dpbi.libraries.opendp.selection import GumbelMax as GumbelMax
from dpbi.libraries.opendp.selection import NoisyMax as NoisyMax
from dpbi.libraries.opendp.selection import RandomizedResponse as RandomizedResponse
from dpbi.libraries.opendp.selection import RandomizedResponseBitvec as RandomizedResponseBitvec
from dpbi.libraries.opendp.selection import RandomizedResponseBool as RandomizedResponseBool
