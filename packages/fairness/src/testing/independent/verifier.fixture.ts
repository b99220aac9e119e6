/**
 * A second verifier, written only from the published description of the draws. It shares no code with the package: it uses
 * Node's buffers, hashes and signatures. Only the pairing comes from the library, because Node has none. Both verifiers
 * must agree on every document.
 */
import { createHmac } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { canonical, int, sha, u32, u64, unhex, type Fields, type Json } from './bytes.fixture.ts'
import { ed25519, extendsTree, leafOf, readNote, rootFrom, signedNote, treeIn } from './log.fixture.ts'
import { isHex, isProof, isWhole, sealChecks, shaped } from './shape.fixture.ts'
import { ownLine, sameWitness, signedAt, type Witness, witnessOf } from './witness.fixture.ts'

/** Thrown when a step fails; the message is the name of the step. */
class Fails extends Error {}

const GENESIS = 1692803367
const PERIOD = 3
const PUBLIC_CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const PUBLIC_KEY =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

// ── the beacon ──

const checked = new Map<string, boolean>()

function blsVerifies(key: string, round: number, signature: string): boolean {
  const name = `${key} ${round} ${signature}`
  let answer = checked.get(name)
  if (answer === undefined) {
    const { shortSignatures: scheme } = bls12_381
    try {
      answer = scheme.verify(unhex(signature), scheme.hash(sha(u64(round)), DOMAIN), unhex(key))
    } catch {
      answer = false
    }
    checked.set(name, answer)
  }
  return answer
}

/** The round is signed by the key of the chain that the terms state. */
export function beaconHolds(stated: Json, { chain, round, signature, publicKey }: Beacon): boolean {
  if (chain !== stated) return false
  if (chain === PUBLIC_CHAIN) return publicKey === undefined && blsVerifies(PUBLIC_KEY, round, signature)
  if (publicKey === undefined) return false
  const own = sha('fairlot/chain/1\0', u64(GENESIS), u32(PERIOD), unhex(publicKey)).toString('hex')
  return own === chain && blsVerifies(publicKey, round, signature)
}

type Beacon = { chain: string; round: number; signature: string; publicKey?: string }

// ── the steps ──

export type Verdict = { verdict: string; failed: string | undefined }

/** What a reader gives beside the document. */
export type Asked = {
  publicKey?: string | undefined
  /** a signed receipt to compare with the proof */
  receipt?: unknown
  /** the key of a witness that must have signed in time, as a note verifier key */
  witness?: string | undefined
}

export function verifyIndependently(document: unknown, asked: Asked = {}): Verdict {
  try {
    if (!isProof(document)) throw new Fails('terms')
    const doc = document as Doc
    for (const [step, check] of STEPS) if (!check(doc, asked)) throw new Fails(step)
    const { receipt } = asked
    if (receipt !== undefined && !receiptHolds(doc, receipt, asked.publicKey)) throw new Fails('receipt')
    if (doc.log === null) return { verdict: 'arithmetic', failed: undefined }
    return { verdict: doc.result === null ? 'sealed' : 'verified', failed: undefined }
  } catch (error) {
    if (error instanceof Fails) return { verdict: 'failed', failed: error.message }
    throw error
  }
}

type Row = { seq: number; ms: number; time: number; first: number; quantity: number; tag: string }
type Doc = {
  version: string
  deployment: string
  terms: Fields & { issue: string; shares: number; offset: number; at: number; bands: [number, number][] }
  rows: Row[]
  seal: Fields & { sealedAt: number; round: number | null; attempt?: number }
  beacon: Beacon | null
  result: (Fields & { code: number }) | null
  log: {
    entries: { index: number; bytes: string; inclusion: string[] }[]
    sealCheckpoint: string
    checkpoint: string
    consistency: string[]
    publicKey: string
    cosignatures?: string[]
  } | null
}

export const roundOf = (sealedAt: number, delay: number): number => {
  const seconds = Math.ceil(sealedAt / 1000) + delay - GENESIS
  return Math.max(1, Math.ceil(seconds / PERIOD) + 1)
}
export const publishedAt = (round: number): number => (GENESIS + (round - 1) * PERIOD) * 1000

