/** Notices of what operators did with the account. The transaction that did it stores them. */
import type { AccountNoticeKind } from '@fairlot/contract/kinds/issue-kinds'
import type { Statement, Tx } from '../../../platform/db.ts'

const TELL: Statement = {
  name: 'notices.account',
  text: `
    insert into member_notice (member_id, notice_id, kind, at)
    values ($1, $2, $3, date_trunc('milliseconds', business_now())) on conflict do nothing`,
}

/** @param id of what was done, so that the member is told once */
export async function noticeAccount(
  tx: Tx,
  memberId: string,
  kind: AccountNoticeKind,
  id: string,
): Promise<void> {
  await tx.query(TELL, [memberId, id, kind])
}
