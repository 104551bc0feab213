"""Import and export: match files, archives of a whole book, spreadsheets, and links to other programs."""
