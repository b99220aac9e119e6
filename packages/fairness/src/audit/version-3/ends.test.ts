import { describe, expect, test } from 'vitest'
import type { Json } from '../../canonical.ts'
import type { EventTerms3, IssueTerms3, RefundReason } from '../../proof/version-3/types.ts'
import { LOCAL_CHAIN, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedEvent3 } from '../../testing/played-event-3.ts'
import { PlayedIssue3 } from '../../testing/played-issue-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { audited, log3, verdict } from '../audit.fixture.ts'

const DAY = 86_400_000
const W = witnessesOf(4)
const witnessed = vouchedBy(W)

function life(play: (issue: PlayedIssue3, log: PlayedLog) => void, changes: Partial<IssueTerms3> = {}) {
  return verdict(log3((log) => play(new PlayedIssue3(log, changes), log)))
}
function event(play: (event: PlayedEvent3, log: PlayedLog) => void, changes: Partial<EventTerms3> = {}) {
  return verdict(log3((log) => play(new PlayedEvent3(log, changes), log)))
}

describe('the favour of an issue', () => {
  /** drawn in favour at entry 4 */
  const inFavour = (play: (issue: PlayedIssue3, log: PlayedLog) => void) =>
    life((issue, log) => play(issue.open().sell().seal({}, W.slice(2)).draw(), log), witnessed)

  test('follows a draw in favour once', () => {
    expect(inFavour((issue) => issue.favour())).toBe('sound')
    expect(inFavour((issue) => issue.favour().favour())).toEqual(['favour', 6])
    expect(life((issue) => issue.open().sell().seal({}, W).draw().favour(), witnessed)).toEqual(['favour', 5])
    expect(life((issue) => issue.open().sell().seal().draw().favour())).toEqual(['favour', 5])
    const early = { code: 1_000_001, isFavour: true }
    expect(life((issue) => Object.assign(issue.open().sell(), { drawn: early }).favour())).toEqual([
      'favour',
      3,
    ])
    const favour = { t: 'issue-favour', issue: 'M3-0009', orders: 1, amount: '1' }
    expect(verdict(log3((log) => log.append({ ...favour, at: log.now })))).toEqual(['favour', 2])
  })

  test('is of an old issue a breach', () => {
    const old = new PlayedLog()
    old.begin('sandbox')
    old.life('M1-0001')
    old.rules()
    old.append({ t: 'issue-favour', issue: 'M1-0001', orders: 1, amount: '1', at: old.now })
    expect(verdict(old)).toEqual(['favour', 5])
  })

  test('concerns no more orders than the seal has', () => {
    expect(inFavour((issue) => issue.favour({ orders: 4 }))).toBe('sound')
    expect(inFavour((issue) => issue.favour({ orders: 5 }))).toEqual(['favour', 5])
    expect(inFavour((issue) => issue.favour({ amount: '01' }))).toEqual(['format', 5])
    expect(inFavour((issue) => issue.favour({ members: 1 }))).toEqual(['format', 5])
  })

  test('that comes more than a day after its draw is counted, and missing ones are too', () => {
    const after = (ms: number) =>
      audited(
        log3((log) => {
          const issue = new PlayedIssue3(log, witnessed).open().sell().seal().draw()
          log.now += ms
          issue.favour()
          new PlayedIssue3(log, { issue: 'M3-0002', ...witnessed }).open().sell().seal().draw()
        }),
      ).counts
    expect(after(DAY)).toMatchObject({ drawn: 2, favours: 2, favoursStated: 1, favoursLate: 0 })
    expect(after(DAY + 1)).toMatchObject({ drawn: 2, favours: 2, favoursStated: 1, favoursLate: 1 })
  })

  test('is found among the entries of its issue', () => {
    const { find } = audited(log3((log) => new PlayedIssue3(log, witnessed).play()))
    expect(find('M3-0001').map(({ kind }) => kind)).toEqual([
      'issue-open',
      'issue-seal',
      'issue-draw',
      'issue-favour',
    ])
  })
})

describe('the favour of an event', () => {
  const inFavour = (changes: Record<string, Json>, terms: Partial<EventTerms3> = {}) =>
    event((one) => one.open().join().seal({}, W.slice(2)).draw().favour(changes), { ...witnessed, ...terms })

  test('is the pool once more for those who did not win, rounded down', () => {
    expect(inFavour({})).toBe('sound')
    expect(inFavour({ members: 3 })).toEqual(['favour', 5])
    expect(inFavour({ amount: '10000001' })).toEqual(['favour', 5])
    expect(inFavour({}, { pool: '1001', winners: 2 })).toBe('sound')
    expect(inFavour({ amount: '999' }, { pool: '1001', winners: 2 })).toBe('sound')
    expect(inFavour({ amount: '1001' }, { pool: '1001', winners: 4 })).toBe('sound')
    expect(inFavour({ amount: '1001' }, { pool: '1001', winners: 3 })).toEqual(['favour', 5])
    expect(inFavour({ members: 0, amount: '0' }, { winners: 9 })).toBe('sound')
    expect(inFavour({ amount: '10000000' }, { winners: 9 })).toEqual(['favour', 5])
  })

  test('follows a draw in favour once', () => {
    expect(event((one) => one.open().join().seal().draw().favour().favour(), witnessed)).toEqual([
      'favour',
      6,
    ])
    expect(event((one) => one.open().join().seal({}, W).draw().favour(), witnessed)).toEqual(['favour', 5])
  })
})

