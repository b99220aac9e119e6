/**
 * Going back returns to the place that was left, also when the content is not there yet: after a reload, from a payment
 * page, or when the kept answers are gone. The router scrolls once, when the page has rendered; a list that is still
 * loading is too short then. This follows it while it grows, which also makes an infinite list fetch its pages.
 */
import type { RouterHistory } from '@tanstack/history'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { RETURN_MS } from '../timing.ts'

const KEPT = 'fairlot.places'
/** The places of older entries are dropped. */
const MOST = 50
/** A visitor who does one of these has taken over. */
const TAKEN_OVER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

type Places = Record<string, number>

function kept(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Places
  } catch {
    // Storage is blocked or damaged: places last until the page is left.
    return {}
  }
}

function keep(places: Places): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-MOST))))
  } catch {
    // As above.
  }
}

const keyOf = (location: ParsedLocation): string => location.state.__TSR_key ?? location.href

/** Restores the place of every history entry that the visitor returns to. */
export function restorePlaces(router: AnyRouter, history: RouterHistory): void {
  const places = kept()
  let isReturn = true
  let stop = () => {}
  const leave = (location: ParsedLocation) => {
    const key = keyOf(location)
    // The newest is the last one.
    delete places[key]
    places[key] = Math.round(scrollY)
  }
  // Not before the first page: the router loads the target of a redirect at the start by itself only while nothing listens.
  let isListening = false
  const listen = () => {
    if (isListening) return
    isListening = true
    history.subscribe(({ action }) => {
      isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE'
      stop()
    })
  }
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) leave(fromLocation)
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    listen()
    stop()
    const place = places[keyOf(toLocation)] ?? 0
    if (isReturn && place > 0) stop = follow(place)
  })
  addEventListener('pagehide', () => {
    leave(router.latestLocation)
    keep(places)
  })
}

/** Scrolls towards a place while the page grows. Ends when it is reached, when the visitor takes over, or in time. */
export function follow(place: number): () => void {
  const root = document.documentElement
  const go = () => {
    scrollTo({ top: Math.min(place, root.scrollHeight - innerHeight), behavior: 'instant' })
    if (root.scrollHeight - innerHeight >= place) stop()
  }
  const growth = new ResizeObserver(go)
  const timer = setTimeout(() => stop(), RETURN_MS)
  const stop = () => {
    clearTimeout(timer)
    growth.disconnect()
    for (const name of TAKEN_OVER) removeEventListener(name, stop)
  }
  for (const name of TAKEN_OVER) addEventListener(name, stop, { passive: true })
  growth.observe(document.body)
  go()
  return stop
}
