/**
 * The state folder of a witness. `witness.json` holds what must never be lost: the key, the last signed checkpoint of each
 * log, and the lines over seals that it signed in time. The other files are conveniences: without `audit-….json` the audit
 * begins at entry 0; `refusals.json` and `report.json` are what the witness tells everyone. Each write replaces a file atomically.
 */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AuditState } from '../src/audit.ts'
import { isHex } from '../src/bytes.ts'
import { NOTHING_WITNESSED, type WitnessState } from '../src/witness.ts'
import { EMPTY_REPORT, type StoredReport } from './witness/report.ts'

/** A witness' line over a checkpoint. */
export type SignedNote = { readonly note: string; readonly line: string }

/** A line that makes a seal final: the checkpoint covers the seal, and the witness signed before its round. */
export type SealLine = SignedNote & {
  readonly index: number
  /** `issue …`, `round …` or `event …`; a version before this one did not store it */
  readonly what?: string
  /** the seal's entry; a version before this one did not store it */
  readonly entry?: string
  /** the audit path from the entry to the checkpoint; a version before this one did not store it */
  readonly inclusion?: readonly string[]
}

/** What a witness has signed of a log. */
export type SignedLog = WitnessState & {
  /** Unix seconds of the last line; later lines never state an earlier time */
  readonly seconds: number
  /** the last signed note; null when a version before this one signed it */
  readonly last: SignedNote | null
  readonly seals: readonly SealLine[]
}

/** A request that the witness refused. */
export type Refusal = {
  /** origin of the log */
  readonly log: string
  /** Unix milliseconds */
  readonly at: number
  readonly size: number
  readonly rule: string
  readonly reason: string
}

type Stored = { version: 1 | 2; seed: string; logs: Record<string, WitnessState & Partial<SignedLog>> }

export type StateFile = {
  /** Ed25519 seed, 32 bytes hex */
  readonly seed: string
  /** What was signed of a log; size 0 when nothing was. */
  last(deployment: string): SignedLog
  /** Stores what was signed. Returns after the file is flushed to disk. */
  save(deployment: string, signed: SignedLog): void
  /** The stored audit of a log; null when there is none that can be read. */
  audit(deployment: string): AuditState | null
  saveAudit(state: AuditState): void
  /** The last refusals, the newest first. */
  refusals(): readonly Refusal[]
  /** Stores a refusal, unless the newest one of the log is the same. */
  refuse(refusal: Refusal): void
  /** What the witness reports beside its refusals. */
  report(): StoredReport
  saveReport(report: StoredReport): void
}

const MAX_REFUSALS = 100

/**
 * Opens the state in a folder. Creates folder and file, with a new key, when they do not exist.
 * @throws Error when the file is incomplete or malformed
 */
export function openState(folder: string): StateFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'witness.json')
  const stored = readState(file) ?? { version: 2, seed: randomBytes(32).toString('hex'), logs: {} }
  write(file, stored)
  const refusalFile = join(folder, 'refusals.json')
  let refusals = readOptional<readonly Refusal[]>(refusalFile) ?? []
  const reportFile = join(folder, 'report.json')
  let report: StoredReport = { ...EMPTY_REPORT, ...readOptional<StoredReport>(reportFile) }
  // the name of a log can have any printable character
  const auditFile = (deployment: string): string => {
    const name = createHash('sha256').update(deployment).digest('hex').slice(0, 16)
    return join(folder, `audit-${name}.json`)
  }
  return {
    seed: stored.seed,
    last: (deployment) => ({
      seconds: 0,
      last: null,
      seals: [],
      ...(Object.hasOwn(stored.logs, deployment) ? stored.logs[deployment]! : NOTHING_WITNESSED),
    }),
    save(deployment, { size, root, seconds, last, seals }) {
      const logs = { ...stored.logs, [deployment]: { size, root, seconds, last, seals } }
      write(file, { ...stored, version: 2, logs })
      stored.logs = logs
    },
    audit: (deployment) => readOptional<AuditState>(auditFile(deployment)),
    saveAudit: (state) => write(auditFile(state.deployment), state, 0),
    refusals: () => refusals,
    refuse(refusal) {
      const latest = refusals.find(({ log }) => log === refusal.log)
      const isSame = (['size', 'rule', 'reason'] as const).every(
        (field) => latest?.[field] === refusal[field],
      )
      if (latest && isSame) return
      refusals = [refusal, ...refusals].slice(0, MAX_REFUSALS)
      write(refusalFile, refusals)
    },
    report: () => report,
    saveReport(next) {
      report = next
      write(reportFile, report)
    },
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A file that the witness can do without: null when it is missing or damaged. */
function readOptional<T>(file: string): T | null {
  const text = readText(file)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function readState(file: string): Stored | null {
  const text = readText(file)
  if (text === null) return null
  const value = JSON.parse(text) as Partial<Stored> | null
  // A witness that lost its state would sign a different history of the log. It must not start with an incomplete file.
  const isComplete =
    (value?.version === 1 || value?.version === 2) &&
    typeof value.seed === 'string' &&
    isHex(value.seed, 32) &&
    typeof value.logs === 'object' &&
    Object.values(value.logs).every((log) => isSigned(log, value.version === 2))
  if (!isComplete) throw new Error(`${file} is not a complete witness state; restore it from a backup`)
  return value as Stored
}

function isSigned(log: WitnessState & Partial<SignedLog>, isWhole: boolean): boolean {
  const { size, root, seconds, last, seals } = log
  if (!Number.isSafeInteger(size) || !isHex(root, 32)) return false
  const isLine = (one: SignedNote): boolean => typeof one.note === 'string' && typeof one.line === 'string'
  if (!isWhole) return true
  return (
    Number.isSafeInteger(seconds) &&
    (last === null || (last !== undefined && isLine(last))) &&
    Array.isArray(seals) &&
    seals.every((seal: SealLine) => Number.isSafeInteger(seal.index) && isLine(seal))
  )
}

function write(file: string, value: unknown, indent = 2): void {
  const draft = `${file}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(value, null, indent)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
