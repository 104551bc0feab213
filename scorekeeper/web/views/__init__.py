"""Values that templates print: frozen dataclasses, worked out before a page is rendered."""
