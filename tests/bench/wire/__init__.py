"""The real server in a process of its own, phones that keep their connections to it, and what it takes meanwhile."""
