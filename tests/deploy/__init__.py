"""The files of `deploy/`, tried with the programs that they are for: each test that lacks its program says so."""
