"""Random calls: nothing but answers and the package's own errors."""
