"""Outcomes made visible: pictures and, from plain data, pages."""

from dpbi.report.building import build as build
from dpbi.report.tallies import scores as scores
from dpbi.report.tree import Report as Report
