import { describe, expect, test } from 'vitest'
import type { Json } from '../canonical.ts'
import { PlayedLog } from '../testing/played-log.ts'
import { audited, log, verdict } from './audit.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'

describe('an honest log', () => {
  test('passes with issues of every grade and reading, a refund, a funding and a verifier', () => {
    const honest = log((l) => {
      l.append({ t: 'verifier', version: '2.0.0', sha256: 'ab'.repeat(32), at: l.now })
      l.funding()
      ;(['plain', 'salt', 'beacon'] as const).forEach((grade, i) => {
        l.life(`P1-000${i}`, { grade })
        l.life(`P2-000${i}`, { grade, reading: 'before-final' })
      })
      l.open(A)
      l.now += 1
      l.refund(A)
      l.sign()
    })
    const { counts, size, begun, find } = audited(honest)
    expect(counts).toMatchObject({ opened: 7, sealed: 6, furtherAttempts: 0, drawn: 6, refunded: 1 })
    expect([size, begun]).toEqual([honest.size, true])
    expect(find('P1-0002').map(({ kind }) => kind)).toEqual(['issue-open', 'issue-seal', 'issue-draw'])
    expect(find(A).map(({ index, kind }) => [index, kind])).toEqual([
      [size - 2, 'issue-open'],
      [size - 1, 'issue-refund'],
    ])
    expect(find(B)).toEqual([])
  })

  test('passes when it is empty, and when issues are open, sealed or without a checkpoint of their own', () => {
    expect(verdict(new PlayedLog(), { sign: false })).toBe('sound')
    expect(verdict(log((l) => l.open(A)))).toBe('sound')
    expect(
      verdict(
        log((l) => {
          l.open(A)
          l.open(B)
          l.seal(B)
        }),
      ),
    ).toBe('sound')
  })
})

describe('the life of an issue', () => {
  const opened = (play: (l: PlayedLog) => void) =>
    verdict(
      log((l) => {
        l.open(A)
        l.now += 60_000
        play(l)
      }),
    )
  /** after the draw, at index 4 */
  const drawn = (play: (l: PlayedLog) => void) =>
    verdict(
      log((l) => {
        l.life(A)
        play(l)
      }),
    )

  test('has one opening', () => {
    expect(opened((l) => l.open(A))).toEqual(['open', 2])
    expect(drawn((l) => l.open(A))).toEqual(['open', 4])
  })

  test('has one draw', () => {
    expect(drawn((l) => l.draw(A))).toEqual(['draw', 4])
    expect(drawn((l) => l.draw(A, { code: 1_000_003 }))).toEqual(['draw', 4])
  })

  test('has one seal: ten seals of one issue are found at the second', () => {
    const seals = (play: (l: PlayedLog) => void) =>
      opened((l) => {
        l.seal(A)
        l.sign()
        for (let i = 0; i < 9; i++) {
          l.now += 3_000
          play(l)
        }
      })
    expect(seals((l) => l.seal(A, { attempt: 1 }))).toEqual(['seal', 3])
    expect(seals((l) => l.seal(A))).toEqual(['seal', 3])
    expect(drawn((l) => l.seal(A))).toEqual(['seal', 4])
  })

  test('has no seal and no draw before its opening, and no draw before its seal', () => {
    const early = (play: (l: PlayedLog) => void) =>
      verdict(
        log((l) => {
          l.open(A)
          const entry = l.entries.at(-1)!
          l.instead({ t: 'funding', account: 'cash', amount: '1', reference: 'r', at: l.now })
          play(l)
          l.append(entry)
        }),
      )
    expect(early((l) => l.seal(A))).toEqual(['seal', 2])
    expect(early((l) => l.refund(A))).toEqual(['refund', 2])
    expect(
      opened((l) => {
        l.seal(A)
        const seal = l.entries.at(-1)!
        l.now += 40_000
        l.draw(A)
        const draw = JSON.parse(l.entries.at(-1)!) as Record<string, Json>
        l.entries.pop()
        l.instead(draw)
        l.append(seal)
      }),
    ).toEqual(['draw', 2])
    expect(
      verdict(
        log((l) => {
          l.append({
            t: 'issue-draw',
            issue: B,
            round: 1,
            beacon: '00'.repeat(32),
            entropy: '00'.repeat(32),
            code: 1,
            at: l.now,
          })
        }),
      ),
    ).toEqual(['draw', 1])
  })

  test('has a draw or a refund, never both, and no refund after the seal', () => {
    expect(drawn((l) => l.refund(A))).toEqual(['refund', 4])
    expect(
      opened((l) => {
        l.seal(A)
        l.refund(A)
      }),
    ).toEqual(['refund', 3])
    const refunded = (play: (l: PlayedLog) => void) =>
      opened((l) => {
        l.refund(A)
        play(l)
      })
    expect(refunded((l) => l.refund(A))).toEqual(['refund', 3])
    expect(refunded((l) => l.seal(A))).toEqual(['seal', 3])
    const elsewhere = log((l) => l.life(A)).entries
    expect(refunded((l) => l.append(elsewhere[3]!))).toEqual(['draw', 3])
  })

  test('has a refund of at most its shares', () => {
    expect(opened((l) => l.refund(A, { orders: 10 }))).toBe('sound')
    expect(opened((l) => l.refund(A, { orders: 11 }))).toEqual(['refund', 2])
  })
})

