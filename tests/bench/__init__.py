"""The benchmark of `make bench`. Each figure is a ratio of two measurements in one run, so that any machine will do.

Each module measures one part: its function `rows()` yields a `Row` for each figure that has a goal, and a `Note` for
other figures. `wire/` has the code that measures a real server. No test depends on any figure.
"""
