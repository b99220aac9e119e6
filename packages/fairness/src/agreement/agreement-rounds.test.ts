import { describe, expect, test } from 'vitest'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { formatKey } from '../note.ts'
import { altered, asJson, mutated } from '../testing/disagreements.fixture.ts'
import { verifyRoundIndependently } from '../testing/independent/round.fixture.ts'
import { LOG_SECRET } from '../testing/proof-samples.ts'
import { playedWitness } from '../testing/played-log.ts'
import { dice } from '../testing/random-proofs.ts'
import { randomRound, ROUND_STATES } from '../testing/random-rounds.ts'
import { rounds } from '../testing/rounds.fixture.ts'
import type { VerifyOptions } from '../verify/types.ts'
import { verifyRound } from '../verify/round.ts'
import { parseKey } from '../note.ts'

const SEED = 20_261_123
const KEY = publicKeyOf(LOG_SECRET)

/** The results of both verifiers for a document. */
function both(document: unknown, options: VerifyOptions = {}) {
  const { witness, publicKey, receipt } = options
  const { verdict, failed } = verifyRound(document, options)
  const asked = { publicKey, receipt, witness: witness && formatKey(witness) }
  return { ours: { verdict, failed }, theirs: verifyRoundIndependently(document, asked) }
}

describe('a second verifier of rounds, written from the description alone', () => {
  test.each(ROUND_STATES)('agrees on generated proofs and their mutations: %s', (state) => {
    const roll = dice(SEED + state.length)
    const verdict = state === 'sealed' ? 'sealed' : 'verified'
    for (let n = 0; n < rounds(150, 6); n++) {
      const proof = asJson(randomRound(roll, { state }).proof)
      const sound = { verdict, failed: undefined }
      expect(both(proof), `seed ${SEED}, ${state} ${n}`).toEqual({ ours: sound, theirs: sound })
      for (let m = 0; m < 6; m++) {
        const { where, document } = mutated(roll, proof)
        const { ours, theirs } = both(document)
        expect(theirs, `seed ${SEED}, ${state} ${n}: ${where}`).toEqual(ours)
      }
    }
  })

  test('agrees on receipts, on the given key and on the given witness', () => {
    const roll = dice(SEED)
    const witness = parseKey(playedWitness('w2.example').key)!
    for (let n = 0; n < rounds(100, 8); n++) {
      const state = ROUND_STATES[n % ROUND_STATES.length]!
      const { proof, receipt } = randomRound(roll, { state, withLog: n % 5 !== 4 })
      const cases: VerifyOptions[] = [
        { publicKey: KEY, receipt },
        { receipt },
        { receipt: mutated(roll, receipt).document },
        { receipt: altered(roll, receipt) },
        { receipt: null },
        { publicKey: '00'.repeat(32) },
        { witness },
      ]
      for (const options of cases) {
        const { ours, theirs } = both(proof, options)
        expect(theirs, `${n} ${JSON.stringify(options)}`).toEqual(ours)
      }
    }
  })
})
