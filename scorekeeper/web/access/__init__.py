"""Access: the permissions of devices, their cookies, rate limits, and the audit log."""
