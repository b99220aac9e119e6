import { describe, expect, test } from 'vitest'
import type { Json } from '../canonical.ts'
import { PlayedLog } from '../testing/played-log.ts'
import { log, verdict } from './audit.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'

describe('times', () => {
  test('never go back, from any entry to the next', () => {
    const back = (play: (l: PlayedLog) => void) => verdict(log(play))
    const sound = (l: PlayedLog) => l.funding()
    expect(back(sound)).toBe('sound')
    expect(back((l) => l.funding(l.now - 1))).toEqual(['time', 1])
    expect(
      back((l) => {
        l.funding(l.now + 5)
        l.now += 4
        l.funding()
      }),
    ).toEqual(['time', 2])
    expect(
      back((l) => {
        l.open(A)
        l.refund(A, { at: l.now - 1 })
      }),
    ).toEqual(['time', 2])
  })

  test('of checkpoints never go back and are not before the entries that they cover', () => {
    const signing = (first: number, second: number) =>
      verdict(
        log((l) => {
          l.funding()
          l.sign({ timeMs: l.now + first })
          l.funding()
          l.sign({ timeMs: l.now + second })
        }),
        { sign: false },
      )
    expect(signing(0, 0)).toBe('sound')
    expect(signing(10, 10)).toBe('sound')
    expect(signing(-1, 0)).toEqual(['checkpoint', 1])
    expect(signing(10, 9)).toEqual(['checkpoint', 2])
  })
})

describe('the beginning of a log', () => {
  test('is its first entry, once, for this deployment', () => {
    expect(verdict(log((l) => l.begin()))).toEqual(['begin', 1])
    const stated = (changes: Record<string, Json>, deployment?: string) => {
      const l = new PlayedLog(deployment)
      l.begin('real', changes)
      return verdict(l)
    }
    expect(stated({})).toBe('sound')
    expect(stated({ deployment: 'other' })).toEqual(['begin', 0])
    expect(stated({ mode: 'test' })).toEqual(['begin', 0])
    expect(stated({ note: 'x' })).toEqual(['begin', 0])
  })

  /** A sandbox's log with demo entries before its beginning, then more. */
  const demo = (play: (l: PlayedLog, begun: number) => void, mode: 'sandbox' | 'real' = 'sandbox') => {
    const l = new PlayedLog()
    l.begin(mode)
    const begun = l.now
    l.now -= 86_400_000
    play(l, begun)
    return verdict(l, { sign: l.checkpoints.at(-1) === undefined || l.size > 0 })
  }

  test('marks the demo world: entries before it belong to the demo, and only a sandbox has them', () => {
    const seeded = (l: PlayedLog, begun: number) => {
      l.sign()
      l.funding()
      l.life(A, { demo: true })
      l.now = begun
      l.life(B)
    }
    expect(demo(seeded)).toBe('sound')
    expect(demo(seeded, 'real')).toEqual(['checkpoint', 0])
    expect(demo((l) => l.funding(), 'real')).toEqual(['time', 1])
    expect(demo((l) => l.open(A))).toEqual(['time', 1])
    expect(verdict(log((l) => l.open(A, { demo: true })))).toEqual(['time', 1])
    expect(
      demo((l, begun) => {
        l.now = begun
        l.open(A, { demo: true })
      }),
    ).toEqual(['time', 1])
  })

  test('ends the demo world with the first entry of its own time', () => {
    expect(
      demo((l, begun) => {
        l.open(A, { demo: true })
        l.now = begun
        l.funding()
        l.now -= 1
        l.open(B, { demo: true })
      }),
    ).toEqual(['time', 3])
    expect(
      demo((l) => {
        l.funding()
        l.funding(l.now - 1)
      }),
    ).toEqual(['time', 2])
    // a checkpoint over demo entries has their times; over later entries it has not
    expect(
      demo((l, begun) => {
        l.funding()
        l.sign()
        l.funding(begun)
        l.sign({ timeMs: begun - 1 })
      }),
    ).toEqual(['checkpoint', 2])
  })
})

