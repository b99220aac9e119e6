import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { trc20Liveness } from '../trc20/trc20.checks.ts'

export const rechargeLiveness: readonly LivenessCheck[] = [
  {
    name: 'stuck-recharges',
    title: 'no recharge is under way for more than 15 minutes after its time to pay ended',
    sql: `
      select count(*) filter (where expires_at < at - interval '15 minutes' and proof_at is null) as breaches, count(*) || ' are under way' as figure
      from recharge cross join business_clock where state = 'processing'`,
  },
  ...trc20Liveness,
]
