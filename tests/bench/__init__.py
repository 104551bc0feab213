"""The figures we hold ourselves to, measured by `make bench`: ratios of two things in one run, so any machine will do.

A file here measures one part: its function `rows()` yields a `Row` for each figure. No test depends on any of them.
"""
