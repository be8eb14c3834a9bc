"""Train the value network of a game for an owner's board or chips, from the one that is shipped; goes on if stopped.

    python -m models.values.make --components ~/.local/share/keltis-rig/boards/or.toml [--minutes 10]

What it has learnt is kept in `models/work/values/`; the same command goes on from there. At the end the network plays
the linear value on these very components, beside the one that is shipped and with the same dice. Where it is better it
is written to the folder `values` of the rig's data, named after the hash of the components: the rig takes it for games
with these components, and for no others, when it is started next. `--to` names another folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from engine.advice.network import shipped as shipped_network
from engine.components import Components
from engine.value_files import FILES, own_name
from models.values.compiled import weights_of
from models.values.export_network import graph_of
from models.values.net import SIZES, ValueNetwork, load
from models.values.settings import components_in
from models.values.strength import Strength, measure
from models.values.train_network import Learner, Plan, train
from models.values.workers import WORKERS, executor_of

MODELS = Path(__file__).parents[1]
WORK = MODELS / "work" / "values"
RATE = 1e-3
SEED = 61
ERRORS = 2.0
"""Standard errors by which it must be better than chance would have it."""


def begun(game: str, work: Path | None) -> Learner:
    """The learner that goes on from its file, or begins with the weights that are shipped."""
    if work is not None and work.exists():
        return Learner(game, RATE, load(work))
    network = ValueNetwork(game, *SIZES[game])
    shipped = {name: torch.tensor(array) for name, array in weights_of(MODELS / FILES[game]).items()}
    network.load_state_dict(shipped)
    return Learner(game, RATE, (network, {}))


def compared(components: Components, path: Path, new: Path, seats: int, games: int, workers: str) -> list[Strength]:
    """The shipped network and the new one against linear players on these components, with the same dice."""
    game = components.game
    others = ["linear"] * (seats - 1)
    return [
        measure(game, [str(player), *others], games, SEED, "simple", str(path), workers)
        for player in (MODELS / FILES[game], new)
    ]


def is_wanted(game: str, seats: int, shipped: Strength, new: Strength) -> bool:
    """Whether it wins more often, beyond the error, than what the rig plays with so far; luck taken out.

    That is the shipped network, or with so many seats that it is not good for the linear value.
    """
    error, more = new.adjusted.var() / len(new.adjusted), new.adjusted.mean() - 1 / seats
    network = shipped_network(game)
    if network is not None and seats in network.seats:
        error += shipped.adjusted.var() / len(shipped.adjusted)
        more = new.adjusted.mean() - shipped.adjusted.mean()
    return bool(more > ERRORS * error**0.5)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--components", type=Path, required=True, help="the file of a board or of chips")
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, to whose end the pace is set")
    parser.add_argument("--games", type=int, default=1000, help="games a generation")
    parser.add_argument("--matches", type=int, default=4000, help="games played to compare, for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, help="folder for the network (the rig's own)")
    parser.add_argument("--workers", default="1", help=WORKERS)
    options = parser.parse_args(words)
    components = components_in(options.components)
    folder = options.to or _folder_of_the_rig()
    work = WORK / f"{components.game}-{components.digest}.pt"
    WORK.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    learner = begun(components.game, work)
    parts = int(options.workers) if options.workers.isdigit() else 8
    plan = Plan(options.minutes, options.seed, options.games, RATE, parts=parts, owner=components)
    with executor_of(options.workers) as executor:
        train(learner, work, plan, executor)
    return _kept(components, options.components, learner, folder, options.matches, options.workers)


def _folder_of_the_rig() -> Path:
    from rig.settings import VALUES_FOLDER, data_folder

    return data_folder() / VALUES_FOLDER


def _kept(components: Components, path: Path, learner: Learner, folder: Path, matches: int, workers: str) -> int:
    """Write the network for the numbers of seats with which it is better; 1 if there are none."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / own_name(components.game, components.digest)
    made, seats = target.with_suffix(".part.onnx"), []
    made.write_bytes(graph_of(learner.averaged).SerializeToString())
    for count in (2, 3, 4):
        shipped, new = compared(components, path, made, count, matches, workers)
        print(f"{count} seats, against linear: shipped {shipped}; new {new}", flush=True)
        seats += [count] if is_wanted(components.game, count, shipped, new) else []
    made.unlink()
    if not seats:
        print("The network that is shipped is as good here; nothing was written. Train on with the same command.")
        return 1
    content = graph_of(learner.averaged, components=components.digest, seats=seats).SerializeToString()
    made.write_bytes(content)
    made.replace(target)
    print(f"{target}: {len(content)} bytes, for {' and '.join(map(str, seats))} seats; start the rig anew to use it.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
