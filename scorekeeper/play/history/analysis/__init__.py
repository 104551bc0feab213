"""Analysis of rounds of which all hands and moves are known, as if all hands had been open."""
