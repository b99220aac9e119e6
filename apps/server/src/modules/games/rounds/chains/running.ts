/** The round of a game that runs at an instant, and the chain that decides it. */
import { midnightAfter, periodAt, type RoundTimes } from '@fairlot/fairness/games/periods'
import { scheduledIndex } from '@fairlot/fairness/games/schedule'
import type { Chain, UsedChain } from './chains.queries.ts'

/** A round that may be open now, and the chain that it uses. `index`: of version 3, the value that the chain has for it. */
export type OpenPeriod = { chain: UsedChain; period: string; index: number | null } & RoundTimes

/**
 * The round of a game that runs at an instant; null when none can. The newest chain of version 3 that has begun decides, also when it
 * is dead or used up: an older one does not come back.
 * @param chains the newest first
 * @param rulesAtMs since when the log is of version 3; null: it is not
 */
export function runningPeriod(
  chains: readonly UsedChain[],
  nowMs: number,
  rulesAtMs: number | null,
): OpenPeriod | null {
  const scheduled = chains.filter((chain) => chain.rules === 3 && !chain.isRetired)
  const begun = scheduled.findIndex(({ firstMs }) => firstMs! <= nowMs)
  if (begun >= 0) return scheduledPeriod(scheduled[begun]!, scheduled[begun - 1], nowMs)
  const round = periodOf2(
    chains.filter(({ rules }) => rules === 2),
    nowMs,
  )
  // the chains of version 2 end at the first midnight after the log's rules
  if (round && rulesAtMs !== null && round.opensAt >= midnightAfter(round.chain.zone, rulesAtMs)) return null
  return round
}

/** @param next the chain that follows */
function scheduledPeriod(chain: UsedChain, next: UsedChain | undefined, nowMs: number): OpenPeriod | null {
  const round = periodAt(chain, nowMs)
  const index = scheduledIndex(chain.roundMs, chain.firstMs!, round.opensAt)
  if (index === null || index > chain.length || !isVouched(chain)) return null
  // days of another zone can begin within a round
  if (next && next.firstMs! < round.endsAt) return null
  return { chain, index, ...round }
}

/** Whether a quorum signed a witnessed chain before its first round. Chains of grade beacon need no witness. */
export function isVouched({ quorum, signed }: Pick<UsedChain, 'quorum' | 'signed'>): boolean {
  return quorum === null || signed >= quorum
}

/** Whether a chain of version 3 has begun without its witnesses: no round of it opens. */
export function isDead(chain: UsedChain, nowMs: number): boolean {
  return chain.rules === 3 && nowMs >= chain.firstMs! && !isVouched(chain)
}

/**
 * Null when the chain was published after the round began, or is used up. After a change the chain before goes on until the new one
 * may be used.
 */
function periodOf2([newest, before]: readonly UsedChain[], nowMs: number): OpenPeriod | null {
  if (newest) {
    const round = periodAt(newest, nowMs)
    // rounds of another length would have the numbers of rounds that the day has had
    const isNumbered =
      !before || before.roundMs === newest.roundMs || startOfDay(newest, round) >= newest.publishedMs
    if (!newest.isRetired && newest.left > 0 && round.opensAt >= newest.publishedMs && isNumbered)
      return { chain: newest, index: null, ...round }
  }
  if (!before || before.isRetired || before.left <= 0) return null
  const round = periodAt(before, nowMs)
  return round.opensAt >= before.publishedMs ? { chain: before, index: null, ...round } : null
}

function startOfDay({ roundMs }: Chain, { period, opensAt }: { period: string; opensAt: number }): number {
  return opensAt - (Number(period.slice(9)) - 1) * roundMs
}
