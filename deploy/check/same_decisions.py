"""Compares what the adviser decides on two machines: the same choice first, all choices worth the same.

usage: same_decisions.py tell POSITIONS.jsonl ... >ONE.jsonl       decisions of this machine
       same_decisions.py compare ONE.jsonl OTHER.jsonl             0 if they are the same

A line of POSITIONS is an object with a "position"; `models/values/*_decisions.jsonl` are such files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

EVERY = 10
"""Every so many positions of a file are decided."""

FURTHEST_WIN, FURTHEST_POINTS = 1e-4, 1e-2
"""Chance of winning and points by which a choice may differ: arithmetic of 32 bits is not the same everywhere."""


def decisions(path: Path) -> Iterator[dict]:
    """What the adviser says of positions: every choice with its chance of winning and its points, best first."""
    from engine.advice import advise
    from engine.catalogue import position

    for line in path.read_text(encoding="utf-8").splitlines()[::EVERY]:
        here = position(json.loads(line)["position"])
        seat = here.turn_of
        yield {
            "position": str(here),
            "choices": [[str(choice.move), choice.win, choice.points[seat]] for choice in advise(here).choices],
        }


def differences(one: dict, other: dict) -> list[str]:
    """What differs between two machines' choices in one position, in words."""
    here, there = ({move: (win or 0.0, points) for move, win, points in side["choices"]} for side in (one, other))
    if here.keys() != there.keys() or not here:
        return [f"{len(here)} choices, {len(there)} choices"]
    found = []
    for move, worth in here.items():
        win, points = (abs(a - b) for a, b in zip(worth, there[move], strict=True))
        if win > FURTHEST_WIN or points > FURTHEST_POINTS:
            found.append(f"{move} is worth {worth}, {there[move]}")
    first, second = one["choices"][0][0], other["choices"][0][0]
    if first != second and max(abs(side[first][0] - side[second][0]) for side in (here, there)) > FURTHEST_WIN:
        found.append(f"{first} is best, {second} is best")
    return found


def compare(one: Path, other: Path) -> int:
    """Print the differences; 0 if there are none and something was compared."""
    sides = [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in (one, other)]
    positions = [[decision["position"] for decision in side] for side in sides]
    if positions[0] != positions[1] or not positions[0]:
        print(f"not the same positions: {len(positions[0])} and {len(positions[1])}")
        return 1
    trouble = same = 0
    for here, there in zip(*sides, strict=True):
        same += [choice[0] for choice in here["choices"][:1]] == [choice[0] for choice in there["choices"][:1]]
        for difference in differences(here, there):
            trouble += 1
            print(f"{here['position']}: {difference}")
    print(f"{len(positions[0])} decisions, {same} with the same choice first, {trouble} differences")
    return 1 if trouble else 0


def main(task: str, *paths: str) -> int:
    """Tell or compare."""
    if task == "compare":
        return compare(*map(Path, paths))
    for path in paths:
        for decision in decisions(Path(path)):
            print(json.dumps(decision, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
