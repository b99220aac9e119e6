/**
 * How the house's own money moves beside fundings: profit that is taken out, costs, differences between the bank and the books, and
 * free money of the bankroll that becomes earnings. Each is a posting with a reference, which moves money once for each kind.
 */
import type { EarningAccount, HouseMoveKind, MoveDirection } from '@fairlot/contract/kinds/house-moves'
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { uuidv8 } from '../../platform/random.ts'
import { refuseRealMoney } from './house-accounts.ts'
import { HOUSE_BOOKS, transfer } from './transfer.ts'

/** The ledger's name of each kind. */
export const MOVE_POSTINGS = {
  payout: 'house_payout',
  release: 'bankroll_release',
  bank_fee: 'bank_fee',
  tax: 'tax',
  chargeback: 'chargeback',
  bank_correction: 'bank_correction',
} as const satisfies Record<HouseMoveKind, string>

export type HouseMove = {
  kind: HouseMoveKind
  /** whose money it is; `release` moves that of the bankroll */
  account: EarningAccount | 'bankroll'
  direction: MoveDirection
  /** minor units, above zero */
  amount: bigint
  /** of the bank, or of the house's own books; 1 to 140 characters */
  reference: string
  reason: string
  /** the operator who receives a payout; never the one who approved it */
  recipient?: string
  /** the two operators, and the approval request; only the demo world and tests of a sandbox leave it out */
  by?: { requestedBy: string; approvedBy: string; approvalId: string }
}

/** The account on the other side: the money at banks, or what a release becomes. */
export const otherSide = (kind: HouseMoveKind): HouseAccount => (kind === 'release' ? 'sales' : 'cash')

const WRITE: Statement = {
  name: 'house.move.write',
  text: `
    insert into house_move (book, move_id, kind, direction, amount, reference, reason, recipient, requested_by, approved_by,
      approval_id, moved_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, business_now())`,
}
const KNOWN: Statement = {
  name: 'house.move.known',
  text: 'select 1 from house_move where kind = $1 and (upper(reference) = upper($2) or move_id = $3)',
}
const LOCK: Statement = {
  name: 'house.move.lock',
  text: `
    select name, balance - lowest as available from house_account where book = any($1::uuid[])
    order by book for update`,
}

/** The move's id: 122 bits of SHA-256 over kind and reference, as a UUIDv8. */
export function moveIdOf({ kind, reference }: Pick<HouseMove, 'kind' | 'reference'>): string {
  return uuidv8(`fairlot/house-move/1\0${kind}\0${foldedReference(reference)}`)
}

/** Whether a reference has moved money of this kind, in whatever case it was written. */
export async function isMoveKnown(
  db: Executor,
  move: Pick<HouseMove, 'kind' | 'reference'>,
): Promise<boolean> {
  return (await db.query(KNOWN, [move.kind, move.reference, moveIdOf(move)])).length > 0
}

/**
 * Locks both accounts of a move until the caller's commit, in the order of locks.
 * @returns what the account can pay, in minor units
 */
export async function lockMove(tx: Tx, { kind, account }: Pick<HouseMove, 'kind' | 'account'>) {
  const books = [HOUSE_BOOKS[otherSide(kind)], HOUSE_BOOKS[account]]
  const rows = await tx.query<{ name: string; available: bigint }>(LOCK, [books])
  const own = rows.find(({ name }) => name === account)
  if (!own || rows.length !== 2) throw new Error(`there is no house account ${account}`)
  return own.available
}

/**
 * Writes a move and its posting. The reference must be new (`isMoveKnown`).
 * @throws Refusal INSUFFICIENT_BALANCE when the account would fall below what it must keep; Error for real money without two persons
 */
export async function moveHouse(tx: Tx, move: HouseMove): Promise<string> {
  const { kind, account, direction, amount, reference, reason, recipient, by } = move
  if (!by) await refuseRealMoney(tx)
  await lockMove(tx, move)
  const id = moveIdOf(move)
  await tx.query(WRITE, [
    HOUSE_BOOKS[account],
    id,
    kind,
    direction,
    amount,
    reference,
    reason,
    recipient ?? null,
    by?.requestedBy ?? null,
    by?.approvedBy ?? null,
    by?.approvalId ?? null,
  ])
  const [own, other] = [{ house: account }, { house: otherSide(kind) }] as const
  const [from, to] = direction === 'out' ? [own, other] : [other, own]
  await transfer(tx, { ref: id, kind: MOVE_POSTINGS[kind], from, to, amount })
  return id
}

const EARNED_TODAY = (name: EarningAccount) => `
  select '${name}' as account, balance, (
    select coalesce(sum(amount), 0)::bigint from ledger
    where book = '${HOUSE_BOOKS[name]}' and credit = 'account' and at >= day.begins and kind <> '${MOVE_POSTINGS.release}') as today
  from house_account cross join day where name = '${name}'`
const EARNED: Statement = {
  name: 'house.move.earned',
  text: `
    with day as (
      select period_start('day', at, $1)::timestamp at time zone 'UTC' - $1 * interval '1 minute' as begins from business_clock)
    ${EARNED_TODAY('sales')} union all ${EARNED_TODAY('fees')}`,
}

/**
 * What draws and fees have earned until the last business midnight and is still there, in minor units: what comes in today is not
 * taken out before the day is over. What the bankroll released was earned before.
 * @param utcOffset minutes east of UTC of business time
 */
export async function earnedBefore(db: Executor, utcOffset: number): Promise<Record<EarningAccount, bigint>> {
  const rows = await db.query<{ account: EarningAccount; balance: bigint; today: bigint }>(EARNED, [
    utcOffset,
  ])
  const earned = { sales: 0n, fees: 0n }
  for (const { account, balance, today } of rows) earned[account] = balance > today ? balance - today : 0n
  return earned
}
