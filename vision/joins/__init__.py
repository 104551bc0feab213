"""How tiles touch.

`contacts` measures how two lie against each other, `possible` names the joints that this may be, `likely` weighs them,
`choosing` finds the likeliest layout, `touching` says which joins and groups follow, and `open_ends` what stays open.
"""