describe('a seal', () => {
  const sealing = (changes: Record<string, Json>, terms = {}) =>
    verdict(
      log((l) => {
        l.open(A, terms)
        l.now += 60_000
        l.seal(A, changes)
      }),
    )

  test('reveals the salt of the commitment', () => {
    expect(sealing({})).toBe('sound')
    expect(sealing({ salt: '11'.repeat(32) })).toEqual(['seal', 2])
    expect(sealing({ salt: '11'.repeat(32) }, { grade: 'salt' })).toEqual(['seal', 2])
    expect(sealing({ salt: null })).toEqual(['format', 2])
    expect(sealing({ salt: '11'.repeat(32) }, { grade: 'plain' })).toEqual(['format', 2])
  })

  test('fixes the round by its own time, which is that of its entry and not before the opening', () => {
    const { now } = new PlayedLog()
    expect(sealing({ round: 1000 })).toEqual(['seal', 2])
    expect(sealing({ sealedAt: now + 59_000 })).toEqual(['seal', 2])
    expect(sealing({ at: now + 60_001 })).toEqual(['seal', 2])
    expect(sealing({ sealedAt: now - 1, at: now - 1 }, { grade: 'salt' })).toEqual(['time', 2])
    expect(sealing({}, { grade: 'salt', at: now + 60_001 })).toEqual(['time', 2])
    expect(sealing({ round: null })).toEqual(['format', 2])
    expect(sealing({ round: 5 }, { grade: 'salt' })).toEqual(['format', 2])
  })

  test('has no more orders than shares, and a sum that their times can have', () => {
    expect(sealing({ orders: 10, sum: String(235_959_999 * 10) })).toBe('sound')
    expect(sealing({ orders: 10, sum: String(235_959_999 * 10 + 1) })).toEqual(['seal', 2])
    expect(sealing({ orders: 10, sum: String(235_959_999 * 10) }, { reading: 'before-final' })).toEqual([
      'seal',
      2,
    ])
    expect(sealing({ orders: 11 })).toEqual(['seal', 2])
    expect(sealing({ orders: 0 })).toEqual(['format', 2])
  })

  test('has attempt 1 in grades without witnesses', () => {
    expect(sealing({ attempt: 2 })).toEqual(['attempt', 2])
    expect(sealing({ attempt: '1' })).toEqual(['seal', 2])
    expect(sealing({ attempt: 0 })).toEqual(['attempt', 2])
  })

  test('is covered by a checkpoint before its round is published', () => {
    const signedAt = (fromRound: number, grade: 'beacon' | 'salt' = 'beacon') =>
      verdict(
        log((l) => {
          l.open(A, { grade })
          l.seal(A)
          l.now = grade === 'beacon' ? l.roundMs(A) + fromRound : l.now + 99_000
          l.sign()
        }),
        { sign: false },
      )
    expect(signedAt(-1)).toBe('sound')
    expect(signedAt(0)).toEqual(['seal-late', 2])
    expect(signedAt(0, 'salt')).toBe('sound')
  })
})

describe('a draw', () => {
  const drawing = (changes: Record<string, Json>, terms = {}, afterRound = 0) =>
    verdict(
      log((l) => {
        l.open(A, terms)
        l.now += 60_000
        l.seal(A)
        l.sign()
        l.now = 'grade' in terms ? l.now : l.roundMs(A) + afterRound
        l.draw(A, changes)
      }),
    )

  test('is the result of the formula from seal and beacon', () => {
    expect(drawing({})).toBe('sound')
    expect(drawing({ code: 1_000_001 })).toEqual(['draw', 3])
    expect(drawing({ entropy: '22'.repeat(32) })).toEqual(['draw', 3])
    expect(drawing({ beacon: '22'.repeat(32) })).toEqual(['draw', 3])
    expect(drawing({}, { grade: 'salt' })).toBe('sound')
    expect(drawing({ entropy: '22'.repeat(32) }, { grade: 'salt' })).toEqual(['draw', 3])
    expect(drawing({}, { grade: 'plain' })).toBe('sound')
    expect(drawing({ code: 1_000_011 }, { grade: 'plain' })).toEqual(['draw', 3])
  })

  test('uses the round of the seal, after it is published', () => {
    expect(drawing({ round: 7 })).toEqual(['draw', 3])
    expect(drawing({}, {}, -1)).toEqual(['draw', 3])
    expect(drawing({ round: null, beacon: null })).toEqual(['format', 3])
    expect(drawing({ round: 7, beacon: '22'.repeat(32) }, { grade: 'salt' })).toEqual(['format', 3])
    expect(drawing({ entropy: null }, { grade: 'salt' })).toEqual(['format', 3])
  })
})
