/** The verifier in Python, written from docs/INTEGRATION.md, gives the same result for each step as this package. */
import { isDeepStrictEqual } from 'node:util'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlayedEvent } from '../src/testing/played-events.ts'
import type { Grade } from '../src/draw.ts'
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { formatKey, parseKey } from '../src/note.ts'
import type { Grade1, Proof } from '../src/proof.ts'
import { type Receipt, signReceipt } from '../src/receipt.ts'
import { LOG_SECRET, WITNESSES, witnessText } from '../src/testing/log-samples.ts'
import { changed, others, places } from '../src/testing/mutations.ts'
import { sampleProof } from '../src/testing/proof-samples.ts'
import { type Dice, dice, randomProof, randomProof1, randomReceipt } from '../src/testing/random-proofs.ts'
import { isSoak, rounds, sampled } from '../src/testing/rounds.fixture.ts'
import { witnessNote } from '../src/verify/witness-step.ts'
import { writeExport } from './export.fixture.ts'
import { VECTORS } from '../src/testing/vectors-file.ts'
import type { VerifyOptions } from '../src/verify.ts'
import { verifyAnyProof } from '../src/verify/any.ts'
import { PlayedLog, playedWitness } from '../src/testing/played-log.ts'
import { EVENT_STATES, randomEvent } from '../src/testing/random-events.ts'
import { randomRound, ROUND_STATES } from '../src/testing/random-rounds.ts'
import {
  hasPython,
  NOT_RUN,
  PYTHON_TESTS,
  type PythonCase,
  runPython,
  runPythonTests,
  verifyInPython,
} from '../src/testing/python.fixture.ts'

const SEED = 20_261_122
const KEY = publicKeyOf(LOG_SECRET)
/** of each generated proof */
const MUTATIONS = 4

function describeInPython(name: string, tests: () => void): void {
  if (hasPython) describe(name, tests)
  else test(`${name}: ${NOT_RUN}`, () => console.warn(`${name}: ${NOT_RUN}`))
}

type Case = { document: unknown; options?: VerifyOptions; what: string }

function ours({ document, options }: Case) {
  const { verdict, failed, badge, steps } = verifyAnyProof(document, options)
  return {
    verdict,
    failed: failed ?? null,
    badge,
    steps: Object.fromEntries(steps.map((s) => [s.step, s.status])),
  }
}

function asked({ document, options: { publicKey, receipt, witness } = {} }: Case): PythonCase {
  return {
    proof: JSON.stringify(document),
    ...(receipt === undefined ? {} : { receipt: JSON.stringify(receipt) }),
    ...(publicKey === undefined ? {} : { key: publicKey }),
    ...(witness === undefined ? {} : { witness: formatKey(witness) }),
  }
}

/** Compares both verifiers. @returns their results */
function compare(cases: readonly Case[]) {
  const theirs = verifyInPython(cases.map(asked))
  return cases.map((one, i) => {
    const result = ours(one)
    expect(theirs[i], one.what).toEqual(result)
    return result
  })
}

const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

function mutated(roll: Dice, document: unknown): Case {
  const all = places(document)
  const { path, value } = all[roll(all.length)]!
  const candidates = [...others(value), undefined].filter((other) => !isDeepStrictEqual(other, value))
  const other = candidates[roll(candidates.length)]
  return {
    what: `${path.join('.')} = ${JSON.stringify(other)}`,
    document: asJson(changed(document, path, other)),
  }
}

type Plan = { grade: Grade; withLog: boolean; sealed?: boolean; version?: 1; proofs: number }
const PLANS: readonly Plan[] = [
  { grade: 'plain', withLog: false, proofs: rounds(300, 10) },
  { grade: 'plain', withLog: true, proofs: rounds(200, 7) },
  { grade: 'salt', withLog: true, proofs: rounds(200, 7) },
  { grade: 'beacon', withLog: true, proofs: rounds(60, 4) },
  { grade: 'beacon', withLog: true, sealed: true, proofs: rounds(100, 4) },
  { grade: 'witnessed', withLog: true, proofs: rounds(120, 5) },
  { grade: 'witnessed', withLog: true, sealed: true, proofs: rounds(200, 7) },
  { grade: 'salt', withLog: true, sealed: true, proofs: rounds(60, 4) },
  { grade: 'plain', withLog: true, version: 1, proofs: rounds(100, 5) },
  { grade: 'beacon', withLog: true, version: 1, proofs: rounds(60, 4) },
  { grade: 'salt', withLog: false, version: 1, proofs: rounds(100, 5) },
]

