import { describe, expect, test } from 'vitest'
import { beaconOf, QUICKNET } from '../../beacon.ts'
import type { Json } from '../../canonical.ts'
import { drawEntropy, FIRST_CODE, winningCode } from '../../draw.ts'
import type { IssueTerms3 } from '../../proof/version-3/types.ts'
import { beaconValue, hashOf, signatureOf, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedIssue3 } from '../../testing/played-issue-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { audited, log3, verdict } from '../audit.fixture.ts'

const DAY = 86_400_000
const W = witnessesOf(4)

/** Rule and entry of the first breach of an issue's life, or 'sound'. The issue opens at entry 2. */
function life(play: (issue: PlayedIssue3, log: PlayedLog) => void, changes: Partial<IssueTerms3> = {}) {
  return verdict(log3((log) => play(new PlayedIssue3(log, changes), log)))
}
const opening = (changes: Record<string, Json>, terms: Partial<IssueTerms3> = {}) =>
  life((issue) => issue.open(changes), terms)
/** The breach of a seal, at entry 3. */
const sealing = (changes: Record<string, Json>, terms: Partial<IssueTerms3> = {}, sold = [3, 2, 4, 1]) =>
  life((issue) => issue.open().sell(sold).seal(changes), terms)
/** The breach of a draw, at entry 4. */
const drawing = (changes: Record<string, Json>, terms: Partial<IssueTerms3> = {}) =>
  life((issue) => issue.open().sell().seal().draw(changes), terms)
/** A draw that is computed from the given beacon value. */
function computedFrom(issue: PlayedIssue3, changes: Record<string, Json>): Record<string, Json> {
  const { round, digest, sum, shares } = issue.sealed!
  const stated = changes['beacon']
  const beacon = typeof stated === 'string' ? stated : issue.outcome().beacon
  const entropy = drawEntropy({ salt: issue.salt, issue: issue.terms.issue, digest, round, beacon })
  return { entropy, code: winningCode(BigInt(sum), entropy, shares), ...changes }
}
const byDate = (log: PlayedLog, changes: Partial<IssueTerms3> = {}) =>
  new PlayedIssue3(log, { closes: log.now + 3_600_000, minimum: 5, ...changes })

test('an honest log passes with issues of every mode, grade and reading, by date, with free entries and witnessed', () => {
  const honest = log3((log) => {
    for (const [i, mode] of (['goods', 'cash', 'pk'] as const).entries()) {
      for (const [k, grade] of (['plain', 'salt', 'beacon'] as const).entries())
        new PlayedIssue3(log, { issue: `M${i}${k}-0001`, mode, grade }).play()
      const reading = 'before-final'
      new PlayedIssue3(log, { issue: `M${i}-0001`, mode, reading, ...vouchedBy(W) }).play(W)
    }
    byDate(log, { issue: 'D-0001', free: 2 }).open().sell([3, 3]).close().seal({ freeEntries: 2 }).draw()
    byDate(log, { issue: 'D-0002', mode: 'cash' }).open().sell([3, 3]).close().seal().draw()
    byDate(log, { issue: 'D-0003' }).open().sell().seal().draw()
  })
  expect(audited(honest).counts).toMatchObject({ opened: 15, sealed: 15, drawn: 15, favours: 0 })
})

