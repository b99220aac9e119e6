/**
 * The proof document `fairlot-proof/1`: its types, and a strict reader for untrusted documents. The reader checks the
 * shape of a document; verify.ts checks whether its content is true.
 */
import type { Band, Grade, OrderRow, Reading, Tier } from './draw.ts'
import {
  ReadError,
  readDecimal,
  readHex,
  readInteger,
  readList,
  readObject,
  readText,
  readWord,
  refuse,
} from './read.ts'

export const PROOF_VERSION = 'fairlot-proof/1'

/** The terms that were published when the issue opened. Amounts are decimal strings in 1/10,000 units. */
export type IssueTerms = {
  /** `<product code>-<at least 4 digits>` */
  readonly issue: string
  /** N */
  readonly shares: number
  /** price of a share */
  readonly price: string
  readonly reading: Reading
  readonly grade: Grade
  /** minutes east of UTC at which order times are read; fixed for the issue */
  readonly offset: number
  /** beacon chain hash; null unless grade is `beacon` */
  readonly chain: string | null
  /** seconds from seal to beacon round; null unless grade is `beacon` */
  readonly delay: number | null
  /** ring distances of each tier, ascending, without overlap */
  readonly bands: readonly Band[]
  /** prize of each code of a tier, one per band */
  readonly prizes: readonly string[]
  /** C; null in grade `plain` */
  readonly commitment: string | null
  /** when the issue opened, Unix milliseconds; no order is earlier */
  readonly at: number
}

export type IssueSeal = {
  /** K */
  readonly orders: number
  /** L */
  readonly digest: string
  /** S, decimal string */
  readonly sum: string
  /** null in grade `plain` */
  readonly salt: string | null
  /** Unix milliseconds; no order is later */
  readonly sealedAt: number
  /** r; null unless grade is `beacon` */
  readonly round: number | null
}

export type ProofBeacon = {
  readonly chain: string
  readonly round: number
  /** 48 bytes hex */
  readonly signature: string
  /** hex; only for a local (sandbox) beacon. The verifier has the public beacon's key built in. */
  readonly publicKey?: string
}

export type IssueResult = {
  /** E; null in grade `plain` */
  readonly entropy: string | null
  readonly code: number
  readonly tiers: readonly Tier[]
}

export type ProofEntry = {
  readonly index: number
  /** the entry's canonical JSON */
  readonly bytes: string
  /** RFC 6962 audit path to the root of `checkpoint` */
  readonly inclusion: readonly string[]
}

export type ProofLog = {
  /** opening, seal, draw */
  readonly entries: readonly ProofEntry[]
  /** signed note whose tree contains the seal */
  readonly sealCheckpoint: string
  /** signed note whose tree contains all three entries */
  readonly checkpoint: string
  /** consistency proof from `sealCheckpoint` to `checkpoint` */
  readonly consistency: readonly string[]
  /** Ed25519 key of the log, hex */
  readonly publicKey: string
}

export type IssueProof = {
  readonly version: typeof PROOF_VERSION
  readonly kind: 'issue'
  readonly deployment: string
  readonly terms: IssueTerms
  readonly rows: readonly OrderRow[]
  readonly seal: IssueSeal
  readonly beacon: ProofBeacon | null
  readonly result: IssueResult
  /** null when the proof carries no log */
  readonly log: ProofLog | null
}

/** All kinds of proof that this version supports. */
export type Proof = IssueProof

const MAX_SHARES = 10_000_000
const MAX_BANDS = 20
const MAX_TEXT = 256 * 1024 * 1024
const U32 = 0xffffffff
const ISSUE = /^(?=.{6,64}$)[\x21-\x7e]+-[0-9]{4,}$/
const DEPLOYMENT = /^[\x21-\x2a\x2c-\x7e]{1,200}$/
const TOP = ['version', 'kind', 'deployment', 'terms', 'rows', 'seal', 'beacon', 'result', 'log'] as const

/**
 * Parses the JSON text of a proof, or of the document that `what` names. Does not check the shape: see {@link readProof}.
 * @throws ReadError when the text is not JSON, is too long, or names a field twice in one object (readers could
 *   then disagree on the value)
 */
export function parseProofText(text: string, what = 'the proof'): unknown {
  if (text.length > MAX_TEXT) refuse(what, 'is too long')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ReadError(`${what} is not JSON`, { cause: error })
  }
  if (countNames(text) !== countFields(value)) refuse(what, 'names a field twice')
  return value
}

