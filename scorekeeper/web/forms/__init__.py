"""The forms of the pad, each an immutable value that one tap changes."""
