"""What every room may need: arguments, whole files, processes with limits, markup."""

from dpbi.support.markup import table as table
