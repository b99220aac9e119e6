import { expect, test } from 'vitest'
import file from '../../proof-vectors.json' with { type: 'json' }
import { parseKey } from '../note.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { type WorkedProof, workedProofs } from '../testing/worked-proofs.ts'
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
