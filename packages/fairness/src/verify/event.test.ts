import { beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '../audit.ts'
import { eventName } from '../entries.ts'
import { eventRow } from '../events.ts'
import { parseKey } from '../note.ts'
import type { EventProof, EventTerms } from '../proof/event-types.ts'
import { alteredEvents, EVENT_STEP_OF } from '../testing/altered-events.ts'
import { changed } from '../testing/mutations.ts'
import { PlayedEvent } from '../testing/played-events.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { dice } from '../testing/random-proofs.ts'
import { EVENT_STATES, randomEvent } from '../testing/random-events.ts'
import { verifyAnyProof } from './any.ts'
import { EVENT_STEPS, verifyEvent } from './event.ts'
import type { FinishedAudit, StepName } from './types.ts'

const [one, two] = ['w1.example', 'w2.example'].map(playedWitness) as [
  ReturnType<typeof playedWitness>,
  ReturnType<typeof playedWitness>,
]
const witnessed = { grade: 'witnessed', witnesses: [one.key, two.key] } as const

function newEvent(changes: Partial<EventTerms> = {}): PlayedEvent {
  const log = new PlayedLog()
  log.begin()
  return new PlayedEvent(log, changes)
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const failedBy = (proof: unknown, options = {}): StepName | undefined => verifyEvent(proof, options).failed

function auditOf(log: PlayedLog): FinishedAudit {
  const audit = auditLog(log)
  return {
    ...audit,
    find: (subject) => audit.find(subject).map(({ index }) => ({ index, bytes: log.entries[index]! })),
    rootAt: () => null,
  }
}

let event: PlayedEvent
let proof: EventProof
beforeAll(() => {
  event = newEvent(witnessed).open().join().seal({}, [one, two]).draw()
  proof = event.proof()
})

describe('the proof of an event', () => {
  test('verifies with all its steps, and says whom the reader still trusts', () => {
    const { verdict, badge, steps, summary } = verifyEvent(asJson(proof))
    expect(steps.map(({ step, status }) => [step, status])).toEqual(
      EVENT_STEPS.map((step) => [step, 'passed']),
    )
    expect([verdict, badge]).toEqual(['verified', 'witnessed-local'])
    expect(summary).toContain('A proof alone cannot show that no other seal of this event exists')
    expect(verifyAnyProof(proof).verdict).toBe('verified')
  })

  test('in grade salt has no round and no beacon, and draws at the seal', () => {
    const { verdict, badge, steps } = verifyEvent(newEvent({ grade: 'salt' }).play().proof())
    expect([verdict, badge]).toEqual(['verified', 'salt'])
    const unneeded = steps.filter(({ status }) => status === 'unneeded').map(({ step }) => step)
    expect(unneeded).toEqual(['round', 'beacon', 'witnesses'])
    expect(verifyEvent(newEvent().play().proof())).toMatchObject({
      verdict: 'verified',
      badge: 'beacon-local',
    })
  })

  test('verifies in every grade, with one participant, and with more winners than participants', () => {
    for (const grade of ['salt', 'beacon'] as const) {
      for (const after of [[5], [5, 6], [0, 0, 0]]) {
        const played = newEvent({ grade, winners: 2 }).open().join(after).seal().draw()
        expect(failedBy(played.proof()), `${grade} ${after.length}`).toBeUndefined()
        expect(played.proof().result!.winners).toHaveLength(Math.min(2, after.length))
      }
    }
  })

  test('changing a field fails the step that checks the field', () => {
    const seen = new Set<string>()
    const wrong: string[] = []
    for (const { place, name, expected, document } of alteredEvents(proof)) {
      seen.add(name)
      const failed = failedBy(asJson(document))
      if (failed !== expected) wrong.push(`${place}: ${failed}, not ${expected}`)
    }
    expect(wrong).toEqual([])
    expect([...seen].toSorted()).toEqual(Object.keys(EVENT_STEP_OF).toSorted())
  })

  test('fails when the house moves, adds or leaves out a participant, however it signs', () => {
    const { deadline, at } = event.terms
    const rowsWith = (change: (played: PlayedEvent) => void): StepName | undefined => {
      const played = newEvent().open().join()
      change(played)
      return failedBy(played.seal().draw().proof())
    }
    expect(rowsWith(() => {})).toBeUndefined()
    const moved = (i: number, ms: number) => (played: PlayedEvent) => {
      const { seq, tag } = played.rows[i]!
      played.rows[i] = eventRow(seq, ms, played.terms.offset, tag)
    }
    expect(rowsWith(moved(4, deadline))).toBe('times')
    expect(rowsWith(moved(0, at - 1))).toBe('times')
    expect(rowsWith(moved(1, at))).toBe('times')
    const less = changed(proof, ['rows'], proof.rows.slice(0, -1))
    expect(failedBy(less)).toBe('digest')
    const twice = { ...proof, rows: [...proof.rows, { ...proof.rows[4]!, seq: 6, first: 1_000_006 }] }
    expect(failedBy(twice)).toBe('digest')
    expect(rowsWith((played) => (played.rows[2] = { ...played.rows[2]!, quantity: 2 }))).toBe('codes')
    expect(rowsWith((played) => (played.rows[2] = { ...played.rows[2]!, first: 1_000_009 }))).toBe('codes')
  })

  test('fails when the event was sealed before its deadline', () => {
    const early = newEvent().open().join()
    early.log.now -= 1
    expect(failedBy(early.seal().draw().proof())).toBe('times')
    const hasty = newEvent(witnessed).open().join()
    const { deadline } = hasty.terms
    hasty.log.now = deadline - 100_000
    hasty.seal()
    hasty.log.now = deadline
    expect(failedBy(hasty.seal({}, [one]).draw().proof())).toBe('inclusion')
  })

  test('fails for other winners, another order of them, or another number', () => {
    const { winners } = proof.result!
    const stated = (list: readonly number[]): StepName | undefined =>
      failedBy(changed(proof, ['result', 'winners'], list))
    expect(stated(winners.toReversed())).toBe('result')
    expect(stated(winners.slice(1))).toBe('result')
    expect(stated([...winners, winners[0]!])).toBe('terms')
    expect(stated([])).toBe('terms')
    const own = newEvent().open().join().seal()
    expect(failedBy(own.draw({ winners: [1, 2, 3] }).proof())).toBe('inclusion')
  })

  test('fails when terms contradict each other', () => {
    const terms = (change: Record<string, unknown>): StepName | undefined =>
      failedBy({ ...proof, terms: { ...proof.terms, ...change } })
    for (const event_ of ['ps-0001', 'PS0001', 'PS-001', '', 'ABCDEFGHIJKLM-0001'])
      expect(terms({ event: event_ })).toBe('terms')
    expect(terms({ prize: '3333334' })).toBe('terms')
    expect(terms({ winners: 0, prize: '0' })).toBe('terms')
    expect(terms({ deadline: proof.terms.at })).toBe('terms')
    expect(terms({ grade: 'plain' })).toBe('terms')
    expect(terms({ witnesses: null })).toBe('terms')
    expect(terms({ price: '1' })).toBe('terms')
  })

  test('lists every attempt, of which each follows the round of the one before', () => {
    const again = newEvent(witnessed).open().join().seal().seal().seal({}, [two]).draw()
    const { verdict, steps } = verifyEvent(again.proof())
    expect(verdict).toBe('verified')
    expect(steps.at(-1)!.detail).toContain('attempt 3')
    const hasty = newEvent(witnessed).open().join().seal()
    hasty.log.now = hasty.knownMs - 1
    expect(failedBy(hasty.seal({}, [one]).draw().proof())).toBe('inclusion')
    const other = newEvent(witnessed).open().join().seal({ sum: '5' })
    expect(failedBy(other.seal({}, [one]).draw().proof())).toBe('inclusion')
  })

  test('needs a named witness that signed in time', () => {
    const by = (...witnesses: (typeof one)[]) => newEvent(witnessed).play(witnesses).proof()
    expect(failedBy(by(one))).toBeUndefined()
    expect(failedBy(by(one), { witness: parseKey(one.key)! })).toBeUndefined()
    expect(failedBy(by(one), { witness: parseKey(two.key)! })).toBe('witnesses')
    expect(failedBy(by())).toBe('witnesses')
    const late = newEvent(witnessed).open().join().seal()
    late.log.cosign(one, late.knownMs / 1000)
    expect(failedBy(late.draw().proof())).toBe('witnesses')
    expect(failedBy(newEvent({ grade: 'salt' }).play().proof(), { witness: parseKey(one.key)! })).toBe(
      'witnesses',
    )
  })

  test('without a log is arithmetic only, and fails when the reader gives what only a log can answer', () => {
    const bare = { ...proof, log: null }
    expect(verifyEvent(bare)).toMatchObject({ verdict: 'arithmetic', ok: false })
    for (const options of [{ publicKey: '00'.repeat(32) }, { witness: parseKey(one.key)! }])
      expect(failedBy(bare, options)).toBe('inclusion')
    expect(failedBy(proof, { publicKey: '00'.repeat(32) })).toBe('checkpoint')
  })

  test('random events verify in every state', () => {
    const roll = dice(20_261_124)
    for (const state of EVENT_STATES) {
      for (let n = 0; n < 8; n++) {
        const random = randomEvent(roll, { state })
        const receipt = random.receipt === null ? {} : { receipt: random.receipt }
        const { verdict, steps } = verifyEvent(asJson(random.proof), receipt)
        expect(verdict, JSON.stringify(steps)).toBe(state === 'sealed' ? 'sealed' : 'verified')
      }
    }
  })
})

describe('an event that is sealed, or void', () => {
  test('a sealed event verifies up to its result', () => {
    const sealed = verifyEvent(newEvent(witnessed).open().join().seal({}, [one]).proof())
    expect(sealed).toMatchObject({ verdict: 'sealed', ok: true })
    const open = sealed.steps.filter(({ status }) => status === 'open').map(({ step }) => step)
    expect(open).toEqual(['beacon', 'entropy', 'result'])
  })

  test('a void event has terms, inclusion and checkpoint', () => {
    const ended = newEvent().open().join([]).void().proof()
    const { verdict, steps, summary } = verifyEvent(ended)
    expect(steps.map(({ step }) => step)).toEqual(['terms', 'inclusion', 'checkpoint'])
    expect(verdict).toBe('verified')
    expect(summary).toContain('nobody took part')
    expect(failedBy(changed(ended, ['terms', 'friends'], 0))).toBe('inclusion')
    expect(failedBy({ ...ended, rows: proof.rows })).toBe('terms')
    expect(failedBy({ ...ended, result: proof.result })).toBe('terms')
  })

  test('is void from its deadline on, without participants, and with its own pool', () => {
    const early = newEvent().open().join([])
    early.log.now -= 1
    expect(failedBy(early.void().proof())).toBe('inclusion')
    const voided = (changes: Record<string, string | number>): StepName | undefined =>
      failedBy(newEvent().open().join([]).void(changes).proof())
    expect(voided({})).toBeUndefined()
    expect(voided({ participants: 1 })).toBe('inclusion')
    expect(voided({ pool: '1' })).toBe('inclusion')
    expect(voided({ event: 'PS-0002' })).toBe('inclusion')
  })
})

describe('the receipt of a participant', () => {
  test('matches its row, and contradicts a void event', () => {
    const step = (changes = {}, of: unknown = proof): StepName | undefined =>
      failedBy(of, { receipt: event.receipt(2, changes) })
    expect(step()).toBeUndefined()
    const lies = { tag: '00'.repeat(8), ms: 1, first: 1_000_003, event: 'PS-0002', logSize: 0, amount: '1' }
    for (const [field, value] of Object.entries({ ...lies, quantity: 2, kind: 'order' }))
      expect(step({ [field]: value }), field).toBe('receipt')
    const played = newEvent().open().join()
    const receipt = played.receipt(1)
    expect(failedBy(played.void().proof(), { receipt })).toBe('receipt')
  })
})

describe('an event and the whole log', () => {
  test('has exactly the entries of the event in the log', () => {
    const played = newEvent().open().join().seal()
    const sealed = played.proof()
    expect(failedBy(sealed, { log: auditOf(played.log) })).toBeUndefined()
    const drawn = played.draw().proof()
    expect(failedBy(drawn, { log: auditOf(played.log) })).toBeUndefined()
    expect(verifyEvent(sealed, { log: auditOf(played.log) }).steps.at(-1)!.detail).toContain('goes on')
    expect(auditOf(played.log).find(eventName('PS-0001'))).toHaveLength(3)
    expect(auditOf(played.log).find('PS-0001')).toHaveLength(0)
    const other = newEvent({ friends: 1 }).play()
    expect(failedBy(drawn, { log: auditOf(other.log) })).toBe('log')
  })
})
