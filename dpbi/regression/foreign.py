"""What foreign code raises, said in one sentence with the line where it happened."""

from __future__ import annotations

from types import TracebackType

from dpbi.errors import BadTarget, DpbiError, printable
from dpbi.mechanisms.blame import told, where


class Foreign:
    """with Foreign(target): whatever is raised in here becomes a `BadTarget`.

    An error of our own would be one too, so the sentence always says the file and the line.
    """

    def __init__(self, target: str) -> None:
        self.target = target

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, tb: TracebackType | None) -> None:
        if error is None or isinstance(error, (DpbiError, KeyboardInterrupt)):
            return
        raise BadTarget(
            self.target, printable(told(error)) + where(error, tb, ours=True)
        ) from error
