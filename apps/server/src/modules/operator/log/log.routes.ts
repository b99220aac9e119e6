/** The transparency log as operators see it, and its recovery after a loss. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import {
  createDeadBeacons,
  deadBeacons,
  noteKeyNow,
  refusedEntries,
  refusedSeals,
  sayHalt,
  standingName,
  witnessHold,
  type Beacons,
  type LogStanding,
  type LogWriter,
  type Witness,
  type Witnesses,
} from '../../fair/index.ts'
import { issuesThatAwaitWitnesses } from '../../mall/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { beaconDead } from './beacon-dead.ts'
import { logRecovery, type RecoveryDeps } from './log-recovery.ts'
import { showReports, showWitnesses } from './shown-witnesses.ts'
import { witnessesRelease } from './witnesses-release.ts'

export type LogDeps = {
  db: Db
  askWitnesses: RecoveryDeps['askWitnesses'] & Pick<Witnesses, 'reports'>
  approvals: Pick<Approvals, 'register' | 'request'>
  fair: RecoveryDeps['fair'] & { standing: LogStanding; writer: LogWriter; beacons: Beacons }
  mall: RecoveryDeps['mall']
  games: RecoveryDeps['games']
  events: RecoveryDeps['events']
  installation: { witnesses: readonly Witness[] }
}

/** The endpoints of the log. Registers the changes `log.recover`, `witnesses.release` and `beacon.dead`. */
export function logRoutes(
  deps: LogDeps,
): Handlers<Endpoints, 'logShow' | 'logRecover' | 'witnessesRelease' | 'beaconDead'> {
  const { db, approvals, fair, installation } = deps
  const definition = logRecovery(deps)
  approvals.register(definition)
  const release = witnessesRelease(() => deps.mall.draws.wake())
  approvals.register(release)
  const dead = beaconDead(createDeadBeacons(fair))
  approvals.register(dead)
  return {
    async logShow() {
      const standing = await fair.standing.check(db)
      const halt = typeof standing === 'string' ? null : standing
      return {
        standing: standingName(standing),
        reason: halt && sayHalt(halt),
        noteKey: await noteKeyNow(db, fair.writer),
        known: halt?.known ?? null,
        own: halt?.own ?? null,
        ...(await showWitnesses(db, installation.witnesses, deps.askWitnesses)),
        reports: showReports(installation.witnesses, deps.askWitnesses),
        hold: await witnessHold(db),
        waiting: await issuesThatAwaitWitnesses(db),
        deadBeacons: await deadBeacons(db),
        refusedSeals: await showRefusedSeals(db, fair.writer),
        refusals: await refusedEntries(db),
      }
    },
    logRecover(call) {
      const { reason, requestId, size, without = [] } = call.input
      return approvals.request(call, definition, { params: { size, without }, reason, requestId })
    },
    witnessesRelease(call) {
      const { reason, requestId } = call.input
      return approvals.request(call, release, { params: {}, reason, requestId })
    },
    beaconDead(call) {
      const { chain, lastRound, reason, requestId } = call.input
      return approvals.request(call, dead, { params: { chain, lastRound }, reason, requestId })
    },
  }
}

async function showRefusedSeals(db: Db, { nameOf }: Pick<LogWriter, 'nameOf'>) {
  return (await refusedSeals(db)).map(({ log, ...refused }) => ({ ...refused, log: nameOf(log) }))
}
