"""Large libraries, loaded when a test first uses them: whoever collects tests waits for none."""

from importlib import import_module


class Later:
    """A module by its name; it is imported when something of it is asked for."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, word):
        return getattr(import_module(self.name), word)


sympy, special, stats = Later("sympy"), Later("scipy.special"), Later("scipy.stats")
