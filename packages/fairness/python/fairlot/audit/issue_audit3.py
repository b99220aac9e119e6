"""The rules of the log about issues and events of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import draw
from ..codec import demand
from ..documents.document import has_beacon
from ..documents.entries3 import (
    read_draw,
    read_event_draw,
    read_event_favour,
    read_favour,
    read_refund,
    read_void,
)
from ..documents.event_document import MAX_PARTICIPANTS
from ..documents.terms3 import check_sold, read_event_seal, read_event_terms, read_seal, read_terms, witness_keys
from ..lines import named_lines, read_notes
from ..notes import NoteKey, note_body
from ..version3 import event_favour, seal_limit
from .breach import breach, reading
from .issue import Attempt, Issue, check_entropy
from .rules3 import DAY, NOTE_MARGIN, chain_of, check_opening, check_signature, rules_of
from .seal_rules import check_seal

if TYPE_CHECKING:
    from .audit import Audit

Content = dict[str, Any]


def subject_field(content: Content) -> str:
    """The field that names the subject of an entry: `issue` or `event`."""
    return str(content['t']).split('-')[0]


def open_subject(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    is_event = subject_field(content) == 'event'
    said = name if is_event else f'issue {name}'
    if name in audit.issues:
        breach('open', index, f'opens {said} a second time')
    if audit.lost is not None and name in audit.lost:
        breach('continues', index, f'opens {said}, which the lost log opened')
    fields = {key: value for key, value in content.items() if key != 't'}
    read = read_event_terms if is_event else read_terms
    terms = reading('open', index, lambda: read(fields, 'terms'))
    assert audit.begin is not None
    if terms['demo'] != (content['at'] < audit.begin.at):
        breach('time', index, 'is on the other side of the beginning than its mark "demo" says')
    check_opening(audit, terms, terms['chain'], 'open', index)
    audit.issues[name] = Issue(terms['event' if is_event else 'issue'], terms, 3, [(index, text)])


def seal_subject(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    known, terms = audit.live('seal', name, index)
    if known.seal is not None:
        breach('seal', index, f'seals {name} a second time')
    is_event = subject_field(content) == 'event'
    fields = {key: value for key, value in content.items() if key not in ('t', subject_field(content), 'at')}
    read = read_event_seal if is_event else read_seal
    seal = reading('format', index, lambda: read(fields, 'seal', terms['grade']))
    if content['at'] != seal['sealedAt']:
        breach('seal', index, 'is not dated at sealedAt')
    check_seal(known, terms, seal, index)
    if not is_event:
        reading('seal', index, lambda: check_sold(terms, seal))
    elif 'out' in seal and 'recheck' not in terms:
        breach('seal', index, f'leaves out participants of {name}, whose opening does not allow it')
    known.attempts.append(Attempt(index, seal['round']))
    known.seal = seal
    known.entries.append((index, text))
    if seal['round'] is not None:
        audit.fresh.append((index, seal['round']))
    if terms['grade'] == 'witnessed':
        audit.wait(name, index)


def draw_lost(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    """The draw of a subject that the log before lost, by its seal there: always in the members' favour, without lines."""
    if subject_field(content) == 'event':
        reading('format', index, lambda: read_event_draw(content, 'witnessed', MAX_PARTICIPANTS))
    else:
        reading('format', index, lambda: read_draw(content, 'witnessed'))
    if 'favour' not in content:
        breach('draw', index, f'draws {name}, which was lost, and not in favour of its members')
    if content['lines']:
        breach('favour', index, f'draws {name}, which was lost, with lines over a seal that this log does not have')
    if content['at'] < draw.round_time_ms(content['round'], draw.QUICKNET):
        breach('draw', index, f"is earlier than the publication of round {content['round']}")
    local = rules_of(audit, index).local
    is_local = local is not None and draw.verify_round(local, content['round'], content['signature'])
    check_signature(local if local is not None and is_local else draw.QUICKNET, content, 'draw', index)
    rules_of(audit, index).favours += 1
    known = Issue(name, None, 3, [(index, text)], end='draw', favour=True, drawn_at=content['at'])
    audit.issues[name] = known


