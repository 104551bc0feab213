"""The pages of a club's event: making it, the desk, the draw, the tables, the standings, the wall and paper."""