describe('a refund', () => {
  const refunds = (
    reason: RefundReason,
    after: number,
    terms: Partial<IssueTerms3> = {},
    sold = [3, 2],
    changes: Record<string, Json> = {},
  ) =>
    life((issue, log) => {
      const { at } = issue.terms
      issue.open().sell(sold)
      log.now = at + after
      issue.refund(reason, changes)
    }, terms)
  const at = new PlayedLog().now
  const dated: Partial<IssueTerms3> = { closes: at + DAY, minimum: 6 }

  test('for the deadline comes from the deadline on, of an issue that is not sold out (M1)', () => {
    expect(refunds('deadline', DAY)).toBe('sound')
    expect(refunds('deadline', DAY - 1)).toEqual(['refund', 3])
    expect(refunds('deadline', DAY, {}, [3, 2, 4, 1])).toEqual(['refund', 3])
    expect(refunds('deadline', DAY, dated)).toEqual(['refund', 3])
    expect(refunds('deadline', DAY, {}, [])).toBe('sound')
  })

  test('of a duel has one seat taken', () => {
    const pk = { mode: 'pk' } as const
    expect(refunds('pk', 60_000, pk, [5])).toBe('sound')
    expect(refunds('pk', 60_000, pk, [5, 5])).toEqual(['refund', 3])
    expect(refunds('pk', 60_000, pk, [])).toEqual(['refund', 3])
    expect(refunds('pk', 60_000, {}, [5])).toEqual(['refund', 3])
  })

  test('for the minimum comes after the closing, with fewer sold shares', () => {
    expect(refunds('minimum', DAY, dated)).toBe('sound')
    expect(refunds('minimum', DAY - 1, dated)).toEqual(['refund', 3])
    expect(refunds('minimum', DAY, dated, [3, 3])).toEqual(['refund', 3])
    expect(refunds('minimum', DAY)).toEqual(['refund', 3])
  })

  test('for missing witnesses comes seven days after the end of a sale that was never sealed', () => {
    const full = [3, 2, 4, 1]
    expect(refunds('witnesses', 7 * DAY, witnessed, full)).toBe('sound')
    expect(refunds('witnesses', 7 * DAY - 1, witnessed, full)).toEqual(['refund', 3])
    expect(refunds('witnesses', 7 * DAY, witnessed)).toEqual(['refund', 3])
    expect(refunds('witnesses', 7 * DAY, {}, full)).toEqual(['refund', 3])
    expect(refunds('witnesses', 8 * DAY, { ...witnessed, ...dated })).toBe('sound')
    expect(refunds('witnesses', 8 * DAY - 1, { ...witnessed, ...dated })).toEqual(['refund', 3])
  })

  test('after a seal is refused for every reason but a dead beacon', () => {
    for (const reason of ['deadline', 'pk', 'minimum', 'witnesses', 'lost'] as const)
      expect(
        life((issue, log) => {
          issue.open().sell().seal({}, W)
          log.now += 40 * DAY
          issue.refund(reason)
        }, witnessed),
      ).toEqual(['refund', 4])
  })

  test('for a dead beacon comes 30 days after its entry, when the round was never published', () => {
    type Dead = { lastRound?: number; days?: number; isSealed?: boolean; chain?: string }
    const dead = (changes: Dead = {}, terms: Partial<IssueTerms3> = {}) =>
      life((issue, log) => {
        const { lastRound = -1, days = 30, isSealed = true, chain = LOCAL_CHAIN.hash } = changes
        issue.open().sell()
        if (isSealed) issue.seal()
        const round = issue.sealed?.round ?? 1_000
        log.append({ t: 'beacon-dead', chain, lastRound: round + lastRound, at: log.now })
        log.now += days * DAY
        issue.refund('beacon')
      }, terms)
    expect(dead()).toBe('sound')
    expect(dead({ lastRound: 0 })).toEqual(['refund', 5])
    expect(dead({ days: 29 })).toEqual(['refund', 5])
    expect(dead({ isSealed: false, lastRound: 0 })).toBe('sound')
    expect(dead({ chain: 'ab'.repeat(32) })).toEqual(['refund', 5])
    expect(dead({ isSealed: false }, { grade: 'salt' })).toEqual(['refund', 4])
    expect(
      life((issue, log) => {
        issue.open().sell().seal()
        log.now += 60 * DAY
        issue.refund('beacon')
      }),
    ).toEqual(['refund', 4])
  })

  test('of a lost issue says so, and nothing else is lost', () => {
    const lost = (reason: RefundReason, issue = 'M3-0001') => {
      const log = new PlayedLog('shop.2')
      const before = { deployment: 'shop', size: 9, root: 'ab'.repeat(32), lost: ['M3-0001'] }
      log.append({ t: 'log-continues', ...before, at: log.now })
      log.begin('sandbox')
      log.rules()
      new PlayedIssue3(log, { issue }).sell().refund(reason)
      return verdict(log)
    }
    expect(lost('lost')).toBe('sound')
    expect(lost('deadline')).toEqual(['refund', 3])
    expect(lost('lost', 'M3-0002')).toEqual(['refund', 3])
    const old = new PlayedLog('shop.2')
    old.append({
      t: 'log-continues',
      deployment: 'shop',
      size: 9,
      root: 'ab'.repeat(32),
      lost: ['M1-0001'],
      at: old.now,
    })
    old.begin('sandbox')
    const before = old.copy()
    before.refund('M1-0001')
    expect(verdict(before)).toBe('sound')
    old.rules()
    old.refund('M1-0001')
    expect(verdict(old)).toEqual(['format', 3])
    expect(refunds('lost', 60 * DAY)).toEqual(['refund', 3])
  })

  test('states its reason, and no more orders and shares than there are', () => {
    expect(refunds('deadline', DAY, {}, [3, 2], { reason: 'house' })).toEqual(['format', 3])
    expect(refunds('deadline', DAY, {}, [3, 2], { orders: 6 })).toEqual(['refund', 3])
    expect(refunds('deadline', DAY, {}, [3, 2], { shares: 11 })).toEqual(['refund', 3])
    expect(verdict(log3((log) => (new PlayedIssue3(log).open(), log.refund('M3-0001'))))).toEqual([
      'format',
      3,
    ])
  })

  test('ends its issue, and is counted by its reason', () => {
    const refunded = (play: (issue: PlayedIssue3) => void) =>
      life((issue, log) => {
        issue.open().sell([3])
        log.now += DAY
        play(issue.refund('deadline'))
      })
    expect(refunded((issue) => issue.refund('deadline'))).toEqual(['refund', 4])
    expect(refunded((issue) => issue.seal({ shares: 10 }))).toEqual(['seal', 4])
    const { counts } = audited(
      log3((log) => {
        const [one, two] = [
          new PlayedIssue3(log).open(),
          new PlayedIssue3(log, { issue: 'P-0001', mode: 'pk' }),
        ]
        two.open().sell([5]).refund('pk')
        log.now += DAY
        one.refund('deadline')
      }),
    )
    expect(counts).toMatchObject({ refunded: 2, refundedDeadline: 1, refundedPk: 1, refundedBeacon: 0 })
  })
})

