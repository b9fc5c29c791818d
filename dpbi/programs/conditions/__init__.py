"""Linear conditions on several noises at once, beyond the zones of differences."""
