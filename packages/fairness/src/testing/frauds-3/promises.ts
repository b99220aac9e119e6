/** Broken promises of an opening, other prizes and beacon values, and receipts that do not fit. */
import type { IssueTerms3 } from '../../proof/version-3/types.ts'
import { type OrderReceipt3, type SignedReceipt, signReceipt } from '../../receipt.ts'
import { issueProof3, orderReceipt3 } from '../documents-3.ts'
import { CONTENT, PlayedIssue3, type PlayedOrder } from '../played-issue-3.ts'
import { hashOf, uuidOf } from '../played-lines.ts'
import { LOG_SECRET } from '../proof-samples.ts'
import { newLog3, sampleIssue3, VOUCHED, WITNESSES_3 } from '../samples-3.ts'
import type { Fraud3 } from './fraud.ts'

const [, W2, W3] = WITNESSES_3

/** M1: terms that the opening promises. */
export function terms(): Fraud3[] {
  const played = (changes: Partial<IssueTerms3>, members: readonly number[] = []): unknown =>
    issueProof3(new PlayedIssue3(newLog3(), changes).open().sell([3, 2, 4, 1], members).seal().draw())
  const { now } = newLog3()
  return [
    {
      name: 'control: as many codes as allowed',
      expected: 'verified',
      document: played({ maxPerMember: 4 }),
    },
    { name: 'more codes than allowed', expected: 'codes', document: played({ maxPerMember: 3 }) },
    {
      name: 'more codes than allowed in two orders',
      expected: 'codes',
      document: played({ maxPerMember: 4 }, [1, 1, 2, 3]),
    },
    { name: 'an order at the deadline', expected: 'times', document: played({ deadline: now + 4_000 }) },
    { name: 'control: before it', expected: 'verified', document: played({ deadline: now + 4_001 }) },
    { name: 'a deadline at the opening', expected: 'terms', document: played({ deadline: now }) },
    { name: 'a main prize of nothing', expected: 'terms', document: played({ prizes: ['0'] }) },
    { name: 'a prize below a share', expected: 'terms', document: played({ prizes: ['9999'] }) },
  ]
}

/** Draws by date. */
export function byDate(): Fraud3[] {
  const log = newLog3()
  const closes = log.now + 86_400_000
  const played = (
    quantities: readonly number[],
    changes: Partial<IssueTerms3> = {},
    early = false,
  ): unknown => {
    const issue = new PlayedIssue3(newLog3(), { closes, ...changes }).open().sell(quantities)
    return issueProof3((early ? issue : issue.close()).seal().draw())
  }
  return [
    { name: 'control: fewer than offered', expected: 'verified', document: played([3, 2, 2]) },
    { name: 'control: sold out early', expected: 'verified', document: played([3, 2, 4, 1], {}, true) },
    { name: 'fewer than offered before it closes', expected: 'codes', document: played([3, 2, 2], {}, true) },
    { name: 'fewer than the minimum', expected: 'codes', document: played([3, 1]) },
    { name: 'without a beacon', expected: 'terms', document: played([3, 2], { grade: 'salt' }) },
    { name: 'a minimum of one', expected: 'terms', document: played([3, 2], { minimum: 1 }) },
    { name: 'another deadline', expected: 'terms', document: played([3, 2], { deadline: closes + 1 }) },
    {
      name: 'an issue that is not full',
      expected: 'codes',
      document: played([3, 2], { closes: null, minimum: null }, true),
    },
  ]
}

/** H2 and M2: an invented beacon value, another prize. */
export function values(): Fraud3[] {
  const issue = new PlayedIssue3(newLog3(), VOUCHED).open().sell().seal({}, [W2, W3])
  const beacon = hashOf('a value that was ground until the right code won')
  const proof = issueProof3(sampleIssue3(VOUCHED, [W2, W3]))
  const toy = { ...CONTENT, texts: { 'en-us': { title: 'Toy phone', description: 'A phone.' } } }
  return [
    {
      name: 'a made-up beacon value in the log',
      expected: 'inclusion',
      document: issueProof3(issue.draw({ beacon })),
    },
    {
      name: 'a made-up signature',
      expected: 'beacon',
      document: { ...proof, beacon: { ...proof.beacon!, signature: '99'.repeat(48) } },
    },
    { name: 'another title', expected: 'content', document: { ...proof, content: toy } },
    {
      name: 'other pictures',
      expected: 'content',
      document: { ...proof, content: { ...CONTENT, pictures: [] } },
    },
    { name: 'no content', expected: 'terms', document: { ...proof, content: null } },
    {
      name: 'a language without text',
      expected: 'terms',
      document: { ...proof, content: { ...CONTENT, texts: { 'en-us': { title: '', description: '' } } } },
    },
  ]
}

