/** SQL of the requests to close an account. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

const INSERT: Statement = {
  name: 'closing.insert',
  text: 'insert into closure (member_id, requested_at) select $1, at from business_clock',
}

export async function insertClosure(tx: Tx, memberId: string): Promise<void> {
  await tx.query(INSERT, [memberId])
}

const DELETE: Statement = {
  name: 'closing.delete',
  text: 'delete from closure where member_id = $1 and closed_at is null',
}

export async function deleteClosure(tx: Tx, memberId: string): Promise<void> {
  await tx.query(DELETE, [memberId])
}

const FINISH: Statement = {
  name: 'closing.finish',
  text: 'update closure set closed_at = business_now() where member_id = $1 and closed_at is null returning 1',
}

/** @throws Error when no request is pending */
export async function finishClosure(tx: Tx, memberId: string): Promise<void> {
  const done = await tx.query(FINISH, [memberId])
  if (done.length === 0) throw new Error(`there is no request to close the account of ${memberId}`)
}

const REQUESTED: Statement = {
  name: 'closing.requested',
  text: `select ${MS('requested_at')} as requested_ms from closure where member_id = $1`,
}

/** When the member requested the closing, in Unix milliseconds; null: there is no request. */
export async function requestedAt(db: Executor, memberId: string): Promise<number | null> {
  const [row] = await db.query<{ requested_ms: bigint }>(REQUESTED, [memberId])
  return row ? Number(row.requested_ms) : null
}

const PENDING: Statement = {
  name: 'closing.pending',
  text: `
    select member_id from closure
    where closed_at is null and ($1::uuid is null
      or (requested_at, member_id) > (select requested_at, member_id from closure where member_id = $1))
    order by requested_at, member_id limit $2`,
}

/** Members whose accounts wait to be closed, the oldest request first, after one of them. */
export async function pendingClosures(db: Executor, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ member_id: string }>(PENDING, [after, limit])
  return rows.map(({ member_id }) => member_id)
}