describe('a log that continues a lost one', () => {
  const continued = (
    changes: Record<string, Json>,
    play: (l: PlayedLog) => void = () => {},
    deployment = 'shop.2',
  ) => {
    const l = new PlayedLog(deployment)
    const root = 'ab'.repeat(32)
    l.append({ t: 'log-continues', deployment: 'shop', size: 9, root, lost: [A, B], at: l.now, ...changes })
    l.begin()
    play(l)
    return verdict(l)
  }

  test('names the lost log, and refunds the issues that were open or sealed in it', () => {
    expect(continued({})).toBe('sound')
    expect(
      continued({}, (l) => {
        l.refund(A)
        l.life('M1-0003')
        l.refund(B, { orders: 4_000 })
      }),
    ).toBe('sound')
    expect(continued({}, (l) => l.refund('M1-0003'))).toEqual(['refund', 2])
    expect(
      continued({}, (l) => {
        l.refund(A)
        l.refund(A)
      }),
    ).toEqual(['refund', 3])
  })

  test('never opens, seals or draws a lost issue', () => {
    expect(continued({}, (l) => l.open(A))).toEqual(['continues', 2])
    expect(
      continued({}, (l) => {
        l.refund(A)
        l.open(A)
      }),
    ).toEqual(['open', 3])
    const elsewhere = log((l) => l.life(A)).entries
    expect(continued({}, (l) => l.append(elsewhere[2]!))).toEqual(['seal', 2])
    expect(continued({}, (l) => l.append(elsewhere[3]!))).toEqual(['draw', 2])
    expect(
      continued({}, (l) => {
        l.refund(A)
        l.append(elsewhere[2]!)
      }),
    ).toEqual(['seal', 3])
  })

  test('has the next name, ascending numbers of lost issues, and begins at once', () => {
    expect(continued({ deployment: 'shop.2' }, undefined, 'shop.3')).toBe('sound')
    expect(continued({ deployment: 'shop' }, undefined, 'shop.3')).toEqual(['begin', 0])
    expect(continued({ deployment: 'other' })).toEqual(['begin', 0])
    expect(continued({}, undefined, 'shop')).toEqual(['begin', 0])
    expect(continued({ lost: [B, A] })).toEqual(['continues', 0])
    expect(continued({ lost: [A, A] })).toEqual(['continues', 0])
    expect(continued({ size: -1 })).toEqual(['begin', 0])
    const late = log((l) => {
      l.append({ t: 'log-continues', deployment: 'x', size: 1, root: 'ab'.repeat(32), lost: [], at: l.now })
    })
    expect(verdict(late)).toEqual(['begin', 1])
    const l = new PlayedLog('shop.2')
    l.append({ t: 'log-continues', deployment: 'shop', size: 1, root: 'ab'.repeat(32), lost: [], at: l.now })
    l.funding()
    expect(verdict(l)).toEqual(['begin', 1])
  })
})

describe('a log of version 1', () => {
  const old = (play: (l: PlayedLog) => void) => {
    const l = new PlayedLog()
    play(l)
    return verdict(l)
  }

  test('passes under the old rules, where times may go back and a seal may be published late', () => {
    expect(
      old((l) => {
        l.openOld(A)
        l.sealOld(A, { at: l.now + 5 })
        l.now += 99_000
        l.sign()
        l.draw(A, { at: l.now - 60_000 })
        l.funding(1)
        l.openOld(B, 'plain')
        l.sealOld(B)
        l.draw(B)
        l.sign()
      }),
    ).toBe('sound')
  })

  test('keeps the order and the formulas', () => {
    const then = (play: (l: PlayedLog) => void) =>
      old((l) => {
        l.openOld(A)
        l.sealOld(A)
        play(l)
      })
    expect(then((l) => l.sealOld(A))).toEqual(['seal', 2])
    expect(then((l) => l.openOld(A))).toEqual(['open', 2])
    expect(then((l) => l.refund(A))).toEqual(['refund', 2])
    expect(then((l) => l.draw(A, { code: 1_000_001 }))).toEqual(['draw', 2])
    expect(old((l) => l.refund(A))).toEqual(['refund', 0])
    expect(
      old((l) => {
        l.openOld(A)
        l.seal(A)
      }),
    ).toEqual(['format', 1])
    expect(old((l) => l.open(A))).toEqual(['open', 0])
  })

  test('is continued under the new rules: issues of before finish as they opened, new ones do not', () => {
    const upgraded = (play: (l: PlayedLog) => void) =>
      old((l) => {
        l.funding(l.now + 99_999_999)
        l.openOld(A)
        l.sign()
        l.begin('sandbox')
        play(l)
      })
    expect(
      upgraded((l) => {
        l.now += 60_000
        l.sealOld(A)
        l.sign()
        l.now += 40_000
        l.draw(A)
        l.life(B)
      }),
    ).toBe('sound')
    expect(upgraded((l) => l.openOld(B))).toEqual(['open', 3])
    expect(upgraded((l) => l.seal(A))).toEqual(['format', 3])
    expect(upgraded((l) => l.funding(l.now - 1))).toEqual(['time', 3])
    expect(upgraded((l) => l.begin())).toEqual(['begin', 3])
    expect(upgraded((l) => l.open(B, { demo: true }))).toEqual(['time', 3])
  })
})

