"""What the audit knows of an issue or of a prize-share event, whose seals and attempts have the same rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import draw
from .breach import breach


@dataclass
class Attempt:
    index: int
    round: int | None
    timely: set[str] = field(default_factory=set)


@dataclass
class Issue:
    """What the audit knows of an issue or an event. `terms` is None for one that the lost log opened."""

    number: str
    """issue number or id of the event: what the labels of the formulas contain"""
    terms: dict[str, Any] | None
    version: int
    entries: list[tuple[int, str]]
    attempts: list[Attempt] = field(default_factory=list)
    seal: dict[str, Any] | None = None
    end: str | None = None
    favour: bool = False
    """drawn in favour of the members (version 3)"""
    favoured: bool = False
    """the favour was stated as paid"""
    drawn_at: int = 0
    winners: int = 0


def check_entropy(known: Issue, seal: dict[str, Any], content: dict[str, Any], index: int) -> str | None:
    """The draw uses the round of the last attempt, after its publication, and its entropy is that of the formula."""
    number = known.attempts[-1].round
    if content['round'] != number:
        breach('draw', index, f'uses another round than the seal of {known.number}')
    if known.version >= 2 and number is not None and content['at'] < draw.round_time_ms(number, draw.QUICKNET):
        breach('draw', index, f'is earlier than the publication of round {number}')
    entropy = None
    if seal['salt'] is not None:
        entropy = draw.draw_entropy(seal['salt'], known.number, seal['digest'], number, content['beacon'])
    if content['entropy'] != entropy:
        breach('draw', index, 'states another entropy than the seal gives')
    return entropy