const STEPS: [string, (doc: Doc, asked: Asked) => boolean][] = [
  [
    'commitment',
    ({ terms, seal }) =>
      seal.salt === null ||
      terms.commitment === sha('fairlot/salt/1\0', terms.issue, '\0', unhex(seal.salt!)).toString('hex'),
  ],
  [
    'times',
    ({ terms, rows, seal }) =>
      rows.every((row, i) => {
        const before = i === 0 ? terms.at : rows[i - 1]!.ms
        const clock = new Date(row.ms + terms.offset * 60_000)
        // outside the range of Date
        if (Number.isNaN(clock.getTime())) return false
        const digits = clock.toISOString().slice(-13, -1).replaceAll(/[:.]/g, '')
        return row.seq === i + 1 && row.ms >= before && row.time === Number(digits) && row.ms <= seal.sealedAt
      }),
  ],
  [
    'codes',
    ({ terms, rows }) => {
      let next = 1000001
      for (const { first, quantity } of rows) {
        if (first !== next) return false
        next += quantity
      }
      return next === 1000001 + terms.shares
    },
  ],
  [
    'digest',
    ({ terms, rows, seal }) => {
      const digest = sha(
        'fairlot/orders/1\0',
        terms.issue,
        '\0',
        u32(terms.shares),
        u32(rows.length),
        ...rows.map(rowOf),
      )
      return seal.orders === rows.length && seal.digest === digest.toString('hex')
    },
  ],
  [
    'sum',
    ({ terms, rows, seal }) => {
      const counted = terms.reading === 'all' ? rows : rows.slice(0, -1)
      return seal.sum === String(counted.reduce((sum, { time }) => sum + BigInt(time), 0n))
    },
  ],
  [
    'round',
    ({ terms, seal, beacon }) => {
      if (terms.delay === null) return true
      const round = roundOf(seal.sealedAt, terms.delay as number)
      return seal.round === round && (!beacon || beacon.round === round)
    },
  ],
  [
    'beacon',
    ({ terms, beacon }) => {
      return !beacon || beaconHolds(terms.chain!, beacon)
    },
  ],
  [
    'entropy',
    ({ terms, seal, beacon, result }) => {
      if (seal.salt === null || result === null) return true
      const value = beacon ? sha(unhex(beacon.signature)) : Buffer.alloc(32)
      const hmac = createHmac('sha256', unhex(seal.salt!))
      for (const part of [
        'fairlot/draw/1\0',
        terms.issue,
        '\0',
        unhex(seal.digest!),
        u64(seal.round ?? 0),
        value,
      ])
        hmac.update(part)
      return result.entropy === hmac.digest('hex')
    },
  ],
  [
    'result',
    ({ terms, seal, result }) => {
      if (result === null) return true
      const entropy = result.entropy === null ? 0n : int(unhex(result.entropy!))
      return (
        BigInt(result.code) === ((BigInt(seal.sum as string) + entropy) % BigInt(terms.shares)) + 1000001n
      )
    },
  ],
  ['tiers', ({ terms, result }) => result === null || canonical(result.tiers!) === canonical(tiersOf(terms))],
  [
    'inclusion',
    (doc, asked) =>
      doc.log === null ? Object.values(asked).every((v) => v === undefined) : isIncluded(doc, doc.log),
  ],
  ['checkpoint', (doc, { publicKey }) => doc.log === null || isSigned(doc, doc.log, publicKey)],
  ['witnesses', (doc, { witness }) => doc.log === null || isWitnessed(doc, doc.log, witness)],
]

/** Counts the codes of each band one by one. */
function tiersOf({ shares, bands, prizes }: Doc['terms']): Json {
  return bands.map(([from, to], i) => {
    let codes = 0
    for (let apart = 0; apart < shares; apart++) {
      const distance = Math.min(apart, shares - apart)
      if (from <= distance && distance <= to) codes++
    }
    return { tier: i + 1, from, to, prize: (prizes as string[])[i]!, codes }
  })
}

type Log = NonNullable<Doc['log']>

