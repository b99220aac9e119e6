import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { formatKey } from '@fairlot/fairness/note'
import type { Proof } from '@fairlot/fairness/proof'
import { LOG_SECRET, sampleProof, sampleProof1, sampleSealed } from '@fairlot/fairness/testing/proof-samples'
import type { SampleOptions } from '@fairlot/fairness/testing/proof-samples'
import { issueProof3 } from '@fairlot/fairness/testing/documents-3'
import { lostProof3, PlayedLoss } from '@fairlot/fairness/testing/lost-3'
import { PlayedIssue3 } from '@fairlot/fairness/testing/played-issue-3'
import { playedWitness } from '@fairlot/fairness/testing/played-log'
import {
  newLog3,
  sampleByDate3,
  sampleFavour3,
  sampleIssue3,
  sampleLostIssue,
  VOUCHED,
  WITNESSES_3,
} from '@fairlot/fairness/testing/samples-3'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { witnessKey } from '@fairlot/fairness/witness'
import { describe, expect, test } from 'vitest'
import { checkProof, isDrawn } from './check.ts'
import type { Known, Shown } from './check.ts'
import { LOST_ISSUES } from './lost-issue.ts'
import { tellsLoss } from './lost.ts'

const BEACON = {
  grade: 'beacon',
  reading: 'all',
  local: true,
  withLog: true,
} as const satisfies SampleOptions
const WITNESSED = { ...BEACON, grade: 'witnessed' } as const satisfies SampleOptions
const publicKey = publicKeyOf(LOG_SECRET)
const sample = sampleProof(VECTORS.draw, BEACON)

/** What a correct page shows for a proof. */
function shownOf({ terms, seal, result }: Proof): Shown {
  const entropy = result?.entropy ?? null
  return {
    issue: terms.issue,
    shares: terms.shares,
    timesCounted: terms.reading,
    grade: terms.grade,
    badge: terms.grade === 'plain' || terms.grade === 'salt' ? terms.grade : `${terms.grade}-local`,
    orders: seal.orders,
    sum: seal.sum,
    entropy,
    entropyRemainder:
      entropy === null ? null : Number(bigEndian(fromHex(entropy, 32)) % BigInt(terms.shares)),
    remainder: result && result.code - FIRST_CODE,
    code: result && result.code,
    digest: seal.digest,
  }
}

function check(proof: Proof, shown: Partial<Shown> = {}, known: Partial<Known> = {}) {
  return checkProof(
    JSON.stringify(proof),
    { ...shownOf(proof), ...shown },
    { publicKey, tag: null, ...known },
  )
}
const statusOf = (checked: ReturnType<typeof check>, step: string) =>
  checked.steps.find((one) => one.step === step)?.status

