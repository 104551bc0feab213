"""The rules of the games: entries in, a scored sheet out.

They are pure functions over immutable values and use only the standard library. Start at `sheet.fold`; a game is a
module in `variants/`; `problems` lists what can be wrong.
"""
