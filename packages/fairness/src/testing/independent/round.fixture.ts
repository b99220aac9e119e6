/** The second verifier of rounds, written only from the published description. It shares no code with the package. */
import { createHmac } from 'node:crypto'
import { canonical, type Fields, int, type Json, sha, u32, u64, unhex } from './bytes.fixture.ts'
import { ed25519, extendsTree, leafOf, readNote, rootFrom, signedNote, treeIn } from './log.fixture.ts'
import { areWitnesses, isBeaconPart, isDecimal, isHex, isLogPart, isWhole, shaped } from './shape.fixture.ts'
import {
  type Asked,
  beaconHolds,
  isWitnessed,
  publishedAt,
  roundOf,
  type Verdict,
} from './verifier.fixture.ts'

type Row = { seq: number; ms: number; bet: { game: string; picks: string[] }; stake: string; tag: string }
type Log = {
  entries: { index: number; bytes: string; inclusion: string[] }[]
  sealCheckpoint: string | null
  checkpoint: string
  consistency: string[]
  publicKey: string
  cosignatures: string[]
}
type Terms = Fields & Record<'game' | 'chain' | 'head' | 'zone' | 'beaconChain' | 'grade' | 'period', string>
type Numbers = Record<'length' | 'roundMs' | 'cutoffMs' | 'delay' | 'at' | 'opensAt' | 'closesAt', number>
type Doc = {
  deployment: string
  terms: Terms & Numbers & { index: number | null; previous: number | null }
  rows: Row[]
  seal: (Fields & { bets: number; digest: string; secret: string; sealedAt: number; round: number }) | null
  beacon: { chain: string; round: number; signature: string; publicKey?: string } | null
  result: (Fields & { entropy: string }) | null
  log: Log | null
}

const LUCKY = ['lucky-1m', 'lucky-3m', 'lucky-5m']
const isGame = (v: unknown): boolean => v === 'king-2m' || LUCKY.includes(v as string)
const text = (pattern: RegExp) => (v: unknown) => typeof v === 'string' && pattern.test(v)
const hash = (v: unknown): boolean => isHex(v, 32)
const isPeriod = text(/^\d{8}-\d{4}$/)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// ── the shape ──

function isZone(v: unknown): boolean {
  if (text(/^[+-](?!00:00)((0\d|1[0-3]):(00|15|30|45)|14:00)$/)(v))
    return Number(String(v).replace(':', '')) >= -1200
  if (!text(/^(?=.{1,64}$)(UTC|[A-Z][\w+-]*(\/[A-Z][\w+-]*){1,2})$/)(v)) return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: v as string }))
  } catch {
    return false
  }
}

function isTerms(value: unknown, isVoid: boolean): boolean {
  const { roundMs, cutoffMs, length, grade } = (value ?? {}) as Partial<Doc['terms']>
  const upTo = (least: number) => (v: unknown) =>
    isVoid ? v === null : isWhole(v, least) && v <= Number(length)
  return shaped(value, {
    game: isGame,
    chain: text(UUID),
    length: (v) => isWhole(v, 1) && v <= 2 ** 20,
    head: hash,
    zone: isZone,
    roundMs: (v) => isWhole(v, 10_000) && 1_800_000 % v === 0,
    cutoffMs: (v) => isWhole(v, 1) && v < Number(roundMs) && Number(cutoffMs) === v,
    beaconChain: hash,
    delay: (v) => isWhole(v, 1) && v <= 86_400,
    grade: (v) => v === 'beacon' || v === 'witnessed',
    witnesses: (v) => (grade === 'witnessed' ? areWitnesses(v) : v === null),
    fee: (v) => isWhole(v) && v <= 5_000,
    demo: (v) => typeof v === 'boolean',
    at: (v) => isWhole(v),
    period: isPeriod,
    index: upTo(1),
    previous: upTo(0),
    opensAt: (v) => isWhole(v),
    closesAt: (v) => isWhole(v),
  })
}

const sealShape = {
  bets: (v: unknown) => isWhole(v) && v < 2 ** 32,
  digest: hash,
  secret: hash,
  sealedAt: (v: unknown) => isWhole(v),
  round: (v: unknown) => isWhole(v, 1),
}

const isRow = (value: unknown): boolean =>
  shaped(value, {
    seq: (v) => isWhole(v, 1),
    ms: (v) => isWhole(v),
    bet: (v) =>
      shaped(v, {
        game: isGame,
        picks: (list) =>
          Array.isArray(list) &&
          list.length > 0 &&
          list.length <= 100 &&
          list.every((pick) => text(/^[0-9a-z]{1,20}$/)(pick)),
      }),
    stake: (v) => isDecimal(v) && BigInt(v as string) < 2n ** 64n,
    tag: (v) => isHex(v, 8),
  })

