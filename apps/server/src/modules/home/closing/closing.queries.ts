/** SQL of the requests to close an account. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

const PUT: Statement = {
  name: 'closing.put',
  text: 'insert into closure (member_id, requested_at) select $1, at from business_clock',
}

export async function putClosure(tx: Tx, memberId: string): Promise<void> {
  await tx.query(PUT, [memberId])
}

const DROP: Statement = {
  name: 'closing.drop',
  text: 'delete from closure where member_id = $1 and closed_at is null',
}

export async function dropClosure(tx: Tx, memberId: string): Promise<void> {
  await tx.query(DROP, [memberId])
}

const FINISH: Statement = {
  name: 'closing.finish',
  text: 'update closure set closed_at = business_now() where member_id = $1 and closed_at is null returning 1',
}

/** @throws Error when nobody had asked for it */
export async function finishClosure(tx: Tx, memberId: string): Promise<void> {
  const done = await tx.query(FINISH, [memberId])
  if (done.length === 0) throw new Error(`nobody asked to close the account of ${memberId}`)
}

const REQUESTED: Statement = {
  name: 'closing.asked',
  text: `select ${MS('requested_at')} as requested_ms from closure where member_id = $1`,
}

/** Unix milliseconds; null: not asked for. */
export async function requestedAt(db: Executor, memberId: string): Promise<number | null> {
  const [row] = await db.query<{ requested_ms: bigint }>(REQUESTED, [memberId])
  return row ? Number(row.requested_ms) : null
}

const WAITING: Statement = {
  name: 'closing.waiting',
  text: `
    select member_id from closure
    where closed_at is null and ($1::uuid is null
      or (requested_at, member_id) > (select requested_at, member_id from closure where member_id = $1))
    order by requested_at, member_id limit $2`,
}

/** Members whose accounts wait to be closed, the oldest request first, after one of them. */
export async function waiting(db: Executor, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.query<{ member_id: string }>(WAITING, [after, limit])
  return rows.map(({ member_id }) => member_id)
}
