/**
 * Rows that a transaction locks before it changes what rules over several rows look at: staff and approval requests
 * (`back_office`), settings (`settings`); or that only one server does (`solvency`). Members' calls never wait here.
 */
import type { Tx } from './db.ts'

export type LockName = 'back_office' | 'settings' | 'solvency'

const LOCK = {
  name: 'lock_row.take',
  text: 'update lock_row set taken = taken + 1 where name = $1',
}

/** Takes a lock until the end of the transaction. */
export async function lockRow(tx: Tx, name: LockName): Promise<void> {
  await tx.query(LOCK, [name])
}