describe('an opening of version 3', () => {
  test('has the fields of version 3, and no others', () => {
    expect(opening({})).toBe('sound')
    for (const [field, value] of Object.entries({ closes: undefined, note: 1 })) {
      const log = log3((l) => {
        new PlayedIssue3(l).open()
        const { [field]: _, ...rest } = JSON.parse(l.entries.at(-1)!) as Record<string, Json>
        l.instead(value === undefined ? rest : { ...rest, [field]: value })
      })
      expect(verdict(log)).toEqual(['open', 2])
    }
    expect(verdict(log3((log) => log.open('M1-0001')))).toEqual(['open', 2])
  })

  test('keeps its promises possible: deadline, prizes, draw by date and free entries', () => {
    const at = 1_750_000_000_123
    const closes = at + DAY
    for (const changes of [
      { deadline: at },
      { prizes: ['0'] },
      { prizes: ['9999'] },
      { minimum: 5 },
      { closes, deadline: closes },
      { closes, deadline: closes, minimum: 1 },
      { closes, deadline: closes, minimum: 11 },
      { closes, deadline: closes + 1, minimum: 5 },
      { free: -1 },
      { quorum: 1 },
      { witnesses: [{ key: W[0]!.key }] },
      { content: 'x' },
    ] as Record<string, Json>[])
      expect(opening(changes)).toEqual(['open', 2])
    expect(opening({ closes, deadline: closes, minimum: 4 }, { mode: 'cash' })).toEqual(['open', 2])
    expect(opening({ closes, deadline: closes, minimum: 5 }, { mode: 'cash' })).toBe('sound')
    expect(opening({ closes, deadline: closes, minimum: 5 }, { grade: 'salt' })).toEqual(['open', 2])
  })

  test('names witnesses of different names and keys, and a quorum of more than half of them', () => {
    const { witnesses } = vouchedBy(W)
    const twice = [...witnesses.slice(0, 3), { ...witnesses[0]!, own: true }]
    for (const changes of [
      { quorum: 2 },
      { quorum: 5 },
      { quorum: null },
      { witnesses: [] },
      { witnesses: twice },
      { witnesses: [{ key: W[0]!.key, own: false }, ...witnesses.slice(1)] },
      { witnesses: witnesses.map(({ key }) => key) },
    ] as Record<string, Json>[])
      expect(opening(changes, vouchedBy(W))).toEqual(['open', 2])
    expect(opening({}, vouchedBy(W, 3, [W[0]!, W[1]!]))).toBe('sound')
  })

  test('names the public beacon or the local one of log-rules', () => {
    expect(opening({ chain: QUICKNET.hash })).toBe('sound')
    expect(opening({ chain: hashOf('another beacon') })).toEqual(['open', 2])
    const withoutLocal = new PlayedLog()
    withoutLocal.begin('sandbox')
    withoutLocal.rules({ localBeacon: null })
    new PlayedIssue3(withoutLocal).open()
    expect(verdict(withoutLocal)).toEqual(['open', 2])
  })

  test('with real money needs two witnesses who would have to lie, and more than the house runs', () => {
    const real = (terms: ReturnType<typeof vouchedBy>) => {
      const log = new PlayedLog()
      log.begin('real')
      log.rules({ localBeacon: null })
      new PlayedIssue3(log, { chain: QUICKNET.hash, ...terms }).open()
      return verdict(log)
    }
    const [a, b, c, d] = W as [(typeof W)[0], (typeof W)[0], (typeof W)[0], (typeof W)[0]]
    expect(real(vouchedBy([a]))).toEqual(['open', 2])
    expect(real(vouchedBy([a, b, c], 2))).toEqual(['open', 2])
    expect(real(vouchedBy([a, b]))).toBe('sound')
    expect(real(vouchedBy([a, b, c, d], 3, [a]))).toBe('sound')
    expect(real(vouchedBy([a, b, c, d], 3, [a, b]))).toEqual(['open', 2])
  })
})

describe('a seal of version 3', () => {
  test('is final: a second one breaks a rule, also of the same rows and with too few witnesses', () => {
    expect(life((issue) => issue.open().sell().seal().seal())).toEqual(['seal', 4])
    expect(life((issue) => issue.open().sell().seal({}, [W[0]!]).seal(), vouchedBy(W))).toEqual(['seal', 4])
    expect(sealing({ attempt: 1 })).toEqual(['format', 3])
  })

  test('has all shares, unless the sale has closed by date with at least the minimum', () => {
    expect(sealing({ shares: 9 })).toEqual(['seal', 3])
    expect(sealing({ shares: 11 })).toEqual(['seal', 3])
    const dated = (play: (issue: PlayedIssue3, log: PlayedLog) => void) =>
      verdict(log3((log) => play(byDate(log), log)))
    expect(dated((issue) => issue.open().sell([3, 2]).close().seal().draw())).toBe('sound')
    expect(dated((issue) => issue.open().sell([3, 1]).close().seal())).toEqual(['seal', 3])
    expect(dated((issue) => issue.open().sell([3, 2]).seal())).toEqual(['seal', 3])
    expect(dated((issue) => issue.open().sell([3, 2, 5]).seal().draw())).toBe('sound')
    expect(
      dated((issue, log) => {
        issue.open().sell([3, 2])
        log.now = issue.terms.closes! - 1
        issue.seal()
      }),
    ).toEqual(['seal', 3])
  })

  test('has no more free entries than the opening allows, and no more orders than codes', () => {
    expect(sealing({ freeEntries: 1 })).toEqual(['seal', 3])
    expect(sealing({ freeEntries: 2 }, { free: 2 })).toBe('sound')
    expect(sealing({ freeEntries: 3 }, { free: 2 })).toEqual(['seal', 3])
    expect(sealing({ freeEntries: 5 }, { free: 9 })).toEqual(['seal', 3])
    expect(sealing({ orders: 11 })).toEqual(['seal', 3])
    expect(sealing({ shares: '10' })).toEqual(['format', 3])
  })

  test('reveals the salt of the commitment, and has the round that its time and the delay give', () => {
    expect(sealing({ salt: hashOf('another salt') })).toEqual(['seal', 3])
    expect(life((issue) => issue.open().sell().seal({ round: 5_000 }))).toEqual(['seal', 3])
    expect(sealing({ sum: '9999999999' })).toEqual(['seal', 3])
    expect(
      life((issue, log) =>
        issue
          .open()
          .sell()
          .seal({ sealedAt: log.now - 1 }),
      ),
    ).toEqual(['seal', 3])
  })
})

