"""Formulas in mpmath: the evaluation behind a second opinion on a reading."""

from dpbi.ledger.multiprecision.evaluator import Evaluator as Evaluator
from dpbi.ledger.multiprecision.evaluator import environment as environment
