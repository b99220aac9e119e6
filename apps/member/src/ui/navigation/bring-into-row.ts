/**
 * Scrolls a row sideways until one of its elements is in the middle. `scrollIntoView` would also make the element the place from
 * which the Tab key goes on, and a visitor would miss what comes before it.
 */
export function bringIntoRow(element: HTMLElement, row: HTMLElement): void {
  const [inner, outer] = [element.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) })
}
