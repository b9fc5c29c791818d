"""Laws: what a mechanism must say, the forms of a law, and laws that others wrote."""

from dpbi.laws import adapting as adapting  # it tells `adapt` how to read what others wrote
