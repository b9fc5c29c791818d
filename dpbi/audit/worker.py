"""A process that computes tasks: a line of JSON in, a line of JSON out.

It ends when its input ends, so that none is left behind, however the audit went away.  Processes
are started afresh rather than forked: threads of the compiled filter and the precision of flint
are state of a process, and plain lines need no pickled code.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any, TextIO

from dpbi.audit import tasks
from dpbi.errors import Disagreement, DpbiError


def main() -> None:
    """Answer requests until there are no more; arguments: the folder of claims, quick or full."""
    root, full = Path(sys.argv[2]), sys.argv[3] == "full"
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, requests), daemon=True).start()
    known: dict[str, tasks.ReadingTask] = {}
    while True:
        request = json.loads(requests.get())
        if "reading" in request and not known:
            known = {t.name: t for t in tasks.readings(root, full=full)}
        answers.write(json.dumps(answer(request, known)) + "\n")
        answers.flush()


def _listen(source: TextIO, requests: queue.SimpleQueue[str]) -> None:
    """Pass lines on; when there are no more, end the process, whatever it is doing."""
    for line in source:
        requests.put(line)
    os._exit(0)


def answer(request: dict[str, Any], known: dict[str, tasks.ReadingTask]) -> dict[str, Any]:
    """{"result", "second_opinion", "seconds"}, or {"error"}: one sentence that says why not.

    A second opinion that contradicts the result comes as {"error", "disagreement"}.
    """
    start = time.perf_counter()
    try:
        task = tasks.asked(request, known)
        if tasks.digest_of(task) != request["digest"]:
            return {"error": "its sources changed while the audit ran: run it again"}
        result = task.compute()
        opinion = task.second_opinion(result)
    except Disagreement as error:
        return {"error": str(error), "disagreement": [error.what, error.answer, error.second]}
    except DpbiError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug in a reading or in dpbi: the audit goes on and names it
        return {"error": f"{type(error).__name__}: {error}{_place(error)}"}
    spent = time.perf_counter() - start
    return {"result": result, "second_opinion": opinion, "seconds": spent}


def _place(error: BaseException) -> str:
    """Where an unexpected error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
