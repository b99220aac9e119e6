/** The composition root: what the server is made of, wired by hand. */
import { systemRoutes, type SystemSettings } from './modules/home/system.ts'
import { createIdentity, type Identity, type SmsProvider } from './modules/identity/index.ts'
import { openWallet } from './modules/ledger/index.ts'
import type { Sessions } from './platform/auth.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import type { Check } from './platform/health.ts'
import type { PlainRoute } from './platform/http-handler.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Logger } from './platform/log.ts'
import type { Random } from './platform/random.ts'
import { createLimiter, type Limiter } from './platform/rate.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Routes } from './routes.ts'

/** What is running before the modules are made. */
export type Parts = {
  db: Db
  clock: Clock
  random: Random
  log: Logger
  jobs: Jobs
  secrets: Secrets
  settings: SystemSettings
  /** limits of calls; its own unless told */
  limiter?: Limiter
  /** who carries SMS; the sandbox has its own */
  sms?: SmsProvider
}

export type Context = Parts & {
  limiter: Limiter
  identity: Identity
  sessions: Sessions
  routes: Partial<Routes>
  plainRoutes: PlainRoute[]
  /** what `/readyz` asks besides the database */
  checks: Check[]
}

/** Wires the modules and registers their jobs; nothing runs yet. */
export function createContext(parts: Parts): Context {
  const limiter = parts.limiter ?? createLimiter()
  const { settings } = parts
  const identity = createIdentity({
    ...parts,
    limiter,
    moneyMode: settings.moneyMode,
    defaultLanguage: settings.defaultLanguage,
    rules: settings,
    sms: parts.sms,
    onRegistered: [(tx, { memberId }) => openWallet(tx, memberId)],
  })
  return {
    ...parts,
    limiter,
    identity,
    sessions: identity.sessions,
    routes: { ...systemRoutes(parts), ...identity.routes },
    plainRoutes: [...identity.plainRoutes],
    checks: [],
  }
}
