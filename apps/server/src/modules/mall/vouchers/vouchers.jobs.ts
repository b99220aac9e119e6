/** The expiry of vouchers: what they were worth goes back to the marketing account. */
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { expireVouchers } from './vouchers.ts'
import { dueVouchers } from './vouchers.queries.ts'

const EXPIRY = defineSchedule({ name: 'mall.vouchers', schedule: { everyMs: 5 * MINUTE_MS } })

/** Vouchers in one transaction. */
const CHUNK = 500

export type VoucherJobsDeps = {
  db: Db
  jobs: Jobs
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** whether no money moves, because the transparency log is halted */
  isHalted(): Promise<boolean>
  /** called after the commit that ended vouchers of a member */
  onVouchers?: ((memberId: string) => void) | undefined
}

async function run(
  { db, clockWatch, isHalted, onVouchers }: VoucherJobsDeps,
  signal: Pick<AbortSignal, 'aborted'> = { aborted: false },
): Promise<void> {
  if ((await clockWatch?.look()) != null || (await isHalted())) return
  for (let full = true; full && !signal.aborted;) {
    const due = await dueVouchers(db, CHUNK)
    full = due.length === CHUNK
    if (due.length === 0) return
    const expired = await db.tx((tx) => expireVouchers(tx, due))
    for (const member of new Set(expired.map((one) => one.member))) onVouchers?.(member)
  }
}

/** Registers the job. */
export function voucherJobs(deps: VoucherJobsDeps): { runDue(): Promise<void> } {
  deps.jobs.handle(EXPIRY, ({ signal }) => run(deps, signal))
  return { runDue: () => run(deps) }
}
