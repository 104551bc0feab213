"""The rules: entries in, a sheet out. Pure functions over immutable values, the standard library only.

Start at `sheet.fold`; a game is a class in `variants/`; what can be wrong is listed in `problems`.
"""
