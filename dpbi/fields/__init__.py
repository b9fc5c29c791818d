"""Number fields: floats search, balls decide, exact forms settle ties."""

from dpbi.fields.balls import Balls as Balls
from dpbi.fields.enclosure import Bounds as Bounds
from dpbi.fields.enclosure import Enclosure as Enclosure
from dpbi.fields.enclosure import Extended as Extended
from dpbi.fields.field import Field as Field
from dpbi.fields.field import Real as Real
from dpbi.fields.floats import FLOATS as FLOATS
from dpbi.fields.floats import Floats as Floats
from dpbi.fields.floats import MultiPrecision as MultiPrecision
from dpbi.fields.level import ExactInput as ExactInput
from dpbi.fields.level import ExactNumber as ExactNumber
from dpbi.fields.level import Level as Level
from dpbi.fields.level import level as level
from dpbi.fields.level import positive_level as positive_level
from dpbi.fields.rational import Rational as Rational
from dpbi.fields.rational import positive_rational as positive_rational
from dpbi.fields.rational import rational as rational
from dpbi.fields.rational import whole_number as whole_number
