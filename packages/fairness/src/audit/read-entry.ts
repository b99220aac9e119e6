/** The strict reader of entry texts: only the canonical JSON of a known kind, with exactly its fields, passes. */
import { canonicalJson, type Json } from '../canonical.ts'
import { eventName, LOG_ENTRY_KINDS, type LogEntryKind, type LogMode, roundName } from '../entries.ts'
import { readEventId } from '../proof/event.ts'
import { readDeployment, readHash, readIssueNumber } from '../proof/fields.ts'
import { readGame, readPeriod } from '../proof/round.ts'
import { demand, readDecimal, readInteger, readList, readObject, readText, readWord } from '../read.ts'
import { AuditBreach, breach, reading } from './types.ts'

/** The longest entry, in UTF-16 units; a proof carries no longer one either. */
const MAX_ENTRY = 65_536

/** An entry whose kind and time are checked, and whose text is canonical. The other fields are not checked yet. */
export type RawEntry = {
  readonly t: LogEntryKind
  readonly at: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** @throws AuditBreach `format` or `kind` */
export function parseEntry(bytes: string, index: number): RawEntry {
  if (bytes.length > MAX_ENTRY) breach('format', index, 'is too long')
  let value: unknown
  try {
    value = JSON.parse(bytes)
  } catch (error) {
    throw new AuditBreach('format', index, `entry ${index} is not JSON`, { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return breach('format', index, 'is not an object')
  if (!isCanonical(value as Json, bytes)) breach('format', index, 'is not in canonical form')
  const fields = value as Record<string, unknown>
  const t = LOG_ENTRY_KINDS.find((kind) => kind === fields['t'])
  if (t === undefined) return breach('kind', index, `is of an unknown kind ${shown(fields['t'])}`)
  const at = reading('format', index, () => readInteger(fields['at'], 'at', 0))
  return { t, at, fields }
}

function isCanonical(value: Json, text: string): boolean {
  try {
    return canonicalJson(value) === text
  } catch (error) {
    // a value that has no canonical form, such as a lone surrogate
    if (error instanceof TypeError) return false
    throw error
  }
}

function shown(kind: unknown): string {
  return typeof kind === 'string' ? JSON.stringify(kind.slice(0, 40)) : `(${typeof kind})`
}

/** The number of the issue that an entry is about. @throws AuditBreach `format` */
export function issueOf({ fields }: RawEntry, index: number): string {
  return reading('format', index, () => readIssueNumber(fields['issue'], 'issue'))
}

/** The id of the event that an entry is about. @throws AuditBreach `format` */
export function eventOf({ fields }: RawEntry, index: number): string {
  return reading('format', index, () => readEventId(fields['event'], 'event'))
}

export function readBegin(fields: unknown): { deployment: string; mode: LogMode } {
  const begin = readObject(fields, 'the beginning', ['t', 'deployment', 'mode', 'at'])
  return {
    deployment: readDeployment(begin['deployment'], 'deployment'),
    mode: readWord(begin['mode'], 'mode', ['sandbox', 'real']),
  }
}

const CONTINUES = ['t', 'deployment', 'size', 'root', 'lost', 'at'] as const
const MAX_LOST = 1_000_000

/** Reads the name of a round (game and period), or of an event. */
function readName(text: string, place: string): string {
  const [game, period, ...rest] = text.split(' ')
  demand(rest.length === 0, `${place} is not the name of a round or of an event`)
  if (game === 'event') return eventName(readEventId(period, place))
  return roundName(readGame(game, place), readPeriod(period, place))
}

/** @returns name of the lost log, and the issues, rounds and events that are refunded because of the loss */
export function readContinues(fields: unknown): { deployment: string; lost: string[] } {
  const entry = readObject(fields, 'the continuation', CONTINUES)
  readInteger(entry['size'], 'size', 0)
  readHash(entry['root'], 'root')
  const lost = readList(entry['lost'], 'lost', 0, MAX_LOST)
  return {
    deployment: readDeployment(entry['deployment'], 'deployment'),
    lost: lost.map((name, i) =>
      typeof name === 'string' && name.includes(' ')
        ? readName(name, `lost[${i}]`)
        : readIssueNumber(name, `lost[${i}]`),
    ),
  }
}

export function checkVerifier(fields: unknown): void {
  const entry = readObject(fields, 'the entry', ['t', 'version', 'sha256', 'at'])
  readText(entry['version'], 'version', /^[\x21-\x7e]{1,64}$/, 'a version')
  readHash(entry['sha256'], 'sha256')
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MAX_COUNT = 4_294_967_295
const MAX_REASONS = 50

/** @returns the day that the entry is about */
export function checkWithdrawals(fields: unknown): string {
  const names = ['t', 'day', 'count', 'amount', 'oldestHours', 'rejected', 'at'] as const
  const entry = readObject(fields, 'the entry', names)
  const day = readText(entry['day'], 'day', DAY, 'a day')
  readInteger(entry['count'], 'count', 0, MAX_COUNT)
  readDecimal(entry['amount'], 'amount')
  readInteger(entry['oldestHours'], 'oldestHours', 0, MAX_COUNT)
  const { rejected } = entry
  const reasons = typeof rejected === 'object' && rejected !== null ? Object.keys(rejected) : []
  const counts = readObject(rejected, 'rejected', reasons)
  readList(reasons, 'rejected', 0, MAX_REASONS)
  for (const reason of reasons) {
    readText(reason, 'a reason', /^[a-z_]{1,40}$/, 'the name of a reason')
    readInteger(counts[reason], reason, 1, MAX_COUNT)
  }
  return day
}

const U64 = 2n ** 64n - 1n

/** The tree's total has 64 bits; the assets of the house may have more. */
export function checkSolvency(fields: unknown): void {
  const entry = readObject(fields, 'the entry', ['t', 'root', 'total', 'assets', 'at'])
  readHash(entry['root'], 'root')
  demand(BigInt(readDecimal(entry['total'], 'total')) <= U64, 'total has more than 64 bits')
  readDecimal(entry['assets'], 'assets')
}

export function checkFunding(fields: unknown): void {
  const entry = readObject(fields, 'the entry', ['t', 'account', 'amount', 'reference', 'at'])
  readText(entry['account'], 'account', /^[\x21-\x7e]{1,64}$/, 'the name of an account')
  readDecimal(entry['amount'], 'amount')
  readText(entry['reference'], 'reference', /^.{1,1000}$/su, 'a reference')
}
