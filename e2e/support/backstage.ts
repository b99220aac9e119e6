/** The modules of a running server over its database and secrets, for what journeys prepare without the browser. */
import { createContext, type Context } from '@fairlot/server/context'
import { systemClock } from '@fairlot/server/platform/clock'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createJobs } from '@fairlot/server/platform/jobs/jobs'
import { createLog } from '@fairlot/server/platform/log/log'
import { readDeployment } from '@fairlot/server/platform/schema/migrate'
import { findRunningPostgres } from '@fairlot/server/platform/postgres/launcher'
import { directoryStorage, uploadsDirectory } from '@fairlot/server/platform/storage/directory-storage'
import { systemRandom } from '@fairlot/server/platform/random'
import { openSecrets } from '@fairlot/server/platform/secrets'
import { makeMember, type MemberOptions, type TestMember } from '@fairlot/server/testing/factories'
import { payIn } from './cashier.ts'
import type { ServerProcess } from './server.ts'

type NewProduct = Parameters<Context['mall']['createProduct']>[0]

export type Backstage = {
  context: Context
  /** as the server's role */
  db: Db
  /** as the owner of the schema */
  owner: Db
  superuserUrl: string
  /** Makes a logged-in member, whose balance is paid at the cashier. */
  member(options?: MemberOptions): Promise<TestMember>
  /** Makes a product and opens its first issue; answers the issue's number. A share costs 1.00 by default. */
  sell(product: Partial<NewProduct> & { code: string }): Promise<string>
  /** Business time, Unix milliseconds. */
  now(): Promise<number>
  /** Moves business time on by milliseconds. */
  advance(ms: number): Promise<void>
  close(): Promise<void>
}

/**
 * Connects to the database of a running server. The connections survive a crash of PostgreSQL.
 * @param witnesses those of the server: what is opened here names them
 */
export async function backstage(
  server: Pick<ServerProcess, 'url' | 'dataDir'>,
  witnesses: Parameters<typeof createContext>[0]['witnesses'] = [],
): Promise<Backstage> {
  const secrets = await openSecrets(server.dataDir)
  const { databaseSuperuser: superuser, databaseOwner, databaseApp } = secrets
  const passwords = { superuser, owner: databaseOwner, app: databaseApp }
  const running = await findRunningPostgres({ dataDir: server.dataDir, passwords })
  if (!running) throw new Error('the server has no database')
  const superuserUrl = new URL(running.ownerUrl)
  superuserUrl.username = 'postgres'
  superuserUrl.password = superuser
  const db = createDb(running.appUrl, { max: 4, name: 'fairlot-e2e' })
  const owner = createDb(running.ownerUrl, { max: 2, name: 'fairlot-e2e' })
  // journeys move the offset of business time, and mean the monotonic clock as well
  await owner.query('update clock_watch set driven = true')
  const deployment = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const log = createLog('silent')
  const context = createContext({
    db,
    databaseUrl: running.appUrl,
    clock: systemClock,
    random: systemRandom,
    log,
    jobs: createJobs({ db, random: systemRandom, log }),
    secrets,
    storage: directoryStorage(uploadsDirectory(server)),
    witnesses,
    deployment: {
      title: 'Fairlot',
      id: deployment.id,
      moneyMode: deployment.moneyMode,
      defaultLanguage: 'en-us',
      currency: { symbol: '₫', code: 'VND', decimals: 2 },
      utcOffsetMinutes: 0,
    },
  })
  return {
    context,
    db,
    owner,
    superuserUrl: superuserUrl.toString(),
    async member({ balance, ...options } = {}) {
      const member = await makeMember({ context, url: server.url }, options)
      if (balance !== undefined) await payIn(server.url, member.client, balance)
      return member
    },
    async now() {
      const text = 'select floor(extract(epoch from business_now()) * 1000)::float8 as now'
      const [clock] = await db.query<{ now: number }>(text)
      return clock!.now
    },
    async advance(ms) {
      const { writer } = context.fair
      await writer.flush(db)
      // An entry of the log states its time before it is stored. The doctor would find a day that is skipped in between.
      await owner.tx(async (tx) => {
        await writer.lock(tx)
        await tx.query('update clock_offset set offset_ms = offset_ms + $1', [Math.ceil(ms)])
      })
    },
    async sell(product) {
      const { mall } = context
      const { shares = 10, sharePrice = 10_000n } = product
      const [category] = await db.query(`select from category where category = 'trial'`)
      if (!category) {
        await mall.createCategory({
          category: 'trial',
          position: 99,
          tile: 'sea',
          titles: { 'en-us': 'Trial' },
        })
      }
      await mall.createProduct({
        category: 'trial',
        art: 'phone',
        tile: 'sea',
        texts: { 'en-us': { title: `Product ${product.code}`, description: 'For a journey.' } },
        marketPrice: sharePrice * BigInt(shares),
        sharePrice,
        shares,
        ...product,
      })
      const opening = await mall.openIssue(product.code)
      if (!opening) throw new Error(`product ${product.code} has no issue on sale`)
      return opening.number
    },
    async close() {
      await context.stop()
      await db.close()
      await owner.close()
    },
  }
}
