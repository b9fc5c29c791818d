"""Readings as formulas: one tree that is searched, decided, checked and printed."""

from dpbi.formula.evaluate import Evaluation as Evaluation
from dpbi.formula.evaluate import decide as decide
from dpbi.formula.expr import Expr as Expr
from dpbi.formula.expr import Variable as Variable
from dpbi.formula.reading import Formula as Formula
from dpbi.formula.reading import exists as exists
from dpbi.formula.reading import forall as forall