describe('checkProof', () => {
  test('verifies a proof with its log and its page', () => {
    const { verdict, ok, badge, failed, steps } = check(sample)
    expect({ verdict, ok, badge, failed }).toEqual({
      verdict: 'verified',
      ok: true,
      badge: 'beacon-local',
      failed: null,
    })
    expect(steps.at(-1)).toMatchObject({ step: 'page', status: 'passed' })
  })

  test('fails for a document without a log, because the key of the log is known', () => {
    expect(check({ ...sample, log: null })).toMatchObject({
      verdict: 'failed',
      ok: false,
      failed: { step: 'inclusion' },
    })
  })

  test('proves nothing without a log and without a key', () => {
    const text = JSON.stringify({ ...sample, log: null })
    expect(checkProof(text, shownOf(sample), { tag: null })).toMatchObject({
      verdict: 'arithmetic',
      ok: false,
    })
  })

  test('fails when the log has another key than this device trusts', () => {
    const other = publicKeyOf('7e'.repeat(32))
    expect(check(sample, {}, { publicKey: other })).toMatchObject({ verdict: 'failed', ok: false })
  })

  test('names the step in which a changed proof fails', () => {
    const [first, ...rest] = sample.rows
    const late = { ...sample, rows: [{ ...first!, ms: first!.ms + 1 }, ...rest] }
    expect(check(late)).toMatchObject({ ok: false, failed: { step: 'times' } })
    const other = { ...sample, result: { ...sample.result, code: sample.result.code + 1 } }
    expect(check(other)).toMatchObject({ ok: false, failed: { step: 'result' } })
  })

  test.each([
    ['issue', { issue: 'M1-0002' }],
    ['code', { code: 1_000_001 }],
    ['sum', { sum: '1' }],
    ['orders', { orders: 1 }],
    ['badge', { badge: 'beacon' }],
    ['entropyRemainder', { entropyRemainder: 10 }],
  ])('fails when the page shows another %s than the proof, true as that is', (name, shown) => {
    const { verdict, failed } = check(sample, shown)
    expect({ verdict, step: failed?.step }).toEqual({ verdict: 'failed', step: 'page' })
    expect(failed?.detail).toContain(name)
  })

  test('fails in the first step for anything that is not a proof', () => {
    for (const text of ['{', '{"a":1,"a":1}', '[]', '{"version":"fairlot-proof/9"}']) {
      expect(checkProof(text, shownOf(sample), { publicKey, tag: null })).toMatchObject({
        verdict: 'failed',
        ok: false,
        failed: { step: 'terms' },
        revealed: null,
      })
      expect(isDrawn(text)).toBe(null)
    }
  })

  test('says that a document is of the first rules, or of the demo world', () => {
    const old = sampleProof1(VECTORS.draw, BEACON)
    expect(check(old)).toMatchObject({ verdict: 'verified', isOld: true, isDemo: false })
    expect(check(sample)).toMatchObject({ isOld: false, isDemo: false })
    expect(check(sampleProof(VECTORS.draw, { ...BEACON, demo: true }))).toMatchObject({ isDemo: true })
  })

  test("finds the member's own orders by their tag", () => {
    const { tag } = sample.rows[0]!
    const mine = sample.rows.filter((row) => row.tag === tag)
    const { own, ownCount } = check(sample, {}, { tag })
    expect(ownCount).toBe(mine.length)
    expect(own.map(({ seq }) => seq)).toEqual(mine.map(({ seq }) => seq))
    expect(check(sample, {}, { tag: '00'.repeat(8) }).own).toEqual([])
    expect(check(sample).own).toEqual([])
  })
})

describe('a sealed document', () => {
  const sealed = sampleSealed(VECTORS.draw, WITNESSED)
  const drawn = sampleProof(VECTORS.draw, WITNESSED)
  const held = JSON.stringify(sealed)

  test('is sealed, with the steps of the draw open', () => {
    const checked = check(sealed)
    expect(checked).toMatchObject({ verdict: 'sealed', ok: true, failed: null, predicted: null })
    expect(statusOf(checked, 'beacon')).toBe('open')
    expect(isDrawn(held)).toBe(false)
  })

  test('gives the code of the draw, before the result is looked at', () => {
    const checked = check(drawn, {}, { sealed: held })
    expect(checked).toMatchObject({ verdict: 'verified', predicted: drawn.result.code })
    expect(statusOf(checked, 'held')).toBe('passed')
  })

  test('shows that the house names another code', () => {
    const other = { ...drawn, result: { ...drawn.result, code: drawn.result.code + 1 } }
    const checked = check(other, {}, { sealed: held })
    expect(checked).toMatchObject({ verdict: 'failed', predicted: drawn.result.code })
  })

  test('shows that the house drew another list of orders than this device held', () => {
    const rows = sealed.rows.map((row, i) => (i === 0 ? { ...row, tag: 'ff'.repeat(8) } : row))
    const checked = check(drawn, {}, { sealed: JSON.stringify({ ...sealed, rows }) })
    expect(checked).toMatchObject({ verdict: 'failed', failed: { step: 'held' } })
    expect(checked.failed?.detail).toContain('the orders')
  })

  test('may be followed by a further attempt, which has another round', () => {
    const again = sampleProof(VECTORS.draw, { ...WITNESSED, attempts: 2 })
    const checked = check(again, {}, { sealed: held })
    expect(checked).toMatchObject({ verdict: 'verified', attempt: 2, predicted: null })
    expect(statusOf(checked, 'held')).toBe('passed')
  })
})

describe('the named witnesses', () => {
  test('are silent when the document has no signature of theirs', () => {
    const drawn = sampleProof(VECTORS.draw, WITNESSED)
    expect(check(drawn).silent).toEqual([])
    const lines = drawn.log!.cosignatures
    const one = { ...drawn, log: { ...drawn.log!, cosignatures: lines.slice(1) } }
    expect(check(one)).toMatchObject({ verdict: 'verified', silent: ['w1.example'] })
    expect(check(sample).silent).toEqual([])
  })
})

