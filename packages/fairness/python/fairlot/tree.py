"""The log's tree and chained head: docs/INTEGRATION.md, "The tree"."""

from __future__ import annotations

from .codec import label, sha256, utf8

EMPTY_ROOT = sha256().hex()


def leaf_hash(entry: str) -> str:
    return sha256(b'\x00', utf8(entry)).hex()


def node_hash(left: str, right: str) -> str:
    return sha256(b'\x01', bytes.fromhex(left), bytes.fromhex(right)).hex()


def first_head(deployment: str) -> str:
    return sha256(label('fairlot/log/1'), utf8(deployment)).hex()


def next_head(head: str, leaf: str) -> str:
    return sha256(b'\x02', bytes.fromhex(head), bytes.fromhex(leaf)).hex()


class GrowingTree:
    """Keeps the roots of the complete subtrees on the right edge, the largest first: enough for the root of the whole."""

    def __init__(self) -> None:
        self.size = 0
        self._leaves: list[str] = []
        self._edge: list[tuple[int, str]] = []

    def append(self, leaf: str) -> None:
        width, root = 1, leaf
        while self._edge and self._edge[-1][0] == width:
            root = node_hash(self._edge.pop()[1], root)
            width *= 2
        self._edge.append((width, root))
        self._leaves.append(leaf)
        self.size += 1

    def root(self) -> str:
        if not self._edge:
            return EMPTY_ROOT
        root = self._edge[-1][1]
        for _, left in reversed(self._edge[:-1]):
            root = node_hash(left, root)
        return root

    def root_at(self, size: int) -> str | None:
        """The root over the first `size` leaves; None when there are fewer."""
        if size > self.size:
            return None
        tree = GrowingTree()
        for leaf in self._leaves[:size]:
            tree.append(leaf)
        return tree.root()


def verify_inclusion(leaf: str, index: int, size: int, path: list[str], root: str) -> bool:
    """RFC 9162, section 2.1.3.2."""
    if index < 0 or index >= size:
        return False
    at, last, value = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            value = node_hash(sibling, value)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            value = node_hash(value, sibling)
        at, last = at // 2, last // 2
    return last == 0 and value == root


def verify_consistency(old_size: int, old_root: str, new_size: int, new_root: str, path: list[str]) -> bool:
    """RFC 9162, section 2.1.4.2."""
    if old_size > new_size:
        return False
    if old_size == new_size:
        return path == [] and old_root == new_root
    if old_size == 0:
        return path == [] and old_root == EMPTY_ROOT
    at, last = old_size - 1, new_size - 1
    while at % 2 == 1:
        at, last = at // 2, last // 2
    hashes = [old_root, *path] if at == 0 else list(path)
    if not hashes:
        return False
    old = new = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            new = node_hash(new, sibling)
        at, last = at // 2, last // 2
    return last == 0 and old == old_root and new == new_root
