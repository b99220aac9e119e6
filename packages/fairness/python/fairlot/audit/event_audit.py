"""The rules of the log about prize-share events: docs/INTEGRATION.md, "The rules of the log"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import draw
from ..documents.event_document import read_event_draw, read_event_terms, read_event_void
from .breach import breach, reading
from .issue import Issue, check_entropy

if TYPE_CHECKING:
    from .audit import Audit


def open_event(audit: Audit, name: str, content: dict[str, Any], index: int, text: str) -> None:
    if audit.begin is None:
        breach('begin', index, 'is about an event, but the log has not begun')
    if name in audit.issues:
        breach('open', index, f'opens {name} a second time')
    if audit.lost is not None and name in audit.lost:
        breach('continues', index, f'opens {name}, which the lost log opened')
    fields = {key: value for key, value in content.items() if key != 't'}
    terms = reading('open', index, lambda: read_event_terms(fields, 'terms'))
    if terms['demo'] != (content['at'] < audit.begin.at):
        breach('time', index, 'is on the other side of the beginning than its mark "demo" says')
    audit.issues[name] = Issue(terms['event'], terms, 2, [(index, text)])
    for key in terms['witnesses'] or []:
        audit.named[key] = None


def draw_event(audit: Audit, name: str, content: dict[str, Any], index: int, text: str) -> None:
    known, terms = audit.live('draw', name, index)
    if known.seal is None:
        breach('draw', index, f'draws {name} before its seal')
    seal, grade = known.seal, terms['grade']
    reading('format', index, lambda: read_event_draw(content, grade, terms['winners']))
    entropy = check_entropy(known, seal, content, index)
    assert entropy is not None
    if content['winners'] != draw.draw_winners(entropy, seal['orders'], terms['winners']):
        breach('draw', index, 'states other winners than the formula gives')
    audit.end_draw(known, grade, index, text)


def void_event(audit: Audit, name: str, content: dict[str, Any], index: int, text: str) -> None:
    reading('format', index, lambda: read_event_void(content))
    if name not in audit.issues and audit.lost is not None and name in audit.lost:
        audit.issues[name] = Issue(content['event'], None, 2, [(index, text)], end='void')
        return
    known, terms = audit.live('void', name, index)
    if known.seal is not None:
        breach('void', index, f'ends {name} after its seal')
    if content['at'] < terms['deadline']:
        breach('void', index, f'ends {name} before its deadline')
    if content['participants'] != 0 or content['pool'] != terms['pool']:
        breach('void', index, f'ends {name} with participants, or with another pool than that of its opening')
    known.end = 'void'
    known.entries.append((index, text))
