import { isDeepStrictEqual } from 'node:util'
import { assert, integer, jsonValue, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IssueProof, parseProofText, readProof } from './proof.ts'
import { type SampleOptions, sampleProof } from './testing/proof-samples.ts'
import { changed, others, places, swapDigit } from './testing/mutations.ts'
import { isSoak } from './testing/rounds.fixture.ts'
import { VECTORS } from './testing/vectors-file.ts'
import { STEPS, verifyProof } from './verify.ts'

const GRADES = [
  { grade: 'plain' },
  { grade: 'salt' },
  { grade: 'beacon' },
  { grade: 'beacon', local: true },
] as const
const SAMPLES: SampleOptions[] = GRADES.flatMap((grade) =>
  (['all', 'before-final'] as const).map((reading) => ({ ...grade, reading })),
)
const nameOf = ({ grade, local, reading }: SampleOptions): string =>
  `${grade}${local ? '-local' : ''}, ${reading}`

const sample = (options: SampleOptions): IssueProof => sampleProof(VECTORS.draw, options)
/** Samples whose every field is changed. Each change of a proof with a beacon costs signatures: only `npm run soak` takes both readings. */
const CHANGED = SAMPLES.filter(({ grade, reading }) => isSoak || grade !== 'beacon' || reading === 'all')
const BEACON = { grade: 'beacon', reading: 'all' } as const

/** The places whose change the verifier does not detect. A removed log is detected when the result is not complete. */
function unnoticed(proof: IssueProof): string[] {
  const found = new Set<string>()
  for (const { path, value } of places(proof)) {
    for (const other of [...others(value), undefined]) {
      if (isDeepStrictEqual(other, value)) continue
      const { ok, complete } = verifyProof(changed(proof, path, other))
      if (proof.log === null ? ok : complete) found.add(path.join('.'))
    }
  }
  return [...found].sort()
}

describe('a proof without a log', () => {
  test.each(SAMPLES.map((s) => [nameOf(s), s] as const))(
    'verifies, but is not complete: %s',
    (_name, options) => {
      const { ok, complete, badge, steps, summary } = verifyProof(sample(options))
      expect(steps.filter((step) => step.status === 'failed')).toEqual([])
      expect({ ok, complete }).toEqual({ ok: true, complete: false })
      expect(badge).toBe(options.local ? 'beacon-local' : options.grade)
      expect(summary).toContain('not present')
      const bySteps = Object.fromEntries(steps.map(({ step, status }) => [step, status]))
      const beacon = options.grade === 'beacon' ? 'passed' : 'unneeded'
      const salt = options.grade === 'plain' ? 'unneeded' : 'passed'
      expect(steps.map((step) => step.step)).toEqual(STEPS)
      expect(bySteps).toMatchObject({ commitment: salt, entropy: salt, round: beacon, beacon })
      expect(bySteps).toMatchObject({ inclusion: 'absent', checkpoint: 'absent' })
    },
  )

  // Only the log protects these fields: nothing else in the document depends on them (on times, within the same round).
  test.each(CHANGED.map((s) => [nameOf(s), s] as const))(
    'detects a change of every field that does not need the log: %s',
    (_name, options) => {
      const delay = options.grade === 'beacon' ? ['terms.delay'] : []
      expect(unnoticed(sample(options))).toEqual([
        'deployment',
        'seal.sealedAt',
        'terms.at',
        ...delay,
        'terms.price',
      ])
    },
  )

  test('limits the values of the fields that only the log protects', () => {
    const proof = sample(BEACON)
    const [first, last] = [proof.rows[0]!, proof.rows.at(-1)!]
    expect(verifyProof(changed(proof, ['terms', 'at'], first.ms + 1)).failed).toBe('times')
    expect(verifyProof(changed(proof, ['seal', 'sealedAt'], last.ms - 1)).failed).toBe('times')
    expect(verifyProof(changed(proof, ['seal', 'sealedAt'], proof.seal.sealedAt + 3000)).failed).toBe('round')
    expect(verifyProof(changed(proof, ['terms', 'delay'], proof.terms.delay! + 3)).failed).toBe('round')
  })
})

describe('a proof with a log', () => {
  const logged = SAMPLES.map((s) => [nameOf(s), { ...s, withLog: true }] as const)

  test.each(logged)('verifies and is complete: %s', (_name, options) => {
    const { ok, complete, steps } = verifyProof(sample(options))
    expect(steps.filter(({ status }) => status === 'failed' || status === 'absent')).toEqual([])
    expect({ ok, complete }).toEqual({ ok: true, complete: true })
  })

  test.each(CHANGED.map((s) => [nameOf(s), { ...s, withLog: true }] as const))(
    'detects a change of every field: %s',
    (_name, options) => {
      expect(unnoticed(sample(options))).toEqual([])
    },
  )

  test('is verified with the given key', () => {
    const proof = sample({ ...BEACON, withLog: true })
    const own = verifyProof(proof)
    expect(own.steps.at(-1)!.detail).toContain("the proof's own key")
    expect(verifyProof(proof, { publicKey: proof.log!.publicKey }).ok).toBe(true)
    expect(verifyProof(proof, { publicKey: '00'.repeat(32) }).failed).toBe('checkpoint')
  })
})

