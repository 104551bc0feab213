"""The pages through Flask's own client: what a form says is what the sheet shows."""
