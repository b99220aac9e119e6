/** What `operator status` and `npm run status` show: the clock, what stands still, and the witnesses. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import { readClock } from '../../../platform/time/clock-watch.queries.ts'
import type { Witness, Witnesses } from '../../fair/index.ts'
import { showWitnesses } from '../log/shown-witnesses.ts'
import { lookAtLiveness } from './liveness.ts'

/** Only reads. @param asked what the witnesses reported to this process */
export async function installationStatus(
  db: Executor,
  witnesses: readonly Witness[],
  asked: Pick<Witnesses, 'reports'>,
): Promise<Output<Endpoints['statusShow']>> {
  const [clock, items] = await Promise.all([readClock(db, null), lookAtLiveness(db)])
  const { business, settled, generation, haltedAt, jump } = clock
  return {
    clock: {
      now: Number(business),
      settled: settled === null ? null : Number(settled),
      generation,
      halt: haltedAt === null ? null : { since: Number(haltedAt), jumpMs: Number(jump) },
    },
    items,
    ...(await showWitnesses(db, witnesses, asked)),
  }
}
