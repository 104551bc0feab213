"""Attacks on the score pad, each bounded and on this computer alone.

`TRUST=long` in the environment makes those that repeat themselves go on longer.
"""
