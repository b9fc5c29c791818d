"""Mechanisms: small frozen values, each with one formula for its law."""

from dpbi.laws.forms import Exact as Exact
from dpbi.laws.forms import InQ as InQ
from dpbi.laws.forms import Weighted as Weighted
from dpbi.laws.forms import adapt as adapt
from dpbi.laws.protocol import Mechanism as Mechanism
from dpbi.mechanisms.exponential import EHD as EHD
from dpbi.mechanisms.exponential import EHDL as EHDL
from dpbi.mechanisms.exponential import EHDS as EHDS
from dpbi.mechanisms.exponential import EHDS4S as EHDS4S
from dpbi.mechanisms.exponential import MH as MH
from dpbi.mechanisms.exponential import MHS as MHS
from dpbi.mechanisms.exponential import HellingerExponential as HellingerExponential
from dpbi.mechanisms.exponential import MHExp as MHExp
from dpbi.mechanisms.exponential import MHSExp as MHSExp
from dpbi.mechanisms.laplace import ClampedLaplace as ClampedLaplace
from dpbi.mechanisms.laplace import Laplace as Laplace
from dpbi.mechanisms.laplace import LaplaceImproved as LaplaceImproved
from dpbi.mechanisms.laplace import LaplaceTwoCounts as LaplaceTwoCounts
from dpbi.mechanisms.laplace import LSDim as LSDim
from dpbi.mechanisms.laplace import LSHist as LSHist
from dpbi.mechanisms.laplace import LSZhang as LSZhang
from dpbi.mechanisms.laplace import LSZhangAll as LSZhangAll
from dpbi.mechanisms.laplace import LSZhangRest as LSZhangRest
from dpbi.mechanisms.laplace import LSZhangTheorem as LSZhangTheorem
from dpbi.mechanisms.registry import mechanism as mechanism
from dpbi.mechanisms.registry import registered as registered
