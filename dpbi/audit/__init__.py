"""`dpbi audit` behind the command: every reading and every measure, computed, kept and written.

tasks -> (cache | workers) -> results -> assembly -> writing.  What was computed is kept under the
hash of everything it depends on, so that a second audit redoes only what changed, and one that was
stopped goes on where it was.
"""
