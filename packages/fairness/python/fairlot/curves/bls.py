"""
The beacon's signatures: BLS on BLS12-381 with signatures on G1 and keys on G2 (ciphersuite
BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_ of RFC 9380), written out in plain Python.

A check takes a fraction of a second. Only public values are handled, so nothing here needs constant time.

Fields: Fp2 = Fp[u]/(u^2 + 1), Fp6 = Fp2[v]/(v^3 - (1 + u)), Fp12 = Fp6[w]/(w^2 - v). An element is a tuple of its
coefficients in ascending order.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from . import isogeny

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000
"""The absolute value of the curve's parameter, which is negative."""
DOMAIN = b'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

Fp2 = tuple[int, int]
Fp6 = tuple[Fp2, Fp2, Fp2]
Fp12 = tuple[Fp6, Fp6]
G1 = tuple[int, int]
G2 = tuple[Fp2, Fp2]

G2_BASE: G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)

# ---- Fp2 ----
ZERO2: Fp2 = (0, 0)
ONE2: Fp2 = (1, 0)


def add2(a: Fp2, b: Fp2) -> Fp2:
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def sub2(a: Fp2, b: Fp2) -> Fp2:
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def mul2(a: Fp2, b: Fp2) -> Fp2:
    x, y = a[0] * b[0], a[1] * b[1]
    return ((x - y) % P, ((a[0] + a[1]) * (b[0] + b[1]) - x - y) % P)


def scale2(a: Fp2, k: int) -> Fp2:
    return (a[0] * k % P, a[1] * k % P)


def inverse2(a: Fp2) -> Fp2:
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (a[0] * norm % P, -a[1] * norm % P)


def times_xi(a: Fp2) -> Fp2:
    """a * (1 + u)"""
    return ((a[0] - a[1]) % P, (a[0] + a[1]) % P)


def pow2(a: Fp2, exponent: int) -> Fp2:
    result = ONE2
    while exponent > 0:
        if exponent & 1:
            result = mul2(result, a)
        a = mul2(a, a)
        exponent >>= 1
    return result


