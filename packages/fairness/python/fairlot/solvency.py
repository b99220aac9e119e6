"""The Merkle-sum tree of solvency: docs/INTEGRATION.md, "Solvency". Amounts are in 1/10,000 units."""

from __future__ import annotations

from .codec import label, sha256, u64

Leaf = tuple[str, str, int]
"""nonce (hex), member id, amount"""
Node = tuple[str, int]
"""hash, sum"""
Step = tuple[str, str, int]
"""side of the sibling (`left` or `right`), its hash, its sum"""


def leaf_node(leaf: Leaf) -> Node:
    nonce, member, amount = leaf
    return sha256(label('fairlot/leaf/1'), bytes.fromhex(nonce), label(member), u64(amount)).hex(), amount


def inner_node(left: Node, right: Node) -> Node:
    sides = [u64(total) + bytes.fromhex(digest) for digest, total in (left, right)]
    return sha256(label('fairlot/node/1'), *sides).hex(), left[1] + right[1]


def levels(leaves: list[Leaf]) -> list[list[Node]]:
    """All levels, from the leaves, ascending by nonce, to the root."""
    return levels_of([leaf_node(leaf) for leaf in leaves])


def levels_of(nodes: list[Node]) -> list[list[Node]]:
    """All levels, from the nodes of the leaves to the root. A last node without a sibling moves up unchanged."""
    tree = [nodes]
    while len(tree[-1]) > 1:
        below = tree[-1]
        pairs = [inner_node(below[i], below[i + 1]) for i in range(0, len(below) - 1, 2)]
        tree.append(pairs + (below[-1:] if len(below) % 2 else []))
    return tree


def path(tree: list[list[Node]], index: int) -> list[Step]:
    steps: list[Step] = []
    for level in tree[:-1]:
        sibling = index ^ 1
        if sibling < len(level):
            steps.append(('left' if index % 2 else 'right', *level[sibling]))
        index //= 2
    return steps


def verify(leaf: Leaf, steps: list[Step], root: str, total: int) -> bool:
    """Whether the path leads from the member's leaf to the published root and total."""
    node = leaf_node(leaf)
    for side, digest, amount in steps:
        if not 0 <= node[1] + amount < 2**64:
            return False
        sibling = (digest, amount)
        node = inner_node(sibling, node) if side == 'left' else inner_node(node, sibling)
    return node == (root, total)
