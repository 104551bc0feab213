"""A picture of a result to send to others: drawn here as a PNG, felt, letters, tiles and all, from finished values."""