function isIncluded(doc: Doc, log: Log): boolean {
  // when size and root of the checkpoint cannot be read, step `checkpoint` fails instead
  const tree = treeIn(log.checkpoint)
  const expected = expectedEntries(doc, log)
  const inside = log.entries.every(({ index, bytes, inclusion }, i) => {
    const entry = expected[i]
    const at = entry?.['at'] ?? atOf(bytes)
    if (!entry || !isWhole(at) || bytes !== canonical({ ...entry, at })) return false
    if (!tree) return true
    return rootFrom(leafOf(bytes), index, tree.size, inclusion.map(unhex))?.equals(tree.root) ?? false
  })
  if (!inside || (doc.version !== 'fairlot-proof/1' && !drawIsLate(doc, log))) return false
  return !tree || log.entries.every(({ index }, i) => i === 0 || log.entries[i - 1]!.index < index)
}

/** The entries that the proof must show; null for an earlier attempt that breaks a rule. */
function expectedEntries({ version, terms, rows, seal, beacon, result }: Doc, log: Log): (Fields | null)[] {
  const { issue } = terms
  const v1 = version === 'fairlot-proof/1'
  const seals: (Fields | null)[] = []
  let before: Fields | null = null
  for (let attempt = 1; attempt < (seal.attempt ?? 1); attempt++) {
    const read = attemptIn(log.entries[attempt]!.bytes, attempt, { terms, seal, rows } as Doc, before)
    seals.push(read && { t: 'issue-seal', issue, ...read, at: read['sealedAt']! })
    before = read
    if (read === null) break
  }
  const last = v1 ? { ...seal } : { ...seal, at: seal.sealedAt }
  seals.push(before === null || isLater(seal, before) ? { t: 'issue-seal', issue, ...last } : null)
  const value = beacon && sha(unhex(beacon.signature)).toString('hex')
  const draw: Fields | null = result && {
    t: 'issue-draw',
    issue,
    round: seal.round,
    beacon: value,
    entropy: result['entropy']!,
    code: result.code,
  }
  return [{ t: 'issue-open', ...terms }, ...seals, ...(draw ? [draw] : [])]
}

const isLater = (seal: Fields, before: Fields): boolean =>
  Number(seal['sealedAt']) >= publishedAt(Number(before['round']))

function attemptIn(bytes: string, attempt: number, doc: Doc, before: Fields | null): Fields | null {
  let said: unknown
  try {
    said = JSON.parse(bytes)
  } catch {
    return null
  }
  const { t: _, issue: __, at: ___, ...fields } = (said ?? {}) as Fields
  const { terms, seal, rows } = doc
  if (!shaped(fields, sealChecks({ v2: true, grade: terms['grade'] }))) return null
  const sealedAt = fields['sealedAt'] as number
  const same = ['orders', 'digest', 'sum', 'salt'].every((name) => fields[name] === seal[name])
  const timed = fields['round'] === roundOf(sealedAt, terms['delay'] as number) && sealedAt >= rows.at(-1)!.ms
  if (!same || !timed || fields['attempt'] !== attempt) return null
  return before === null || isLater(fields, before) ? fields : null
}

function drawIsLate({ seal, result }: Doc, log: Log): boolean {
  const at = Number(atOf(log.entries.at(-1)!.bytes))
  return result === null || (at >= seal.sealedAt && (seal.round === null || at >= publishedAt(seal.round)))
}

function atOf(bytes: string): unknown {
  try {
    return (JSON.parse(bytes) as Fields | null)?.['at']
  } catch {
    return undefined
  }
}

function isSigned({ version, deployment, seal, result }: Doc, log: Log, key?: string): boolean {
  if (key !== undefined && key !== log.publicKey) return false
  const sealed = signedNote(log.sealCheckpoint, log.publicKey, deployment)
  const latest = signedNote(log.checkpoint, log.publicKey, deployment)
  if (!sealed || !latest || !extendsTree(sealed, latest, log.consistency.map(unhex))) return false
  if (log.entries[seal.attempt ?? 1]!.index >= sealed.size) return false
  if (seal.round !== null && sealed.time >= publishedAt(seal.round)) return false
  if (version === 'fairlot-proof/1') return true
  if (sealed.time < seal.sealedAt || latest.time < sealed.time) return false
  const drawn = atOf(log.entries.at(-1)!.bytes)
  return result === null || (isWhole(drawn) && latest.time >= drawn)
}

