"""Bugs to plant in what makes programs quick: answers that are kept, bounds added at once."""

MUTATIONS = {
    "an answer that is kept for all questions": (
        "programs/answers.py",
        "key = (id(zone), asked)",
        "key = (id(zone), type(asked))",
        "answers",
    ),
    "an answer that is kept for all zones": (
        "programs/answers.py",
        "key = (id(zone), asked)",
        "key = (len(zone.families), asked)",
        "answers",
    ),
    "an answer that is never kept": (
        "programs/answers.py",
        "self._kept[key] = zone, found",
        "self._kept = {key: (zone, found)}",
        "answers",
    ),
    "of several bounds the last alone": (
        "programs/zones.py",
        "nearer = {**row, j: min(reached)}",
        "nearer = {**row, j: reached[-1]}",
        "zones",
    ),
    "several bounds of which one is not seen to be impossible": (
        "programs/zones.py",
        "for i, c in ends.items():\n            back",
        "for i, c in [*ends.items()][:1]:\n            back",
        "zones",
    ),
    "an argmax in which ties go to the last place": (
        "programs/running.py",
        "found = self.zone.as_bound(*gap, strict=k < i)",
        "found = self.zone.as_bound(*gap, strict=k > i)",
        "extremes",
    ),
    "an argmax over one bound for each noise": (
        "programs/running.py",
        "[a] = min(c, ends.get(b, {}).get(a, c))",
        "[a] = c",
        "extremes",
    ),
    "a measurement of OpenDP that is not watched": (
        "programs/elsewhere.py",
        '*("measurement_invoke", "odometer_invoke"),',
        '*("odometer_invoke",),',
        "program_refusals",
    ),
    "a state that may be set back": (
        "programs/elsewhere.py",
        '("_urandom", "setstate")',
        '("_urandom",)',
        "program_refusals",
    ),
    "a thread in which another generator is heard": (
        "programs/elsewhere.py",
        "hasattr(holder, name):",
        "hasattr(holder, name) and not outer:",
        "program_refusals",
    ),
    "a number of which two summands are on the same noise": (
        "programs/values.py",
        "total[i] = total[i] + c if i in total else c",
        "total[i] = c",
        "grid_fuzz",
    ),
    "a sum of no terms, which has no smallest exponent": (
        "programs/conditions/summing.py",
        "if not terms:",
        "if terms is None:",
        "grid_fuzz",
    ),
    "a sub-program of which no run ends that is a way to go on": (
        "programs/subprograms/sub.py",
        "if not law.outcomes:",
        "if law.outcomes is None:",
        "sub::test_a_sub_program_of_which_no_run_ends_is_left_whole",
    ),
}
