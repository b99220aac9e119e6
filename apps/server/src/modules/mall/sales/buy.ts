/**
 * Buying shares: the main job, and the template for everything that is sold.
 *
 * The client's request id makes the purchase's id, the ledger's seller decides it (reserve, allocate,
 * settle in one transaction), and each outcome becomes an answer or a named refusal.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db.ts'
import { uuidText } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { OutcomeUnknown, QueueFull, type Item, type Outcome, type Seller } from '../../ledger/index.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'

export const FIRST_CODE = 1_000_001

export type Purchase = {
  order: string
  terms: IssueTerms
  /** false while the outcome is still being worked out */
  decided: boolean
  firstCode: number | null
  quantity: number
  /** minor units */
  amount: bigint
}

export type BuyRequest = {
  member: string
  issue: string
  quantity: number
  requestId: string
  /** why nothing new may be bought now; a call that was answered before is answered the same all the same */
  barred?: Refusal | null
}

export type ShareSales = {
  /**
   * Buys shares exactly once per member and request id.
   * @throws Refusal NO_SUCH_DATA, VIP_REQUIRED, INSUFFICIENT_BALANCE, OVER_MEMBER_CAP, SOLD_OUT,
   *   NOT_ENOUGH_SHARES, NOT_SELLING, SPEND_LIMIT, LOSS_LIMIT, TIME_LIMIT, SPENDING_STOPPED, ACCOUNT_CLOSING,
   *   REQUEST_ID_REUSED, PENDING (ask again with the same id), UNAVAILABLE, and what `barred` says
   */
  buy(request: BuyRequest): Promise<Purchase>
}

/** @param issue its number */
export type OnBought = (purchase: { member: string; issue: string }) => void

export type ShareSalesOptions = {
  db: Db
  seller: Seller
  terms: TermsReader
  /** an amount as messages show it */
  display(minor: bigint): string
  /** told after the commit of a purchase that took the last share */
  onSoldOut(issueId: string): void
  /** told after the commit of every purchase, of a repeated call as well: live updates. Must not throw or take time. */
  onBought?: OnBought | undefined
}

/** The purchase's id: 122 bits of SHA-256 over member and request id, as a UUIDv8. */
export function purchaseId(member: string, requestId: string): string {
  const bytes = new Uint8Array(
    createHash('sha256').update(`fairlot/purchase/1\0${member}\0${requestId.toLowerCase()}`).digest(),
  )
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidText(bytes.subarray(0, 16))
}

/** Issues known to be full are remembered; a storm of late buyers then costs one indexed read each. */
const MOST_REMEMBERED = 10_000

export function createShareSales(options: ShareSalesOptions): ShareSales {
  const { db, seller, terms, display, onSoldOut, onBought } = options
  const full = new Set<string>()

  function remember(issueId: string) {
    if (full.size >= MOST_REMEMBERED) full.clear()
    full.add(issueId)
  }

  async function decide(item: Item, barred: Refusal | null): Promise<Item> {
    if (barred) {
      const known = await earlier(db, item)
      if (!known) throw barred
      return known
    }
    if (full.has(item.subject)) return (await earlier(db, item)) ?? { ...item, outcome: 'sold_out', left: 0 }
    try {
      const decided = await seller.buy(item)
      // an answer from an earlier try does not know how many shares are left now
      if (decided.outcome === 'sold_out') decided.left ??= await sharesLeft(db, item.subject)
      return decided
    } catch (error) {
      if (error instanceof OutcomeUnknown) throw new Refusal('PENDING', { retryAfter: 5 })
      if (error instanceof QueueFull) throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
      throw error
    }
  }

  return {
    async buy({ member, issue, quantity, requestId, barred = null }) {
      const issueTerms = await terms.byNumber(issue)
      if (!issueTerms) throw new Refusal('NO_SUCH_DATA')
      if (issueTerms.minVip > 0) throw new Refusal('VIP_REQUIRED', { values: { level: issueTerms.minVip } })
      const item = await decide(
        {
          id: purchaseId(member, requestId),
          member,
          subject: issueTerms.issueId,
          quantity,
          amount: issueTerms.price * BigInt(quantity),
          cap: issueTerms.maxPerMember,
        },
        barred,
      )
      if (item.left === 0 && item.outcome === 'sold_out') remember(item.subject)
      refuse(item, issueTerms, display)
      onBought?.({ member, issue: issueTerms.number })
      if (lastCode(item) === FIRST_CODE - 1 + issueTerms.shares) {
        remember(item.subject)
        onSoldOut(item.subject)
      }
      return {
        order: item.id,
        terms: issueTerms,
        decided: item.outcome !== 'held',
        firstCode: item.firstCode ?? null,
        quantity,
        amount: item.amount,
      }
    },
  }
}

function lastCode(item: Item): number {
  return (item.firstCode ?? 0) + item.quantity - 1
}

/** What was answered to this id before, if anything was. */
async function earlier(db: Db, item: Item): Promise<Item | null> {
  const [row] = await db.query<{ outcome: Outcome; first_code: number | null }>(
    {
      name: 'purchase.earlier',
      text: `select first_code, case when (subject_id, quantity, amount) = ($3, $4, $5) then state else 'conflict' end as outcome
        from purchase where member_id = $1 and purchase_id = $2`,
    },
    [item.member, item.id, item.subject, item.quantity, item.amount],
  )
  return row ? { ...item, outcome: row.outcome, firstCode: row.first_code } : null
}

async function sharesLeft(db: Db, issueId: string): Promise<number> {
  const [row] = await db.query<{ left: number }>(
    { name: 'issue.left', text: 'select shares - sold as left from issue where issue_id = $1' },
    [issueId],
  )
  return row?.left ?? 0
}

/** Turns an outcome that is not a purchase into its refusal. */
function refuse(item: Item, terms: IssueTerms, display: (minor: bigint) => string): void {
  switch (item.outcome) {
    case 'done':
    case 'refunded':
    case 'held':
      return
    case 'funds':
      throw new Refusal('INSUFFICIENT_BALANCE')
    case 'cap':
      throw new Refusal('OVER_MEMBER_CAP', {
        values: { max: terms.maxPerMember, available: Math.max(0, terms.maxPerMember - (item.owned ?? 0)) },
      })
    case 'excluded':
      throw new Refusal('SPENDING_STOPPED')
    case 'limit':
      throw overLimit(item, display)
    case 'closing':
      throw new Refusal('ACCOUNT_CLOSING')
    case 'closed':
      throw new Refusal('NOT_SELLING')
    case 'conflict':
      throw new Refusal('REQUEST_ID_REUSED')
    case 'sold_out':
      throw item.left
        ? new Refusal('NOT_ENOUGH_SHARES', { values: { left: item.left } })
        : new Refusal('SOLD_OUT')
    case undefined:
      throw new Error('a purchase came back undecided')
  }
}

const LIMIT_CODES = { spend: 'SPEND_LIMIT', loss: 'LOSS_LIMIT', time: 'TIME_LIMIT' } as const

function overLimit({ limit, room = 0n }: Item, display: (minor: bigint) => string): Refusal {
  if (!limit || limit === 'deposit') throw new Error('a purchase came back over no limit')
  return new Refusal(LIMIT_CODES[limit], { values: { left: display(room < 0n ? 0n : room) } })
}