describe('an event of version 3', () => {
  test('passes in every grade, and when nobody joined', () => {
    for (const grade of ['salt', 'beacon'] as const)
      expect(event((one) => one.play(), { grade })).toBe('sound')
    expect(event((one) => one.play(W), witnessed)).toBe('sound')
    expect(event((one) => one.open().join([]).void())).toBe('sound')
  })

  test('has one seal, from its deadline on, without an attempt', () => {
    expect(event((one) => one.open().join().seal().seal(), witnessed)).toEqual(['seal', 4])
    expect(event((one) => one.open().join().seal({ attempt: 1 }))).toEqual(['format', 3])
    expect(
      event((one, log) => {
        one.open().join()
        log.now -= 1
        one.seal()
      }),
    ).toEqual(['seal', 3])
  })

  test('states its content, and beacon and witnesses as an issue does', () => {
    for (const changes of [
      { content: 'x' },
      { chain: 'ab'.repeat(32) },
      { quorum: 1 },
      { prize: '1' },
    ] as Record<string, Json>[])
      expect(event((one) => one.open(changes))).toEqual(['open', 2])
  })

  test('has the winners of the formula and the signature of its round', () => {
    const drawn = (changes: Record<string, Json>) => event((one) => one.open().join().seal().draw(changes))
    expect(drawn({})).toBe('sound')
    expect(drawn({ winners: [1, 2, 3] })).toEqual(['draw', 4])
    expect(drawn({ signature: 'ab'.repeat(48) })).toEqual(['draw', 4])
    expect(drawn({ signature: null })).toEqual(['format', 4])
    expect(event((one) => one.open().join().seal().draw().draw())).toEqual(['draw', 5])
  })

  test('is void with participants only when it could not be sealed for seven days', () => {
    const ended = (days: number, terms: Partial<EventTerms3> = witnessed, isSealed = false) =>
      event((one, log) => {
        one.open().join()
        if (isSealed) one.seal({}, W)
        log.now = one.terms.deadline + days * DAY
        one.void()
      }, terms)
    expect(ended(7)).toBe('sound')
    expect(ended(6)).toEqual(['void', 3])
    expect(ended(7, {})).toEqual(['void', 3])
    expect(ended(7, witnessed, true)).toEqual(['void', 4])
    expect(event((one) => one.open().void())).toEqual(['void', 2 + 1])
    expect(event((one) => one.open().join([]).void({ pool: '1' }))).toEqual(['void', 3])
  })
})
