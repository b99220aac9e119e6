/** Altered proofs of events, what a house that signs everything can write about an event, and receipts of participants. */
import { eventRow } from '../src/events.ts'
import type { EventTerms } from '../src/proof/event-types.ts'
import { type EventReceipt, signReceipt } from '../src/receipt.ts'
import { alteredEvents } from '../src/testing/altered-events.ts'
import { PlayedEvent } from '../src/testing/played-events.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { add, KEY, type Making, saltOf } from './fraud-case.ts'
import { WITNESSES } from './house.ts'
import { exportOf, type KitCase } from './kit-case.ts'

const [W1, W2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]
const WITNESSED = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const
const SALT = { grade: 'salt' } as const
const HASH = 'ab'.repeat(32)

function newEvent(changes: Partial<EventTerms> = {}): PlayedEvent {
  const log = new PlayedLog('kit')
  log.begin()
  log.funding()
  return new PlayedEvent(log, changes)
}

function altered(family: string, changes: Partial<EventTerms>): KitCase[] {
  const making: Making = { family, cases: [] }
  const event = newEvent(changes).play(changes.grade === 'witnessed' ? [W1] : [])
  const proof = event.proof()
  add(making, 'control', 'verified', proof)
  add(making, 'control: with the whole log', 'verified', proof, { log: exportOf(event.log), key: KEY })
  for (const { place, expected, document } of alteredEvents(proof))
    add(making, `other ${place}`, expected, document)
  add(making, 'no log', 'arithmetic', { ...proof, log: null })
  add(making, 'no log, with a key', 'inclusion', { ...proof, log: null }, { key: KEY })
  add(making, 'no rows', 'terms', { ...proof, rows: [] })
  add(making, 'a participant less', 'digest', { ...proof, rows: proof.rows.slice(0, -1) })
  add(making, 'a participant twice', 'times', { ...proof, rows: [...proof.rows, proof.rows.at(-1)!] })
  add(making, 'participants exchanged', 'times', { ...proof, rows: proof.rows.toReversed() })
  const { result } = proof
  const winners = result!.winners
  for (const [what, stated] of [
    ['the winners in another order', winners.toReversed()],
    ['a winner less', winners.slice(0, -1)],
    ['a winner twice', [winners[0]!, winners[0]!, winners[1]!]],
    ['a participant who did not join', [99, ...winners.slice(1)]],
  ] as const)
    add(making, what, 'result', { ...proof, result: { ...result, winners: stated } })
  add(making, 'a winner more than the event has', 'terms', {
    ...proof,
    result: { ...result, winners: [...winners, 1] },
  })
  add(making, 'tiers', 'terms', { ...proof, result: { ...result, tiers: [] } })
  add(making, 'the document of an issue', 'terms', { ...proof, kind: 'issue' })
  add(making, 'the document of a round', 'terms', { ...proof, kind: 'round' })
  add(making, 'version 1', 'terms', { ...proof, version: 'fairlot-proof/1' })
  return making.cases
}

