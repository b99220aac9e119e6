/** The composition root: what the server is made of, wired by hand. */
import { fromHex } from '@fairlot/fairness/bytes'
import {
  createFair,
  createFairBeacon,
  createFairLog,
  type Fair,
  type FairBeacon,
  type FairLog,
  type Witness,
} from './modules/fair/index.ts'
import { contentRoutes, TERMS_VERSION } from './modules/content/index.ts'
import {
  createGate,
  createGuard,
  moduleTable,
  REALITY_CHECK_MINUTES,
  phoneWait,
  type Guard,
} from './modules/guard/index.ts'
import { accountRoutes } from './modules/home/account.routes.ts'
import { createClosing, type Closing } from './modules/home/closing/closing.ts'
import { homeRoutes } from './modules/home/home.routes.ts'
import { createLive, type Live, type LiveOptions } from './modules/home/live/live-updates.ts'
import { streamRoute, ticketRoutes } from './modules/home/live/live-updates.routes.ts'
import { systemRoutes, type DeploymentFacts } from './modules/home/system-info.ts'
import { createIdentity, type Identity, type SmsProvider } from './modules/identity/index.ts'
import { openWallet } from './modules/ledger/index.ts'
import { createMall, shareSeller, type Mall } from './modules/mall/index.ts'
import {
  createBackOffice,
  createOperators,
  installationOf,
  type Operators,
} from './modules/operator/index.ts'
import { countedDeposits, createWallet, displayAmount, type Wallet } from './modules/wallet/index.ts'
import { createAudit } from './platform/audit.ts'
import type { Sessions } from './platform/http/auth.ts'
import { createBus, type Bus } from './platform/stream/bus.ts'
import { systemTimers } from './platform/stream/bus-coalescer.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import type { PlainRoute, StreamRoute } from './platform/http/http-handler.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'
import type { Random } from './platform/random.ts'
import { createLimiter, type Limiter } from './platform/http/rate.ts'
import type { Secrets } from './platform/secrets.ts'
import { Refusal } from './platform/refusal.ts'
import { createSettings, type Settings } from './platform/settings/settings.ts'
import { allSettings, SETTING_RULES } from './settings.ts'
import { createTickets } from './platform/stream/stream-tickets.ts'
import type { Routes } from './routes.ts'

/** What is running before the modules are made. */
export type Parts = {
  db: Db
  /** of the same database, for connections that a module keeps for itself */
  databaseUrl: string
  clock: Clock
  random: Random
  log: Logger
  jobs: Jobs
  secrets: Secrets
  deployment: DeploymentFacts
  /** limits of calls; its own unless told */
  limiter?: Limiter
  /** where new issues take their randomness from; unless told, a sandbox its own, real money quicknet */
  beacon?: 'local' | 'quicknet'
  /** where rounds of the public beacon are asked for, in this order */
  beaconRelays?: readonly string[]
  /** who is asked to co-sign the log's checkpoints */
  witnesses?: readonly Witness[]
  /** how people reach the server, and how many of the operator's own proxies are before it */
  publicUrl?: string | undefined
  trustedProxies?: number | undefined
  /** the built verifier to serve, and its version */
  verifier?: { file: string; version: string }
  /** who carries SMS; the sandbox has its own */
  sms?: SmsProvider
  /** carries live updates; its own, within this process, unless told */
  bus?: Bus
  /** how live updates go out: by this machine's time, and with limits of their own, unless told */
  live?: Partial<Pick<LiveOptions, 'timers' | 'limits' | 'sweepMs'>>
}

export type Context = Omit<Parts, 'live'> & {
  limiter: Limiter
  /** what operators may adjust while the server runs; `refresh()` it before the first call */
  settings: Settings
  identity: Identity
  /** the people behind the desk */
  operators: Operators
  fair: Fair
  fairLog: FairLog
  fairBeacon: FairBeacon
  wallet: Wallet
  mall: Mall
  closing: Closing
  guard: Guard
  live: Live
  sessions: Sessions
  routes: Routes
  plainRoutes: PlainRoute[]
  streamRoutes: StreamRoute[]
  /** Starts what runs by itself (draws, the log); tests drive it by hand instead. */
  start(): void
  /** Stops it, and waits for purchases and steps under way. */
  stop(): Promise<void>
}

