/** Well-signed logs with entries, a beginning, times or checkpoints that no reader may accept; and all absurd logs. */
import type { AuditRule } from '../src/audit.ts'
import { canonicalJson, type Json } from '../src/canonical.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import { lives, witnessed } from './absurd-lives.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { A, B, GRADES, HASH, made, type Play, W1 } from './log-case.ts'

const DAY = 86_400_000
/** The last millisecond of the UTC day. */
const endOfDay = (ms: number): number => (Math.floor(ms / DAY) + 1) * DAY - 1

/** Entries that no reader may accept. */
function entries(): KitCase[] {
  const raw = (what: string, rule: AuditRule, entry: Record<string, Json> | string): KitCase =>
    made(`entries: ${what}`, rule, (l) => l.append(entry))
  const funding = { t: 'funding', account: 'subsidy', amount: '10000', reference: 'x', at: 1_750_000_000_123 }
  const texts: [string, AuditRule, Record<string, Json> | string][] = [
    ['an unknown kind', 'kind', { t: 'reserves', at: funding.at }],
    ['no kind', 'kind', { at: funding.at }],
    ['a kind that is a number', 'kind', { t: 1, at: funding.at }],
    ['a proof of nothing', 'kind', { t: 'issue-void', issue: A, at: funding.at }],
    ['no JSON', 'format', 'entry'],
    ['a list', 'format', '[]'],
    ['null', 'format', 'null'],
    ['an empty line', 'format', ''],
    ['white space', 'format', canonicalJson(funding).replace(',', ', ')],
    [
      'another order of fields',
      'format',
      JSON.stringify(Object.fromEntries(Object.entries(funding).toReversed())),
    ],
    ['a field twice', 'format', canonicalJson(funding).replace('"at"', '"at":1,"at"')],
    ['an escaped letter', 'format', canonicalJson(funding).replace('subsidy', '\\u0073ubsidy')],
    ['a fraction', 'format', canonicalJson(funding).replace('1750000000123', '1750000000123.5')],
    ['an exponent', 'format', canonicalJson(funding).replace('1750000000123', '1750000000123e0')],
    ['a time that is text', 'format', { ...funding, at: '1' }],
    ['a negative time', 'format', { ...funding, at: -1 }],
    ['no time', 'format', { t: 'funding', account: 'subsidy', amount: '1', reference: 'x' }],
    ['an unknown field', 'format', { ...funding, note: 'x' }],
    ['a missing field', 'format', { t: 'funding', account: 'subsidy', amount: '1', at: funding.at }],
    ['an amount that is a number', 'format', { ...funding, amount: 1 }],
    ['an amount with a leading zero', 'format', { ...funding, amount: '01' }],
    ['a negative amount', 'format', { ...funding, amount: '-1' }],
    ['a verifier without a hash', 'format', { t: 'verifier', version: '1', sha256: 'x', at: funding.at }],
    ['a refund without an issue', 'format', { t: 'issue-refund', orders: 1, amount: '1', at: funding.at }],
    [
      'an issue number that is none',
      'format',
      { t: 'issue-refund', issue: 'x', orders: 1, amount: '1', at: funding.at },
    ],
    ['an entry that is too long', 'format', canonicalJson({ ...funding, reference: 'x'.repeat(66_000) })],
  ]
  const opening: [string, Record<string, Json>][] = [
    ['an unknown grade', { grade: 'golden' }],
    ['no shares', { shares: 0 }],
    [
      'bands that overlap',
      {
        bands: [
          [0, 1],
          [1, 2],
        ],
        prizes: ['1', '1'],
      },
    ],
    ['a band too wide', { bands: [[0, 5]] }],
    [
      'fewer prizes than bands',
      {
        bands: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    ['a salt in grade plain', { grade: 'plain', chain: null, delay: null }],
    ['witnesses in grade beacon', { witnesses: [W1.key] }],
    ['grade witnessed without witnesses', { grade: 'witnessed' }],
    ['a witness twice', { grade: 'witnessed', witnesses: [W1.key, W1.key] }],
    ['a witness that is no key', { grade: 'witnessed', witnesses: ['w1'] }],
    ['no commitment', { commitment: null }],
    ['a delay of zero', { delay: 0 }],
    ['a recycling of 101 percent', { recyclePercent: 101 }],
    ['an unknown mode', { mode: 'auction' }],
    ['a field more', { note: 'x' }],
  ]
  const badOpenings = opening.map(([what, changes]) =>
    made(`openings: ${what}`, 'open', (l) => {
      l.open(A)
      l.instead({ ...(JSON.parse(l.entries.at(-1)!) as Record<string, Json>), ...changes })
    }),
  )
  return [...texts.map(([what, rule, entry]) => raw(what, rule, entry)), ...badOpenings]
}

/** The daily statements of the reserves of finance products. */
function reserves(): KitCase[] {
  const P = 'SAVE30'
  const one = (what: string, expected: Expected, ...changes: Record<string, Json>[]): KitCase =>
    made(`reserve: ${what}`, expected, (l) => changes.forEach((change) => l.reserve(P, change)))
  const none = { reserve: '0', custody: '0', liability: '0' }
  return [
    made('reserve: control', 'verified', (l) => (l.reserve(P), (l.now += DAY), l.reserve(P))),
    made('reserve: control, two products on a day', 'verified', (l) => (l.reserve(P), l.reserve('X'))),
    made(
      'reserve: control, a day without a statement',
      'verified',
      (l) => (l.reserve(P), (l.now += 3 * DAY), l.reserve(P)),
    ),
    one('control, nothing sold yet', 'verified', { ...none, reserve: '5' }),
    one('control, nothing at all', 'verified', none),
    one('control, exactly the liability', 'verified', { reserve: '600000' }),
    one('control, larger than 64 bits', 'verified', {
      reserve: String(2n ** 70n),
      liability: String(2n ** 69n),
    }),
    one('below the liability by the smallest amount', 'reserve', { reserve: '599999' }),
    one('nothing against a liability', 'reserve', { reserve: '0' }),
    one('below the liability, beyond the numbers of a double', 'reserve', {
      reserve: '9007199254740992',
      liability: '9007199254740993',
    }),
    one('a shorter text that sorts after the liability', 'reserve', { reserve: '9', liability: '10' }),
    one('interest owed without principal', 'reserve', { custody: '0' }),
    one('twice on a day', 'time', {}, {}),
    made(
      'reserve: twice on a day, with another product between',
      'time',
      (l) => (l.reserve(P), l.reserve('X'), l.reserve(P, { at: endOfDay(l.now) })),
    ),
    made(
      'reserve: on the next day, by a millisecond',
      'verified',
      (l) => (l.reserve(P), (l.now = endOfDay(l.now) + 1), l.reserve(P)),
    ),
    made(
      'reserve: corrected on the same day',
      'time',
      (l) => (l.reserve(P), l.reserve(P, { reserve: '700000' })),
    ),
    one('no product', 'format', { product: '' }),
    one('a product in lower case', 'format', { product: 'save30' }),
    one('a product that is a number', 'format', { product: 30 }),
    one('a product with a line feed', 'format', { product: 'SAVE30\n' }),
    one('a negative liability', 'format', { liability: '-1' }),
    one('a reserve that is a number', 'format', { reserve: 900000 }),
    one('a reserve with decimals', 'format', { reserve: '90.0000' }),
    one('no custody', 'format', { custody: null }),
    one('an unknown field', 'format', { member: 'x' }),
    made(
      'reserve: under the rules of version 1',
      'reserve',
      (l) => l.reserve(P, { reserve: '1' }),
      () => {},
    ),
  ]
}

/** The beginning of the log, its continuation after a loss, its times and its checkpoints. */
function wholeLogs(): KitCase[] {
  const nothing: Play = () => {}
  const continues =
    (changes: Record<string, Json> = {}): Play =>
    (l) => {
      l.append({
        t: 'log-continues',
        deployment: 'shop',
        size: 9,
        root: HASH,
        lost: [A, B],
        at: l.now,
        ...changes,
      })
      l.begin()
    }
  const sandbox: Play = (l) =>
    l.append({ t: 'log-begin', deployment: 'shop', mode: 'sandbox', at: l.now + 1e9 })
  const signed =
    (changes: Parameters<PlayedLog['sign']>[0], secret?: string): Play =>
    (l) => (l.funding(), l.sign(changes, secret))
  return [
    made('begin: twice', 'begin', (l) => l.begin()),
    made('begin: of another log', 'begin', nothing, (l) => l.begin('real', { deployment: 'other' })),
    made('begin: an unknown mode', 'begin', nothing, (l) => l.begin('real', { mode: 'play' })),
    made('begin: a field more', 'begin', nothing, (l) => l.begin('real', { note: 'x' })),
    made('begin: control, no beginning at all', 'verified', (l) => upToOld(l), nothing),
    made(
      'begin: control, after entries of version 1',
      'verified',
      (l) => (upToOld(l), l.begin(), l.funding()),
      nothing,
    ),
    made(
      'begin: a seal before its opening under the rules of version 1',
      'seal',
      (l) => (l.openOld(A, 'salt'), l.sealOld(A, { sealedAt: l.now - 1 })),
      nothing,
    ),
    made('begin: an opening of version 2 before it', 'open', (l) => l.open(A), nothing),
    made('time: goes back by a millisecond', 'time', (l) => (l.funding(), l.funding(l.now - 1))),
    made('time: goes back by a day', 'time', (l) => (l.funding(), l.funding(l.now - 86_400_000))),
    made(
      'withdrawals: control',
      'verified',
      (l) => (l.withdrawals('2026-11-22'), l.withdrawals('2026-11-24')),
    ),
    made(
      'withdrawals: a day twice',
      'time',
      (l) => (l.withdrawals('2026-11-22'), l.withdrawals('2026-11-22')),
    ),
    made(
      'withdrawals: a day goes back',
      'time',
      (l) => (l.withdrawals('2026-11-22'), l.withdrawals('2026-11-21')),
    ),
    made('withdrawals: no day', 'format', (l) => l.withdrawals('22 November')),
    made('withdrawals: reasons in a list', 'format', (l) => l.withdrawals('2026-11-22', { rejected: [] })),
    made('withdrawals: no reasons', 'format', (l) => l.withdrawals('2026-11-22', { rejected: null })),
    made('withdrawals: a reason with a name of a person', 'format', (l) =>
      l.withdrawals('2026-11-22', { rejected: { 'Asha Rao': 1 } }),
    ),
    made('withdrawals: a reason without a case', 'format', (l) =>
      l.withdrawals('2026-11-22', { rejected: { other: 0 } }),
    ),
    made('withdrawals: an unknown field', 'format', (l) => l.withdrawals('2026-11-22', { member: 'x' })),
    made('solvency: control', 'verified', (l) => (l.solvency(), (l.now += DAY), l.solvency())),
    made('solvency: twice on a day', 'time', (l) => (l.solvency(), l.solvency())),
    made(
      'solvency: twice on a day, with an entry between',
      'time',
      (l) => (l.solvency(), l.funding(), l.solvency({ at: endOfDay(l.now) })),
    ),
    made(
      'solvency: on the next day, by a millisecond',
      'verified',
      (l) => (l.solvency(), (l.now = endOfDay(l.now) + 1), l.solvency()),
    ),
    made('solvency: a root that is none', 'format', (l) => l.solvency({ root: 'ab' })),
    made('solvency: a total of more than 64 bits', 'format', (l) => l.solvency({ total: String(2n ** 64n) })),
    made('solvency: a negative total', 'format', (l) => l.solvency({ total: '-1' })),
    made('solvency: no assets', 'format', (l) => l.solvency({ assets: null })),
    made('solvency: less than members own is no breach', 'verified', (l) => l.solvency({ assets: '0' })),
    made('solvency: an unknown field', 'format', (l) => l.solvency({ members: 3 })),
    ...reserves(),
    made('time: an opening goes back', 'time', (l) => (l.funding(), (l.now -= 1), l.open(A))),
    made('time: before the beginning, with real money', 'time', (l) => l.funding(l.now - 1)),
    made(
      'time: goes back behind a beginning after version 1',
      'time',
      (l) => (upToOld(l), l.begin(), l.funding(l.now - 1)),
      nothing,
    ),
    made('demo: control', 'verified', (l) => l.open(A, { demo: true }), sandbox),
    made('demo: not marked', 'time', (l) => l.open(A), sandbox),
    made(
      'demo: marked after the beginning',
      'time',
      (l) => ((l.now += 1e9), l.open(A, { demo: true })),
      sandbox,
    ),
    made('demo: back into it', 'time', (l) => (l.funding(l.now + 1e9), l.open(A, { demo: true })), sandbox),
    made('demo: goes back inside it', 'time', (l) => (l.funding(), l.funding(l.now - 1)), sandbox),
    made('continues: control', 'verified', (l) => (l.refund(A), l.funding()), continues()),
    made('continues: not the first entry', 'begin', (l) => continues()(l)),
    made(
      'continues: without a beginning',
      'begin',
      (l) => l.funding(),
      (l) => l.append({ t: 'log-continues', deployment: 'shop', size: 9, root: HASH, lost: [], at: l.now }),
    ),
    made('continues: another log', 'begin', nothing, continues({ deployment: 'other' })),
    made('continues: itself', 'begin', nothing, continues({ deployment: 'shop.2' })),
    made('continues: a root that is none', 'begin', nothing, continues({ root: 'x' })),
    made('continues: lost issues out of order', 'continues', nothing, continues({ lost: [B, A] })),
    made('continues: a lost issue twice', 'continues', nothing, continues({ lost: [A, A] })),
    made('continues: opens a lost issue', 'continues', (l) => l.open(A), continues()),
    made(
      'continues: seals a lost issue',
      'seal',
      (l) => l.append({ t: 'issue-seal', issue: A, at: l.now }),
      continues(),
    ),
    made(
      'continues: draws a lost issue',
      'draw',
      (l) => l.append({ t: 'issue-draw', issue: A, at: l.now }),
      continues(),
    ),
    made('continues: refunds a lost issue twice', 'refund', (l) => (l.refund(A), l.refund(A)), continues()),
    made(
      'continues: refunds an issue that it does not list',
      'refund',
      (l) => l.refund('M1-0003'),
      continues(),
    ),
    made(
      'checkpoints: none',
      'uncovered',
      (l) => l.funding(),
      (l) => l.begin(),
      true,
    ),
    made(
      'checkpoints: not over the end',
      'uncovered',
      (l) => (l.sign(), l.funding()),
      (l) => l.begin(),
      true,
    ),
    made('checkpoints: another root', 'checkpoint', signed({ root: HASH })),
    made('checkpoints: another head', 'checkpoint', signed({ head: HASH })),
    made('checkpoints: a smaller size', 'checkpoint', signed({ size: 1 })),
    made('checkpoints: a larger size', 'checkpoint', signed({ size: 9 })),
    made('checkpoints: another log', 'checkpoint', signed({ deployment: 'other' })),
    made('checkpoints: another key', 'checkpoint', signed({}, '77'.repeat(32))),
    made(
      'checkpoints: dated before an entry',
      'checkpoint',
      (l) => (l.funding(), l.sign({ timeMs: l.now - 1 })),
    ),
    made(
      'checkpoints: dated before the one before',
      'checkpoint',
      (l) => (l.sign({ timeMs: l.now + 5 }), l.funding(), l.sign()),
    ),
    made(
      'checkpoints: of size 0 with a root',
      'checkpoint',
      nothing,
      (l) => (l.sign({ root: HASH }), l.begin()),
    ),
  ]
}

/** An issue under the rules of version 1, where times may go back. */
function upToOld(log: PlayedLog): void {
  log.openOld(B)
  log.now -= 1_000
  log.sealOld(B, { sealedAt: log.now + 2_000 })
  log.now += 60_000
  log.instead({ ...(JSON.parse(log.entries.at(-1)!) as Record<string, Json>) })
  log.draw(B)
}

/** All absurd logs. */
export function absurdLogs(): KitCase[] {
  return [...GRADES.flatMap(lives), ...witnessed(), ...entries(), ...wholeLogs()]
}
