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
import { memberFileRoutes } from './modules/home/member-file.ts'
import { createClosing, type Closing } from './modules/home/closing/closing.ts'
import { homeRoutes } from './modules/home/home.routes.ts'
import { createLive, type Live, type LiveOptions } from './modules/home/live/live-updates.ts'
import { MEMBERS_MONEY } from './modules/home/members-money.ts'
import { streamRoute, ticketRoutes } from './modules/home/live/live-updates.routes.ts'
import { systemRoutes, type DeploymentFacts } from './modules/home/system-info.ts'
import { createIdentity, type Identity, type SmsProvider } from './modules/identity/index.ts'
import {
  compareHolder,
  createIdentityChecks,
  type IdentityChecks,
  type IdentityCompany,
} from './modules/identity-check/index.ts'
import {
  betReceipt,
  createBetting,
  createRoundEngine,
  isGameOn,
  memberLimitOf,
  sliceOf,
  type Betting,
  type RoundEngine,
} from './modules/games/index.ts'
import { createFinance, type Finance } from './modules/finance/index.ts'
import { createGrowth, eventReceipt, joinTeams, watchDevices, type Growth } from './modules/growth/index.ts'
import { openWallet } from './modules/ledger/index.ts'
import { createLevelWatch, createMall, type Mall } from './modules/mall/index.ts'
import {
  createBackOffice,
  createGoLiveWatch,
  createOperators,
  installationOf,
  type GoLiveWatch,
  type Operators,
} from './modules/operator/index.ts'
import {
  countedDeposits,
  createWallet,
  displayAmount,
  releasePiggy,
  walletSettings,
  withdrawnLately,
  type Trc20Setup,
  type Wallet,
} from './modules/wallet/index.ts'
import { createUploads, type Uploads } from './modules/uploads/index.ts'
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
import { createDownloads } from './platform/http/downloads.ts'
import { createLimiter, type Limiter } from './platform/http/rate.ts'
import type { Secrets } from './platform/secrets.ts'
import { Refusal } from './platform/refusal.ts'
import { createSettings, type Settings } from './platform/settings/settings.ts'
import { MEMBER_COPY } from './member-copy.ts'
import { ruleMarks } from './rule-marks.ts'
import { soldPurchases } from './sold-purchases.ts'
import { allSettings, SETTING_RULES } from './all-settings.ts'
import { json } from './platform/http/http-responses.ts'
import { memoryStorage, type Storage } from './platform/storage/storage.ts'
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
  /** what recharges in USDT need; without it they are off */
  trc20?: Trc20Setup | undefined
  /** witnesses that are asked to co-sign the log's checkpoints */
  witnesses?: readonly Witness[]
  /** where the log's high-water mark is kept, outside the database */
  highWater?: HighWaterStore
  /** the company that decides identity checks; by default two operators do */
  identityCompany?: IdentityCompany | undefined
  /** where uploaded files are kept; by default in the memory of this process, for tests */
  storage?: Storage
  /** the database was restored for a drill: no jobs, messages, witnesses, relays, nothing is sealed, drawn or sold */
  drill?: boolean
  /** the last migration that this server knows */
  schemaVersion?: number
  /** URL under which members reach the server */
  publicUrl?: string | undefined
  /** number of the installation's own proxies in front of the server */
  trustedProxies?: number | undefined
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
  storage: Storage
  uploads: Uploads
  identityChecks: IdentityChecks
  fair: Fair
  fairLog: FairLog
  fairBeacon: FairBeacon
  wallet: Wallet
  mall: Mall
  betting: Betting
  finance: Finance
  growth: Growth
  games: RoundEngine
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
    onRegistered: [
      (tx, { memberId }) => openWallet(tx, memberId),
      async (tx, member) => void (await joinTeams(tx, member)),
    ],
    onDevice: watchDevices(parts.jobs, parts.secrets.passwordPepper),
  })
  const downloads = createDownloads({
    ...parts,
    secret: fromHex(parts.secrets.signMaster, 32),
    isLiving: async (sessionId) => (await identity.livingSessions([sessionId])).has(sessionId),
  })
  const fair = createFair({ ...parts, deployment: deployment.id, moneyMode })
  const storage = parts.storage ?? memoryStorage()
  const uploads = createUploads({
    ...parts,
    settings,
    storage,
    key: fromHex(parts.secrets.uploadEncryption, 32),
    utcOffsetMinutes: deployment.utcOffsetMinutes,
  })
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
    storage,
    downloads,
    uploads,
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
    fairLog: createFairLog({ ...parts, settings, books: MEMBERS_MONEY, fair }),
  }
}

