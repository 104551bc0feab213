"""Finding how tiles touch, in four steps.

`contacts` measures how two tiles lie against each other, `possible` lists the joints that this may be, `likely` gives
each joint its odds, and `choosing` finds the likeliest layout. `touching` returns the joins and groups that follow.
"""
