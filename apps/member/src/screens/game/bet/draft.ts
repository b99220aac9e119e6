import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useState } from 'react'

/** What the member has chosen and not bet yet. */
export type Draft = {
  /** in the order in which they were chosen */
  picks: readonly string[]
  /** the amount that is multiplied; null: the smallest that is offered */
  contract: string | null
  multiple: number
}

const EMPTY: Draft = { picks: [], contract: null, multiple: 1 }

const nameOf = (game: GameId) => `fairlot.bet.${game}`

/** The choice stays in this tab: over rounds, other pages, a recharge, and a reload. */
function kept(game: GameId): Draft {
  try {
    const value = JSON.parse(sessionStorage.getItem(nameOf(game)) ?? 'null') as Partial<Draft> | null
    if (!value || !Array.isArray(value.picks)) return EMPTY
    const { picks, contract = null, multiple = 1 } = value
    return { picks: picks.filter((pick) => typeof pick === 'string'), contract, multiple }
  } catch {
    // Storage is blocked or damaged.
    return EMPTY
  }
}

function keep(game: GameId, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(game), JSON.stringify(draft))
  } catch {
    // Not kept: the choice lasts until the page is left.
  }
}

/** The choice of a game. Render it under a key of the game. */
export function useDraft(game: GameId): [draft: Draft, change: (part: Partial<Draft>) => void] {
  const [draft, set] = useState(() => kept(game))
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    set(next)
    keep(game, next)
  }
  return [draft, change]
}
