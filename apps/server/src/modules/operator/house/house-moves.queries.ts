/** SQL that reads the house's own moves and their requests. */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { EarningAccount, HouseMoveKind, MoveDirection } from '@fairlot/contract/kinds/house-moves'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'
import { allReserves } from '../../finance/index.ts'
import { earnedBefore, houseAccounts } from '../../ledger/index.ts'
import { beyondProviders } from '../../wallet/index.ts'

const PENDING: Statement = {
  name: 'operator.moves.pending',
  text: `
    select params ->> 'reference' as reference from approval, business_clock
    where action in ('house.payout', 'house.book', 'house.chargeback') and params ->> 'kind' = $1 and state = 'pending' and expires_at > at`,
}

/** The references of the requests for a kind of move that wait for an approval. */
export async function pendingMoves(db: Executor, kind: HouseMoveKind): Promise<string[]> {
  return (await db.query<{ reference: string }>(PENDING, [kind])).map(({ reference }) => reference)
}

const CORRECTED: Statement = {
  name: 'operator.moves.corrected',
  text: `
    select coalesce(sum(amount), 0)::bigint as amount from house_move where kind = 'bank_correction' and direction = 'out'`,
}

/** Minor units. */
export type TakeOut = Record<EarningAccount, bigint> & {
  /** what banks and companies have less than the books, and no correction has booked */
  unbooked: bigint
}

/**
 * What may be taken out of what draws and fees have earned: of whole days, less what is missing at banks and companies. `sales` bears
 * that first. Locks nothing: who takes money out locks the account before.
 */
export async function takeOutNow(db: Executor, utcOffset: number): Promise<TakeOut> {
  const earned = await earnedBefore(db, utcOffset)
  const [corrected] = await db.query<{ amount: bigint }>(CORRECTED)
  const missing = (await beyondProviders(db)) - corrected!.amount
  const unbooked = missing > 0n ? missing : 0n
  const sales = earned.sales > unbooked ? earned.sales - unbooked : 0n
  const rest = unbooked - (earned.sales - sales)
  return { sales, fees: earned.fees > rest ? earned.fees - rest : 0n, unbooked }
}

/** Minor units; the first is the sum of the others. */
export type BankBooks = { books: bigint; house: bigint; reserves: bigint; members: bigint }

/** What the books state about the money at banks and payment companies. */
export async function bankBooks(db: Executor): Promise<BankBooks> {
  const accounts = await houseAccounts(db)
  const sum = (isCash: boolean) =>
    accounts.filter(({ name }) => (name === 'cash') === isCash).reduce((all, one) => all + one.balance, 0n)
  const books = -sum(true)
  const house = sum(false)
  const reserves = await allReserves(db)
  return { books, house, reserves, members: books - house - reserves }
}

const MOVES: Statement = {
  name: 'operator.moves.list',
  text: `
    select move.move_id, move.kind, house.name as account, move.direction, move.amount, move.reference, move.reason,
      move.recipient, receiver.name as recipient_name, move.requested_by, requester.name as requested_name,
      move.approved_by, approver.name as approved_name,
      ${MS('move.moved_at')} as moved_ms, (extract(epoch from move.moved_at) * 1000000)::bigint as moved_micros
    from house_move move
    join house_account house using (book)
    left join operator receiver on receiver.operator_id = move.recipient
    left join operator requester on requester.operator_id = move.requested_by
    left join operator approver on approver.operator_id = move.approved_by
    where ($1::text is null or move.kind = $1)
      and ($2::bigint is null or (move.moved_at, move.move_id)
        < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by move.moved_at desc, move.move_id desc limit $4`,
}

export type MoveRow = {
  move_id: string
  kind: HouseMoveKind
  account: HouseAccount
  direction: MoveDirection
  amount: bigint
  reference: string
  reason: string
  recipient: string | null
  recipient_name: string | null
  requested_by: string | null
  requested_name: string | null
  approved_by: string | null
  approved_name: string | null
  moved_ms: bigint
  /** microseconds, for the cursor */
  moved_micros: bigint
}

export type MoveFilter = {
  kind: HouseMoveKind | null
  /** only moves before this one */
  before: { micros: number; moveId: string } | null
  limit: number
}

/** Newest first. */
export function listMoves(db: Executor, { kind, before, limit }: MoveFilter): Promise<MoveRow[]> {
  return db.query<MoveRow>(MOVES, [kind, before?.micros ?? null, before?.moveId ?? null, limit])
}
