/** Restore drills: the records of the restore program, which an owner brings to the live server. */
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { MS, type Db, type Executor, type Statement } from '../../../platform/db.ts'
import { isSignedDrill, readDrill } from '../../../platform/installation/drill-record.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { rootOf } from '../../fair/index.ts'

const RECORD: Statement = {
  name: 'restore_drill_record',
  text: `
    insert into restore_drill (signature, record, made_at, backup_at, operator_id, recorded_at)
    select decode($1, 'hex'), $2, to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0), $5, at from business_clock
    where to_timestamp($3 / 1000.0) <= at + interval '10 minutes'
    on conflict (signature) do nothing returning 1`,
}
const KNOWN: Statement = {
  name: 'restore_drill_known',
  text: `select 1 from restore_drill where signature = decode($1, 'hex')`,
}
const LAST: Statement = {
  name: 'restore_drill_last',
  text: `
    select ${MS('made_at')} as made_ms, floor(extract(epoch from at - made_at) / 86400)::int as days
    from restore_drill cross join business_clock order by made_at desc limit 1`,
}

export type RestoreDrillDeps = {
  db: Db
  audit: Audit
  fair: { writer: { readonly publicKey: string; readonly deployment: string } }
}

const refused = () => new Refusal('INPUT_INVALID', { fields: { record: 'INVALID' } })

/**
 * Records a drill. A repeated record changes nothing.
 * @throws Refusal INPUT_INVALID: not a record of this installation's restore program, or of another log, or of the future
 */
export async function recordDrill(
  { db, audit, fair }: RestoreDrillDeps,
  call: OperatorCall,
  content: string,
): Promise<{ madeAt: number; backupAt: number }> {
  const { publicKey, deployment } = fair.writer
  const read = readDrill(publicKey, content)
  if (!read || read.facts.deployment !== deployment) throw refused()
  const { facts, text, signature } = read
  const { madeAt, backupAt, log } = facts
  return db.tx(async (tx) => {
    if (log !== null && !(await isOfThisLog(tx, log))) throw refused()
    const values = [signature, text, madeAt, backupAt, call.operator.operatorId]
    if ((await tx.query(RECORD, values)).length > 0)
      await audit.write(tx, actorOf(call), {
        action: 'drill.record',
        subject: `drill:${new Date(madeAt).toISOString()}`,
        after: { backup: new Date(backupAt).toISOString(), entries: log?.size ?? 0 },
      })
    else if ((await tx.query(KNOWN, [signature])).length === 0) throw refused()
    return { madeAt, backupAt }
  })
}

/** Whether the backup holds a beginning of the log of this installation. */
async function isOfThisLog(db: Executor, { size, root }: { size: number; root: string }): Promise<boolean> {
  // the log of a foreign or lost database can be longer
  return (await rootOf(db, size).catch(() => null)) === root
}

/** The last drill that was recorded; undefined: none. */
export async function lastDrill(db: Executor): Promise<{ madeAtMs: number; days: number } | undefined> {
  const [row] = await db.query<{ made_ms: bigint; days: number }>(LAST)
  return row && { madeAtMs: Number(row.made_ms), days: row.days }
}

/** For the doctor: every recorded drill has the signature of the restore program, and says what its row says. */
export async function checkDrills(
  db: Executor,
  publicKey: string,
): Promise<{ figure: string; breaches: number }> {
  const rows = await db.query<{ record: string; signature: string; made_ms: bigint; backup_ms: bigint }>(
    `select record, encode(signature, 'hex') as signature, ${MS('made_at')} as made_ms, ${MS('backup_at')} as backup_ms
     from restore_drill`,
  )
  const wrong = rows.filter(({ record, signature, made_ms, backup_ms }) => {
    if (!isSignedDrill(publicKey, record, signature)) return true
    const facts = JSON.parse(record.slice(record.indexOf('\n'))) as { madeAt: number; backupAt: number }
    return facts.madeAt !== Number(made_ms) || facts.backupAt !== Number(backup_ms)
  })
  return { figure: `${rows.length} drills`, breaches: wrong.length }
}
