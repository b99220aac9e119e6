import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json } from '../canonical.ts'
import { PlayedLog } from '../testing/played-log.ts'
import { log, verdict } from './audit.fixture.ts'

const A = 'M1-0001'

describe('the text of an entry', () => {
  const appended = (entry: Record<string, Json> | string) => verdict(log((l) => l.append(entry)))
  const { now: at } = new PlayedLog()
  const funding = { t: 'funding', account: 'subsidy', amount: '1', reference: 'r', at }

  test('is of a known kind', () => {
    expect(appended(funding)).toBe('sound')
    for (const t of ['event-refund', 'issue-void', 'Funding', '__proto__', '', null, 7])
      expect(appended({ ...funding, t })).toEqual(['kind', 1])
    expect(appended({ at })).toEqual(['kind', 1])
  })

  test('is canonical JSON of an object', () => {
    const text = canonicalJson(funding)
    for (const bytes of [
      'nonsense',
      '[]',
      'null',
      '"funding"',
      '',
      ` ${text}`,
      `${text}\n`,
      text.replace('{', '{ '),
      text.replace('"r"', '"\\u0072"'),
      text.replace('"r"', '"\\ud800"'),
      text.replace(`${at}`, `${at}.0`),
      text.replace('{', '{"t":"funding",'),
      JSON.stringify(funding),
      '['.repeat(40_000),
      canonicalJson({ ...funding, reference: 'x'.repeat(70_000) }),
    ])
      expect([bytes.slice(0, 60), appended(bytes)]).toEqual([bytes.slice(0, 60), ['format', 1]])
  })

  test('has exactly the fields of its kind, with values within their range', () => {
    const verifier = { t: 'verifier', version: '1.0', sha256: 'ab'.repeat(32), at }
    expect(appended(verifier)).toBe('sound')
    for (const entry of [
      { ...funding, note: 'x' },
      { ...funding, amount: 1 },
      { ...funding, amount: '-1' },
      { ...funding, amount: '01' },
      { ...funding, reference: '' },
      { ...funding, account: 'a b' },
      { ...funding, at: at + 0.5 },
      { ...funding, at: -1 },
      { ...funding, at: String(at) },
      { ...verifier, sha256: 'AB'.repeat(32) },
      { ...verifier, version: '' },
      { t: 'verifier', version: '1.0', at },
    ] as Record<string, Json>[])
      expect([entry, appended(entry)]).toEqual([entry, ['format', 1]])
    const opening = (changes: Record<string, Json>) =>
      verdict(
        log((l) => {
          l.open(A)
          l.instead({ ...(JSON.parse(l.entries.at(-1)!) as Record<string, Json>), ...changes })
        }),
      )
    expect(opening({ issue: 'M1' })).toEqual(['format', 1])
    for (const changes of [
      { shares: 0 },
      { grade: 'fair' },
      { commitment: null },
      { note: 1 },
      { witnesses: [] },
      { recyclePercent: 101 },
      { deadline: null },
      { mode: 'other' },
    ] as Record<string, Json>[])
      expect([changes, opening(changes)]).toEqual([changes, ['open', 1]])
  })
})
