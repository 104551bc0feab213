"""Attacks on the score pad. Each has an end and uses this computer alone.

With `TRUST=long` in the environment, those that repeat themselves go on longer: a thousand kills, ten thousand steps.
They take minutes: `TRUST=long make test ARGS="-o faulthandler_timeout=0 tests/trust"`.
"""
