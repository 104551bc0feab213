"""The figures we hold ourselves to, measured by `make bench`: ratios of two things in one run, so any machine will do.

A file here measures one part: its function `rows()` yields a `Row` for each figure that has a goal, and a `Note` for
what is told beside it. `wire/` holds what those share that ask a real server. No test depends on any figure.
"""
