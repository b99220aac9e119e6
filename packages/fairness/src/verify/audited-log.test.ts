import { describe, expect, test } from 'vitest'
import { publicKeyOf } from '../signatures/ed25519.ts'
import type { Proof } from '../proof.ts'
import { LOG_SECRET, sampleProof, sampleProof1, sampleSealed } from '../testing/proof-samples.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { type FinishedAudit, verifyProof } from '../verify.ts'

const OPTIONS = { grade: 'witnessed', reading: 'all', local: true, withLog: true, attempts: 2 } as const
const proof = sampleProof(VECTORS.draw, OPTIONS)
const sealed = sampleSealed(VECTORS.draw, OPTIONS)
const KEY = publicKeyOf(LOG_SECRET)
const entriesOf = (of: Proof) => of.log!.entries.map(({ index, bytes }) => ({ index, bytes }))

const audit = (entries: readonly { index: number; bytes: string }[], about = {}): FinishedAudit => ({
  deployment: proof.deployment,
  publicKey: KEY,
  find: (issue) => (issue === proof.terms.issue ? entries : []),
  rootAt: () => null,
  ...about,
})

function logStep(of: Proof, log: FinishedAudit) {
  const { verdict, failed, steps } = verifyProof(of, { log })
  expect(steps.at(-1)!.step).toBe('log')
  return failed ?? `${verdict}, ${steps.at(-1)!.status}`
}

describe('a proof beside the audited log', () => {
  test('verifies when the log has exactly its entries of the issue', () => {
    expect(logStep(proof, audit(entriesOf(proof)))).toBe('verified, passed')
    const old = sampleProof1(VECTORS.draw, { ...OPTIONS, attempts: 1, grade: 'beacon' })
    expect(logStep(old, audit(entriesOf(old)))).toBe('verified, passed')
    expect(verifyProof(proof, { log: audit(entriesOf(proof)) }).summary).not.toContain('A proof alone')
  })

  test('fails when the log has another entry, another place or further entries of the issue', () => {
    const entries = entriesOf(proof)
    expect(logStep(proof, audit(entries.slice(0, -1)))).toBe('log')
    expect(logStep(proof, audit([]))).toBe('log')
    expect(logStep(proof, audit([...entries, { index: 20, bytes: '{"t":"issue-refund"}' }]))).toBe('log')
    expect(logStep(proof, audit(entries.with(1, { ...entries[1]!, index: 9 })))).toBe('log')
    expect(logStep(proof, audit(entries.with(1, { ...entries[1]!, bytes: '{}' })))).toBe('log')
    expect(logStep(proof, audit(entries.toSpliced(1, 0, { index: 2, bytes: '{}' })))).toBe('log')
  })

  test('fails when it is the log of another deployment or key', () => {
    expect(logStep(proof, audit(entriesOf(proof), { deployment: 'other' }))).toBe('log')
    expect(logStep(proof, audit(entriesOf(proof), { publicKey: '00'.repeat(32) }))).toBe('log')
  })

  test('lets the log go on after the document of a sealed issue', () => {
    expect(logStep(sealed, audit(entriesOf(sealed)))).toBe('sealed, passed')
    const further = [...entriesOf(sealed), { index: 30, bytes: '{"t":"issue-draw"}' }]
    expect(logStep(sealed, audit(further))).toBe('sealed, passed')
    expect(logStep(sealed, audit(further.toSpliced(1, 1)))).toBe('log')
  })
})
