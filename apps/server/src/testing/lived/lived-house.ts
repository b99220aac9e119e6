/**
 * A whole house for tests: a server of this release over its database, which can restart, run twice, change its witnesses, fall back to an
 * older copy of its database, and fork; and the witnesses, which behave as a test says. Business time moves only by `pass`, and the steps that
 * are due run only by `run`.
 */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fundAndPublish } from '../../modules/home/fund-house.ts'
import { highWaterFile } from '../../modules/fair/index.ts'
import {
  makeWell,
  releaseWitnessed,
  startWitnesses,
  type PlayedWitness,
  type StartedWitnesses,
} from '../../modules/fair/witnesses/played-witnesses.fixture.ts'
import { seedDemo } from '../../demo/seed.ts'
import { logRecovery, type LogRecovery } from '../../modules/operator/log/log-recovery.ts'
import { businessClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freshSecrets, type Secrets } from '../../platform/secrets.ts'
import { testClock } from '../clock.ts'
import { copyDatabase, testDatabase, type TestDatabase } from '../database.ts'
import { paidMembers } from '../fuzz-world.ts'
import { adjust, testServer, type TestServer } from '../server.ts'

const HOUSE_ACCOUNTS = ['bankroll', 'marketing', 'subsidy', 'guarantee'] as const
const FUNDS = 100_000_0000n

export type LivedHouseOptions = {
  /** names of the witnesses; none is configured at the start */
  witnesses: readonly string[]
  members?: number
  /** what each member pays in, as on the wire */
  paid?: string
  /** begins with the demo world, as an installation that was tried out */
  demo?: boolean
}

type HouseThatWas = LivedHouseOptions & { atMs: number }

/** What the server is told of a witness. */
type Named = Pick<PlayedWitness, 'key' | 'url'>

type Started = Pick<StartedWitnesses, 'witnesses' | 'close'>

