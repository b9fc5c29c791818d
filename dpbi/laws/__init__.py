"""Laws: what a mechanism must say, the forms of a law, and laws that others wrote."""
