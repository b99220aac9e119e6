/**
 * Sheets and dialogs in the history: an open layer has an entry of its own with the address of its page, so that going back closes the
 * topmost layer and stays on the page. What opens a layer never reads the history: going forward opens nothing.
 *
 * A layer that is closed otherwise leaves its entry, because a step back at that moment could meet a navigation of the page. Going back
 * passes over such an entry, and the next layer of the page takes it.
 */
import type { HistoryLocation, RouterHistory } from '@tanstack/history'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** id of the layer that the entry belongs to */
    layer?: string
    /** how many entries of layers of the same page the history has up to this one */
    layers?: number
  }
}

/** `address`: what the page wrote into the address while the layer was open */
type Layer = { index: number; close: () => void; address?: string }

const indexOf = (location: HistoryLocation): number => location.state.__TSR_index
const keyOf = (location: HistoryLocation): string => location.state.__TSR_key ?? ''

/** Follows a history. @returns the open layers by their ids */
function follow(history: RouterHistory): Map<string, Layer> {
  const open = new Map<string, Layer>()
  /** entries that took the place of a layer's entry: the address of the page below, which they were to replace */
  const pages = new Map<string, string>()
  let last = history.location
  const pageBelow = ({ state, href }: HistoryLocation): string | undefined =>
    state.layer === undefined ? pages.get(state.__TSR_key ?? '') : href

  history.subscribe(({ location, action }) => {
    const from = last
    last = location
    const below = pageBelow(from)
    if (action.type === 'REPLACE') {
      if (below !== undefined) pages.set(keyOf(location), below)
      for (const layer of open.values())
        if (layer.index === indexOf(location) && location.pathname === from.pathname)
          layer.address = location.href
    }
    if (action.type !== 'BACK' && action.type !== 'GO') return
    const over = [...open.values()].filter(({ index }) => index > indexOf(location))
    for (const { close } of over) close()
    const address = over[0]?.address
    if (address !== undefined && address !== location.href) queueMicrotask(() => history.replace(address))
    const isPassed = action.type === 'BACK' && over.length === 0 && indexOf(location) < indexOf(from)
    // After this event: what listens to the history hears of one step at a time.
    if (isPassed && below === location.href) queueMicrotask(() => history.back())
  })
  return open
}

const followed = new WeakMap<RouterHistory, Map<string, Layer>>()

function layersOf(history: RouterHistory): Map<string, Layer> {
  const known = followed.get(history) ?? follow(history)
  followed.set(history, known)
  return known
}

let next = 0
/** An id that no entry has from before a reload. @param turn how often the layer stayed open when the member went back */
const newId = (turn: number): string => `${Date.now()}.${next++}.${turn}`

/**
 * Gives a layer its entry in the history while it is open. A layer that stays open when the member goes back gets another entry.
 * @param isOpen false also for a layer that the page's address opens
 */
export function useLayer(isOpen: boolean, close: () => void): void {
  // Null in a component that is shown without the app's pages.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  const [turn, setTurn] = useState(0)
  const goneBack = useEffectEvent(() => {
    close()
    setTurn((before) => before + 1)
  })
  useEffect(() => {
    if (!isOpen || !router) return
    const { history } = router
    const open = layersOf(history)
    const { layer, layers = 0, __TSR_index: at } = history.location.state
    const isFree = layer !== undefined && !open.has(layer)
    const id = isFree ? layer : newId(turn)
    open.set(id, {
      index: isFree ? at : at + 1,
      close: () => {
        open.delete(id)
        goneBack()
      },
    })
    if (!isFree)
      void router.commitLocation({
        ...router.latestLocation,
        state: { layer: id, layers: layers + 1, __TSR_index: at + 1 },
        resetScroll: false,
        // The page stays, with what was entered.
        ignoreBlocker: true,
      })
    return () => void open.delete(id)
  }, [isOpen, router, turn])
}
