"""Where jobs run: in this process, in processes of this machine, or on a Dask cluster; the jobs are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


WORKERS = "1, a number of processes, or tcp://host:port of a Dask scheduler"
"""What the option `--workers` takes."""


class Here(Executor):
    """Runs each job at once, in this process."""

    def submit(self, fn: Callable[..., Result], /, *args: object, **kwargs: object) -> Future[Result]:
        """Run it and hand back what came of it."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def executor_of(workers: str) -> Iterator[Executor]:
    """An executor of the standard library's interface.

    Args:
        workers: "1" for this process, a number of processes, or the address of a Dask scheduler ("tcp://host:8786"),
            for which the extra `cluster` must be installed here and on every worker.
    """
    if "://" in workers:
        from distributed import Client

        with Client(workers) as client, client.get_executor(pure=False) as executor:
            yield executor
    elif workers == "1":
        yield Here()
    else:
        with ProcessPoolExecutor(int(workers), get_context("spawn")) as executor:
            yield executor


def results_of(executor: Executor, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[tuple[Job, Result]]:
    """Each job with its result, as they come; an executor that runs at once is given one job at a time."""
    if isinstance(executor, Here):
        for job in jobs:
            yield job, executor.submit(work, job).result()
        return
    of = {executor.submit(work, job): place for place, job in enumerate(jobs)}
    for future in as_completed(of):
        yield jobs[of[future]], future.result()
