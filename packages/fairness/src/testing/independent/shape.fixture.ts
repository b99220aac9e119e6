/** Checks the shape of a proof document for the independent verifier. */
import type { Fields } from './bytes.fixture.ts'
import { isLine, witnessOf } from './witness.fixture.ts'

export const isWhole = (v: unknown, min = 0): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= min && !Object.is(v, -0)
export const isHex = (v: unknown, bytes: number): boolean =>
  typeof v === 'string' && v.length === 2 * bytes && /^[0-9a-f]*$/.test(v)
export const isDecimal = (v: unknown): boolean => typeof v === 'string' && /^(0|[1-9]\d*)$/.test(v)
const isPath = (v: unknown): boolean => Array.isArray(v) && v.every((hash) => isHex(hash, 32))

export function shaped(value: unknown, checks: Record<string, (v: unknown) => boolean>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length === Object.keys(checks).length &&
    entries.every(([key, v]) => Object.hasOwn(checks, key) && checks[key]!(v))
  )
}

const listOf = (check: (v: unknown) => boolean) => (v: unknown) => Array.isArray(v) && v.every(check)
const nullOr = (absent: boolean, check: (v: unknown) => boolean) => (v: unknown) =>
  absent ? v === null : check(v)

type Checks = Record<string, (v: unknown) => boolean>

/** What the shape of the rest depends on. */
type About = { v2: boolean; grade: unknown; tiers: number; shares: number; drawn: boolean; attempt: number }

const hash = (v: unknown): boolean => isHex(v, 32)
const NUMBER = /^(?=.{6,64}$)[!-~]+-\d{4,}$/

export function isProof(doc: unknown): boolean {
  const { version, terms, seal, result } = (doc ?? {}) as Record<string, Fields | null | undefined>
  const v2 = (version as unknown) === 'fairlot-proof/2'
  const about: About = {
    v2,
    grade: terms?.['grade'],
    tiers: Array.isArray(terms?.['bands']) ? terms['bands'].length : 0,
    shares: Number(terms?.['shares']),
    drawn: !v2 || result !== null,
    attempt: v2 ? Number(seal?.['attempt']) : 1,
  }
  return shaped(doc, {
    version: (v) => v === 'fairlot-proof/1' || v === 'fairlot-proof/2',
    kind: (v) => v === 'issue',
    deployment: (v) => typeof v === 'string' && /^[!-*,-~]{1,200}$/.test(v),
    terms: (t) => shaped(t, { ...commonTerms(about), ...(v2 ? furtherTerms(about) : {}) }),
    rows: (v) => areRows(v, about.shares),
    seal: (s) => shaped(s, sealChecks(about)),
    beacon: (b) => (about.drawn ? isBeacon(b, about) : b === null),
    result: (r) => (about.drawn ? isResult(r, about) : r === null),
    log: (l) => l === null || isLog(l, about),
  })
}

const lit = ({ grade }: About): boolean => grade === 'beacon' || grade === 'witnessed'

function commonTerms(about: About): Checks {
  const { v2, tiers, shares } = about
  const grades = ['plain', 'salt', 'beacon', ...(v2 ? ['witnessed'] : [])]
  return {
    issue: (v) => typeof v === 'string' && NUMBER.test(v),
    shares: (v) => isWhole(v, 1),
    price: isDecimal,
    reading: (v) => v === 'all' || v === 'before-final',
    grade: (v) => grades.includes(v as string),
    offset: (v) => Number.isSafeInteger(v) && !Object.is(v, -0),
    chain: nullOr(!lit(about), hash),
    delay: nullOr(!lit(about), (v) => isWhole(v, 1)),
    bands: (v) => areBands(v, shares),
    prizes: (v) => Array.isArray(v) && v.length === tiers && v.every(isDecimal),
    commitment: nullOr(about.grade === 'plain', hash),
    at: (v) => isWhole(v),
  }
}

function furtherTerms({ grade }: About): Checks {
  return {
    recyclePercent: (v) => isWhole(v) && v <= 100,
    value: isDecimal,
    maxPerMember: (v) => isWhole(v) && v < 2 ** 32,
    minVip: (v) => isWhole(v) && v < 2 ** 32,
    deadline: (v) => isWhole(v),
    mode: (v) => ['goods', 'cash', 'pk'].includes(v as string),
    demo: (v) => typeof v === 'boolean',
    witnesses: nullOr(grade !== 'witnessed', areWitnesses),
  }
}

