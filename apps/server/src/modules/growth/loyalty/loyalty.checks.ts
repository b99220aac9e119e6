/** What the doctor checks of loyalty: refunds, check-ins, claims, and the ledger lines of all of them. */
import { postingsCheck, type Check, type Postings } from '../../ledger/index.ts'
import { REFUND_LINES, refundChecks } from './refunds/refunds.checks.ts'
import { TASK_LINES, taskChecks } from './tasks/tasks.checks.ts'

export const loyaltyPostings: Postings = {
  id: 'INV-42',
  of: 'refunds of lost orders and rewards of tasks',
  kinds: [
    ['vip_refund', 'account'],
    ['vip_refund', 'wallet'],
    ['task', 'account'],
    ['task', 'wallet'],
  ],
  lines: `${REFUND_LINES} union all ${TASK_LINES}`,
}

export const loyaltyChecks: readonly Check[] = [
  postingsCheck(loyaltyPostings),
  ...refundChecks,
  ...taskChecks,
]
