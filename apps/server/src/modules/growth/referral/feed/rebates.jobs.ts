/** The job that counts orders of friends and pays rebates: every minute of business time, and when something ended or was funded. */
import * as z from 'zod/mini'
import type { ClockWatch } from '../../../../platform/time/clock-watch.ts'
import type { Tx } from '../../../../platform/db.ts'
import { MINUTE_MS } from '../../../../platform/durations.ts'
import { defineJob, defineSchedule, type Jobs } from '../../../../platform/jobs/jobs.ts'
import { payRebates } from '../rebates/pay-rebates.ts'
import { feedRounds } from './feed-bets.ts'
import { feedIssues } from './feed-shares.ts'
import { feedUnits } from './feed-units.ts'
import type { FeedDeps } from './notice.ts'

const EVERY = defineSchedule({ name: 'growth.rebates', schedule: { everyMs: MINUTE_MS } })
/** A failure waits for the job of the next minute. */
const NOW = defineJob({ name: 'growth.rebatesNow', data: z.object({}), attempts: 3 })

export type RebateDeps = FeedDeps & {
  /** whether business time can be believed; by default it can */
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** whether no money may move, because the log is halted */
  isHalted?: (() => Promise<boolean>) | undefined
  /** called after the commit that paid rebates to these members */
  onPaid(members: readonly string[]): void
}

/** Counts everything that is new, and pays what is due. @param signal ends it after the current chunk */
export async function runRebates(deps: RebateDeps, signal?: AbortSignal): Promise<void> {
  await feedIssues(deps, signal)
  await feedUnits(deps, signal)
  await feedRounds(deps, signal)
  await payQueue(deps, signal)
}

/** Pays the queue, as far as the marketing account suffices. */
async function payQueue(deps: RebateDeps, signal?: AbortSignal): Promise<void> {
  for (let isOver = false; !isOver && !signal?.aborted;) {
    const chunk = await payRebates(deps.db)
    isOver = chunk.isOver
    if (chunk.members.length > 0) deps.onTeams(chunk.members)
    if (chunk.paid.length > 0) deps.onPaid(chunk.paid)
  }
}

export function rebateJobs(jobs: Jobs, deps: RebateDeps): void {
  const run = async ({ signal }: { signal: AbortSignal }) => {
    if ((await deps.clockWatch?.look()) != null || (await deps.isHalted?.()) === true) return
    await runRebates(deps, signal)
  }
  jobs.handle(EVERY, run)
  jobs.handle(NOW, run)
}

/** Runs the job after this transaction. Of several calls one job remains. */
export function wakeRebates(jobs: Pick<Jobs, 'send'>, tx: Tx): Promise<void> {
  return jobs.send(tx, NOW, {}, { key: 'now' })
}
