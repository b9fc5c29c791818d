"""Laws as tables: probabilities, log-weights or polynomials, written out or read from a file."""

from dpbi.tables.law_dump import dump_law as dump_law
from dpbi.tables.law_file import load_law as load_law
from dpbi.tables.table import Table as Table
from dpbi.tables.weights import LogWeights as LogWeights
from dpbi.tables.weights import Polynomials as Polynomials
