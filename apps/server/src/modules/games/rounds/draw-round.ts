/**
 * The result of a sealed round, once its beacon round is published. The transaction that writes it frees the round's slice of
 * the bankroll, adds from it what the bets win beyond their stakes, or gives the house what is left of the stakes. The
 * settlement then pays every bet.
 */
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import { beaconOf, roundTimeMs } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { OUTCOMES } from '@fairlot/fairness/games/pay-table'
import { gameHash, gameResult, outcomeOf } from '@fairlot/fairness/games/result'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Beacons, LogWriter } from '../../fair/index.ts'
import { transfer, unbindMoney } from '../../ledger/index.ts'
import {
  insertResult,
  lockRound,
  readSealed,
  type LockedRound,
  type RoundResultRow,
  type SealedRound,
} from './draw-round.queries.ts'
import { roundBook } from './round-book.ts'
import { endRound } from './rounds.queries.ts'

export type DrawRoundOptions = { db: Db; beacons: Beacons; writer: LogWriter }

/**
 * Writes the result of a sealed round. False: it is not sealed, has its result, waits for its beacon round, or for a witness.
 * @throws Error when the signature is not the beacon's; LogRefused
 */
export async function drawRound(options: DrawRoundOptions, roundId: string): Promise<boolean> {
  const { db, beacons, writer } = options
  await writer.standing.require(db)
  const round = await readSealed(db, roundId)
  if (!round || (round.isWitnessed && round.witness === null)) return false
  const beacon = beacons.of(round.beaconChain)
  const signature = await beacon.signature(round.beaconRound)
  if (signature === null) return false
  const { game, period, beaconRound } = round
  // a local beacon checks what it signs
  if (!beacon.local && !verifyRound(beacon.chain, beaconRound, signature))
    throw new Error(`${game} ${period}: the signature of round ${beaconRound} is not the beacon's`)
  const { row, result } = resultOf(round, signature)
  const at = roundTimeMs(beaconRound, beacon.chain)
  return db.tx(async (tx) => {
    // before the lock of the round: it gets no result unless the log takes its entry
    await writer.lock(tx)
    const locked = await lockRound(tx, roundId)
    if (locked?.status !== 'sealed' || locked.outcome !== null) return false
    await insertResult(tx, row)
    await moveHousePart(tx, roundId, locked, row.outcome)
    const { beacon: value } = row
    const entry = { t: 'round-result' as const, game, period, round: beaconRound, beacon: value, result, at }
    await writer.append(tx, round.rules === 3 ? { ...entry, signature } : entry)
    if (locked.bets === 0) await endRound(tx, roundId)
    return true
  })
}

function resultOf({ roundId, game, period, secret, beaconRound, witness }: SealedRound, signature: string) {
  const kind = KIND_OF_GAME[game]
  const beacon = beaconOf(signature)
  const hash = gameHash({ secret, game, period, round: beaconRound, beacon })
  const result = gameResult(kind, hash)
  const row: RoundResultRow = {
    roundId,
    beaconRound,
    signature,
    beacon,
    hash,
    price: 'price' in result ? result.price : null,
    finish: 'finish' in result ? result.finish : null,
    outcome: OUTCOMES[kind].indexOf(outcomeOf(result)) + 1,
    witness,
  }
  return { row, result }
}

/** After it the pool is what the bets win together. */
async function moveHousePart(
  tx: Tx,
  roundId: string,
  { slice, pool, exposure }: LockedRound,
  outcome: number,
): Promise<void> {
  await unbindMoney(tx, 'bankroll', slice)
  const owed = exposure[outcome - 1]!
  const of = { book: roundBook, key: roundId }
  if (owed > pool)
    await transfer(tx, {
      ref: roundId,
      kind: 'slice',
      from: { house: 'bankroll' },
      to: of,
      amount: owed - pool,
    })
  if (pool > owed)
    await transfer(tx, {
      ref: roundId,
      kind: 'round',
      from: of,
      to: { house: 'bankroll' },
      amount: pool - owed,
    })
}
