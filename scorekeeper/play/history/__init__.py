"""Looking back: search, evenings, tallies of wins, the overview on the first page, and facts about a match."""
