"""The form of the entries that no document has: docs/INTEGRATION.md, "The rules of the log"."""

from __future__ import annotations

import re
from typing import Any

from ..codec import demand, read_decimal, read_hex, read_integer, read_list, read_object, read_text, read_word
from ..documents.document import U32, has_beacon, present, read_deployment, read_hash, read_issue_number, read_round
from ..documents.event_document import read_event_id
from ..documents.round_document import read_game, read_period


def read_begin(content: dict[str, Any]) -> None:
    read_object(content, 'the beginning', ('t', 'deployment', 'mode', 'at'))
    read_deployment(content['deployment'], 'deployment')
    read_word(content['mode'], 'mode', ('sandbox', 'real'))


def read_continues(content: dict[str, Any]) -> None:
    read_object(content, 'the continuation', ('t', 'deployment', 'size', 'root', 'lost', 'at'))
    read_integer(content['size'], 'size', 0)
    read_hash(content['root'], 'root')
    for name in read_list(content['lost'], 'lost', 0, 1_000_000):
        _read_lost(name)
    read_deployment(content['deployment'], 'deployment')


def _read_lost(name: Any) -> None:
    """An issue number, or the name of a round (game and period) or of an event."""
    if not isinstance(name, str) or ' ' not in name:
        read_issue_number(name, 'lost')
        return
    game, period = name.split(' ', 1)
    if game == 'event':
        read_event_id(period, 'lost')
        return
    read_game(game, 'lost')
    read_period(period, 'lost')


def name_before(deployment: str) -> str | None:
    """The name of the log before: `<id>.2` follows `<id>`, `<id>.3` follows `<id>.2`, and so on."""
    match = re.fullmatch(r'(.+)\.([2-9]|[1-9][0-9]{1,8})', deployment)
    if match is None:
        return None
    return match[1] if match[2] == '2' else f'{match[1]}.{int(match[2]) - 1}'


def check_plain(content: dict[str, Any]) -> None:
    if content['t'] == 'verifier':
        read_object(content, 'the entry', ('t', 'version', 'sha256', 'at'))
        read_text(content['version'], 'version', r'[\x21-\x7e]{1,64}', 'a version')
        read_hex(content['sha256'], 'sha256', 32)
        return
    read_object(content, 'the entry', ('t', 'account', 'amount', 'reference', 'at'))
    read_text(content['account'], 'account', r'[\x21-\x7e]{1,64}', 'the name of an account')
    read_decimal(content['amount'], 'amount')
    read_text(content['reference'], 'reference', '.{1,1000}', 'a reference')


def read_withdrawals(content: dict[str, Any]) -> str:
    read_object(content, 'the entry', ('t', 'day', 'count', 'amount', 'oldestHours', 'rejected', 'at'))
    day: str = read_text(content['day'], 'day', r'[0-9]{4}-[0-9]{2}-[0-9]{2}', 'a day')
    read_integer(content['count'], 'count', 0, U32)
    read_decimal(content['amount'], 'amount')
    read_integer(content['oldestHours'], 'oldestHours', 0, U32)
    rejected = content['rejected']
    reasons = list(rejected) if isinstance(rejected, dict) else []
    read_object(rejected, 'rejected', tuple(reasons))
    read_list(reasons, 'rejected', 0, 50)
    for reason in reasons:
        read_text(reason, 'a reason', '[a-z_]{1,40}', 'the name of a reason')
        read_integer(rejected[reason], reason, 1, U32)
    return day


def check_solvency(content: dict[str, Any]) -> None:
    read_object(content, 'the entry', ('t', 'root', 'total', 'assets', 'at'))
    read_hash(content['root'], 'root')
    demand(int(read_decimal(content['total'], 'total')) < 2**64, 'total has more than 64 bits')
    read_decimal(content['assets'], 'assets')


def read_reserve(content: dict[str, Any]) -> tuple[str, int, int, int]:
    read_object(content, 'the entry', ('t', 'product', 'reserve', 'custody', 'liability', 'at'))
    product: str = read_text(content['product'], 'product', r'[A-Z0-9]{1,12}', 'the code of a product')
    reserve, custody, liability = (int(read_decimal(content[n], n)) for n in ('reserve', 'custody', 'liability'))
    return product, reserve, custody, liability


def read_draw(content: dict[str, Any], grade: str) -> None:
    read_object(content, 'the draw', ('t', 'issue', 'round', 'beacon', 'entropy', 'code', 'at'))
    present(has_beacon(grade), content['round'], 'round', grade, read_round)
    present(has_beacon(grade), content['beacon'], 'beacon', grade, read_hash)
    present(grade != 'plain', content['entropy'], 'entropy', grade, read_hash)
    read_integer(content['code'], 'code', 1, U32)


def read_refund(content: dict[str, Any]) -> None:
    read_object(content, 'the refund', ('t', 'issue', 'orders', 'amount', 'at'))
    read_decimal(content['amount'], 'amount')
    read_integer(content['orders'], 'orders', 0, U32)
