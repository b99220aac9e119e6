/** What makes draws fair: salts, tag keys, the beacon, the transparency log. Formulas are the fairness package's. */
import { fromHex } from '@fairlot/fairness/bytes'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import { MS, type Db, type Executor } from '../../platform/db.ts'
import type { Handlers, PlainRoute } from '../../platform/http-handler.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createBeacons, localBeacon, type Beacons } from './beacon.ts'
import { fairFiles, fairRoutes, type FairReads } from './fair.routes.ts'
import { createLogKeeper, type LogKeeper, type LogKeeperOptions } from './log.jobs.ts'
import { createLogWriter, type LogWriter } from './log.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createSalts, type Salts } from './salts.ts'
import { createTagKeys, type TagKeys } from './tags.ts'
import { announceVerifier, readVerifier } from './verifier.ts'
import { createWitnesses, type Witness } from './witnesses.ts'

export { createBeacons, localBeacon, type Beacon, type Beacons } from './beacon.ts'
export { createLogWriter, type LogWriter } from './log.ts'
export { exportLog } from './export.ts'
export { issueLog } from './log.reads.ts'
export { checkCheckpoints, fairChecks } from './reconcile.ts'
export { createReceipts, type Receipts } from './receipts.ts'
export { createSalts, type SaltKey, type Salts, type SealedSalt } from './salts.ts'
export { createTagKeys, type TagKeys } from './tags.ts'
export type { Witness } from './witnesses.ts'

export type Fair = { salts: Salts; tagKeys: TagKeys; beacons: Beacons; writer: LogWriter }

const NOW = { name: 'fair.now', text: `select ${MS('business_now()')} as now` }

/** Salts, tags, the local beacon of a sandbox and the log's writer, from the installation's secrets. */
export function createFair(options: {
  db: Executor
  random: Random
  secrets: Pick<Secrets, 'saltEncryption' | 'memberTag' | 'localBeacon' | 'logSeed'>
  /** name of this deployment */
  deployment: string
}): Fair {
  const { db, random, secrets, deployment } = options
  const businessNow = async () => {
    const [row] = await db.query<{ now: bigint }>(NOW)
    return Number(row!.now)
  }
  return {
    salts: createSalts([{ id: 'salt-1', key: fromHex(secrets.saltEncryption, 32) }], random),
    tagKeys: createTagKeys(fromHex(secrets.memberTag, 32)),
    beacons: createBeacons(localBeacon(secrets.localBeacon, businessNow)),
    writer: createLogWriter({ deployment, seed: secrets.logSeed }),
  }
}

/** The transparency log as the server runs it. */
export type FairLog = {
  routes: Handlers<Endpoints, FairReads>
  plainRoutes: PlainRoute[]
  receipts: Receipts
  /** `start()` it with the server, `stop()` it with it. */
  keeper: LogKeeper
}

export type FairLogOptions = {
  db: Db
  clock: Clock
  log: LogKeeperOptions['log']
  fair: Fair
  secrets: Pick<Secrets, 'logSeed'>
  witnesses?: readonly Witness[] | undefined
  /** the built verifier to serve, and its version; none is served where the file is not there */
  verifier?: { file: string; version: string } | undefined
}

export function createFairLog(options: FairLogOptions): FairLog {
  const { db, clock, log, fair, secrets, witnesses = [] } = options
  const { writer, beacons } = fair
  const verifier = options.verifier ? readVerifier(options.verifier.file, options.verifier.version) : null
  const reads = {
    db,
    clock,
    deployment: writer.deployment,
    publicKey: writer.publicKey,
    beacon: beacons.current,
    verifier,
    witnesses,
  }
  return {
    routes: fairRoutes(reads),
    plainRoutes: fairFiles(reads),
    receipts: createReceipts({ db, writer, seed: secrets.logSeed }),
    keeper: createLogKeeper({
      db,
      writer,
      log,
      witnesses: createWitnesses({ db, clock, witnesses, log }),
      ...(verifier && { first: () => announceVerifier(db, writer, verifier) }),
    }),
  }
}
