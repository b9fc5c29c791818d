"""Bugs to plant in dpbi/kernel.py, beside those that `tests/kernel/test_planted.py` plants."""

MUTATIONS = {
    "a prior with a parameter of 0": (
        "kernel.py",
        "len(v) >= 2 and min(v) > 0",
        "len(v) >= 2 and min(v) >= 0",
        "meaning::test_a_parameter_of_0_is_no_prior_though_posteriors_have_values",
    ),
    "a prior of one number": (
        "kernel.py",
        "len(v) >= 2 and min(v) > 0",
        "len(v) >= 1 and min(v) > 0",
        "meaning::test_an_output_that_is_never_released"
        "_has_probability_zero_only_where_there_is_a_law",
    ),
}
