"""Fills a pool with rendered pictures and what is true of them, entry by entry; what is there already is kept."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2

Entry = tuple[Mapping[str, Any], list[dict[str, Any]]]
"""Pictures by what their names end in (".jpg", ".faces.jpg", ".png"), and the dice on them."""

JPEG = (cv2.IMWRITE_JPEG_QUALITY, 95)


def pool_options(
    about: str | None, pool: str, count: int, more: Callable[[argparse.ArgumentParser], object]
) -> argparse.Namespace:
    """What every command that fills a pool can be told, and `more`."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--pool", type=Path, default=Path("models/work") / pool)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--families", default="train", choices=["train", "calibration", "test"])
    more(parser)
    return parser.parse_args()


def in_condition(parser: argparse.ArgumentParser) -> None:
    """The option of those that draw whole scenes."""
    parser.add_argument("--condition", default="any")


def fill(options: argparse.Namespace, name: str, entry: Callable[[int], Entry]) -> None:
    """Draw the entries that are missing; the page with the truth comes last, so that no reader meets half an entry."""
    cv2.setNumThreads(1)
    options.pool.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.count):
        page = options.pool / f"{name}_{options.seed}_{number:05d}.json"
        if page.exists():
            continue
        pictures, dice = entry(number)
        for ending, picture in pictures.items():
            cv2.imwrite(str(page.with_suffix(ending)), picture, JPEG if ending.endswith(".jpg") else ())
        page.write_text(json.dumps({"dice": dice}))
