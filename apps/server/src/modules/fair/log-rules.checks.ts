/** INV-20: the log follows its rules, entry by entry. Run by the doctor with the auditor that verifier and witnesses use. */
import { AuditBreach, createAuditor, type Auditor } from '@fairlot/fairness/audit'
import type { Executor } from '../../platform/db.ts'
import type { LogWriter } from './log/log-writer.ts'
import { entriesFrom, notesFrom, type Note } from './log/log.reads.ts'

const PAGE = 1_000

/** Whether the stored states of the writer's own audit are those that this server has stored. */
export async function checkStoredAudits(
  db: Executor,
  { nameOf, auditProblem }: Pick<LogWriter, 'nameOf' | 'auditProblem'>,
): Promise<{ figure: string; breaches: number }> {
  const logs = await db.query<{ log: number; size: number }>(
    'select log, size::float8 as size from log_audit order by log',
  )
  const problems: string[] = []
  for (const { log } of logs) {
    const why = await auditProblem(db, log)
    if (why !== null) problems.push(`log ${nameOf(log)}: ${why}`)
  }
  const sound = logs.map(({ log, size }) => `log ${nameOf(log)}: ${size} entries`)
  return { figure: (problems.length > 0 ? problems : sound).join('; ') || 'none', breaches: problems.length }
}

/** Audits every log as a whole. Entries after the newest checkpoint may wait for the next one. */
export async function checkLogRules(
  db: Executor,
  { nameOf, publicKey }: Pick<LogWriter, 'nameOf' | 'publicKey'>,
): Promise<{ figure: string; breaches: number }> {
  const figures: string[] = []
  // a lost log that only the lost database held has no entries here
  const logs = await db.query<{ log: number }>('select distinct log from log_entry order by log')
  for (const { log } of logs) {
    const auditor = createAuditor({ deployment: nameOf(log), publicKey })
    try {
      await auditPages(db, auditor, log)
    } catch (error) {
      if (!(error instanceof AuditBreach)) throw error
      return { figure: `log ${nameOf(log)}, rule ${error.rule}: ${error.message}`, breaches: 1 }
    }
    const { opened, drawn, refunded } = auditor.counts()
    figures.push(`${auditor.size()} entries: ${opened} opened, ${drawn} drawn, ${refunded} refunded`)
  }
  return { figure: figures.join('; '), breaches: 0 }
}

/** @throws AuditBreach */
async function auditPages(db: Executor, auditor: Auditor, log: number): Promise<void> {
  for (;;) {
    const from = auditor.size()
    const page = await entriesFrom(db, from, PAGE, log)
    if (page.length === 0) return
    // of a size there is one checkpoint, so these are all of the page's
    auditPage(auditor, page, await notesFrom(db, from, page.length, log))
  }
}

/** @throws AuditBreach */
function auditPage(auditor: Auditor, entries: readonly { bytes: string }[], notes: readonly Note[]): void {
  let next = 0
  auditor.ahead(entries.map(({ bytes }) => bytes))
  for (const { bytes } of entries) {
    auditor.entry(bytes)
    for (; notes[next]?.size === auditor.size(); next++) {
      const { note, lines } = notes[next]!
      auditor.checkpoint(note)
      for (const line of lines) auditor.cosignature(auditor.size(), line)
    }
  }
}