/** M3, M2 and M5: receipts that do not fit, and rows that two members hold. */
export function receipts(): Fraud3[] {
  const issue = sampleIssue3(VOUCHED, [W2, W3])
  const { log } = issue
  const document = issueProof3(issue)
  const [, own, other] = issue.orders as [PlayedOrder, PlayedOrder, PlayedOrder]
  const receipt = (changes: Parameters<typeof orderReceipt3>[2] = {}): { receipt: SignedReceipt } => ({
    receipt: orderReceipt3(issue, 2, changes),
  })
  const root = 'ab'.repeat(32)
  const lies: readonly (readonly [string, Parameters<typeof orderReceipt3>[2]])[] = [
    ['another content', { content: root }],
    ['the order of another', { order: other.id }],
    ['the id of another than its order', { id: other.id }],
    ['id and order of another', { id: other.id, order: other.id }],
    ['another number', { seq: 3 }],
    ['another running hash', { running: root }],
    ['a receipt of version 2', { t: 'receipt' as never }],
    ['a state before the opening', { logSize: 2 }],
    ['an empty log', { logSize: 0 }],
    ['a root that the proof contradicts', { logRoot: root }],
  ]
  const twice = new PlayedIssue3(newLog3(), {}).open().sell()
  twice.rows[2] = { ...twice.rows[2]!, claim: twice.rows[1]!.claim }
  const sold = issueProof3(twice.seal().draw())
  const without = (field: 'seq' | 'running' | 'order' | 'content'): { receipt: SignedReceipt } => {
    const { [field]: _, ...rest } = JSON.parse(receipt().receipt.receipt) as OrderReceipt3
    return { receipt: signReceipt(LOG_SECRET, rest as OrderReceipt3) }
  }
  return [
    { name: 'control', expected: 'verified', document, ...receipt(), claim: own },
    { name: 'control: with the log', expected: 'verified', document, ...receipt(), log },
    {
      name: 'control: a state that the proof does not show',
      expected: 'verified',
      document,
      ...receipt({ logSize: 9_999, logRoot: root }),
    },
    ...(['seq', 'running', 'order', 'content'] as const).map((field) => ({
      name: `without ${field}`,
      expected: 'receipt' as const,
      document,
      ...without(field),
    })),
    ...lies.map(([name, changes]) => ({ name, expected: 'receipt' as const, document, ...receipt(changes) })),
    {
      name: 'the root of another history, with the log',
      expected: 'receipt',
      document,
      ...receipt({ logSize: 5, logRoot: root }),
      log,
    },
    {
      name: 'a log that is longer than the log',
      expected: 'receipt',
      document,
      ...receipt({ logSize: 1_000_000_000 }),
      log,
    },
    ...freeEntries(),
    { name: 'a row that two members hold', expected: 'claim', document: sold, claim: twice.orders[1]! },
    { name: 'a row that another holds', expected: 'claim', document: sold, claim: twice.orders[2]! },
    {
      name: 'the claim of another request',
      expected: 'claim',
      document,
      claim: { ...own, request: uuidOf('other') },
    },
    {
      name: 'the receipt of another purchase than the claim',
      expected: 'claim',
      document,
      ...receipt(),
      claim: other,
    },
  ]
}

/** A free entry costs nothing; it is one code of an issue that has free entries. */
function freeEntries(): Fraud3[] {
  const played = (free: number): PlayedIssue3 =>
    new PlayedIssue3(newLog3(), { free }).open().sell().seal({ freeEntries: free }).draw()
  const [some, none] = [played(1), played(0)]
  const document = issueProof3(some)
  return [
    {
      name: 'control: a free entry',
      expected: 'verified',
      document,
      receipt: orderReceipt3(some, 4, { amount: '0' }),
    },
    {
      name: 'a free entry of three codes',
      expected: 'receipt',
      document,
      receipt: orderReceipt3(some, 1, { amount: '0' }),
    },
    {
      name: 'a free entry in an issue without them',
      expected: 'receipt',
      document: issueProof3(none),
      receipt: orderReceipt3(none, 4, { amount: '0' }),
    },
  ]
}
