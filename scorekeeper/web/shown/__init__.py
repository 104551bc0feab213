"""What a page shows, worked out: frozen values whose fields a template prints and asks nothing more of."""
