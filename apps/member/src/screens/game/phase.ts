/** What a page of a game shows, by the server's clock. */
import type { Round } from './use-game.ts'

export type Phase =
  /** no round runs now */
  | 'none'
  /** bets are accepted */
  | 'open'
  /** the cut-off has passed; the result is awaited */
  | 'closed'
  /** the result is there, or the round is void; the next round opens at its end */
  | 'ended'

/** @param nowMs the server's clock */
export function phaseOf(round: Round | null, nowMs: number): Phase {
  if (round === null) return 'none'
  if (round.status === 'settled' || round.status === 'void') return 'ended'
  return round.status === 'open' && nowMs < round.closesAt ? 'open' : 'closed'
}

/** The next moment at which the phase changes by the clock alone; null: none does. */
export function nextMoment(round: Round | null, nowMs: number): number | null {
  if (round === null) return null
  const moments = [round.closesAt, round.drawAt ?? round.endsAt, round.endsAt]
  return moments.filter((moment) => moment > nowMs).toSorted((a, b) => a - b)[0] ?? null
}

/** How much of the time for bets has passed, 0 to 1. */
export function passedOf(round: Round, nowMs: number): number {
  const length = Math.max(1, round.closesAt - round.opensAt)
  return Math.min(1, Math.max(0, (nowMs - round.opensAt) / length))
}
