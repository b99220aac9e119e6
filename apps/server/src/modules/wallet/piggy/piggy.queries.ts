/** Statements of the piggy bank. Amounts in minor units, times in Unix milliseconds. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

const OPEN: Statement = {
  name: 'piggy.open',
  text: 'insert into piggy (piggy_id, member_id) values ($1, $2) on conflict do nothing',
}
const BALANCE: Statement = { name: 'piggy.balance', text: 'select balance from piggy where piggy_id = $1' }

/** Gives a member an empty piggy bank; a second call changes nothing. */
export async function openPiggy(tx: Tx, piggyId: string, memberId: string): Promise<void> {
  await tx.query(OPEN, [piggyId, memberId])
}

export async function piggyBalance(db: Executor, piggyId: string): Promise<bigint> {
  const [row] = await db.query<{ balance: bigint }>(BALANCE, [piggyId])
  return row?.balance ?? 0n
}

export type LockRow = { move_id: string; amount: bigint; until_ms: bigint }

const LOCKS: Statement = {
  name: 'piggy.locks',
  text: `
    select move_id, amount, ${MS('locked_until')} as until_ms from piggy_move, business_clock
    where member_id = $1 and locked_until > at and released_at is null order by locked_until, move_id`,
}

/** The locks that have not ended, the next to end first. */
export function piggyLocks(db: Executor, memberId: string): Promise<LockRow[]> {
  return db.query<LockRow>(LOCKS, [memberId])
}

const BY_REQUEST: Statement = {
  name: 'piggy.by_request',
  text: 'select input_hash from piggy_move where member_id = $1 and request_id = $2',
}

export async function moveByRequest(
  db: Executor,
  memberId: string,
  requestId: string,
): Promise<{ input_hash: Buffer } | undefined> {
  return (await db.query<{ input_hash: Buffer }>(BY_REQUEST, [memberId, requestId]))[0]
}

export type NewMove = {
  memberId: string
  id: string
  requestId: string
  inputHash: Buffer
  direction: 'in' | 'out'
  amount: bigint
  /** hours; 0: no lock */
  lockHours: number
}

const INSERT: Statement = {
  name: 'piggy.insert',
  text: `
    insert into piggy_move (member_id, move_id, request_id, input_hash, direction, amount, locked_until, moved_at)
    select $1, $2, $3, $4, $5, $6, case when $7 > 0 then at + $7 * interval '1 hour' end, at from business_clock`,
}

export async function insertMove(
  tx: Tx,
  { memberId, id, requestId, inputHash, direction, amount, lockHours }: NewMove,
): Promise<void> {
  await tx.query(INSERT, [memberId, id, requestId, inputHash, direction, amount, lockHours])
}

const RELEASE: Statement = {
  name: 'piggy.release',
  text: `update piggy_move set released_at = (select at from business_clock)
    where member_id = $1 and locked_until > (select at from business_clock) and released_at is null`,
}

/** Ends all locks of a member. */
export async function releaseLocks(tx: Tx, memberId: string): Promise<void> {
  await tx.query(RELEASE, [memberId])
}
