import { useState } from 'react'
import type { GameState, Round } from '../use-game.ts'

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/** The newest round with a result: the one that runs, when it has ended, else the one before it. */
export function newestResult({ round, previous }: Pick<GameState, 'round' | 'previous'>): Round | null {
  if (round?.status === 'settled') return round
  return previous?.result ? previous : null
}

/**
 * What the page shows of results. `arrived` is a round whose result came while the page was open. Of a King, the race is shown before
 * its champion; with reduced motion, the order of finish is there at once.
 */
export function useLast(state: GameState) {
  const newest = newestResult(state)
  const [first] = useState(newest?.period ?? null)
  const [{ known, seen, racing }, set] = useState({ known: newest, seen: newest, racing: false })
  if (newest !== null && newest.period !== known?.period) {
    const runs = newest.result?.finish != null && !stillness.matches && document.visibilityState === 'visible'
    set({ known: newest, seen: runs ? seen : newest, racing: runs })
  }
  return {
    newest,
    /** a round that ended while the page was open; null: none did */
    arrived: newest !== null && newest.period !== first ? newest : null,
    /** the round whose result is shown on the stage */
    shown: racing ? seen : newest,
    racing,
    end: () => set({ known: newest, seen: newest, racing: false }),
    again: () => set({ known: newest, seen: newest, racing: !stillness.matches }),
  }
}