def draw_subject(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    if name not in audit.issues and audit.lost is not None and name in audit.lost:
        draw_lost(audit, name, content, index, text)
        return
    known, terms = audit.live('draw', name, index)
    if known.seal is None:
        breach('draw', index, f'draws {name} before its seal')
    seal, grade, is_event = known.seal, terms['grade'], subject_field(content) == 'event'
    if is_event:
        reading('format', index, lambda: read_event_draw(content, grade, terms['winners']))
    else:
        reading('format', index, lambda: read_draw(content, grade))
    entropy = check_entropy(known, seal, content, index)
    if is_event:
        assert entropy is not None
        if content['winners'] != draw.draw_winners(entropy, seal['orders'], terms['winners'], seal.get('out', ())):
            breach('draw', index, 'states other winners than the formula gives')
    elif content['code'] != draw.winning_code(int(seal['sum']), entropy, seal['shares']):
        breach('draw', index, 'states another winning code than the formula gives')
    if has_beacon(grade):
        check_signature(chain_of(audit, terms['chain'], 'draw', index), content, 'draw', index)
    known.favour = 'favour' in content
    if grade == 'witnessed':
        _check_lines(audit, known, terms, content, index)
    if known.favour:
        rules_of(audit, index).favours += 1
    known.end, known.drawn_at = 'draw', content['at']
    known.winners = len(content['winners']) if is_event else 1
    known.entries.append((index, text))
    audit.end_wait(name)


def _check_lines(audit: Audit, known: Issue, terms: Content, content: Content, index: int) -> None:
    """The draw carries the lines of a quorum, or fewer when it is in favour."""
    rule = 'favour' if known.favour else 'witness'
    sealed = known.attempts[-1]
    assert sealed.round is not None
    published = draw.round_time_ms(sealed.round, draw.QUICKNET)
    limit, until = seal_limit(published), published + NOTE_MARGIN

    def read() -> set[NoteKey]:
        notes = content['lines']
        for i, checkpoint in enumerate(read_notes(notes, audit.deployment, audit.public_key, 'lines')):
            demand(checkpoint.size > sealed.index, f'lines[{i}] does not cover the seal')
            known_body = (checkpoint.size, note_body(notes[i])) in audit.bodies
            demand(known_body, f'lines[{i}] is no checkpoint of this log since the seal')
            demand(checkpoint.time_ms < until, f'lines[{i}] is dated too long after the round')
        return set(named_lines(notes, witness_keys(terms['witnesses']), lambda at: at < limit, 'lines'))

    signed: set[NoteKey] = reading(rule, index, read)
    if known.favour and len(signed) >= terms['quorum']:
        breach('favour', index, f'is in favour, although {len(signed)} witnesses signed in time')
    if not known.favour and len(signed) < terms['quorum']:
        breach('witness', index, f'needs the lines of {terms["quorum"]} witnesses and carries {len(signed)}')


def favour_subject(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    is_event = subject_field(content) == 'event'
    reading('format', index, lambda: read_event_favour(content) if is_event else read_favour(content))
    known = audit.issues.get(name)
    if known is None or known.end != 'draw' or not known.favour or known.favoured:
        breach('favour', index, f'pays a favour of {name}, which was not drawn in favour or has it already')
    seal, terms = known.seal, known.terms
    if seal is None or terms is None:
        pass  # the lost log has the opening and the seal
    elif is_event:
        members, amount = event_favour(int(terms['pool']), seal['orders'] - len(seal.get('out', ())), known.winners)
        if (content['members'], int(content['amount'])) != (members, amount):
            breach('favour', index, f'states another amount or number of members than {amount} for {members}')
    elif content['orders'] > seal['orders']:
        breach('favour', index, 'has more orders than the seal')
    if content['at'] > known.drawn_at + DAY:
        rules_of(audit, index).late_favours += 1
    known.favoured = True
    known.entries.append((index, text))


def refund_issue(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    reading('format', index, lambda: read_refund(content))
    if name not in audit.issues and audit.lost is not None and name in audit.lost:
        if content['reason'] != 'lost':
            breach('refund', index, f'refunds the lost issue {name} for another reason')
        audit.issues[name] = Issue(name, None, 3, [(index, text)], end='refund')
        return
    known, terms = audit.live('refund', name, index)
    if content['orders'] > content['shares'] or content['shares'] > terms['shares']:
        breach('refund', index, 'has more orders than shares, or more shares than the issue')
    if known.seal is not None and content['reason'] != 'beacon':
        breach('refund', index, f'refunds issue {name} after its seal')
    if not _may_refund(audit, known, terms, content, index):
        breach('refund', index, f'refunds issue {name} for the reason "{content["reason"]}", which does not hold')
    known.end = 'refund'
    known.entries.append((index, text))
    audit.end_wait(name)


def _may_refund(audit: Audit, known: Issue, terms: Content, content: Content, index: int) -> bool:
    reason, at, sold, closes = content['reason'], content['at'], content['shares'], terms['closes']
    if reason == 'deadline':
        return bool(closes is None and at >= terms['deadline'] and sold < terms['shares'])
    if reason == 'pk':
        return bool(terms['mode'] == 'pk' and content['orders'] == 1)
    if reason == 'minimum':
        return bool(closes is not None and at >= closes and sold < terms['minimum'])
    if reason == 'witnesses':
        is_over = sold == terms['shares'] or (closes is not None and at >= closes)
        waited = at >= max(terms['at'], closes or 0) + 7 * DAY
        return bool(terms['grade'] == 'witnessed' and is_over and waited)
    if reason == 'beacon':
        last, decided = rules_of(audit, index).dead.get(terms['chain'], (0, None))
        if decided is None or at < decided + 30 * DAY:
            return False
        return known.seal is None or known.seal['round'] > last
    return False


def void_event(audit: Audit, name: str, content: Content, index: int, text: str) -> None:
    staying = reading('format', index, lambda: read_void(content))
    if name not in audit.issues and audit.lost is not None and name in audit.lost:
        audit.issues[name] = Issue(content['event'], None, 3, [(index, text)], end='void')
        return
    known, terms = audit.live('void', name, index)
    if known.seal is not None:
        breach('void', index, f'ends {name} after its seal')
    if content['pool'] != terms['pool']:
        breach('void', index, f'ends {name} with another pool than that of its opening')
    at, deadline = content['at'], terms['deadline']
    waited = terms['grade'] == 'witnessed' and at >= deadline + 7 * DAY
    if 'out' in content and 'recheck' not in terms:
        breach('void', index, f'leaves out participants of {name}, whose opening does not allow it')
    if not (at >= deadline if staying == 0 else waited):
        breach('void', index, f'ends {name} before its deadline, or with participants')
    known.end = 'void'
    known.entries.append((index, text))