def sqrt2(a: Fp2) -> Fp2 | None:
    """A square root in Fp2, or None (P^2 is 9 modulo 16: the candidates differ by an eighth root of unity)."""
    candidate = pow2(a, (P * P + 7) // 16)
    for root in EIGHTH_ROOTS:
        value = mul2(candidate, root)
        if mul2(value, value) == a:
            return value
    return None


_eighth = pow2((1, 1), (P * P - 1) // 8)
EIGHTH_ROOTS = tuple(pow2(_eighth, n) for n in range(8))


# ---- Fp6 ----
def add6(a: Fp6, b: Fp6) -> Fp6:
    return (add2(a[0], b[0]), add2(a[1], b[1]), add2(a[2], b[2]))


def sub6(a: Fp6, b: Fp6) -> Fp6:
    return (sub2(a[0], b[0]), sub2(a[1], b[1]), sub2(a[2], b[2]))


def mul6(a: Fp6, b: Fp6) -> Fp6:
    v0, v1, v2 = mul2(a[0], b[0]), mul2(a[1], b[1]), mul2(a[2], b[2])
    c0 = sub2(sub2(mul2(add2(a[1], a[2]), add2(b[1], b[2])), v1), v2)
    c1 = sub2(sub2(mul2(add2(a[0], a[1]), add2(b[0], b[1])), v0), v1)
    c2 = sub2(sub2(mul2(add2(a[0], a[2]), add2(b[0], b[2])), v0), v2)
    return (add2(v0, times_xi(c0)), add2(c1, times_xi(v2)), add2(c2, v1))


def times_v(a: Fp6) -> Fp6:
    return (times_xi(a[2]), a[0], a[1])


def inverse6(a: Fp6) -> Fp6:
    c0 = sub2(mul2(a[0], a[0]), times_xi(mul2(a[1], a[2])))
    c1 = sub2(times_xi(mul2(a[2], a[2])), mul2(a[0], a[1]))
    c2 = sub2(mul2(a[1], a[1]), mul2(a[0], a[2]))
    norm = add2(times_xi(add2(mul2(a[2], c1), mul2(a[1], c2))), mul2(a[0], c0))
    factor = inverse2(norm)
    return (mul2(c0, factor), mul2(c1, factor), mul2(c2, factor))


# ---- Fp12 ----
ZERO6: Fp6 = (ZERO2, ZERO2, ZERO2)
ONE12: Fp12 = ((ONE2, ZERO2, ZERO2), ZERO6)


def mul12(a: Fp12, b: Fp12) -> Fp12:
    v0, v1 = mul6(a[0], b[0]), mul6(a[1], b[1])
    middle = sub6(sub6(mul6(add6(a[0], a[1]), add6(b[0], b[1])), v0), v1)
    return (add6(v0, times_v(v1)), middle)


def conjugate12(a: Fp12) -> Fp12:
    return (a[0], sub6(ZERO6, a[1]))


def inverse12(a: Fp12) -> Fp12:
    factor = inverse6(sub6(mul6(a[0], a[0]), times_v(mul6(a[1], a[1]))))
    return (mul6(a[0], factor), sub6(ZERO6, mul6(a[1], factor)))


def pow12(a: Fp12, exponent: int) -> Fp12:
    result = ONE12
    for bit in bin(exponent)[2:]:
        result = mul12(result, result)
        if bit == '1':
            result = mul12(result, a)
    return result


# ---- the curve over Fp: y^2 = x^3 + 4; None is the point at infinity ----
def g1_add(a: G1 | None, b: G1 | None) -> G1 | None:
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return (x, (slope * (a[0] - x) - a[1]) % P)


def g1_multiply(scalar: int, point: G1 | None) -> G1 | None:
    result: G1 | None = None
    while scalar > 0:
        if scalar & 1:
            result = g1_add(result, point)
        point = g1_add(point, point)
        scalar >>= 1
    return result


def decode_g1(data: bytes) -> G1 | None:
    """The point of 48 compressed bytes. None unless it is a canonical encoding of a point of order R."""
    number = int.from_bytes(data, 'big')
    flags, x = number >> 381, number & (2**381 - 1)
    if len(data) != 48 or flags not in (0b100, 0b101) or x >= P:
        return None
    y = pow(x**3 + 4, (P + 1) // 4, P)
    if (y * y - x**3 - 4) % P != 0:
        return None
    if (y > (P - 1) // 2) != (flags == 0b101):
        y = P - y
    return (x, y) if g1_multiply(R, (x, y)) is None else None


# ---- the twist over Fp2: y^2 = x^3 + 4(1 + u) ----
def _slope(a: G2, b: G2) -> Fp2 | None:
    """The slope of the line through two points of the twist; None when the line is vertical."""
    if a[0] != b[0]:
        return mul2(sub2(b[1], a[1]), inverse2(sub2(b[0], a[0])))
    if add2(a[1], b[1]) == ZERO2:
        return None
    return mul2(scale2(mul2(a[0], a[0]), 3), inverse2(scale2(a[1], 2)))


def _third(a: G2, b: G2, slope: Fp2) -> G2:
    x = sub2(sub2(mul2(slope, slope), a[0]), b[0])
    return (x, sub2(mul2(slope, sub2(a[0], x)), a[1]))


def g2_add(a: G2 | None, b: G2 | None) -> G2 | None:
    if a is None:
        return b
    if b is None:
        return a
    slope = _slope(a, b)
    return None if slope is None else _third(a, b, slope)


def decode_g2(data: bytes) -> G2 | None:
    """The point of 96 compressed bytes (the coefficient of u first). None unless its order is R."""
    first, c0 = int.from_bytes(data[:48], 'big'), int.from_bytes(data[48:], 'big')
    flags, c1 = first >> 381, first & (2**381 - 1)
    if len(data) != 96 or flags not in (0b100, 0b101) or c0 >= P or c1 >= P:
        return None
    x = (c0, c1)
    y = sqrt2(add2(mul2(mul2(x, x), x), (4, 4)))
    if y is None:
        return None
    largest = y[1] > (P - 1) // 2 if y[1] != 0 else y[0] > (P - 1) // 2
    if largest != (flags == 0b101):
        y = sub2(ZERO2, y)
    point: G2 | None = (x, y)
    total: G2 | None = None
    for bit in bin(R)[2:]:
        total = g2_add(total, total)
        if bit == '1':
            total = g2_add(total, point)
    return (x, y) if total is None else None


# ---- hash to curve (RFC 9380, section 8.8.1) ----
SWU_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
SWU_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
SWU_Z = 11


def expand_message(message: bytes, domain: bytes, length: int) -> bytes:
    """expand_message_xmd with SHA-256 (section 5.3.1)."""
    suffix = domain + bytes([len(domain)])
    first = hashlib.sha256(bytes(64) + message + length.to_bytes(2, 'big') + b'\0' + suffix).digest()
    block = hashlib.sha256(first + b'\x01' + suffix).digest()
    blocks = [block]
    for n in range(2, (length + 31) // 32 + 1):
        mixed = bytes(a ^ b for a, b in zip(first, block))
        block = hashlib.sha256(mixed + bytes([n]) + suffix).digest()
        blocks.append(block)
    return b''.join(blocks)[:length]


def _map_to_curve(u: int) -> G1:
    """The simplified SWU map (section 6.6.2), followed by the isogeny."""
    denominator = (SWU_Z * SWU_Z * pow(u, 4, P) + SWU_Z * u * u) % P
    if denominator == 0:
        x = SWU_B * pow(SWU_Z * SWU_A, -1, P) % P
    else:
        x = -SWU_B * pow(SWU_A, -1, P) * (1 + pow(denominator, -1, P)) % P
    square = (x**3 + SWU_A * x + SWU_B) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        x = SWU_Z * u * u * x % P
        square = (x**3 + SWU_A * x + SWU_B) % P
        y = pow(square, (P + 1) // 4, P)
    if y % 2 != u % 2:
        y = P - y

    def polynomial(coefficients: tuple[int, ...]) -> int:
        value = 0
        for coefficient in reversed(coefficients):
            value = (value * x + coefficient) % P
        return value

    mapped = polynomial(isogeny.X_NUMERATOR) * pow(polynomial(isogeny.X_DENOMINATOR), -1, P) % P
    return (mapped, y * polynomial(isogeny.Y_NUMERATOR) * pow(polynomial(isogeny.Y_DENOMINATOR), -1, P) % P)


def hash_to_g1(message: bytes, domain: bytes = DOMAIN) -> G1 | None:
    uniform = expand_message(message, domain, 128)
    first, second = (int.from_bytes(part, 'big') % P for part in (uniform[:64], uniform[64:]))
    return g1_multiply(X + 1, g1_add(_map_to_curve(first), _map_to_curve(second)))


# ---- pairing ----
def _miller(pairs: list[tuple[G1, G2]]) -> Fp12:
    """
    The product of the Miller functions of the pairs. The line through points of the twist with slope s, at (x, y), times
    w^3, is (s*xT - yT) - s*x*w^2 + y*w^3; the final exponentiation removes the factor.
    """
    f = ONE12
    running = [q for _, q in pairs]

    def step(value: Fp12, others: list[G2]) -> Fp12:
        for n, ((px, py), _) in enumerate(pairs):
            point = running[n]
            slope = _slope(point, others[n])
            assert slope is not None, 'a point of prime order meets no vertical line before the end'
            line: Fp12 = (
                (sub2(mul2(slope, point[0]), point[1]), scale2(slope, -px), ZERO2),
                (ZERO2, (py, 0), ZERO2),
            )
            value = mul12(value, line)
            running[n] = _third(point, others[n], slope)
        return value

    for bit in bin(X)[3:]:
        f = step(mul12(f, f), list(running))
        if bit == '1':
            f = step(f, [q for _, q in pairs])
    return f


def pairings_cancel(pairs: list[tuple[G1, G2]]) -> bool:
    """True when the product of the pairings is one. The sign of the curve's parameter does not matter for that."""
    f = _miller(pairs)
    f = mul12(conjugate12(f), inverse12(f))
    return pow12(f, (P**6 + 1) // R) == ONE12


@lru_cache(maxsize=64)
def _key(data: bytes) -> G2 | None:
    return decode_g2(data)


@lru_cache(maxsize=4096)
def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """True when `signature` (48 bytes) is the key's (96 bytes) signature of the message."""
    point = decode_g1(signature)
    hashed = hash_to_g1(message)
    key = _key(public_key) if point is not None else None
    if point is None or key is None or hashed is None:
        return False
    return pairings_cancel([(hashed, key), ((point[0], P - point[1]), G2_BASE)])
