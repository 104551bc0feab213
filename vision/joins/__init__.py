"""Finding how tiles touch, in four steps.

`contacts` measures how two tiles lie against each other, `possible_joints` lists the joints that this may be,
`joint_odds` gives each joint its odds, and `likeliest_layout` chooses among them. `joins_and_groups` returns the joins
and groups that follow.
"""