describe('the timeline', () => {
  test('puts the witnesses between the seal and the round', () => {
    const { timeline } = check(sampleProof(VECTORS.draw, WITNESSED))
    expect(timeline.map(({ what }) => what)).toEqual(['order', 'seal', 'witness', 'witness', 'round', 'draw'])
    const [first, second] = timeline.filter((moment) => moment.what === 'witness')
    expect([first!.who, second!.who]).toEqual(['w1.example', 'w2.example'])
    expect([first!.beforeRoundMs, second!.beforeRoundMs]).toEqual([15_000, 14_000])
  })

  test('shows every attempt, and that the earlier ones are void', () => {
    const { timeline } = check(sampleProof(VECTORS.draw, { ...WITNESSED, attempts: 2 }))
    const seals = timeline.filter((moment) => moment.what === 'seal')
    expect(seals.map(({ attempt, isVoid }) => [attempt, isVoid])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  test('ends with the round while the issue is sealed', () => {
    const { timeline } = check(sampleSealed(VECTORS.draw, BEACON))
    expect(timeline.map(({ what }) => what)).toEqual(['order', 'seal', 'round'])
  })
})

describe('checkProof of version 3', () => {
  const witnessed = issueProof3(sampleIssue3(VOUCHED, [WITNESSES_3[1], WITNESSES_3[2]]))

  const statesOf = ({ vouched }: ReturnType<typeof check>) =>
    vouched?.witnesses.map(({ name, own, signedAt, lateAt }) => [
      name,
      signedAt === null ? (lateAt === null ? 'silent' : 'late') : 'in time',
      own,
    ])

  test('names the silent witnesses, and how many of them the house would need', () => {
    const checked = check(witnessed)
    expect(checked).toMatchObject({ verdict: 'verified', ok: true, hasQuorum: true, isFavour: false })
    expect(checked.vouched).toMatchObject({
      of: 'seal',
      quorum: 2,
      together: 1,
      ending: 'vouched',
      confirmations: null,
    })
    expect(statesOf(checked)).toEqual([
      ['w1', 'silent', true],
      ['w2', 'in time', false],
      ['w3', 'in time', false],
    ])
    expect(checked.timeline.flatMap((moment) => ('who' in moment ? [moment.who] : []))).toEqual(['w2', 'w3'])
  })

  test('names who is still silent while the issue is sealed', () => {
    const sealed = new PlayedIssue3(newLog3(), VOUCHED).open().sell().seal({}, [WITNESSES_3[2]])
    const checked = check(issueProof3(sealed))
    expect(checked).toMatchObject({ verdict: 'sealed', vouched: { ending: 'open' } })
    expect(statesOf(checked)?.map(([, state]) => state)).toEqual(['silent', 'silent', 'in time'])
  })

  test('says that a favour is not confirmed, and which witness signed only the ending', () => {
    const checked = check(issueProof3(sampleFavour3([WITNESSES_3[0]])))
    expect(checked).toMatchObject({
      verdict: 'unconfirmed',
      ok: false,
      isFavour: true,
      vouched: { ending: 'favour', confirmations: 1 },
      failed: null,
    })
    expect(statesOf(checked)?.map(([, state]) => state)).toEqual(['late', 'in time', 'silent'])
  })

  test('has no witnesses in grades that name none', () => {
    expect(check(issueProof3(sampleIssue3({}))).vouched).toBeNull()
  })

  test('computes the code of a draw by date from the sold shares', () => {
    const drawn = issueProof3(sampleByDate3())
    const { sealed, drawn: done } = sampleByDate3()
    expect(sealed!.shares).toBeLessThan(drawn.terms.shares)
    const before = { ...drawn, beacon: null, result: null, log: null }
    const entropyRemainder = done!.code - FIRST_CODE - Number(BigInt(sealed!.sum) % BigInt(sealed!.shares))
    const shown = { entropyRemainder: (entropyRemainder + sealed!.shares) % sealed!.shares }
    const checked = check(drawn, shown, { sealed: JSON.stringify(before) })
    expect(checked).toMatchObject({ verdict: 'verified', predicted: done!.code, failed: null })
  })
})

test('a draw whose log was lost is checked step by step by what is loaded for it alone', () => {
  const [w1, , w3] = WITNESSES_3
  const document = lostProof3(new PlayedLoss(sampleLostIssue(), { confirmedBy: [w1, w3] })) as Proof
  const text = JSON.stringify(document)
  expect([tellsLoss(text), tellsLoss(JSON.stringify(sample))]).toEqual([true, false])
  expect(check(document)).toMatchObject({ verdict: 'failed', failed: { step: 'terms' } })
  const told = (served: Proof, witness: string | null = null) =>
    checkProof(
      JSON.stringify(served),
      shownOf(served),
      { publicKey, tag: document.rows[0]!.tag, witness },
      LOST_ISSUES,
    )
  const checked = told(document)
  // the page says why it is in favour, which is not that witnesses were late
  expect(checked).toMatchObject({ verdict: 'verified', isFavour: false, ownCount: 1, failed: null })
  expect(checked.steps).toContainEqual(expect.objectContaining({ step: 'loss', status: 'passed' }))
  expect(checked.timeline.flatMap((moment) => ('who' in moment ? [moment.who] : []))).toEqual(['w2'])
  expect(told(document, w1.key)).toMatchObject({ verdict: 'verified', trusted: { state: 'signed' } })
  expect(told({ ...document, lost: { opened: null, logs: [] } } as unknown as Proof).verdict).toBe('failed')
})

describe('the witness that the member trusts', () => {
  const [w1, w2] = WITNESSES_3
  const drawn = issueProof3(sampleIssue3(VOUCHED, [w2, WITNESSES_3[2]]))
  const trusting = (proof: Proof, { key }: { key: string }) => check(proof, {}, { witness: key })

  test('vouches for a draw that it signed in time', () => {
    expect(trusting(drawn, w2)).toMatchObject({
      verdict: 'verified',
      trusted: { name: 'w2', state: 'signed' },
      failed: null,
    })
  })

  test('makes a draw that it did not sign not hold, although the quorum did', () => {
    expect(trusting(drawn, w1)).toMatchObject({
      verdict: 'untrusted',
      ok: false,
      trusted: { name: 'w1', state: 'silent' },
      failed: null,
    })
  })

  test('makes a draw not hold that does not name it, in every grade and version', () => {
    const stranger = playedWitness('elsewhere.example')
    const unnamed = { verdict: 'untrusted', trusted: { name: 'elsewhere.example', state: 'unnamed' } }
    expect(trusting(drawn, stranger)).toMatchObject(unnamed)
    expect(trusting(issueProof3(sampleIssue3({})), stranger)).toMatchObject(unnamed)
    expect(trusting(sample, stranger)).toMatchObject(unnamed)
    expect(trusting(sampleProof1(VECTORS.draw, BEACON), stranger)).toMatchObject(unnamed)
  })

  test('is another one when the name has another key', () => {
    const { secret } = playedWitness('w2 of somebody else')
    const key = formatKey(witnessKey('w2', publicKeyOf(secret)))
    expect(trusting(drawn, { key })).toMatchObject({ trusted: { name: 'w2', state: 'unnamed' } })
  })

  test('can still sign while the issue is sealed', () => {
    const sealed = issueProof3(new PlayedIssue3(newLog3(), VOUCHED).open().sell().seal({}, [w2]))
    expect(trusting(sealed, w1)).toMatchObject({ verdict: 'sealed', trusted: { state: 'waits' } })
    expect(trusting(sealed, w2)).toMatchObject({ verdict: 'sealed', trusted: { state: 'signed' } })
  })

  test('confirms a favour alone, and without its line the favour does not hold', () => {
    const favour = issueProof3(sampleFavour3([w1]))
    expect(trusting(favour, w1)).toMatchObject({ verdict: 'verified', trusted: { state: 'signed' } })
    expect(trusting(favour, w2)).toMatchObject({ verdict: 'untrusted', trusted: { state: 'silent' } })
  })

  test('does not hide a step that fails', () => {
    const other = { ...drawn, result: { ...drawn.result!, code: drawn.result!.code + 1 } }
    expect(trusting(other, w1)).toMatchObject({ verdict: 'failed', trusted: null })
  })

  test('is nobody when what was kept is not the key of a witness', () => {
    expect(trusting(drawn, { key: 'w2' })).toMatchObject({ verdict: 'verified', trusted: null })
  })
})
