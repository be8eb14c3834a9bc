"""What a value network is taught: whose chances stand where in the targets, and that luck is taken out of them."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

from models.values.lanes import TwinHand, TwinRandom, play_out  # noqa: E402
from models.values.net import SHAPES, ValueNetwork, widened  # noqa: E402
from models.values.settings import own_games  # noqa: E402
from models.values.train_network import STRAY, Table, Task, batch_of, generation, played_by  # noqa: E402
from models.values.workers import executor_of  # noqa: E402

GAMES = 60


def played(game, seats, players, good=None):
    """Steps and results of games; the first player has the seat `good`, or all of them."""
    steps = []
    twin = own_games(game, GAMES, seats, seed=seats)

    def who(games):
        return np.zeros(len(games), np.int64) if good is None else (twin.turn[games] != good).astype(np.int64)

    return steps, play_out(twin, who, players, 0.1, referee=players[0], seen=steps.append, turns=400)


def taught(steps, result, seats, fade):
    return batch_of(steps, result, seats, fade, 1.0, np.random.default_rng(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_the_seat_to_roll_stands_first_and_luck_is_taken_out(game, seats):
    steps, result = played(game, seats, [TwinHand()])
    targets = taught(steps, result, seats, 1.0).targets
    assert len(targets) == sum(len(step.games) for step in steps)
    assert targets[:, :seats].sum(axis=1) == pytest.approx(1, abs=1e-3)
    luck, row = np.zeros_like(result), 0
    for step in reversed(steps):  # the last turns come first
        luck[step.games] += step.luck
        for game_number, start in zip(step.games, step.lanes.start, strict=True):
            for place in range(seats):
                seat = (start + place) % seats
                adjusted = result[game_number] - luck[game_number]
                assert targets[row, place] == pytest.approx(adjusted[seat], abs=1e-3)
                assert targets[row, 4 + place] == pytest.approx(adjusted[4 + seat] / 10, abs=1e-3)
            row += 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_who_plays_by_hand_among_players_by_chance_is_expected_to_win(game, seats):
    good = 1
    steps, result = played(game, seats, [TwinHand(), TwinRandom(1)], good)
    batch = taught(steps, result, seats, 1.0)
    starts = np.concatenate([step.lanes.start for step in reversed(steps)])
    place = (good - starts) % seats
    assert batch.targets[np.arange(len(starts)), place].mean() > 0.9
    assert result[:, good].mean() > 0.9


def test_without_a_result_the_target_is_the_exact_expectation_of_the_turn():
    steps, result = played("or", 2, [TwinHand()])
    targets = taught(steps, result, 2, 0.0).targets
    last, first = steps[-1], len(steps[-1].games)
    order = (last.lanes.start[:, None] + np.arange(2)) % 2
    assert targets[:first, :2] == pytest.approx(last.expected[np.arange(first)[:, None], order], abs=1e-6)


def test_what_was_played_at_random_does_not_count_against_a_position():
    raw, adjusted = [], []
    for explore in (0.0, 0.5):
        steps = []
        twin = own_games("or", 400, 2, seed=3)
        hand = TwinHand()
        result = play_out(twin, lambda games: np.zeros(len(games), np.int64), [hand], explore, hand, steps.append)
        targets = taught(steps, result, 2, 0.5).targets
        raw.append(result[:, 4].mean())
        adjusted.append(10 * targets[-len(steps[0].games) :, 4].mean())
    assert raw[0] - raw[1] > 2
    assert abs(adjusted[0] - adjusted[1]) < 1


@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_a_generation_in_parts_is_those_parts_wherever_they_are_played(game):
    weights = {name: tensor.numpy() for name, tensor in ValueNetwork(game).state_dict().items()}
    task = Task(game, 24, 2, 5, weights, fade=0.5, explore=0.1)
    with executor_of("1") as executor:
        whole = played_by(executor, task, parts=2)
    one, two = (generation(Task(game, 12, 2, 5000 + part, weights, 0.5, 0.1)) for part in range(2))
    assert whole.targets.tolist() == [*one.targets.tolist(), *two.targets.tolist()]
    seen = whole.inputs.parts[whole.inputs.places[-len(two.targets) :]]
    assert np.array_equal(seen, two.inputs.parts[two.inputs.places])


def test_beginnings_that_others_played_are_not_learnt_from():
    steps, result = played("or", 2, [TwinHand()])
    begins = np.arange(GAMES) % 7
    batch = batch_of(steps, result, 2, 0.5, 1.0, np.random.default_rng(1), begins)
    everything = taught(steps, result, 2, 0.5).targets
    later = [number >= begins[step.games] for number, step in enumerate(steps)]
    assert batch.targets.tolist() == everything[np.concatenate(later[::-1])].tolist()
    assert sum(map(len, later)) - len(batch.targets) == begins.sum()


@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_guests_play_the_beginning_of_some_games_and_the_network_the_rest(game):
    table = Table(game, 100, 2, 0.02, 1)
    games, turn = np.arange(100, dtype=np.int32), np.full(100, 1)
    begun = table.begins > 0
    assert begun.sum() == 60
    assert set(table.players(games, turn, 0)[begun]) == {0, 1, 2}
    assert not table.players(games, turn, 0)[~begun].any()
    assert not table.players(games, turn, int(table.begins.max())).any()
    strays = table.strays(games, 0)
    assert strays[begun].tolist() == [STRAY] * 60
    assert strays[~begun].tolist() == [0.02] * 40


def test_at_a_full_table_of_or_the_linear_value_keeps_all_seats_but_one_of_two_games_in_five():
    table = Table("or", 100, 4, 0.02, 1)
    games = np.arange(100, dtype=np.int32)
    played = np.array([table.players(games, np.full(100, seat), 90) for seat in range(4)])
    assert played.sum(axis=0).tolist() == [0, 0, 0, 3, 3] * 20
    assert (played == 0).sum(axis=1).tolist() == [70] * 4
    assert not Table("or", 100, 2, 0.02, 1).whole.any()


@pytest.mark.parametrize("game", ["wuerfelspiel", "or"])
def test_a_widened_network_says_the_same_and_can_learn_with_all_it_has(game):
    torch.manual_seed(1)
    narrow = ValueNetwork(game, 16, 32, 32, 16)
    wide = widened(narrow, 32, 48, 48, 32)
    part, sums, rest = SHAPES[game]
    seen = torch.rand(40, part), torch.randint(0, 40, (30, sums, 5)), torch.rand(30, rest)
    assert torch.allclose(wide(*seen), narrow(*seen), atol=1e-5)
    assert wide.sizes == (32, 48, 48, 32)
    wide(*seen).sum().backward()
    assert not wide.head[5].weight[:, 16:].any()
    assert wide.head[5].weight.grad[:, 16:].any()
    with pytest.raises(ValueError, match="narrow"):
        widened(wide, 16, 32, 32, 16)
