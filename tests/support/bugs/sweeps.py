"""Bugs to plant in dpbi/audit: executors and sweeps."""

MUTATIONS = {
    "sources that are not compared": (
        "audit/serving.py",
        "if batch.digest != surroundings():",
        "if not batch.digest:",
        "executors",
    ),
    "a request that is answered twice after its process died": (
        "audit/serving.py",
        "requests=batch.requests[len(answers) :]",
        "requests=batch.requests[max(0, len(answers) - 1) :]",
        "executors",
    ),
    "a request that is not tried again": (
        "audit/serving.py",
        "TRIES = 2",
        "TRIES = 1",
        "executors",
    ),
    "helpers that outlive the work": (
        "audit/serving.py",
        "running = list(self._running)",
        "running = list[Helper]()",
        "executors",
    ),
    "all pieces taken at once": (
        "audit/executors.py",
        "while len(waiting) < self.window:",
        "while len(waiting) < 10**9:",
        "executors",
    ),
    "settings that are asked again though they have a row": (
        "audit/sweeps/store.py",
        "if i not in known)",
        "if i not in set())",
        "sweeps",
    ),
    "the first axis running fastest": (
        "audit/sweeps/axes.py",
        "for a in reversed(self.axes):",
        "for a in self.axes:",
        "sweeps",
    ),
    "a sample with repetitions": (
        "audit/sweeps/axes.py",
        "        if i < total:\n            return i",
        "        return i % total",
        "sweeps",
    ),
    "tables of other sources that are gone on with": (
        "audit/sweeps/running.py",
        "if store.about.get(key) != about[key]:",
        "if key == 'spec' and store.about.get(key) != about[key]:",
        "sweeps",
    ),
    "a target that may change under a sweep": (
        "audit/sweeps/asking.py",
        ") and of_file(_file(target)) != known:",
        ") and not known:",
        "sweeps",
    ),
    "a cell in the colour of a failure by its float": (
        "audit/sweeps/plotting.py",
        'int(verdict == "fails")',
        "int(value >= 1)",
        "sweeps",
    ),
    "curves that swap where their enclosures overlap": (
        "audit/sweeps/showing.py",
        "return 1 if a_low > b_high else -1 if a_high < b_low else 0",
        "return 1 if a_high > b_low else -1",
        "sweeps",
    ),
}
