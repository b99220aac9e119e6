import { describe, expect, test } from 'vitest'
import { createAuditor, type VerifyRound } from '../../audit.ts'
import type { Json } from '../../canonical.ts'
import { LOCAL_CHAIN, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedEvent } from '../../testing/played-events.ts'
import { PlayedIssue3 } from '../../testing/played-issue-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { audited, log3, verdict } from '../audit.fixture.ts'

const DAY = 86_400_000
const W = witnessesOf(4)

describe('the rules of the log', () => {
  const stated = (changes: Record<string, Json>, mode: 'real' | 'sandbox' = 'sandbox') => {
    const log = new PlayedLog()
    log.begin(mode)
    log.rules(changes)
    return verdict(log)
  }

  test('begin once, after the log has begun', () => {
    expect(stated({})).toBe('sound')
    const first = new PlayedLog()
    first.rules()
    expect(verdict(first)).toEqual(['rules', 0])
    expect(verdict(log3((log) => log.rules()))).toEqual(['rules', 2])
  })

  test('name version 3, and a local beacon only in a sandbox', () => {
    expect(stated({ localBeacon: null }, 'real')).toBe('sound')
    expect(stated({}, 'real')).toEqual(['rules', 1])
    for (const changes of [{ version: 4 }, { version: '3' }, { localBeacon: 'ab' }, { note: 1 }] as Record<
      string,
      Json
    >[])
      expect(stated(changes)).toEqual(['rules', 1])
  })

  test('in a new log do not end the demo world, whose times lie before the beginning', () => {
    const demo = (changes: Record<string, Json> = {}) => {
      const log = new PlayedLog()
      const start = log.now
      log.begin('sandbox', { at: start + DAY })
      log.rules({ at: start + DAY, ...changes })
      log.sign({ timeMs: start + DAY })
      new PlayedIssue3(log, { demo: true }).play()
      log.now = start + DAY
      new PlayedIssue3(log, { issue: 'M3-0002' }).play()
      return verdict(log)
    }
    expect(demo()).toBe('sound')
    for (const mode of ['real', 'sandbox'] as const) {
      const early = new PlayedLog()
      early.begin(mode)
      early.rules({ localBeacon: null, at: early.now - 1 })
      expect(verdict(early)).toEqual(['time', 1])
    }
  })

  test('in an old log come later: what opened before ends by its rules, what opens after by the new ones', () => {
    const log = new PlayedLog()
    log.begin('sandbox')
    log.open('M1-0001', { grade: 'witnessed', witnesses: [W[0]!.key] })
    log.open('M1-0002')
    const event = new PlayedEvent(log).open()
    log.rules()
    log.now += 60_000
    // an old witnessed issue still has attempts
    log.seal('M1-0001')
    log.sign()
    log.now = log.roundMs('M1-0001')
    log.seal('M1-0001')
    log.sign()
    log.cosign(W[0]!)
    log.now = log.roundMs('M1-0001')
    log.draw('M1-0001')
    log.refund('M1-0002')
    log.sign()
    event.join().seal().draw()
    new PlayedIssue3(log, vouchedBy(W)).play(W)
    expect(audited(log).counts).toMatchObject({
      opened: 3,
      drawn: 2,
      refunded: 1,
      furtherAttempts: 1,
      eventsDrawn: 1,
    })
    log.open('M1-0003')
    expect(verdict(log)).toEqual(['open', log.size - 1])
  })

  test('go with the time of the log', () => {
    const log = new PlayedLog()
    log.begin('sandbox')
    log.funding()
    log.rules({ at: log.now - 1 })
    expect(verdict(log)).toEqual(['time', 2])
  })
})

describe('a dead beacon', () => {
  const dead = (log: PlayedLog, changes: Record<string, Json> = {}) =>
    log.append({ t: 'beacon-dead', chain: LOCAL_CHAIN.hash, lastRound: 5, at: log.now, ...changes })

  test('is declared once, in a log of version 3', () => {
    expect(verdict(log3((log) => dead(log)))).toBe('sound')
    expect(verdict(log3((log) => (dead(log), dead(log, { chain: 'ab'.repeat(32) }))))).toBe('sound')
    expect(verdict(log3((log) => (dead(log), dead(log, { lastRound: 6 }))))).toEqual(['rules', 3])
    const old = new PlayedLog()
    old.begin('sandbox')
    dead(old)
    expect(verdict(old)).toEqual(['rules', 1])
    expect(verdict(log3((log) => dead(log, { chain: 'x' })))).toEqual(['format', 2])
  })
})

describe('statements', () => {
  const { witnesses, quorum } = vouchedBy(W)

  test('of solvency name the witnesses of their checkpoint, or none', () => {
    const stated = (changes: Record<string, Json>) => verdict(log3((log) => log.solvency(changes)))
    expect(stated({ witnesses: null, quorum: null })).toBe('sound')
    expect(stated({ witnesses, quorum })).toBe('sound')
    for (const changes of [
      {},
      { witnesses: null },
      { witnesses, quorum: null },
      { witnesses: null, quorum },
      { witnesses, quorum: 2 },
    ] as Record<string, Json>[])
      expect(stated(changes)).toEqual(['format', 2])
    const old = new PlayedLog()
    old.begin('sandbox')
    old.solvency({ witnesses: null, quorum: null })
    expect(verdict(old)).toEqual(['format', 1])
  })

  test('of withdrawals are about a day that is over somewhere', () => {
    // 2026-11-22 ends in the first time zone at 10:00 in UTC
    const end = 1_795_341_600_000
    const stated = (at: number, isOld = false, day = '2026-11-22') => {
      const log = new PlayedLog()
      log.begin('sandbox')
      if (!isOld) log.rules()
      log.withdrawals(day, { at })
      log.now = at
      return verdict(log)
    }
    expect(stated(end)).toBe('sound')
    expect(stated(end - 1)).toEqual(['time', 2])
    expect(stated(end - 1, true)).toBe('sound')
    expect(stated(end, false, '2026-11-31')).toEqual(['format', 2])
  })
})

test('an auditor takes another implementation of the signatures of beacons', () => {
  const log = log3((l) => new PlayedIssue3(l).play())
  const entries = (verifyRound: VerifyRound) => {
    const auditor = createAuditor({ deployment: log.deployment, publicKey: log.publicKey, verifyRound })
    for (const entry of log.entries) auditor.entry(entry)
    return auditor.counts().drawn
  }
  expect(entries(() => true)).toBe(1)
  expect(() => entries(() => false)).toThrow("is not the beacon's of round")
  expect(() => entries((chain, round) => chain.hash === LOCAL_CHAIN.hash && round < 9)).toThrow('round')
})
