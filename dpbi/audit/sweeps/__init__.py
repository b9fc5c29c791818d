"""Sweeps: one question over thousands of settings, kept as they are answered.

spec -> settings -> an executor -> rows in a SQLite file -> tables, pictures, answers.
"""

from dpbi.audit.sweeps.running import Swept as Swept
from dpbi.audit.sweeps.running import sweep as sweep
