/**
 * The terms of issues. Terms do not change after the issue is made, so each process caches them. Titles and states are not
 * part of the terms.
 */
import type { SoldMode, TimesCounted } from '@fairlot/contract/kinds/issue-kinds'
import type { Grade } from '@fairlot/fairness/draw'
import { MS, type Executor } from '../../../platform/db.ts'
import type { VouchingColumns } from '../../fair/index.ts'
import { readTiers, tierRows, type PrizeTier, type TierRows } from './tiers.ts'

export type IssueTerms = {
  issueId: string
  /** product code */
  code: string
  sequence: number
  /** `<product code>-<at least four digits>`: identifies the issue outside the database */
  number: string
  mode: SoldMode
  shares: number
  /** minor units per share */
  price: bigint
  /** market price of goods, first prize of cash; minor units */
  prizeValue: bigint
  /** null unless the mode is cash */
  tiers: readonly PrizeTier[] | null
  recyclePercent: number
  /** shares; 0: no maximum */
  maxPerMember: number
  /** what the house adds to the sales, and what is set aside for rebates and VIP refunds, at most; minor units */
  subsidy: bigint
  rebates: bigint
  refunds: bigint
  minVip: number
  timesCounted: TimesCounted
  grade: Grade
  /** minutes east of UTC */
  utcOffset: number
  /** hex; null in grade plain */
  commitment: string | null
  /** beacon chain hash, and seconds from seal to beacon round; null unless the grade has a beacon */
  chain: string | null
  delay: number | null
  closesAtMs: number
  createdAtMs: number
  /** the issue belongs to the demo world: its times lie before the log began */
  demo: boolean
} & VouchingColumns

type Row = Omit<IssueTerms, 'closesAtMs' | 'createdAtMs' | 'tiers'> & {
  closes: bigint
  created: bigint
  tiers: TierRows | null
}

const COLUMNS = `issue_id as "issueId", code, sequence, number, mode, shares, price, prize_value as "prizeValue",
  recycle_percent as "recyclePercent", max_per_member as "maxPerMember", min_vip as "minVip", times_counted as "timesCounted", grade,
  utc_offset as "utcOffset", commitment, chain, delay, ${MS('closes_at')} as closes, ${MS('created_at')} as created,
  demo, witnesses, own_witnesses as "ownWitnesses", quorum, subsidy, rebates, refunds, ${tierRows('tiers')} as tiers`

const BY_IDS = {
  name: 'terms.ids',
  text: `select ${COLUMNS} from issue_terms where issue_id = any($1::uuid[])`,
}
const BY_NUMBER = {
  name: 'terms.number',
  text: `select ${COLUMNS} from issue_terms
    where issue_id = (select issue_id from product_issue where code = $1 and sequence = $2)`,
}

/** Maximum number of cached terms: far more than a busy mall has issues on sale. The oldest entries are evicted first. */
const MAX_CACHED = 10_000

export type TermsReader = {
  /** Null: there is no issue with this number. */
  byNumber(number: string): Promise<IssueTerms | null>
  /** Terms by issue id. Unknown ids are omitted. */
  byIds(issueIds: readonly string[]): Promise<Map<string, IssueTerms>>
}

export function createTerms(db: Executor): TermsReader {
  const byNumber = new Map<string, IssueTerms>()
  const byId = new Map<string, IssueTerms>()

  function cache({ closes, created, tiers, ...row }: Row): IssueTerms {
    const terms = {
      ...row,
      tiers: readTiers(tiers),
      closesAtMs: Number(closes),
      createdAtMs: Number(created),
    }
    if (byId.size >= MAX_CACHED) {
      const [oldest] = byId.values()
      if (oldest) {
        byId.delete(oldest.issueId)
        byNumber.delete(oldest.number)
      }
    }
    byId.set(terms.issueId, terms)
    byNumber.set(terms.number, terms)
    return terms
  }

  return {
    async byNumber(number) {
      const known = byNumber.get(number)
      if (known) return known
      const [code, sequence] = number.split('-')
      // no issue has a sequence above the largest int4
      if (!code || !sequence || Number(sequence) > 2_147_483_647) return null
      const [row] = await db.query<Row>(BY_NUMBER, [code, Number(sequence)])
      // `M1-00001` finds the same row as `M1-0001`, but is not the issue's number
      return row && row.number === number ? cache(row) : null
    },
    async byIds(issueIds) {
      const missing = issueIds.filter((id) => !byId.has(id))
      if (missing.length > 0) for (const row of await db.query<Row>(BY_IDS, [missing])) cache(row)
      const found = new Map<string, IssueTerms>()
      for (const id of issueIds) {
        const terms = byId.get(id)
        if (terms) found.set(id, terms)
      }
      return found
    },
  }
}
