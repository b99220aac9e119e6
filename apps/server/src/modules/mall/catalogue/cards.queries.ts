/** Reads the rows that cards are made of, for any number of issues in one statement. */
import type { Grade } from '@fairlot/fairness/draw'
import type { IssueMode } from '@fairlot/contract/kinds/issue-kinds'
import type { IssueStatus } from '@fairlot/contract/life/order-life'
import { tierRows, type TierRows } from '../issues/tiers.ts'
import { MS, type Executor } from '../../../platform/db.ts'
import { TIMELY_LINES } from '../witnessed/timely-lines.queries.ts'
import { firstIssuePictureOf, issueArtOf, issueTextIn } from '../contents/prize-content.queries.ts'

/** Amounts in minor units; `…Ms` in Unix milliseconds. */
export type CardRow = {
  issueId: string
  number: string
  code: string
  title: string
  category: string
  art: string
  tile: string
  /** name of the first picture */
  image: string | null
  demo: boolean
  mode: IssueMode
  status: IssueStatus
  grade: Grade
  chain: string | null
  price: bigint
  prizeValue: bigint
  tiers: TierRows | null
  shares: number
  sold: number
  participants: number
  lost: boolean
  /** refunded because it could not be sealed */
  unwitnessed: boolean
  /** refunded because its beacon is dead */
  beaconDead: boolean
  minVip: number
  /** shares of the viewer */
  mine: number
  openedMs: bigint | null
  closesMs: bigint
  soldOutMs: bigint | null
  sealedMs: bigint | null
  round: bigint | null
  /** the attempt that counts; null before the seal */
  attempt: number | null
  /** a witness signed this attempt in time, in version 3 a quorum of them */
  signed: boolean
  /** the version of the log's rules that the issue opened under */
  rules: number
  /** business time */
  nowMs: bigint
  drawnMs: bigint | null
  winningCode: number | null
  /** member id */
  winner: string | null
  winnerShares: number | null
}

/** The content that an issue opened with; before the opening what its product shows. */
const SHOWN = { hash: 'opened.hash', code: 'product.code' }

/** A member's shares of the issue in `issue`, including purchases whose outcome is not known yet. */
const sharesOf = (member: string) => `lateral (
  select sum(bought.quantity)::int as shares from purchase bought
  where bought.member_id = ${member} and bought.subject_id = issue.issue_id and bought.state in ('held', 'done'))`

/**
 * The ids and the viewer are in subqueries, which hide them from the planner: for a few ids, and without a viewer, PostgreSQL would
 * plan every call again, which takes longer than reading the cards.
 *
 * | part | purpose |
 * |---|---|
 * | wanted | the ids asked for ($1) |
 * | opened, text | the content that the issue opened with, its title in the viewer's language ($3, default $4) |
 * | seal, draw | beacon round and result, when the issue has come that far |
 * | own | shares of the viewer ($2) |
 * | won | shares of the winner |
 */
const CARDS = {
  name: 'cards',
  text: `
select issue.issue_id as "issueId", terms.number, product.code, coalesce(text.title, product.code) as title,
  product.category, ${issueArtOf(SHOWN, 'product.art')} as art, product.tile, ${firstIssuePictureOf(SHOWN)} as image, product.demo, terms.mode, issue.status, terms.grade, terms.chain,
  issue.price, terms.prize_value as "prizeValue", ${tierRows('terms.tiers')} as tiers, issue.shares, issue.sold, issue.participants, issue.lost, terms.min_vip as "minVip",
  coalesce(own.shares, 0) as mine, ${MS('issue.opened_at')} as "openedMs", ${MS('terms.closes_at')} as "closesMs",
  ${MS('issue.sold_out_at')} as "soldOutMs", seal.sealed_ms as "sealedMs", seal.round,
  seal.attempt, case when issue.log_rules < 3 then (select exists (select 1 from issue_cosignature c
    where c.issue_id = seal.issue_id and c.attempt = seal.attempt))
    else terms.grade = 'witnessed' and issue.status = 'sold_out' and seal.issue_id is not null
      and terms.quorum <= (select count(*) from ${TIMELY_LINES('terms.number', 'terms.witnesses', 'seal.round')} timely)
    end as signed, issue.log_rules as rules, issue.unwitnessed, issue.beacon_dead as "beaconDead", ${MS('business_clock.at')} as "nowMs",
  ${MS('draw.drawn_at')} as "drawnMs", draw.code as "winningCode", draw.member_id as winner,
  won.shares as "winnerShares"
from unnest((select $1::uuid[])) as wanted(issue_id)
cross join business_clock
join issue using (issue_id)
join issue_terms terms using (issue_id)
join product on product.code = terms.code
left join issue_content opened using (issue_id)
left join ${issueTextIn(SHOWN, '$3', '$4')} text on true
left join issue_last_seal seal using (issue_id)
left join issue_draw draw using (issue_id)
left join ${sharesOf('(select $2::uuid)')} own on true
left join ${sharesOf('draw.member_id')} won on draw.member_id is not null`,
}

/** @param viewer member id; null for an anonymous caller */
export function readCardRows(
  db: Executor,
  issueIds: readonly string[],
  viewer: string | null,
  language: string,
  defaultLanguage: string,
): Promise<CardRow[]> {
  return db.query<CardRow>(CARDS, [issueIds, viewer, language, defaultLanguage])
}
