"""From a frame to the dice that lie in it; knows no game and no Pi."""

import os

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")
"""OpenCV reads it once, while it is loaded: a small file may claim a picture that fills the memory of a Pi."""
