/**
 * The audit that the writer of the log makes of its own entries, with the auditor that verifier, witnesses and doctor use. What
 * it would refuse is not appended. Its state lives in the memory of each process that writes. Before each use it is brought to
 * the end of the log as the transaction sees it, which holds the lock: a transaction that was undone is forgotten, and entries of
 * other processes are read. A stored state spares a start the entries before it.
 *
 * A log can have breaches from an earlier release. They are reported, and the entries behind them are judged by what follows.
 */
import { createHmac } from 'node:crypto'
import { AuditBreach, type Auditor, type AuditState, createAuditor } from '@fairlot/fairness/audit'
import { fromHex } from '@fairlot/fairness/bytes'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { fastVerify } from '@fairlot/fairness/cli/fast-ed25519'
import { foldHashes, rootPart } from '@fairlot/fairness/log-tree'
import type { Executor } from '../../../platform/db.ts'
import { entriesFrom, hashesOf, notesFrom } from './log.reads.ts'
import * as sql from './self-audit.queries.ts'

/** Where a log ends, as a transaction sees it. */
export type AuditedEnd = {
  /** its number */
  log: number
  size: number
  head: string
  /** size and time of the newest checkpoint; 0: there is none */
  signed: number
  signedMs: number
}

/** A breach that the log has already. `index` is that of the entry, or of the last one under a checkpoint. */
export type KnownBreach = { index: number; rule: string; why: string }

export type SelfAuditOptions = {
  /** the name of a log, by its number */
  nameOf: (log: number) => string
  /** of the log, 32 bytes hex */
  publicKey: string
  /** secret of the log, 32 bytes hex: it binds stored states */
  seed: string
  /** a breach that the log has already was found */
  onBreach: (log: string, breach: KnownBreach) => void
  /** a stored state is not the one that this server stored, and is not used */
  onBadState: (log: string, why: string) => void
}

export type SelfAudit = {
  /** Brings the audit to the end of the log. Needs the lock, unless `db` only reads entries that are committed. */
  at(db: Executor, end: AuditedEnd): Promise<Judge>
  /** What is wrong with the stored state of a log; null: nothing, or there is none. */
  problem(db: Executor, log: number): Promise<string | null>
}

/** The audit at the end of the log. It belongs to the transaction for which it was brought there. */
export type Judge = {
  /** Takes the next entry. @returns why it must not be appended; null: the transaction appends it */
  entry(bytes: string): AuditBreach | null
  /** @throws AuditBreach */
  checkpoint(note: string, timeMs: number): void
  /** Takes the lines of witnesses that arrived since. An entry that rests on signatures needs them. */
  hear(db: Executor): Promise<void>
  /** Stores the state in the transaction, when enough entries have followed the last one. */
  store(tx: Executor): Promise<void>
}

/** A start reads at most this many entries, and those of one chunk, behind the stored state. */
const STORE_EVERY = 2_000
const PAGE = 500

type Signed = { signed: number; signedMs: number }

/** The audit of one log in this process. */
type Run = {
  readonly log: number
  readonly auditor: Auditor
  /** the newest checkpoint that the auditor has taken, and the one at its mark */
  at: Signed
  /** the size of the stored state */
  stored: number
  /** what `at` and `stored` were at the mark */
  marked: { at: Signed; stored: number }
  readonly breaches: KnownBreach[]
  /** what the mark was set for */
  holder: Executor | null
}

export function createSelfAudit(options: SelfAuditOptions): SelfAudit {
  let run: Run | null = null
  /** a transaction can wait for its connection while its lock is lost already: the next one must not interfere */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }

  async function bring(db: Executor, end: AuditedEnd): Promise<Run> {
    if (run && isAt(run, end)) {
      if (run.holder !== db) mark(run, db)
      return run
    }
    if (run) rewind(run)
    if (run && run.log === end.log && (await follow(options, db, run, end))) return mark(run, db)
    run = await load(options, db, end)
    if (await follow(options, db, run, end)) return mark(run, db)
    run = begin(options, end.log)
    if (await follow(options, db, run, end)) return mark(run, db)
    run = null
    throw new Error(`the entries of log ${options.nameOf(end.log)} do not give its head`)
  }

  return {
    at: (db, end) => inTurn(async () => judgeOf(options, await bring(db, end))),
    async problem(db, log) {
      const row = await sql.readAudit(db, log)
      const found = row && (await restore(options, db, row))
      return typeof found === 'string' ? found : null
    },
  }
}

function judgeOf(options: SelfAuditOptions, run: Run): Judge {
  const { auditor } = run
  return {
    entry(bytes) {
      try {
        auditor.entry(bytes)
        return null
      } catch (error) {
        if (!(error instanceof AuditBreach)) throw error
        return error
      }
    },
    checkpoint(note, timeMs) {
      auditor.checkpoint(note)
      run.at = { signed: auditor.size(), signedMs: timeMs }
    },
    hear: (db) => hear(options, db, run),
    async store(tx) {
      if (auditor.size() - run.stored < STORE_EVERY) return
      await sql.storeAudit(tx, toStore(options, run))
      run.stored = auditor.size()
    },
  }
}

function isAt({ log, auditor, at }: Run, end: AuditedEnd): boolean {
  return (
    log === end.log &&
    auditor.size() === end.size &&
    auditor.head() === end.head &&
    at.signed === end.signed &&
    at.signedMs === end.signedMs
  )
}

function mark(run: Run, holder: Executor): Run {
  run.auditor.mark()
  run.marked = { at: run.at, stored: run.stored }
  run.holder = holder
  return run
}

