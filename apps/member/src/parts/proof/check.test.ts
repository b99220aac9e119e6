import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { IssueProof } from '@fairlot/fairness/proof'
import { sampleProof } from '@fairlot/fairness/testing/proof-samples'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { describe, expect, test } from 'vitest'
import { checkProof } from './check.ts'
import type { Shown } from './check.ts'

const sample = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', local: true })

/** What a correct page shows for a proof. */
function shownOf({ terms, seal, result }: IssueProof): Shown {
  const { entropy, code } = result
  return {
    issue: terms.issue,
    shares: terms.shares,
    timesCounted: terms.reading,
    grade: terms.grade,
    badge: terms.grade === 'beacon' ? 'beacon-local' : terms.grade,
    orders: seal.orders,
    sum: seal.sum,
    entropy,
    entropyRemainder: entropy === null ? 0 : Number(bigEndian(fromHex(entropy, 32)) % BigInt(terms.shares)),
    remainder: code - FIRST_CODE,
    code,
    digest: seal.digest,
  }
}

const check = (proof: unknown, shown: Partial<Shown> = {}, tag: string | null = null) =>
  checkProof(JSON.stringify(proof), { ...shownOf(sample), ...shown }, tag)

describe('checkProof', () => {
  test('passes for a valid proof and its page, with the log marked as absent', () => {
    const { ok, complete, badge, steps, failed } = check(sample)
    expect({ ok, complete, badge, failed }).toEqual({
      ok: true,
      complete: false,
      badge: 'beacon-local',
      failed: null,
    })
    expect(steps.at(-1)).toMatchObject({ step: 'page', status: 'passed' })
    expect(steps.filter(({ status }) => status === 'absent').map(({ step }) => step)).toEqual([
      'inclusion',
      'checkpoint',
    ])
  })

  test('is complete when the proof contains the log', () => {
    const logged = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', local: true, withLog: true })
    expect(check(logged)).toMatchObject({ ok: true, complete: true })
  })

  test('names the step in which a changed proof fails', () => {
    const [first, ...rest] = sample.rows
    const late = { ...sample, rows: [{ ...first!, ms: first!.ms + 1 }, ...rest] }
    expect(check(late)).toMatchObject({ ok: false, failed: { step: 'times' } })
    const other = { ...sample, result: { ...sample.result, code: sample.result.code + 1 } }
    expect(check(other, shownOf(other))).toMatchObject({ ok: false, failed: { step: 'result' } })
  })

  test.each([
    ['issue', { issue: 'M1-0002' }],
    ['code', { code: 1_000_001 }],
    ['sum', { sum: '1' }],
    ['orders', { orders: 1 }],
    ['badge', { badge: 'beacon' }],
    ['entropyRemainder', { entropyRemainder: 10 }],
  ])('fails when the page shows another %s than the proof, true as that is', (name, shown) => {
    const { ok, failed } = check(sample, shown)
    expect({ ok, step: failed?.step }).toEqual({ ok: false, step: 'page' })
    expect(failed?.detail).toContain(name)
  })

  test('fails in the first step for anything that is not a proof', () => {
    for (const text of ['{', '{"a":1,"a":1}', '[]', '{"version":"fairlot-proof/9"}']) {
      expect(checkProof(text, shownOf(sample), null)).toMatchObject({
        ok: false,
        complete: false,
        failed: { step: 'terms' },
        revealed: null,
      })
    }
  })

  test("finds the member's own orders by their tag", () => {
    const { tag } = sample.rows[0]!
    const mine = sample.rows.filter((row) => row.tag === tag)
    const { own, ownCount } = check(sample, {}, tag)
    expect(ownCount).toBe(mine.length)
    expect(own.map(({ seq }) => seq)).toEqual(mine.map(({ seq }) => seq))
    expect(check(sample, {}, '00'.repeat(8)).own).toEqual([])
    expect(check(sample).own).toEqual([])
  })
})
