"""The corrections of a reading, and the values that are derived from it for the pad. Nothing here uses Flask."""
