/** The composition root: creates the modules and connects them. */
import { fromHex } from '@fairlot/fairness/bytes'
import {
  createFair,
  createFairBeacon,
  createFairLog,
  haltRefusal,
  type Fair,
  type FairBeacon,
  type FairLog,
  type HighWaterStore,
  type LogStanding,
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
  createGoLiveWatch,
  createOperators,
  installationOf,
  type GoLiveOptions,
  type GoLiveWatch,
  type Operators,
} from './modules/operator/index.ts'
import {
  countedDeposits,
  createWallet,
  displayAmount,
  releasePiggy,
  type Wallet,
} from './modules/wallet/index.ts'
import { createAudit } from './platform/audit.ts'
import type { Sessions } from './platform/http/auth.ts'
import { createBus, type Bus } from './platform/stream/bus.ts'
import { systemTimers } from './platform/stream/bus-coalescer.ts'
import type { Clock } from './platform/clock.ts'
import { createClockWatch, type ClockWatch } from './platform/clock-watch.ts'
import type { Db } from './platform/db.ts'
import type { PlainRoute, StreamRoute } from './platform/http/http-handler.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'
import type { Monotonic } from './platform/monotonic.ts'
import type { Random } from './platform/random.ts'
import { createLimiter, type Limiter } from './platform/http/rate.ts'
import type { Secrets } from './platform/secrets.ts'
import { Refusal } from './platform/refusal.ts'
import { createSettings, type Settings } from './platform/settings/settings.ts'
import { allSettings, SETTING_RULES } from './all-settings.ts'
import { json } from './platform/http/http-responses.ts'
import { createTickets } from './platform/stream/stream-tickets.ts'
import type { Routes } from './routes.ts'

/** What exists before the modules are created. */
export type Parts = {
  db: Db
  /** URL of the same database, for modules that open connections of their own */
  databaseUrl: string
  clock: Clock
  /** compared with business time; without it business time is believed */
  monotonic?: Monotonic
  random: Random
  log: Logger
  jobs: Jobs
  secrets: Secrets
  deployment: DeploymentFacts
  /** rate limits of calls; the context creates them by default */
  limiter?: Limiter
  /** beacon of new issues; by default `local` in a sandbox and `quicknet` with real money */
  beacon?: 'local' | 'quicknet'
  /** relays of the public beacon, in the order in which they are asked */
  beaconRelays?: readonly string[]
  /** witnesses that are asked to co-sign the log's checkpoints */
  witnesses?: readonly Witness[]
  /** where the log's high-water mark is kept, outside the database */
  highWater?: HighWaterStore
  /** the database was restored for a drill: no jobs, messages, witnesses, relays, nothing is sealed, drawn or sold */
  drill?: boolean
  /** the last migration that this server knows */
  schemaVersion?: number
  /** URL under which members reach the server */
  publicUrl?: string | undefined
  /** number of the installation's own proxies in front of the server */
  trustedProxies?: number | undefined
  /** the connected age verification providers; by default those of this version */
  ageProviders?: GoLiveOptions['ageProviders']
  /** the built verifier to serve, and its version */
  verifier?: { file: string; version: string }
  /** sends text messages; the sandbox has its own provider */
  sms?: SmsProvider
  /** carries live updates; by default within this process */
  bus?: Bus
  /** timers and limits of live updates; tests replace them */
  live?: Partial<Pick<LiveOptions, 'timers' | 'limits' | 'sweepMs'>>
}

export type Context = Omit<Parts, 'live'> & {
  limiter: Limiter
  /** settings that operators change while the server runs; `refresh()` them before the first call */
  settings: Settings
  /** whether business time can be believed */
  clockWatch: ClockWatch
  identity: Identity
  operators: Operators
  /** the go-live conditions; `look()` before the first call */
  goLive: GoLiveWatch
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
  /** Starts the recurring work (draws, the log); tests run it step by step instead. */
  start(): void
  /** Stops that work and waits for purchases and steps in progress. */
  stop(): Promise<void>
}

