"""The real server in a process of its own, phones with open connections to it, and its use of processor and memory."""
