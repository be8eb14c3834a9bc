"""The benchmark of decisions: rollouts, halves, losses, and jobs that run anywhere."""

from __future__ import annotations

import json
import os
import shutil
import signal
from functools import partial

import numpy as np
import pytest

from engine.catalogue import position
from models.values import benchmark
from models.values.benchmark import cross_fitted, scored
from models.values.rolled_out import Choices, dice_of, halves_of, kept, rolled_out, twin_of
from models.values.workers import executor_of, results_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")

KEEP = "or chips=ours 0123,-,-,-,-.5/-,7,-,-,-.0 A keep dice=124"
MOVE = "wuerfelspiel board=ours 77660.9/77000.9 A move dice=rppss"


def test_a_move_that_wins_at_once_is_worth_a_win_and_others_less():
    here = position(MOVE)
    winning, other = "p2", "-"
    assert here.play(here.parse_move(winning)).outcome.winners == (0,)
    (found,) = rolled_out(Choices((MOVE,), ((winning, other),), (7,)), "hand", games=8)
    assert found[winning] == [[1.0, 0.0, 12], [1.0, 0.0, 12]]
    assert found[other][0][0] < 1.1


def test_rollouts_repeat_and_do_not_depend_on_the_other_decisions():
    alone = rolled_out(Choices((KEEP,), (("=", "=124"),), (3,)), "hand", games=4)
    both = rolled_out(Choices((KEEP, KEEP), (("=",), ("=", "=124")), (1, 3)), "hand", games=4)
    assert alone[0] == both[1]


def test_the_twin_stands_where_the_positions_stand():
    for text in (KEEP, MOVE):
        here = position(text)
        twin = twin_of([here, here])
        assert twin.stones[1, :2].tolist() == list(here.stones)
        assert twin.turn.tolist() == [0, 0]


def test_turns_of_rollouts_share_no_dice():
    step = 0x9E3779B97F4A7C15  # by which the twin's generator goes on from throw to throw
    states = [dice_of(np.arange(200, dtype=np.uint64), turn).tolist() for turn in range(20)]
    thrown = [(state + throw * step) % 2**64 for turn in states for state in turn for throw in range(12)]
    assert len(set(thrown)) == 200 * 20 * 12


def test_a_choice_far_behind_is_dropped_after_the_first_rollouts():
    shares = {"a": [0.9, 0.8, 0.9, 0.85], "b": [0.1, 0.2, 0.1, 0.1], "c": [0.8, 0.9, 0.9, 0.8]}
    assert kept(shares) == ["a", "c"]
    assert kept({"a": [], "b": []}) == ["a", "b"]
    assert halves_of([0.0, 1.0, 1.0, 1.0]) == [[0.5, 0.5, 2], [1.0, 0.0, 2]]


def test_a_loss_is_valued_on_the_half_that_did_not_choose():
    rolled = {"a": [[0.6, 0.01, 40], [0.4, 0.01, 40]], "b": [[0.5, 0.01, 40], [0.5, 0.01, 40]],
              "c": [[0.9, 0.3, 8], [0.9, 0.3, 8]]}  # fmt: skip
    assert cross_fitted(rolled, "a") == pytest.approx(((0.4 - 0.4) + (0.5 - 0.6)) / 2)
    assert cross_fitted(rolled, "b") == pytest.approx(((0.4 - 0.5) + (0.5 - 0.5)) / 2)


def test_a_benchmark_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(benchmark, "FOLDER", tmp_path)
    entries = [{"position": KEEP, "choices": ["=", "=4", "=124"]}, {"position": KEEP, "choices": ["=", "=124"]}]
    benchmark.write("or", entries)
    benchmark.roll("or", "1", "hand", games=2, chunk=1)
    first = benchmark.file_of("or").read_text()
    assert all("rolled" in json.loads(line) for line in first.splitlines())
    benchmark.roll("or", "1", "hand", games=2, chunk=1)
    assert benchmark.file_of("or").read_text() == first
    score = scored(benchmark.read("or"), "hand")
    assert len(score.losses) + score.missing == 2
    assert "loss a decision" in str(score)
    with pytest.raises(SystemExit, match="frozen"):
        benchmark.draw("or", 2, 1)
    assert "2 of 2 decisions" in capsys.readouterr().out


def test_what_another_referee_rolled_out_is_rolled_out_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark, "FOLDER", tmp_path)
    rolled = {"=": [[0.5, 0.1, 99], [0.5, 0.1, 99]], "=124": [[0.4, 0.1, 99], [0.4, 0.1, 99]]}
    benchmark.write("or", [{"position": KEEP, "choices": ["=", "=124"], "rolled": rolled, "referee": "another"}])
    benchmark.roll("or", "1", "hand", games=2, chunk=1)
    (entry,) = benchmark.read("or")
    assert entry["referee"] == "hand"
    assert max(halves[0][2] for halves in entry["rolled"].values()) == 9  # half of the first 16 and the 2 after them


def test_what_a_player_chooses_is_added_once(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark, "FOLDER", tmp_path)
    benchmark.write("or", [{"position": KEEP, "choices": ["="]}])
    benchmark.add("or", ["hand"])
    (entry,) = benchmark.read("or")
    assert len(entry["choices"]) == 2
    benchmark.add("or", ["hand"])
    assert benchmark.read("or") == [entry]


def test_jobs_run_here_one_after_the_other():
    with executor_of("1") as executor:
        assert list(results_of(executor, abs, [-1, -2])) == [(-1, 1), (-2, 2)]
        failed = executor.submit(divmod, 1, 0)
        with pytest.raises(ZeroDivisionError):
            failed.result()


@pytest.mark.prove
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_in_the_middle_rolls_everything_out():
    distributed = pytest.importorskip("distributed")
    work = partial(rolled_out, referee="hand", games=6)
    jobs = [Choices((KEEP,), (("=", "=124"),), (number,)) for number in range(24)]
    wanted = {job.numbers: work(job) for job in jobs}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pids = list(cluster.scheduler.workers.values())
        victim = next(iter(cluster.workers.values())).pid
        assert len(pids) == 2
        found, killed = {}, False
        with executor_of(cluster.scheduler_address) as executor:
            for job, result in results_of(executor, work, jobs):
                found[job.numbers] = result
                if len(found) == 3:
                    os.kill(victim, signal.SIGKILL)
                    killed = True
        assert killed
    assert found == wanted
    assert np.isfinite([halves[0][0] for result in found.values() for halves in result[0].values()]).all()
