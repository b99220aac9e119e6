/** Well-signed logs of version 3 with one thing that no reader may accept, and controls that every reader accepts. */
import type { AuditRule } from '../src/audit.ts'
import { beaconOf, QUICKNET } from '../src/beacon.ts'
import type { Json } from '../src/canonical.ts'
import { drawEntropy, FIRST_CODE, winningCode } from '../src/draw.ts'
import type { IssueTerms3, RefundReason } from '../src/proof/version-3/types.ts'
import { begin3, hashOf, LOCAL_CHAIN, signatureOf, vouchedBy } from '../src/testing/played-lines.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import { absurdEnds3 } from './absurd-ends-3.ts'
import { absurdLines3 } from './absurd-lines-3.ts'
import { absurdLosses3 } from './absurd-losses-3.ts'
import { absurdRounds3 } from './absurd-rounds-3.ts'
import { WITNESSES } from './house.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { made } from './log-case.ts'

type Changes = Readonly<Record<string, Json>>
type IssuePlay = (issue: PlayedIssue3, log: PlayedLog) => unknown

const DAY = 86_400_000
const K = vouchedBy(WITNESSES, 2)

/** @param play is given an issue that has not opened, in a log that has begun version 3 */
export function issue3(
  what: string,
  expected: Expected,
  play: IssuePlay,
  terms: Partial<IssueTerms3> = {},
): KitCase {
  return made(`version 3: ${what}`, expected, (log) => play(new PlayedIssue3(log, terms), log), begin3)
}

function beginnings(): KitCase[] {
  const log = (what: string, expected: Expected, play: (log: PlayedLog) => void): KitCase =>
    made(`version 3: ${what}`, expected, play, (l) => l.begin('sandbox'))
  const rules = (what: string, changes: Changes): KitCase => log(what, 'rules', (l) => l.rules(changes))
  const dead = { t: 'beacon-dead', chain: LOCAL_CHAIN.hash, lastRound: 5 }
  return [
    made('version 3: control, real money', 'verified', (l) => l.rules({ localBeacon: null })),
    made('version 3: a local beacon with real money', 'rules', (l) => l.rules()),
    made(
      'version 3: rules before the beginning',
      'rules',
      (l) => (l.rules(), l.begin('sandbox')),
      () => {},
    ),
    log('control, begins later', 'verified', (l) => {
      l.life('M1-0001', { grade: 'witnessed', witnesses: [WITNESSES[0]!.key] }, [WITNESSES[0]!])
      l.open('M1-0002')
      l.rules()
      l.seal('M1-0002')
      l.sign()
      new PlayedIssue3(l).play()
    }),
    log('rules twice', 'rules', (l) => (l.rules(), l.rules())),
    rules('rules of another version', { version: 4 }),
    rules('rules with a field more', { note: 1 }),
    rules('a local beacon that is no key', { localBeacon: 'ab' }),
    log('an opening of version 2 after the rules', 'open', (l) => (l.rules(), l.open('M1-0001'))),
    log('an opening of version 3 before the rules', 'open', (l) => new PlayedIssue3(l).open()),
    log('a dead beacon before the rules', 'rules', (l) => l.append({ ...dead, at: l.now })),
    log('a dead beacon twice', 'rules', (l) => {
      l.rules()
      for (const lastRound of [5, 6]) l.append({ ...dead, lastRound, at: l.now })
    }),
    log('solvency without witnesses', 'format', (l) => (l.rules(), l.solvency())),
    log('solvency with half a quorum', 'format', (l) => (l.rules(), l.solvency({ ...K, quorum: 1 }))),
    log('a statement about a day that is not over', 'time', (l) => (l.rules(), l.withdrawals('2025-06-16'))),
    log('a statement about no day', 'format', (l) => (l.rules(), l.withdrawals('2025-02-30'))),
    log('a refund in the form of version 2', 'format', (l) => {
      l.rules()
      new PlayedIssue3(l).open()
      l.refund('M3-0001')
    }),
  ]
}

