/** The composition root: creates the modules, connects them, starts and stops them. `composition` has the parts. */
import type { Content } from './modules/content/index.ts'
import type { Fair, FairBeacon, FairLog } from './modules/fair/index.ts'
import { phoneWait, type Guard } from './modules/guard/index.ts'
import { createClosing, type Closing } from './modules/home/closing/closing.ts'
import type { Live } from './modules/home/live/live-updates.ts'
import type { Identity } from './modules/identity/index.ts'
import type { IdentityChecks } from './modules/identity-check/index.ts'
import type { Betting, RoundEngine } from './modules/games/index.ts'
import type { Finance } from './modules/finance/index.ts'
import type { Growth } from './modules/growth/index.ts'
import type { Mall } from './modules/mall/index.ts'
import type { GoLiveWatch, Operators } from './modules/operator/index.ts'
import type { Wallet } from './modules/wallet/index.ts'
import type { Uploads } from './modules/uploads/index.ts'
import type { Sessions } from './platform/http/auth.ts'
import type { ClockWatch } from './platform/time/clock-watch.ts'
import type { Limiter } from './platform/http/rate.ts'
import type { Settings } from './platform/settings/settings.ts'
import type { Storage } from './platform/storage/storage.ts'
import { allRoutes, type AllRoutes } from './composition/all-routes.ts'
import { createBase } from './composition/base.ts'
import type { Parts } from './composition/parts.ts'
import { createSelling } from './composition/selling.ts'

export type Context = Omit<Parts, 'live'> &
  AllRoutes & {
    limiter: Limiter
    /** settings that operators change while the server runs; `refresh()` them before the first call */
    settings: Settings
    /** the texts of the house; `begin()` or `refresh()` them before the first call */
    content: Content
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
    /** Starts the recurring work (draws, the log); tests run it step by step instead. */
    start(): void
    /** Stops that work and waits for purchases and steps in progress. */
    stop(): Promise<void>
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
    ...allRoutes(parts, { ...base, ...selling, closing }),
    start() {
      settings.start()
      base.content.start()
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
      base.content.stop()
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
