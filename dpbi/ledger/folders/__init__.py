"""Folders of claims: what each says of itself, where it is found, and how a new one begins."""