/** Proofs of events that a dishonest house plays; it signs everything with its key. */
function frauds(): KitCase[] {
  const making: Making = { family: 'event frauds', cases: [] }
  const played = (
    what: string,
    expected: KitCase['expected'],
    play: (event: PlayedEvent) => PlayedEvent,
    changes: Partial<EventTerms> = {},
  ): void => add(making, what, expected, play(newEvent(changes)).proof())
  const row = (event: PlayedEvent, i: number, change: object): PlayedEvent => {
    event.rows[i] = { ...event.rows[i]!, ...change }
    return event
  }
  const at = (event: PlayedEvent, i: number, ms: number): PlayedEvent => {
    const { seq, tag } = event.rows[i]!
    return row(event, i, eventRow(seq, ms, event.terms.offset, tag))
  }
  const joined = (event: PlayedEvent): PlayedEvent => event.open().join()
  const ended = (event: PlayedEvent): PlayedEvent => event.seal({}, [W1]).draw()
  played('a participant at the deadline', 'times', (e) => ended(at(joined(e), 4, e.terms.deadline)))
  played('a participant before the opening', 'times', (e) => ended(at(joined(e), 0, e.terms.at - 1)))
  played('a participant before the one before', 'times', (e) => ended(at(joined(e), 3, e.rows[2]!.ms - 1)))
  played('a participant with two chances', 'codes', (e) => ended(row(joined(e), 2, { quantity: 2 })))
  played('a participant with the number of another', 'codes', (e) =>
    ended(row(joined(e), 2, { first: 1_000_001 })),
  )
  played('another time of day', 'times', (e) => ended(row(joined(e), 2, { time: 1 })))
  played('a seal before the deadline', 'times', (e) => {
    joined(e).log.now -= 1
    return ended(e)
  })
  played('a salt that was not committed to', 'commitment', (e) =>
    joined(e)
      .seal({ salt: saltOf(7) })
      .draw(),
  )
  played('another digest', 'digest', (e) => joined(e).seal({ digest: HASH }).draw())
  played('a participant less in the seal', 'digest', (e) => joined(e).seal({ orders: 4 }).draw())
  played('another sum', 'sum', (e) => joined(e).seal({ sum: '5' }).draw())
  played('a later round of the beacon', 'round', (e) => joined(e).seal({ round: 10_000_000 }).draw())
  played('other winners in the log', 'inclusion', (e) =>
    joined(e)
      .seal()
      .draw({ winners: [1, 2, 3] }),
  )
  played('a draw dated before its round', 'inclusion', (e) =>
    joined(e).seal().draw({ at: e.sealed!.sealedAt }),
  )
  played('a draw dated before its seal', 'inclusion', (e) => joined(e).seal().draw({ at: 1 }), SALT)
  played('a smaller pool in the log', 'inclusion', (e) => ended(e.open({ pool: '3', prize: '1' }).join()))
  played('fewer friends in the log', 'inclusion', (e) => ended(e.open({ friends: 0 }).join()))
  played('a void before its deadline', 'inclusion', (e) => e.open().void())
  played('a void with participants', 'inclusion', (e) => joined(e).void({ participants: 5 }))
  played('a void with another pool', 'inclusion', (e) => e.open().join([]).void({ pool: '1' }))
  played('a void with fewer friends in the log', 'inclusion', (e) => e.open({ friends: 0 }).join([]).void())
  played('control: void', 'verified', (e) => e.open().join([]).void())
  played('control: sealed', 'sealed', (e) => joined(e).seal())
  played('control: one participant', 'verified', (e) => ended(e.open().join([1])))
  played('control: everybody wins', 'verified', (e) => ended(joined(e)), { winners: 9 })
  played('witnessed: no witness', 'witnesses', (e) => joined(e).seal().draw(), WITNESSED)
  played('witnessed: control: attempt 3', 'verified', (e) => ended(joined(e).seal().seal()), WITNESSED)
  for (const [what, change] of [
    ['other participants', { orders: 6 }],
    ['another digest', { digest: HASH }],
    ['another sum', { sum: '5' }],
    ['another salt', { salt: saltOf(7) }],
    ['a round that its time does not give', { round: 10 }],
    ['a time that is not sealedAt', { at: 1 }],
  ] as const)
    played(`witnessed: attempt 1 with ${what}`, 'inclusion', (e) => ended(joined(e).seal(change)), WITNESSED)
  played(
    'witnessed: attempt 1 before the deadline',
    'inclusion',
    (e) => {
      joined(e).log.now -= 60_000
      e.seal().log.now = e.terms.deadline
      return ended(e)
    },
    WITNESSED,
  )
  played(
    'witnessed: attempt 2 before the round of attempt 1',
    'inclusion',
    (e) => {
      joined(e).seal()
      e.log.now = e.knownMs - 1
      return ended(e)
    },
    WITNESSED,
  )
  return making.cases
}