function isResult(value: unknown, game: unknown): boolean {
  const king = {
    finish: (v: unknown) => Array.isArray(v) && v.length === 10 && v.every((r) => isWhole(r, 1) && r <= 10),
  }
  const lucky = { price: text(/^\d{6}$/), number: (v: unknown) => isWhole(v) && v <= 9 }
  return shaped(value, { entropy: hash, ...(game === 'king-2m' ? king : lucky) })
}

function isRound(value: unknown): boolean {
  const doc = (value ?? {}) as Doc
  const isVoid = doc.seal === null
  const decided = doc.result !== null
  return shaped(value, {
    version: (v) => v === 'fairlot-proof/2',
    kind: (v) => v === 'round',
    deployment: text(/^[!-*,-~]{1,200}$/),
    terms: (v) => isTerms(v, isVoid),
    rows: (v) => Array.isArray(v) && v.every(isRow) && (!isVoid || v.length === 0),
    seal: (v) => isVoid || shaped(v, sealShape),
    beacon: (v) => (decided ? isBeaconPart(v) : v === null),
    result: (v) => !decided || (!isVoid && isResult(v, doc.terms?.game)),
    log: (v) => v === null || isLogPart(v, isVoid ? [2, 3] : decided ? [3, 3] : [2, 2], isVoid),
  })
}

// ── times ──

const zoned = new Map<string, Intl.DateTimeFormat>()

/** Date and time of day of an instant in a zone, as `YYYY-MM-DDTHH:MM:SS`. */
function clock(zone: string, ms: number): string {
  let format = zoned.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    zoned.set(zone, format)
  }
  return format.format(ms).replace(' ', 'T')
}

/** The first instant of a date in a zone: searched in steps of a minute, which every zone of today allows. */
function startOf(zone: string, date: string): number | null {
  const utc = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(date)) return null
  const dayAt = (ms: number): string => clock(zone, ms).slice(0, 10)
  for (let ms = utc - 15 * 3_600_000; ms <= utc + 15 * 3_600_000; ms += 900_000)
    if (dayAt(ms) === date) return dayAt(ms - 1) === date ? null : ms
  return null
}

function timesHold({ terms }: Doc): boolean {
  const { zone, period, roundMs, cutoffMs, opensAt, closesAt, at, index, previous } = terms
  const date = period.slice(0, 8).replace(/^(....)(..)(..)$/, '$1-$2-$3')
  const start = startOf(zone, date)
  const number = Number(period.slice(9))
  if (start === null || number < 1) return false
  const opens = start + (number - 1) * roundMs
  const inside = opens - start < 2 * 86_400_000 && clock(zone, opens).startsWith(date)
  const timed = opensAt === opens && closesAt === opens + roundMs - cutoffMs && opens >= at
  return inside && timed && (index === null || previous === index - 1)
}

// ── the steps ──

const optionsOf = (game: string): string[] => {
  const sides = ['big', 'small', 'single', 'double']
  const numbers = Array.from({ length: 10 }, (_, i) => String(game === 'king-2m' ? i + 1 : i))
  return [...numbers, ...sides, ...(game === 'king-2m' ? [] : ['green', 'red', 'violet'])]
}

function digestHolds({ terms, rows, seal }: Doc): boolean {
  const { game, period } = terms
  const options = optionsOf(game)
  const clean = rows.every(
    ({ bet }) =>
      bet.game === game &&
      bet.picks.every((pick, i) => options.includes(pick) && bet.picks.indexOf(pick) === i),
  )
  const bytes = rows.map(({ seq, ms, bet, stake, tag }) => {
    const said = canonical({ game: bet.game, picks: bet.picks })
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64BE(BigInt(stake))
    return Buffer.concat([u32(seq), u64(ms), sha(said), amount, unhex(tag)])
  })
  const digest = sha('fairlot/bets/1\0', game, '\0', period, '\0', u32(rows.length), ...bytes)
  return clean && seal!.bets === rows.length && seal!.digest === digest.toString('hex')
}

function entropyHolds({ terms, seal, beacon, result }: Doc): boolean {
  if (result === null) return true
  const hmac = createHmac('sha256', unhex(seal!.secret))
  for (const part of ['fairlot/game/1\0', terms.game, '\0', terms.period, '\0', u64(seal!.round)])
    hmac.update(part)
  return result.entropy === hmac.update(sha(unhex(beacon!.signature))).digest('hex')
}

