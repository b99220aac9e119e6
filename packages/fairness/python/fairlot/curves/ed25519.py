"""
Ed25519 verification (RFC 8032, section 5.1.7), as docs/INTEGRATION.md, "Ed25519", narrows it: canonical encodings only,
the cofactored equation, and no key of small order.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)

# a point is (X, Y, Z, T) in extended coordinates: x = X/Z, y = Y/Z, x*y = T/Z
Point = tuple[int, int, int, int]
ZERO: Point = (0, 1, 1, 0)


def _add(a: Point, b: Point) -> Point:
    s = (a[1] - a[0]) * (b[1] - b[0]) % P
    t = (a[1] + a[0]) * (b[1] + b[0]) % P
    u = 2 * a[3] * b[3] * D % P
    v = 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _double(a: Point) -> Point:
    x, y = a[0] * a[0] % P, a[1] * a[1] % P
    h = x + y
    e = h - (a[0] + a[1]) * (a[0] + a[1])
    g = x - y
    f = 2 * a[2] * a[2] + g
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiply(scalar: int, point: Point) -> Point:
    result = ZERO
    while scalar > 0:
        if scalar & 1:
            result = _add(result, point)
        point = _double(point)
        scalar >>= 1
    return result


def _is_zero(point: Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def _negate(point: Point) -> Point:
    return (-point[0] % P, point[1], point[2], -point[3] % P)


def _decode(data: bytes) -> Point | None:
    """The point of an encoding, or None when the encoding is not canonical or not on the curve."""
    number = int.from_bytes(data, 'little')
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P != 0:
        x = x * SQRT_MINUS_1 % P
        if (v * x * x - u) % P != 0:
            return None
    if x == 0 and sign == 1:
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, -1, P) % P
_base = _decode(BASE_Y.to_bytes(32, 'little'))
assert _base is not None
BASE: Point = _base


def _table() -> list[list[Point]]:
    """For each of the 64 digits of a number to the base 16, the base point times 0 to 15 times the digit's weight."""
    rows, weight = [], BASE
    for _ in range(64):
        row = [ZERO]
        for _ in range(15):
            row.append(_add(row[-1], weight))
        rows.append(row)
        weight = _add(row[-1], weight)
    return rows


TABLE = _table()


def _multiply_base(scalar: int) -> Point:
    result = ZERO
    for row in TABLE:
        result = _add(result, row[scalar & 15])
        scalar >>= 4
    return result


@lru_cache(maxsize=1024)
def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """True when the key signed the message. False for malformed keys and signatures."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, commitment = _decode(public_key), _decode(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    if key is None or commitment is None or s >= L or _is_zero(_multiply(8, key)):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, 'little') % L
    right = _add(commitment, _multiply(k, key))
    difference = _add(_multiply_base(s), _negate(right))
    return _is_zero(_multiply(8, difference))
