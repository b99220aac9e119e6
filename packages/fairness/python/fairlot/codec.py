"""Byte strings, canonical JSON and strict JSON: docs/INTEGRATION.md, "Notation" and "Canonical JSON"."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from typing import Any

MAX_SAFE = 2**53 - 1
MAX_DEPTH = 64
MAX_TEXT = 256 * 1024 * 1024


class ReadError(Exception):
    """A value that a reader or a step refuses. The message begins with the field."""


class Unreadable(Exception):
    """A file that cannot be read at all: exit status 2."""


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b''.join(parts)).digest()


def hmac_sha256(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b''.join(parts), hashlib.sha256).digest()


def label(name: str) -> bytes:
    return name.encode('ascii') + b'\0'


def u32(value: int) -> bytes:
    return value.to_bytes(4, 'big')


def u64(value: int) -> bytes:
    return value.to_bytes(8, 'big')


def utf8(text: str) -> bytes:
    """UTF-8; a lone surrogate becomes U+FFFD."""
    try:
        return text.encode('utf-8')
    except UnicodeEncodeError:
        return re.sub('[\ud800-\udfff]', '\ufffd', text).encode('utf-8')


def is_hex(value: Any, size: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f'[0-9a-f]{{{2 * size}}}', value) is not None


def from_base64(text: str) -> bytes | None:
    """The bytes of a base64 text, or None unless the text is exactly what an encoder writes for them."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


# ---- canonical JSON (RFC 8785, for the values that Fairlot writes: no fractions) ----
def canonical(value: Any) -> str:
    """The canonical text of a value. Raises ReadError for a value that it cannot hold."""
    return _write(value, 0)


def _write(value: Any, depth: int) -> str:
    if depth > MAX_DEPTH:
        raise ReadError('nested too deeply for canonical JSON')
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, int):
        if abs(value) > MAX_SAFE:
            raise ReadError('a number is outside of 53 bits')
        return str(value)
    if isinstance(value, str):
        if re.search('[\ud800-\udfff]', value):
            raise ReadError('a lone surrogate has no UTF-8 form')
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return '[' + ','.join(_write(item, depth + 1) for item in value) + ']'
    if isinstance(value, dict):
        # the order of UTF-16 code units is that of the big-endian bytes
        keys = sorted(value, key=lambda key: key.encode('utf-16-be', 'surrogatepass'))
        return '{' + ','.join(f'{_write(key, depth)}:{_write(value[key], depth + 1)}' for key in keys) + '}'
    raise ReadError('canonical JSON holds no fractions')


# ---- strict JSON ----
def _number(text: str) -> int | float:
    """A whole number in any notation as int. What is not a whole number stays a float, which every reader refuses."""
    if text == '-0':
        return -0.0
    value = float(text)
    if value.is_integer() and abs(value) <= MAX_SAFE and not (value == 0 and text.startswith('-')):
        return int(value)
    return value


def _integer(text: str) -> int | float:
    # longer numbers are outside of 53 bits, and Python refuses to convert very long ones
    return -0.0 if text == '-0' else int(text) if len(text) < 400 else float('inf')


def _constant(text: str) -> Any:
    raise ValueError(f'{text} is not JSON')


class DuplicateName(ValueError):
    pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise DuplicateName
    return value


def parse_json(text: str, what: str) -> Any:
    """Parses JSON text. Raises ReadError when it is not JSON or names a field twice in one object."""
    if len(text) > MAX_TEXT:
        raise ReadError(f'{what} is too long')
    try:
        return json.loads(
            text, parse_float=_number, parse_int=_integer, parse_constant=_constant, object_pairs_hook=_object
        )
    except DuplicateName:
        raise ReadError(f'{what} names a field twice') from None
    except (ValueError, RecursionError):
        raise ReadError(f'{what} is not JSON') from None


# ---- readers ----
def demand(holds: bool, problem: str) -> None:
    if not holds:
        raise ReadError(problem)


def demand_equal(what: str, stated: Any, computed: Any) -> None:
    demand(stated == computed, f'{what} is stated as {stated}, but computed as {computed}')


def read_object(value: Any, place: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    demand(isinstance(value, dict), f'{place} is not an object')
    for key in value:
        demand(key in keys or key in optional, f'{place} has an unknown field {key[:40]!r}')
    for key in keys:
        demand(key in value, f'{place} lacks the field "{key}"')
    return value


def read_list(value: Any, place: str, least: int, most: int) -> list[Any]:
    demand(isinstance(value, list), f'{place} is not a list')
    demand(least <= len(value) <= most, f'{place} has {len(value)} items, not {least} to {most}')
    return value


def read_integer(value: Any, place: str, least: int, most: int = MAX_SAFE) -> int:
    demand(isinstance(value, int) and not isinstance(value, bool), f'{place} is not a whole number')
    demand(least <= value <= most, f'{place} is not from {least} to {most}')
    return value


def read_hex(value: Any, place: str, size: int) -> str:
    demand(is_hex(value, size), f'{place} is not {size} bytes of lower-case hex')
    return value


def read_text(value: Any, place: str, pattern: str, what: str) -> str:
    demand(isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None, f'{place} is not {what}')
    return value


def read_word(value: Any, place: str, words: tuple[str, ...]) -> str:
    demand(isinstance(value, str) and value in words, f'{place} is not one of {", ".join(words)}')
    return value


def read_boolean(value: Any, place: str) -> bool:
    demand(isinstance(value, bool), f'{place} is not true or false')
    return value


def read_decimal(value: Any, place: str) -> str:
    return read_text(value, place, '0|[1-9][0-9]{0,29}', 'a whole number as a decimal string')
