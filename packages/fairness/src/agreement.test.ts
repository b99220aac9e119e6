import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Grade } from './draw.ts'
import type { IssueProof } from './proof.ts'
import { LOG_SECRET, sampleProof } from './testing/proof-samples.ts'
import { publicKeyOf } from './ed25519.ts'
import { verifyIndependently } from './testing/independent/verifier.fixture.ts'
import { changed, others, places } from './testing/mutations.ts'
import { type Dice, dice, randomProof, randomReceipt } from './testing/random-proofs.ts'
import { rounds } from './testing/rounds.fixture.ts'
import { VECTORS } from './testing/vectors-file.ts'
import { type VerifyOptions, verifyProof } from './verify.ts'

const SEED = 20_250_615
const KEY = publicKeyOf(LOG_SECRET)

/** The results of both verifiers for a document. */
function both(document: unknown, options: VerifyOptions = {}) {
  const { ok, failed } = verifyProof(document, options)
  return { ours: { ok, failed }, theirs: verifyIndependently(document, options.publicKey, options.receipt) }
}

/** The document as a client receives it: a hole in a list becomes null. */
const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

/** The document with one random value replaced by a similar one or by one of another type. */
function mutated(roll: Dice, document: unknown): { where: string; document: unknown } {
  const all = places(document)
  const { path, value } = all[roll(all.length)]!
  const candidates = [...others(value), undefined].filter((other) => !isDeepStrictEqual(other, value))
  const other = candidates[roll(candidates.length)]
  return {
    where: `${path.join('.')} = ${JSON.stringify(other)}`,
    document: asJson(changed(document, path, other)),
  }
}

type Plan = { grade: Grade; withLog: boolean; proofs: number }
// signatures cost far more time than all other steps, so most proofs have none
const PLANS: Plan[] = [
  { grade: 'plain', withLog: false, proofs: rounds(2000, 300) },
  { grade: 'salt', withLog: false, proofs: rounds(2000, 300) },
  { grade: 'beacon', withLog: false, proofs: rounds(60, 10) },
  { grade: 'plain', withLog: true, proofs: rounds(300, 40) },
  { grade: 'salt', withLog: true, proofs: rounds(300, 40) },
  { grade: 'beacon', withLog: true, proofs: rounds(60, 10) },
]

describe('a second verifier, written from the description alone', () => {
  test.each(
    PLANS.map((plan) => [`grade ${plan.grade}, ${plan.withLog ? 'with' : 'without'} a log`, plan] as const),
  )(
    'agrees with the package on generated proofs and their mutations: %s',
    (_, { grade, withLog, proofs }) => {
      const roll = dice(SEED + proofs + (withLog ? 1 : 0))
      for (let n = 0; n < proofs; n++) {
        const proof = asJson(randomProof(roll, { grade, withLog }))
        expect(both(proof)).toEqual({
          ours: { ok: true, failed: undefined },
          theirs: { ok: true, failed: undefined },
        })
        for (let m = 0; m < 3; m++) {
          const { where, document } = mutated(roll, proof)
          const { ours, theirs } = both(document)
          expect(theirs, `seed ${SEED}, proof ${n}: ${where}`).toEqual(ours)
        }
      }
    },
  )

  test('agrees on a proof with a real beacon round, and on every mutation of it', () => {
    const proof = asJson(sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', withLog: true }))
    expect(both(proof).theirs.ok).toBe(true)
    for (const { path, value } of places(proof)) {
      const [other] = others(value)
      const { ours, theirs } = both(changed(proof, path, other))
      expect(theirs, path.join('.')).toEqual(ours)
      expect(ours.ok, path.join('.')).toBe(false)
    }
  })

  test('agrees on receipts and on the given key', () => {
    const roll = dice(SEED)
    for (let n = 0; n < rounds(150, 45); n++) {
      const withLog = n % 3 === 0
      const proof: IssueProof = randomProof(roll, { grade: n % 2 === 0 ? 'plain' : 'salt', withLog })
      const receipt = randomReceipt(roll, proof)
      expect(both(proof, { publicKey: KEY, receipt }).ours.ok).toBe(true)
      const cases: VerifyOptions[] = [
        { receipt },
        { publicKey: '00'.repeat(32) },
        { receipt: randomReceipt(roll, randomProof(roll, { grade: 'plain', withLog: false })) },
        { receipt: mutated(roll, receipt).document },
        { receipt: { ...receipt, receipt: receipt.receipt.replace('"first"', '"First"') } },
        { receipt: null },
      ]
      for (const options of cases) {
        const { ours, theirs } = both(proof, options)
        expect(theirs, JSON.stringify(options)).toEqual(ours)
      }
    }
  })
})
