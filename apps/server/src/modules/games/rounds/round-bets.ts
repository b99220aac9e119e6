/** The bets of a round as digest and proof contain them. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { claimOf } from '@fairlot/fairness/claimed-rows'
import { roundName } from '@fairlot/fairness/entries'
import type { ClaimedBet } from '@fairlot/fairness/games/bets'
import { memberTag } from '@fairlot/fairness/tag'
import type { Executor } from '../../../platform/db.ts'
import type { TagKeys } from '../../fair/index.ts'
import type { BetHooks } from './hooks.ts'

const PAGE_BETS = 2_000

export type NamedRound = { roundId: string; game: GameId; period: string }

/** A member's tag in the rows of a round. */
export function roundTag(tagKeys: TagKeys, { game, period }: NamedRound, memberId: string): string {
  return memberTag(tagKeys.of(roundName(game, period)), memberId)
}

/**
 * Reads all bets by seq, in pages: the process can serve other calls between two pages. Their claims are part of the rows of version 3
 * only.
 */
export async function readBets(
  db: Executor,
  bets: Pick<BetHooks, 'rows'>,
  tagKeys: TagKeys,
  round: NamedRound,
): Promise<ClaimedBet[]> {
  const rows: ClaimedBet[] = []
  const tags = new Map<string, string>()
  for (;;) {
    const page = await bets.rows(db, round.roundId, rows.length, PAGE_BETS)
    for (const { seq, ms, member, id, picks, stake } of page) {
      const tag = tags.get(member) ?? roundTag(tagKeys, round, member)
      tags.set(member, tag)
      rows.push({ seq, ms, bet: { game: round.game, picks }, stake: String(stake), tag, claim: claimOf(id) })
    }
    if (page.length < PAGE_BETS) return rows
  }
}
