/** The change `clock.accept`: operators say that business time is right after it went away from a monotonic clock. */
import * as z from 'zod/mini'
import { acceptClock, readClock } from '../../../platform/time/clock-watch.queries.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact } from '../approvals/outlook.ts'

/** The halt as the operator saw it. */
const params = z.object({ generation: z.int(), since: z.int() })
export type ClockAcceptance = z.infer<typeof params>

export function clockAcceptance(watch: Pick<ClockWatch, 'look'>): ApprovalDefinition<ClockAcceptance> {
  return {
    action: 'clock.accept',
    schema: params,
    view: ({ since }) => ({ haltedSince: new Date(since).toISOString() }),
    async outlook(db, { generation, since }) {
      const now = await readClock(db, null)
      return {
        facts: [
          fact(
            'jump',
            `business time differs by ${Number(now.jump) / 1000} s from the clock that only counts`,
            true,
          ),
        ],
        refused: now.generation === generation && now.haltedAt === BigInt(since) ? null : 'CHANGED_MEANWHILE',
      }
    },
    async check(tx, { generation, since }) {
      const now = await readClock(tx, null)
      if (now.generation !== generation || now.haltedAt !== BigInt(since))
        throw new Refusal('CHANGED_MEANWHILE')
    },
    async execute(tx, { generation, since }) {
      const { jump } = await readClock(tx, null)
      if (!(await acceptClock(tx, generation, since))) throw new Refusal('CHANGED_MEANWHILE')
      return { subject: 'clock:business', before: { jumpMs: Number(jump), since }, after: { accepted: true } }
    },
    afterCommit: async () => void (await watch.look()),
  }
}
