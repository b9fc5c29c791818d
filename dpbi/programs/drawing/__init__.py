"""The functions of programs run for real: their noises are drawn, exactly."""

from dpbi.programs.drawing.run import DrawnRun as DrawnRun
