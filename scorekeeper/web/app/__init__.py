"""What every page of the app has: who may see it, its settings, headers, language and words."""
