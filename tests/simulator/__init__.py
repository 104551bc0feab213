"""A second scorer: plays legal random rounds and matches of every game, and counts them by arithmetic of its own.

It knows the rules from the sheets (docs/rules.md) and shares nothing with the engine: what happened is written as a
match file, which the engine reads and scores, and every figure is held against the one counted here. Run it as
`python -m tests.simulator [ROUNDS] [GAME]`.

`layout` is how tiles lie, `rules` what each game counts, `rounds` plays, `writing` writes the file, `matches` compares;
`spoiling` writes legal rounds wrong, to see what is doubted and refused; `solitaires` are those who play alone.
"""
