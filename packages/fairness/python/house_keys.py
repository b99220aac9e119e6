"""Keys, signatures and paths of the small house in house.py, for the tests."""

from __future__ import annotations

import base64
import hashlib

from fairlot import draw
from fairlot.codec import sha256, u64, utf8
from fairlot.curves import bls, ed25519
from fairlot.notes import NoteKey, note_body
from fairlot.tree import node_hash


# ---- signatures ----
def _scalar(secret: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(secret).digest()
    return int.from_bytes(digest[:32], 'little') & (2**254 - 8) | 2**254, digest[32:]


def _encode(point: ed25519.Point) -> bytes:
    inverse = pow(point[2], -1, ed25519.P)
    x, y = point[0] * inverse % ed25519.P, point[1] * inverse % ed25519.P
    return (y | (x & 1) << 255).to_bytes(32, 'little')


def public_key(secret: bytes) -> bytes:
    return _encode(ed25519._multiply_base(_scalar(secret)[0]))


def sign(secret: bytes, message: bytes) -> bytes:
    scalar, prefix = _scalar(secret)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), 'little') % ed25519.L
    commitment = _encode(ed25519._multiply_base(r))
    digest = hashlib.sha512(commitment + public_key(secret) + message).digest()
    s = (r + int.from_bytes(digest, 'little') * scalar) % ed25519.L
    return commitment + s.to_bytes(32, 'little')


BEACON_SECRET = int.from_bytes(sha256(b'local beacon'), 'big') % bls.R


def _g2_multiply(scalar: int, point: bls.G2) -> bls.G2:
    total: bls.G2 | None = None
    for bit in bin(scalar)[2:]:
        total = bls.g2_add(total, total)
        if bit == '1':
            total = bls.g2_add(total, point)
    assert total is not None
    return total


def _beacon_key() -> str:
    (x0, x1), (y0, y1) = _g2_multiply(BEACON_SECRET, bls.G2_BASE)
    largest = y1 > (bls.P - 1) // 2 if y1 != 0 else y0 > (bls.P - 1) // 2
    first = x1 | (0b101 if largest else 0b100) << 381
    return (first.to_bytes(48, 'big') + x0.to_bytes(48, 'big')).hex()


LOCAL = draw.local_chain(_beacon_key())


def beacon_signature(number: int) -> str:
    point = bls.g1_multiply(BEACON_SECRET, bls.hash_to_g1(sha256(u64(number))))
    assert point is not None
    largest = point[1] > (bls.P - 1) // 2
    return (point[0] | (0b101 if largest else 0b100) << 381).to_bytes(48, 'big').hex()


class Witness:
    def __init__(self, name: str) -> None:
        self.secret = sha256(utf8(name))
        self.key = NoteKey(name, 4, public_key(self.secret).hex())
        data = bytes([4]) + bytes.fromhex(self.key.public_key)
        self.text = f'{name}+{self.key.key_id().hex()}+{base64.b64encode(data).decode()}'

    def line(self, note: str, seconds: int) -> str:
        message = utf8(f'cosignature/v1\ntime {seconds}\n{note_body(note)}')
        data = self.key.key_id() + u64(seconds) + sign(self.secret, message)
        return f'\u2014 {self.key.name} {base64.b64encode(data).decode()}'


# ---- paths (RFC 6962) ----
def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def root_of(leaves: list[str]) -> str:
    if len(leaves) == 1:
        return leaves[0]
    k = _split(len(leaves))
    return node_hash(root_of(leaves[:k]), root_of(leaves[k:]))


def inclusion(leaves: list[str], index: int) -> list[str]:
    if len(leaves) == 1:
        return []
    k = _split(len(leaves))
    if index < k:
        return [*inclusion(leaves[:k], index), root_of(leaves[k:])]
    return [*inclusion(leaves[k:], index - k), root_of(leaves[:k])]


def consistency(leaves: list[str], size: int, is_whole: bool = True) -> list[str]:
    if size == len(leaves):
        return [] if is_whole else [root_of(leaves)]
    k = _split(len(leaves))
    if size <= k:
        return [*consistency(leaves[:k], size, is_whole), root_of(leaves[k:])]
    return [*consistency(leaves[k:], size - k, False), root_of(leaves[:k])]
