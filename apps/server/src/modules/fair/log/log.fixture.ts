/** A log on a fresh database, and the checks of its readers. */
import { auditLog, type LogAudit } from '@fairlot/fairness/audit'
import { signCheckpoint } from '@fairlot/fairness/checkpoint'
import type { LogEntry } from '@fairlot/fairness/entries'
import { createDb, type Db, type Tx } from '../../../platform/db.ts'
import { strictDb } from '../../../testing/strict-db.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { append } from './append-entries.ts'
import { endOf } from './log-end.ts'
import { logName } from './log-name.ts'
import * as sql from './log.queries.ts'
import { rootOf } from './log.reads.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'

export const SEED = '5c'.repeat(32)

export type TestLog = {
  database: TestDatabase
  db: Db
  /** as the owner of the schema */
  owner: Db
  writer: LogWriter
  close(): Promise<void>
}

export async function testLog(): Promise<TestLog> {
  const database = await testDatabase()
  const db = strictDb(database.appUrl)
  const owner = createDb(database.ownerUrl, { max: 1 })
  const [deployment] = await owner.query<{ id: string }>('select id from deployment')
  return {
    database,
    db,
    owner,
    writer: createLogWriter({ deployment: deployment!.id, seed: SEED }),
    async close() {
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

type Funding = Extract<LogEntry, { t: 'funding' }>

let payments = 0

/** A unique entry. */
export function testEntry(): Funding {
  return { t: 'funding', account: 'subsidy', amount: '10000', reference: `payment ${++payments}`, at: 1 }
}

/** Enqueues this many entries in one transaction. */
export async function enqueue({ db, writer }: TestLog, count: number): Promise<Funding[]> {
  const made = Array.from({ length: count }, testEntry)
  await db.tx((tx) => writer.enqueue(tx, ...made))
  return made
}

export async function stored(db: Db): Promise<{ entries: string[]; checkpoints: string[] }> {
  const rows = await db.query<{ bytes: string }>('select bytes from log_entry order by index')
  const notes = await db.query<{ note: string }>('select note from log_checkpoint order by size')
  return { entries: rows.map(({ bytes }) => bytes), checkpoints: notes.map(({ note }) => note) }
}

/** The references of the fundings among entries, in their order: what `testEntry` entries are told apart by. */
export function references(entries: readonly string[]): string[] {
  return entries.flatMap((text) => {
    const entry = JSON.parse(text) as LogEntry
    return entry.t === 'funding' ? [entry.reference] : []
  })
}

/** Appends entries and signs a checkpoint over them as a server does that does not judge its entries: of an earlier release, or altered. */
export async function publishUnjudged(
  tx: Tx,
  deployment: string,
  entries: readonly LogEntry[],
  timeMs = entries.at(-1)!.at,
): Promise<void> {
  await tx.query(sql.LOCK)
  const { log, size, head } = await append(tx, await endOf(tx, deployment), entries)
  const root = await rootOf(tx, size, log)
  const note = signCheckpoint(SEED, { deployment: logName(deployment, log), size, root, head, timeMs })
  await tx.query(sql.SIGN, [size, root, head, timeMs, note, log])
}

const NOTES = `
  select c.note, coalesce((select array_agg(line order by witness, signed_at) from log_cosignature s where s.size = c.size), '{}') as cosignatures
  from log_checkpoint c order by c.size`

/** Audits the whole log. @throws AuditBreach */
export async function audited({ db, writer }: Pick<TestLog, 'db' | 'writer'>): Promise<LogAudit> {
  const { entries } = await stored(db)
  const checkpoints = await db.query<{ note: string; cosignatures: string[] }>(NOTES)
  return auditLog({ deployment: writer.deployment, publicKey: writer.publicKey, entries, checkpoints })
}

/** A database whose connection dies before or after the n-th statement of each transaction. */
export function dyingAt(db: Db, statement: number, when: 'before' | 'after'): Db & { died(): boolean } {
  let died = false
  return {
    ...db,
    died: () => died,
    tx: (work) =>
      db.tx(async (tx) => {
        let count = 0
        const die = async () => {
          died = true
          await tx.query('select pg_terminate_backend(pg_backend_pid())')
        }
        const dying = {
          ...tx,
          async query<Row>(...args: Parameters<Tx['query']>) {
            const mine = ++count === statement
            if (mine && when === 'before') await die()
            const rows = await tx.query<Row>(...args)
            if (mine && when === 'after') await die()
            return rows
          },
        } as Tx
        return work(dying)
      }),
  }
}