function openings(): KitCase[] {
  const changed = (what: string, changes: Changes, terms: Partial<IssueTerms3> = {}): KitCase =>
    issue3(`opening, ${what}`, 'open', (issue) => issue.open(changes), terms)
  const closes = 1_750_000_000_123 + DAY
  const dated = { closes, deadline: closes }
  const cash = { mode: 'cash' } as const
  const { witnesses } = K
  return [
    issue3('control, opening', 'verified', (issue) => issue.open(), K),
    issue3('control, the public beacon', 'verified', (issue) => issue.open({ chain: QUICKNET.hash })),
    changed('another beacon', { chain: hashOf('another') }),
    changed('a deadline at the opening', { deadline: 1_750_000_000_123 }),
    changed('a first prize of 0', { prizes: ['0'] }),
    changed('a prize below the price', { prizes: ['9999'] }),
    changed('a second prize below the price', { prizes: ['50000', '9999'] }, cash),
    changed('a minimum without a closing', { minimum: 5 }),
    changed('a closing without a minimum', { ...dated }),
    changed('a closing before the deadline', { closes: closes - 1, deadline: closes, minimum: 5 }),
    changed('a minimum of one', { ...dated, minimum: 1 }),
    changed('a minimum above the shares', { ...dated, minimum: 11 }),
    changed('a minimum below the bands', { ...dated, minimum: 4 }, cash),
    changed('a closing in grade salt', { ...dated, minimum: 5 }, { grade: 'salt' }),
    changed('a quorum of half', { quorum: 1 }, vouchedBy(WITNESSES.slice(0, 2), 2)),
    changed('a quorum above the witnesses', { quorum: 4 }, K),
    changed('no quorum', { quorum: null }, K),
    changed('a quorum in grade beacon', { quorum: 1 }),
    changed('witnesses as texts', { witnesses: witnesses.map(({ key }) => key) }, K),
    changed('a witness twice', { witnesses: [witnesses[0]!, witnesses[0]!, witnesses[1]!] }, K),
    changed(
      'a witness that is not its own',
      { witnesses: [{ ...witnesses[0]!, own: false }, ...witnesses.slice(1)] },
      K,
    ),
    changed('content that is no hash', { content: 'x' }),
    changed('free entries below 0', { free: -1 }),
    ...(
      [
        [1, 0],
        [2, 0],
        [3, 2],
      ] as const
    ).map(([n, own]) =>
      made(
        `version 3: real money with ${n} witnesses, ${own} of the house`,
        n > 1 && own === 0 ? 'verified' : 'open',
        (log) => {
          log.rules({ localBeacon: null })
          const by = WITNESSES.slice(0, n)
          const quorum = own > 0 ? 2 : n
          new PlayedIssue3(log, { chain: QUICKNET.hash, ...vouchedBy(by, quorum, by.slice(0, own)) }).open()
        },
      ),
    ),
  ]
}

function seals(): KitCase[] {
  const changed = (
    what: string,
    expected: AuditRule,
    changes: Changes,
    terms: Partial<IssueTerms3> = {},
  ): KitCase => issue3(`seal, ${what}`, expected, (issue) => issue.open().sell().seal(changes), terms)
  const dated = (what: string, expected: Expected, sold: number[], early = 0): KitCase =>
    made(
      `version 3: by date, ${what}`,
      expected,
      (log) => {
        const issue = new PlayedIssue3(log, { closes: log.now + 3_600_000, minimum: 5 }).open().sell(sold)
        if (early > 0) log.now = issue.terms.closes! - early
        else if (issue.sold < 10) issue.close()
        issue.seal()
      },
      begin3,
    )
  return [
    issue3('a second seal', 'seal', (issue) => issue.open().sell().seal().seal()),
    issue3('a second attempt', 'seal', (issue) => issue.open().sell().seal({}, []).seal(), K),
    changed('an attempt', 'format', { attempt: 1 }),
    changed('fewer shares', 'seal', { shares: 9 }),
    changed('more shares', 'seal', { shares: 11 }),
    changed('no shares', 'format', { shares: null }),
    changed('free entries that are not allowed', 'seal', { freeEntries: 1 }),
    changed('more free entries than orders', 'seal', { freeEntries: 5 }, { free: 9 }),
    changed('more orders than codes', 'seal', { orders: 11 }),
    changed('another salt', 'seal', { salt: hashOf('x') }),
    changed('another round', 'seal', { round: 7 }),
    dated('control, sold out early', 'verified', [3, 2, 5]),
    dated('control, closed with the minimum', 'verified', [3, 2]),
    dated('closed below the minimum', 'seal', [3, 1]),
    dated('sealed a millisecond before the closing', 'seal', [3, 2], 1),
  ]
}

/** The house computes a draw from the value that it states. */
function computedFrom(issue: PlayedIssue3, changes: Changes): Changes {
  const { round, digest, sum, shares } = issue.sealed!
  const stated = changes['beacon']
  const beacon = typeof stated === 'string' ? stated : issue.outcome().beacon
  const entropy = drawEntropy({ salt: issue.salt, issue: issue.terms.issue, digest, round, beacon })
  return { entropy, code: winningCode(BigInt(sum), entropy, shares), ...changes }
}

