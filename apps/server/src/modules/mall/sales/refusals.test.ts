/** The one order of refusals, for the quote and for the purchase. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { purchaseKeys, type PurchaseAnswer } from '../../ledger/index.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'
import type { Quote } from './orders.queries.ts'
import { purchaseRefusal, quoteRefusal } from './refusals.ts'

const TERMS = { minVip: 0, maxPerMember: 5 } as IssueTerms
const OPEN: Quote = { status: 'selling', left: 100, owned: 0 }

type Case = { title: string; quote: Quote; quantity: number; code: string }
/** Each case is short of money too: what no money changes comes first. */
const CASES: readonly Case[] = [
  { title: 'a sold-out issue', quote: { ...OPEN, left: 0, owned: 5 }, quantity: 1, code: 'SOLD_OUT' },
  {
    title: 'an issue that is not on sale',
    quote: { ...OPEN, status: 'expired', owned: 5 },
    quantity: 1,
    code: 'NOT_SELLING',
  },
  {
    title: 'a maximum that is reached',
    quote: { ...OPEN, left: 3, owned: 2 },
    quantity: 4,
    code: 'OVER_MEMBER_CAP',
  },
  { title: 'too few shares', quote: { ...OPEN, left: 3 }, quantity: 4, code: 'NOT_ENOUGH_SHARES' },
  { title: 'too little money', quote: OPEN, quantity: 4, code: 'INSUFFICIENT_BALANCE' },
]

const answer = (more: Partial<PurchaseAnswer>): PurchaseAnswer => ({
  ...purchaseKeys(randomUUID(), randomUUID()),
  subject: randomUUID(),
  quantity: 1,
  amount: 10_000n,
  maxPerMember: TERMS.maxPerMember,
  outcome: 'funds',
  position: null,
  reason: null,
  data: null,
  owned: 0,
  limit: null,
  room: null,
  ...more,
})
const refusalOf = async (given: PurchaseAnswer, quote: Quote) =>
  (await purchaseRefusal(given, { terms: TERMS, display: String, quote: () => Promise.resolve(quote) }))?.code

describe('the quote and the purchase name the same refusal', () => {
  test.each(CASES)('for $title', async ({ quote, quantity, code }) => {
    expect(quoteRefusal(TERMS, quote, { quantity, isShort: true, vipLevel: 0 })).toBe(code)
    const over = quote.owned + quantity > TERMS.maxPerMember
    const outcome = over ? 'max_per_member' : 'funds'
    expect(await refusalOf(answer({ outcome, quantity, owned: quote.owned }), quote)).toBe(code)
  })

  test('a limit comes after the issue and before money', async () => {
    const limited = answer({ outcome: 'limit', limit: 'loss', room: 5n })
    expect(await refusalOf(limited, OPEN)).toBe('LOSS_LIMIT')
    expect(await refusalOf(limited, { ...OPEN, left: 0 })).toBe('SOLD_OUT')
  })

  test('closing and exclusion come before the issue', async () => {
    const gone = { ...OPEN, left: 0 }
    expect(await refusalOf(answer({ outcome: 'closing' }), gone)).toBe('ACCOUNT_CLOSING')
    const excluded = await refusalOf(answer({ outcome: 'excluded' }), gone)
    expect(ENDPOINTS.buy.errors).toContain(excluded)
  })
})

test('a refusal of the mall tells what is left, also when it is repeated', async () => {
  const refused = answer({ outcome: 'refused', reason: 'sold_out', data: { left: 2 } })
  expect(await refusalOf(refused, OPEN)).toBe('NOT_ENOUGH_SHARES')
  expect(await refusalOf({ ...refused, data: null }, { ...OPEN, left: 0 })).toBe('SOLD_OUT')
  expect(await refusalOf({ ...refused, data: { left: 0 } }, OPEN)).toBe('SOLD_OUT')
  expect(await refusalOf(answer({ outcome: 'refused', reason: 'closed' }), OPEN)).toBe('NOT_SELLING')
  await expect(refusalOf(answer({ outcome: 'refused', reason: 'other' }), OPEN)).rejects.toThrow(
    'no such reason',
  )
})

test('what is bought, or still open, is no refusal', async () => {
  for (const outcome of ['done', 'held', 'refunded'] as const)
    expect(await refusalOf(answer({ outcome }), OPEN)).toBeUndefined()
})
