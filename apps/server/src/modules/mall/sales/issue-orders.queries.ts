/** How operators list the purchases of an issue. */
import type { Executor, Statement } from '../../../platform/db.ts'
import { BESIDE, COLUMNS, type OrderRow } from './orders.queries.ts'

export type IssueOrderRow = OrderRow & { memberId: string }

const SHOWN = (keys: string, order: string) => `
  select p.member_id as "memberId", ${COLUMNS}
  from (${keys}) k
  join lateral (
    select * from purchase where purchase.member_id = k.member_id and purchase.purchase_id = k.purchase_id offset 0) p on true
  ${BESIDE} order by ${order} desc`

const DONE: Statement = {
  name: 'issue_orders.done',
  text: SHOWN(
    `select member_id, purchase_id, seq from issue_sale where issue_id = $1 and seq < $2 order by seq desc limit $3`,
    'k.seq',
  ),
}
// A member's purchases lead to the orders; these have no index by member.
const DONE_OF_MEMBER: Statement = {
  name: 'issue_orders.done_of_member',
  text: SHOWN(
    `select s.member_id, s.purchase_id, s.seq from purchase b
      join issue_sale s on s.issue_id = $1 and s.purchase_id = b.purchase_id
      where b.member_id = $4 and b.subject_id = $1 and s.seq < $2 order by s.seq desc limit $3`,
    'k.seq',
  ),
}
const REFUSED: Statement = {
  name: 'issue_orders.refused',
  text: SHOWN(
    `select member_id, purchase_id from issue_sale where issue_id = $1 and seq is null and purchase_id < $2
      order by purchase_id desc limit $3`,
    'k.purchase_id',
  ),
}
const REFUSED_OF_MEMBER: Statement = {
  name: 'issue_orders.refused_of_member',
  text: SHOWN(
    `select s.member_id, s.purchase_id from purchase b
      join issue_sale s on s.issue_id = $1 and s.purchase_id = b.purchase_id
      where b.member_id = $4 and b.subject_id = $1 and s.seq is null and s.purchase_id < $2
      order by s.purchase_id desc limit $3`,
    'k.purchase_id',
  ),
}

export type IssueOrderFilter = { issueId: string; member: string | null; limit: number }

const valuesOf = ({ issueId, member, limit }: IssueOrderFilter, place: number | string) =>
  member === null ? [issueId, place, limit] : [issueId, place, limit, member]

const AFTER_ALL = 2_147_483_647

/** The orders of an issue, the newest first. @param before only orders of a lower rank; null: all */
export function ordersOfAll(
  db: Executor,
  filter: IssueOrderFilter,
  before: number | null,
): Promise<IssueOrderRow[]> {
  const statement = filter.member === null ? DONE : DONE_OF_MEMBER
  return db.query<IssueOrderRow>(statement, valuesOf(filter, before ?? AFTER_ALL))
}

/** The purchases that came to nothing, the newest id first. @param before only purchases with a lower id; null: all */
export function refusedOfAll(
  db: Executor,
  filter: IssueOrderFilter,
  before: string | null,
): Promise<IssueOrderRow[]> {
  const statement = filter.member === null ? REFUSED : REFUSED_OF_MEMBER
  return db.query<IssueOrderRow>(
    statement,
    valuesOf(filter, before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  )
}
