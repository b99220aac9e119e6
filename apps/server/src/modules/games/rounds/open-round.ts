/**
 * Opens the round of a game that runs now, and binds its slice of the bankroll: the house may have to pay this much beyond the
 * stakes. When the bankroll has less free money, the slice is smaller. The id of a round follows from game and period, so a
 * period has one round however many processes open it.
 */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { scheduledRound } from '@fairlot/fairness/games/schedule'
import { rulesAt } from '../../fair/index.ts'
import { bindMoney, unbindMoney } from '../../ledger/index.ts'
import { renewChain, type ChainOptions } from './chains/chains.ts'
import { recentChains } from './chains/chains.queries.ts'
import { isDead, runningPeriod, type OpenPeriod } from './chains/running.ts'
import { hasRound, insertRound } from './rounds.queries.ts'

export type OpenOptions = ChainOptions & {
  /** what the bankroll binds for a round, minor units */
  sliceOf: (game: GameId) => bigint
  /** the most that one member can stake in a round, minor units; 0: no maximum */
  memberLimitOf: () => bigint
}

/**
 * The round that should run now, and whether this call opened it. Without a round none can run now; `deadChain`: the number of the
 * chain that its witnesses did not sign in time.
 */
export type Opened = { round: OpenPeriod; roundId: string | null } | { round: null; deadChain: number | null }

/** Makes the chain that is needed, and opens the round unless it exists or its betting is over. */
export async function openDueRound(options: OpenOptions, game: GameId, nowMs: number): Promise<Opened> {
  const { db, writer, beacons } = options
  await writer.standing.require(db)
  await renewChain(options, game)
  const chains = await recentChains(db, game)
  const round = runningPeriod(chains, nowMs, await rulesAt(db))
  if (!round) {
    const begun = chains.find(({ isRetired, firstMs }) => !isRetired && firstMs !== null && firstMs <= nowMs)
    return { round: null, deadChain: begun && isDead(begun, nowMs) ? begun.number : null }
  }
  const { chain, period, opensAt, closesAt, endsAt, index } = round
  // a round that nobody could bet on any more is left out, as all that were missed
  if (nowMs >= closesAt || (await hasRound(db, game, period, index !== null))) return { round, roundId: null }
  const roundId = await db.tx(async (tx) => {
    const slice = await bindMoney(tx, 'bankroll', options.sliceOf(game))
    const made = await insertRound(tx, {
      game,
      period,
      chainId: chain.chainId,
      opensMs: opensAt,
      closesMs: closesAt,
      endsMs: endsAt,
      slice,
      memberLimit: options.memberLimitOf(),
      ...(index === null
        ? { index, beaconRound: null }
        : { index, beaconRound: scheduledRound(closesAt, chain.delay, beacons.of(chain.beaconChain).chain) }),
    })
    if (made === undefined) await unbindMoney(tx, 'bankroll', slice)
    return made ?? null
  })
  return { round, roundId }
}