function resultHolds({ terms, result }: Doc): boolean {
  if (result === null) return true
  const { entropy, ...said } = result
  let rest = int(unhex(entropy))
  if (terms.game !== 'king-2m') {
    const price = String(rest % 1_000_000n).padStart(6, '0')
    return canonical(said) === canonical({ price, number: Number(price.at(-1)) })
  }
  // the digits of the Lehmer code, the least significant one first
  const digits: number[] = []
  for (let n = 1n; n <= 10n; n++) {
    digits.unshift(Number(rest % n))
    rest /= n
  }
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  return canonical(said) === canonical({ finish: digits.map((digit) => left.splice(digit, 1)[0]!) })
}

const STEPS: [step: string, sealedOnly: boolean, check: (doc: Doc, asked: Asked) => boolean][] = [
  ['terms', false, timesHold],
  [
    'commitment',
    true,
    ({ terms, seal }) => {
      let value = unhex(seal!.secret)
      for (let i = 0; i < terms.index!; i++) value = sha(value)
      return value.toString('hex') === terms.head
    },
  ],
  [
    'times',
    true,
    ({ terms, rows, seal }) =>
      rows.every(({ seq, ms }, i) => {
        const least = i === 0 ? terms.opensAt : rows[i - 1]!.ms
        return seq === i + 1 && ms >= least && ms < terms.closesAt
      }) &&
      seal!.sealedAt >= terms.closesAt &&
      seal!.sealedAt < terms.opensAt + terms.roundMs,
  ],
  ['digest', true, digestHolds],
  [
    'round',
    true,
    ({ terms, seal, beacon }) =>
      seal!.round === roundOf(seal!.sealedAt, terms.delay) && (beacon?.round ?? seal!.round) === seal!.round,
  ],
  ['beacon', true, ({ terms, beacon }) => beacon === null || beaconHolds(terms.beaconChain, beacon)],
  ['entropy', true, entropyHolds],
  ['result', true, resultHolds],
  [
    'inclusion',
    false,
    (doc, asked) =>
      doc.log === null ? Object.values(asked).every((v) => v === undefined) : isIncluded(doc, doc.log),
  ],
  ['checkpoint', false, (doc, { publicKey }) => doc.log === null || isSigned(doc, doc.log, publicKey)],
  [
    'witnesses',
    true,
    ({ terms, seal, result, log }, { witness }) =>
      log === null ||
      isWitnessed(
        { version: 'fairlot-proof/2', terms, seal: seal!, result },
        { ...log, sealCheckpoint: log.sealCheckpoint! },
        witness,
      ),
  ],
]

function parsed(bytes: string): Fields {
  try {
    return (JSON.parse(bytes) as Fields | null) ?? {}
  } catch {
    return {}
  }
}

function isIncluded(doc: Doc, log: Log): boolean {
  const tree = treeIn(log.checkpoint)
  const { terms, seal, beacon, result } = doc
  const { period, index, previous: _, opensAt: __, closesAt: ___, ...chain } = terms
  const { game } = terms
  const expected: (Fields | null)[] = [{ t: 'game-chain', ...(chain as Fields) }]
  const last = parsed(log.entries.at(-1)!.bytes)
  const at = last['at']!
  if (seal) {
    const place = { chain: terms.chain, index: index! }
    expected.push({ t: 'round-seal', game, period, ...place, ...seal, at: seal.sealedAt })
    if (result) {
      const { entropy: _entropy, ...said } = result
      const value = sha(unhex(beacon!.signature)).toString('hex')
      const isLate = isWhole(at) && at >= publishedAt(seal.round)
      expected.push(
        isLate
          ? { t: 'round-result', game, period, round: seal.round, beacon: value, result: said, at }
          : null,
      )
    }
  } else {
    const bets = last['bets']!
    const isLate = isWhole(at) && at >= terms.closesAt && isWhole(bets) && bets < 2 ** 32
    const given = log.entries.length === 3 ? voidSeal(doc, log.entries[1]!.bytes, Number(at)) : undefined
    if (given !== undefined) expected.push(given)
    expected.push(isLate ? { t: 'round-void', game, period, bets, at } : null)
  }
  return log.entries.every(({ index: n, bytes, inclusion }, i) => {
    const entry = expected[i]
    if (!entry || bytes !== canonical(entry)) return false
    if (!tree) return true
    if (i > 0 && log.entries[i - 1]!.index >= n) return false
    return rootFrom(leafOf(bytes), n, tree.size, inclusion.map(unhex))?.equals(tree.root) ?? false
  })
}

