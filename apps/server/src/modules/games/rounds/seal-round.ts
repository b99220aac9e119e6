/**
 * Seals a closed round: reads and checks its bets, and reveals the next value of its chain. One transaction writes the seal, its log
 * entry and a checkpoint that covers it. In version 2 the time of the seal selects the beacon round, the seal is published before it,
 * and a round that is not sealed before its end is void. In version 3 value and beacon round are fixed when the round opens, and the
 * value is revealed when the beacon round is published, however late.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { betsDigest, claimedBetsDigest, type BetRow } from '@fairlot/fairness/games/bets'
import type { Db } from '../../../platform/db.ts'
import type { Beacons, LogWriter, TagKeys } from '../../fair/index.ts'
import type { ChainValues } from './chains/chains.ts'
import type { BetHooks } from './hooks.ts'
import { readBets } from './round-bets.ts'
import {
  insertRoundSeal,
  insertScheduledSeal,
  readUnsealed,
  type RoundSealContent,
  type UnsealedRound,
} from './seal-round.queries.ts'

type Beacon = Beacons['current']

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
 * Seals a round. False: it is not closed, is sealed already, an earlier round of its game waits, of version 2 also when its end has
 * come or the clock is behind its beacon, and of version 3 when its beacon round is not published.
 * @throws Error when the stored bets differ from what the round counted, or of version 2 the checkpoint would be later than the beacon
 *   round; nothing is then written
 */
export async function sealRound(options: SealRoundOptions, roundId: string): Promise<boolean> {
  const { db, beacons, writer } = options
  await writer.standing.require(db)
  const round = await readUnsealed(db, roundId)
  if (!round) return false
  const beacon = beacons.of(round.beaconChain)
  if (round.beaconRound !== null)
    return (await beacon.signature(round.beaconRound)) !== null && sealScheduled(options, round, beacon)
  // its beacon round could be published already
  return !(await beacon.isClockBehind()) && sealByTime(options, round, beacon)
}

async function contentOf(options: SealRoundOptions, round: UnsealedRound): Promise<RoundSealContent> {
  const { db, bets, tagKeys, chainValues } = options
  const { game, period, chainId, index } = round
  const rows = round.bets === 0 ? [] : await readBets(db, bets, tagKeys, round)
  checkBets(round, rows)
  const secret = await chainValues.at(db, chainId, index)
  await nextTurn()
  const digestOf = round.beaconRound === null ? betsDigest : claimedBetsDigest
  return { index, secret, bets: rows.length, digest: digestOf(game, period, rows) }
}

/** Of version 3. */
async function sealScheduled(
  options: SealRoundOptions,
  round: UnsealedRound,
  { chain }: Beacon,
): Promise<boolean> {
  const { db, writer } = options
  const { roundId, game, period, chainId } = round
  const content = await contentOf(options, round)
  const publishedMs = roundTimeMs(round.beaconRound!, chain)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const seal = await insertScheduledSeal(tx, roundId, content, { publishedMs, floorMs })
    if (!seal) return false
    const entry = { game, period, chain: chainId, ...content, ...seal, at: seal.sealedAt }
    await writer.publish(tx, [{ t: 'round-seal', ...entry }])
    return true
  })
}

/** Of version 2. */
async function sealByTime(
  options: SealRoundOptions,
  round: UnsealedRound,
  { chain }: Beacon,
): Promise<boolean> {
  const { db, writer } = options
  const { game, period, chainId, delay } = round
  const content = await contentOf(options, round)
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
