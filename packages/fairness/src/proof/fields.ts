/** Strict readers of the parts that the proofs of both versions have. Errors name the field. */
import { type Band, type Grade, hasBeacon, type OrderRow } from '../draw.ts'
import {
  readDecimal,
  readHex,
  readInteger,
  readList,
  readObject,
  readText,
  readWord,
  refuse,
} from '../read.ts'
import type { IssueResult, IssueSeal1, IssueTerms1, ProofBeacon, ProofEntry, ProofLog1 } from './types.ts'

const MAX_SHARES = 10_000_000
const MAX_BANDS = 20
export const U32 = 0xffffffff
const ISSUE = /^(?=.{6,64}$)[\x21-\x7e]+-[0-9]{4,}$/
const DEPLOYMENT = /^[\x21-\x2a\x2c-\x7e]{1,200}$/

/** Reads the name of a deployment (or of a log). */
export function readDeployment(value: unknown, place: string): string {
  return readText(value, place, DEPLOYMENT, 'the name of a deployment')
}

/** Reads an issue number: `<product code>-<at least 4 digits>`. */
export function readIssueNumber(value: unknown, place: string): string {
  return readText(value, place, ISSUE, 'an issue number')
}

/** The names of the fields that the terms of both versions have. */
export const COMMON_TERMS = [
  'issue',
  'shares',
  'price',
  'reading',
  'grade',
  'offset',
  'chain',
  'delay',
  'bands',
  'prizes',
  'commitment',
  'at',
] as const

/** Reads the fields of {@link COMMON_TERMS}; the caller has checked which fields the object has. */
export function readCommonTerms<G extends Grade>(
  terms: Record<string, unknown>,
  place: string,
  grades: readonly G[],
): Omit<IssueTerms1, 'grade'> & { readonly grade: G } {
  const at = (field: string): string => `${place}.${field}`
  const grade = readWord(terms['grade'], at('grade'), grades)
  const shares = readInteger(terms['shares'], at('shares'), 1, MAX_SHARES)
  const bands = readBands(terms['bands'], at('bands'), shares)
  const beacon = hasBeacon(grade)
  return {
    issue: readIssueNumber(terms['issue'], at('issue')),
    shares,
    price: readDecimal(terms['price'], at('price')),
    reading: readWord(terms['reading'], at('reading'), ['all', 'before-final']),
    grade,
    offset: readInteger(terms['offset'], at('offset'), -1440, 1440),
    chain: present(beacon, terms['chain'], at('chain'), grade, readHash),
    delay: present(beacon, terms['delay'], at('delay'), grade, (v, where) =>
      readInteger(v, where, 1, 86_400),
    ),
    bands,
    prizes: readList(terms['prizes'], at('prizes'), bands.length, bands.length).map((prize, i) =>
      readDecimal(prize, `${at('prizes')}[${i}]`),
    ),
    commitment: present(grade !== 'plain', terms['commitment'], at('commitment'), grade, readHash),
    at: readInteger(terms['at'], at('at'), 0),
  }
}

/** Reads a field that some grades have: a value when the grade has it, otherwise null. */
export function present<T>(
  wanted: boolean,
  value: unknown,
  place: string,
  grade: Grade,
  read: (value: unknown, place: string) => T,
): T | null {
  if (wanted) return value === null ? refuse(place, `is missing in grade ${grade}`) : read(value, place)
  return value === null ? null : refuse(place, `is not null in grade ${grade}`)
}

export function readHash(value: unknown, place: string): string {
  return readHex(value, place, 32)
}

/** Bands ascend, do not overlap, and are not wider than the ring (2·to + 1 ≤ N). */
function readBands(value: unknown, place: string, shares: number): Band[] {
  let next = 0
  return readList(value, place, 1, MAX_BANDS).map((band, i) => {
    const where = `${place}[${i}]`
    const [from, to] = readList(band, where, 2, 2)
    const start = readInteger(from, `${where}[0]`, next, shares)
    const end = readInteger(to, `${where}[1]`, start, shares)
    if (2 * end + 1 > shares) refuse(where, `is wider than the ring of ${shares} codes`)
    next = end + 1
    return [start, end] as const
  })
}

export const ROW = ['seq', 'ms', 'time', 'first', 'quantity', 'tag'] as const

/** Reads the rows of a proof: at least one, at most one per share. */
export function readRows(value: unknown, shares: number): OrderRow[] {
  return readList(value, 'rows', 1, shares).map((row, i) => {
    const place = `rows[${i}]`
    return readRow(readObject(row, place, ROW), place)
  })
}

/** Reads the fields of {@link ROW}; the caller has checked which fields the object has. */
export function readRow(row: Record<string, unknown>, place: string): OrderRow {
  return {
    seq: readInteger(row['seq'], `${place}.seq`, 1, U32),
    ms: readInteger(row['ms'], `${place}.ms`, 0),
    time: readInteger(row['time'], `${place}.time`, 0, 235_959_999),
    first: readInteger(row['first'], `${place}.first`, 1, U32),
    quantity: readInteger(row['quantity'], `${place}.quantity`, 1, U32),
    tag: readHex(row['tag'], `${place}.tag`, 8),
  }
}

