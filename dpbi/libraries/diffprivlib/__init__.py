"""Exact laws of diffprivlib's discrete mechanisms, beside the epsilon that each is given.

Read in version 0.6.6, `diffprivlib/mechanisms`: geometric.py, binary.py, exponential.py, and
`bernoulli_neg_exp` and the folding in base.py.  Every mechanism says to be epsilon-private for the
epsilon of its constructor, so that is what it declares.

Without further word a class is the *ideal* law, with real arithmetic.  The classes `..AsDrawn` are
the laws of the *implementation* in IEEE doubles: a uniform variable k / 2^53 (k = 0 .. 2^53 - 1, of
Python's and of numpy's generator alike) is compared with doubles, so every probability is a whole
number of 2^53rds, counted exactly.

Parameters are taken as the library takes them, as doubles: "0.1" means the double nearest to 1/10.
"""

from dpbi.libraries.diffprivlib.categorical import Binary as Binary
from dpbi.libraries.diffprivlib.categorical import BinaryAsDrawn as BinaryAsDrawn
from dpbi.libraries.diffprivlib.categorical import ExponentialCategorical as ExponentialCategorical
from dpbi.libraries.diffprivlib.categorical import (
    exponential_hierarchical as exponential_hierarchical,
)
from dpbi.libraries.diffprivlib.selection import Exponential as Exponential
from dpbi.libraries.diffprivlib.selection import ExponentialAsDrawn as ExponentialAsDrawn
from dpbi.libraries.diffprivlib.selection import GeometricFolded as GeometricFolded
from dpbi.libraries.diffprivlib.selection import GeometricTruncated as GeometricTruncated
from dpbi.libraries.diffprivlib.selection import PermuteAndFlip as PermuteAndFlip
