"""What one witness vouches for in a whole log, and what waits too long: docs/INTEGRATION.md, "The exported log"."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, Iterator

from . import draw
from .audit.audit import Audit
from .games import times_of
from .notes import NoteKey, is_line_of, parse_checkpoint, parse_key

DAY_MS = 86_400_000
# in version 3 a line states a second that is before the round less this
LINE_MARGIN_MS = 5_000
RESULTS = ('issue-draw', 'event-draw', 'round-result')
ENDS = (*RESULTS, 'issue-refund', 'event-void', 'round-void')
SEALS = ('issue-seal', 'event-seal', 'round-seal')


@dataclass
class Life:
    """What the log shows of an issue, an event or a round."""

    what: str
    terms: dict[str, Any] | None
    """None when the log has none: the log before opened it, or it is a round that no seal connects with its chain"""
    seal: tuple[int, dict[str, Any]] | None
    """index and content of the last one"""
    end: tuple[int, dict[str, Any]] | None
    """index and content"""
    chain: int | None = None
    """of a round of version 3: index of its chain's entry, which is witnessed instead of each round"""


def lives_of(audit: Audit) -> list[Life]:
    chains = {name: _contents(entries)[0] for name, entries in audit.games.entries.items() if ' ' not in name}
    lives = []
    for name, issue in audit.issues.items():
        what = name if name.startswith('event ') else f'issue {name}'
        lives.append(_life(what, issue.terms, issue.entries))
    for name, entries in audit.games.entries.items():
        if ' ' in name:
            seals = [content for _, content in _contents(entries) if content['t'] == 'round-seal']
            index, terms = chains[seals[-1]['chain']] if seals else (0, None)
            life = _life(f'round {name}', terms, entries)
            if terms is not None and 'from' in terms:
                life.chain = index
            lives.append(life)
    return lives


def _contents(entries: list[tuple[int, str]]) -> list[tuple[int, dict[str, Any]]]:
    return [(index, json.loads(text)) for index, text in entries]


def _life(what: str, terms: dict[str, Any] | None, entries: list[tuple[int, str]]) -> Life:
    life = Life(what, terms, None, None)
    for index, content in _contents(entries):
        if content['t'] in SEALS:
            life.seal = (index, content)
        elif content['t'] in ENDS:
            life.end = (index, content)
    return life


def signed_size(audit: Audit) -> int:
    """The size of the largest checkpoint that the given witness signed."""
    return max((size for size, _ in audit.signed), default=0)


def is_up_to_date(audit: Audit) -> bool:
    """Whether the given witness signed a checkpoint that covers all entries."""
    return signed_size(audit) == audit.tree.size


def overdue(lives: list[Life], now_ms: int) -> list[Life]:
    """What was sealed more than a day before and has no result."""
    return [life for life in lives if life.seal and not life.end and now_ms - life.seal[1]['sealedAt'] > DAY_MS]


@dataclass
class Unconfirmed:
    """A favour, refund or void of grade `witnessed` in version 3 that too few of the named witnesses have signed."""

    index: int
    what: str
    kind: str
    signed: int
    quorum: int


def unconfirmed(lives: list[Life], sizes: dict[str, int]) -> list[Unconfirmed]:
    """In the order of the log. `sizes`: of each named key, the size of the largest checkpoint that it signed."""
    found = []
    for life in lives:
        terms, end = life.terms, life.end
        if terms is None or end is None or terms.get('quorum') is None or terms.get('demo', False):
            continue
        index, content = end
        if content['t'] in RESULTS and not content.get('favour', False):
            continue
        signed = sum(sizes.get(one['key'], 0) > index for one in terms['witnesses'])
        if signed < terms['quorum']:
            found.append(Unconfirmed(index, life.what, _kind(content), signed, terms['quorum']))
    return sorted(found, key=lambda one: one.index)


@dataclass
class Vouching:
    ended: int
    demo: int
    unvouched: list[tuple[int, str]]
    """index of the end, and what is missing"""


def vouching_of(lives: list[Life], witness: NoteKey, signed: list[tuple[int, int]]) -> Vouching:
    """`signed`: size and second of each checkpoint that the witness signed."""
    ended = [life for life in lives if life.end is not None]
    judged = [life for life in ended if life.terms is None or not life.terms.get('demo', False)]
    return Vouching(len(judged), len(ended) - len(judged), sorted(_unvouched(judged, witness, signed)))


def _unvouched(lives: list[Life], witness: NoteKey, signed: list[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    covering = _Covering(signed)
    for life in lives:
        assert life.end is not None
        problem = _problem(life, life.end, witness, covering)
        if problem is not None:
            yield life.end[0], problem


class _Covering:
    def __init__(self, signed: list[tuple[int, int]]) -> None:
        self._sizes = sorted(size for size, _ in signed)
        least: list[int] = []
        for _, seconds in sorted(signed, reverse=True):
            least.append(min(seconds, least[-1]) if least else seconds)
        self._least = least[::-1]
        """for each size, the earliest second over it and the larger ones"""

    def earliest(self, index: int) -> int | None:
        """The earliest second at which the witness signed a checkpoint that covers the entry; None when it never did."""
        at = bisect_right(self._sizes, index)
        return self._least[at] if at < len(self._least) else None


def _problem(life: Life, end: tuple[int, dict[str, Any]], witness: NoteKey, covering: _Covering) -> str | None:
    terms, name = life.terms, witness.name
    if terms is not None and terms['grade'] == 'witnessed' and witness not in _named(terms):
        return f'the terms of {life.what} do not name {name}'
    index, content = end
    if content['t'] not in RESULTS or content.get('favour', False):
        if covering.earliest(index) is None:
            return f'{name} has signed no checkpoint that covers the {_kind(content)} of {life.what}'
        return None
    assert life.seal is not None
    sealed, seal = life.seal
    if seal['round'] is None:
        return f'{life.what} is of grade {terms and terms["grade"]}, whose results no witness can precede'
    if life.chain is not None and terms is not None:
        times = times_of(terms, terms['from'])
        if times is None or not _is_before(covering.earliest(life.chain), times[0]):
            return f'{name} did not sign the chain of {life.what} (entry {life.chain}) before it began'
        return None
    margin = LINE_MARGIN_MS if terms is not None and 'quorum' in terms else 0
    limit = draw.round_time_ms(seal['round'], draw.QUICKNET) - margin
    if _is_before(covering.earliest(sealed), limit) or any(_has_line(note, witness) for note in content.get('lines') or []):
        return None
    return f'{name} did not sign the seal of {life.what} (entry {sealed}) before its round was published'


def _named(terms: dict[str, Any]) -> list[NoteKey | None]:
    """The named keys; version 3 states more than the key of a witness."""
    named = terms.get('witnesses') or []
    return [parse_key(one if isinstance(one, str) else one['key']) for one in named]


def _kind(content: dict[str, Any]) -> str:
    return 'favour' if content.get('favour', False) else str(content['t']).split('-')[1]


def _is_before(seconds: int | None, limit_ms: int) -> bool:
    return seconds is not None and seconds * 1000 < limit_ms


def _has_line(note: str, witness: NoteKey) -> bool:
    """The audit has checked that each line of the note of a draw is a timely signature."""
    checkpoint = parse_checkpoint(note)
    return checkpoint is not None and any(is_line_of(line, witness) for line in checkpoint.lines)
