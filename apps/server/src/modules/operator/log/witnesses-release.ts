/** The change `witnesses.release`: two owners let witnessed draws be sealed again after the witnesses of one did not sign in time. */
import * as z from 'zod/mini'
import { Refusal } from '../../../platform/refusal.ts'
import { releaseHold, witnessHold } from '../../fair/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

const params = z.object({})

/** @param wake starts the steps of what waits */
export function witnessesRelease(wake: () => void): ApprovalDefinition<z.infer<typeof params>> {
  return {
    action: 'witnesses.release',
    schema: params,
    view: () => ({}),
    async check(tx) {
      if ((await witnessHold(tx)) === null) throw new Refusal('NOTHING_TO_RELEASE')
    },
    async execute(tx, _params, { approvalId }) {
      if (approvalId === null) throw new Error('the release of witnessed draws needs two owners')
      const hold = await releaseHold(tx, approvalId)
      if (!hold) throw new Refusal('NOTHING_TO_RELEASE')
      return { subject: `witnesses:${hold.subject}`, before: hold, after: {} }
    },
    afterCommit: wake,
  }
}
