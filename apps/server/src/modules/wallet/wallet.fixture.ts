/** A wallet behind a real HTTP server. The sandbox company delivers its notices over loopback. */
import { createSecretKey, randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { createSessions, tokenHash, type Caller } from '../../platform/http/auth.ts'
import { systemClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db.ts'
import { strictDb } from '../../testing/strict-db.ts'
import type { ErasedHandler } from '../../platform/http/http-handler.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { createApi } from '../../platform/http/http.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { systemRandom } from '../../platform/random.ts'
import { unlimited } from '../../platform/http/rate.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createSettings, type Settings } from '../../platform/settings/settings.ts'
import { testClient, type TestClient } from '../../testing/client.ts'
import { adjust } from '../../testing/server.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { balances, ledgerChecks, openWallet } from '../ledger/index.ts'
import {
  createWallet,
  httpDelivery,
  WALLET_SETTING_RULES,
  WALLET_SETTINGS,
  sandboxPaid,
  piggyChecks,
  walletChecks,
  withdrawalChecks,
  type Trc20Setup,
  type Wallet,
} from './index.ts'
import { VIP_SETTINGS } from '../identity/index.ts'
import { signNotice } from '../../platform/webhook.ts'
import type { WithdrawalIdentity } from './withdrawal/withdrawal.ts'
import type { WithdrawalsEntry } from './withdrawal/withdrawal-days.ts'

export type Logged = { level: 'info' | 'warn' | 'error'; fields: Record<string, unknown>; message: string }

export type Person = { memberId: string; client: TestClient }

export type TestWallet = {
  database: TestDatabase
  db: Db
  /** connected as the owner of the schema */
  owner: Db
  url: string
  jobs: Jobs
  wallet: Wallet
  settings: Settings
  logged: Logged[]
  secret: Uint8Array
  /** the notices to members about payout accounts */
  told: { masked: string }[]
  /** the notices to members about failed withdrawals */
  failed: { memberId: string; amount: bigint }[]
  /** the uploads that proofs used */
  slips: { memberId: string; uploadId: string }[]
  /** what was published about withdrawals */
  published: WithdrawalsEntry[]
  /** During the next check of an SMS code a parallel try runs to its end and uses the code. */
  useCodeDuringCheck(parallel: () => Promise<unknown>): void
  /** Creates a logged-in member with an empty wallet. */
  person(): Promise<Person>
  /** the member as calls see them */
  callerOf(person: Person): Caller
  balance(person: Person): Promise<bigint>
  /** The breaches that the doctor's checks of ledger and wallet find. */
  breaches(): Promise<string[]>
  close(): Promise<void>
}

export async function testWallet(
  options: {
    moneyMode?: MoneyMode
    canPlay?: boolean
    /** by default every member counts as checked */
    identity?: WithdrawalIdentity
    trc20?: Trc20Setup
    /** settings that differ from their initial values, by name */
    settings?: Readonly<Record<string, string>>
  } = {},
): Promise<TestWallet> {
  const { moneyMode = 'sandbox' } = options
  const database = await testDatabase()
  const db = strictDb(database.appUrl, { max: 20 })
  const owner = createDb(database.ownerUrl, { max: 2 })
  const logged: Logged[] = []
  const logger = (level: Logged['level']) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message })
  const log = { info: logger('info'), warn: logger('warn'), error: logger('error') }
  const jobs = createJobs({ db, random: systemRandom, log })
  const secret = systemRandom.bytes(32)
  const told: TestWallet['told'] = []
  const failed: TestWallet['failed'] = []
  const published: TestWallet['published'] = []
  const slips: TestWallet['slips'] = []
  let url: string | undefined
  const settings = createSettings({
    db,
    definitions: [...WALLET_SETTINGS, ...VIP_SETTINGS],
    rules: WALLET_SETTING_RULES,
  })
  await adjust({ db, settings }, options.settings ?? {})
  let parallelTry: (() => Promise<unknown>) | null = null
  const wallet = createWallet({
    db,
    settings,
    clock: systemClock,
    random: systemRandom,
    jobs,
    log,
    moneyMode,
    currency: { symbol: '₫', code: 'VND' },
    utcOffsetMinutes: 0,
    defaultLanguage: 'en-us',
    downloads: { define: () => () => ({ url: '', expiresAt: 0 }) },
    purchases: {
      titlesOf: () => Promise.resolve(new Map()),
      topicsOf: () => Promise.resolve(new Map()),
      find: () => Promise.resolve({ purchases: [], topics: [] }),
      rewardsOf: () => Promise.resolve(new Map()),
    },
    payoutKey: systemRandom.bytes(32),
    codes: {
      phoneOf: (memberId) => Promise.resolve(memberId),
      // the code is 123456
      check: async (_phone, _purpose, code) => {
        const parallel = parallelTry
        if (parallel) {
          parallelTry = null
          await parallel()
          throw new Refusal('CODE_EXPIRED')
        }
        if (code !== '123456') throw new Refusal('CODE_WRONG')
      },
      use: () => Promise.resolve(),
    },
    tellPayout: (_tx, notice) => {
      told.push(notice)
      return Promise.resolve()
    },
    tellFailed: (_tx, memberId, amount) => {
      failed.push({ memberId, amount })
      return Promise.resolve()
    },
    publish: (_tx, entry) => {
      published.push(entry)
      return Promise.resolve()
    },
    canPlay: () => options.canPlay ?? true,
    ...(options.identity && { identity: options.identity }),
    slips: {
      use: (_tx, memberId, uploadId) => {
        slips.push({ memberId, uploadId })
        return Promise.resolve()
      },
      open: () => Promise.resolve({ bytes: new Uint8Array([1, 2, 3]) }),
    },
    trc20: options.trc20,
    sandbox: { secret, deliver: httpDelivery(() => url) },
  })
  const callers = new Map<string, Caller>()
  const api = createApi({
    endpoints: Object.entries(wallet.handlers).map(([name, handler]) => ({
      endpoint: ENDPOINTS[name as keyof Wallet['handlers']],
      handler: handler as ErasedHandler,
      rate: 'session',
    })),
    sessions: createSessions((hashes) =>
      Promise.resolve(
        new Map(
          hashes.flatMap((hash) => {
            const caller = callers.get(hash)
            return caller ? [[hash, caller] as const] : []
          }),
        ),
      ),
    ),
    clock: systemClock,
    limiter: unlimited,
    trustLoopback: true,
    defaultLanguage: 'en-us',
    log,
    checkAnswers: true,
  })
  const server = createHttpServer({ api, plain: wallet.routes, files: undefined, trustProxy: 0, log })
  url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  const base = url
  let people = 0

  return {
    database,
    db,
    owner,
    url: base,
    jobs,
    wallet,
    useCodeDuringCheck: (parallel) => void (parallelTry = parallel),
    settings,
    logged,
    secret,
    told,
    failed,
    published,
    slips,
    async person() {
      const memberId = randomUUID()
      await owner.query(MEMBER, [memberId, people++])
      await db.tx((tx) => openWallet(tx, memberId))
      const token = Buffer.from(systemRandom.bytes(32)).toString('base64url')
      const signKey = Buffer.from(systemRandom.bytes(32))
      callers.set(tokenHash(token), {
        memberId,
        sessionId: randomUUID(),
        status: 'active',
        country: null,
        realityDueAt: Number.MAX_SAFE_INTEGER,
        signKey: createSecretKey(signKey),
      })
      const client = testClient({ url: base, session: { token, signKey: signKey.toString('hex') } })
      return { memberId, client }
    },
    callerOf({ memberId }) {
      const caller = [...callers.values()].find((one) => one.memberId === memberId)
      if (!caller) throw new Error(`there is no member ${memberId}`)
      return caller
    },
    balance: async ({ memberId }) => (await balances(db, memberId)).balance,
    async breaches() {
      const found: string[] = []
      for (const { title, sql } of [
        ...ledgerChecks,
        ...withdrawalChecks,
        ...piggyChecks,
        ...walletChecks.filter((check) => check !== sandboxPaid),
      ]) {
        const [row] = await owner.query<{ breaches: bigint; figure: string }>(sql)
        if (row?.breaches !== 0n) found.push(`${title}: ${String(row?.breaches)} (${String(row?.figure)})`)
      }
      return found
    },
    async close() {
      await server.close()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

const MEMBER = `
  insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at,
    adult_declared_at, created_at)
  values ($1, '+88017' || lpad($2::int::text, 8, '0'), 'Member ' || $2::int, '$argon2id$none',
    translate(lpad($2::int::text, 6, '0'), '01', 'AB'), '1', business_now(), business_now(), business_now())`

export type NoticeText = {
  eventId?: string
  paymentId: string
  type?: 'payment.pending' | 'payment.succeeded' | 'payment.failed'
  amount: string
  currency?: string
}

/** Values that a forger uses instead. */
export type Forged = { secret?: Uint8Array; signedAtMs?: number; body?: string }

/** A notice, signed as the company signs it. */
export function signedNotice(
  wallet: Pick<TestWallet, 'secret'>,
  notice: NoticeText,
  forged: Forged = {},
): { headers: Record<string, string>; body: string } {
  const { eventId = `evt_${randomUUID()}`, paymentId, type = 'payment.succeeded', amount } = notice
  const signed = JSON.stringify({
    id: eventId,
    type,
    payment: { id: paymentId, amount, currency: notice.currency ?? 'VND' },
  })
  const signedAtMs = forged.signedAtMs ?? systemClock.now()
  return {
    headers: signNotice(forged.secret ?? wallet.secret, eventId, signedAtMs, signed),
    body: forged.body ?? signed,
  }
}

/** Sends a notice to the hook. @returns the HTTP status of the answer */
export async function sendNotice(
  wallet: Pick<TestWallet, 'url' | 'secret'>,
  notice: NoticeText,
  forged: Forged = {},
): Promise<number> {
  const request = signedNotice(wallet, notice, forged)
  const response = await fetch(`${wallet.url}/hooks/sandbox`, { method: 'POST', ...request })
  await response.text()
  return response.status
}