function planned(roll: Dice, { grade, withLog, sealed = false, version }: Plan): Proof {
  return version === 1
    ? randomProof1(roll, { grade: grade as Grade1, withLog })
    : randomProof(roll, { grade, withLog, sealed })
}

describeInPython('the verifier in Python', () => {
  test('agrees on generated proofs of both versions and all grades, and on their mutations', () => {
    const roll = dice(SEED)
    for (const plan of PLANS) {
      const cases: Case[] = []
      for (let n = 0; n < plan.proofs; n++) {
        const document = asJson(planned(roll, plan))
        cases.push({ document, what: `proof ${n} of ${JSON.stringify(plan)}` })
        for (let m = 0; m < MUTATIONS; m++) cases.push(mutated(roll, document))
      }
      const verdict = !plan.withLog ? 'arithmetic' : plan.sealed ? 'sealed' : 'verified'
      const results = compare(cases)
      expect(results.filter((_, i) => i % (MUTATIONS + 1) === 0).map((result) => result.verdict)).toEqual(
        Array.from({ length: plan.proofs }, () => verdict),
      )
      expect(results.filter((result) => result.verdict === 'failed').length).toBeGreaterThan(plan.proofs)
    }
  })

  test('agrees on every mutation of a proof with a round of the public beacon', () => {
    const document = asJson(sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', withLog: true }))
    const cases: Case[] = [{ document, what: 'the proof' }]
    for (const { path, value } of sampled(places(document), 2)) {
      for (const other of others(value).slice(0, rounds(9, 1))) {
        if (isDeepStrictEqual(other, value)) continue
        cases.push({ document: asJson(changed(document, path, other)), what: path.join('.') })
      }
    }
    const [first, ...altered] = compare(cases)
    expect(first).toMatchObject({ verdict: 'verified', badge: 'beacon' })
    const passing = altered.flatMap(({ verdict }, i) =>
      verdict === 'failed' ? [] : [[cases[i + 1]!.what, verdict]],
    )
    // stripping the log is an alteration of its own, which the first one is not
    expect(passing).toEqual(isSoak ? [['log', 'arithmetic']] : [])
  })

  test('agrees on generated proofs of rounds, their receipts and mutations', () => {
    const roll = dice(SEED + 3)
    const cases: Case[] = []
    for (let n = 0; n < rounds(200, 12); n++) {
      const state = ROUND_STATES[n % ROUND_STATES.length]!
      const { proof, receipt } = randomRound(roll, { state, withLog: n % 7 !== 6 })
      const document = asJson(proof)
      cases.push({ document, what: `${state} ${n}` })
      cases.push({ document, options: { receipt }, what: `${state} ${n}, receipt` })
      cases.push({
        document,
        options: { publicKey: KEY, receipt: mutated(roll, receipt).document },
        what: 'receipt',
      })
      for (let m = 0; m < MUTATIONS; m++) cases.push(mutated(roll, document))
    }
    const results = compare(cases)
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(
      new Set(['verified', 'sealed', 'arithmetic', 'failed']),
    )
  })

  test('agrees on generated proofs of events, their receipts and mutations', () => {
    const roll = dice(SEED + 4)
    const cases: Case[] = []
    const witness = parseKey(playedWitness('w2.example').key)!
    for (let n = 0; n < rounds(250, 24); n++) {
      const state = EVENT_STATES[n % EVENT_STATES.length]!
      const { proof, receipt } = randomEvent(roll, { state, withLog: n % 7 !== 6 })
      const document = asJson(proof)
      cases.push({ document, what: `${state} ${n}` }, { document, options: { witness }, what: 'witness' })
      if (receipt !== null) {
        const content = mutated(roll, JSON.parse(receipt.receipt)).document as Receipt
        const options: VerifyOptions[] = [
          { receipt },
          { publicKey: KEY, receipt: mutated(roll, receipt).document },
          { receipt: signReceipt(LOG_SECRET, content) },
        ]
        for (const one of options) cases.push({ document, options: one, what: `receipt ${n}` })
      }
      for (let m = 0; m < MUTATIONS; m++) cases.push(mutated(roll, document))
    }
    const results = compare(cases)
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(
      new Set(['verified', 'sealed', 'arithmetic', 'failed']),
    )
  })

  test('agrees on receipts, on the given key and on the given witness', () => {
    const roll = dice(SEED + 1)
    const cases: Case[] = []
    const grades = ['plain', 'salt', 'witnessed', 'beacon'] as const
    for (let n = 0; n < rounds(100, 12); n++) {
      const grade = grades[n % grades.length]!
      const document = randomProof(roll, { grade, withLog: n % 5 !== 0, sealed: grade === 'witnessed' })
      const receipt = randomReceipt(roll, document)
      const witness = parseKey(witnessText(WITNESSES[n % WITNESSES.length]!))!
      const content = mutated(roll, JSON.parse(receipt.receipt)).document as Receipt
      const options: VerifyOptions[] = [
        { publicKey: KEY, receipt },
        { receipt: mutated(roll, receipt).document },
        { receipt: signReceipt(LOG_SECRET, content) },
        { receipt: null },
        { publicKey: '00'.repeat(32) },
        { witness },
        { witness: { ...witness, publicKey: KEY } },
      ]
      for (const one of options) cases.push({ document, options: one, what: JSON.stringify(one) })
    }
    compare(cases)
  })
})

describeInPython('the program in Python', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairlot-python-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function run(document: unknown, ...args: string[]) {
    writeFileSync(
      join(folder, 'proof.json'),
      typeof document === 'string' ? document : JSON.stringify(document),
    )
    return runPython(folder, 'proof.json', ...args)
  }

  test('exits with 0 for verified and sealed proofs, 1 for others, 2 for unreadable ones, 3 for arithmetic', () => {
    const roll = dice(SEED + 2)
    const drawn = randomProof(roll, { grade: 'beacon', withLog: true })
    const verified = run(drawn)
    expect(verified).toMatchObject({ status: 0, err: '' })
    expect(verified.out).toContain("Grade beacon-local: the house holds this beacon's key")
    expect(verified.out).toContain('A proof alone cannot show that no other seal of this issue exists')
    const sealed = run(randomProof(roll, { grade: 'witnessed', withLog: true, sealed: true }))
    expect(sealed).toMatchObject({ status: 0, err: '' })
    expect(sealed.out).toContain('Sealed, not drawn')
    const arithmetic = run({ ...drawn, log: null })
    expect(arithmetic.status).toBe(3)
    expect(arithmetic.out).not.toContain('Grade')
    expect(run({ ...drawn, log: null }, '--key', KEY)).toMatchObject({ status: 1 })
    expect(run({ ...drawn, log: null }, '--key', KEY).out).toContain('✗ inclusion')
    expect(run({ ...drawn, rows: [] }).status).toBe(1)
    expect(run('{"a": 1, "a": 2}')).toMatchObject({ status: 2, out: '' })
    expect(run(drawn, '--key', 'zz')).toMatchObject({ status: 2, out: '' })
  })
})

