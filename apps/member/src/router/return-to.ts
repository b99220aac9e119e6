import type { RouterHistory } from '@tanstack/react-router'

type Return = {
  /** an address of the app that the history may have before the present one */
  page: string
  /** the address to go to; default: the page */
  target?: string
  /** whether an entry of the history is the page */
  isPage?: (href: string) => boolean
}

/**
 * Leaves a form for the page that it was opened from. The page keeps its one entry in the history, so that a step back from
 * there leaves it.
 */
export function returnTo(
  history: RouterHistory,
  { page, target = page, isPage = (href) => href === page }: Return,
): void {
  if (!history.canGoBack()) return history.replace(target)
  const stop = history.subscribe(({ location }) => {
    stop()
    if (!isPage(location.href)) history.push(target)
    else if (location.href !== target) history.replace(target)
  })
  // over the entries of sheets that were open on the form (ui/layout/layers.ts)
  history.go(-1 - (history.location.state.layers ?? 0))
}
