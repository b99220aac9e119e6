/** The change `clock.accept`: operators say that business time is right after it went away from a monotonic clock. */
import * as z from 'zod/mini'
import { acceptClock, readClock } from '../../../platform/clock-watch.queries.ts'
import { sayJump, type ClockWatch } from '../../../platform/clock-watch.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

/** The halt as the operator saw it. */
const params = z.object({ generation: z.int(), jumpMs: z.int() })
export type ClockAcceptance = z.infer<typeof params>

export function clockAcceptance(watch: Pick<ClockWatch, 'look'>): ApprovalDefinition<ClockAcceptance> {
  return {
    action: 'clock.accept',
    schema: params,
    view: ({ jumpMs }) => ({ found: sayJump(jumpMs) }),
    async check(tx, { generation, jumpMs }) {
      const now = await readClock(tx, null)
      if (now.generation !== generation || now.jump !== BigInt(jumpMs)) throw new Refusal('CHANGED_MEANWHILE')
    },
    async execute(tx, { generation, jumpMs }) {
      if (!(await acceptClock(tx, generation, jumpMs))) throw new Refusal('CHANGED_MEANWHILE')
      return { subject: 'clock:business', before: { jumpMs }, after: { accepted: true } }
    },
    afterCommit: async () => void (await watch.look()),
  }
}
