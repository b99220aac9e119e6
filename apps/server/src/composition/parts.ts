import type { HighWaterStore, Witness } from '../modules/fair/index.ts'
import type { LiveOptions } from '../modules/home/live/live-updates.ts'
import type { DeploymentFacts } from '../modules/home/system-info.ts'
import type { SmsGateway, SmsProvider } from '../modules/identity/index.ts'
import type { IdentityCompany } from '../modules/identity-check/index.ts'
import type { Trc20Setup } from '../modules/wallet/index.ts'
import type { Bus } from '../platform/stream/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Monotonic } from '../platform/time/monotonic.ts'
import type { Random } from '../platform/random.ts'
import type { Limiter } from '../platform/http/rate.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/storage.ts'

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
  /** the longest random wait between the sell-out of an issue and its seal; by default 20 seconds */
  sealWaitSeconds?: number
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
  /** the gateway that sends text messages; by default a sandbox shows them in its inbox */
  smsGateway?: SmsGateway | undefined
  /** sends text messages in place of both, for tests */
  sms?: SmsProvider
  /** carries live updates; by default within this process */
  bus?: Bus
  /** timers and limits of live updates; tests replace them */
  live?: Partial<Pick<LiveOptions, 'timers' | 'limits' | 'sweepMs'>>
}
