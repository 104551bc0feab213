"""Open ends: of a layout that is followed tile by tile or typed in (`growing`), or seen on a photo (`pictured`)."""
