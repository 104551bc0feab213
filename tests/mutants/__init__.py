"""Mutation testing: the rules are changed in one place at a time, and some test has to fail."""
