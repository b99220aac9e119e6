/** A mall whose issues open, sell, are sealed and drawn by the real code: for tests of draws. */
import { randomUUID } from 'node:crypto'
import { verifyProof } from '@fairlot/fairness/verify'
import { systemClock } from '../../../platform/clock.ts'
import { MS } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { systemRandom } from '../../../platform/random.ts'
import { testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import {
  createBeacons,
  createLogWriter,
  createSalts,
  createTagKeys,
  localBeacon,
  NO_WITNESSES,
} from '../../fair/index.ts'
import { highestRewards } from '../../identity/index.ts'
import { createDraws, type Draws, type DrawsOptions } from './draws.jobs.ts'
import { openIssue, type Opening } from '../issues/open-issue.ts'
import { createProduct, type NewProduct } from '../catalogue/products.ts'
import { createProofs, type Proofs } from './proof.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { createTerms } from '../issues/issue-terms.ts'

export type DrawMall = {
  mall: TestMall
  options: DrawsOptions
  draws: Draws
  proofs: Proofs
  /** error messages that the loop of the draws logged */
  errors: string[]
  /** warnings that the loop of the draws logged */
  warnings: string[]
  /** Business time, Unix milliseconds. */
  now(): Promise<number>
}

/** @param overrides `rules`: version of the log's rules under which issues open; 2 by default */
export async function drawMall({
  rules = 2,
  ...overrides
}: Partial<DrawsOptions> & { rules?: 2 | 3 } = {}): Promise<DrawMall> {
  const mall = await testMall()
  const { db } = mall
  const now = async () => {
    const [row] = await db.query<{ now: bigint }>(`select ${MS('business_now()')} as now`)
    return Number(row!.now)
  }
  const errors: string[] = []
  const warnings: string[] = []
  const tagKeys = createTagKeys(new Uint8Array(32).fill(7))
  const beacon = localBeacon('11'.repeat(32), now)
  const beacons = createBeacons(beacon)
  const options: DrawsOptions = {
    db,
    clock: systemClock,
    random: systemRandom,
    salts: createSalts([{ id: 'test', key: new Uint8Array(32).fill(9) }], systemRandom),
    tagKeys,
    beacons,
    writer: createLogWriter({
      deployment: 'test',
      seed: '5c'.repeat(32),
      rules,
      localBeacon: beacon.chain.publicKey,
    }),
    rewards: () => highestRewards(mallSettings(db)),
    utcOffset: 0,
    drawDelay: 30,
    sealWaitSeconds: 0,
    askWitnesses: NO_WITNESSES,
    witnessPatienceMs: () => 15 * MINUTE_MS,
    log: {
      info: () => undefined,
      warn: (_, message) => warnings.push(message),
      error: ({ err }: { err?: unknown }) => errors.push(err instanceof Error ? err.message : String(err)),
    },
    ...overrides,
  }
  const proofs = createProofs({ ...options, terms: createTerms(db) })
  return { mall, options, draws: createDraws(options), proofs, errors, warnings, now }
}

let products = 0

/** Creates a product with its first issue on sale. Shares cost 1.00; the prize is worth all shares. */
export async function openTestIssue(
  { options }: DrawMall,
  product: Partial<NewProduct> = {},
): Promise<Opening & { code: string }> {
  const code = `D${++products}`
  const { shares = 10 } = product
  await createProduct(
    { db: options.db, settings: mallSettings(options.db), witnesses: options.witnesses },
    {
      code,
      category: 'test',
      art: 'phone',
      tile: 'sea',
      texts: { 'en-us': { title: `Product ${code}`, description: 'For tests.' } },
      marketPrice: 10_000n * BigInt(shares),
      sharePrice: 10_000n,
      shares,
      ...(product.grade === 'plain' ? { plainAcknowledged: true } : {}),
      ...product,
    },
  )
  const opening = await openIssue(options, code)
  if (!opening) throw new Error(`product ${code} has no issue on sale`)
  return { ...opening, code }
}

/** Buys `quantity` shares for each member concurrently. @returns the ids of the orders */
export async function buyShares(
  { mall }: DrawMall,
  issue: string,
  members: readonly string[],
  quantity = 1,
): Promise<string[]> {
  const bought = await Promise.all(
    members.map((member) => mall.sales.buy({ member, issue, quantity, requestId: randomUUID() })),
  )
  return bought.map(({ order }) => order)
}

/** Creates members who buy all shares of an issue, `quantity` each. @returns the ids of the members */
export async function sellOut(
  world: DrawMall,
  issue: string,
  shares: number,
  quantity = 1,
): Promise<string[]> {
  const members = await testMembers(world.mall, shares / quantity, 10_000n * BigInt(shares))
  await buyShares(world, issue, members, quantity)
  return members
}

/** Runs the due steps, moves business time past the beacon's delay, and runs the due steps again. */
export async function drawAll(world: DrawMall): Promise<void> {
  await world.draws.runDue()
  await world.mall.database.advanceClock(40_000)
  await world.draws.runDue()
}

/** Verifies an issue's proof as a client receives it. */
export async function verifyIssue({ proofs }: DrawMall, issue: string) {
  const document: unknown = JSON.parse(JSON.stringify(await proofs.of(issue)))
  const { ok, verdict, badge, failed, summary } = verifyProof(document)
  return { ok, verdict, badge, failed, summary }
}