/** Forgets what a transaction did that was undone. */
function rewind(run: Run): void {
  run.auditor.rewind()
  run.at = run.marked.at
  run.stored = run.marked.stored
  run.holder = null
}

function begin({ nameOf, publicKey }: SelfAuditOptions, log: number, state?: AuditState): Run {
  const auditor = createAuditor({ deployment: nameOf(log), publicKey, verify: fastVerify() }, state)
  const at = { signed: 0, signedMs: 0 }
  const stored = auditor.size()
  return { log, auditor, at, stored, marked: { at, stored }, breaches: [], holder: null }
}

/**
 * Reads what the log has behind the audit. False: these entries and checkpoints do not lead to the end of the log, because the
 * audit is that of another history.
 */
async function follow(options: SelfAuditOptions, db: Executor, run: Run, end: AuditedEnd): Promise<boolean> {
  const { auditor, log } = run
  if (auditor.size() > end.size || run.at.signed > end.signed) return false
  await hear(options, db, run)
  while (auditor.size() < end.size || run.at.signed < end.signed) {
    const from = auditor.size()
    const entries = await entriesFrom(db, from, Math.min(PAGE, end.size - from), log)
    // of a size there is one checkpoint, so these are all of the page's, and the one before it
    const notes = await notesFrom(db, run.at.signed, entries.length + 1, log)
    let next = 0
    const takeNotes = () => {
      for (let note = notes[next]; note?.size === auditor.size(); note = notes[++next])
        takeNote(options, run, note)
    }
    takeNotes()
    auditor.ahead(entries.map(({ bytes }) => bytes))
    for (const { bytes } of entries) {
      report(options, run, auditor.admit(bytes))
      takeNotes()
    }
    if (entries.length === 0 && next === 0) return false
  }
  return auditor.head() === end.head && run.at.signed === end.signed
}

function takeNote(
  options: SelfAuditOptions,
  run: Run,
  note: { size: number; note: string; lines: string[] },
): void {
  report(options, run, run.auditor.admitCheckpoint(note.note))
  run.at = { signed: note.size, signedMs: parseCheckpoint(note.note)?.timeMs ?? 0 }
  for (const line of note.lines) takeLine(options, run, { size: note.size, line })
}

async function hear(options: SelfAuditOptions, db: Executor, run: Run): Promise<void> {
  const waiting = run.auditor
    .waiting()
    .filter(({ witnessed, witnesses, timely }) => witnessed && timely.length < witnesses.length)
  if (waiting.length === 0) return
  for (const line of await sql.linesInTime(db, run.log, waiting)) takeLine(options, run, line)
}

/** A line can show that a seal was in time which another attempt has replaced: then the log has a breach. */
function takeLine(options: SelfAuditOptions, run: Run, { size, line }: { size: number; line: string }): void {
  try {
    run.auditor.cosignature(size, line)
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    report(options, run, error)
  }
}

function report({ nameOf, onBreach }: SelfAuditOptions, run: Run, breach: AuditBreach | null): void {
  if (!breach) return
  const { index, rule, message: why } = breach
  // a line is taken again whenever the lines are read
  if (run.breaches.some((known) => known.index === index && known.rule === rule)) return
  run.breaches.push({ index, rule, why })
  onBreach(nameOf(run.log), { index, rule, why })
}

/** The audit from the stored state; from the beginning of the log when there is none that can be used. */
async function load(options: SelfAuditOptions, db: Executor, { log }: AuditedEnd): Promise<Run> {
  const row = await sql.readAudit(db, log)
  if (!row || row.size === 0) return begin(options, log)
  const run = await restore(options, db, row)
  if (typeof run !== 'string') return run
  options.onBadState(options.nameOf(log), run)
  return begin(options, log)
}

/** The audit from a stored state, or why this cannot be used. */
async function restore(options: SelfAuditOptions, db: Executor, row: sql.StoredAudit): Promise<Run | string> {
  const { log, size } = row
  if (macOf(options, row) !== row.mac) return 'this server did not store it'
  const run = begin(options, log, JSON.parse(row.state) as AuditState)
  const { auditor } = run
  const head = await sql.headAfter(db, log, size - 1)
  if (auditor.size() !== size || auditor.head() !== row.head || head !== row.head)
    return 'its head is not the one of the log'
  if (auditor.root() !== foldHashes(await hashesOf(db, rootPart(size), log)))
    return 'its root is not the one of the log'
  run.breaches.push(...(JSON.parse(row.breaches) as KnownBreach[]))
  run.at = { signed: row.signedSize, signedMs: row.signedMs }
  return mark(run, db)
}

function toStore(options: SelfAuditOptions, { log, auditor, at, breaches }: Run): sql.StoredAudit {
  const row = {
    log,
    size: auditor.size(),
    head: auditor.head(),
    signedSize: at.signed,
    signedMs: at.signedMs,
    state: JSON.stringify(auditor.state()),
    breaches: JSON.stringify(breaches),
  }
  return { ...row, mac: macOf(options, row) }
}

/** Binds a stored state to this server's secret: somebody who can only write the database cannot make one. */
function macOf({ nameOf, seed }: SelfAuditOptions, row: Omit<sql.StoredAudit, 'mac'>): string {
  const { log, size, head, signedSize, signedMs, state, breaches } = row
  const said = JSON.stringify([nameOf(log), size, head, signedSize, signedMs, state, breaches])
  return createHmac('sha256', fromHex(seed, 32)).update(`fairlot/log-audit/1\0${said}`).digest('hex')
}
