"""Outcomes made visible: pictures and, from plain data, pages."""
