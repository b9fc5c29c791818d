"""`random()` as it is: a double among 2^53, and what a program computes from it in doubles."""

from dpbi.programs.doubles import arithmetic, functions  # noqa: F401  (they give Double its operations)
from dpbi.programs.doubles.as_random import AsRandom as AsRandom
from dpbi.programs.doubles.double import Double as Double
from dpbi.programs.doubles.double import uniform as uniform
from dpbi.programs.doubles.double import what_doubles_are as what_doubles_are
from dpbi.programs.doubles.following import followed as followed
from dpbi.programs.doubles.in_place import in_place_of as in_place_of
