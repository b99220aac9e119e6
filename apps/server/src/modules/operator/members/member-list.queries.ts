/** SQL of the list of members. */
import { MEMBER_STATUSES, type MemberStatus } from '@fairlot/contract/life/member-status'
import { MS, type Executor } from '../../../platform/db.ts'
import { placeBefore, type DaySpan, type Place } from '../../../platform/time/day-span.ts'
import type { MemberRow } from './members.queries.ts'

export type ListedMember = MemberRow & {
  country: string | null
  /** null: not frozen */
  frozen_ms: bigint | null
  /** microseconds, for the cursor */
  created_micros: bigint
}

export type MemberFilter = {
  status: MemberStatus | null
  country: string | null
  /** of the registration */
  span: DaySpan
  isFrozen: boolean
  isFlagged: boolean
  /** only members who registered before this one */
  before: Place | null
  limit: number
}

const FROZEN = `select wallet.member_id from wallet cross join business_clock clock where wallet.frozen_until > clock.at`
const FLAGGED = `select friend_id as member_id from relation_flag where state = 'open'
  union select member_id from relation_flag where state = 'open'`

/**
 * Members, the newest first. A freeze or a sign leads from its few rows to the members; without them the list walks along the index of the
 * country or the status, once for each status. The statement has only the conditions of the filter, so that each uses its index.
 */
export async function listMembers(db: Executor, filter: MemberFilter): Promise<ListedMember[]> {
  const { status, country, span, isFrozen, isFlagged, before, limit } = filter
  const { micros, id } = placeBefore(span, before)
  const values: unknown[] = [status === null ? MEMBER_STATUSES : [status], span.from, micros, id, limit]
  const within = [
    `m.created_at >= timestamptz 'epoch' + $2::bigint * interval '1 millisecond'`,
    `(m.created_at, m.member_id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)`,
  ]
  if (country !== null) within.push(`m.country = $${values.push(country)}`)
  const order = 'order by m.created_at desc, m.member_id desc limit $5'
  const few = [...(isFrozen ? [FROZEN] : []), ...(isFlagged ? [`(${FLAGGED})`] : [])]
  const found =
    few.length === 0
      ? `select m.* from unnest($1::text[]) as wanted cross join lateral (
          select m.* from member m where m.status = wanted and ${within.join(' and ')} ${order}) m ${order}`
      : `with few as materialized (${few.join(' intersect ')})
        select m.* from few cross join lateral (select * from member where member.member_id = few.member_id offset 0) m
        where m.status = any($1) and ${within.join(' and ')} ${order}`
  return db.query<ListedMember>(
    `select m.member_id, m.nickname, m.phone, m.status, m.country, ${MS('m.created_at')} as created_ms,
       (extract(epoch from m.created_at) * 1000000)::bigint as created_micros,
       case when wallet.frozen_until > clock.at then ${MS('wallet.frozen_until')} end as frozen_ms
     from (${found}) m left join wallet using (member_id) cross join business_clock clock
     order by m.created_at desc, m.member_id desc`,
    values,
  )
}
