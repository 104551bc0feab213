"""The history of a book: search, evenings, nights, statistics, the first page, and facts about a match."""
