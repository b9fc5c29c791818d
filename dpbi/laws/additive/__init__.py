"""Additive noise on declared numbers: the families of noise, and the mechanism that adds one."""

from dpbi.laws.additive.mechanism import Additive as Additive
from dpbi.laws.additive.noise import Noise as Noise
