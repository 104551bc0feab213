"""Whole matches of every game, written as the actions of the players, with figures worked out by hand."""
