"""Trains the face network on rectified faces of the pool: python -m models.reader.train_faces."""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.reader.contract import FACES, SIGNS
from models.reader.face_pool import FacePool
from models.reader.networks import FaceNet
from models.reader.training_run import HALF, Losses, TrainingRun, training_options

WARMTH = 0.1
"""Temperature of the contrastive loss."""


def contrast(places: Tensor, group: Tensor, label: Tensor, die: Tensor) -> tuple[Tensor, Tensor]:
    """Supervised contrastive loss (Khosla et al. 2020): views of one artwork's face close, all else far.

    Two faces of different dice that carry the same known sign ("3" in two fonts) are neither pulled nor pushed.
    Returned twice: against all other faces, and against the other faces of the same die alone, which are what a taught
    die is held against.
    """
    known = group >= 0
    places, group, label, die = places[known], group[known], label[known], die[known]
    alike = places @ places.T / WARMTH
    same = group[:, None] == group[None]
    named = (label >= 0) & (label < FACES.index("other"))
    neutral = (label[:, None] == label[None]) & named[:, None] & named[None] & ~same
    itself = torch.eye(len(group), dtype=torch.bool)
    partners = (same & ~itself).float()

    def against(left_out: Tensor) -> Tensor:
        some = alike.masked_fill(itself | left_out, -1e4)
        likely = some - torch.logsumexp(some, dim=1, keepdim=True)
        return -((likely * partners).sum(1) / partners.sum(1).clamp(min=1)).mean()

    return against(neutral), against(die[:, None] != die[None])


def naming(logits: Tensor, label: Tensor) -> Tensor:
    """Cross entropy over the faces that have a label; 0 where none has."""
    cost = functional.cross_entropy(logits, label, ignore_index=-1, label_smoothing=0.02, reduction="sum")
    return cost / (label >= 0).sum().clamp(min=1)


def loss_of(net: FaceNet, batch: dict[str, np.ndarray]) -> Losses:
    part = {name: torch.from_numpy(values) for name, values in batch.items()}
    with torch.autocast("cpu", torch.bfloat16, enabled=HALF):
        faces, states, places = (out.float() for out in net(part["pictures"]))
    sign, colour = part["label"].long(), part["colour"].long()
    signs, colours = faces[:, : len(SIGNS)], faces[:, len(SIGNS) :]
    named = naming(signs, sign) + 0.5 * naming(colours, colour)
    close, closer = contrast(places, part["group"], sign, part["die"])
    wrong = torch.stack([part["unreadable"], part["not_upright"]], 1)
    cost = functional.binary_cross_entropy_with_logits(states, wrong.clamp(min=0), reduction="none") * (wrong >= 0)
    state = cost.sum() / (wrong >= 0).sum()
    with torch.no_grad():
        asked = sign >= 0
        right = (signs.argmax(1)[asked] == sign[asked]).float().mean()
    shown = {
        "named": float(named.detach()),
        "close": float(close.detach()),
        "closer": float(closer.detach()),
        "state": float(state.detach()),
    }
    return named + close + closer + state, shown | {"right": float(right)}


def more_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--artworks", type=int, default=10)
    parser.add_argument("--only-states", action="store_true", help="keep all weights but those of the states")


def main() -> None:
    options = training_options(__doc__, "pool", "faces.pt", 4000, 2e-3, more_options)
    pool = FacePool(options.pool, np.random.default_rng(options.seed), "patch_*")
    net = FaceNet()
    for name, part in net.named_parameters():
        part.requires_grad_(name.startswith("states.") or not options.only_states)
    training = TrainingRun(net, options, decay=2e-3, average=0.999, warm_steps=20, strict=True)
    net.train(not options.only_states)
    training.go(
        lambda step: loss_of(net, pool.batch(options.artworks)),
        lambda: f"artworks {pool.artworks} faces {len(pool)}",
        tell_every=100,
        save_every=500,
    )


if __name__ == "__main__":
    main()
