/** Favours, and prize-share events, of version 3 that no reader may accept. */
import type { AuditRule } from '../src/audit.ts'
import type { Json } from '../src/canonical.ts'
import { drawWinners } from '../src/events.ts'
import type { EventTerms3 } from '../src/proof/version-3/types.ts'
import { begin3, hashOf, vouchedBy } from '../src/testing/played-lines.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import { WITNESSES } from './house.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { made } from './log-case.ts'

type Changes = Readonly<Record<string, Json>>
const K = vouchedBy(WITNESSES, 2)
const R: Partial<EventTerms3> = { recheck: true }
const DAY = 86_400_000

function favours(): KitCase[] {
  /** @param signers how many witnesses sign in time */
  const favour = (
    what: string,
    expected: Expected,
    play: (issue: PlayedIssue3, log: PlayedLog) => unknown,
    signers = 1,
  ): KitCase =>
    made(
      `version 3: favour, ${what}`,
      expected,
      (log) => play(new PlayedIssue3(log, K).open().sell().seal({}, WITNESSES.slice(0, signers)).draw(), log),
      begin3,
    )
  return [
    favour('control', 'verified', (issue) => issue.favour()),
    favour('control, not stated yet', 'verified', () => {}),
    favour('control, days late', 'verified', (issue, log) => ((log.now += 9 * DAY), issue.favour())),
    favour('twice', 'favour', (issue) => issue.favour().favour()),
    favour('of a witnessed draw', 'favour', (issue) => issue.favour(), 2),
    favour('more orders than sold', 'favour', (issue) => issue.favour({ orders: 5 })),
    favour('a field more', 'format', (issue) => issue.favour({ code: 1 })),
    favour('an amount that is no amount', 'format', (issue) => issue.favour({ amount: '-1' })),
    favour('of an issue that nobody knows', 'favour', (issue) => issue.favour({ issue: 'M3-0009' })),
    made(
      'version 3: favour, of an issue that is only sealed',
      'favour',
      (log) => {
        const issue = new PlayedIssue3(log, K).open().sell().seal()
        log.append({ t: 'issue-favour', issue: issue.terms.issue, orders: 1, amount: '1', at: log.now })
      },
      begin3,
    ),
    made(
      'version 3: favour, of an issue of version 2',
      'favour',
      (log) => {
        log.life('M1-0001')
        log.rules()
        log.append({ t: 'issue-favour', issue: 'M1-0001', orders: 1, amount: '1', at: log.now })
      },
      (log) => log.begin('sandbox'),
    ),
  ]
}