export class LivedHouse {
  readonly secrets: Secrets
  /** of the witnesses' pauses and pings */
  readonly clock = testClock(Date.now())
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'fairlot-house-'))
  /** ids of members with money */
  members: string[] = []
  /** all lines that the servers logged */
  readonly logged: string[] = []
  /** the first server runs always; a second one may run beside it */
  #servers: TestServer[] = []
  #database: TestDatabase
  #copy: TestDatabase | null = null
  #offsetMs = 0
  #named: readonly Named[] = []
  #started: Started | null = null

  private constructor(database: TestDatabase, secrets: Secrets) {
    this.#database = database
    this.secrets = secrets
  }

  static async open(options: LivedHouseOptions): Promise<LivedHouse> {
    const house = new LivedHouse(await testDatabase(), freshSecrets())
    await house.#begin(options)
    return house
  }

  /** A house that is there already, at this business time. It gets members with money beside those that it has. */
  static async over(database: TestDatabase, secrets: Secrets, options: HouseThatWas): Promise<LivedHouse> {
    const house = new LivedHouse(database, secrets)
    house.#offsetMs = options.atMs - Date.now()
    house.clock.advance(house.#offsetMs)
    await database.setClockOffset(house.#offsetMs)
    await house.#mark()
    await house.#begin(options)
    return house
  }

  /** Writes the file beside the secrets which says how much of the log was seen. Business time needs no second look from here on. */
  async #mark(): Promise<void> {
    const owner = createDb(this.#database.ownerUrl, { max: 1 })
    const [newest] = await owner.query<{ deployment: string; size: bigint; root: string; time: bigint }>(
      `select id as deployment, size, encode(root, 'hex') as root, time_ms as time
       from log_checkpoint, deployment where log = 1 order by size desc limit 1`,
    )
    await owner.query('update clock_watch set driven = true, settled_at = null')
    await owner.close()
    const { deployment, size, root, time } = newest!
    await highWaterFile(this.dataDir).write({ deployment, size: Number(size), root, time: Number(time) })
  }

  async #begin({ witnesses, members = 4, paid = '1000.00', demo = false }: LivedHouseOptions): Promise<void> {
    await this.#start(1)
    const { context, owner } = this.server
    const { mall, fair } = context
    if (demo) await seedDemo({ context, clock: await businessClock(this.db), owner })
    await fair.writer.begin(this.db)
    const [category] = await this.db.query(`select from category where category = 'trial'`)
    const titles = { 'en-us': 'Trial' }
    if (!category) await mall.createCategory({ category: 'trial', position: 1, tile: 'sea', titles })
    for (const account of HOUSE_ACCOUNTS) await this.fund(account, FUNDS)
    const made = await paidMembers(this.server, members, paid)
    this.members = made.map(({ memberId }) => memberId)
    this.#started = await startWitnesses(this, witnesses)
    await adjust(this.server.context, { 'games.lucky3m.enabled': 'false', 'games.lucky5m.enabled': 'false' })
  }

  get server(): TestServer {
    return this.#servers[0]!
  }
  get db(): Db {
    return this.server.db
  }
  get witnesses(): readonly PlayedWitness[] {
    return this.#started?.witnesses ?? []
  }
  /** those that the server asks */
  get named(): readonly Named[] {
    return this.#named
  }
  /** what the witnesses' side of the fixture reads */
  get options() {
    const { fair, log } = this.server.context
    return { db: this.db, writer: fair.writer, beacons: fair.beacons, log }
  }

  /** Business time, also while no server runs: a request to a witness can arrive late. */
  now = (): Promise<number> => Promise.resolve(Date.now() + this.#offsetMs)

  async fund(account: (typeof HOUSE_ACCOUNTS)[number], amount: bigint): Promise<void> {
    const { writer } = this.server.context.fair
    await fundAndPublish({ db: this.db, writer }, { account, amount, reference: randomUUID() })
  }

  async #start(processes: number): Promise<void> {
    const parts = {
      secrets: this.secrets,
      clock: this.clock,
      highWater: highWaterFile(this.dataDir),
      witnesses: this.#named.map(({ key, url }) => ({ key, url })),
    }
    for (let n = 0; n < processes; n++) {
      const server = await testServer({ database: this.#database, parts })
      this.#servers.push(server)
      await server.context.settings.refresh()
      await server.context.fair.standing.check(server.db)
    }
  }

  async #stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      await server.close()
      this.logged.push(...server.logged)
    }
  }

  /** Ends the server and starts it with these witnesses. @param processes how many servers run at the same time */
  async restart(named: readonly Named[], processes = 1): Promise<void> {
    await this.#stop()
    this.#named = named
    await this.#start(processes)
  }

  /** Moves business time, also back. */
  async pass(ms: number): Promise<void> {
    this.#offsetMs += ms
    this.clock.advance(Math.max(0, ms))
    await this.#database.setClockOffset(this.#offsetMs)
  }

  /** Runs what is due in all servers at once, and waits for the answers of the witnesses, until nothing more follows from them. */
  async run(turns = 4): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      await Promise.all(this.#servers.map(runServer))
      await this.#answered(
        Promise.all(
          this.#servers.map(async ({ context: { fairLog } }) => {
            await fairLog.witnesses.push()
            await fairLog.witnesses.settled()
          }),
        ),
      )
    }
  }

  /** Slow witnesses never answer: their requests end when nothing else happens. */
  async #answered(asking: Promise<unknown>): Promise<void> {
    let isDone = false
    const done = asking.finally(() => {
      isDone = true
    })
    const slow = this.witnesses.filter(({ mode }) => mode === 'slow')
    while (slow.length > 0 && !isDone) {
      for (const witness of slow) witness.release()
      await new Promise(setImmediate)
    }
    await done
  }

  /** Keeps a copy of the database, as a backup does. */
  async backup(): Promise<void> {
    await this.#stop()
    await this.#copy?.drop()
    this.#copy = await copyDatabase(this.#database)
    await this.#start(1)
  }

  /** Goes on with the copy. Where the log had gone on, two owners start a new one. @returns whether they did; null: there is no copy */
  async restore(): Promise<boolean | null> {
    if (!this.#copy) return null
    await this.#stop()
    await this.#database.drop()
    this.#database = this.#copy
    this.#copy = null
    await this.#database.setClockOffset(this.#offsetMs)
    await this.#start(1)
    const { context } = this.server
    if (context.fair.standing.now() === 'ok') return false
    const recovery = logRecovery({
      ...context,
      askWitnesses: context.fairLog.witnesses,
      events: context.growth.events,
    })
    await recovery.prepare?.()
    await this.#recovered(recovery, { without: [] })
    await context.fair.standing.require(this.db)
    return true
  }

  /** What two owners do: they name what the server says that it cannot know. */
  async #recovered(recovery: ReturnType<typeof logRecovery>, stated: LogRecovery): Promise<void> {
    const by = {
      approvalId: randomUUID(),
      requestedBy: '',
      approvedBy: '',
      reason: '',
      actor: 'machine',
    } as const
    try {
      await this.db.tx((tx) => recovery.execute(tx, stated, by))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { names, size } = error.details.values ?? {}
      if (error.code === 'WITNESS_SILENT' && stated.without.length === 0)
        return this.#recovered(recovery, { ...stated, without: String(names).split(', ') })
      if (error.code === 'STATE_NOT_NAMED' && stated.size === undefined)
        return this.#recovered(recovery, { ...stated, size: Number(size) })
      throw error
    }
  }

  /** A second house with a copy of the database, the secrets and the mark: what it does from now on, the first one does not know. */
  async fork(): Promise<LivedHouse> {
    await this.#stop()
    const twin = new LivedHouse(await copyDatabase(this.#database), this.secrets)
    cpSync(this.dataDir, twin.dataDir, { recursive: true })
    twin.members = this.members
    twin.#named = this.#named
    twin.#offsetMs = this.#offsetMs
    await this.#start(1)
    await twin.#start(1)
    return twin
  }

  /** Releases the stop after failed witnesses. */
  release = (): Promise<void> => releaseWitnessed(this.db, this.server.owner)

  /** All witnesses sign again, the server asks all of them, and nothing is held. */
  async heal(): Promise<void> {
    for (const witness of this.witnesses) makeWell(witness)
    await this.restart(this.witnesses)
    await this.release()
  }

  async close(): Promise<void> {
    await this.#stop()
    await this.#started?.close()
    await this.#copy?.drop()
    await this.#database.drop()
    rmSync(this.dataDir, { recursive: true })
  }
}

async function runServer({ context }: TestServer): Promise<void> {
  await context.mall.draws.runDue()
  await context.growth.events.loop.runDue()
  await context.games.rounds.runDue()
  await context.fairLog.keeper.runDue()
}
