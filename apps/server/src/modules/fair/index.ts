/** What makes draws fair: salts, tag keys, the beacon, the transparency log. Formulas are the fairness package's. */
import type { MoneyMode } from '@fairlot/contract/money-mode'
import { fromHex } from '@fairlot/fairness/bytes'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import { MS, type Db, type Executor } from '../../platform/db.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import type { Limiter } from '../../platform/http/rate.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createBeacons, localBeacon, type Beacons } from './beacon/beacon.ts'
import { createBeaconKeeper, type BeaconKeeper } from './beacon/drand.keeper.ts'
import { createRelays } from './beacon/drand.relays.ts'
import { publicBeacon, type PublicBeacon } from './beacon/drand.ts'
import { fairFiles, fairRoutes, type FairReads } from './fair.routes.ts'
import { roundSubmissionRoute } from './beacon/round-submission.ts'
import { createLogKeeper, type LogKeeper, type LogKeeperOptions } from './log/log.jobs.ts'
import { createLogWriter, type LogWriter } from './log/log-writer.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createSalts, type Salts } from './salts.ts'
import { createTagKeys, type TagKeys } from './tag-keys.ts'
import { announceVerifier, readVerifier } from './verifier.ts'
import { createWitnesses, type Witness } from './log/witnesses.ts'

export { createBeacons, localBeacon, type Beacons } from './beacon/beacon.ts'
export type { PublicBeacon } from './beacon/drand.ts'
/** @internal */
export { publicBeacon } from './beacon/drand.ts'
export type { BeaconKeeper } from './beacon/drand.keeper.ts'
export { createLogWriter, type LogWriter } from './log/log-writer.ts'
export { exportLog } from './log/export.ts'
export { issueLog } from './log/log.reads.ts'
export { checkCheckpoints, checkRounds, fairChecks } from './fair.checks.ts'
export type { Receipts } from './receipts.ts'
export { createSalts, type Salts } from './salts.ts'
export { createTagKeys, type TagKeys } from './tag-keys.ts'
export { witnessStanding, type Witness } from './log/witnesses.ts'

export type Fair = {
  salts: Salts
  tagKeys: TagKeys
  beacons: Beacons
  /** drand quicknet, whichever beacon new issues take: older ones may wait for it */
  quicknet: PublicBeacon
  writer: LogWriter
}

const NOW = { name: 'fair.now', text: `select ${MS('business_now()')} as now` }

/**
 * Salts, tags, beacons and the log's writer, from the installation's secrets.
 * @throws Error with a sentence for the operator: real money and the local beacon
 */
export function createFair(options: {
  db: Executor
  random: Random
  secrets: Pick<Secrets, 'saltEncryption' | 'memberTag' | 'localBeacon' | 'logSeed'>
  /** name of this deployment */
  deployment: string
  moneyMode?: MoneyMode | undefined
  /** of new issues; a sandbox takes the local one unless told */
  beacon?: 'local' | 'quicknet' | undefined
}): Fair {
  const { db, random, secrets, deployment, moneyMode = 'sandbox' } = options
  const isReal = moneyMode === 'real'
  const { beacon = isReal ? 'quicknet' : 'local' } = options
  if (isReal && beacon === 'local')
    throw new Error(
      'BEACON=local cannot be used with real money: the house holds the key of the local beacon and would know every draw. Set BEACON=quicknet.',
    )
  const businessNow = async () => {
    const [row] = await db.query<{ now: bigint }>(NOW)
    return Number(row!.now)
  }
  const quicknet = publicBeacon(db)
  const local = () => localBeacon(secrets.localBeacon, businessNow)
  return {
    salts: createSalts([{ id: 'salt-1', key: fromHex(secrets.saltEncryption, 32) }], random),
    tagKeys: createTagKeys(fromHex(secrets.memberTag, 32)),
    beacons:
      beacon === 'local'
        ? createBeacons(local(), [quicknet])
        : createBeacons(quicknet, isReal ? [] : [local()]),
    quicknet,
    writer: createLogWriter({ deployment, seed: secrets.logSeed }),
  }
}

export type FairBeacon = {
  plainRoutes: PlainRoute[]
  /** `start()` it with the server, `stop()` it with it. */
  keeper: BeaconKeeper
}

/** How rounds of the public beacon come here: from relays, and from anybody who hands them in. */
export function createFairBeacon(options: {
  beacon: PublicBeacon
  clock: Clock
  random: Random
  limiter: Limiter
  log: LogKeeperOptions['log'] & { info(fields: object, message: string): void }
  /** asked in this order */
  relays?: readonly string[] | undefined
  /** calls from this machine are not limited: sandboxes */
  trustLoopback: boolean
  /** a round that was waited for is here */
  onRound: () => void
}): FairBeacon {
  const { relays: urls = [] } = options
  const relays = createRelays({ ...options, chain: options.beacon.chain, urls })
  return {
    plainRoutes: [roundSubmissionRoute(options)],
    keeper: createBeaconKeeper({ ...options, relays }),
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
