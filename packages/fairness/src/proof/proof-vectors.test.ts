import { expect, test } from 'vitest'
import file from '../../proof-vectors.json' with { type: 'json' }
import { parseKey } from '../note.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { verifyRoundIndependently } from '../testing/independent/round.fixture.ts'
import {
  type WorkedEvent,
  type WorkedProof,
  workedProofs,
  type WorkedRound,
} from '../testing/worked-proofs.ts'
import type { WorkedProof3 } from '../testing/worked-proofs-3.ts'
import { verifyAnyProof } from '../verify/any.ts'
import { verifyEvent } from '../verify/event.ts'
import { verifyRound } from '../verify/round.ts'
import { verifyProof } from '../verify.ts'

test('the file of worked proofs holds what the package computes', () => {
  expect(file).toEqual(JSON.parse(JSON.stringify(workedProofs())))
})

test.each((file.documents as unknown as WorkedProof[]).map((worked) => [worked.name, worked] as const))(
  'both verifiers give the stated verdict: %s',
  (_, { document, verdict, key, witness, receipt }) => {
    const given = { ...(key && { publicKey: key }), ...(receipt && { receipt }) }
    const ours = verifyProof(document, { ...given, ...(witness && { witness: parseKey(witness)! }) })
    expect(ours.verdict).toBe(verdict)
    expect(verifyIndependently(document, { ...given, witness })).toEqual({ verdict, failed: ours.failed })
  },
)

test.each((file.rounds as unknown as WorkedRound[]).map((worked) => [worked.name, worked] as const))(
  'both verifiers give the stated verdict on a round: %s',
  (_, { document, verdict, key, witness, receipt }) => {
    const given = { ...(key && { publicKey: key }), ...(receipt && { receipt }) }
    const ours = verifyRound(document, { ...given, ...(witness && { witness: parseKey(witness)! }) })
    expect(ours.verdict).toBe(verdict)
    expect(verifyRoundIndependently(document, { ...given, witness })).toEqual({
      verdict,
      failed: ours.failed,
    })
  },
)

test.each((file.events as unknown as WorkedEvent[]).map((worked) => [worked.name, worked] as const))(
  'the verifier gives the stated verdict on an event: %s',
  (_, { document, verdict, key, witness, receipt }) => {
    const given = { ...(key && { publicKey: key }), ...(receipt && { receipt }) }
    const ours = verifyEvent(document, { ...given, ...(witness && { witness: parseKey(witness)! }) })
    expect(ours.verdict).toBe(verdict)
  },
)

test.each((file.version3 as unknown as WorkedProof3[]).map((worked) => [worked.name, worked] as const))(
  'the verifier gives the stated verdict on a document of version 3: %s',
  (_, { document, verdict, key, witness, receipt, claim }) => {
    const given = { ...(key && { publicKey: key }), ...(receipt && { receipt }), ...(claim && { claim }) }
    const ours = verifyAnyProof(document, { ...given, ...(witness && { witness: parseKey(witness)! }) })
    expect(ours.verdict).toBe(verdict)
  },
)
