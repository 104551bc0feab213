"""In and out of a book: match files, archives, spreadsheets and links to other programs."""
