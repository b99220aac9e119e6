/**
 * A second verifier, written only from the published description of the draws. It shares no code with the package: it uses
 * Node's buffers, hashes and signatures. Only the pairing comes from the library, because Node has none. Both verifiers
 * must agree on every document.
 */
import { createHmac } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { canonical, int, sha, u32, u64, unhex, type Fields, type Json } from './bytes.fixture.ts'
import { ed25519, extendsTree, leafOf, readNote, rootFrom, signedNote, treeIn } from './log.fixture.ts'
import { isHex, isProof, isWhole, shaped } from './shape.fixture.ts'

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

// ── the steps ──

export type Verdict = { ok: boolean; failed: string | undefined }

/** @param receipt a signed receipt to compare with the proof */
export function verifyIndependently(doc: unknown, key?: string, receipt?: unknown): Verdict {
  try {
    if (!isProof(doc)) throw new Fails('terms')
    for (const [step, check] of STEPS) if (!check(doc as Doc, key)) throw new Fails(step)
    if (receipt !== undefined && !receiptHolds(doc as Doc, receipt, key)) throw new Fails('receipt')
    return { ok: true, failed: undefined }
  } catch (error) {
    if (error instanceof Fails) return { ok: false, failed: error.message }
    throw error
  }
}

type Row = { seq: number; ms: number; time: number; first: number; quantity: number; tag: string }
type Doc = {
  deployment: string
  terms: Fields & { issue: string; shares: number; offset: number; at: number; bands: [number, number][] }
  rows: Row[]
  seal: Fields & { sealedAt: number; round: number | null }
  beacon: { chain: string; round: number; signature: string; publicKey?: string } | null
  result: Fields & { code: number }
  log: {
    entries: { index: number; bytes: string; inclusion: string[] }[]
    sealCheckpoint: string
    checkpoint: string
    consistency: string[]
    publicKey: string
  } | null
}

const STEPS: [string, (doc: Doc, key: string | undefined) => boolean][] = [
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
      const bytes = rows.map(({ seq, ms, time, first, quantity, tag }) =>
        Buffer.concat([u32(seq), u64(ms), u32(time), u32(first), u32(quantity), unhex(tag)]),
      )
      const digest = sha(
        'fairlot/orders/1\0',
        terms.issue,
        '\0',
        u32(terms.shares),
        u32(rows.length),
        ...bytes,
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
      if (!beacon) return true
      const seconds = Math.ceil(seal.sealedAt / 1000) + (terms.delay as number) - GENESIS
      return seal.round === Math.max(1, Math.ceil(seconds / PERIOD) + 1) && beacon.round === seal.round
    },
  ],
  [
    'beacon',
    ({ terms, beacon }) => {
      if (!beacon) return true
      const { chain, round, signature, publicKey } = beacon
      if (chain !== terms.chain) return false
      if (chain === PUBLIC_CHAIN) return publicKey === undefined && blsVerifies(PUBLIC_KEY, round, signature)
      if (publicKey === undefined) return false
      const own = sha('fairlot/chain/1\0', u64(GENESIS), u32(PERIOD), unhex(publicKey)).toString('hex')
      return own === chain && blsVerifies(publicKey, round, signature)
    },
  ],
  [
    'entropy',
    ({ terms, seal, beacon, result }) => {
      if (seal.salt === null) return true
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
      const entropy = result.entropy === null ? 0n : int(unhex(result.entropy!))
      return (
        BigInt(result.code) === ((BigInt(seal.sum as string) + entropy) % BigInt(terms.shares)) + 1000001n
      )
    },
  ],
  ['tiers', ({ terms, result }) => canonical(result.tiers!) === canonical(tiersOf(terms))],
  ['inclusion', (doc) => doc.log === null || isIncluded(doc, doc.log)],
  ['checkpoint', (doc, key) => doc.log === null || isSigned(doc, doc.log, key)],
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

function isIncluded({ terms, seal, beacon, result }: Doc, log: NonNullable<Doc['log']>): boolean {
  // when size and root of the checkpoint cannot be read, step `checkpoint` fails instead
  const tree = treeIn(log.checkpoint)
  const value = beacon && sha(unhex(beacon.signature)).toString('hex')
  const expected: Fields[] = [
    { t: 'issue-open', ...terms },
    { t: 'issue-seal', issue: terms.issue, ...seal },
    {
      t: 'issue-draw',
      issue: terms.issue,
      round: seal.round,
      beacon: value,
      entropy: result.entropy!,
      code: result.code,
    },
  ]
  const inside = log.entries.every(({ index, bytes, inclusion }, i) => {
    const at = atOf(bytes)
    if (!isWhole(at) || bytes !== canonical({ at, ...expected[i]! })) return false
    if (!tree) return true
    return rootFrom(leafOf(bytes), index, tree.size, inclusion.map(unhex))?.equals(tree.root) ?? false
  })
  const [open, sealed, drawn] = log.entries.map(({ index }) => index)
  return inside && open! < sealed! && sealed! < drawn!
}

function atOf(bytes: string): unknown {
  try {
    return (JSON.parse(bytes) as Fields | null)?.at
  } catch {
    return undefined
  }
}

function isSigned({ deployment, seal, beacon }: Doc, log: NonNullable<Doc['log']>, key?: string): boolean {
  if (key !== undefined && key !== log.publicKey) return false
  const sealed = signedNote(log.sealCheckpoint, log.publicKey, deployment)
  const latest = signedNote(log.checkpoint, log.publicKey, deployment)
  if (!sealed || !latest || !extendsTree(sealed, latest, log.consistency.map(unhex))) return false
  if (log.entries[1]!.index >= sealed.size) return false
  return !beacon || sealed.time < (GENESIS + (seal.round! - 1) * PERIOD) * 1000
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
  return shaped(said, {
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
