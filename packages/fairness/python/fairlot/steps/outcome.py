"""The options, steps and verdict of a verification: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Protocol

from .. import draw
from ..codec import ReadError
from ..documents.document import has_beacon
from ..notes import NoteKey

Proof = dict[str, Any]


class AuditedLog(Protocol):
    deployment: str
    public_key: str

    def find(self, issue: str) -> list[tuple[int, str]]: ...

    def root_at(self, size: int) -> str | None: ...


@dataclass
class Options:
    public_key: str | None = None
    receipt: Any = None
    has_receipt: bool = False
    witness: NoteKey | None = None
    log: AuditedLog | None = None
    member: str | None = None
    """id of the member, and below the id of the request that the member's device chose"""
    request: str | None = None


@dataclass
class Step:
    step: str
    status: str
    detail: str


@dataclass
class Verification:
    verdict: str
    badge: str | None
    steps: list[Step]
    failed: str | None = None
    proof: Proof | None = field(default=None, repr=False)
    version: int = 2


class NotRun(Exception):
    """The step does not apply: its status is `absent`, `unneeded` or `open`."""

    def __init__(self, status: str, detail: str) -> None:
        self.status, self.detail = status, detail


def unneeded(detail: str) -> NotRun:
    return NotRun('unneeded', detail)


def run_steps(checks: list[tuple[str, Callable[[], str]]]) -> list[Step]:
    return [run_step(name, check) for name, check in checks]


def failed_step(steps: list[Step]) -> str | None:
    return next((step.step for step in steps if step.status == 'failed'), None)


def verdict_of(proof: Proof, steps: list[Step]) -> str:
    """A proof without a log shows arithmetic only; a sealed one without a result is not decided yet."""
    if failed_step(steps):
        return 'failed'
    if proof['log'] is None:
        return 'arithmetic'
    is_sealed = proof['seal'] is not None and proof['result'] is None
    return 'sealed' if is_sealed else 'verified'


def run_step(name: str, check: Callable[[], str]) -> Step:
    try:
        return Step(name, 'passed', check())
    except NotRun as outcome:
        return Step(name, outcome.status, outcome.detail)
    except ReadError as error:
        return Step(name, 'failed', str(error))


def badge_of(terms: dict[str, Any]) -> str:
    is_local = has_beacon(terms['grade']) and terms['chain'] != draw.QUICKNET.hash
    return terms['grade'] + ('-local' if is_local else '')


def check_earlier_claim() -> str:
    raise ReadError('the proof is of a version before 3, whose rows have no claims')
