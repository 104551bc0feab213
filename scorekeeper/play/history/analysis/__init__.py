"""What could have been: rounds of which all hands and moves are known, worked out as if all hands had lain open."""
