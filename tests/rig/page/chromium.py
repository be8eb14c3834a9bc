"""The browser of the page's tests: Debian's Chromium without a window where it is installed, else the whole one."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
"""Where it is, None where there is none; the one without a window needs two thirds of the other's time."""