describe('checkpoints', () => {
  test('cover every entry in the end', () => {
    const covering = (size: number) =>
      verdict(
        log((l) => {
          for (let i = 1; i < 6; i++) {
            if (i === size) l.sign()
            l.funding()
          }
        }),
        { sign: false },
      )
    expect(covering(3)).toEqual(['uncovered', 3])
    expect(covering(5)).toEqual(['uncovered', 5])
    expect(covering(9)).toEqual(['uncovered', 0])
  })

  test('are signed with the log key, name size, root and head of the entries, and ascend', () => {
    const signing = (changes: Parameters<PlayedLog['sign']>[0], secret?: string) =>
      verdict(
        log((l) => {
          l.funding()
          l.sign(changes, secret)
        }),
        { sign: false },
      )
    expect(signing({})).toBe('sound')
    expect(signing({}, '77'.repeat(32))).toEqual(['checkpoint', 1])
    expect(signing({ deployment: 'other' })).toEqual(['checkpoint', 1])
    expect(signing({ root: '11'.repeat(32) })).toEqual(['checkpoint', 1])
    expect(signing({ head: '11'.repeat(32) })).toEqual(['checkpoint', 1])
    expect(signing({ size: 1 })).toEqual(['checkpoint', 0])
    expect(signing({ size: 3 })).toEqual(['checkpoint', 1])
    const order = log((l) => {
      l.funding()
      l.sign()
      l.funding()
      l.sign()
    })
    order.checkpoints.reverse()
    expect(verdict(order, { sign: false })).toEqual(['checkpoint', 2])
    order.checkpoints.reverse()
    order.checkpoints[0]!.note = 'nonsense'
    expect(verdict(order, { sign: false })).toEqual(['checkpoint', -1])
  })

  test('carry no other signature', () => {
    const l = log((one) => one.sign())
    const line = l.checkpoints[0]!.note.split('\n').at(-2)!
    l.checkpoints[0]!.note += `${line}\n`
    expect(verdict(l, { sign: false })).toEqual(['checkpoint', 0])
  })

  test('commit to every entry: a changed, removed, added or moved one is found', () => {
    const l = log((one) => {
      for (let i = 0; i < 9; i++) {
        one.funding()
        one.sign()
      }
    })
    const with1 = (entries: string[]) => {
      const other = Object.assign(l.copy(), { entries })
      return verdict(other, { sign: false })
    }
    const { entries } = l
    expect(with1(entries)).toBe('sound')
    expect(with1(entries.with(4, entries[4]!.replace('10000', '10001')))).toEqual(['checkpoint', 4])
    expect(with1(entries.with(4, entries[5]!).with(5, entries[4]!))).toEqual(['checkpoint', 4])
    expect(with1(entries.toSpliced(4, 1))).toEqual(['checkpoint', 4])
    expect(with1(entries.slice(0, 8))).toEqual(['checkpoint', 7])
    expect(with1([...entries, entries[9]!])).toEqual(['uncovered', 10])
  })
})
