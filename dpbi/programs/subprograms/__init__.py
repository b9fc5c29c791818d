"""Programs within programs: a law that is found once and drawn from."""
