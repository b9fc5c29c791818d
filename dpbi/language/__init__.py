"""Formulas: one tree that is searched, decided, checked and printed."""

from dpbi.language.expr import Expr as Expr
from dpbi.language.expr import Variable as Variable
from dpbi.language.formula import Formula as Formula
from dpbi.language.formula import exists as exists
from dpbi.language.formula import forall as forall
