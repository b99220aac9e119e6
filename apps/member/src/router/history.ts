import { createBrowserHistory, parseHref } from '@tanstack/history'
import type { RouterHistory } from '@tanstack/history'

/**
 * A history whose locations are behind the `#`, as in `/?from=poster#/pages/goods/goods?id=M1-0001`.
 *
 * The library's own hash history appends the page's query to the location inside the hash. This one keeps them apart:
 * the part before the `#` never changes.
 */
export function createHashedHistory(win: Window = window): RouterHistory {
  // The browser's own; the library replaces it by one that reports a navigation.
  const replaceState = win.history.replaceState.bind(win.history)
  return createBrowserHistory({
    window: win,
    parseLocation: () => {
      const raw = win.location.hash.slice(1)
      // messengers encode the `?` of a link, or lose it
      const inside = raw.includes('?') ? raw : raw.replace(/%3F|&/i, '?')
      const href = inside.startsWith('/') ? inside : `/${inside}`
      const location = parseHref(href, win.history.state)
      // An address that the visitor typed makes an entry without a state. The entry keeps the key that it gets here, so that
      // going back finds its place.
      if (win.history.state === null) replaceState(location.state, '')
      return location
    },
    createHref: (path) => `${win.location.pathname}${win.location.search}#${path}`,
  })
}
