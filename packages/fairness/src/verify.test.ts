import { isDeepStrictEqual } from 'node:util'
import { assert, integer, jsonValue, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Grade1, type Proof, parseProofText, readProof } from './proof.ts'
import { type SampleOptions, sampleProof, sampleProof1, sampleSealed } from './testing/proof-samples.ts'
import { changed, others, places, swapDigit } from './testing/mutations.ts'
import { isSoak, rounds } from './testing/rounds.fixture.ts'
import { VECTORS } from './testing/vectors-file.ts'
import { STEPS, verifyProof } from './verify.ts'

type Sample = SampleOptions & { readonly version?: 1; readonly sealed?: true }
const GRADES: Omit<Sample, 'reading'>[] = [
  { grade: 'plain' },
  { grade: 'salt' },
  { grade: 'beacon' },
  { grade: 'beacon', local: true },
  { grade: 'witnessed' },
  { grade: 'witnessed', local: true, attempts: 3, witnesses: 3, demo: true },
  { grade: 'witnessed', local: true, attempts: 2, sealed: true },
  { grade: 'plain', version: 1 },
  { grade: 'salt', version: 1 },
  { grade: 'beacon', version: 1 },
]
const SAMPLES: Sample[] = GRADES.flatMap((grade) =>
  (['all', 'before-final'] as const).map((reading) => ({ ...grade, reading })),
)
const nameOf = ({ grade, local, reading, attempts, sealed, version }: Sample): string =>
  [
    grade + (local ? '-local' : ''),
    reading,
    attempts && `${attempts} attempts`,
    sealed && 'sealed',
    version && 'version 1',
  ]
    .filter(Boolean)
    .join(', ')

function sample({ version, sealed, ...options }: Sample): Proof {
  if (version === 1) return sampleProof1(VECTORS.draw, { ...options, grade: options.grade as Grade1 })
  return sealed ? sampleSealed(VECTORS.draw, options) : sampleProof(VECTORS.draw, options)
}

/**
 * Samples whose every field is changed. Each change of a proof with a beacon costs signatures: only `npm run soak` takes
 * all of these.
 */
const CHANGED = SAMPLES.filter(
  ({ grade, reading, local, version }) =>
    isSoak ||
    grade === 'plain' ||
    grade === 'salt' ||
    (reading === 'all' && version !== 1 && (grade === 'witnessed' ? local : !local)),
)
/** Values for each place of a sample; a change of a proof with a beacon costs signatures. */
const valuesOf = ({ grade }: Sample): number => (grade === 'plain' || grade === 'salt' ? 9 : rounds(9, 1))
const BEACON = { grade: 'beacon', reading: 'all' } as const
const beaconProof = sampleProof(VECTORS.draw, BEACON)

/**
 * The places whose change leaves a document without a failed step, or with a log even verified.
 *
 * @param perPlace how many other values each place gets; then it is also left out
 */
function unnoticed(proof: Proof, perPlace: number): string[] {
  const found = new Set<string>()
  for (const { path, value } of places(proof)) {
    for (const other of [...others(value).slice(0, perPlace), undefined]) {
      if (isDeepStrictEqual(other, value)) continue
      const { ok, verdict } = verifyProof(changed(proof, path, other))
      if (proof.log === null ? verdict !== 'failed' : ok) found.add(path.join('.'))
    }
  }
  return [...found].sort()
}

/** The terms that only the log protects. */
const PROMISES = ['deadline', 'demo', 'maxPerMember', 'minVip', 'price', 'recyclePercent', 'value'].map(
  (name) => `terms.${name}`,
)

describe('a document without a log', () => {
  test.each(SAMPLES.map((s) => [nameOf(s), s] as const))('proves nothing: %s', (_name, options) => {
    const { ok, verdict, badge, steps, summary } = verifyProof(sample(options))
    expect(steps.filter((step) => step.status === 'failed')).toEqual([])
    expect({ ok, verdict }).toEqual({ ok: false, verdict: 'arithmetic' })
    expect(badge).toBe(options.grade + (options.local ? '-local' : ''))
    expect(summary).toContain('nothing is proven')
    const bySteps = Object.fromEntries(steps.map(({ step, status }) => [step, status]))
    const lit = options.grade === 'beacon' || options.grade === 'witnessed'
    const drawn = options.sealed ? 'open' : 'passed'
    const salt = options.grade === 'plain' ? 'unneeded' : 'passed'
    expect(steps.map((step) => step.step)).toEqual(STEPS)
    expect(bySteps).toEqual({
      terms: 'passed',
      commitment: salt,
      times: 'passed',
      codes: 'passed',
      digest: 'passed',
      sum: 'passed',
      round: lit ? 'passed' : 'unneeded',
      beacon: lit ? drawn : 'unneeded',
      entropy: options.grade === 'plain' ? 'unneeded' : drawn,
      result: drawn,
      tiers: drawn,
      inclusion: 'absent',
      checkpoint: 'absent',
      witnesses: 'absent',
    })
  })

  // Only the log protects these fields: nothing else in the document depends on them (on times, within the same round).
  test.each(CHANGED.map((s) => [nameOf(s), s] as const))(
    'a change of every field that does not need the log fails a step: %s',
    (_name, options) => {
      const { grade, version, sealed } = options
      const lit = grade === 'beacon' || grade === 'witnessed'
      const expected = [
        'deployment',
        'seal.sealedAt',
        'terms.at',
        ...(version === 1 ? ['terms.price'] : PROMISES),
        ...(lit ? ['terms.delay'] : []),
        // a document without a result is one before the draw
        ...(lit || version === 1 ? [] : ['result']),
        ...(grade === 'witnessed' ? ['seal.attempt', 'terms.witnesses'] : []),
        ...(sealed ? ['terms.chain'] : []),
      ]
      // before the draw nothing is computed from bands and prizes
      const found = unnoticed(sample(options), 9).filter(
        (name) => !(sealed && /^terms\.(?:bands|prizes)/.test(name)),
      )
      expect(found).toEqual(expected.sort())
    },
  )

  test('limits the values of the fields that only the log protects', () => {
    const proof = beaconProof
    const [first, last] = [proof.rows[0]!, proof.rows.at(-1)!]
    expect(verifyProof(changed(proof, ['terms', 'at'], first.ms + 1)).failed).toBe('times')
    expect(verifyProof(changed(proof, ['seal', 'sealedAt'], last.ms - 1)).failed).toBe('times')
    expect(verifyProof(changed(proof, ['seal', 'sealedAt'], proof.seal.sealedAt + 3000)).failed).toBe('round')
    expect(verifyProof(changed(proof, ['terms', 'delay'], proof.terms.delay! + 3)).failed).toBe('round')
  })
})

