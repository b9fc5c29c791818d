"""Questions about laws of which a part is not listed (`laws/partial.py`)."""
