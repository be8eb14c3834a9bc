"""Trains the corner network on a pool that another process fills: python -m models.reader.train_corners."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.reader.contract import CUT_SIDE
from models.reader.corner_network import CELLS, CornerNet, places
from models.reader.corner_pool import CornerPool
from models.reader.training_run import HALF, Losses, TrainingRun, training_options


def loss_of(out: tuple[Tensor, ...], corners: Tensor, states: Tensor) -> Losses:
    """Laplace likelihoods of corners and shift with their spread, cross entropies of the heat and of the states."""
    heat, shift, spread, logits = out
    spread = spread.clamp(-3, 4)
    off = (places(heat) - corners).abs().sum(2)
    leaning = (shift - corners[:, 4:].mean(1) + corners[:, :4].mean(1)).abs().sum(1)
    errors = torch.stack([off[:, :4].mean(1), off[:, 4:].mean(1), leaning], 1)
    likely = ((errors * torch.exp(-spread) + spread) * torch.tensor([1.0, 0.3, 1.0])).sum(1).mean()
    heaps = -(functional.log_softmax(heat.flatten(2), 2) * aims(corners).flatten(2)).sum(2).mean()
    entropy = functional.binary_cross_entropy_with_logits(logits, states.clamp(min=0), reduction="none")
    known = (states >= 0).float()
    wrong = (entropy * known).sum() / known.sum()
    upper, lower, sheer = errors.detach().mean(0).tolist()
    parts = {"upper": upper, "lower": lower, "shift": sheer, "heaps": float(heaps.detach())}
    return likely + 0.1 * heaps + 2 * wrong, parts | {"states": float(wrong.detach())}


def aims(corners: Tensor, wide: float = 0.8) -> Tensor:
    """Heaps (n, 8, cells, cells) of sum 1 around the corners (n, 8, 2)."""
    at = (corners + 0.5) * (CELLS / CUT_SIDE) - 0.5
    cells = torch.arange(CELLS, dtype=torch.float32)
    x = torch.exp(-((cells - at[..., 0:1]) ** 2) / (2 * wide**2))
    y = torch.exp(-((cells - at[..., 1:2]) ** 2) / (2 * wide**2))
    heap = y[..., :, None] * x[..., None, :]
    return heap / heap.sum(dim=(2, 3), keepdim=True).clamp(min=1e-6)


def main() -> None:
    options = training_options(
        __doc__,
        "corners",
        "corners.pt",
        2500,
        3e-3,
        lambda parser: parser.add_argument("--batch", type=int, default=64),
    )
    pool = CornerPool(options.pool, np.random.default_rng(options.seed))
    print(f"{len(pool)} dice, by state {pool.counts}", flush=True)
    training = TrainingRun(CornerNet(), options, decay=5e-3, average=0.995, warm_steps=10, strict=False)

    def loss(step: int) -> Losses:
        if step % 100 == 0:
            pool.refresh()
        pictures, corners, states = (torch.from_numpy(part) for part in pool.batch(options.batch))
        with torch.autocast("cpu", torch.bfloat16, enabled=HALF):
            out = tuple(part.float() for part in training.net(pictures))
        return loss_of(out, corners, states)

    training.go(loss, lambda: f"pool {len(pool)}", tell_every=50, save_every=250)


if __name__ == "__main__":
    main()
