/** What an outcome means, from the one pay table: colours, size, parity. */
import { OUTCOMES, PAY_TABLE } from '@fairlot/fairness/games/pay-table'
import type { GameKind } from '@fairlot/fairness/games/pay-table'

export const COLOURS = ['green', 'violet', 'red'] as const
export type Colour = (typeof COLOURS)[number]
export const SIZES = ['big', 'small'] as const
export const PARITIES = ['single', 'double'] as const
export const HALVES = [...SIZES, ...PARITIES] as const
export type Half = (typeof HALVES)[number]

/** Whether an option wins on an outcome. */
export function winsOn(kind: GameKind, option: string, outcome: number): boolean {
  return (PAY_TABLE[kind][option]?.[OUTCOMES[kind].indexOf(outcome)] ?? 0) > 0
}

/** The colours of a lucky ball: one, or violet as the second one; none in King. */
export function coloursOf(kind: GameKind, outcome: number): Colour[] {
  const found = COLOURS.filter((colour) => winsOn(kind, colour, outcome))
  // green or red names the ball, violet is its second half
  return found.toSorted((a, b) => Number(a === 'violet') - Number(b === 'violet'))
}

export const sizeOf = (kind: GameKind, outcome: number): (typeof SIZES)[number] =>
  winsOn(kind, 'big', outcome) ? 'big' : 'small'
export const parityOf = (kind: GameKind, outcome: number): (typeof PARITIES)[number] =>
  winsOn(kind, 'single', outcome) ? 'single' : 'double'

export const isColour = (option: string): option is Colour => (COLOURS as readonly string[]).includes(option)
export const isHalf = (option: string): option is Half => (HALVES as readonly string[]).includes(option)
