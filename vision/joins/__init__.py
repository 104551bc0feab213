"""How tiles touch: `contacts` measures how two lie against each other, `touching` says which of these are joins."""
