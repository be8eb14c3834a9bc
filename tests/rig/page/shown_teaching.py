"""A lesson and a camera that stand still, for tests and pictures of their pages."""

from concurrent.futures import Future

from rig.aiming_state import AimingState
from rig.learning import Learnt
from rig.teaching_state import TeachingState


class ShownTeaching:
    """A lesson that stands still, and what was asked of it."""

    def __init__(self, state: TeachingState = TeachingState(), picture: bytes | None = None) -> None:
        self.state = state
        self.asked: list[object] = []
        self.is_open = False
        self._picture = picture

    def _answer(self, *asked: object) -> Future[str]:
        self.asked.append(asked)
        future: Future[str] = Future()
        future.set_result("")
        return future

    def press(self, button, decision):
        return self._answer("press", button, decision)

    def point(self, cursor, decision):
        return self._answer("point", cursor, decision)

    def back(self, decision):
        return self._answer("back", decision)

    def touch(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def picture(self, number):
        return self._picture if number == 1 else None


class ShownAiming:
    """A camera that is being aimed and stands still, and what was asked of it."""

    def __init__(self, state: AimingState = AimingState(), picture: bytes | None = None) -> None:
        self.state = state
        self.asked: list[object] = []
        self.is_open = False
        self._picture = picture

    def look(self) -> AimingState:
        self.is_open = True
        return self.state

    def press(self, button, decision) -> str:
        self.asked.append(("press", button, decision))
        return ""

    def back(self, decision) -> str:
        self.asked.append(("back", decision))
        return ""

    def close(self) -> None:
        self.is_open = False

    def picture(self, number):
        return self._picture if number == 1 else None


class ShownLearning:
    """Named dice that wait to be learnt, and what was asked of them."""

    wish = "ask"
    is_open = False

    def __init__(self, shots=()) -> None:
        self.asked: list[object] = []
        self._shots = shots

    def sets(self):
        return ("or",) if self._shots else ()

    def waiting(self, dice_set):
        return self._shots if dice_set == "or" else ()

    def want(self, wish) -> None:
        self.asked.append(("want", wish))

    def drop(self, dice_set) -> None:
        self.asked.append(("drop", dice_set))

    def learn(self, dice_set, left_out=()):
        self.asked.append(("learn", dice_set, tuple(left_out)))
        return Learnt(len(self._shots) - len(left_out), 0)
