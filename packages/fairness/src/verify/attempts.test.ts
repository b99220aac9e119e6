import { describe, expect, test } from 'vitest'
import { QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import type { LogEntry } from '../entries.ts'
import type { IssueProof } from '../proof.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { sampleProof, sampleSealed } from '../testing/proof-samples.ts'
import { type Rebuilding, rebuilt } from '../testing/rebuilt-log.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { verifyProof } from '../verify.ts'

const OPTIONS = { grade: 'witnessed', reading: 'all', local: true, withLog: true } as const
const proof = sampleProof(VECTORS.draw, { ...OPTIONS, attempts: 3 })
const knownMs = roundTimeMs(proof.seal.round!, QUICKNET)

/** The failing step; both verifiers must agree on it. */
function failing(changes: Rebuilding, of: IssueProof = proof): string | undefined {
  const document = rebuilt(of, changes)
  const { failed } = verifyProof(document)
  expect(verifyIndependently(document).failed).toBe(failed)
  return failed
}

/** Replaces fields of the seal with this attempt number. */
const withSeal =
  (attempt: number, changes: object) =>
  (entries: LogEntry[]): LogEntry[] =>
    entries.map((entry, i) => (i === attempt ? { ...entry, ...changes } : entry))

/** Moves the seal of an attempt to another time, with the round that this time selects. */
const sealedAt = (attempt: number, ms: number) =>
  withSeal(attempt, { sealedAt: ms, at: ms, round: roundFor(ms, proof.terms.delay!, QUICKNET) })

const first = JSON.parse(proof.log!.entries[1]!.bytes) as { sealedAt: number; round: number }

describe('the attempts of a witnessed issue', () => {
  test('verify when each has the same rows and salt, and follows the round of the one before', () => {
    expect(failing({})).toBeUndefined()
    const { steps } = verifyProof(proof)
    expect(steps.find(({ step }) => step === 'witnesses')!.detail).toContain(
      'this is attempt 3, no witness signed attempts 1 to 2 in time',
    )
    expect(failing({ entries: sealedAt(1, first.sealedAt + 3_000) })).toBeUndefined()
  })

  test('fail when an attempt has other rows, another salt or another number', () => {
    for (const change of [
      { digest: '00'.repeat(32) },
      { orders: proof.seal.orders + 1 },
      { sum: '1' },
      { salt: '00'.repeat(32) },
      { attempt: 2 },
      { attempt: 4 },
      { extra: 1 },
      { issue: 'M1-0002' },
    ]) {
      expect(failing({ entries: withSeal(1, change) }), JSON.stringify(change)).toBe('inclusion')
    }
  })

  test('fail when an attempt precedes the round of the one before, or its round is not the one of its time', () => {
    const over = roundTimeMs(first.round, QUICKNET)
    expect(failing({ entries: sealedAt(2, over) })).toBeUndefined()
    expect(failing({ entries: sealedAt(2, over - 1) })).toBe('inclusion')
    expect(failing({ entries: sealedAt(2, first.sealedAt) })).toBe('inclusion')
    expect(failing({ entries: sealedAt(2, proof.seal.sealedAt) })).toBe('inclusion')
    expect(failing({ entries: withSeal(1, { round: first.round - 1 }) })).toBe('inclusion')
    expect(failing({ entries: sealedAt(1, proof.rows.at(-1)!.ms - 1) })).toBe('inclusion')
  })

  test('fail when one is left out, put twice or hidden', () => {
    const [open, one, two, three, draw] = [0, 1, 2, 3, 4]
    const order =
      (...indexes: number[]) =>
      (entries: LogEntry[]): LogEntry[] =>
        indexes.map((index) => entries[index]!)
    expect(failing({ entries: order(open, two, three, draw) })).toBe('terms')
    expect(failing({ entries: order(open, one, one, three, draw) })).toBe('inclusion')
    expect(failing({ entries: order(open, two, one, three, draw) })).toBe('inclusion')
    const claimed = { ...proof, seal: { ...proof.seal, attempt: 2 } }
    expect(failing({}, claimed)).toBe('terms')
    expect(failing({ entries: order(open, one, three, draw) }, claimed)).toBe('inclusion')
  })
})

describe('the times in a log that the house itself signs', () => {
  const sealed = sampleSealed(VECTORS.draw, OPTIONS)

  test('fail when the seal is not dated with the time that it states', () => {
    expect(failing({ entries: withSeal(3, { at: proof.seal.sealedAt + 1 }) })).toBe('inclusion')
    expect(failing({ entries: withSeal(1, { at: 0 }) }, sealed)).toBe('inclusion')
  })

  test('fail when the draw is dated before its round was published', () => {
    expect(failing({ entries: withSeal(4, { at: knownMs }) })).toBeUndefined()
    expect(failing({ entries: withSeal(4, { at: knownMs - 1 }) })).toBe('inclusion')
  })

  test('fail when a checkpoint is dated before the entries that it covers, or before an earlier checkpoint', () => {
    const { sealedAt: sealMs } = proof.seal
    expect(failing({ sealMs, lineMs: sealMs })).toBeUndefined()
    expect(failing({ sealMs: sealMs - 1, lineMs: sealMs })).toBe('checkpoint')
    expect(failing({ sealMs: knownMs - 1, lineMs: sealMs })).toBeUndefined()
    expect(failing({ sealMs: knownMs, lineMs: sealMs })).toBe('checkpoint')
    expect(failing({ ms: knownMs })).toBeUndefined()
    expect(failing({ ms: knownMs - 1 })).toBe('checkpoint')
    const before = sealed.seal.sealedAt
    expect(failing({ sealMs: before + 2, ms: before + 2 }, sealed)).toBeUndefined()
    expect(failing({ sealMs: before + 2, ms: before + 1 }, sealed)).toBe('checkpoint')
  })
})