function events(): KitCase[] {
  const event = (
    what: string,
    expected: Expected,
    play: (event: PlayedEvent3, log: PlayedLog) => unknown,
    terms: Partial<EventTerms3> = {},
  ): KitCase =>
    made(`version 3: event, ${what}`, expected, (log) => play(new PlayedEvent3(log, terms), log), begin3)
  const opened = (what: string, changes: Changes): KitCase =>
    event(`opening, ${what}`, 'open', (one) => one.open(changes))
  const drawn = (what: string, expected: AuditRule, changes: Changes): KitCase =>
    event(`draw, ${what}`, expected, (one) => one.open().join().seal().draw(changes))
  const favour = (
    what: string,
    expected: Expected,
    changes: Changes,
    terms: Partial<EventTerms3> = {},
  ): KitCase =>
    event(`favour, ${what}`, expected, (one) => one.open().join().seal().draw().favour(changes), {
      ...K,
      ...terms,
    })
  const ended = (what: string, expected: Expected, days: number, terms: Partial<EventTerms3>): KitCase =>
    event(
      `void, ${what}`,
      expected,
      (one, log) => {
        one.open().join()
        log.now += days * DAY
        one.void()
      },
      terms,
    )
  const sealed = (
    what: string,
    expected: AuditRule,
    out: readonly number[],
    terms: Partial<EventTerms3> = R,
  ): KitCase => event(`seal leaves out ${what}`, expected, (one) => one.open().join().seal({ out }), terms)
  /** The winners are those of another list of participants than the seal states. */
  const left = (what: string, changed: (seqs: readonly number[]) => readonly number[]): KitCase =>
    event(
      `draw, ${what}`,
      'draw',
      (one) => {
        one.open().join().leave(1, 3).seal()
        const { entropy } = one.outcome()
        one.draw({
          winners: drawWinners(
            entropy,
            5,
            3,
            changed([1, 3]).toSorted((a, b) => a - b),
          ),
        })
      },
      R,
    )
  const week =
    (change: (event: PlayedEvent3) => unknown) =>
    (one: PlayedEvent3, log: PlayedLog): void => {
      change(one.open().join())
      log.now += 7 * DAY
      one.void()
    }
  return [
    event('control', 'verified', (one) => one.play(WITNESSES), K),
    event('control, in favour', 'verified', (one) => one.play(WITNESSES.slice(2)), K),
    event('control, nobody joined', 'verified', (one) => one.open().join([]).void()),
    opened('another beacon', { chain: hashOf('another') }),
    opened('no content', { content: null }),
    opened('a quorum in grade beacon', { quorum: 2 }),
    event('a second seal', 'seal', (one) => one.open().join().seal().seal(), K),
    event('an attempt', 'format', (one) => one.open().join().seal({ attempt: 1 })),
    drawn('another signature', 'draw', { signature: 'ab'.repeat(48) }),
    drawn('no signature', 'format', { signature: null }),
    drawn('other winners', 'draw', { winners: [1, 2, 3] }),
    event(
      'draw, without witnesses',
      'witness',
      (one, log) => {
        one.open().join().seal({}, WITNESSES.slice(2)).draw()
        const { favour: _, ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, never>
        log.checkpoints.pop()
        log.instead(entry)
      },
      K,
    ),
    event(
      'control, participants left out',
      'verified',
      (one) => one.open().join().leave(1, 5).seal().draw(),
      R,
    ),
    event(
      'control, participants left out of a favour',
      'verified',
      (one) => one.open().join().leave(2).seal({}, WITNESSES.slice(2)).draw().favour(),
      { ...K, ...R },
    ),
    event('control, all left out', 'verified', (one) => one.open().join([1, 1]).leave(1, 2).void(), R),
    event(
      'control, some left out of a void',
      'verified',
      week((one) => one.leave(1)),
      { ...K, ...R },
    ),
    sealed('somebody whom the opening does not allow', 'seal', [2], {}),
    sealed('nobody, with the field', 'format', []),
    sealed('all of them', 'format', [1, 2, 3, 4, 5]),
    sealed('a participant who is not there', 'format', [6]),
    sealed('participant 0', 'format', [0]),
    sealed('the same one twice', 'format', [2, 2]),
    sealed('in another order', 'format', [4, 2]),
    opened('another promise about friends', { recheck: false }),
    left('among those who are left out, too', () => []),
    left('a participant put back', (seqs) => seqs.slice(1)),
    left('a participant added', (seqs) => [...seqs, 4]),
    event(
      'favour, a member who is left out',
      'favour',
      (one) => one.open().join().leave(2).seal().draw().favour({ members: 2 }),
      { ...K, ...R },
    ),
    event('void, some left out', 'void', (one) => one.open().join().leave(1, 2).void(), R),
    event(
      'void, all left out before the deadline',
      'void',
      (one, log) => {
        one.open().join([1, 1]).leave(1, 2)
        log.now = one.terms.deadline - 1
        one.void()
      },
      R,
    ),
    event('void, all left out, not allowed', 'void', (one) => one.open().join([1]).leave(1).void()),
    event(
      'void, left out in another order',
      'format',
      (one) => one.open().join([1, 1]).leave(2, 1).void(),
      R,
    ),
    favour('control, rounded down', 'verified', {}, { pool: '1001', winners: 2 }),
    favour('control, everybody won', 'verified', {}, { winners: 9 }),
    favour('other members', 'favour', { members: 5 }),
    favour('not rounded', 'favour', { amount: '1001' }, { pool: '1001', winners: 2 }),
    favour('where everybody won', 'favour', { amount: '10000000' }, { winners: 9 }),
    ended('control, a week without witnesses', 'verified', 7, K),
    ended('with participants', 'void', 6, K),
    ended('with participants in grade beacon', 'void', 9, {}),
    event(
      'void, after a seal',
      'void',
      (one, log) => {
        one.open().join().seal({}, WITNESSES)
        log.now += 9 * DAY
        one.void()
      },
      K,
    ),
  ]
}

export function absurdEnds3(): KitCase[] {
  return [...favours(), ...events()]
}
