/** What stands still in the installation: warnings of the doctor, of `/readyz` and of the operators' status. */
import type { Executor } from '../../../platform/db.ts'
import { jobLiveness, type LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { fairLiveness } from '../../fair/index.ts'
import { reserveLiveness } from '../../finance/index.ts'
import { roundsLiveness } from '../../games/index.ts'
import { eventLiveness, flagLiveness, rebateLiveness, refundLiveness } from '../../growth/index.ts'
import { phoneLiveness, smsLiveness } from '../../identity/index.ts'
import { identityCheckLiveness } from '../../identity-check/index.ts'
import { mallLiveness } from '../../mall/index.ts'
import {
  rechargeLiveness,
  reconciliationLiveness,
  transferLiveness,
  withdrawalLiveness,
} from '../../wallet/index.ts'
import { figuresLiveness } from '../figures/figures.checks.ts'

export const LIVENESS: readonly LivenessCheck[] = [
  ...jobLiveness,
  ...smsLiveness,
  ...phoneLiveness,
  ...rechargeLiveness,
  ...transferLiveness,
  ...withdrawalLiveness,
  ...reconciliationLiveness,
  ...identityCheckLiveness,
  ...mallLiveness,
  ...roundsLiveness,
  ...reserveLiveness,
  ...refundLiveness,
  ...rebateLiveness,
  ...eventLiveness,
  ...flagLiveness,
  ...fairLiveness,
  ...figuresLiveness,
]

export type Liveness = { name: string; title: string; count: number; found: string }

/** Looks at everything that could stand still. */
export async function lookAtLiveness(db: Executor): Promise<Liveness[]> {
  const looks = LIVENESS.map(async ({ name, title, sql }): Promise<Liveness> => {
    const [row] = await db.query<{ breaches: bigint; figure: string }>(sql)
    if (!row) throw new Error(`the check ${name} returned no row`)
    return { name, title, count: Number(row.breaches), found: row.figure }
  })
  return Promise.all(looks)
}

/** Only what stands still. */
export async function standingStill(db: Executor): Promise<Liveness[]> {
  return (await lookAtLiveness(db)).filter(({ count }) => count > 0)
}
