"""The adviser of the solitaires: `positions` hold what lies open, the others say what may leave and what can be won."""
