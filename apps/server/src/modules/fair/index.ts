/** Fairness of draws: salts, tag keys, beacons, the transparency log. The fairness package has the formulas. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { fromHex } from '@fairlot/fairness/bytes'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import { MS, type Db, type Executor } from '../../platform/db.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import type { Limiter } from '../../platform/http/rate.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createBeacons, localBeacon, type Beacons } from './beacon/beacon.ts'
import { createBeaconKeeper, type BeaconKeeper } from './beacon/drand.keeper.ts'
import { createRelays } from './beacon/drand.relays.ts'
import { publicBeacon, type PublicBeacon } from './beacon/drand.ts'
import { fairFiles, fairRoutes, type FairReads } from './fair.routes.ts'
import { roundSubmissionRoute } from './beacon/round-submission.ts'
import { logFiles } from './log/log.files.ts'
import { createLogKeeper, type LogKeeper, type LogKeeperOptions } from './log/log.jobs.ts'
import { createLogWriter, type LogWriter } from './log/log-writer.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createSalts, type Salts } from './salts.ts'
import { solvencyJobs, type SolvencyJobs } from './solvency/solvency.jobs.ts'
import { solvencyRoutes, type SolvencyReads } from './solvency/solvency.routes.ts'
import type { SolvencyDay } from './solvency/solvency.queries.ts'
import { stateSolvency } from './solvency/state-solvency.ts'
import type { SolvencyBooks } from './solvency/solvency-tree.queries.ts'
import { createTagKeys, type TagKeys } from './tag-keys.ts'
import { announceVerifier, readVerifier } from './verifier.ts'
import type { HighWaterStore } from './standing/high-water.ts'
import { createRecovery, type Recovery } from './standing/recovery.ts'
import { createStanding, type LogStanding, type StandingOptions } from './standing/standing.ts'
import { createWitnesses, type Witnesses } from './witnesses/witnesses.ts'
import type { Witness } from './witnesses/witness-client.ts'

export { fairCopy } from './fair.copy.ts'
export { fairLiveness } from './fair-liveness.checks.ts'
export { createBeacons, localBeacon, type Beacons } from './beacon/beacon.ts'
export { drawnRound, findArrivedRounds, ROUND_OF_SEAL } from './beacon/draw-rounds.ts'
export { lastRelayAnswer, type PublicBeacon } from './beacon/drand.ts'
/** @internal */
export { publicBeacon } from './beacon/drand.ts'
export {
  createDeadBeacons,
  DEAD_FOR_LONG,
  deadBeacons,
  isBeaconDead,
  type DeadBeacons,
} from './beacon/dead-beacons.ts'
export { lastEarlyRound } from './beacon/early-rounds.ts'
export type { BeaconKeeper } from './beacon/drand.keeper.ts'
export {
  createLogWriter,
  LogRefused,
  type LogTimes,
  type LogWriter,
  type QueuedEntry,
} from './log/log-writer.ts'
export { refusedEntries } from './log/self-audit.queries.ts'
export { exportLog } from './log/export.ts'
export { isLogOfKey } from './log/log-key.ts'
export { issueLog } from './log/issue-log.ts'
export { lostLog3 } from './log/lost-log-3.ts'
export { subjectLog3, type LoggedSubject3 } from './log/subject-log-3.ts'
export { voidLog } from './log/void-log.ts'
export { roundLog } from './log/round-log.ts'
export { roundLog3 } from './log/round-log-3.ts'
export { endOfLog, isOfLostLog, noteKeyNow, oldestWaitingMs, rulesAt } from './log/log.reads.ts'
export { logNumber } from './log/log-name.ts'
export { HIGH_WATER_FILE, highWaterFile, type HighWaterStore } from './standing/high-water.ts'
export { createRecovery } from './standing/recovery.ts'
export type { Recovery } from './standing/recovery.ts'
export {
  checkKeptSeals,
  hasLostSeal,
  keepLostSeals,
  markLostSeal,
  refusedSeals,
  type UndrawnSeal,
} from './standing/lost-seals.ts'
export { FAIR_SETTINGS } from './solvency/solvency.settings.ts'
export { checkSolvency, solvencyChecks } from './solvency/solvency.checks.ts'
export { utcDay } from './solvency/state-solvency.ts'
export type { SolvencyBooks } from './solvency/solvency-tree.queries.ts'
export { haltRefusal, sayHalt, standingName, type LogStanding } from './standing/standing.ts'
export { checkCheckpoints, checkRounds, fairChecks } from './fair.checks.ts'
export { checkLogRules, checkStoredAudits } from './log-rules.checks.ts'
export { checkReceipts } from './receipts.checks.ts'
export { checkCosignatures } from './witnesses/cosignatures.checks.ts'
export type { Receipts } from './receipts.ts'
export { createSalts, revealedSalt, type Salts } from './salts.ts'
export { checkpointOfSize, latestCheckpoint, rootOf } from './log/log.reads.ts'
export { createTagKeys, type TagKeys } from './tag-keys.ts'
export {
  chainIndex,
  roundSealIndex,
  sealIndex,
  signaturesInTime,
  witnessStanding,
  type SignatureInTime,
} from './witnesses/cosignatures.ts'
export { voidSeal } from './witnesses/void-seal.ts'
export { createWitnessAlarm, type WitnessAlarm } from './witnesses/witness-alarm.ts'
export type { Witness } from './witnesses/witness-client.ts'
export type { Reported } from './witnesses/witness-reports.ts'
export { NO_WITNESSES, type Witnesses } from './witnesses/witnesses.ts'
/** @internal */
export { createWitnesses } from './witnesses/witnesses.ts'
export {
  areTooWeak,
  NO_VOUCHING,
  publishedVouching,
  quorumFigures,
  vouchingOf,
  type NamedKey,
  type QuorumFigures,
  type VouchingColumns,
} from './witnesses/vouching.ts'
export { namedWitnesses, quorumView, vouchingView } from './witnesses/vouching-view.ts'
export { LEAD_MS, linesOver } from './witnesses/lines.ts'
export { holdWitnessed, releaseHold, wasHeldSince, witnessHold } from './witnesses/hold.ts'
export { vouchingFor, type Vouching3 } from './witnesses/vouched.ts'

