"""States of a program at the heads of its loops: runs that meet in one are walked on once."""