type Base = ReturnType<typeof createBase>

/** Wallet, mall, the public beacon that draws wait for, and the live updates that both cause. */
function createSelling(parts: Parts, base: Base) {
  const { downloads, limiter, settings, clockWatch, gate, identity, uploads, fair, fairLog } = base
  const { deployment, secrets, clock, log } = parts
  const { moneyMode, defaultLanguage, utcOffsetMinutes, currency } = deployment
  /** With real money the age is proven before the first recharge. */
  const ageCheck = async (memberId: string) =>
    moneyMode === 'real' && !(await identityChecks.wasApproved(parts.db, memberId))
      ? new Refusal('IDENTITY_FIRST')
      : null
  const identityChecks = createIdentityChecks({
    ...parts,
    settings,
    uploads,
    moneyMode,
    utcOffsetMinutes,
    key: fromHex(secrets.identityEncryption, 32),
    company: parts.identityCompany,
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
    withdrawn: async (db, memberId) => ({
      threshold: walletSettings(settings).identityFrom,
      used: await withdrawnLately(db, memberId),
    }),
    tell: async (tx, memberId, number) => {
      const member = await identity.member(memberId)
      if (!member) return
      const [phone, language] = [member.phone, defaultLanguage]
      await identity.notices.send(tx, { phone, language, notice: 'identityChecked', what: number })
    },
    onMoved: (memberId) => live.walletChanged(memberId),
  })
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
    slips: {
      use: (tx, memberId, id, usedBy) => uploads.use(tx, memberId, [id], { purpose: 'slip', usedBy }),
      open: (memberId, id) => uploads.open(parts.db, memberId, id),
    },
    canPlay: (member) => gate.barredEverywhere(member) === null,
    identity: identityChecks,
    // a member who may buy nowhere may not pay in either: the money would be trapped
    barred: async (member) => gate.barredEverywhere(member) ?? (await ageCheck(member.memberId)),
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onCredited: (memberId) => live.walletChanged(memberId),
    onCredit: (tx, memberId) => growth.referral.credited(tx, memberId),
    onPayout: (tx, memberId) => growth.referral.payoutSaved(tx, memberId),
    downloads,
    purchases: soldPurchases(() => ({ mall, betting, finance })),
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
  })
  const levelWatch = createLevelWatch(settings, (members) => live.levelsChanged(members))
  const mall = createMall({
    ...parts,
    settings,
    clockWatch,
    fair,
    names: identity.names,
    addresses: identity.addresses,
    uploads,
    tellPrize: async (tx, memberId, notice, what) => {
      const member = await identity.member(memberId)
      if (!member) return
      const [phone, language] = [member.phone, defaultLanguage]
      await identity.notices.send(tx, { phone, language, notice, what })
    },
    onPrize: (memberId) => live.prizeChanged(memberId),
    eventNames: (eventIds, language) => growth.events.names(eventIds, language),
    levelWatch,
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
    onNotice: (memberId) => live.noticed(memberId),
    onVouchers: (memberId) => live.vouchersChanged(memberId),
    onEnded: (tx, issueId) => growth.referral.issueEnded(tx, issueId),
    onChange: (change) => live.issueChanged(change),
  })
  const isGamesOn = () => gate.isOn('games')
  const betting: Betting = createBetting({
    ...parts,
    settings,
    beacons: fair.beacons,
    utcOffsetMinutes,
    defaultLanguage,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    isModuleOn: isGamesOn,
    barred: (member) =>
      gate.barred('games', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    proofOf: (game, period) => games.proofOf(game, period),
    onBets: (game, members) => live.betsChanged(game, members),
    levelWatch,
    onRoundSettled: (tx, roundId) => growth.referral.roundSettled(tx, roundId),
  })
  const games = createRoundEngine({
    ...parts,
    settings,
    clockWatch,
    fair,
    witnesses: fairLog.witnesses,
    utcOffsetMinutes,
    bets: betting.hooks,
    isOn: (game) => isGamesOn() && isGameOn(settings, game),
    sliceOf: (game) => sliceOf(settings, game),
    memberLimitOf: () => memberLimitOf(settings),
    onChange: ({ game }) => live.roundChanged(game),
  })
  const finance: Finance = createFinance({
    ...parts,
    clockWatch,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: (member) =>
      gate.barred('finance', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    isOn: () => gate.isOn('finance'),
    addresses: wallet.addresses,
    writer: fair.writer,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onChange: (code, members) => live.financeChanged(code, members),
    onExited: (tx, productId, orderId) => growth.referral.orderExited(tx, productId, orderId),
  })
  const growth: Growth = createGrowth({
    ...parts,
    settings,
    utcOffsetMinutes,
    clockWatch,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    referralGate: () => ({ isOn: gate.isOn('referral'), countries: gate.countries('referral') }),
    onTeams: (members) => live.teamsChanged(members),
    onPaid: (members) => {
      for (const member of members) live.walletChanged(member)
    },
    onRefunds: (members, isPaid) => live.tasksChanged(members, isPaid),
    onClaim: (memberId, voucher) => {
      live.tasksChanged([memberId], true)
      if (voucher !== null) live.vouchersChanged(memberId)
    },
    events: {
      fair,
      witnesses: fairLog.witnesses,
      moneyMode,
      names: identity.names,
      isOn: () => gate.isOn('referral'),
      barred: (member) => gate.barred('referral', member),
      log,
      onChange: ({ number, members }) => live.eventChanged(number, members),
    },
  })
  const live = createLive({
    ...parts,
    bus: parts.bus ?? createBus((error) => log.error({ err: error }, 'a listener of the bus failed')),
    timers: systemTimers,
    mall,
    betting,
    finance,
    growth,
    identity,
    identityChecks,
    ...parts.live,
  })
  const fairBeacon = createFairBeacon({
    ...parts,
    limiter,
    trustLoopback: moneyMode === 'sandbox',
    beacon: fair.quicknet,
    relays: parts.beaconRelays,
    onRound: () => {
      mall.draws.wake()
      games.rounds.wake()
      growth.events.loop.wake()
    },
  })
  return { identityChecks, wallet, mall, betting, finance, growth, games, live, fairBeacon }
}

type Modules = Base & ReturnType<typeof createSelling> & { closing: Closing }

/** Routes of every module, and those that span modules. */
function routesOf(parts: Parts, modules: Modules): Pick<Context, 'routes' | 'plainRoutes' | 'streamRoutes'> {
  const { db, clock, random, secrets, deployment } = parts
  const { defaultLanguage, moneyMode, currency } = deployment
  const {
    settings,
    identity,
    operators,
    guard,
    fair,
    fairLog,
    fairBeacon,
    wallet,
    mall,
    betting,
    finance,
    live,
    closing,
  } = modules
  /** Orders, bets and entries of events have ids of one kind. */
  const receiptOf = async (memberId: string, id: string) => {
    try {
      return await mall.orders.receipt(memberId, id)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'NO_SUCH_DATA') throw error
    }
    const { receipts } = fairLog
    try {
      return await betReceipt({ db, receipts, tagKeys: fair.tagKeys }, memberId, id)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'NO_SUCH_DATA') throw error
    }
    return eventReceipt({ db, receipts }, memberId, id)
  }
  const tickets = createTickets({ clock, random, secret: fromHex(secrets.signMaster, 32) })
  const backOffice = createBackOffice({
    db,
    approvals: operators.approvals,
    audit: createAudit({ clock, random }),
    settings,
    modules: modules.modules,
    installation: modules.installation,
    guard,
    fair,
    mall,
    onVouchers: (memberId) => modules.live.vouchersChanged(memberId),
    onTeams: (members) => modules.live.teamsChanged(members),
    onFunded: async (tx, account) => {
      if (account === 'marketing') await modules.growth.referral.wake(tx)
    },
    games: modules.games,
    events: modules.growth.events,
    loyalty: modules.growth.loyalty,
    referral: modules.growth.referral,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    desk: wallet.desk,
    transfers: wallet.transfers,
    phoneOf: async (memberId) => (await identity.member(memberId))?.phone,
    identityDesk: modules.identityChecks.desk,
    holderMatches: async (at, rows) => {
      const holders = await wallet.desk.holders(at, rows)
      const names = await modules.identityChecks.names(
        at,
        rows.map((row) => row.member_id),
      )
      return new Map(
        rows.map((row) => [
          row.withdrawal_id,
          compareHolder(holders.get(row.withdrawal_id), names.get(row.member_id) ?? null),
        ]),
      )
    },
    clockWatch: modules.clockWatch,
  })
  return {
    routes: {
      ...systemRoutes({ deployment, clock, settings, standing: fair.standing, isOn: modules.gate.isOn }),
      ...identity.routes,
      ...operators.routes,
      ...backOffice.routes,
      ...modules.identityChecks.handlers,
      ...wallet.handlers,
      ...mall.routes,
      fairReceipt: ({ member, input }) => receiptOf(member.memberId, input.order),
      ...betting.routes,
      ...finance.routes,
      ...modules.growth.routes,
      ...fairLog.routes,
      ...contentRoutes({
        defaultLanguage,
        marks: (language) => ruleMarks(settings, currency, language),
      }),
      ...homeRoutes({ catalogue: mall.catalogue, clock }),
      ...ticketRoutes({ tickets }),
      ...accountRoutes({ db, settings, identity, orders: mall.orders }),
      ...closing.routes,
      ...memberFileRoutes({
        db,
        clock,
        downloads: modules.downloads,
        identity,
        tables: MEMBER_COPY,
        sealed: { addressBook: identity.addresses.book, prizeAddresses: mall.delivery.addressesOf },
        about: { title: deployment.title, currency: deployment.currency.code, moneyMode },
      }),
      ...guard.routes,
    },
    plainRoutes: [
      ...identity.plainRoutes,
      modules.uploads.media.route,
      ...modules.identityChecks.plainRoutes,
      ...wallet.routes.map((route) => closedWhileHalted(route, fair.standing)),
      ...betting.plainRoutes,
      ...fairLog.plainRoutes,
      ...fairBeacon.plainRoutes,
    ],
    streamRoutes: [
      streamRoute({ tickets, live, identity, trustLoopback: moneyMode === 'sandbox' }),
      modules.downloads.route,
    ],
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
  const { mall, betting, finance, games, growth, live, fairBeacon } = selling
  const closing = createClosing({
    ...parts,
    moneyMode: parts.deployment.moneyMode,
    identity,
    isTimeHalted: async () => (await base.clockWatch.look()) !== null,
    phoneWait: (at, memberId) => phoneWait(at, settings, memberId),
    endIdentityCheck: (tx, memberId) => selling.identityChecks.end(tx, memberId),
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
      games.rounds.start()
      growth.events.loop.start()
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
      await games.rounds.stop()
      await growth.events.loop.stop()
      await mall.storedSalts.stop()
      await fairLog.keeper.stop()
      await mall.close()
      await betting.close()
      await finance.close()
    },
  }
}
