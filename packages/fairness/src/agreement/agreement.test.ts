import { describe, expect, test } from 'vitest'
import type { Grade } from '../draw.ts'
import { formatKey, parseKey } from '../note.ts'
import type { Grade1, Proof } from '../proof.ts'
import { altered, asJson, mutated } from '../testing/disagreements.fixture.ts'
import { LOG_SECRET, sampleProof } from '../testing/proof-samples.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { changed, others, places } from '../testing/mutations.ts'
import { WITNESSES, witnessText } from '../testing/log-samples.ts'
import { type Dice, dice, randomProof, randomProof1, randomReceipt } from '../testing/random-proofs.ts'
import { rounds } from '../testing/rounds.fixture.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { type VerifyOptions, verifyProof } from '../verify.ts'

const SEED = 20_250_615
const KEY = publicKeyOf(LOG_SECRET)

/** The results of both verifiers for a document. */
function both(document: unknown, options: VerifyOptions = {}) {
  const { witness, publicKey, receipt } = options
  const { verdict, failed } = verifyProof(document, options)
  const asked = { publicKey, receipt, witness: witness && formatKey(witness) }
  return { ours: { verdict, failed }, theirs: verifyIndependently(document, asked) }
}

type Plan = { grade: Grade; withLog: boolean; sealed?: boolean; version?: 1; proofs: number }
// signatures cost far more time than all other steps, so most proofs have none
const PLANS: Plan[] = [
  { grade: 'plain', withLog: false, proofs: rounds(2000, 120) },
  { grade: 'salt', withLog: false, proofs: rounds(2000, 120) },
  { grade: 'beacon', withLog: false, proofs: rounds(60, 6) },
  { grade: 'plain', withLog: true, proofs: rounds(300, 20) },
  { grade: 'salt', withLog: true, proofs: rounds(300, 20) },
  { grade: 'beacon', withLog: true, proofs: rounds(60, 6) },
  { grade: 'witnessed', withLog: true, proofs: rounds(120, 8) },
  { grade: 'witnessed', withLog: true, sealed: true, proofs: rounds(300, 20) },
  { grade: 'plain', withLog: true, sealed: true, proofs: rounds(100, 10) },
  { grade: 'salt', withLog: false, version: 1, proofs: rounds(1000, 60) },
  { grade: 'salt', withLog: true, version: 1, proofs: rounds(300, 20) },
  { grade: 'beacon', withLog: true, version: 1, proofs: rounds(60, 6) },
]
const nameOf = ({ grade, withLog, sealed, version }: Plan): string =>
  `grade ${grade}${sealed ? ', sealed' : ''}, ${withLog ? 'with' : 'without'} a log, version ${version ?? 2}`

function planned(roll: Dice, { grade, withLog, sealed = false, version }: Plan): Proof {
  return version === 1
    ? randomProof1(roll, { grade: grade as Grade1, withLog })
    : randomProof(roll, { grade, withLog, sealed })
}

describe('a second verifier, written from the description alone', () => {
  test.each(PLANS.map((plan) => [nameOf(plan), plan] as const))(
    'agrees with the package on generated proofs and their mutations: %s',
    (_, plan) => {
      const roll = dice(SEED + plan.proofs + (plan.withLog ? 1 : 0))
      const verdict = !plan.withLog ? 'arithmetic' : plan.sealed ? 'sealed' : 'verified'
      for (let n = 0; n < plan.proofs; n++) {
        const proof = asJson(planned(roll, plan))
        expect(both(proof)).toEqual({
          ours: { verdict, failed: undefined },
          theirs: { verdict, failed: undefined },
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
    expect(both(proof).theirs.verdict).toBe('verified')
    for (const { path, value } of places(proof)) {
      const [other] = others(value)
      const { ours, theirs } = both(changed(proof, path, other))
      expect(theirs, path.join('.')).toEqual(ours)
      expect(ours.verdict, path.join('.')).not.toBe('verified')
    }
  })

  test('agrees on receipts, on the given key and on the given witness', () => {
    const roll = dice(SEED)
    const grades = ['plain', 'salt', 'witnessed'] as const
    for (let n = 0; n < rounds(150, 18); n++) {
      const withLog = n % 3 !== 0
      const grade = grades[n % grades.length]!
      const proof = randomProof(roll, { grade, withLog, sealed: grade === 'witnessed' })
      const receipt = randomReceipt(roll, proof)
      expect(both(proof, { publicKey: KEY, receipt }).ours.failed).toBe(withLog ? undefined : 'inclusion')
      const witness = parseKey(witnessText(WITNESSES[n % WITNESSES.length]!))!
      const cases: VerifyOptions[] = [
        { receipt },
        { publicKey: '00'.repeat(32) },
        { receipt: randomReceipt(roll, randomProof(roll, { grade: 'plain', withLog: false })) },
        { receipt: mutated(roll, receipt).document },
        { receipt: altered(roll, receipt) },
        { receipt: { ...receipt, receipt: receipt.receipt.replace('"first"', '"First"') } },
        { receipt: null },
        { witness },
        { witness: { ...witness, publicKey: KEY } },
      ]
      for (const options of cases) {
        const { ours, theirs } = both(proof, options)
        expect(theirs, JSON.stringify(options)).toEqual(ours)
      }
    }
  })
})
