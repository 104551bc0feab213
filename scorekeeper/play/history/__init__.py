"""Looking back: finding matches (`search`), what players have won (`tallies`), and where a match lies (`places`)."""
