"""Films of rolls in motion: never a result too soon, twice or for nothing."""

from collections import Counter
from dataclasses import replace

import pytest

from models.reader.film_stories import draw_film
from models.reader.motion import Count, count_films, watch
from vision.render.desk_setting import desk_design


@pytest.mark.parametrize(
    "kind", ["re-roll", "corner-spinner", "dice handled", "tray moved", "cup upside down", "bumped", "lamp"]
)
def test_a_film_of_each_kind_gives_its_results_in_time_and_no_other(kind: str) -> None:
    count, seed = Count(), 70 + len(kind)
    film = draw_film(kind, "or", seed, desk_design("or", 3, "any"))
    watch(film, count)
    assert count.faults == Counter(), count.which
    assert count.rolls == sum(ask.rest_s is not None for ask in film.asks)
    assert len(count.delays_s) + count.unsure == count.rolls


def test_the_count_can_fail() -> None:
    """A watcher that is told of a roll a second before it lies still has been too fast."""
    count = Count()
    film = draw_film("throw", "or", 71, desk_design("or", 3, "any"))
    film.end_s += 1.0
    for place, motions in enumerate(film.motions):
        late = motions[-1]
        film.motions[place] = [*motions, type(late)(late.end, (film.asks[0].rest_s or 0.0) + 1.0, 0.5)]
    film.asks[0] = replace(film.asks[0], rest_s=(film.asks[0].rest_s or 0.0) + 2.0)
    watch(film, count)
    assert count.faults["premature"] == 1


@pytest.mark.prove
def test_five_hundred_films_give_no_result_too_soon_twice_late_or_for_nothing() -> None:
    counts = count_films(510, seed=1)
    assert sum(count.films for count in counts.values()) >= 500
    assert {kind: count.which for kind, count in counts.items() if count.faults} == {}
