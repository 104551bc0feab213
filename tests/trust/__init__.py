"""Attacks on the score pad, each bounded and on this computer alone.

`TRUST=long` in the environment makes those that repeat themselves go on longer: a thousand kills, ten thousand steps.
They take minutes: `TRUST=long make test ARGS="-o faulthandler_timeout=0 tests/trust"`.
"""
