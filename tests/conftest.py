"""Hypothesis profiles: `ci` is derandomised, so that a red run can be run again."""

import os

from hypothesis import HealthCheck, settings

quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=quiet)
settings.register_profile("dev", deadline=None, suppress_health_check=quiet)
settings.register_profile(
    "mutant",
    derandomize=True,
    deadline=None,
    max_examples=40,
    suppress_health_check=quiet,
    database=None,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
