/** When a member was told what, for operators; without what it was about. */
import type { NoticeKind } from '@fairlot/contract/kinds/issue-kinds'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

export type ToldRow = {
  notice_id: string
  kind: NoticeKind
  at_ms: bigint
  read_ms: bigint | null
  /** microseconds, for the cursor */
  at_micros: bigint
}

const TOLD: Statement = {
  name: 'wishes.told',
  text: `
    select notice_id, kind, ${MS('at')} as at_ms, ${MS('read_at')} as read_ms,
      (extract(epoch from at) * 1000000)::bigint as at_micros
    from member_notice
    where member_id = $1 and ($2::bigint is null
      or (at, notice_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by at desc, notice_id desc limit $4`,
}

/** A member's notices in the app, the newest first. */
export function noticesTold(
  db: Executor,
  memberId: string,
  before: { micros: number; id: string } | null,
  limit: number,
): Promise<ToldRow[]> {
  return db.query<ToldRow>(TOLD, [memberId, before?.micros ?? null, before?.id ?? null, limit])
}
