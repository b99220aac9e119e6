/** A mall, the home page and the account page behind a real HTTP server, with members who have money. */
import { randomUUID } from 'node:crypto'
import { formatMoney } from '@fairlot/contract/money/money'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { systemClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db.ts'
import { strictDb } from '../../testing/strict-db.ts'
import type { ErasedHandler } from '../../platform/http/http-handler.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { createApi } from '../../platform/http/http.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { memoryStorage } from '../../platform/storage/storage.ts'
import { systemRandom } from '../../platform/random.ts'
import { unlimited } from '../../platform/http/rate.ts'
import { createSettings } from '../../platform/settings/settings.ts'
import { testClient, type TestClient } from '../../testing/client.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createFair, createFairLog, FAIR_SETTINGS } from '../fair/index.ts'
import { accountRoutes } from '../home/account.routes.ts'
import { homeRoutes } from '../home/home.routes.ts'
import { MEMBERS_MONEY } from '../home/members-money.ts'
import { createIdentity, IDENTITY_SETTINGS } from '../identity/index.ts'
import { openWallet, transfer } from '../ledger/index.ts'
import { createUploads, UPLOAD_SETTINGS } from '../uploads/index.ts'
import { createMall, type Mall, type NewProduct } from './index.ts'
import { mallSettings } from './mall.settings.fixture.ts'

export type Person = { memberId: string; client: TestClient }

export type ServedMall = {
  database: TestDatabase
  db: Db
  /** connected as the owner of the schema */
  owner: Db
  mall: Mall
  jobs: Jobs
  url: string
  /** the JSON of every answer to every caller */
  answers: string[]
  errors: string[]
  anonymous: TestClient
  /** Creates a logged-in member with this balance (minor units). */
  person(balance: bigint): Promise<Person>
  close(): Promise<void>
}

const key = (byte: string) => byte.repeat(32)
const log = (errors: string[]) => ({
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => void errors.push(JSON.stringify(fields, messages)),
})
const messages = (_: string, value: unknown) => (value instanceof Error ? value.message : value)

export async function servedMall(): Promise<ServedMall> {
  const database = await testDatabase()
  const db = strictDb(database.appUrl, { max: 20 })
  const owner = createDb(database.ownerUrl, { max: 2 })
  const errors: string[] = []
  const logger = log(errors)
  const shared = { db, clock: systemClock, random: systemRandom, defaultLanguage: 'en-us' as const }
  const jobs = createJobs({ db, random: systemRandom, log: logger })
  const identity = createIdentity({
    ...shared,
    jobs,
    limiter: unlimited,
    secrets: {
      signMaster: key('01'),
      smsHash: key('02'),
      passwordPepper: key('03'),
      addressEncryption: key('08'),
    },
    moneyMode: 'sandbox',
    realityMinutes: () => 30,
    settings: createSettings({ db, definitions: IDENTITY_SETTINGS }),
    rules: { terms: () => '1' },
    sms: undefined,
    log: logger,
    onRegistered: [(tx, { memberId }) => openWallet(tx, memberId)],
  })
  const secrets = {
    saltEncryption: key('04'),
    memberTag: key('05'),
    localBeacon: key('06'),
    logSeed: key('07'),
  }
  const fair = createFair({ ...shared, secrets, deployment: 'test' })
  const fairLog = createFairLog({
    ...shared,
    jobs,
    settings: createSettings({ db, definitions: FAIR_SETTINGS }),
    books: MEMBERS_MONEY,
    log: logger,
    fair,
    secrets,
  })
  const uploads = createUploads({
    ...shared,
    jobs,
    settings: createSettings({ db, definitions: UPLOAD_SETTINGS }),
    storage: memoryStorage(),
    key: Buffer.from(key('09'), 'hex'),
    utcOffsetMinutes: 0,
  })
  const mall = createMall({
    ...shared,
    jobs,
    settings: mallSettings(db),
    databaseUrl: database.appUrl,
    log: logger,
    fair,
    receipts: fairLog.receipts,
    names: identity.names,
    addresses: identity.addresses,
    uploads,
    tellPrize: () => Promise.resolve(),
    eventNames: () => Promise.resolve(new Map()),
    display: formatMoney,
    barred: () => null,
    utcOffsetMinutes: 0,
    sealWaitSeconds: 0,
  })
  const answers: string[] = []
  const server = createHttpServer({
    api: createApi({
      endpoints: Object.entries({
        ...mall.routes,
        ...fairLog.routes,
        ...homeRoutes({ catalogue: mall.catalogue, clock: systemClock }),
        ...accountRoutes({
          db,
          settings: mallSettings(db),
          content: { agreeTo: async () => null },
          identity,
          orders: mall.orders,
        }),
        ...identity.addresses.routes,
      }).map(([name, handler]) => ({
        endpoint: ENDPOINTS[name as EndpointName],
        handler: recorded(handler as ErasedHandler, answers),
        rate: 'session',
      })),
      sessions: identity.sessions,
      clock: systemClock,
      limiter: unlimited,
      trustLoopback: true,
      defaultLanguage: 'en-us',
      log: logger,
      checkAnswers: true,
    }),
    plain: [],
    files: undefined,
    trustProxy: 0,
    log: logger,
  })
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  let people = 0

  return {
    database,
    db,
    owner,
    mall,
    jobs,
    url,
    answers,
    errors,
    anonymous: testClient({ url }),
    async person(balance) {
      const phone = `+88017${String(10_000_000 + people++)}`
      const memberId = await identity.enrol({ phone, password: null })
      if (balance > 0n) {
        await db.tx((tx) =>
          transfer(tx, {
            ref: randomUUID(),
            kind: 'recharge',
            from: { house: 'cash' },
            to: { member: memberId },
            amount: balance,
          }),
        )
      }
      const session = await identity.openSession(memberId)
      return { memberId, client: testClient({ url, session }) }
    },
    async close() {
      await server.close()
      await mall.draws.stop()
      await mall.close()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

function recorded(handler: ErasedHandler, answers: string[]): ErasedHandler {
  return async (call) => {
    const answer = await handler(call)
    answers.push(JSON.stringify(answer))
    return answer
  }
}

/** Creates a product with its first issue on sale. Shares cost 1.00. @returns the issue's number */
export async function sellingProduct(
  { mall }: ServedMall,
  product: Partial<NewProduct> & { code: string },
): Promise<string> {
  const { shares = 10 } = product
  await mall.createProduct({
    category: 'phones',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: `Product ${product.code}`, description: 'For tests.' } },
    marketPrice: 10_000n * BigInt(shares),
    sharePrice: 10_000n,
    shares,
    ...product,
  })
  const opening = await mall.openIssue(product.code)
  if (!opening) throw new Error(`product ${product.code} has no issue on sale`)
  return opening.number
}

/** Draws all sold-out issues: moves business time past their beacon rounds. */
export async function drawEverything({ mall, database }: ServedMall): Promise<void> {
  await mall.draws.runDue()
  await database.advanceClock(40_000)
  await mall.draws.runDue()
}

/** Creates the categories `phones` and `home`. */
export async function createTestCategories({ mall }: ServedMall): Promise<void> {
  await mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones', 'bn-bd': 'ফোন', 'ar-sa': 'هواتف' },
  })
  await mall.createCategory({ category: 'home', position: 2, tile: 'sun', titles: { 'en-us': 'Home' } })
}

/** Buys shares over HTTP. */
export const buyOverHttp = ({ client }: Person, issue: string, quantity: number) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })

/** Reads all pages of a list. */
export async function readAllPages<T>(
  read: (cursor: { cursor?: string }) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: { cursor?: string } = {}
  for (let page = 0; page < 200; page++) {
    const { items, next } = await read(cursor)
    all.push(...items)
    if (next === null) return all
    cursor = { cursor: next }
  }
  throw new Error('the list does not end')
}
