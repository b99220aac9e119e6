/** Review H1: without a log nothing binds commitment, prizes, price and times, so such documents prove nothing. */
import { describe, expect, test } from 'vitest'
import { beaconOf } from '../beacon.ts'
import * as draw from '../draw.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { parseKey } from '../note.ts'
import type { IssueProof } from '../proof.ts'
import { signReceipt } from '../receipt.ts'
import { runningHash } from '../running.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { LOG_SECRET, WITNESSES, witnessText } from '../testing/log-samples.ts'
import { sampleProof } from '../testing/proof-samples.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { type VerifyOptions, verifyProof } from '../verify.ts'

const KEY = publicKeyOf(LOG_SECRET)
const genuine = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', withLog: true })
const row = genuine.rows[1]!
/** A receipt of the genuine issue, as a member holds it. */
const receipt = signReceipt(LOG_SECRET, {
  t: 'receipt',
  kind: 'order',
  issue: genuine.terms.issue,
  id: '01970000-0000-7000-8000-000000000001',
  tag: row.tag,
  ms: row.ms,
  first: row.first,
  quantity: row.quantity,
  amount: String(BigInt(genuine.terms.price) * BigInt(row.quantity)),
  logSize: 2,
  logRoot: 'ab'.repeat(32),
  seq: row.seq,
  running: runningHash(genuine.terms.issue, genuine.terms.shares, genuine.rows.slice(0, row.seq)),
})

/** Draws the rows of a proof with the real signature of public round 1000 and a salt that makes `wanted` win. */
function forged(of: IssueProof, wanted: number): IssueProof {
  const { terms, seal, rows } = of
  for (let n = 0; n < 10_000; n++) {
    const salt = n.toString(16).padStart(64, '0')
    const digest = draw.ordersDigest(terms.issue, terms.shares, rows)
    const beacon = beaconOf(VECTORS.draw.beaconSignature)
    const entropy = draw.drawEntropy({ salt, issue: terms.issue, digest, round: seal.round, beacon })
    const code = draw.winningCode(BigInt(seal.sum), entropy, terms.shares)
    if (code !== wanted) continue
    return {
      ...of,
      terms: { ...terms, commitment: draw.commitment(terms.issue, salt) },
      seal: { ...seal, salt, digest },
      result: { entropy, code, tiers: draw.tierTable(terms.shares, terms.bands, terms.prizes) },
      log: null,
    }
  }
  throw new Error('no salt found')
}

/** (a) a draw that never happened: an issue, orders and times that the house made up, and public round 1000 */
const invented = forged(
  sampleProof({ ...VECTORS.draw, subject: 'M9-0001' }, { grade: 'beacon', reading: 'all' }),
  1000007,
)
/** (b) the rows of the genuine issue, drawn again for another winner, with a tenth of the first prize */
const redrawn = forged(
  { ...genuine, terms: { ...genuine.terms, prizes: ['50000', ...genuine.terms.prizes.slice(1)] } },
  1000007,
)

/** Verdict and failing step; both verifiers must agree on them. */
function result(document: unknown, options: VerifyOptions = {}) {
  const { verdict, ok, failed } = verifyProof(document, options)
  if (!options.log) {
    const witness = options.witness && witnessText(WITNESSES[0])
    const asked = { publicKey: options.publicKey, receipt: options.receipt, witness }
    expect(verifyIndependently(document, asked)).toEqual({ verdict, failed })
  }
  return { ok, verdict, failed }
}

describe.each([
  ['a draw made from nothing', invented],
  ['the rows of a real issue, drawn for another winner', redrawn],
])('%s, without a log', (_, document) => {
  test('is arithmetic only', () => {
    expect(result(document)).toEqual({ ok: false, verdict: 'arithmetic', failed: undefined })
    expect(verifyProof(document).summary).toContain('nothing is proven')
  })

  test('fails where the reader gives something that only a log can answer', () => {
    const refused = { ok: false, verdict: 'failed', failed: 'inclusion' }
    expect(result(document, { publicKey: KEY })).toEqual(refused)
    expect(result(document, { receipt })).toEqual(refused)
    expect(result(document, { publicKey: KEY, receipt })).toEqual(refused)
    expect(result(document, { witness: parseKey(witnessText(WITNESSES[0]))! })).toEqual(refused)
    expect(
      result(document, { log: { deployment: 'demo', publicKey: KEY, find: () => [], rootAt: () => null } }),
    ).toEqual(refused)
  })

  test('fails with the log of the genuine issue', () => {
    const refused = { ok: false, verdict: 'failed', failed: 'inclusion' }
    expect(result({ ...document, log: genuine.log })).toEqual(refused)
    expect(result({ ...document, log: genuine.log }, { publicKey: KEY, receipt })).toEqual(refused)
  })
})

test('a genuine proof without its log fails for a reader with a receipt, and with its log it verifies', () => {
  expect(result(genuine, { publicKey: KEY, receipt }).verdict).toBe('verified')
  expect(result({ ...genuine, log: null }, { receipt }).failed).toBe('inclusion')
  expect(result({ ...genuine, log: null }).verdict).toBe('arithmetic')
})
