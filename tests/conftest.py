"""Settings shared by the tests."""

import os
import signal
import sys

from hypothesis import HealthCheck, settings

# The helper modules beside this file are imported by their plain names.
sys.path.insert(0, os.path.dirname(__file__))

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=120,
    suppress_health_check=SLOW,
)
settings.register_profile("dev", deadline=None, max_examples=120, suppress_health_check=SLOW)
settings.register_profile("nightly", deadline=None, max_examples=3000, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
