"""Statements about mechanisms: claims, readings, the rules of evidence, and what was found."""
