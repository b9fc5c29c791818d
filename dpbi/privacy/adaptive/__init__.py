"""Questions about mechanisms that ask an adversary (`laws/interactive.py`)."""