/** Counts the field names of a valid JSON text: every string that is followed by a colon is a name. */
function countNames(text: string): number {
  let names = 0
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = closingQuote(text, start + 1)
    let next = end + 1
    while (/\s/.test(text.charAt(next))) next++
    if (text[next] === ':') names++
    start = text.indexOf('"', next)
  }
  return names
}

/** The index of the quote that ends a string: the first quote with an even number of backslashes before it. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 1)) {
    let slash = at
    while (text[slash - 1] === '\\') slash--
    if ((at - slash) % 2 === 0) return at
  }
}

/** Counts the fields of all objects of a value. Not recursive, because an untrusted document may nest very deeply. */
function countFields(value: unknown): number {
  let fields = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const item = waiting.pop()
    if (typeof item !== 'object' || item === null) continue
    const inside = Object.values(item)
    if (!Array.isArray(item)) fields += inside.length
    for (const next of inside) waiting.push(next)
  }
  return fields
}

/**
 * Reads a parsed JSON value as a proof. Refuses unknown and missing fields, values out of bounds, and values that the
 * grade does not have.
 * @throws ReadError that names the field
 */
export function readProof(value: unknown): Proof {
  const proof = readObject(value, 'the proof', TOP)
  if (proof.version !== PROOF_VERSION) refuse('version', `is not "${PROOF_VERSION}"`)
  const kind = readWord(proof.kind, 'kind', ['issue', 'round', 'event'])
  if (kind !== 'issue') refuse('kind', `"${kind}" is not supported by this version`)
  const terms = readTerms(proof.terms)
  return {
    version: PROOF_VERSION,
    kind,
    deployment: readText(proof.deployment, 'deployment', DEPLOYMENT, 'the name of a deployment'),
    terms,
    rows: readList(proof.rows, 'rows', 1, terms.shares).map(readRow),
    seal: readSeal(proof.seal, terms.grade),
    beacon: readBeacon(proof.beacon, terms.grade),
    result: readResult(proof.result, terms),
    log: proof.log === null ? null : readLog(proof.log),
  }
}