export function areWitnesses(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > 16) return false
  return new Set(value).size === value.length && value.every((key) => witnessOf(key) !== null)
}

function areRows(value: unknown, shares: number): boolean {
  const row = (v: unknown): boolean =>
    shaped(v, {
      seq: (n) => isWhole(n, 1),
      ms: (n) => isWhole(n),
      time: (n) => isWhole(n) && n <= 235959999,
      first: (n) => isWhole(n, 1),
      quantity: (n) => isWhole(n, 1),
      tag: (n) => isHex(n, 8),
    })
  return Array.isArray(value) && value.length > 0 && value.length <= shares && value.every(row)
}

export function sealChecks(about: Pick<About, 'v2' | 'grade'>): Checks {
  const unlit = !lit(about as About)
  const most = about.grade === 'witnessed' ? 1000 : 1
  return {
    ...(about.v2 ? { attempt: (v) => isWhole(v, 1) && v <= most } : {}),
    orders: (v) => isWhole(v, 1),
    digest: hash,
    sum: isDecimal,
    salt: nullOr(about.grade === 'plain', hash),
    sealedAt: (v) => isWhole(v),
    round: nullOr(unlit, (v) => isWhole(v, 1)),
  }
}

function isBeacon(value: unknown, about: About): boolean {
  return lit(about) ? isBeaconPart(value) : value === null
}

export function isBeaconPart(value: unknown): boolean {
  const beacon: Checks = {
    chain: hash,
    round: (v) => isWhole(v, 1),
    signature: (v) => isHex(v, 48),
  }
  return shaped(value, beacon) || shaped(value, { ...beacon, publicKey: (v) => isHex(v, 96) })
}

function isResult(value: unknown, { grade, tiers }: About): boolean {
  const tier = (v: unknown): boolean =>
    shaped(v, {
      tier: (n) => isWhole(n, 1) && n <= 20,
      from: (n) => isWhole(n),
      to: (n) => isWhole(n),
      prize: isDecimal,
      codes: (n) => isWhole(n),
    })
  return shaped(value, {
    entropy: nullOr(grade === 'plain', hash),
    code: (v) => isWhole(v, 1),
    tiers: (v) => Array.isArray(v) && v.length === tiers && v.every(tier),
  })
}

function isLog(value: unknown, { v2, drawn, attempt, grade }: About): boolean {
  const note = (v: unknown): boolean => typeof v === 'string' && v.length > 1
  const lines = (v: unknown): boolean =>
    Array.isArray(v) && v.length <= (lit({ grade } as About) ? 64 : 0) && v.every(isLine)
  return shaped(value, {
    entries: (v) =>
      Array.isArray(v) &&
      v.length === 1 + attempt + (drawn ? 1 : 0) &&
      listOf((entry) => shaped(entry, { index: (n) => isWhole(n), bytes: note, inclusion: isPath }))(v),
    sealCheckpoint: note,
    checkpoint: note,
    consistency: isPath,
    publicKey: hash,
    ...(v2 ? { cosignatures: lines } : {}),
  })
}

/** The log part of the proof of a round, with so many entries. */
export function isLogPart(value: unknown, [least, most]: [number, number], isVoid: boolean): boolean {
  const note = (v: unknown): boolean => typeof v === 'string' && v.length > 1
  const entry = (v: unknown): boolean =>
    shaped(v, { index: (n) => isWhole(n), bytes: note, inclusion: isPath })
  return shaped(value, {
    entries: (v) => listOf(entry)(v) && isLong(v, least, most),
    sealCheckpoint: (v) => (isVoid ? v === null : note(v)),
    checkpoint: note,
    consistency: (v) => isPath(v) && isLong(v, 0, isVoid ? 0 : 64),
    publicKey: hash,
    cosignatures: (v) => listOf(isLine)(v) && isLong(v, 0, isVoid ? 0 : 64),
  })
}

const isLong = (v: unknown, least: number, most: number): boolean =>
  Array.isArray(v) && v.length >= least && v.length <= most

/** Bands ascend and do not overlap, so each ring distance is in at most one band. */
function areBands(value: unknown, shares: number): boolean {
  let least = 0
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((band) => {
      if (!Array.isArray(band) || band.length !== 2) return false
      const [from, to] = band as unknown[]
      if (!isWhole(from, least) || !isWhole(to, from) || 2 * to + 1 > shares) return false
      least = to + 1
      return true
    })
  )
}
