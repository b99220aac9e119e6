/**
 * The terms of issues. They never change once written, so a process reads each issue's terms once; titles
 * and states are not part of them.
 */
import { MS, type Executor } from '../../../platform/db.ts'

export type IssueTerms = {
  issueId: string
  /** product code */
  code: string
  sequence: number
  /** `<product code>-<at least four digits>`: the issue's name everywhere outside the database */
  number: string
  mode: 'goods'
  shares: number
  /** minor units per share */
  price: bigint
  /** minor units */
  prizeValue: bigint
  recyclePercent: number
  /** shares; 0 = no limit */
  maxPerMember: number
  minVip: number
  timesCounted: 'all' | 'before-final'
  grade: 'plain' | 'salt' | 'beacon'
  /** minutes east of UTC */
  utcOffset: number
  /** hex; null for plain */
  commitment: string | null
  /** beacon chain hash and seconds from seal to round; null unless the grade is beacon */
  chain: string | null
  delay: number | null
  closesAtMs: number
  createdAtMs: number
}

type Row = Omit<IssueTerms, 'closesAtMs' | 'createdAtMs'> & { closes: bigint; created: bigint }

const COLUMNS = `issue_id as "issueId", code, sequence, number, mode, shares, price, prize_value as "prizeValue",
  recycle_percent as "recyclePercent", max_per_member as "maxPerMember", min_vip as "minVip", times_counted as "timesCounted", grade,
  utc_offset as "utcOffset", commitment, chain, delay, ${MS('closes_at')} as closes, ${MS('created_at')} as created`

const BY_IDS = {
  name: 'terms.ids',
  text: `select ${COLUMNS} from issue_terms where issue_id = any($1::uuid[])`,
}
const BY_NUMBER = {
  name: 'terms.number',
  text: `select ${COLUMNS} from issue_terms
    where issue_id = (select issue_id from product_issue where code = $1 and sequence = $2)`,
}

/** The oldest entries go first; a busy mall has far fewer issues on sale. */
const MOST_CACHED = 10_000

export type TermsReader = {
  /** by issue number; null when there is no such issue */
  byNumber(number: string): Promise<IssueTerms | null>
  byIds(issueIds: readonly string[]): Promise<Map<string, IssueTerms>>
}

export function createTerms(db: Executor): TermsReader {
  const byNumber = new Map<string, IssueTerms>()
  const byId = new Map<string, IssueTerms>()

  function keep({ closes, created, ...row }: Row): IssueTerms {
    const terms = { ...row, closesAtMs: Number(closes), createdAtMs: Number(created) }
    if (byId.size >= MOST_CACHED) {
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
      // beyond int4 there is no such issue either
      if (!code || !sequence || Number(sequence) > 2_147_483_647) return null
      const [row] = await db.query<Row>(BY_NUMBER, [code, Number(sequence)])
      // `M1-00001` names the same row as `M1-0001`, but only one of them is its number
      return row && row.number === number ? keep(row) : null
    },
    async byIds(issueIds) {
      const missing = issueIds.filter((id) => !byId.has(id))
      if (missing.length > 0) for (const row of await db.query<Row>(BY_IDS, [missing])) keep(row)
      const found = new Map<string, IssueTerms>()
      for (const id of issueIds) {
        const terms = byId.get(id)
        if (terms) found.set(id, terms)
      }
      return found
    },
  }
}
