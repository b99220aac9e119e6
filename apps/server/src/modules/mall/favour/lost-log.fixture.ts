/** The loss of a log, for tests of what happens to its issues. */
import { auditLog } from '@fairlot/fairness/audit'
import { createRecovery } from '../../fair/index.ts'
import type { DrawMall } from '../draws/draws.fixture.ts'
import { restateRefunds } from '../issues/log-entries.ts'
import { loseOpenIssues } from '../issues/lose-issues.ts'

/** Ends what is open, because the log was lost, and starts the next one, as two owners do. */
export async function loseLog(world: Pick<DrawMall, 'mall' | 'options'>): Promise<readonly string[]> {
  const { db } = world.mall
  const { writer } = world.options
  return db.tx(async (tx) => {
    await writer.hold(tx)
    const ended = await loseOpenIssues(tx, world.options)
    const { restated, issues } = await createRecovery(writer).begin(tx, ended)
    await restateRefunds(tx, writer, restated)
    return issues
  })
}

/** Audits the current log. @throws AuditBreach */
export async function auditedNow(world: Pick<DrawMall, 'mall' | 'options'>) {
  const { db } = world.mall
  const { writer } = world.options
  await writer.flush(db, { checkpoint: true })
  const [last] = await db.query<{ log: number }>('select max(number) as log from log')
  const rows = await db.query<{ bytes: string }>(
    'select bytes from log_entry where log = $1 order by index',
    [last!.log],
  )
  const notes = await db.query<{ note: string }>(
    'select note from log_checkpoint where log = $1 order by size',
    [last!.log],
  )
  return auditLog({
    deployment: writer.nameOf(last!.log),
    publicKey: writer.publicKey,
    entries: rows.map(({ bytes }) => bytes),
    checkpoints: notes.map(({ note }) => ({ note, cosignatures: [] })),
  })
}