/** Wires the modules and registers their jobs; nothing runs yet. */
export function createContext(parts: Parts): Context {
  const limiter = parts.limiter ?? createLimiter()
  const { deployment, db, secrets } = parts
  const { moneyMode, defaultLanguage, utcOffsetMinutes } = deployment
  const settings = createSettings({
    db,
    definitions: allSettings(moneyMode),
    rules: SETTING_RULES,
    onError: (error) =>
      parts.log.warn({ err: error }, 'the settings could not be read; the last known ones hold'),
  })
  const modules = moduleTable(moneyMode)
  const gate = createGate({ settings, modules, moneyMode })
  const realityMinutes = () => settings.get(REALITY_CHECK_MINUTES)
  const identity = createIdentity({
    ...parts,
    limiter,
    moneyMode,
    defaultLanguage,
    realityMinutes,
    settings,
    rules: { terms: TERMS_VERSION },
    sms: parts.sms,
    onRegistered: [(tx, { memberId }) => openWallet(tx, memberId)],
  })
  const operators = createOperators({ ...parts, limiter, settings, moneyMode })
  const trustLoopback = moneyMode === 'sandbox'
  const fair = createFair({ ...parts, deployment: deployment.id, moneyMode })
  const fairBeacon = createFairBeacon({
    ...parts,
    limiter,
    trustLoopback,
    beacon: fair.quicknet,
    relays: parts.beaconRelays,
    onRound: () => mall.draws.wake(),
  })
  const fairLog = createFairLog({ ...parts, fair })
  const wallet = createWallet({
    ...parts,
    settings,
    moneyMode,
    currency: deployment.currency,
    utcOffsetMinutes,
    defaultLanguage,
    sandbox: { secret: fromHex(secrets.sandboxWebhook, 32) },
    // money that nobody can spend would only be trapped
    barred: (member) => gate.barredEverywhere(member),
    onCredited: (memberId) => live.balanceChanged(memberId),
    titlesOf: async (kind, ids, language) =>
      kind === shareSeller.kind ? mall.titlesOf(ids, language) : new Map<string, never>(),
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
  })
  const mall = createMall({
    ...parts,
    settings,
    fair,
    names: identity.names,
    defaultLanguage,
    utcOffsetMinutes,
    receipts: fairLog.receipts,
    display: (minor) => displayAmount(minor, deployment.currency),
    barred: (member) =>
      gate.barred('mall', member) ??
      (member.realityDueAt <= parts.clock.now() ? new Refusal('REALITY_CHECK') : null),
    onBought: (purchase) => live.bought(purchase),
    onChange: (change) => live.issueChanged(change),
  })
  const live = createLive({
    ...parts,
    bus: parts.bus ?? createBus((error) => parts.log.error({ err: error }, 'a listener of the bus failed')),
    timers: systemTimers,
    mall,
    identity,
    ...parts.live,
  })
  const guard = createGuard({
    ...parts,
    settings,
    audit: createAudit(parts),
    utcOffsetMinutes,
    identity,
    deposits: (tx, memberId, period) => countedDeposits(tx, memberId, period, utcOffsetMinutes),
  })
  const backOffice = createBackOffice({
    db,
    approvals: operators.approvals,
    audit: createAudit(parts),
    settings,
    modules,
    installation: installationOf({ ...parts, moneyMode }),
    guard,
    writer: fair.writer,
  })
  const closing = createClosing({
    ...parts,
    moneyMode,
    identity,
    phoneWait: (at, memberId) => phoneWait(at, settings, memberId),
  })
  const tickets = createTickets({ ...parts, secret: fromHex(secrets.signMaster, 32) })
  return {
    ...parts,
    limiter,
    settings,
    identity,
    operators,
    fair,
    fairLog,
    fairBeacon,
    wallet,
    mall,
    closing,
    guard,
    live,
    sessions: identity.sessions,
    routes: {
      ...systemRoutes({ ...parts, settings }),
      ...identity.routes,
      ...operators.routes,
      ...backOffice.routes,
      ...wallet.handlers,
      ...mall.routes,
      ...fairLog.routes,
      ...contentRoutes({ defaultLanguage }),
      ...homeRoutes({ catalogue: mall.catalogue, clock: parts.clock }),
      ...ticketRoutes({ tickets }),
      ...accountRoutes({ db, identity, orders: mall.orders }),
      ...closing.routes,
      ...guard.routes,
    },
    plainRoutes: [
      ...identity.plainRoutes,
      ...wallet.routes,
      ...fairLog.plainRoutes,
      ...fairBeacon.plainRoutes,
    ],
    streamRoutes: [streamRoute({ tickets, live, identity, trustLoopback })],
    start() {
      settings.start()
      mall.draws.start()
      fairLog.keeper.start()
      fairBeacon.keeper.start()
      guard.start()
    },
    async stop() {
      settings.stop()
      await guard.stop()
      await live.close()
      await fairBeacon.keeper.stop()
      await mall.draws.stop()
      await fairLog.keeper.stop()
      await mall.close()
    },
  }
}
