import { formatMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { WalletLog } from '../recharge/recharge.ts'
import { compareDays, type ReconciledDay } from './reconciliation.queries.ts'

const RECONCILE = defineSchedule({ name: 'wallet.reconcile', schedule: { everyMs: HOUR_MS } })

export type ReconciliationDeps = {
  readonly db: Db
  readonly log: Pick<WalletLog, 'error'>
  /** offset of business time, minutes east of UTC */
  readonly utcOffsetMinutes: number
}

/**
 * Compares what providers say with the books, and raises an alarm for each day whose figures are new and differ.
 * @returns the days whose figures are new or changed
 */
export async function reconcile({ db, log, utcOffsetMinutes }: ReconciliationDeps): Promise<ReconciledDay[]> {
  const days = await compareDays(db, utcOffsetMinutes)
  for (const { day, provider, direction, differences, said_amount: said, booked_amount: booked } of days) {
    if (differences === 0) continue
    const fields = {
      day,
      provider,
      direction,
      differences,
      said: formatMoney(said),
      booked: formatMoney(booked),
    }
    log.error({ alarm: 'reconciliation', ...fields }, 'a provider says something else than the books')
  }
  return days
}

/** Registers the job that reconciles every hour. */
export function reconciliationJobs(jobs: Jobs, deps: ReconciliationDeps): void {
  jobs.handle(RECONCILE, async () => {
    await reconcile(deps)
  })
}
