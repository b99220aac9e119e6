"""Strict readers of terms, seals, proofs and receipts: docs/INTEGRATION.md, "The proof document" and "Receipts"."""

from __future__ import annotations

from typing import Any, Callable

from ..codec import (
    canonical,
    demand,
    parse_json,
    read_boolean,
    read_decimal,
    read_hex,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from ..notes import is_signature_line, parse_key

U32 = 2**32 - 1
ISSUE = r'(?=.{6,64}\Z)[\x21-\x7e]+-[0-9]{4,}'
DEPLOYMENT = r'[\x21-\x2a\x2c-\x7e]{1,200}'
TERMS_1 = (
    'issue', 'shares', 'price', 'reading', 'grade', 'offset', 'chain', 'delay', 'bands', 'prizes', 'commitment', 'at',
)  # fmt: skip
TERMS_2 = TERMS_1 + (
    'recyclePercent', 'value', 'maxPerMember', 'minVip', 'deadline', 'mode', 'demo', 'witnesses',
)  # fmt: skip
SEAL_1 = ('orders', 'digest', 'sum', 'salt', 'sealedAt', 'round')
SEAL_2 = SEAL_1 + ('attempt',)
GRADES_1 = ('plain', 'salt', 'beacon')
GRADES_2 = GRADES_1 + ('witnessed',)


def has_beacon(grade: str) -> bool:
    return grade in ('beacon', 'witnessed')


def present(wanted: bool, value: Any, place: str, grade: str, read: Callable[[Any, str], Any]) -> Any:
    """A field that some grades have: its value, or null."""
    demand(not (wanted and value is None), f'{place} is missing in grade {grade}')
    demand(wanted or value is None, f'{place} is not null in grade {grade}')
    return read(value, place) if wanted else None


def read_hash(value: Any, place: str) -> str:
    return read_hex(value, place, 32)


def read_round(value: Any, place: str) -> int:
    return read_integer(value, place, 1)


def read_deployment(value: Any, place: str) -> str:
    return read_text(value, place, DEPLOYMENT, 'the name of a deployment')


def read_issue_number(value: Any, place: str) -> str:
    return read_text(value, place, ISSUE, 'an issue number')


def read_terms(value: Any, place: str, version: int) -> dict[str, Any]:
    """The terms of an opening of proof version 1 or 2."""
    terms = read_object(value, place, TERMS_2 if version == 2 else TERMS_1)
    grade = read_word(terms['grade'], f'{place}.grade', GRADES_2 if version == 2 else GRADES_1)
    read_common_terms(terms, place, grade, version >= 2)
    if version == 2:
        present(grade == 'witnessed', terms['witnesses'], f'{place}.witnesses', grade, read_witnesses)
    return terms


def read_common_terms(terms: dict[str, Any], place: str, grade: str, has_promises: bool = True) -> None:
    """The fields of an opening that are the same in all versions; promises are those since version 2."""
    shares = read_integer(terms['shares'], f'{place}.shares', 1, 10_000_000)
    _read_bands(terms['bands'], f'{place}.bands', shares)
    beacon = has_beacon(grade)
    read_issue_number(terms['issue'], f'{place}.issue')
    read_decimal(terms['price'], f'{place}.price')
    read_word(terms['reading'], f'{place}.reading', ('all', 'before-final'))
    read_integer(terms['offset'], f'{place}.offset', -1440, 1440)
    present(beacon, terms['chain'], f'{place}.chain', grade, read_hash)
    present(beacon, terms['delay'], f'{place}.delay', grade, lambda v, at: read_integer(v, at, 1, 86_400))
    for i, prize in enumerate(read_list(terms['prizes'], f'{place}.prizes', len(terms['bands']), len(terms['bands']))):
        read_decimal(prize, f'{place}.prizes[{i}]')
    present(grade != 'plain', terms['commitment'], f'{place}.commitment', grade, read_hash)
    read_integer(terms['at'], f'{place}.at', 0)
    if has_promises:
        _read_promises(terms, place)


def _read_promises(terms: dict[str, Any], place: str) -> None:
    read_integer(terms['recyclePercent'], f'{place}.recyclePercent', 0, 100)
    read_decimal(terms['value'], f'{place}.value')
    read_integer(terms['maxPerMember'], f'{place}.maxPerMember', 0, U32)
    read_integer(terms['minVip'], f'{place}.minVip', 0, U32)
    read_integer(terms['deadline'], f'{place}.deadline', 0)
    read_word(terms['mode'], f'{place}.mode', ('goods', 'cash', 'pk'))
    read_boolean(terms['demo'], f'{place}.demo')


def read_witnesses(value: Any, place: str) -> None:
    keys = read_list(value, place, 1, 16)
    for i, text in enumerate(keys):
        read_text(text, f'{place}[{i}]', '.{1,300}', 'a key')
        key = parse_key(text)
        demand(key is not None and key.kind == 4, f'{place}[{i}] is not the note verifier key of a witness')
    demand(len(set(keys)) == len(keys), f'{place} names a witness twice')


def _read_bands(value: Any, place: str, shares: int) -> None:
    least = 0
    for i, band in enumerate(read_list(value, place, 1, 20)):
        start, end = read_list(band, f'{place}[{i}]', 2, 2)
        read_integer(start, f'{place}[{i}][0]', least, shares)
        read_integer(end, f'{place}[{i}][1]', start, shares)
        demand(2 * end + 1 <= shares, f'{place}[{i}] is wider than the ring of {shares} codes')
        least = end + 1


def read_seal(value: Any, place: str, grade: str, version: int) -> dict[str, Any]:
    seal = read_object(value, place, SEAL_2 if version == 2 else SEAL_1)
    if version == 2:
        read_integer(seal['attempt'], f'{place}.attempt', 1, 1000 if grade == 'witnessed' else 1)
    return read_common_seal(seal, place, grade)


def read_common_seal(seal: dict[str, Any], place: str, grade: str) -> dict[str, Any]:
    """The fields of a seal that are the same in all versions."""
    read_integer(seal['orders'], f'{place}.orders', 1, U32)
    read_hash(seal['digest'], f'{place}.digest')
    read_decimal(seal['sum'], f'{place}.sum')
    present(grade != 'plain', seal['salt'], f'{place}.salt', grade, read_hash)
    read_integer(seal['sealedAt'], f'{place}.sealedAt', 0)
    present(has_beacon(grade), seal['round'], f'{place}.round', grade, read_round)
    return seal


def read_row(value: Any, place: str) -> None:
    row = read_object(value, place, ('seq', 'ms', 'time', 'first', 'quantity', 'tag'))
    read_integer(row['seq'], f'{place}.seq', 1, U32)
    read_integer(row['ms'], f'{place}.ms', 0)
    read_integer(row['time'], f'{place}.time', 0, 235_959_999)
    read_integer(row['first'], f'{place}.first', 1, U32)
    read_integer(row['quantity'], f'{place}.quantity', 1, U32)
    read_hex(row['tag'], f'{place}.tag', 8)


def read_beacon(value: Any, place: str) -> None:
    beacon = read_object(value, place, ('chain', 'round', 'signature'), ('publicKey',))
    read_hash(beacon['chain'], f'{place}.chain')
    read_round(beacon['round'], f'{place}.round')
    read_hex(beacon['signature'], f'{place}.signature', 48)
    if 'publicKey' in beacon:
        read_hex(beacon['publicKey'], f'{place}.publicKey', 96)


def _read_result(value: Any, grade: str, bands: int) -> None:
    result = read_object(value, 'result', ('entropy', 'code', 'tiers'))
    present(grade != 'plain', result['entropy'], 'result.entropy', grade, read_hash)
    read_integer(result['code'], 'result.code', 1, U32)
    read_tiers(result['tiers'], bands)


def read_tiers(value: Any, bands: int) -> None:
    """The table of tiers of a result."""
    for i, item in enumerate(read_list(value, 'result.tiers', bands, bands)):
        place = f'result.tiers[{i}]'
        tier = read_object(item, place, ('tier', 'from', 'to', 'prize', 'codes'))
        read_integer(tier['tier'], f'{place}.tier', 1, 20)
        read_integer(tier['from'], f'{place}.from', 0, U32)
        read_integer(tier['to'], f'{place}.to', 0, U32)
        read_decimal(tier['prize'], f'{place}.prize')
        read_integer(tier['codes'], f'{place}.codes', 0, U32)


def read_path(value: Any, place: str) -> None:
    for i, item in enumerate(read_list(value, place, 0, 64)):
        read_hash(item, f'{place}[{i}]')


def read_entry(value: Any, place: str) -> None:
    entry = read_object(value, place, ('index', 'bytes', 'inclusion'))
    read_integer(entry['index'], f'{place}.index', 0)
    read_text(entry['bytes'], f'{place}.bytes', '.{2,65536}', 'the text of an entry')
    read_path(entry['inclusion'], f'{place}.inclusion')


def read_lines(value: Any, most: int) -> None:
    for i, line in enumerate(read_list(value, 'log.cosignatures', 0, most)):
        # a line break of any kind ends a line
        text = read_text(line, f'log.cosignatures[{i}]', '[^\n\r\u2028\u2029]{2,1024}', 'a signature line')
        demand(is_signature_line(text), f'log.cosignatures[{i}] is not a signature line')


def _read_log(value: Any, version: int, entries: int) -> None:
    fields = ('entries', 'sealCheckpoint', 'checkpoint', 'consistency', 'publicKey')
    log = read_object(value, 'log', fields + (('cosignatures',) if version == 2 else ()))
    for i, item in enumerate(read_list(log['entries'], 'log.entries', entries, entries)):
        read_entry(item, f'log.entries[{i}]')
    for name in ('sealCheckpoint', 'checkpoint'):
        read_text(log[name], f'log.{name}', '.{2,16384}', 'a signed note')
    read_path(log['consistency'], 'log.consistency')
    read_hash(log['publicKey'], 'log.publicKey')
    if version == 2:
        read_lines(log['cosignatures'], 64)


def read_kind(value: Any) -> tuple[dict[str, Any], str, int]:
    """The document, its kind and its version, 1 or 2. Raises ReadError that names the field."""
    names = ('version', 'kind', 'deployment', 'terms', 'rows', 'seal', 'beacon', 'result', 'log')
    proof = read_object(value, 'the proof', names)
    version = 2 if read_word(proof['version'], 'version', ('fairlot-proof/1', 'fairlot-proof/2')).endswith('2') else 1
    kind = read_word(proof['kind'], 'kind', ('issue', 'round', 'event'))
    supported = kind == 'issue' or version == 2
    demand(supported, f'kind "{kind}" is not supported by this version')
    return proof, kind, version


def read_issue_proof(proof: dict[str, Any], version: int) -> None:
    """The rest of the document of an issue. Raises ReadError that names the field."""
    terms = read_terms(proof['terms'], 'terms', version)
    grade = terms['grade']
    seal = read_seal(proof['seal'], 'seal', grade, version)
    drawn = version == 1 or proof['result'] is not None
    demand(drawn or proof['beacon'] is None, 'beacon is not null, but the issue is not drawn')
    read_deployment(proof['deployment'], 'deployment')
    for i, row in enumerate(read_list(proof['rows'], 'rows', 1, terms['shares'])):
        read_row(row, f'rows[{i}]')
    if drawn:
        present(has_beacon(grade), proof['beacon'], 'beacon', grade, read_beacon)
        _read_result(proof['result'], grade, len(terms['bands']))
    if proof['log'] is not None:
        attempts = seal['attempt'] if version == 2 else 1
        _read_log(proof['log'], version, 1 + attempts + (1 if drawn else 0))


RECEIPT = ('t', 'kind', 'id', 'tag', 'ms', 'amount', 'logSize', 'logRoot')
ORDER = RECEIPT + ('issue', 'first', 'quantity')
BET = RECEIPT + ('game', 'period', 'picks')
EVENT = RECEIPT + ('event', 'first', 'quantity')
RUNNING = ('seq', 'running')


def read_receipt(value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The signed receipt and its content. Raises ReadError that names the field."""
    signed = read_object(value, 'the receipt', ('receipt', 'signature', 'publicKey'))
    text = read_text(signed['receipt'], 'receipt', '.{2,65536}', 'the text of a receipt')
    read_hex(signed['signature'], 'signature', 64)
    read_hex(signed['publicKey'], 'publicKey', 32)
    content = parse_json(text, 'receipt')
    kind = read_word(content.get('kind') if isinstance(content, dict) else None, 'receipt.kind', ('order', 'bet', 'event'))
    if kind == 'order':
        has_running = any(name in content for name in RUNNING)
        receipt = read_object(content, 'receipt', ORDER + (RUNNING if has_running else ()))
        read_text(receipt['issue'], 'receipt.issue', r'[\x21-\x7e]{1,64}', 'an issue number')
        read_integer(receipt['first'], 'receipt.first', 1, U32)
        read_integer(receipt['quantity'], 'receipt.quantity', 1, U32)
        if has_running:
            read_integer(receipt['seq'], 'receipt.seq', 1, U32)
            read_hash(receipt['running'], 'receipt.running')
    elif kind == 'event':
        receipt = read_object(content, 'receipt', EVENT)
        read_text(receipt['event'], 'receipt.event', r'[A-Z0-9]{1,12}-[0-9]{4,10}', 'the id of an event')
        read_integer(receipt['first'], 'receipt.first', 1_000_001, U32)
        read_integer(receipt['quantity'], 'receipt.quantity', 1, 1)
        read_word(receipt['amount'], 'receipt.amount', ('0',))
    else:
        receipt = read_object(content, 'receipt', BET)
        read_text(receipt['game'], 'receipt.game', r'[\x21-\x7e]{1,64}', 'a game')
        read_text(receipt['period'], 'receipt.period', r'[\x21-\x7e]{1,64}', 'a period')
        for i, pick in enumerate(read_list(receipt['picks'], 'receipt.picks', 1, 1000)):
            read_text(pick, f'receipt.picks[{i}]', '.{1,200}', 'a pick')
    read_word(receipt['t'], 'receipt.t', ('receipt',))
    read_text(receipt['id'], 'receipt.id', r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'a lower-case UUID')
    read_hex(receipt['tag'], 'receipt.tag', 8)
    read_integer(receipt['ms'], 'receipt.ms', 0)
    read_decimal(receipt['amount'], 'receipt.amount')
    read_integer(receipt['logSize'], 'receipt.logSize', 0)
    read_hash(receipt['logRoot'], 'receipt.logRoot')
    demand(canonical(receipt) == text, 'receipt is not in canonical form')
    return signed, receipt
