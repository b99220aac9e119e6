import { financeOrders } from '@fairlot/contract/endpoints/finance'
import { useRead } from '../../queries/queries.ts'
import { FIRST_HOLDINGS } from '../../start/first-inputs.ts'
import { useMember } from '../../stores/session.ts'

const UNITS = ['units'] as const

/** How many finance orders the member has in each state, and the principal of those that wait; undefined while it is not known. */
export function useFinanceHoldings() {
  const member = useMember()
  const { data } = useRead(financeOrders, FIRST_HOLDINGS, { topics: UNITS, enabled: member !== null })
  return data && { counts: data.counts, principal: data.principal }
}
