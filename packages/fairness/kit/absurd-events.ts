/** Well-signed logs in which a prize-share event has an absurd life, or its draw rests on no witness. */
import type { Json } from '../src/canonical.ts'
import { eventName } from '../src/entries.ts'
import type { EventTerms } from '../src/proof/event-types.ts'
import { PlayedEvent } from '../src/testing/played-events.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { A, HASH, made, W1 } from './log-case.ts'

type Play = (event: PlayedEvent, log: PlayedLog) => void
type Changes = Readonly<Record<string, Json>>

const WITNESSED = { grade: 'witnessed', witnesses: [W1.key] } as const
const EVENT = 'PS-0001'
const GRADES: readonly Partial<EventTerms>[] = [{ grade: 'salt' }, { grade: 'beacon' }, WITNESSED]

function event_(what: string, expected: Expected, play: Play, terms: Partial<EventTerms> = {}): KitCase {
  return made(`events: ${what}`, expected, (log) => play(new PlayedEvent(log, terms), log))
}

/** Open, joined and sealed, with a line of the witness. */
const sealed = (event: PlayedEvent, changes: Changes = {}): PlayedEvent =>
  event.open().join().seal(changes, [W1])
const empty = (event: PlayedEvent): PlayedEvent => event.open().join([])

/** The life of an event in an absurd order, in every grade. */
function lives(terms: Partial<EventTerms>): KitCase[] {
  const case_ = (what: string, expected: Expected, play: Play): KitCase =>
    event_(`${terms.grade}: ${what}`, expected, play, terms)
  const bare =
    (t: string): Play =>
    (e, l) =>
      void l.append({ t, event: e.terms.event, at: l.now })
  return [
    case_('control', 'verified', (e) => e.play([W1])),
    case_('control: void', 'verified', (e) => empty(e).void()),
    case_('control: sealed', 'verified', (e) => sealed(e)),
    case_('two openings', 'open', (e) => e.open().open()),
    case_('an opening after the draw', 'open', (e, l) => e.play([W1]).open({ at: l.now })),
    case_('an opening after the void', 'open', (e, l) => empty(e).void().open({ at: l.now })),
    case_('a seal before the opening', 'seal', (e) => e.join().seal()),
    case_('a draw before the opening', 'draw', bare('event-draw')),
    case_('a void before the opening', 'void', (e) => e.void()),
    case_('a draw without a seal', 'draw', (e, l) => (e.open(), bare('event-draw')(e, l))),
    case_('two draws', 'draw', (e) => e.play([W1]).draw()),
    case_('two different draws', 'draw', (e) => e.play([W1]).draw({ winners: [1, 2, 3] })),
    case_('two voids', 'void', (e) => empty(e).void().void()),
    case_('a void after the seal', 'void', (e) => sealed(e).void()),
    case_('a void after the draw', 'void', (e) => e.play([W1]).void()),
    case_('a seal after the draw', 'seal', (e) => e.play([W1]).seal()),
    case_('a seal after the void', 'seal', (e) => empty(e).void().seal()),
    case_('a draw after the void', 'draw', (e, l) => (empty(e).void(), bare('event-draw')(e, l))),
    case_('a second seal with attempt 1', 'seal', (e) => sealed(e).seal({ attempt: 1 })),
    case_('attempt 2 first', 'attempt', (e) => sealed(e, { attempt: 2 })),
    case_('a seal before the deadline', 'seal', (e, l) => {
      e.open().join()
      l.now -= 1
      e.seal()
    }),
    case_('a seal of nobody', 'format', (e) => empty(e).seal({ orders: 0, sum: '0' })),
    case_('a seal of too many', 'seal', (e) => sealed(e, { orders: 10_000_001 })),
    case_('a sum that no times have', 'seal', (e) => sealed(e, { sum: '1179799996' })),
    case_('a salt that does not fit', 'seal', (e) => sealed(e, { salt: HASH })),
    case_('a seal without salt', 'format', (e) => sealed(e, { salt: null })),
    case_('a seal that is not dated at sealedAt', 'seal', (e, l) => {
      e.open().join()
      e.seal({ at: l.now + 1 })
    }),
    case_('a seal with a field more', 'format', (e) => sealed(e, { code: 1 })),
    case_('another entropy', 'draw', (e) => sealed(e).draw({ entropy: HASH })),
    case_('a winner who is chosen', 'draw', (e) => sealed(e).draw({ winners: chosen(e) })),
    case_('winners in another order', 'draw', (e) =>
      sealed(e).draw({ winners: [...e.outcome().winners].toReversed() }),
    ),
    case_('a winner less', 'draw', (e) => sealed(e).draw({ winners: e.outcome().winners.slice(1) })),
    case_('a winner more', 'format', (e) => sealed(e).draw({ winners: [...e.outcome().winners, 9] })),
    case_('no winners', 'format', (e) => sealed(e).draw({ winners: [] })),
    case_('a draw with a code', 'format', (e) => sealed(e).draw({ code: 1_000_001 })),
    case_('a void before the deadline', 'void', (e) => e.open().void()),
    case_('a void with participants', 'void', (e) => empty(e).void({ participants: 1 })),
    case_('a void with another pool', 'void', (e) => empty(e).void({ pool: '1' })),
    case_('a void with a field more', 'format', (e) => empty(e).void({ orders: 0 })),
  ]
}

