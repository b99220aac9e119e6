"""The steps about the lines of witnesses in version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from .. import draw
from ..codec import ReadError, demand
from ..documents.document import has_beacon
from ..documents.terms3 import opening_of, witness_keys
from ..lines import Timely, any_time, named_lines, pinned_line, read_notes
from ..notes import NoteKey, stated_tree
from ..tree import verify_consistency
from ..version3 import seal_limit, together
from .outcome import NotRun, Options, Proof, unneeded

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def notes_of(proof: Proof, field: str) -> list[str]:
    return [item['note'] for item in proof['log'][field]]


def _check_notes(proof: Proof, field: str, covered: int, is_later: bool) -> list[str]:
    """
    The notes of a list: checkpoints of this log over the entry `covered`, each connected with `checkpoint` by its path. The
    notes of a confirmation are later than `checkpoint`, the others earlier.
    """
    log, place = proof['log'], f'log.{field}'
    latest = stated_tree(log['checkpoint'])
    if latest is None:
        raise ReadError('size and root of log.checkpoint cannot be read')
    notes = notes_of(proof, field)
    for i, read in enumerate(read_notes(notes, proof['deployment'], log['publicKey'], place)):
        demand(read.size > covered, f'{place}[{i}] does not cover entry {covered}')
        tree, path = (read.size, read.root), log[field][i]['consistency']
        extended = verify_consistency(*latest, *tree, path) if is_later else verify_consistency(*tree, *latest, path)
        demand(extended, f'{place}[{i}] is not consistent with log.checkpoint')
    return notes


def _seal_timely(proof: Proof) -> Timely:
    limit = seal_limit(draw.round_time_ms(proof['seal']['round'], draw.QUICKNET))
    return lambda seconds: seconds < limit


def _chain_timely(proof: Proof) -> Timely:
    limit = opening_of(proof['terms'])
    return any_time if limit is None else lambda seconds: seconds * 1000 < limit


def timely_lines(proof: Proof) -> dict[NoteKey, int]:
    """The lines over the seal, of a round over its chain, which are all timely ones of named witnesses."""
    is_round, keys = proof['kind'] == 'round', witness_keys(proof['terms']['witnesses'])
    field, timely = ('chainLines', _chain_timely(proof)) if is_round else ('lines', _seal_timely(proof))
    notes = _check_notes(proof, field, proof['log']['entries'][0 if is_round else 1]['index'], False)
    return named_lines(notes, keys, timely, f'log.{field}')


def confirmation_lines(proof: Proof) -> dict[NoteKey, int]:
    """The lines over a favour or a void, at any time."""
    last = proof['log']['entries'][-1]['index']
    notes = _check_notes(proof, 'confirmation', last, True)
    return named_lines(notes, witness_keys(proof['terms']['witnesses']), any_time, 'log.confirmation')


def needs_confirmation(proof: Proof) -> bool:
    """Whether the document ends in a favour, or in a void of grade witnessed."""
    if proof['kind'] == 'round' or proof['terms']['grade'] != 'witnessed':
        return False
    return proof['seal'] is None or (proof['result'] is not None and proof['result']['favour'])


def is_confirmed(proof: Proof, options: Options) -> bool:
    """Whether a quorum has signed the ending, or the pinned witness, which the step `witnesses` checks."""
    if options.witness is not None or not needs_confirmation(proof):
        return True
    return len(confirmation_lines(proof)) >= int(proof['terms']['quorum'])


def power(terms: dict[str, Any]) -> str:
    count = len(terms['witnesses'])
    return f'the house could choose only together with {together(count, terms["quorum"])} of these {count} witnesses'


def told(keys: list[NoteKey], found: dict[NoteKey, int]) -> str:
    """Every named witness with the time of its line, or that it is silent."""
    return ', '.join(f'{key.name} {_moment(found[key]) if key in found else "is silent"}' for key in keys)


def _moment(seconds: int) -> str:
    try:
        return (EPOCH + timedelta(seconds=seconds)).strftime('%Y-%m-%d %H:%M:%S UTC')
    except OverflowError:
        return f'at second {seconds}'


def refuse_pin(key: NoteKey, why: str) -> None:
    raise ReadError(f'{key.name} did not vouch for this: {why}')


def check_witnesses(proof: Proof, options: Options) -> str:
    terms, pinned = proof['terms'], options.witness
    if proof['log'] is None:
        raise NotRun('absent', 'not present: this document carries no signatures of witnesses')
    if terms['grade'] != 'witnessed':
        return _check_pinned_only(proof, pinned)
    keys = witness_keys(terms['witnesses'])
    if pinned is not None and pinned not in keys:
        refuse_pin(pinned, 'the opening does not name it with this key')
    is_void = proof['seal'] is None
    found = {} if is_void else timely_lines(proof)
    confirmed = confirmation_lines(proof) if needs_confirmation(proof) else None
    if pinned is not None and pinned not in (found if confirmed is None else confirmed):
        refuse_pin(pinned, 'its line is missing')
    if confirmed is not None:
        what = 'the void' if is_void else 'the favour'
        signed = '' if is_void else f'signed the seal in time: {told(keys, found)}; '
        detail = f'{signed}confirmed {what}: {told(keys, confirmed)}; {power(terms)}'
        if pinned is None and len(confirmed) < terms['quorum']:
            raise NotRun('open', detail)
        return detail
    if len(found) < terms['quorum']:
        if proof['kind'] == 'round':
            raise ReadError(f'{len(found)} witnesses signed the chain in time, and it needs {terms["quorum"]}')
        if proof['result'] is None:
            raise NotRun('open', f'signed so far: {told(keys, found)}')
    return f'signed in time: {told(keys, found)}; {power(terms)}'


def _check_pinned_only(proof: Proof, pinned: NoteKey | None) -> str:
    """Grades that name no witnesses: a line of the pinned witness, which the house may have asked for."""
    terms = proof['terms']
    if pinned is None:
        raise unneeded(f'grade {terms["grade"]} names no witnesses, and no key of a witness was given')
    if not has_beacon(terms['grade']) or proof['seal'] is None:
        refuse_pin(pinned, 'the document carries no lines of witnesses')
    is_round = proof['kind'] == 'round'
    field, timely = ('chainLines', _chain_timely(proof)) if is_round else ('lines', _seal_timely(proof))
    notes = _check_notes(proof, field, proof['log']['entries'][0 if is_round else 1]['index'], False)
    seconds = pinned_line(notes, pinned, timely, f'log.{field}')
    if seconds is None:
        raise ReadError(f'{pinned.name} did not vouch for this: its line is missing')
    return f'signed in time: {told([pinned], {pinned: seconds})}'
