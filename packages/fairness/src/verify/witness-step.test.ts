import { describe, expect, test } from 'vitest'
import { QUICKNET, roundTimeMs } from '../beacon.ts'
import { formatKey, parseKey } from '../note.ts'
import type { IssueProof } from '../proof.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { lineOf, WITNESSES, witnessText } from '../testing/log-samples.ts'
import { sampleProof, sampleProof1, sampleSealed } from '../testing/proof-samples.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { type VerifyOptions, verifyProof } from '../verify.ts'

const OPTIONS = { grade: 'witnessed', reading: 'all', local: true, withLog: true } as const
const proof = sampleProof(VECTORS.draw, OPTIONS)
const sealed = sampleSealed(VECTORS.draw, OPTIONS)
const lit = sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'beacon' })
const knownMs = roundTimeMs(proof.seal.round!, QUICKNET)
const [one, two, stranger] = WITNESSES
const key = (witness: (typeof WITNESSES)[number]) => parseKey(witnessText(witness))!

/** The proof with these lines; `note` is by default the checkpoint for the seal. */
const withLines = <P extends IssueProof>(of: P, ...lines: string[]): P => ({
  ...of,
  log: { ...of.log!, cosignatures: lines },
})
const line = (witness: (typeof WITNESSES)[number], ms = knownMs - 5_000, note = proof.log!.sealCheckpoint) =>
  lineOf(witness, note, ms)

/** Verdict and failing step; both verifiers must agree on them. */
function result(document: IssueProof, { witness }: VerifyOptions = {}) {
  const { verdict, failed, steps } = verifyProof(document, witness ? { witness } : {})
  const theirs = verifyIndependently(document, { witness: witness && formatKey(witness) })
  expect(theirs).toEqual({ verdict, failed })
  return failed ?? `${verdict}, ${steps.find(({ step }) => step === 'witnesses')!.status}`
}

describe('a witnessed draw', () => {
  test('needs one named witness that signed before the round was published', () => {
    expect(result(proof)).toBe('verified, passed')
    expect(result(withLines(proof, line(two)))).toBe('verified, passed')
    expect(result(withLines(proof))).toBe('witnesses')
    expect(result(withLines(proof, line(stranger)))).toBe('witnesses')
  })

  test('names each named witness without a line, and says that one line is enough', () => {
    const said = (document: IssueProof, options?: VerifyOptions) => {
      const { steps, summary } = verifyProof(document, options)
      return [steps.find(({ step }) => step === 'witnesses')!.detail, summary]
    }
    const [detail, summary] = said(withLines(proof, line(one)))
    expect(detail).toContain(
      'was published: w1.example; one line is enough; without a line in time: w2.example',
    )
    expect(summary).toContain('The line of one of the 2 named witnesses is enough.')
    expect(summary).toContain('Named, but without a line in time: w2.example.')
    expect(said(proof).join()).not.toContain('without a line')
    const [asked, rest] = said(withLines(proof, line(one)), { witness: key(one) })
    expect(asked).toContain('was published: w1.example; without a line in time: w2.example')
    expect(rest).not.toContain('is enough')
    const early = withLines(sealed, line(two, undefined, sealed.log!.sealCheckpoint))
    expect(said(early)[0]).toContain('w2.example; one line is enough; without a line so far: w1.example')
  })

  test('of the public beacon can be chosen by the house together with any one named witness', () => {
    const open = sampleProof(VECTORS.draw, { ...OPTIONS, local: false })
    const { badge, summary } = verifyProof(open)
    expect(badge).toBe('witnessed')
    expect(summary).toContain('so the house together with any one of them could have chosen this result')
    expect(verifyProof(open, { witness: key(one) }).summary).not.toContain('any one of them')
  })

  test('does not count a signature from the second of the round on', () => {
    expect(result(withLines(proof, line(one, knownMs - 1)))).toBe('verified, passed')
    expect(result(withLines(proof, line(one, knownMs)))).toBe('witnesses')
    expect(result(withLines(proof, line(two), line(one, knownMs + 60_000)))).toBe('witnesses')
  })

  test('refuses every line that is not the one timely signature of a named witness', () => {
    const lines = [
      line(stranger),
      line(one, knownMs - 6_000),
      line(two, knownMs - 5_000, proof.log!.checkpoint),
      line(two).replace(two.name, 'w9.example'),
      lineOf({ ...two, secret: stranger.secret }, proof.log!.sealCheckpoint, knownMs - 5_000),
    ]
    for (const other of lines) expect(result(withLines(proof, line(one), other)), other).toBe('witnesses')
    expect(result(withLines(proof, line(one), 'no line'))).toBe('terms')
    expect(result(withLines(proof, `${line(one)}\n`))).toBe('terms')
  })

  test('is held against the witness that the reader names', () => {
    expect(result(proof, { witness: key(two) })).toBe('verified, passed')
    expect(result(withLines(proof, line(one)), { witness: key(one) })).toBe('verified, passed')
    expect(result(withLines(proof, line(one)), { witness: key(two) })).toBe('witnesses')
    expect(result(proof, { witness: key(stranger) })).toBe('witnesses')
    // the name of a named witness with another key
    expect(result(proof, { witness: { ...key(one), publicKey: key(stranger).publicKey } })).toBe('witnesses')
    expect(verifyProof(proof, { witness: key(two) }).summary).not.toContain('A proof alone')
  })
})

describe('a sealed issue', () => {
  test('waits for its witnesses, and fails for a reader who names one that has not signed', () => {
    const at = (witness: (typeof WITNESSES)[number]) => line(witness, undefined, sealed.log!.sealCheckpoint)
    expect(result(sealed)).toBe('sealed, passed')
    expect(result(withLines(sealed))).toBe('sealed, open')
    expect(result(withLines(sealed, at(one)), { witness: key(one) })).toBe('sealed, passed')
    expect(result(withLines(sealed, at(one)), { witness: key(two) })).toBe('witnesses')
    const { steps } = verifyProof(withLines(sealed), { witness: key(two) })
    expect(steps.find(({ step }) => step === 'witnesses')!.detail).toBe('w2.example has not signed yet')
    expect(result(withLines(sealed, at(stranger)))).toBe('witnesses')
  })
})

describe('a draw whose opening names no witnesses', () => {
  test('in grade beacon shows the signature of the witness that the reader names', () => {
    const note = lit.log!.sealCheckpoint
    const signed = withLines(lit, line(one, undefined, note), line(stranger, knownMs, note))
    expect(result(lit)).toBe('verified, unneeded')
    expect(result(signed)).toBe('verified, unneeded')
    expect(result(signed, { witness: key(one) })).toBe('verified, passed')
    expect(result(signed, { witness: key(two) })).toBe('witnesses')
    expect(result(signed, { witness: key(stranger) })).toBe('witnesses')
    expect(result(lit, { witness: key(one) })).toBe('witnesses')
  })

  test('carries no lines without a beacon, and fails for a reader who names a witness', () => {
    const plain = sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'plain' })
    expect(result(plain)).toBe('verified, unneeded')
    expect(result(plain, { witness: key(one) })).toBe('witnesses')
    expect(result(withLines(plain, line(one)))).toBe('terms')
    const old = sampleProof1(VECTORS.draw, { ...OPTIONS, grade: 'beacon' })
    expect(verifyProof(old).verdict).toBe('verified')
    expect(verifyProof(old, { witness: key(one) }).failed).toBe('witnesses')
  })
})
