"""Number fields: floats search, balls decide, exact forms settle ties."""

from dpbi.numbers.balls import Balls as Balls
from dpbi.numbers.enclosure import Enclosure as Enclosure
from dpbi.numbers.field import Field as Field
from dpbi.numbers.field import Real as Real
from dpbi.numbers.floats import FLOATS as FLOATS
from dpbi.numbers.floats import Floats as Floats
from dpbi.numbers.floats import MultiPrecision as MultiPrecision
from dpbi.numbers.level import ExactNumber as ExactNumber
from dpbi.numbers.level import Level as Level
from dpbi.numbers.level import level as level
from dpbi.numbers.level import positive_level as positive_level
from dpbi.numbers.rational import Rational as Rational
from dpbi.numbers.rational import positive_rational as positive_rational
from dpbi.numbers.rational import rational as rational
