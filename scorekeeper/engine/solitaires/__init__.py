"""Advice for solitaires: legal moves, and whether the game can still be won."""
