"""Strict readers of the proof documents of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from ..codec import (
    demand,
    read_boolean,
    read_hex,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from .document import (
    U32,
    has_beacon,
    present,
    read_beacon,
    read_deployment,
    read_entry,
    read_hash,
    read_path,
    read_row,
    read_tiers,
)
from .entries3 import MAX_NOTES, NOTE
from .event_document import MAX_PARTICIPANTS, read_winners
from .lost import read_lost
from .round_document import PERIOD, read_bet_row, read_game_result, read_round_seal
from .terms3 import read_chain, read_event_seal, read_event_terms, read_seal, read_terms

Proof = dict[str, Any]

FIELDS = ('version', 'kind', 'deployment', 'terms', 'rows', 'seal', 'beacon', 'result', 'log')
LANGUAGE = '[a-z]{2,3}-[a-z]{2,4}'


def read_kind(value: Any) -> tuple[Proof, str]:
    """The document and its kind."""
    demand(isinstance(value, dict), 'the proof is not an object')
    kind = read_word(value.get('kind'), 'kind', ('issue', 'round', 'event'))
    proof = (
        read_object(value, 'the proof', FIELDS)
        if kind == 'round'
        else read_object(value, 'the proof', FIELDS + ('content',), ('lost',))
    )
    read_word(proof['version'], 'version', ('fairlot-proof/3',))
    read_deployment(proof['deployment'], 'deployment')
    return proof, kind


def read_proof(proof: Proof, kind: str) -> None:
    """The rest of the document. Raises ReadError that names the field."""
    if kind == 'round':
        _read_round(proof)
        return
    _read_content(proof['content'])
    if kind == 'issue':
        _read_issue(proof)
    else:
        _read_event(proof)
    if 'lost' in proof:
        read_lost(proof)


def _read_content(value: Any) -> None:
    content = read_object(value, 'content', ('art', 'texts', 'pictures'))
    if content['art'] is not None:
        read_text(content['art'], 'content.art', '[a-z0-9-]{1,40}', 'the name of a portrait')
    texts = content['texts']
    languages = list(texts) if isinstance(texts, dict) else []
    read_object(texts, 'content.texts', tuple(languages))
    for language in read_list(languages, 'content.texts', 0, 100):
        place = f'content.texts.{language[:20]}'
        read_text(language, place, LANGUAGE, 'a language')
        text = read_object(texts[language], place, ('title', 'description'))
        for name, most in (('title', 1_000), ('description', 100_000)):
            words = read_text(text[name], f'{place}.{name}', '[^\ud800-\udfff]*', 'a text')
            demand(len(words.encode('utf-16-le')) // 2 <= most, f'{place}.{name} is longer than {most}')
        demand(text['title'] != '' or text['description'] != '', f'{place} is a language without text')
    for i, picture in enumerate(read_list(content['pictures'], 'content.pictures', 0, 100)):
        read_hash(picture, f'content.pictures[{i}]')


def _claimed(row: Any, place: str, read: Any) -> None:
    """A row of version 2 and its claim."""
    demand(isinstance(row, dict) and 'claim' in row, f'{place} lacks the field "claim"')
    read({name: value for name, value in row.items() if name != 'claim'}, place)
    read_hex(row['claim'], f'{place}.claim', 8)


def _read_issue(proof: Proof) -> None:
    terms = read_terms(proof['terms'], 'terms')
    grade = terms['grade']
    for i, row in enumerate(read_list(proof['rows'], 'rows', 1, terms['shares'])):
        _claimed(row, f'rows[{i}]', read_row)
    read_seal(proof['seal'], 'seal', grade)
    result = proof['result']
    _read_beacon(proof, grade)
    if result is not None:
        read_object(result, 'result', ('entropy', 'code', 'tiers', 'favour'))
        present(grade != 'plain', result['entropy'], 'result.entropy', grade, read_hash)
        read_integer(result['code'], 'result.code', 1, U32)
        read_tiers(result['tiers'], len(terms['bands']))
    _read_favour(result, grade)
    _read_log(proof, grade)


def _read_event(proof: Proof) -> None:
    terms = read_event_terms(proof['terms'], 'terms')
    grade, seal, result = terms['grade'], proof['seal'], proof['result']
    demand(seal is not None or result is None, 'result is not null, but the event is void')
    least, most = (0, 0) if seal is None else (1, MAX_PARTICIPANTS)
    for i, row in enumerate(read_list(proof['rows'], 'rows', least, most)):
        _claimed(row, f'rows[{i}]', read_row)
    if seal is not None:
        read_event_seal(seal, 'seal', grade)
        demand('out' not in seal or 'recheck' in terms, 'seal.out is present, but the opening does not allow it')
    _read_beacon(proof, grade)
    if result is not None:
        read_object(result, 'result', ('entropy', 'winners', 'favour'))
        read_hash(result['entropy'], 'result.entropy')
        read_winners(result['winners'], 'result.winners', terms['winners'])
    _read_favour(result, grade)
    _read_log(proof, grade)


def _read_beacon(proof: Proof, grade: str) -> None:
    if proof['result'] is None:
        demand(proof['beacon'] is None, 'beacon is not null, but there is no result')
    else:
        present(has_beacon(grade), proof['beacon'], 'beacon', grade, read_beacon)


def _read_favour(result: Any, grade: str) -> None:
    if result is not None:
        favour = read_boolean(result['favour'], 'result.favour')
        demand(not favour or grade == 'witnessed', f'result.favour is true in grade {grade}')


def _read_log(proof: Proof, grade: str) -> None:
    """The log of an issue or an event."""
    if proof['log'] is None:
        return
    is_void, result = proof['seal'] is None, proof['result']
    names = ('entries', 'sealCheckpoint', 'checkpoint', 'consistency', 'publicKey', 'lines', 'confirmation')
    log = read_object(proof['log'], 'log', names)
    favour = result is not None and result['favour']
    least = 2 if is_void or result is None else 3
    _read_entries(log, least, least + 1 if favour else least)
    if is_void:
        demand(log['sealCheckpoint'] is None, 'log.sealCheckpoint is not null, but the event is void')
    else:
        read_text(log['sealCheckpoint'], 'log.sealCheckpoint', NOTE, 'a signed note')
    read_text(log['checkpoint'], 'log.checkpoint', NOTE, 'a signed note')
    read_path(log['consistency'], 'log.consistency')
    demand(not is_void or log['consistency'] == [], 'log.consistency is not empty, but the event is void')
    read_hash(log['publicKey'], 'log.publicKey')
    _read_notes(log['lines'], 'log.lines', has_beacon(grade) and not is_void)
    _read_notes(log['confirmation'], 'log.confirmation', favour or (is_void and grade == 'witnessed'))


def _read_entries(log: Any, least: int, most: int) -> None:
    for i, item in enumerate(read_list(log['entries'], 'log.entries', least, most)):
        read_entry(item, f'log.entries[{i}]')


def _read_note(value: Any, place: str) -> None:
    item = read_object(value, place, ('note', 'consistency'))
    read_text(item['note'], f'{place}.note', NOTE, 'a signed note')
    read_path(item['consistency'], f'{place}.consistency')


def _read_notes(value: Any, place: str, wanted: bool) -> None:
    for i, item in enumerate(read_list(value, place, 0, MAX_NOTES if wanted else 0)):
        _read_note(item, f'{place}[{i}]')


def _read_round(proof: Proof) -> None:
    further = ('period', 'index', 'opensAt', 'closesAt')
    terms = read_chain(proof['terms'], 'terms', further)
    read_text(terms['period'], 'terms.period', PERIOD, 'a period')
    read_integer(terms['index'], 'terms.index', 1, terms['length'])
    read_integer(terms['opensAt'], 'terms.opensAt', 0)
    read_integer(terms['closesAt'], 'terms.closesAt', 0)
    for i, row in enumerate(read_list(proof['rows'], 'rows', 0, MAX_PARTICIPANTS)):
        _claimed(row, f'rows[{i}]', read_bet_row)
    read_round_seal(proof['seal'], 'seal')
    _read_beacon(proof, terms['grade'])
    if proof['result'] is not None:
        result = read_game_result(proof['result'], 'result', terms['game'], ('entropy',))
        read_hash(result['entropy'], 'result.entropy')
    if proof['log'] is None:
        return
    log = read_object(proof['log'], 'log', ('entries', 'chainCheckpoint', 'chainLines', 'checkpoint', 'publicKey'))
    count = 2 if proof['result'] is None else 3
    _read_entries(log, count, count)
    _read_note(log['chainCheckpoint'], 'log.chainCheckpoint')
    _read_notes(log['chainLines'], 'log.chainLines', True)
    read_text(log['checkpoint'], 'log.checkpoint', NOTE, 'a signed note')
    read_hash(log['publicKey'], 'log.publicKey')
