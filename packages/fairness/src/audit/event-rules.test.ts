import { describe, expect, test } from 'vitest'
import { type AuditState, createAuditor } from '../audit.ts'
import type { Json } from '../canonical.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { eventName } from '../entries.ts'
import type { EventTerms } from '../proof/event-types.ts'
import { PlayedEvent } from '../testing/played-events.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { audited, verdict } from './audit.fixture.ts'

const [W1, W2] = [playedWitness('w1'), playedWitness('w2')]
const witnessed = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const
const GRADES: readonly Partial<EventTerms>[] = [{ grade: 'salt' }, { grade: 'beacon' }, witnessed]
const HASH = 'ab'.repeat(32)

function newEvent(changes: Partial<EventTerms> = {}): PlayedEvent {
  const log = new PlayedLog()
  log.begin()
  return new PlayedEvent(log, changes)
}

/** Rule and entry of the first breach after the play. */
function after(changes: Partial<EventTerms>, play: (event: PlayedEvent) => void) {
  const event = newEvent(changes)
  play(event)
  return verdict(event.log, { sign: event.log.checkpoints.length === 0 || unsigned(event.log) })
}

const unsigned = ({ size, checkpoints }: PlayedLog): boolean =>
  parseCheckpoint(checkpoints.at(-1)!.note)!.size < size
const toSeal = (event: PlayedEvent): PlayedEvent => event.open().join().seal({}, [W1])

describe.each(GRADES)('the audit of an event of grade $grade', (terms) => {
  const rule = (play: (event: PlayedEvent) => void) => after(terms, play)

  test('passes for an event that is drawn, sealed, open or void', () => {
    expect(rule((e) => e.play([W1]))).toBe('sound')
    expect(rule((e) => toSeal(e))).toBe('sound')
    expect(rule((e) => e.open())).toBe('sound')
    expect(rule((e) => e.open().join([]).void())).toBe('sound')
  })

  test('an event opens once, is sealed once, and is drawn or void once', () => {
    expect(rule((e) => e.open().open())).toEqual(['open', 2])
    expect(rule((e) => e.play([W1]).open({ at: e.log.now }))).toEqual(['open', 4])
    expect(rule((e) => e.join().seal())).toEqual(['seal', 1])
    expect(rule((e) => toSeal(e).seal({ attempt: 1 }))).toEqual(['seal', 3])
    expect(rule((e) => e.play([W1]).seal())).toEqual(['seal', 4])
    expect(rule((e) => e.open().join([]).void().join([1]).seal())).toEqual(['seal', 3])
    expect(rule((e) => e.play([W1]).draw())).toEqual(['draw', 4])
    expect(rule((e) => e.open().join([]).void().void())).toEqual(['void', 3])
    expect(rule((e) => e.void())).toEqual(['void', 1])
    expect(rule((e) => toSeal(e).void())).toEqual(['void', 3])
    expect(rule((e) => e.play([W1]).void())).toEqual(['void', 4])
  })

  test('a seal is not before the deadline, fits the commitment, and has participants', () => {
    const sealed = (changes: Record<string, Json>) => rule((e) => e.open().join().seal(changes))
    expect(sealed({ salt: HASH })).toEqual(['seal', 2])
    expect(sealed({ orders: 0 })).toEqual(['format', 2])
    expect(sealed({ orders: 10_000_001, sum: '0' })).toEqual(['seal', 2])
    expect(sealed({ sum: String(235_959_999 * 5 + 1) })).toEqual(['seal', 2])
    expect(sealed({ note: 'x' })).toEqual(['format', 2])
    expect(sealed({ attempt: 2 })[0]).toBe('attempt')
    expect(
      rule((e) => {
        e.open().join()
        e.log.now -= 1
        e.seal()
      }),
    ).toEqual(['seal', 2])
    expect(
      rule((e) =>
        e
          .open()
          .join()
          .seal({ at: e.terms.deadline + 1 }),
      ),
    ).toEqual(['seal', 2])
  })

  test('a draw has the entropy and the winners of the formula, in their order', () => {
    const drawn = (changes: (event: PlayedEvent) => Record<string, Json>) =>
      rule((e) => toSeal(e).draw(changes(e)))
    const winners = (e: PlayedEvent): readonly number[] => e.outcome().winners
    expect(drawn(() => ({}))).toBe('sound')
    expect(drawn((e) => ({ winners: [...winners(e)].toReversed() }))).toEqual(['draw', 3])
    expect(drawn((e) => ({ winners: winners(e).slice(1) }))).toEqual(['draw', 3])
    expect(drawn((e) => ({ winners: [...winners(e), 5] }))).toEqual(['format', 3])
    expect(drawn(() => ({ winners: [] }))).toEqual(['format', 3])
    expect(drawn(() => ({ entropy: HASH }))).toEqual(['draw', 3])
    expect(drawn(() => ({ code: 1_000_001 }))).toEqual(['format', 3])
    expect(
      rule((e) => (e.open(), e.log.append({ t: 'event-draw', event: 'PS-0001', at: e.log.now }))),
    ).toEqual(['draw', 2])
  })

  test('an event is void from its deadline on, without participants, with its pool', () => {
    const voided = (changes: Record<string, Json>) => rule((e) => e.open().join([]).void(changes))
    expect(voided({ participants: 1 })).toEqual(['void', 2])
    expect(voided({ pool: '1' })).toEqual(['void', 2])
    expect(voided({ orders: 0 })).toEqual(['format', 2])
    expect(rule((e) => e.open().void())).toEqual(['void', 2])
  })
})

