/** SQL that reads the fundings of the house. */
import type { FundedAccount } from '@fairlot/contract/kinds/house-accounts'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

const PENDING: Statement = {
  name: 'operator.house.pending',
  text: `
    select params ->> 'account' as account, params ->> 'reference' as reference from approval, business_clock
    where action = 'house.fund' and state = 'pending' and expires_at > at`,
}

export type PendingFunding = { account: string; reference: string }

export function pendingFundings(db: Executor): Promise<PendingFunding[]> {
  return db.query<PendingFunding>(PENDING)
}

const FUNDINGS: Statement = {
  name: 'operator.house.fundings',
  text: `
    select funding.funding_id, house.name as account, funding.amount, funding.reference,
      funding.requested_by, requester.name as requested_name, funding.approved_by, approver.name as approved_name,
      ${MS('funding.funded_at')} as funded_ms, (extract(epoch from funding.funded_at) * 1000000)::bigint as funded_micros
    from house_funding funding
    join house_account house using (book)
    left join operator requester on requester.operator_id = funding.requested_by
    left join operator approver on approver.operator_id = funding.approved_by
    where ($1::text is null or house.name = $1)
      and ($2::bigint is null or (funding.funded_at, funding.funding_id)
        < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by funding.funded_at desc, funding.funding_id desc limit $4`,
}

export type FundingRow = {
  funding_id: string
  account: FundedAccount
  amount: bigint
  reference: string
  requested_by: string | null
  requested_name: string | null
  approved_by: string | null
  approved_name: string | null
  funded_ms: bigint
  /** microseconds, for the cursor */
  funded_micros: bigint
}

export type FundingFilter = {
  account: FundedAccount | null
  /** only fundings before this one */
  before: { micros: number; fundingId: string } | null
  limit: number
}

/** Newest first. */
export function listFundings(db: Executor, { account, before, limit }: FundingFilter): Promise<FundingRow[]> {
  return db.query<FundingRow>(FUNDINGS, [account, before?.micros ?? null, before?.fundingId ?? null, limit])
}