/** The seal of a round that is void although it was sealed. */
function voidSeal({ terms }: Doc, bytes: string, at: number): Fields | null {
  const { t, game, period, chain, index, at: dated, ...fields } = parsed(bytes)
  const same = game === terms.game && period === terms.period && chain === terms.chain && t === 'round-seal'
  if (terms.grade !== 'witnessed' || !same || !shaped(fields, sealShape)) return null
  const placed = isWhole(index, 1) && index <= terms.length && dated === fields['sealedAt']
  if (!placed || at < publishedAt(Number(fields['round']))) return null
  return { t, game, period, chain, index, ...fields, at: dated } as Fields
}

function isSigned({ deployment, seal, result }: Doc, log: Log, key?: string): boolean {
  if (key !== undefined && key !== log.publicKey) return false
  const latest = signedNote(log.checkpoint, log.publicKey, deployment)
  if (!latest) return false
  const at = parsed(log.entries.at(-1)!.bytes)['at']
  if ((!seal || result) && !(isWhole(at) && latest.time >= at)) return false
  if (!seal) return true
  const sealed = signedNote(log.sealCheckpoint!, log.publicKey, deployment)
  if (!sealed || !extendsTree(sealed, latest, log.consistency.map(unhex))) return false
  const isCovered = log.entries[1]!.index < sealed.size && sealed.time < publishedAt(seal.round)
  return isCovered && sealed.time >= seal.sealedAt && latest.time >= sealed.time
}

function receiptHolds({ terms, rows, log, seal }: Doc, value: unknown, key?: string): boolean {
  const isText = (v: unknown): boolean => typeof v === 'string'
  if (!shaped(value, { receipt: isText, signature: (v) => isHex(v, 64), publicKey: hash })) return false
  const { receipt, signature, publicKey } = value as Record<'receipt' | 'signature' | 'publicKey', string>
  if ((key ?? log?.publicKey ?? publicKey) !== publicKey) return false
  const message = Buffer.concat([Buffer.from('fairlot/receipt/1\0'), Buffer.from(receipt)])
  if (!ed25519(publicKey, message, unhex(signature))) return false
  const said = parsed(receipt)
  if (canonical(said) !== receipt) return false
  const picks = said['picks'] as unknown
  const arePicks =
    Array.isArray(picks) &&
    picks.length > 0 &&
    picks.length <= 1000 &&
    picks.every((p) => typeof p === 'string' && p.length > 0 && p.length <= 200)
  const roots = new Map<Json, string>([[0, sha().toString('hex')]])
  for (const note of log ? [log.sealCheckpoint, log.checkpoint] : []) {
    const read = note === null ? null : readNote(note)
    if (read) roots.set(read.size, read.root.toString('hex'))
  }
  const isShaped = shaped(said, {
    t: (v) => v === 'receipt',
    kind: (v) => v === 'bet',
    game: (v) => v === terms.game,
    period: (v) => v === terms.period,
    id: text(UUID),
    tag: (v) => isHex(v, 8),
    ms: (v) => isWhole(v),
    picks: () => arePicks,
    amount: (v) => isDecimal(v) && (v as string).length <= 30,
    logSize: (v) => isWhole(v),
    logRoot: (v) => hash(v) && (roots.get(said['logSize']!) ?? v) === v,
  })
  if (!isShaped || !seal) return isShaped
  return rows.some(
    ({ ms, tag, bet, stake }) =>
      ms === said['ms'] &&
      tag === said['tag'] &&
      canonical(bet.picks) === canonical(said['picks']!) &&
      BigInt(stake) * BigInt(bet.picks.length) === BigInt(said['amount'] as string),
  )
}

export function verifyRoundIndependently(document: unknown, asked: Asked = {}): Verdict {
  if (!isRound(document)) return { verdict: 'failed', failed: 'terms' }
  const doc = document as Doc
  for (const [step, sealedOnly, check] of STEPS) {
    if (sealedOnly && doc.seal === null) continue
    if (!check(doc, asked)) return { verdict: 'failed', failed: step }
  }
  const { receipt } = asked
  if (receipt !== undefined && !receiptHolds(doc, receipt, asked.publicKey))
    return { verdict: 'failed', failed: 'receipt' }
  if (doc.log === null) return { verdict: 'arithmetic', failed: undefined }
  return { verdict: doc.seal && !doc.result ? 'sealed' : 'verified', failed: undefined }
}
