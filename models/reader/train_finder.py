"""Trains the finder on the frames of a pool that another process fills: python -m models.reader.train_finder."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.reader.contract import STATES
from models.reader.networks import Finder
from models.reader.pool import FramePool
from models.reader.training_run import HALF, Losses, TrainingRun, training_options


def loss_of(out: Tensor, heat: Tensor, values: Tensor, weight: Tensor) -> Losses:
    """Focal loss of the heat, distances of the geometry where a die is, cross entropies of states and hand."""
    logits = out[:, 0]
    p = torch.sigmoid(logits)
    hit = (heat >= 0.999).float()
    known = (heat >= 0).float()
    count = hit.sum().clamp(min=1)
    gain = hit * (1 - p) ** 2 * functional.logsigmoid(logits)
    cost = known * (1 - hit) * (1 - heat.clamp(0, 1)) ** 4 * p**2 * functional.logsigmoid(-logits)
    spots = -(gain + cost).sum() / count
    area = weight.sum().clamp(min=1)
    near = weight[:, None]
    size = (functional.smooth_l1_loss(out[:, 1:2], values[:, 1:2], reduction="none", beta=0.05) * near).sum() / area
    place = (functional.smooth_l1_loss(out[:, 2:4], values[:, 2:4], reduction="none", beta=0.1) * near).sum() / area
    shape = (functional.smooth_l1_loss(out[:, 4:8], values[:, 4:8], reduction="none", beta=0.05) * near).sum() / area
    last = 8 + len(STATES)
    rare = torch.full(
        (1, len(STATES), 1, 1), 4.0
    )  # most dice lie flat: without this the head learns only how rare it is
    entropy = functional.binary_cross_entropy_with_logits(
        out[:, 8:last], values[:, 8:last], reduction="none", pos_weight=rare
    )
    states = (entropy * near).sum() / area
    hand = functional.binary_cross_entropy_with_logits(out[:, last], values[:, last])
    parts = {"heat": spots, "size": size, "place": place, "shape": shape, "states": states, "hand": hand}
    total = spots + 2 * size + place + shape + 2 * states + 6 * hand
    return total, {name: float(part.detach()) for name, part in parts.items()}


def main() -> None:
    options = training_options(
        __doc__, "pool", "finder.pt", 5000, 2.5e-3, lambda parser: parser.add_argument("--batch", type=int, default=8)
    )
    pool = FramePool(options.pool, np.random.default_rng(options.seed), "scene_*")
    training = TrainingRun(Finder(), options, decay=1e-3, average=0.998, warm_steps=20, strict=True)
    training.net.train()

    def loss(step: int) -> Losses:
        frames, heat, values, weight = (torch.from_numpy(part) for part in pool.batch(options.batch))
        with torch.autocast("cpu", torch.bfloat16, enabled=HALF):
            out = training.net(frames)
        return loss_of(out.float(), heat, values, weight)

    training.go(loss, lambda: f"pool {len(pool)}", tell_every=100, save_every=500)


if __name__ == "__main__":
    main()
