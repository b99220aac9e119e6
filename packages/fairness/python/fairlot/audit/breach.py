"""A breach of a rule of the log."""

from __future__ import annotations

from typing import Any, Callable, NoReturn

from ..codec import ReadError


class AuditBreach(Exception):
    """A log breaks a rule. `index` is the entry that breaks it; for a checkpoint, the last entry before it."""

    def __init__(self, rule: str, index: int, message: str) -> None:
        super().__init__(message)
        self.rule, self.index = rule, index


def breach(rule: str, index: int, problem: str) -> NoReturn:
    raise AuditBreach(rule, index, f'entry {index} {problem}')


def reading(rule: str, index: int, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except ReadError as error:
        raise AuditBreach(rule, index, f'entry {index}: {error}') from error