/** What only the whole log, a witness or a receipt shows. */
function histories(): KitCase[] {
  const making: Making = { family: 'event histories', cases: [] }
  const first = newEvent(WITNESSED).open().join().seal({}, [W1])
  const twin = first.on(first.log.copy())
  const proof = first.draw().proof()
  add(making, 'control', 'verified', proof, { log: exportOf(first.log), key: KEY, witness: W1.key })
  add(making, 'a witness that has not signed', 'witnesses', proof, { witness: W2.key })
  // the house shows another history to the world
  const again = twin.on(twin.log.copy()).seal({}, [W2]).draw()
  add(making, 'a log in which the event is sealed again', 'attempt', proof, {
    log: exportOf(again.log),
    key: KEY,
  })
  twin.void()
  add(making, 'a log in which the event is void', 'void', proof, { log: exportOf(twin.log), key: KEY })
  // a copy from before the seal, and another participant
  const opened = newEvent().open().join()
  const other = opened.on(opened.log.copy())
  const honest = opened.seal().draw().proof()
  other.rows.splice(2, 1)
  other.rows = other.rows.map((row, i) => ({ ...row, seq: i + 1, first: 1_000_001 + i }))
  other.seal().draw()
  add(making, 'a second history alone', 'verified', other.proof())
  add(making, 'the log of a second history', 'log', honest, { log: exportOf(other.log), key: KEY })
  return making.cases
}

function receipts(): KitCase[] {
  const making: Making = { family: 'participant receipts', cases: [] }
  const event = newEvent().open().join()
  const empty = event.on(event.log.copy())
  const receipt = (changes: Parameters<PlayedEvent['receipt']>[1] = {}): { receipt: string } => ({
    receipt: JSON.stringify(event.receipt(2, changes)),
  })
  const sealed = event.seal().proof()
  const proof = event.draw().proof()
  for (const seq of [1, 2, 3, 4, 5])
    add(making, `control: participant ${seq}`, 'verified', proof, {
      receipt: JSON.stringify(event.receipt(seq)),
    })
  add(making, 'control: sealed', 'sealed', sealed, receipt())
  const lies: Record<string, object> = {
    'another tag': { tag: '00'.repeat(8) },
    'another time': { ms: event.rows[1]!.ms + 1 },
    'the number of another': { first: 1_000_003 },
    'a number that nobody has': { first: 1_000_099 },
    'two chances': { quantity: 2 },
    'a price': { amount: '10000' },
    'another event': { event: 'PS-0002' },
    'an id in small letters': { event: 'ps-0001' },
    'a root that the log never had': { logSize: 0 },
    'a field more': { seq: 2 },
    'the kind of an order': { kind: 'order' },
    'the kind of a bet': { kind: 'bet' },
  }
  for (const [what, changes] of Object.entries(lies)) add(making, what, 'receipt', proof, receipt(changes))
  const { receipt: content } = event.receipt(2)
  const foreign = signReceipt('77'.repeat(32), JSON.parse(content) as EventReceipt)
  add(making, 'a receipt of another key', 'receipt', proof, { receipt: JSON.stringify(foreign) })
  const unsigned = JSON.stringify({ ...event.receipt(2), signature: '00'.repeat(64) })
  add(making, 'an unsigned receipt', 'receipt', proof, { receipt: unsigned })
  add(
    making,
    'a receipt of an event that is void because nobody took part',
    'receipt',
    empty.void().proof(),
    {
      ...receipt(),
    },
  )
  const without = newEvent().open().join()
  without.rows.splice(1, 1)
  without.rows = without.rows.map((row, i) => ({ ...row, seq: i + 1, first: 1_000_001 + i }))
  add(making, 'a participant who was left out', 'receipt', without.seal().draw().proof(), receipt())
  return making.cases
}

export function eventProofs(): KitCase[] {
  return [
    ...altered('event salt', SALT),
    ...altered('event beacon', {}),
    ...altered('event witnessed', WITNESSED),
    ...frauds(),
    ...histories(),
    ...receipts(),
  ]
}