/** Settings, who may do what, and fairness: the modules that sell nothing. */
function createBase(parts: Parts) {
  const { deployment, db, clock, random, log } = parts
  const { moneyMode, defaultLanguage } = deployment
  const limiter = parts.limiter ?? createLimiter()
  const settings = createSettings({
    db,
    definitions: allSettings(moneyMode),
    rules: SETTING_RULES,
    onError: (error) => log.warn({ err: error }, 'settings could not be read; the last known values apply'),
  })
  const modules = moduleTable(moneyMode)
  const identity = createIdentity({
    ...parts,
    limiter,
    moneyMode,
    defaultLanguage,
    realityMinutes: () => settings.get(REALITY_CHECK_MINUTES),
    settings,
    rules: { terms: TERMS_VERSION },
    sms: parts.sms,
    onRegistered: [(tx, { memberId }) => openWallet(tx, memberId)],
  })
  const fair = createFair({ ...parts, deployment: deployment.id, moneyMode })
  const installation = installationOf({ ...parts, moneyMode })
  const goLive = createGoLiveWatch({ ...parts, settings, modules, installation })
  return {
    limiter,
    settings,
    clockWatch: createClockWatch({ ...parts, settings }),
    modules,
    installation,
    goLive,
    gate: createGate({ settings, modules, moneyMode, isReady: (module) => goLive.isReady(module) }),
    identity,
    operators: createOperators({ ...parts, limiter, settings, moneyMode }),
    guard: createGuard({
      ...parts,
      settings,
      audit: createAudit({ clock, random }),
      utcOffsetMinutes: deployment.utcOffsetMinutes,
      identity,
      releaseSavings: releasePiggy,
      deposits: (tx, memberId, period) => countedDeposits(tx, memberId, period, deployment.utcOffsetMinutes),
    }),
    fair,
    fairLog: createFairLog({ ...parts, fair }),
  }
}

type Base = ReturnType<typeof createBase>

