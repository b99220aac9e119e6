/** The change `witnesses.release`: two owners let witnessed draws be sealed again after the witnesses of one did not sign in time. */
import * as z from 'zod/mini'
import { Refusal } from '../../../platform/refusal.ts'
import { releaseHold, witnessHold } from '../../fair/index.ts'
import { issuesThatAwaitWitnesses } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact } from '../approvals/outlook.ts'

const params = z.object({})

/** @param wake starts the steps of what waits */
export function witnessesRelease(wake: () => void): ApprovalDefinition<z.infer<typeof params>> {
  return {
    action: 'witnesses.release',
    schema: params,
    view: () => ({}),
    async outlook(db) {
      const waiting = await issuesThatAwaitWitnesses(db)
      const numbers = waiting.map(({ issue }) => issue).join(', ')
      return {
        facts: [fact('issues', waiting.length === 0 ? 'none waits' : `${waiting.length} wait: ${numbers}`)],
        refused: (await witnessHold(db)) === null ? 'NOTHING_TO_RELEASE' : null,
      }
    },
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
