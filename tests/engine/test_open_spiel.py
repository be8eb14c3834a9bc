"""OpenSpiel's own simulation test passes on every game: clones, serialisation, legal actions, chances, returns."""

import pytest

from engine import catalogue


@pytest.mark.prove
@pytest.mark.timeout(0)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", catalogue.names())
def test_open_spiels_simulation_test_passes(name, capfd):
    pyspiel = pytest.importorskip("pyspiel")
    from tests.engine.open_spiel_games import register

    for seats in catalogue.game(name).seats:
        game = pyspiel.load_game(register(name, seats))
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
        assert game.num_players() == seats
