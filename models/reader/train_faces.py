"""Trains the face network on rectified faces of the pool: python -m models.reader.train_faces."""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.reader.contract import FACES, SIGNS
from models.reader.face_pool import FacePool
from models.reader.networks import FaceNet

WARMTH = 0.1
"""Temperature of the contrastive loss."""

HALF = torch.cpu._is_amx_tile_supported()
"""Whether the processor multiplies matrices of half precision faster than whole ones."""


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


def loss_of(net: FaceNet, batch: dict[str, np.ndarray]) -> tuple[Tensor, dict[str, float]]:
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("models/work/pool"))
    parser.add_argument("--out", type=Path, default=Path("models/work/faces.pt"))
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--artworks", type=int, default=10)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only-states", action="store_true", help="keep all weights but those of the states")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)
    pool = FacePool(options.pool, np.random.default_rng(options.seed), "patch_*")
    net = FaceNet().to(memory_format=torch.channels_last)
    if options.start:
        net.load_state_dict(torch.load(options.start)["net"])
    for name, part in net.named_parameters():
        part.requires_grad_(name.startswith("states.") or not options.only_states)
    mean = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(
        [part for part in net.parameters() if part.requires_grad], lr=options.rate, weight_decay=2e-3
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, options.rate, total_steps=options.steps + 1, pct_start=0.1, final_div_factor=100
    )
    first = 0
    if options.out.exists():
        saved = torch.load(options.out)
        if saved["step"] < options.steps and saved["steps"] == options.steps:  # an interrupted run goes on
            for part, name in ((net, "last"), (mean, "net"), (optimiser, "optimiser"), (schedule, "schedule")):
                part.load_state_dict(saved[name])
            first = saved["step"]
    net.train(not options.only_states)
    began, sums = time.time(), {}
    for step in range(first + 1, options.steps + 1):
        loss, parts = loss_of(net, pool.batch(options.artworks))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([part for part in net.parameters() if part.requires_grad], 5.0)
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            keep = min(0.999, step / (step + 20))
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0) + part
        if step % 100 == 0 or step == options.steps:
            words = " ".join(f"{name} {part / 100:.4f}" for name, part in sums.items())
            print(f"{step} {time.time() - began:.0f}s artworks {pool.artworks} faces {len(pool)} {words}", flush=True)
            sums = {}
        if step % 500 == 0 or step == options.steps:
            state = {"net": mean.state_dict(), "last": net.state_dict(), "optimiser": optimiser.state_dict()}
            state |= {"schedule": schedule.state_dict(), "step": step, "steps": options.steps}
            options.out.parent.mkdir(parents=True, exist_ok=True)
            torch.save(state, options.out)


if __name__ == "__main__":
    main()
