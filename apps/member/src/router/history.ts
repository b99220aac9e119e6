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
      // An entry that the browser made (an address typed by hand) has no state. Its address is its key, because a random one
      // would differ each time and lose the place of the page.
      return parseHref(href, win.history.state ?? { __TSR_index: 0, key: href, __TSR_key: href })
    },
    createHref: (path) => `${win.location.pathname}${win.location.search}#${path}`,
  })
}
