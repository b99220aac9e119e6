/** The orders of an issue as the draw sees them. */
import { timeOfDay, type OrderRow } from '@fairlot/fairness/draw'
import { memberTag } from '@fairlot/fairness/tag'
import type { Executor } from '../../../platform/db.ts'

const PAGE = 2_000

type Row = { seq: number; ms: bigint; first: number; quantity: number; member: string }

const AFTER = {
  name: 'rows.after',
  text: `select seq, ordered_ms as ms, first_code as first, quantity, member_id as member
    from issue_sale where issue_id = $1 and seq > $2 order by seq limit $3`,
}

/** A member's tag is the same in all rows of an issue: computed once for each. */
export type Tags = (memberId: string) => string

export function tagsOf(tagKey: string): Tags {
  const known = new Map<string, string>()
  return (memberId) => {
    let tag = known.get(memberId)
    if (tag === undefined) known.set(memberId, (tag = memberTag(tagKey, memberId)))
    return tag
  }
}

/** One page of orders by seq, after `after`. @param utcOffset minutes east of UTC */
export async function pageOfRows(
  db: Executor,
  issueId: string,
  tags: Tags,
  utcOffset: number,
  { after, limit }: { after: number; limit: number },
): Promise<OrderRow[]> {
  const rows = await db.query<Row>(AFTER, [issueId, after, limit])
  return rows.map(({ seq, ms, first, quantity, member }) => ({
    seq,
    ms: Number(ms),
    time: timeOfDay(Number(ms), utcOffset),
    first,
    quantity,
    tag: tags(member),
  }))
}

/** All orders by seq, read in pages, so that other work of the process goes on between them. */
export async function readRows(
  db: Executor,
  issueId: string,
  tagKey: string,
  utcOffset: number,
): Promise<OrderRow[]> {
  const tags = tagsOf(tagKey)
  const all: OrderRow[] = []
  for (;;) {
    const page = await pageOfRows(db, issueId, tags, utcOffset, { after: all.at(-1)?.seq ?? 0, limit: PAGE })
    for (const row of page) all.push(row)
    if (page.length < PAGE) return all
  }
}
