import { createBrowserHistory, parseHref } from '@tanstack/history'
import type { RouterHistory } from '@tanstack/history'

/**
 * A history whose locations are behind the `#`, as in `/?from=poster#/pages/goods/goods?id=M1-0001`.
 *
 * The library's own hash history appends the page's query to the location inside the hash. This one keeps them apart:
 * the part before the `#` never changes.
 */
export function createHashedHistory(win: Window = window): RouterHistory {
  return createBrowserHistory({
    window: win,
    parseLocation: () => {
      const inside = win.location.hash.slice(1)
      const href = inside.startsWith('/') ? inside : `/${inside}`
      return parseHref(href, win.history.state)
    },
    createHref: (path) => `${win.location.pathname}${win.location.search}#${path}`,
  })
}
