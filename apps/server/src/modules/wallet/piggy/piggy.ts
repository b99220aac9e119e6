/**
 * The piggy bank: money that a member puts out of their own reach. It earns nothing and costs nothing. What goes in can have a
 * lock; locked money goes back when the lock ends, and nobody can end it earlier.
 */
import { createHash } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { PIGGY_LOCK_HOURS } from '@fairlot/contract/kinds/piggy-locks'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { uuidv7, uuidv8, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { balances, barredNow, defineBook, lockWallets, transfer } from '../../ledger/index.ts'
import {
  insertMove,
  moveByRequest,
  openPiggy,
  piggyBalance,
  piggyLocks,
  releaseLocks,
  type LockRow,
} from './piggy.queries.ts'

/** A member's piggy bank. It has an id of its own, because a book is told from the wallet by its key. */
export const PIGGIES = defineBook({
  name: 'piggy',
  table: 'piggy',
  key: 'piggy_id',
  balance: 'balance',
  account: 'piggy',
})

export const piggyIdOf = (memberId: string): string => uuidv8(`fairlot/piggy/1\0${memberId}`)

export type PiggyDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  /** called after the commit that changes a wallet */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

type State = Output<Endpoints['piggyState']>
type Input = ParsedInput<Endpoints['piggyTransfer']>

/** What is in a member's piggy bank, in minor units. */
export const piggyOf = (db: Executor, memberId: string): Promise<bigint> =>
  piggyBalance(db, piggyIdOf(memberId))

/** What a member's locks keep in the piggy bank, in minor units. */
export const lockedPiggyOf = async (db: Executor, memberId: string): Promise<bigint> =>
  lockedOf(await piggyLocks(db, memberId))

const lockedOf = (locks: readonly LockRow[]): bigint => locks.reduce((sum, { amount }) => sum + amount, 0n)

async function stateOf(db: Executor, memberId: string): Promise<State> {
  const { balance } = await balances(db, memberId)
  const piggy = await piggyOf(db, memberId)
  const locks = await piggyLocks(db, memberId)
  return {
    wallet: formatMoney(balance),
    piggy: formatMoney(piggy),
    movable: formatMoney(piggy - lockedOf(locks)),
    locks: locks.map(({ move_id, amount, until_ms }) => ({
      id: move_id,
      amount: formatMoney(amount),
      until: Number(until_ms),
    })),
  }
}

/**
 * Moves money in or out, once per request id.
 * @throws Refusal INSUFFICIENT_BALANCE, PIGGY_LOCKED, ACCOUNT_CLOSING, REQUEST_ID_REUSED
 */
export async function movePiggy(deps: PiggyDeps, memberId: string, input: Input): Promise<State> {
  const amount = parseMoney(input.amount)
  const { direction, requestId } = input
  const lockHours = direction === 'in' ? PIGGY_LOCK_HOURS[input.lock] : 0
  const inputHash = createHash('sha256')
    .update(JSON.stringify([direction, amount.toString(), lockHours]))
    .digest()
  const state = await deps.db.tx(async (tx) => {
    await lockWallets(tx, [memberId])
    const earlier = await moveByRequest(tx, memberId, requestId)
    if (earlier) {
      if (!earlier.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
      return stateOf(tx, memberId)
    }
    await check(tx, memberId, direction, amount)
    const id = uuidv7(deps.clock.now(), deps.random)
    const piggyId = piggyIdOf(memberId)
    await openPiggy(tx, piggyId, memberId)
    await insertMove(tx, { memberId, id, requestId, inputHash, direction, amount, lockHours })
    const [wallet, piggy] = [{ member: memberId }, { book: PIGGIES, key: piggyId }]
    await transfer(
      tx,
      direction === 'in'
        ? { ref: id, kind: 'piggy_in', from: wallet, to: piggy, amount }
        : { ref: id, kind: 'piggy_out', from: piggy, to: wallet, amount },
    )
    return stateOf(tx, memberId)
  })
  deps.onMoved?.(memberId)
  return state
}

async function check(tx: Tx, memberId: string, direction: Input['direction'], amount: bigint): Promise<void> {
  if (direction === 'in') {
    // what is put away while an account closes would only delay the closing
    if ((await barredNow(tx, memberId))?.closing) throw new Refusal('ACCOUNT_CLOSING')
    return
  }
  const piggy = await piggyOf(tx, memberId)
  if (amount > piggy) throw new Refusal('INSUFFICIENT_BALANCE')
  if (amount > piggy - lockedOf(await piggyLocks(tx, memberId))) throw new Refusal('PIGGY_LOCKED')
}

/** Ends all locks: the member excluded themselves. The caller holds the lock of the member's wallet. */
export async function releasePiggy(tx: Tx, memberId: string): Promise<void> {
  await releaseLocks(tx, memberId)
}

/**
 * Moves everything back, whatever its locks: the account is being closed. The caller holds the lock of the member's wallet.
 * @param id of this move; the same id moves once
 */
export async function emptyPiggy(tx: Tx, memberId: string, id: string): Promise<void> {
  await releaseLocks(tx, memberId)
  const key = piggyIdOf(memberId)
  const amount = await piggyBalance(tx, key)
  if (amount === 0n) return
  const inputHash = createHash('sha256').update(id).digest()
  await insertMove(tx, { memberId, id, requestId: id, inputHash, direction: 'out', amount, lockHours: 0 })
  const [from, to] = [{ book: PIGGIES, key }, { member: memberId }]
  await transfer(tx, { ref: id, kind: 'piggy_out', from, to, amount })
}

export function piggyHandlers(deps: PiggyDeps): Handlers<Endpoints, 'piggyState' | 'piggyTransfer'> {
  return {
    piggyState: ({ member: { memberId } }) => stateOf(deps.db, memberId),
    piggyTransfer: ({ member: { memberId }, input }) => movePiggy(deps, memberId, input),
  }
}