describe('the audit of events', () => {
  test('a draw uses the round of the seal, after its publication', () => {
    expect(after({}, (e) => toSeal(e).draw({ round: e.sealed!.round! + 1 }))).toEqual(['draw', 3])
    expect(after({}, (e) => toSeal(e).draw({ beacon: null }))).toEqual(['format', 3])
    expect(after({}, (e) => toSeal(e).draw({ beacon: HASH }))).toEqual(['draw', 3])
    const early = (e: PlayedEvent): void => {
      toSeal(e)
      e.log.now = e.knownMs - 1
      e.draw()
    }
    expect(after({}, early)).toEqual(['draw', 3])
    expect(after({}, (e) => e.open().join().seal({ round: 1 }))).toEqual(['seal', 2])
    const late = newEvent().open().join().seal()
    late.log.checkpoints.pop()
    expect(verdict(late.log)).toEqual(['seal-late', 2])
  })

  test('a witnessed event is sealed again only when no named witness signed in time, with the same rows', () => {
    const again = (change: Record<string, Json> = {}) =>
      after(witnessed, (e) => e.open().join().seal().seal(change, [W2]).draw())
    expect(again()).toBe('sound')
    expect(again({ digest: HASH })).toEqual(['attempt', 3])
    expect(again({ orders: 6 })).toEqual(['attempt', 3])
    expect(again({ sum: '7' })).toEqual(['attempt', 3])
    expect(again({ attempt: 3 })).toEqual(['attempt', 3])
    expect(after(witnessed, (e) => toSeal(e).seal())).toEqual(['attempt', 3])
    const hasty = (e: PlayedEvent): void => {
      e.open().join().seal()
      e.log.now = e.knownMs - 1
      e.seal()
    }
    expect(after(witnessed, hasty)).toEqual(['attempt', 3])
    expect(after(witnessed, (e) => e.open().join().seal().draw())).toEqual(['witness', 3])
    expect(after(witnessed, (e) => e.open().join().seal().void())).toEqual(['void', 3])
    const late = (e: PlayedEvent): void => {
      e.open().join().seal()
      e.log.cosign(W1)
      e.draw()
    }
    expect(after(witnessed, late)).toEqual(['witness', 3])
  })

  test('terms are those of an event, after the beginning of the log', () => {
    const opened = (changes: Record<string, Json>) => after({}, (e) => e.open(changes))
    expect(opened({ event: 'ps-0001' })).toEqual(['format', 1])
    const changed: Record<string, Json>[] = [
      { grade: 'plain', chain: null, delay: null },
      { prize: '1' },
      { winners: 0 },
      { winners: 1_001 },
      { deadline: 0 },
      { witnesses: [] },
      { commitment: null },
      { bands: [[0, 0]] },
    ]
    for (const changes of changed) expect(opened(changes), JSON.stringify(changes)).toEqual(['open', 1])
    expect(opened({ demo: true })).toEqual(['time', 1])
    const early = new PlayedEvent(new PlayedLog()).open()
    expect(verdict(early.log)).toEqual(['begin', 0])
    const log = new PlayedLog()
    log.begin('sandbox', { at: log.now + 86_400_000 })
    new PlayedEvent(log, { demo: true }).play()
    expect(verdict(log, { sign: false })).toBe('sound')
  })

  test('an issue of the same number is another one', () => {
    const played = newEvent().log
    played.life('M1-0001')
    new PlayedEvent(played, { event: 'M1-0001' }).play()
    const { counts, find } = audited(played)
    expect(counts).toMatchObject({ opened: 1, drawn: 1, events: 1, eventsSealed: 1, eventsDrawn: 1 })
    const kinds = (subject: string): string[] => find(subject).map(({ kind }) => kind)
    expect(kinds('M1-0001')).toEqual(['issue-open', 'issue-seal', 'issue-draw'])
    expect(kinds(eventName('M1-0001'))).toEqual(['event-open', 'event-seal', 'event-draw'])
    const crossed = newEvent({ event: 'M1-0001' })
    crossed.log.open('M1-0001')
    crossed.join().seal()
    expect(verdict(crossed.log)).toEqual(['seal', 2])
  })

  test('an event that the lost log opened is void once, and never opens', () => {
    const lost = (play: (event: PlayedEvent) => void) => {
      const log = new PlayedLog('shop.2')
      const names = ['M1-0001', eventName('PS-0001'), 'king-2m 20250615-0007']
      log.append({ t: 'log-continues', deployment: 'shop', size: 9, root: HASH, lost: names, at: log.now })
      log.begin()
      play(new PlayedEvent(log))
      return verdict(log)
    }
    expect(lost((e) => e.void({ participants: 7 }))).toBe('sound')
    expect(lost((e) => e.void().void())).toEqual(['void', 3])
    expect(lost((e) => e.open())).toEqual(['continues', 2])
    expect(lost((e) => e.log.refund('PS-0001'))).toEqual(['refund', 2])
    expect(lost((e) => e.void({ event: 'PS-0002' }))).toEqual(['void', 2])
  })

  test('gives the same result when it stops and continues from its state', () => {
    const { log } = newEvent(witnessed).open().join().seal().seal({}, [W1]).draw()
    new PlayedEvent(log, { event: 'PS-0002' }).open().join([]).void()
    const at = { deployment: log.deployment, publicKey: log.publicKey }
    let state: AuditState | undefined
    log.entries.forEach((entry, i) => {
      const auditor = createAuditor(at, state)
      auditor.entry(entry)
      for (const { note, cosignatures } of log.checkpoints) {
        if (parseCheckpoint(note)!.size !== i + 1) continue
        auditor.checkpoint(note)
        for (const line of cosignatures) auditor.cosignature(i + 1, line)
      }
      state = JSON.parse(JSON.stringify(auditor.state())) as AuditState
    })
    expect(createAuditor(at, state).counts()).toEqual(audited(log).counts)
    expect(audited(log).counts).toMatchObject({ events: 2, eventsVoid: 1, furtherAttempts: 1 })
  })

  test('names the sealed events that wait for their draw', () => {
    const event = newEvent(witnessed).open().join().seal({}, [W1])
    const { log } = event
    const auditor = createAuditor({ deployment: log.deployment, publicKey: log.publicKey })
    for (const entry of log.entries) auditor.entry(entry)
    const { note, cosignatures } = log.checkpoints.at(-1)!
    auditor.checkpoint(note)
    for (const line of cosignatures) auditor.cosignature(log.size, line)
    expect(auditor.waiting()).toMatchObject([
      { issue: 'event PS-0001', what: 'event PS-0001', witnessed: true, index: 2, timely: [W1.key] },
    ])
    auditor.mark()
    event.draw()
    auditor.entry(log.entries.at(-1)!)
    expect(auditor.waiting()).toEqual([])
    auditor.rewind()
    expect(auditor.waiting()).toHaveLength(1)
  })
})