export type Fair = {
  salts: Salts
  tagKeys: TagKeys
  beacons: Beacons
  /** drand quicknet, also when new issues use another beacon: older issues may wait for it */
  quicknet: PublicBeacon
  writer: LogWriter
  /** whether the log may be written */
  standing: LogStanding
  recovery: Recovery
}

const NOW = { name: 'fair.now', text: `select ${MS('business_now()')} as now` }

/**
 * Creates salts, tag keys, beacons and the log writer from the installation's secrets.
 * @throws Error when real money is combined with the local beacon
 */
export function createFair(options: {
  db: Executor
  random: Random
  secrets: Pick<Secrets, 'saltEncryption' | 'memberTag' | 'localBeacon' | 'logSeed'>
  /** id of the deployment */
  deployment: string
  moneyMode?: MoneyMode | undefined
  /** beacon of new issues; by default local in a sandbox */
  beacon?: 'local' | 'quicknet' | undefined
  /** where the high-water mark is kept; programs that only read have none */
  highWater?: HighWaterStore | undefined
  /** the database was restored for a drill */
  drill?: boolean | undefined
  /** the last migration that this server knows: it stops when a newer release has migrated the database */
  schemaVersion?: number | undefined
  log?: StandingOptions['log']
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
  const { highWater, drill, schemaVersion, log } = options
  const standing = createStanding({ deployment, highWater, drill, schemaVersion, log })
  const writer = createLogWriter({
    deployment,
    seed: secrets.logSeed,
    mode: moneyMode,
    rules: 3,
    localBeacon: isReal ? null : local().chain.publicKey,
    standing,
    onSetAside: (entry) =>
      log?.error(
        { alarm: 'log_entry', ...entry, id: String(entry.id) },
        'the log cannot take an entry; it was set aside',
      ),
    onRefused: (entry) =>
      log?.error(
        { alarm: 'log_entry', ...entry },
        'the log refuses an entry; what it describes did not happen',
      ),
    onBreach: (name, breach) =>
      log?.error({ alarm: 'log_rules', logName: name, ...breach }, 'the log breaks one of its rules'),
    onBadState: (name, why) =>
      log?.error(
        { alarm: 'log_rules', logName: name, why },
        'the stored state of the audit of the log is not used; the audit reads the whole log',
      ),
  })
  return {
    salts: createSalts([{ id: 'salt-1', key: fromHex(secrets.saltEncryption, 32) }], random),
    tagKeys: createTagKeys(fromHex(secrets.memberTag, 32)),
    beacons:
      beacon === 'local'
        ? createBeacons(local(), [quicknet])
        : createBeacons(quicknet, isReal ? [] : [local()]),
    quicknet,
    writer,
    standing,
    recovery: createRecovery(writer),
  }
}

export type FairBeacon = {
  plainRoutes: PlainRoute[]
  /** Starts and stops with the server. */
  keeper: BeaconKeeper
}

/** Sources of the public beacon's rounds: relays, and submissions by anyone. */
export function createFairBeacon(options: {
  beacon: PublicBeacon
  clock: Clock
  random: Random
  limiter: Limiter
  log: LogKeeperOptions['log'] & { info(fields: object, message: string): void }
  /** URLs in the order in which they are asked */
  relays?: readonly string[] | undefined
  /** do not limit calls from this machine: sandbox only */
  trustLoopback: boolean
  /** called after a round that draws wait for was stored */
  onRound: () => void
}): FairBeacon {
  const { relays: urls = [] } = options
  const relays = createRelays({ ...options, chain: options.beacon.chain, urls })
  return {
    plainRoutes: [roundSubmissionRoute(options)],
    keeper: createBeaconKeeper({ ...options, relays }),
  }
}

/** The transparency log of the server: routes, receipts and the periodic work. */
export type FairLog = {
  routes: Handlers<Endpoints, FairReads | SolvencyReads>
  plainRoutes: PlainRoute[]
  receipts: Receipts
  witnesses: Witnesses
  /** States the solvency of the day, unless it is stated. The job does; the demo world has a past to state. */
  stateSolvency(): Promise<SolvencyDay | null>
  /** Starts and stops with the server. */
  keeper: LogKeeper
}

export type FairLogOptions = {
  db: Db
  clock: Clock
  log: LogKeeperOptions['log']
  fair: Fair
  secrets: Pick<Secrets, 'logSeed'>
  random: Random
  jobs: Jobs
  settings: SolvencyJobs['settings']
  /** what the books say of the members' money and of the assets of the house */
  books: SolvencyBooks
  witnesses?: readonly Witness[] | undefined
  /** the built verifier to serve, and its version; without the file the server serves none */
  verifier?: { file: string; version: string } | undefined
}

export function createFairLog(options: FairLogOptions): FairLog {
  const { db, clock, log, fair, secrets, witnesses: configured = [] } = options
  const { writer, beacons } = fair
  const verifier = options.verifier ? readVerifier(options.verifier.file, options.verifier.version) : null
  const reads = {
    db,
    clock,
    writer,
    beacon: beacons.current,
    verifier,
    witnesses: configured,
  }
  const { deployment, publicKey } = writer
  const witnesses = createWitnesses({
    db,
    clock,
    deployment,
    publicKey,
    standing: fair.standing,
    beacons,
    log,
    witnesses: configured,
  })
  const { random, jobs, settings, books } = options
  const solvency = { db, random, writer, books, witnesses: witnesses.noteKeys }
  solvencyJobs(jobs, { ...solvency, settings, log })
  return {
    routes: { ...fairRoutes(reads), ...solvencyRoutes({ db, writer }) },
    plainRoutes: [...fairFiles(reads), ...logFiles(reads)],
    receipts: createReceipts({ db, writer, seed: secrets.logSeed }),
    stateSolvency: () => stateSolvency(solvency),
    witnesses,
    keeper: createLogKeeper({
      db,
      writer,
      log,
      witnesses,
      ...(verifier && { first: () => announceVerifier(db, writer, verifier) }),
    }),
  }
}