describe('a document with a log', () => {
  test.each(SAMPLES.map((s) => [nameOf(s), { ...s, withLog: true }] as const))(
    'verifies: %s',
    (_name, options) => {
      const { ok, verdict, steps, summary } = verifyProof(sample(options))
      expect(steps.filter(({ status }) => status === 'failed' || status === 'absent')).toEqual([])
      expect({ ok, verdict }).toEqual({ ok: true, verdict: options.sealed ? 'sealed' : 'verified' })
      expect(summary.includes('sealed, not drawn')).toBe(options.sealed === true)
      expect(summary.includes('demo world')).toBe(options.demo === true)
      expect(summary.includes('opened under the rules of version 1')).toBe(options.version === 1)
      // a sealed document claims no result, so another seal would not contradict it
      expect(summary.includes('A proof alone cannot show')).toBe(options.sealed !== true)
    },
  )

  // a line of a witness can be left out or moved: it is no part of the log, and one line is enough
  test.each(CHANGED.map((s) => [nameOf(s), { ...s, withLog: true }] as const))(
    'a change of every field fails a step: %s',
    (_name, options) => {
      const lines = options.grade === 'witnessed' ? ['log.cosignatures'] : []
      expect(unnoticed(sample(options), valuesOf(options))).toEqual(lines)
    },
  )

  test('is verified with the given key', () => {
    const proof = sampleProof(VECTORS.draw, { ...BEACON, withLog: true })
    const own = verifyProof(proof)
    const checkpoint = own.steps.find(({ step }) => step === 'checkpoint')
    expect(checkpoint!.detail).toContain("the proof's own key")
    expect(verifyProof(proof, { publicKey: proof.log!.publicKey }).ok).toBe(true)
    expect(verifyProof(proof, { publicKey: '00'.repeat(32) }).failed).toBe('checkpoint')
  })
})

describe('each step', () => {
  const proof = beaconProof
  const at = (path: string, value: unknown): unknown =>
    verifyProof(changed(proof, path.split('.'), value)).failed

  test('a change fails the step that checks the field', () => {
    expect(at('version', 'fairlot-proof/3')).toBe('terms')
    expect(at('version', 'fairlot-proof/1')).toBe('terms')
    expect(at('terms.witnesses', ['w'])).toBe('terms')
    expect(at('seal.attempt', 2)).toBe('terms')
    expect(at('result', null)).toBe('terms')
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
    const local = sampleProof(VECTORS.draw, { ...BEACON, local: true })
    expect(at('beacon.publicKey', local.beacon!.publicKey)).toBe('beacon')
    expect(verifyProof(changed(local, ['beacon', 'publicKey'], undefined)).failed).toBe('beacon')
    const posing = changed(
      changed(local, ['terms', 'chain'], proof.terms.chain),
      ['beacon', 'chain'],
      proof.terms.chain,
    )
    expect(verifyProof(posing).failed).toBe('beacon')
  })

  test('refuses other kinds of proof', () => {
    const detailOf = (kind: string): string[] =>
      verifyProof(changed(proof, ['kind'], kind)).steps.map(
        ({ step, status, detail }) => `${step} ${status}: ${detail}`,
      )
    expect(detailOf('round')).toEqual(['terms failed: kind "round" is not that of an issue'])
    expect(detailOf('event')).toEqual(['terms failed: kind "event" is not that of an issue'])
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
        expect(verifyProof(document).ok).toBe(isDeepStrictEqual(document, proof))
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
    expect(verifyProof(document)).toMatchObject({ verdict: 'arithmetic', badge: 'beacon-local' })
  })
})
