"""Who may do what: permissions of devices, their cookies, rate limits, and the log of what was done."""
