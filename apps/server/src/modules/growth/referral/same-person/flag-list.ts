/** What operators see of flags. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { RelationFlagState, RelationSignal } from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import { publicName } from '@fairlot/contract/public-name'
import { decodeCursor, pageOf } from '../../../../platform/cursor.ts'
import type { Executor, Statement } from '../../../../platform/db.ts'

type Row = {
  member_id: string
  member_name: string
  friend_id: string
  friend_name: string
  other_id: string
  other_name: string
  level: number
  signal: RelationSignal
  state: RelationFlagState
  at: string
  found_ms: number
  decided_ms: number | null
  reason: string | null
  held: bigint
  pending: bigint
  paid: bigint
}

const MICROS = '(extract(epoch from f.found_at) * 1000000)::bigint'
const MS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
const PLACE = `(timestamptz 'epoch' + $1::text::bigint * interval '1 microsecond', $2::uuid, $3::uuid, $4::text)`
const KEY = '(f.found_at, f.member_id, f.friend_id, f.signal)'

/** $5: how many. */
const LIST = (where: string, order: 'asc' | 'desc') => `
  select f.member_id, m.nickname as member_name, f.friend_id, a.nickname as friend_name, f.other_id, o.nickname as other_name,
    t.level, f.signal, f.state, ${MICROS}::text as at, ${MS('f.found_at')} as found_ms, ${MS('f.decided_at')} as decided_ms, f.reason,
    sums.held, sums.pending, t.earned as paid
  from relation_flag f join team_member t using (member_id, friend_id)
  join member m on m.member_id = f.member_id join member a on a.member_id = f.friend_id join member o on o.member_id = f.other_id
  cross join lateral (
    select coalesce(sum(r.amount) filter (where r.state = 'held'), 0)::bigint as held,
      coalesce(sum(r.amount) filter (where r.state = 'pending'), 0)::bigint as pending
    from rebate r where r.member_id = f.member_id and r.friend_id = f.friend_id and r.state in ('pending', 'queued', 'held')) sums
  where ${where} and ($1::text is null or ${KEY} ${order === 'asc' ? '>' : '<'} ${PLACE})
  order by f.found_at ${order}, f.member_id ${order}, f.friend_id ${order}, f.signal ${order} limit $5`

const OPEN: Statement = { name: 'flags.open', text: LIST(`f.state = 'open'`, 'asc') }
const ALL: Statement = { name: 'flags.all', text: LIST('true', 'desc') }

const place = z.tuple([
  z.string().check(z.regex(/^\d{1,18}$/)),
  z.uuid(),
  z.uuid(),
  z.string().check(z.maxLength(10)),
])

/** A page of flags: the open ones with the oldest first, or all of them with the newest first. */
export async function relationFlags(
  db: Executor,
  { cursor, limit, all }: ParsedInput<Endpoints['relationFlags']>,
): Promise<Output<Endpoints['relationFlags']>> {
  const after = decodeCursor(cursor, place) ?? [null, null, null, null]
  const rows = await db.query<Row>(all ? ALL : OPEN, [...after, limit + 1])
  const { items, next } = pageOf(rows, limit, (row) => [row.at, row.member_id, row.friend_id, row.signal])
  return { items: items.map(view), next }
}

function view(row: Row): Output<Endpoints['relationFlags']>['items'][number] {
  const { level, signal, state, reason } = row
  return {
    member: { id: row.member_id, name: publicName(row.member_name) },
    friend: { id: row.friend_id, name: publicName(row.friend_name) },
    other: { id: row.other_id, name: publicName(row.other_name) },
    level,
    signal,
    state,
    foundAt: row.found_ms,
    decidedAt: row.decided_ms,
    reason,
    held: formatMoney(row.held),
    pending: formatMoney(row.pending),
    paid: formatMoney(row.paid),
  }
}
