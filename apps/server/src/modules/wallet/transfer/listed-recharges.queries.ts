/** How operators list recharges of every kind by how they stand. Amounts in minor units, times in Unix milliseconds. */
import { RECHARGE_STANDINGS, type RechargeStanding } from '@fairlot/contract/life/recharge-life'
import type { Executor, Statement } from '../../../platform/db.ts'
import { placeBefore, type DaySpan, type Place } from '../../../platform/time/day-span.ts'
import { TRANSFERS, type ListedRecharge } from './waiting-transfers.queries.ts'

/** The index recharge_standing has the same expression. */
const STANDING = `(case when r.state = 'success' then 'credited'
  when r.state = 'processing' then case when r.proof_at is null then 'unproven' else 'proven' end
  when r.reason = 'expired' then 'expired' else 'failed' end)`

const PAGE = `r.created_at >= timestamptz 'epoch' + $2::bigint * interval '1 millisecond'
  and (r.created_at, r.recharge_id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)`

/** One walk along the index for each standing. */
const OF_HOUSE: Statement = {
  name: 'recharge.listed',
  text: `
    select listed.* from unnest($1::text[]) as standing cross join lateral (
      ${TRANSFERS} where ${STANDING} = standing and ${PAGE}
      order by r.created_at desc, r.recharge_id desc limit $5) listed
    order by listed.created_micros desc, listed.recharge_id desc limit $5`,
}

const OF_MEMBER: Statement = {
  name: 'recharge.listed_of_member',
  text: `${TRANSFERS} where r.member_id = $6 and ${STANDING} = any($1) and ${PAGE}
    order by r.created_at desc, r.recharge_id desc limit $5`,
}

export type RechargeFilter = {
  standing: RechargeStanding | null
  member: string | null
  /** of the opening */
  span: DaySpan
  /** only recharges that were opened before this one */
  before: Place | null
  limit: number
}

/** Recharges, the newest first. */
export function listedRecharges(
  db: Executor,
  { standing, member, span, before, limit }: RechargeFilter,
): Promise<ListedRecharge[]> {
  const { micros, id } = placeBefore(span, before)
  const values = [standing === null ? RECHARGE_STANDINGS : [standing], span.from, micros, id, limit]
  return member === null
    ? db.query<ListedRecharge>(OF_HOUSE, values)
    : db.query<ListedRecharge>(OF_MEMBER, [...values, member])
}
