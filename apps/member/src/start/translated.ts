/**
 * Pages that the browser or an extension translates: the translator wraps or replaces text nodes that React still holds. Removing such a
 * node, or inserting before it, would throw and end the page.
 */

/** The child of a parent that a node is in now; null: it is elsewhere. */
function childWith(parent: Node, node: Node | null): Node | null {
  let at = node
  while (at !== null && at.parentNode !== parent) at = at.parentNode
  return at
}

/** Lets React remove and insert nodes that a translator has moved. */
export function withstandTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childWith(this, child)
    if (own !== null) removeChild.call(this, own)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, childWith(this, before))
    return node
  }
}
