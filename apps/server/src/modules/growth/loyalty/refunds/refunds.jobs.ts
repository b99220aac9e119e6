/** The job that refunds lost orders: it sums them, closes the days that are over, and pays, every minute of business time. */
import type { ClockWatch } from '../../../../platform/time/clock-watch.ts'
import type { Db } from '../../../../platform/db.ts'
import { MINUTE_MS } from '../../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { closeDays, joinDays, sumLost } from './lost-orders.ts'
import { payChunk } from './pay-refunds.ts'
import { rateDays } from './rate-refunds.ts'

const REFUNDS = defineSchedule({ name: 'growth.refunds', schedule: { everyMs: MINUTE_MS } })

export type RefundDeps = {
  db: Db
  settings: Values
  utcOffsetMinutes: number
  /** whether business time can be believed; by default it can */
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** whether no money may move, because the log is halted; by default it may */
  isHalted?: (() => Promise<boolean>) | undefined
  /** called after the commit that changed refunds of members; `isPaid`: their wallets too */
  onRefunds?: ((members: readonly string[], isPaid: boolean) => void) | undefined
}

/** Does everything that is due. @param signal ends it after the current chunk */
export async function refundDue(
  { db, settings, utcOffsetMinutes, onRefunds }: RefundDeps,
  signal: { readonly aborted: boolean } = { aborted: false },
): Promise<void> {
  await joinDays(db, utcOffsetMinutes)
  while (!signal.aborted && (await sumLost(db, undefined, signal)) > 0);
  await closeDays(db, settings, utcOffsetMinutes)
  await rateDays(db, { signal, onRated: (members) => onRefunds?.(members, false) })
  for (let isOver = false; !isOver && !signal.aborted;) {
    const paid = await payChunk(db)
    isOver = paid.isOver
    if (paid.members.length > 0) onRefunds?.(paid.members, true)
  }
}

export function refundJobs(jobs: Jobs, deps: RefundDeps): void {
  jobs.handle(REFUNDS, async ({ signal }) => {
    if ((await deps.clockWatch?.look()) != null || (await deps.isHalted?.()) === true) return
    await refundDue(deps, signal)
  })
}
