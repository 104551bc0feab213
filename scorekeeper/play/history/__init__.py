"""Looking back: search, evenings, nights, tallies of wins, the overview on the first page, and facts about a match."""
