"""The ways to an answer, one file each; `privacy/loss.py` chooses among them."""
