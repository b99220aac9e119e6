/** The change `beacon.dead`: two owners declare a public beacon dead for good, so that what waits for it is refunded 30 days later. */
import * as z from 'zod/mini'
import type { DeadBeacons } from '../../fair/index.ts'
import type { Executor } from '../../../platform/db.ts'
import { openIssueMoney } from '../../mall/index.ts'
import { formatMoney } from '@fairlot/contract/money/money'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Outlook } from '../approvals/outlook.ts'

const params = z.object({ chain: z.string(), lastRound: z.int() })

export function beaconDead(beacons: DeadBeacons): ApprovalDefinition<z.infer<typeof params>> {
  return {
    action: 'beacon.dead',
    schema: params,
    view: ({ chain, lastRound }) => ({ chain, lastRound: String(lastRound) }),
    outlook: outlookOf,
    check: (tx, beacon) => beacons.check(tx, beacon),
    async execute(tx, beacon, { approvalId }) {
      if (approvalId === null) throw new Error('the declaration that a beacon is dead needs two owners')
      await beacons.declare(tx, beacon, approvalId)
      return { subject: `beacon:${beacon.chain}`, after: { lastRound: beacon.lastRound } }
    },
  }
}

async function outlookOf(db: Executor, { chain }: z.infer<typeof params>): Promise<Outlook> {
  const { issues, sold, subsidy } = await openIssueMoney(db, chain)
  return {
    money: { 'refunds to members': formatMoney(sold), 'subsidies back to the house': formatMoney(subsidy) },
    facts: [
      fact(
        'issues',
        `${issues} wait for this beacon; they are refunded in 30 days unless it publishes a later round`,
        issues > 0,
      ),
    ],
  }
}