describe('each step', () => {
  const proof = sample(BEACON)
  const at = (path: string, value: unknown): unknown =>
    verifyProof(changed(proof, path.split('.'), value)).failed

  test('a change fails the step that checks the field', () => {
    expect(at('version', 'fairlot-proof/2')).toBe('terms')
    expect(at('terms.grade', 'salt')).toBe('terms')
    expect(at('terms.extra', 1)).toBe('terms')
    expect(at('terms.bands', [[0, 5]])).toBe('terms')
    expect(at('terms.commitment', '00'.repeat(32))).toBe('commitment')
    expect(at('rows.1.time', 215520451)).toBe('times')
    expect(at('rows.1.ms', proof.rows[0]!.ms - 1)).toBe('times')
    expect(at('terms.offset', 0)).toBe('times')
    expect(at('rows.1.first', 1000005)).toBe('codes')
    expect(at('terms.shares', 11)).toBe('codes')
    expect(at('rows.2.tag', '00'.repeat(8))).toBe('digest')
    expect(at('seal.sum', '862514246')).toBe('sum')
    expect(at('terms.reading', 'before-final')).toBe('sum')
    expect(at('seal.round', 1001)).toBe('round')
    expect(at('beacon.signature', swapDigit(proof.beacon!.signature, 20))).toBe('beacon')
    expect(at('result.entropy', '00'.repeat(32))).toBe('entropy')
    expect(at('result.code', 1000001)).toBe('result')
    expect(at('result.tiers.0.prize', '1')).toBe('tiers')
    expect(at('terms.prizes.1', '1')).toBe('tiers')
  })

  test('refuses a key for the public beacon, and a local beacon without one', () => {
    const local = sample({ ...BEACON, local: true })
    expect(at('beacon.publicKey', local.beacon!.publicKey)).toBe('beacon')
    expect(verifyProof(changed(local, ['beacon', 'publicKey'], undefined)).failed).toBe('beacon')
    const posing = changed(
      changed(local, ['terms', 'chain'], proof.terms.chain),
      ['beacon', 'chain'],
      proof.terms.chain,
    )
    expect(verifyProof(posing).failed).toBe('beacon')
  })

  test('refuses other kinds of proof as not supported', () => {
    for (const kind of ['round', 'event']) {
      const { ok, steps } = verifyProof(changed(proof, ['kind'], kind))
      expect(ok).toBe(false)
      expect(steps).toEqual([
        { step: 'terms', status: 'failed', detail: expect.stringContaining('not supported') },
      ])
    }
  })
})

describe('untrusted documents', () => {
  test('random JSON never throws and never verifies', () => {
    assert(
      property(jsonValue(), (value) => {
        const { ok, failed } = verifyProof(value)
        expect({ ok, failed }).toEqual({ ok: false, failed: 'terms' })
      }),
      { numRuns: 1000 },
    )
  })

  test('a document with a replaced byte verifies only when its value is the same', () => {
    const proof = sample({ grade: 'salt', reading: 'before-final', withLog: true })
    const text = JSON.stringify(proof)
    const byte = record({ at: nat(text.length - 1), code: integer({ min: 9, max: 126 }) })
    assert(
      property(byte, ({ at, code }) => {
        const altered = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        let document: unknown
        try {
          document = parseProofText(altered)
        } catch {
          return // unreadable
        }
        const { ok, complete } = verifyProof(document)
        expect(ok && complete).toBe(isDeepStrictEqual(document, proof))
      }),
      { numRuns: 1500 },
    )
  })

  test('refuses a text that names a field twice', () => {
    const text = JSON.stringify(sample(BEACON))
    expect(readProof(parseProofText(text))).toEqual(sample(BEACON))
    const twice = text.replace('"price":"10000"', '"price":"1","price":"10000"')
    expect(() => parseProofText(twice)).toThrow('names a field twice')
    expect(() => parseProofText('{"a":"\\"b\\":","c":[{"d":1}]}')).not.toThrow()
  })

  test('reads or refuses documents of any size and depth', () => {
    const long = 'x'.repeat(5_000_000)
    const deep = '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)
    for (const text of [JSON.stringify({ [long]: long }), JSON.stringify('\\"'.repeat(1_000_000)), deep]) {
      expect(verifyProof(parseProofText(text)).failed).toBe('terms')
    }
    expect(() => parseProofText('{"a":')).toThrow('not JSON')
  })

  test('verifies a proof of 100,000 orders', () => {
    const shares = 100_000
    const [seed] = VECTORS.draw.orders
    const orders = Array.from({ length: shares }, (_, i) => ({
      ...seed!,
      seq: i + 1,
      ms: seed!.ms + i,
      quantity: 1,
    }))
    const large = sampleProof(
      { ...VECTORS.draw, shares, orders, sealedAtMs: seed!.ms + shares },
      { ...BEACON, local: true },
    )
    const document = parseProofText(JSON.stringify(large))
    expect(verifyProof(document)).toMatchObject({ ok: true, badge: 'beacon-local' })
  })
})
