"""One training of a network: its options, its steps, its running average, and going on after a stop."""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn

Losses = tuple[Tensor, dict[str, float]]
"""What is made small, and its parts by name, for people to watch."""

HALF = torch.cpu._is_amx_tile_supported()
"""Whether the processor multiplies matrices of half precision faster than whole ones."""


def training_options(
    about: str | None, pool: str, out: str, steps: int, rate: float, more: Callable[[argparse.ArgumentParser], object]
) -> argparse.Namespace:
    """What every training can be told, and `more`; random numbers are seeded and threads are set by it."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--pool", type=Path, default=Path("models/work") / pool)
    parser.add_argument("--out", type=Path, default=Path("models/work") / out)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    more(parser)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)
    return options


class TrainingRun:
    """A network, the running average of its weights (that is what is shipped), optimiser and schedule.

    Args:
        options: of `training_options`.
        decay: of the weights.
        average: share of the running average that is kept at a step, in the end.
        warm_steps: steps until the average keeps its full share, about.
        strict: whether the weights of `--start` must fit in every part.
    """

    def __init__(
        self, net: nn.Module, options: argparse.Namespace, decay: float, average: float, warm_steps: int, strict: bool
    ) -> None:
        self.net, self.options = net.to(memory_format=torch.channels_last), options
        if options.start:
            self.net.load_state_dict(torch.load(options.start)["net"], strict=strict)
        self.mean = copy.deepcopy(self.net).eval()
        self._learnt = [part for part in self.net.parameters() if part.requires_grad]
        self._optimiser = torch.optim.AdamW(self._learnt, lr=options.rate, weight_decay=decay)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, options.rate, total_steps=options.steps + 1, pct_start=0.1, final_div_factor=100
        )
        self._average, self._warm_steps = average, warm_steps

    def go(self, loss: Callable[[int], Losses], told: Callable[[], str], tell_every: int, save_every: int) -> None:
        """Take all steps that are left.

        Args:
            loss: of the step with that number, from 1.
            told: what to say of the pool beside the losses.
        """
        began, sums = time.time(), dict[str, float]()
        for step in range(self._resumed() + 1, self.options.steps + 1):
            total, parts = loss(step)
            self._learn(total, step)
            for name, part in parts.items():
                sums[name] = sums.get(name, 0) + part
            if step % tell_every == 0 or step == self.options.steps:
                count = (step - 1) % tell_every + 1
                words = " ".join(f"{name} {part / count:.4f}" for name, part in sums.items())
                print(f"{step} {time.time() - began:.0f}s {told()} {words}", flush=True)
                sums = {}
            if step % save_every == 0 or step == self.options.steps:
                self._save(step)

    def _resumed(self) -> int:
        """Load what a run of as many steps has left; how far it came, which may be to its end."""
        if not self.options.out.exists():
            return 0
        saved = torch.load(self.options.out)
        if saved["steps"] != self.options.steps:
            return 0
        for name, part in self._parts().items():
            part.load_state_dict(saved[name])
        return int(saved["step"])

    def _parts(self) -> dict[str, nn.Module | torch.optim.Optimizer | torch.optim.lr_scheduler.LRScheduler]:
        return {"last": self.net, "net": self.mean, "optimiser": self._optimiser, "schedule": self._schedule}

    def _learn(self, total: Tensor, step: int) -> None:
        self._optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self._learnt, 5.0)
        self._optimiser.step()
        self._schedule.step()
        keep = min(self._average, step / (step + self._warm_steps))
        with torch.no_grad():
            for ours, theirs in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)

    def _save(self, step: int) -> None:
        state = {name: part.state_dict() for name, part in self._parts().items()}
        self.options.out.parent.mkdir(parents=True, exist_ok=True)
        torch.save(state | {"step": step, "steps": self.options.steps}, self.options.out)