const TERMS = [
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

function readTerms(value: unknown): IssueTerms {
  const terms = readObject(value, 'terms', TERMS)
  const grade = readWord(terms.grade, 'terms.grade', ['plain', 'salt', 'beacon'])
  const shares = readInteger(terms.shares, 'terms.shares', 1, MAX_SHARES)
  const bands = readBands(terms.bands, shares)
  const beacon = grade === 'beacon'
  return {
    issue: readText(terms.issue, 'terms.issue', ISSUE, 'an issue number'),
    shares,
    price: readDecimal(terms.price, 'terms.price'),
    reading: readWord(terms.reading, 'terms.reading', ['all', 'before-final']),
    grade,
    offset: readInteger(terms.offset, 'terms.offset', -1440, 1440),
    chain: present(beacon, terms.chain, 'terms.chain', grade, readHash),
    delay: present(beacon, terms.delay, 'terms.delay', grade, (v, at) => readInteger(v, at, 1, 86_400)),
    bands,
    prizes: readList(terms.prizes, 'terms.prizes', bands.length, bands.length).map((prize, i) =>
      readDecimal(prize, `terms.prizes[${i}]`),
    ),
    commitment: present(grade !== 'plain', terms.commitment, 'terms.commitment', grade, readHash),
    at: readInteger(terms.at, 'terms.at', 0),
  }
}

/** Reads a field that some grades have: a value when the grade has it, otherwise null. */
function present<T>(
  wanted: boolean,
  value: unknown,
  place: string,
  grade: Grade,
  read: (value: unknown, place: string) => T,
): T | null {
  if (wanted) return value === null ? refuse(place, `is missing in grade ${grade}`) : read(value, place)
  return value === null ? null : refuse(place, `is not null in grade ${grade}`)
}

function readHash(value: unknown, place: string): string {
  return readHex(value, place, 32)
}

/** Bands ascend, do not overlap, and are not wider than the ring (2·to + 1 ≤ N). */
function readBands(value: unknown, shares: number): Band[] {
  let next = 0
  return readList(value, 'terms.bands', 1, MAX_BANDS).map((band, i) => {
    const place = `terms.bands[${i}]`
    const [from, to] = readList(band, place, 2, 2)
    const start = readInteger(from, `${place}[0]`, next, shares)
    const end = readInteger(to, `${place}[1]`, start, shares)
    if (2 * end + 1 > shares) refuse(place, `is wider than the ring of ${shares} codes`)
    next = end + 1
    return [start, end] as const
  })
}

const ROW = ['seq', 'ms', 'time', 'first', 'quantity', 'tag'] as const

function readRow(value: unknown, i: number): OrderRow {
  const place = `rows[${i}]`
  const row = readObject(value, place, ROW)
  return {
    seq: readInteger(row.seq, `${place}.seq`, 1, U32),
    ms: readInteger(row.ms, `${place}.ms`, 0),
    time: readInteger(row.time, `${place}.time`, 0, 235_959_999),
    first: readInteger(row.first, `${place}.first`, 1, U32),
    quantity: readInteger(row.quantity, `${place}.quantity`, 1, U32),
    tag: readHex(row.tag, `${place}.tag`, 8),
  }
}

const SEAL = ['orders', 'digest', 'sum', 'salt', 'sealedAt', 'round'] as const

function readSeal(value: unknown, grade: Grade): IssueSeal {
  const seal = readObject(value, 'seal', SEAL)
  return {
    orders: readInteger(seal.orders, 'seal.orders', 1, U32),
    digest: readHash(seal.digest, 'seal.digest'),
    sum: readDecimal(seal.sum, 'seal.sum'),
    salt: present(grade !== 'plain', seal.salt, 'seal.salt', grade, readHash),
    sealedAt: readInteger(seal.sealedAt, 'seal.sealedAt', 0),
    round: present(grade === 'beacon', seal.round, 'seal.round', grade, readRound),
  }
}

function readRound(value: unknown, place: string): number {
  return readInteger(value, place, 1)
}

function readBeacon(value: unknown, grade: Grade): ProofBeacon | null {
  return present(grade === 'beacon', value, 'beacon', grade, () => {
    const beacon = readObject(value, 'beacon', ['chain', 'round', 'signature'], ['publicKey'])
    const base = {
      chain: readHash(beacon.chain, 'beacon.chain'),
      round: readRound(beacon.round, 'beacon.round'),
      signature: readHex(beacon.signature, 'beacon.signature', 48),
    }
    if (!Object.hasOwn(beacon, 'publicKey')) return base
    return { ...base, publicKey: readHex(beacon.publicKey, 'beacon.publicKey', 96) }
  })
}

function readResult(value: unknown, { grade, bands }: IssueTerms): IssueResult {
  const result = readObject(value, 'result', ['entropy', 'code', 'tiers'])
  const tiers = readList(result.tiers, 'result.tiers', bands.length, bands.length)
  return {
    entropy: present(grade !== 'plain', result.entropy, 'result.entropy', grade, readHash),
    code: readInteger(result.code, 'result.code', 1, U32),
    tiers: tiers.map((item, i) => {
      const place = `result.tiers[${i}]`
      const tier = readObject(item, place, ['tier', 'from', 'to', 'prize', 'codes'])
      return {
        tier: readInteger(tier.tier, `${place}.tier`, 1, MAX_BANDS),
        from: readInteger(tier.from, `${place}.from`, 0, U32),
        to: readInteger(tier.to, `${place}.to`, 0, U32),
        prize: readDecimal(tier.prize, `${place}.prize`),
        codes: readInteger(tier.codes, `${place}.codes`, 0, U32),
      }
    }),
  }
}

function readLog(value: unknown): ProofLog {
  const log = readObject(value, 'log', [
    'entries',
    'sealCheckpoint',
    'checkpoint',
    'consistency',
    'publicKey',
  ])
  return {
    entries: readList(log.entries, 'log.entries', 3, 3).map((item, i) => {
      const place = `log.entries[${i}]`
      const entry = readObject(item, place, ['index', 'bytes', 'inclusion'])
      return {
        index: readInteger(entry.index, `${place}.index`, 0),
        bytes: readText(entry.bytes, `${place}.bytes`, /^.{2,65536}$/su, 'the text of an entry'),
        inclusion: readPath(entry.inclusion, `${place}.inclusion`),
      }
    }),
    sealCheckpoint: readNote(log.sealCheckpoint, 'log.sealCheckpoint'),
    checkpoint: readNote(log.checkpoint, 'log.checkpoint'),
    consistency: readPath(log.consistency, 'log.consistency'),
    publicKey: readHash(log.publicKey, 'log.publicKey'),
  }
}

function readPath(value: unknown, place: string): string[] {
  return readList(value, place, 0, 64).map((hash, i) => readHash(hash, `${place}[${i}]`))
}

function readNote(value: unknown, place: string): string {
  return readText(value, place, /^.{2,16384}$/su, 'a signed note')
}
