"""All games as games of OpenSpiel, so that its generic simulation test can be run on them (development only)."""

from __future__ import annotations

import pyspiel

from engine import catalogue
from engine.position import CHANCE, Position

MOST_ACTIONS = 20_000
MOST_OUTCOMES = 2_000


class Numbers:
    """Gives every text of a move one number, OpenSpiel's name for an action."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}
        self.texts: list[str] = []

    def number(self, text: str) -> int:
        """The number of a move's text."""
        if text not in self.of:
            self.of[text] = len(self.texts)
            self.texts.append(text)
        return self.of[text]


class Held:
    """A position that is shared, not copied: it is a value."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, object]) -> Held:
        return self


def register(name: str, seats: int) -> str:
    """Register a game of the catalogue for so many seats; OpenSpiel's name of it."""
    short_name = f"keltis_{name.replace('-', '_')}_{seats}"
    actions, outcomes = Numbers(), Numbers()
    hidden = catalogue.game(name).dice_set is None
    information = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=f"{catalogue.game(name).title} ({seats})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=MOST_ACTIONS,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=seats,
        min_utility=-200.0,
        max_utility=300.0,
        max_game_length=20_000,
    )

    class KeltisState(pyspiel.State):
        """A position in OpenSpiel's clothes."""

        def __init__(self, game):
            super().__init__(game)
            self.held = Held(catalogue.game(name).start(seats))

        def current_player(self):
            turn = self.held.position.to_move
            if turn is None:
                return pyspiel.PlayerId.TERMINAL
            return pyspiel.PlayerId.CHANCE if turn is CHANCE else turn

        def _legal_actions(self, player):
            return sorted(actions.number(str(move)) for move in self.held.position.legal_moves)

        def chance_outcomes(self):
            found = self.held.position.chance_outcomes()
            return sorted((outcomes.number(str(outcome)), float(chance)) for outcome, chance in found)

        def _apply_action(self, action):
            position = self.held.position
            self.held = Held(position.play(position.parse_move(self._action_to_string(self.current_player(), action))))

        def _action_to_string(self, player, action):
            numbers = outcomes if player == pyspiel.PlayerId.CHANCE else actions
            return numbers.texts[action]

        def is_terminal(self):
            return self.held.position.to_move is None

        def returns(self):
            outcome = self.held.position.outcome
            return [float(total) for total in outcome.totals] if outcome else [0.0] * seats

        def __str__(self):
            return str(self.held.position)

    class KeltisObserver:
        """What a seat sees, as text."""

        def __init__(self, params):
            assert not params
            self.tensor, self.dict = None, {}

        def set_from(self, state, player):
            pass

        def string_from(self, state, player):
            return str(state.held.position.seen_by(player))

    class KeltisGame(pyspiel.Game):
        """A game of the catalogue in OpenSpiel's clothes."""

        def __init__(self, params=None):
            super().__init__(kind, facts, params or {})

        def new_initial_state(self):
            return KeltisState(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return KeltisObserver(params)

    pyspiel.register_game(kind, KeltisGame)
    return short_name
