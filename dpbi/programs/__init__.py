"""Programs: ordinary Python with a generator, walked along every path, as mechanisms."""

from dpbi.programs.program import Program as Program
from dpbi.programs.program import program as program