describeInPython('the words of the program in Python', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairlot-words-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('name the witnesses without a line as this package does', () => {
    const whole = sampleProof(VECTORS.draw, {
      grade: 'witnessed',
      reading: 'all',
      withLog: true,
      local: true,
      attempts: 2,
    })
    const cosignatures = whole.log!.cosignatures.slice(0, 1)
    const document = { ...whole, log: { ...whole.log!, cosignatures } }
    writeFileSync(join(folder, 'proof.json'), JSON.stringify(document))
    const { witnesses } = whole.terms
    const note = witnessNote({ witnesses: witnesses!, cosignatures }, true)
    for (const witness of [undefined, parseKey(witnesses![0]!)!]) {
      const { steps, summary } = verifyAnyProof(document, witness && { witness })
      const { out } = runPython(folder, 'proof.json', ...(witness ? ['--witness', formatKey(witness)] : []))
      expect(out).toContain(`✓ witnesses  ${steps.find(({ step }) => step === 'witnesses')!.detail}.\n`)
      expect([out.includes(note), summary.includes(note)]).toEqual([!witness, !witness])
    }
    expect(note).toContain('Named, but without a line in time: w2.example.')
  })

  test('say that the beacon values of a log are as the house states them', () => {
    const log = new PlayedLog('words')
    log.begin()
    new PlayedEvent(log).play()
    new PlayedEvent(log, { event: 'PS-0002', grade: 'salt' }).play()
    writeExport(join(folder, 'log'), log)
    const { status, out } = runPython(folder, '--log', 'log')
    expect(status).toBe(0)
    expect(out).toContain('  1 draws or results state the value of a beacon round.')
    expect(out).toContain('This audit does not show that a draw used the real value.\n')
  })
})

describeInPython('the tests in Python', () => {
  test.each(PYTHON_TESTS)('%s passes', (module) => {
    expect(runPythonTests(module)).toEqual({
      status: 0,
      said: expect.stringMatching(/^Ran [1-9]\d* tests/m) as string,
    })
  })
})
