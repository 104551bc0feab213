"""Tests of the use cases of the score pad, on a real store."""
