"""What all tests share: hypothesis without a clock, so that a slow machine fails nothing."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("table"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")
