import { SECOND_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { MoneyHalt } from '../recharge/recharge.ts'
import { watchOnce, type WatcherDeps } from './watcher.ts'

/** More often than an address is looked at, so that a look is not late. */
const WATCH = defineSchedule({ name: 'wallet.watch-trc20', schedule: { everyMs: 5 * SECOND_MS } })

/** Registers the job that looks at the addresses of recharges in USDT. Without a configuration it does nothing. */
export function trc20Jobs(jobs: Jobs, deps: (WatcherDeps & MoneyHalt) | undefined): void {
  jobs.handle(WATCH, async ({ signal }) => {
    if (deps && !(await deps.isHalted?.())) await watchOnce(deps, signal)
  })
}
