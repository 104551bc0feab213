"""Whether the tests bite: the rules are changed in one place at a time, and some test has to fail.

`make mutants` says how; `changes` lists what can be changed, `cover` which tests run what, `trial` tries one change.
"""
