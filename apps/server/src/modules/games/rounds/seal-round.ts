/**
 * Seals a closed round: reads and checks its bets, and reveals the next value of its chain. The time of the seal selects the
 * beacon round. One transaction writes the seal, its log entry and a checkpoint that covers it, so no seal exists that was
 * not published before its beacon round. A round that is not sealed before its end is void.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { betsDigest, type BetRow } from '@fairlot/fairness/games/bets'
import type { Db } from '../../../platform/db.ts'
import type { Beacons, LogWriter, TagKeys } from '../../fair/index.ts'
import type { ChainValues } from './chains/chains.ts'
import type { BetHooks } from './hooks.ts'
import { readBets } from './round-bets.ts'
import { insertRoundSeal, readUnsealed, type UnsealedRound } from './seal-round.queries.ts'

export type SealRoundOptions = {
  db: Db
  beacons: Beacons
  writer: LogWriter
  tagKeys: TagKeys
  bets: BetHooks
  chainValues: ChainValues
}

/** What undoes a seal that came too late: nothing of it is written. */
class NotSealed extends Error {}

/**
 * Seals a round. False: it is not closed, is sealed already, its end has come, an earlier round of its game waits, or the
 * clock is behind its beacon.
 * @throws Error when the stored bets differ from what the round counted, or the checkpoint would be later than the beacon
 *   round; nothing is then written
 */
export async function sealRound(options: SealRoundOptions, roundId: string): Promise<boolean> {
  const { db, beacons, writer, bets, tagKeys, chainValues } = options
  await writer.standing.require(db)
  const round = await readUnsealed(db, roundId)
  if (!round) return false
  const { game, period, chainId, index, delay } = round
  const beacon = beacons.of(round.beaconChain)
  // its beacon round could be published already
  if (await beacon.isClockBehind()) return false
  const rows = round.bets === 0 ? [] : await readBets(db, bets, tagKeys, round)
  checkBets(round, rows)
  const secret = await chainValues.at(db, chainId, index)
  await nextTurn()
  const content = { index, secret, bets: rows.length, digest: betsDigest(game, period, rows) }
  const { chain } = beacon
  try {
    return await db.tx(async (tx) => {
      const { floorMs } = await writer.lock(tx)
      const seal = await insertRoundSeal(tx, round, content, { chain, floorMs })
      if (!seal) throw new NotSealed()
      const { sealedAt, round: beaconRound } = seal
      if (beaconRound !== roundFor(sealedAt, delay, chain))
        throw new Error(`${game} ${period}: the seal's round is ${beaconRound}, not the one of its time`)
      const entry = { game, period, chain: chainId, ...content, sealedAt, round: beaconRound, at: sealedAt }
      const { timeMs } = await writer.publish(tx, [{ t: 'round-seal', ...entry }])
      if (timeMs >= roundTimeMs(beaconRound, chain))
        throw new Error(`${game} ${period}: its seal was not published before round ${beaconRound}`)
      return true
    })
  } catch (error) {
    if (error instanceof NotSealed) return false
    throw error
  }
}

/** Checks that the stored bets are complete: number and stakes as the round counted them, in order, before the cut-off. */
function checkBets(round: UnsealedRound, rows: readonly BetRow[]): void {
  const wrong = (what: string) => new Error(`${round.game} ${round.period} cannot be sealed: ${what}`)
  if (rows.length !== round.bets) throw wrong(`${rows.length} bets are stored, ${round.bets} were accepted`)
  let last = round.opensMs
  let stake = 0n
  rows.forEach((row, index) => {
    if (row.seq !== index + 1) throw wrong(`bet ${index + 1} is missing`)
    if (row.ms < last) throw wrong(`the time of bet ${row.seq} goes back`)
    if (row.ms >= round.closesMs) throw wrong(`bet ${row.seq} is not before the cut-off`)
    last = row.ms
    stake += BigInt(row.stake) * BigInt(row.bet.picks.length)
  })
  if (stake !== round.stake) throw wrong(`the bets cost ${stake}, the round counted ${round.stake}`)
}
