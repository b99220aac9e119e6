/** The change `beacon.dead`: two owners declare a public beacon dead for good, so that what waits for it is refunded 30 days later. */
import * as z from 'zod/mini'
import type { DeadBeacons } from '../../fair/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

const params = z.object({ chain: z.string(), lastRound: z.int() })

export function beaconDead(beacons: DeadBeacons): ApprovalDefinition<z.infer<typeof params>> {
  return {
    action: 'beacon.dead',
    schema: params,
    view: ({ chain, lastRound }) => ({ chain, lastRound: String(lastRound) }),
    check: (tx, beacon) => beacons.check(tx, beacon),
    async execute(tx, beacon, { approvalId }) {
      if (approvalId === null) throw new Error('the declaration that a beacon is dead needs two owners')
      await beacons.declare(tx, beacon, approvalId)
      return { subject: `beacon:${beacon.chain}`, after: { lastRound: beacon.lastRound } }
    },
  }
}