describe('a draw of version 3', () => {
  test('carries the signature of its round, whose hash is the beacon value', () => {
    expect(drawing({})).toBe('sound')
    expect(drawing({ signature: null })).toEqual(['format', 4])
    expect(drawing({}, { grade: 'salt' })).toBe('sound')
    expect(drawing({ signature: signatureOf(7) }, { grade: 'salt' })).toEqual(['format', 4])
  })

  test('with a signature of another round, or with another value than its hash, is refused', () => {
    const stating = (changes: (round: number) => Record<string, Json>) =>
      life((issue) => {
        issue.open().sell().seal()
        issue.draw(computedFrom(issue, changes(issue.sealed!.round!)))
      })
    expect(stating(() => ({ beacon: hashOf('any value') }))).toEqual(['draw', 4])
    expect(stating((round) => ({ signature: signatureOf(round + 1) }))).toEqual(['draw', 4])
    const next = (round: number) => ({ signature: signatureOf(round + 1), beacon: beaconValue(round + 1) })
    expect(stating(next)).toEqual(['draw', 4])
  })

  test('that the house computed from a made-up signature, so that its own code wins, is refused (H2)', () => {
    const log = log3((l) => {
      const issue = new PlayedIssue3(l, vouchedBy(W)).open().sell().seal({}, W)
      for (let n = 0; ; n++) {
        const signature = hashOf(`made up ${n}`) + hashOf('rest').slice(0, 32)
        const draw = computedFrom(issue, { signature, beacon: beaconOf(signature) })
        if (draw['code'] !== FIRST_CODE + 6) continue
        issue.draw(draw)
        return
      }
    })
    expect(verdict(log)).toEqual(['draw', 4])
  })

  test('has the code of the sold shares, after the publication of the round', () => {
    expect(drawing({ code: FIRST_CODE + 10 })).toEqual(['draw', 4])
    expect(drawing({ entropy: hashOf('x') })).toEqual(['draw', 4])
    expect(drawing({ round: 5_000 })).toEqual(['draw', 4])
    expect(
      life((issue, log) => {
        issue.open().sell().seal()
        log.now = issue.knownMs - 1
        issue.draw()
      }),
    ).toEqual(['draw', 4])
    expect(life((issue) => issue.open().sell().seal().draw().draw())).toEqual(['draw', 5])
    expect(
      life((issue) => {
        issue.open().sell()
        issue.sealed = { ...new PlayedIssue3(new PlayedLog()).open().sell().seal().sealed! }
        issue.draw()
      }),
    ).toEqual(['draw', 3])
  })

  test('has lines and the mark of favour in grade witnessed only', () => {
    expect(drawing({ lines: [] })).toEqual(['format', 4])
    expect(drawing({ favour: true })).toEqual(['format', 4])
    expect(life((issue) => issue.open().sell().seal({}, W).draw({ lines: null }), vouchedBy(W))).toEqual([
      'format',
      4,
    ])
    expect(life((issue) => issue.open().sell().seal({}, W).draw({ favour: false }), vouchedBy(W))).toEqual([
      'format',
      4,
    ])
  })
})
