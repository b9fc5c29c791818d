"""What a release is worth: exact laws of its Hellinger distance from the true posterior."""

from dpbi.accuracy.atoms import Atom as Atom
from dpbi.accuracy.comparison import Crossings as Crossings
from dpbi.accuracy.comparison import compare as compare
from dpbi.accuracy.comparison import crossings as crossings
from dpbi.accuracy.comparison import sign_of_difference as sign_of_difference
from dpbi.accuracy.law import ErrorLaw as ErrorLaw
from dpbi.accuracy.law import error_law as error_law
from dpbi.accuracy.law import expected_distance as expected_distance