/** The names of the fields that the seals of both versions have. */
export const COMMON_SEAL = ['orders', 'digest', 'sum', 'salt', 'sealedAt', 'round'] as const

/** Reads the fields of {@link COMMON_SEAL}; the caller has checked which fields the object has. */
export function readCommonSeal(seal: Record<string, unknown>, place: string, grade: Grade): IssueSeal1 {
  const at = (field: string): string => `${place}.${field}`
  return {
    orders: readInteger(seal['orders'], at('orders'), 1, U32),
    digest: readHash(seal['digest'], at('digest')),
    sum: readDecimal(seal['sum'], at('sum')),
    salt: present(grade !== 'plain', seal['salt'], at('salt'), grade, readHash),
    sealedAt: readInteger(seal['sealedAt'], at('sealedAt'), 0),
    round: present(hasBeacon(grade), seal['round'], at('round'), grade, readRound),
  }
}

export function readRound(value: unknown, place: string): number {
  return readInteger(value, place, 1)
}

export function readBeacon(value: unknown, grade: Grade): ProofBeacon | null {
  return present(hasBeacon(grade), value, 'beacon', grade, () => {
    const beacon = readObject(value, 'beacon', ['chain', 'round', 'signature'], ['publicKey'])
    const base = {
      chain: readHash(beacon['chain'], 'beacon.chain'),
      round: readRound(beacon['round'], 'beacon.round'),
      signature: readHex(beacon['signature'], 'beacon.signature', 48),
    }
    if (!Object.hasOwn(beacon, 'publicKey')) return base
    return { ...base, publicKey: readHex(beacon['publicKey'], 'beacon.publicKey', 96) }
  })
}

export const RESULT = ['entropy', 'code', 'tiers'] as const

export function readResult(value: unknown, grade: Grade, bands: readonly Band[]): IssueResult {
  return readResultFields(readObject(value, 'result', RESULT), grade, bands)
}

/** Reads the fields of {@link RESULT}; the caller has checked which fields the object has. */
export function readResultFields(
  result: Record<string, unknown>,
  grade: Grade,
  bands: readonly Band[],
): IssueResult {
  const tiers = readList(result['tiers'], 'result.tiers', bands.length, bands.length)
  return {
    entropy: present(grade !== 'plain', result['entropy'], 'result.entropy', grade, readHash),
    code: readInteger(result['code'], 'result.code', 1, U32),
    tiers: tiers.map((item, i) => {
      const place = `result.tiers[${i}]`
      const tier = readObject(item, place, ['tier', 'from', 'to', 'prize', 'codes'])
      return {
        tier: readInteger(tier['tier'], `${place}.tier`, 1, MAX_BANDS),
        from: readInteger(tier['from'], `${place}.from`, 0, U32),
        to: readInteger(tier['to'], `${place}.to`, 0, U32),
        prize: readDecimal(tier['prize'], `${place}.prize`),
        codes: readInteger(tier['codes'], `${place}.codes`, 0, U32),
      }
    }),
  }
}

/** The names of the fields that the log parts of both versions have. */
export const COMMON_LOG = ['entries', 'sealCheckpoint', 'checkpoint', 'consistency', 'publicKey'] as const

/** Reads the fields of {@link COMMON_LOG}; the caller has checked which fields the object has. */
export function readCommonLog(log: Record<string, unknown>, least: number, most: number): ProofLog1 {
  return {
    entries: readList(log['entries'], 'log.entries', least, most).map(readEntry),
    sealCheckpoint: readNote(log['sealCheckpoint'], 'log.sealCheckpoint'),
    checkpoint: readNote(log['checkpoint'], 'log.checkpoint'),
    consistency: readPath(log['consistency'], 'log.consistency'),
    publicKey: readHash(log['publicKey'], 'log.publicKey'),
  }
}

export function readEntry(value: unknown, i: number): ProofEntry {
  const place = `log.entries[${i}]`
  const entry = readObject(value, place, ['index', 'bytes', 'inclusion'])
  return {
    index: readInteger(entry['index'], `${place}.index`, 0),
    bytes: readText(entry['bytes'], `${place}.bytes`, /^.{2,65536}$/su, 'the text of an entry'),
    inclusion: readPath(entry['inclusion'], `${place}.inclusion`),
  }
}

export function readPath(value: unknown, place: string): string[] {
  return readList(value, place, 0, 64).map((hash, i) => readHash(hash, `${place}[${i}]`))
}

export function readNote(value: unknown, place: string): string {
  return readText(value, place, /^.{2,16384}$/su, 'a signed note')
}