function draws(): KitCase[] {
  const changed = (
    what: string,
    expected: AuditRule,
    changes: Changes,
    terms: Partial<IssueTerms3> = {},
  ): KitCase =>
    issue3(`draw, ${what}`, expected, (issue) => issue.open().sell().seal({}, WITNESSES).draw(changes), terms)
  const from = (what: string, of: (issue: PlayedIssue3) => Changes): KitCase =>
    issue3(
      `draw, ${what}`,
      'draw',
      (issue) => {
        issue.open().sell().seal({}, WITNESSES)
        issue.draw(computedFrom(issue, of(issue)))
      },
      K,
    )
  const madeUp = hashOf('made up') + hashOf('rest').slice(0, 32)
  return [
    issue3('control, draw', 'verified', (issue) => issue.play(WITNESSES), K),
    issue3('control, cash by date', 'verified', (issue) => issue.open().sell().seal().draw(), {
      mode: 'cash',
    }),
    from('a made-up beacon value', () => ({ beacon: hashOf('any') })),
    from('a made-up signature', () => ({ signature: madeUp, beacon: beaconOf(madeUp) })),
    from('the signature of the next round', ({ sealed }) => {
      const signature = signatureOf(sealed!.round! + 1)
      return { signature, beacon: beaconOf(signature) }
    }),
    changed('no signature', 'format', { signature: null }),
    changed('another code', 'draw', { code: FIRST_CODE + 10 }),
    changed('lines in grade beacon', 'format', { lines: [] }),
    changed('favour in grade beacon', 'format', { favour: true }),
    changed('favour that is false', 'format', { favour: false }, K),
    changed('no lines', 'format', { lines: null }, K),
    issue3('draw, before its round', 'draw', (issue, log) => {
      issue.open().sell().seal()
      log.now = issue.knownMs - 1
      issue.draw()
    }),
    issue3('draw, twice', 'draw', (issue) => issue.open().sell().seal().draw().draw()),
  ]
}

function refunds(): KitCase[] {
  const full = [3, 2, 4, 1]
  const at = 1_750_000_000_123
  const dated: Partial<IssueTerms3> = { closes: at + DAY, minimum: 6 }
  const pk: Partial<IssueTerms3> = { mode: 'pk' }
  const refund = (
    expected: Expected,
    reason: RefundReason,
    after: number,
    terms: Partial<IssueTerms3> = {},
    sold = [3, 2],
    what = '',
  ): KitCase => {
    const name = `refund, ${expected} ${reason} ${what} after ${after} with ${sold.join(' ')}`
    return issue3(
      `${name}${terms.mode ?? ''}${terms.closes ? ' by date' : ''}${terms.grade ?? ''}`,
      expected,
      (issue, log) => {
        issue.open().sell(sold)
        log.now = at + after
        issue.refund(reason)
      },
      terms,
    )
  }
  const dead = (what: string, expected: Expected, lastRound: number, days: number): KitCase =>
    issue3(`refund, dead beacon, ${what}`, expected, (issue, log) => {
      issue.open().sell().seal()
      const last = issue.sealed!.round! + lastRound
      log.append({ t: 'beacon-dead', chain: LOCAL_CHAIN.hash, lastRound: last, at: log.now })
      log.now += days * DAY
      issue.refund('beacon')
    })
  return [
    refund('verified', 'deadline', DAY),
    refund('refund', 'deadline', DAY - 1),
    refund('refund', 'deadline', DAY, {}, full),
    refund('refund', 'deadline', DAY, dated),
    refund('verified', 'pk', 60_000, pk, [5]),
    refund('refund', 'pk', 60_000, pk, [5, 5]),
    refund('refund', 'pk', 60_000, {}, [5]),
    refund('verified', 'minimum', DAY, dated),
    refund('refund', 'minimum', DAY - 1, dated),
    refund('refund', 'minimum', DAY, dated, [3, 3]),
    refund('refund', 'minimum', DAY),
    refund('verified', 'witnesses', 7 * DAY, K, full),
    refund('refund', 'witnesses', 7 * DAY - 1, K, full),
    refund('refund', 'witnesses', 7 * DAY, K),
    refund('refund', 'witnesses', 7 * DAY, {}, full),
    refund('verified', 'witnesses', 8 * DAY, { ...K, ...dated }),
    refund('refund', 'lost', 60 * DAY),
    refund('refund', 'beacon', 60 * DAY),
    dead('control', 'verified', -1, 30),
    dead('after its last round', 'refund', 0, 30),
    dead('too early', 'refund', -1, 29),
    ...(['deadline', 'pk', 'minimum', 'witnesses', 'lost'] as const).map((reason) =>
      issue3(
        `refund, after a seal, ${reason}`,
        'refund',
        (issue, log) => {
          issue.open().sell().seal({}, WITNESSES)
          log.now += 40 * DAY
          issue.refund(reason)
        },
        K,
      ),
    ),
    issue3('refund, more shares than there are', 'refund', (issue, log) => {
      issue.open()
      log.now += DAY
      issue.refund('deadline', { shares: 11 })
    }),
  ]
}

/** All logs of version 3. */
export function absurdLogs3(): KitCase[] {
  return [
    ...beginnings(),
    ...openings(),
    ...seals(),
    ...draws(),
    ...refunds(),
    ...absurdLines3(),
    ...absurdEnds3(),
    ...absurdLosses3(),
    ...absurdRounds3(),
  ]
}
