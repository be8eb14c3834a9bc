"""The value networks while they are trained: the model, its inputs from the twin, its file."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.advice.network_inputs import OR_SHAPE, SLOTS, WUERFELSPIEL_SHAPE

SHAPES = {"wuerfelspiel": WUERFELSPIEL_SHAPE, "or": OR_SHAPE}
SIZES = {"wuerfelspiel": (96, 128, 128, 64), "or": (96, 128, 128, 64)}
"""Widths of the layers: code of a part, its encoder's, the head's first and second."""

POINTS = 10.0
"""Points that one unit of the network's output stands for."""


class ValueNetwork(nn.Module):
    """Parts are encoded and added up; what comes out are four chances of winning (logits) and four points / 10.

    Args:
        sizes: widths of the layers; multiples of 16 up to 256, for the twin's sake.
    """

    def __init__(self, game: str, *sizes: int) -> None:
        super().__init__()
        code, encoder, first, second = sizes or SIZES[game]
        part, sums, rest = SHAPES[game]
        self.game = game
        self.sizes = (code, encoder, first, second)
        self.encoder = nn.Sequential(nn.Linear(part, encoder), nn.ReLU(), nn.Linear(encoder, code))
        self.head = nn.Sequential(
            nn.ReLU(), nn.Linear(sums * code + rest, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(),
            nn.Linear(second, 2 * SLOTS),
        )  # fmt: skip

    def forward(self, parts: Tensor, places: Tensor, rest: Tensor) -> Tensor:
        """(positions, 8) from (parts, figures), (positions, sums, 5) and (positions, figures)."""
        codes = self.encoder(parts)
        added = nn.functional.embedding_bag(places.reshape(-1, 5), codes, mode="sum")
        return self._from_sums(added.reshape(len(places), -1), rest)

    def dense(self, parts: Tensor, rest: Tensor, absent: int) -> Tensor:
        """The same from the parts of each position, (positions, sums, 5, figures); quicker to learn with.

        Args:
            absent: how many more sums are those of seats that do not play, all of whose parts are zero.
        """
        added = self.encoder(parts).sum(dim=2).reshape(len(parts), -1)
        if absent:
            nobody = 5 * self.encoder(torch.zeros(1, parts.shape[3]))
            added = torch.cat([added, nobody.expand(len(parts), -1).repeat(1, absent)], dim=1)
        return self._from_sums(added, rest)

    def _from_sums(self, added: Tensor, rest: Tensor) -> Tensor:
        out: Tensor = self.head[1:](torch.cat([torch.relu(added), rest], dim=1))
        return out


def widened(network: ValueNetwork, *sizes: int) -> ValueNetwork:
    """A wider network that says exactly what a narrower one says (Chen, Goodfellow and Shlens, "Net2Net", 2016).

    What is new looks at everything and is listened to by nobody yet: its weights are drawn at random, those from it to
    what was there already are zero.

    Args:
        sizes: widths of the layers, none smaller than before.
    """
    wide = ValueNetwork(network.game, *sizes)
    (code, encoder, first, second), (_, sums, rest) = network.sizes, SHAPES[network.game]
    if any(new < old for new, old in zip(sizes, network.sizes, strict=True)):
        raise ValueError(f"layers of {network.sizes} cannot become as narrow as {sizes}")
    codes = [place * sizes[0] + number for place in range(sums) for number in range(code)]
    seen = [*codes, *range(sums * sizes[0], sums * sizes[0] + rest)]
    taken = {"encoder.0": range(SHAPES[network.game][0]), "encoder.2": range(encoder), "head.1": seen,
             "head.3": range(first), "head.5": range(second)}  # fmt: skip
    given = {"encoder.0": encoder, "encoder.2": code, "head.1": first, "head.3": second, "head.5": 2 * SLOTS}
    old, new = network.state_dict(), wide.state_dict()
    for layer, places in taken.items():
        rows = new[f"{layer}.weight"][: given[layer]]
        rows.zero_()
        rows[:, torch.tensor(list(places))] = old[f"{layer}.weight"]
        new[f"{layer}.bias"][: given[layer]] = old[f"{layer}.bias"]
    wide.load_state_dict(new)
    return wide


def save(network: ValueNetwork, path: Path, **more: object) -> None:
    """Write a network, and what is needed to go on training it."""
    made = path.with_suffix(".part")
    torch.save({"game": network.game, "sizes": network.sizes, "state": network.state_dict(), **more}, made)
    made.replace(path)


def load(path: Path) -> tuple[ValueNetwork, dict[str, object]]:
    """Read what `save` wrote."""
    found = torch.load(path, weights_only=True)
    network = ValueNetwork(found["game"], *found["sizes"])
    network.load_state_dict(found["state"])
    return network, found