/** The winners of the formula, but for the first: somebody who did not win. */
function chosen(event: PlayedEvent): number[] {
  const { winners } = event.outcome()
  const other = event.rows.find(({ seq }) => !winners.includes(seq))!
  return [other.seq, ...winners.slice(1)]
}

/** What the terms must say. */
function openings(): KitCase[] {
  const changes: [string, Expected, Changes][] = [
    ['of grade plain', 'open', { grade: 'plain', chain: null, delay: null }],
    ['of grade beacon without a chain', 'open', { chain: null }],
    ['without a commitment', 'open', { commitment: null }],
    ['without winners', 'open', { winners: 0 }],
    ['with too many winners', 'open', { winners: 1_001, prize: '9990' }],
    ['whose prize is more than a share', 'open', { prize: '3333334' }],
    ['whose prize is less than a share', 'open', { prize: '1' }],
    ['with a deadline before it', 'open', { deadline: 1 }],
    ['with witnesses', 'open', { witnesses: [W1.key] }],
    ['with a pool that is a number', 'open', { pool: 1 }],
    ['with a negative number of friends', 'open', { friends: -1 }],
    ['with a field more', 'open', { price: '1' }],
    ['with an id in small letters', 'format', { event: 'ps-0001' }],
    ['with an id without a number', 'format', { event: 'PS' }],
    ['marked as demo after the beginning', 'time', { demo: true }],
  ]
  return changes.map(([what, expected, change]) =>
    event_(`an opening ${what}`, expected, (e) => e.open(change)),
  )
}

/** What only grades with a beacon can break, and the attempts of grade `witnessed`. */
function rounds(): KitCase[] {
  const witnessed = (what: string, expected: Expected, play: Play): KitCase =>
    event_(`witnessed: ${what}`, expected, play, WITNESSED)
  const unsigned = (event: PlayedEvent): PlayedEvent => event.open().join().seal()
  return [
    event_('another round than the time gives', 'seal', (e) => sealed(e, { round: 1 })),
    event_('a draw with another round', 'draw', (e) => sealed(e).draw({ round: 1 })),
    event_('a draw with another beacon value', 'draw', (e) => sealed(e).draw({ beacon: HASH })),
    event_('a draw with no beacon', 'format', (e) => sealed(e).draw({ beacon: null })),
    event_('a draw before its round', 'draw', (e, l) => {
      sealed(e)
      l.now = e.knownMs - 1
      e.draw()
    }),
    event_('a checkpoint for the seal after its round', 'seal-late', (e, l) => {
      sealed(e)
      l.checkpoints.pop()
      l.sign()
    }),
    witnessed('control: attempt 2 after one that nobody signed', 'verified', (e) =>
      unsigned(e).seal({}, [W1]).draw(),
    ),
    witnessed('a draw that nobody signed', 'witness', (e) => unsigned(e).draw()),
    witnessed('a draw that was signed late', 'witness', (e, l) => {
      unsigned(e)
      l.cosign(W1)
      e.draw()
    }),
    witnessed('a seal again after it was signed', 'attempt', (e) => sealed(e).seal({}, [W1])),
    witnessed('a seal again before its round is published', 'attempt', (e, l) => {
      unsigned(e)
      l.now = e.knownMs - 1
      e.seal()
    }),
    witnessed('attempt 3 after attempt 1', 'attempt', (e) => unsigned(e).seal({ attempt: 3 })),
    witnessed('attempt 2 with other participants', 'attempt', (e) => unsigned(e).seal({ orders: 6 })),
    witnessed('attempt 2 with another digest', 'attempt', (e) => unsigned(e).seal({ digest: HASH })),
    witnessed('a void after an attempt that nobody signed', 'void', (e) => unsigned(e).void()),
  ]
}

/** Events beside issues, in a log that has not begun, and in one that follows a lost one. */
function wholeLogs(): KitCase[] {
  const lost = (what: string, expected: Expected, play: Play): KitCase =>
    made(
      `continues: events: ${what}`,
      expected,
      (log) => play(new PlayedEvent(log), log),
      (l) => {
        const names = [A, eventName(EVENT)]
        l.append({ t: 'log-continues', deployment: 'shop', size: 9, root: HASH, lost: names, at: l.now })
        l.begin()
      },
    )
  return [
    made(
      'events: an opening before the beginning',
      'begin',
      (l) => new PlayedEvent(l).open(),
      () => {},
    ),
    made('events: control: an issue and an event of one number', 'verified', (l) => {
      l.life(A)
      new PlayedEvent(l, { event: A }).play()
    }),
    made('events: the seal of an issue for an event of its number', 'seal', (l) => {
      l.open(A)
      new PlayedEvent(l, { event: A }).join().seal()
    }),
    made('events: a refund of an event as an issue', 'refund', (l) => {
      new PlayedEvent(l, { event: A }).open()
      l.refund(A)
    }),
    lost('control: a lost event is void', 'verified', (e) => e.void({ participants: 3, pool: '5' })),
    lost('opens a lost event', 'continues', (e) => e.open()),
    lost('a lost event is void twice', 'void', (e) => e.void().void()),
    lost('an event is void that it does not list', 'void', (e) => e.void({ event: 'PS-0002' })),
    lost('refunds a lost event as an issue', 'refund', (_, l) => l.refund(EVENT)),
  ]
}

export function absurdEvents(): KitCase[] {
  return [...GRADES.flatMap(lives), ...openings(), ...rounds(), ...wholeLogs()]
}
