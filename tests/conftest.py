"""Settings of all tests: garbage is collected less often than by default, which saves the rules' tests an eighth."""

import gc

gc.set_threshold(100_000, 20, 20)