/** The parts of a document that its witnesses are about. */
type Signed = {
  version: string
  terms: Fields
  seal: { round: number | null }
  result: object | null
}
type Lines = { sealCheckpoint: string; cosignatures?: string[] }

export function isWitnessed({ version, terms, seal, result }: Signed, log: Lines, asked?: string): boolean {
  const wanted = asked === undefined ? null : witnessOf(asked)
  if (version === 'fairlot-proof/1' || seal.round === null) return wanted === null
  const body = log.sealCheckpoint.slice(0, log.sealCheckpoint.indexOf('\n\n') + 1)
  const lines = log.cosignatures!
  /** 1: signed in time, 0: no line, −1: a line that is wrong, late or one too many. */
  const state = (witness: Witness): number => {
    const own = lines.map((line) => ownLine(line, witness)).filter((bytes) => bytes !== null)
    if (own.length === 0) return 0
    const seconds = own.length === 1 ? signedAt(body, own[0]!, witness) : null
    return seconds !== null && seconds * 1000 < publishedAt(seal.round!) ? 1 : -1
  }
  if (terms['grade'] === 'beacon') return wanted === null || state(wanted) === 1
  const named = (terms['witnesses'] as string[]).map((text) => witnessOf(text)!)
  const states = named.map(state)
  const timely = named.filter((_, i) => states[i] === 1)
  if (states.includes(-1) || timely.length !== lines.length) return false
  if (wanted !== null) return timely.some((witness) => sameWitness(witness, wanted))
  return timely.length > 0 || result === null
}

const rowOf = ({ seq, ms, time, first, quantity, tag }: Row): Buffer =>
  Buffer.concat([u32(seq), u64(ms), u32(time), u32(first), u32(quantity), unhex(tag)])

function runningOf({ issue, shares }: Doc['terms'], rows: Row[]): string {
  const start = sha('fairlot/running/1\0', issue, '\0', u32(shares))
  return rows.reduce((hash, row) => sha(hash, rowOf(row)), start).toString('hex')
}

function receiptHolds({ terms, rows, log }: Doc, value: unknown, key?: string): boolean {
  const text = (v: unknown) => typeof v === 'string'
  if (!shaped(value, { receipt: text, signature: (v) => isHex(v, 64), publicKey: (v) => isHex(v, 32) }))
    return false
  const { receipt, signature, publicKey } = value as { receipt: string; signature: string; publicKey: string }
  const expected = key ?? log?.publicKey
  if (expected !== undefined && expected !== publicKey) return false
  const message = Buffer.concat([Buffer.from('fairlot/receipt/1\0'), Buffer.from(receipt)])
  if (!ed25519(publicKey, message, unhex(signature))) return false
  let said: Json
  try {
    said = JSON.parse(receipt) as Json
  } catch {
    return false
  }
  const row = rows.find(({ first }) => first === (said as Fields | null)?.first)
  if (!row || canonical(said) !== receipt) return false
  const roots = new Map<Json, string>([[0, sha().toString('hex')]])
  for (const note of log ? [readNote(log.sealCheckpoint), readNote(log.checkpoint)] : [])
    if (note) roots.set(note.size, note.root.toString('hex'))
  const running = ['seq', 'running'].some((name) => Object.hasOwn(said as Fields, name))
  return shaped(said, {
    ...(running
      ? { seq: (v) => v === row.seq, running: (v) => v === runningOf(terms, rows.slice(0, row.seq)) }
      : {}),
    t: (v) => v === 'receipt',
    kind: (v) => v === 'order',
    issue: (v) => v === terms.issue,
    id: (v) => typeof v === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v),
    tag: (v) => v === row.tag,
    ms: (v) => v === row.ms,
    first: (v) => v === row.first,
    quantity: (v) => v === row.quantity,
    amount: (v) => v === String(BigInt(terms.price as string) * BigInt(row.quantity)),
    logSize: (v) => isWhole(v),
    logRoot: (v) => isHex(v, 32) && (roots.get((said as Fields).logSize!) ?? v) === v,
  })
}
