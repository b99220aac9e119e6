"""The part `lost` of a document of version 3: docs/INTEGRATION.md, "A draw after the loss of its log"."""

from __future__ import annotations

from typing import Any

from ..codec import demand, read_integer, read_list, read_object, read_text, read_word
from .document import read_deployment, read_hash, read_path
from .entries3 import NOTE

MOST_LOGS = 16
ENTRY = '[\\s\\S]{2,16777216}'
NAME = '[\\s\\S]{1,200}'


def read_lost(proof: dict[str, Any]) -> None:
    """The rest of the document has been read."""
    is_favour = proof['result'] is not None and proof['result']['favour']
    whole = proof['log'] is not None and proof['seal'] is not None and is_favour
    demand(whole, 'lost is present, but the document is not that of a draw in favour with a log')
    lost = read_object(proof['lost'], 'lost', ('opened', 'logs'))
    if lost['opened'] is not None:
        read_text(lost['opened'], 'lost.opened', NOTE, 'a signed note')
    for i, value in enumerate(read_list(lost['logs'], 'lost.logs', 1, MOST_LOGS)):
        place = f'lost.logs[{i}]'
        item = read_object(value, place, ('deployment', 'entry', 'consistency', 'checkpoint'))
        read_deployment(item['deployment'], f'{place}.deployment')
        entry = read_object(item['entry'], f'{place}.entry', ('bytes', 'inclusion'))
        read_text(entry['bytes'], f'{place}.entry.bytes', ENTRY, 'the text of an entry')
        read_path(entry['inclusion'], f'{place}.entry.inclusion')
        if item['consistency'] is not None:
            read_path(item['consistency'], f'{place}.consistency')
        read_text(item['checkpoint'], f'{place}.checkpoint', NOTE, 'a signed note')


def read_continues(value: Any, place: str) -> dict[str, Any]:
    fields = read_object(value, place, ('t', 'deployment', 'size', 'root', 'lost', 'at'))
    read_word(fields['t'], place, ('log-continues',))
    read_deployment(fields['deployment'], f'{place}.deployment')
    read_integer(fields['size'], f'{place}.size', 0)
    read_hash(fields['root'], f'{place}.root')
    for name in read_list(fields['lost'], f'{place}.lost', 0, 1_000_000):
        read_text(name, f'{place}.lost', NAME, 'a name')
    read_integer(fields['at'], f'{place}.at', 0)
    return fields