/** Wallet, mall, the public beacon that draws wait for, and the live updates that both cause. */
function createSelling(parts: Parts, { limiter, settings, clockWatch, gate, identity, fair, fairLog }: Base) {
  const { deployment, secrets, clock, log } = parts
  const { moneyMode, defaultLanguage, utcOffsetMinutes, currency } = deployment
  const wallet = createWallet({
    ...parts,
    settings,
    moneyMode,
    currency,
    utcOffsetMinutes,
    defaultLanguage,
    sandbox: { secret: fromHex(secrets.sandboxWebhook, 32) },
    payoutKey: fromHex(secrets.payoutEncryption, 32),
    codes: {
      phoneOf: async (memberId) => {
        const member = await identity.member(memberId)
        if (!member) throw new Refusal('SESSION_ENDED')
        return member.phone
      },
      check: (phone, purpose, code) => identity.codes.check(phone, purpose, code),
      use: (tx, phone, purpose, code) => identity.codes.use(tx, phone, purpose, code),
    },
    tellPayout: (tx, { phone, language, masked }) =>
      identity.notices.send(tx, { phone, language, notice: 'payoutAdded', what: masked }),
    tellFailed: async (tx, memberId, amount) => {
      const member = await identity.member(memberId)
      if (!member) return
      // a member's language is only known in the member's calls
      const [phone, language] = [member.phone, defaultLanguage]
      const what = displayAmount(amount, currency, language)
      await identity.notices.send(tx, { phone, language, notice: 'withdrawalFailed', what })
    },
    publish: (tx, entry) => fair.writer.enqueue(tx, entry),
    canPlay: (member) => gate.barredEverywhere(member) === null,
    // a member who may buy nowhere may not pay in either: the money would be trapped
    barred: (member) => gate.barredEverywhere(member),
    onCredited: (memberId) => live.balanceChanged(memberId),
    titlesOf: async (kind, purchases, language) =>
      kind === shareSeller.kind ? mall.titlesOf(purchases, language) : new Map<string, never>(),
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
  })
  const mall = createMall({
    ...parts,
    settings,
    clockWatch,
    fair,
    names: identity.names,
    defaultLanguage,
    utcOffsetMinutes,
    receipts: fairLog.receipts,
    witnesses: fairLog.witnesses,
    moneyMode,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: (member) =>
      gate.barred('mall', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    onBought: (purchase) => live.bought(purchase),
    onChange: (change) => live.issueChanged(change),
  })
  const live = createLive({
    ...parts,
    bus: parts.bus ?? createBus((error) => log.error({ err: error }, 'a listener of the bus failed')),
    timers: systemTimers,
    mall,
    identity,
    ...parts.live,
  })
  const fairBeacon = createFairBeacon({
    ...parts,
    limiter,
    trustLoopback: moneyMode === 'sandbox',
    beacon: fair.quicknet,
    relays: parts.beaconRelays,
    onRound: () => mall.draws.wake(),
  })
  return { wallet, mall, live, fairBeacon }
}

type Modules = Base & ReturnType<typeof createSelling> & { closing: Closing }

/** Routes of every module, and those that span modules. */
function routesOf(parts: Parts, modules: Modules): Pick<Context, 'routes' | 'plainRoutes' | 'streamRoutes'> {
  const { db, clock, random, secrets, deployment } = parts
  const { defaultLanguage, moneyMode } = deployment
  const { settings, identity, operators, guard, fair, fairLog, fairBeacon, wallet, mall, live, closing } =
    modules
  const tickets = createTickets({ clock, random, secret: fromHex(secrets.signMaster, 32) })
  const backOffice = createBackOffice({
    db,
    approvals: operators.approvals,
    audit: createAudit({ clock, random }),
    settings,
    modules: modules.modules,
    installation: modules.installation,
    ageProviders: parts.ageProviders,
    guard,
    fair,
    mall,
    desk: wallet.desk,
    phoneOf: async (memberId) => (await identity.member(memberId))?.phone,
    clockWatch: modules.clockWatch,
  })
  return {
    routes: {
      ...systemRoutes({ deployment, clock, settings, standing: fair.standing }),
      ...identity.routes,
      ...operators.routes,
      ...backOffice.routes,
      ...wallet.handlers,
      ...mall.routes,
      ...fairLog.routes,
      ...contentRoutes({ defaultLanguage }),
      ...homeRoutes({ catalogue: mall.catalogue, clock }),
      ...ticketRoutes({ tickets }),
      ...accountRoutes({ db, identity, orders: mall.orders }),
      ...closing.routes,
      ...guard.routes,
    },
    plainRoutes: [
      ...identity.plainRoutes,
      ...wallet.routes.map((route) => closedWhileHalted(route, fair.standing)),
      ...fairLog.plainRoutes,
      ...fairBeacon.plainRoutes,
    ],
    streamRoutes: [streamRoute({ tickets, live, identity, trustLoopback: moneyMode === 'sandbox' })],
  }
}

/** A notice of a payment that comes while the log is halted is not taken: the provider repeats it. */
function closedWhileHalted(route: PlainRoute, standing: LogStanding): PlainRoute {
  if (route.method === 'GET') return route
  return {
    ...route,
    handle: (request) =>
      haltRefusal(standing) ? json(503, { status: 'the log is halted' }) : route.handle(request),
  }
}

/** Wires the modules and registers their jobs; nothing runs yet. */
export function createContext(parts: Parts): Context {
  const base = createBase(parts)
  const selling = createSelling(parts, base)
  const { settings, identity, guard, fairLog } = base
  const { mall, live, fairBeacon } = selling
  const closing = createClosing({
    ...parts,
    moneyMode: parts.deployment.moneyMode,
    identity,
    isTimeHalted: async () => (await base.clockWatch.look()) !== null,
    phoneWait: (at, memberId) => phoneWait(at, settings, memberId),
  })
  return {
    ...parts,
    ...base,
    ...selling,
    closing,
    sessions: identity.sessions,
    ...routesOf(parts, { ...base, ...selling, closing }),
    start() {
      settings.start()
      base.clockWatch.start()
      base.goLive.start()
      if (parts.drill) return
      mall.storedSalts.start()
      mall.draws.start()
      fairLog.keeper.start()
      fairBeacon.keeper.start()
      guard.start()
    },
    async stop() {
      settings.stop()
      await base.clockWatch.stop()
      await base.goLive.stop()
      await guard.stop()
      await live.close()
      await fairBeacon.keeper.stop()
      await mall.draws.stop()
      await mall.storedSalts.stop()
      await fairLog.keeper.stop()
      await mall.close()
    },
  }
}
