/**
 * Random lives of a small house: its games and issues, witnesses that come, go and fall silent, restarts, two processes, a clock
 * that steps, settings that change, a log that is lost, entries that lie. Whatever happens, an audit of the whole log as a
 * stranger makes it finds nothing.
 */
import { auditLog } from '@fairlot/fairness/audit'
import type { LogEntry } from '@fairlot/fairness/entries'
import type { NoteKey } from '@fairlot/fairness/note'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { rounds as runs } from '@fairlot/fairness/testing/rounds.fixture'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogWriter, NO_WITNESSES, type Witnesses } from '../../fair/index.ts'
import { endOfLog, entriesFrom, latestCheckpoint, notesFrom } from '../../fair/log/log.reads.ts'
import { LogRefused } from '../../fair/log/log-writer.ts'
import { insertLog } from '../../fair/standing/standing.queries.ts'
import { keepLine } from '../../fair/witnesses/cosignatures.ts'
import { unbindMoney } from '../../ledger/index.ts'
import { loseOpenRounds } from './lose-rounds.ts'
import { roundWorld, type RoundWorld } from './rounds.fixture.ts'
import type { Rounds } from './rounds.jobs.ts'

const LOG_SEED = '5c'.repeat(32)
const NAMES = ['a', 'b'] as const
const seedOf = (name: string) => Buffer.from(name.padEnd(32, '.')).toString('hex')
const keyOf = (name: string): NoteKey => witnessKey(name, publicKeyOf(seedOf(name)))

type Step =
  | { do: 'go'; seconds: number }
  | { do: 'restart'; witnesses: number; process: number }
  | { do: 'mood'; mood: 'well' | 'deaf' | 'down' }
  | { do: 'setting'; cutoff: number }
  | { do: 'retire' }
  | { do: 'lose' }
  | { do: 'issue'; what: 'open' | 'seal' | 'draw' | 'refund'; pick: number; lies: boolean; queued: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('go' as const),
      seconds: fc.constantFrom(1, 20, 41, 52, 61, 130, 600, -30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('restart' as const), witnesses: fc.nat(3), process: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('mood' as const),
      mood: fc.constantFrom('well' as const, 'deaf' as const, 'down' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('setting' as const), cutoff: fc.constantFrom(10, 15, 20) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('issue' as const),
      what: fc.constantFrom('open' as const, 'seal' as const, 'draw' as const, 'refund' as const),
      pick: fc.nat(3),
      lies: fc.boolean(),
      queued: fc.boolean(),
    }),
  },
)

/** A house with up to two processes on one database. */
class House {
  readonly world: RoundWorld
  mood: 'well' | 'deaf' | 'down' = 'well'
  /** makes the entries of issues */
  played: PlayedLog
  readonly #processes: { rounds: Rounds; writer: RoundWorld['options']['writer'] }[] = []
  readonly #issues = new Set<string>()

  constructor(world: RoundWorld) {
    this.world = world
    this.played = new PlayedLog('test')
    this.#processes = [0, 1].map(() => this.#process([]))
  }

  #process(names: readonly string[]) {
    const writer = createLogWriter({ deployment: 'test', seed: LOG_SEED })
    const witnesses = names.map(keyOf)
    const askWitnesses = this.#witnesses(names, witnesses)
    const rounds = this.world.another({ writer, witnesses, askWitnesses, witnessPatienceMs: () => 60_000 })
    return { rounds, writer }
  }

  #witnesses(names: readonly string[], noteKeys: readonly NoteKey[]): Witnesses {
    const { db } = this.world
    return {
      ...NO_WITNESSES,
      noteKeys,
      isAnyThere: (keys) => this.mood !== 'down' && noteKeys.length > 0 && keys.length > 0,
      push: async () => {
        const last = await latestCheckpoint(db)
        if (this.mood !== 'well' || !last) return
        const seconds = Math.floor((await this.world.now()) / 1000)
        for (const name of names) {
          const line = cosign(seedOf(name), name, last.note, seconds)
          await keepLine(db, { log: last.log, size: last.size, witness: name, line, seconds, oldSize: null })
        }
      },
      // their lines are stored at once, so none is missing
      verdicts: (_, keys) =>
        new Map(keys.map((key) => [key, this.mood === 'down' ? 'unknown' : 'not-signed'])),
    }
  }

  async restart(which: number, set: number): Promise<void> {
    await this.#processes[which]!.rounds.stop()
    this.#processes[which] = this.#process(NAMES.filter((_, bit) => (set >> bit) % 2 === 1))
  }

  /** Both processes at once. */
  async run(): Promise<void> {
    for (let turn = 0; turn < 3; turn++)
      await Promise.all(this.#processes.map(({ rounds }) => rounds.runDue()))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(({ rounds }) => rounds.stop()))
  }

  /** Starts a new log, as after a loss. */
  async lose(): Promise<void> {
    const { db } = this.world
    const { writer } = this.#processes[0]!
    await writer.flush(db, { checkpoint: true })
    const open = await db.query<{ name: string }>(
      `select game || ' ' || period as name from round where ended_at is null and outcome is null and status <> 'void'`,
    )
    await db.tx(async (tx) => {
      await writer.hold(tx)
      const { log, size, root } = (await latestCheckpoint(tx))!
      await unbindMoney(tx, 'bankroll', await loseOpenRounds(tx, writer))
      await insertLog(tx, { number: log + 1, continues: log, size, root })
      const lost = open.map(({ name }) => name).toSorted()
      await writer.beginAfter(tx, log + 1, { number: log, size, root, lost })
    })
    this.#issues.clear()
  }

  /** An entry of an issue, which may not follow from those before it. */
  async issue({ what, pick, lies, queued }: Extract<Step, { do: 'issue' }>): Promise<void> {
    const { db } = this.world
    const { writer } = this.#processes[pick % 2]!
    const { log } = await endOfLog(db)
    const number = `L${log}-000${pick}`
    const { floorMs } = await db.tx((tx) => writer.lock(tx))
    const now = Math.max(floorMs, await this.world.now())
    this.played.now = now
    if (what === 'open' || !this.#issues.has(number)) this.played.open(number, { grade: 'salt' })
    this.#issues.add(number)
    try {
      if (what !== 'open') this.played[what](number, lies ? { at: now - 5, orders: 99 } : {})
    } catch {
      // the house has no seal of the issue to draw
      return
    }
    const entry = JSON.parse(this.played.entries.at(-1)!) as LogEntry
    if (queued) {
      await this.world.owner.query('insert into log_pending (entry) select $1::jsonb', [
        JSON.stringify(entry),
      ])
      return
    }
    try {
      await db.tx((tx) => writer.publish(tx, [entry]))
    } catch (error) {
      if (!(error instanceof LogRefused) && !String(error).includes('is dated before')) throw error
    }
  }

  /** Audits every log as a stranger does. @returns how many rounds were decided */
  async audit(): Promise<number> {
    const { db } = this.world
    const { writer } = this.#processes[0]!
    await writer.flush(db, { checkpoint: true })
    const { log: last } = await endOfLog(db)
    let decided = 0
    for (let log = 1; log <= last; log++) {
      const signed = (await latestCheckpoint(db, log))?.size ?? 0
      const { counts } = auditLog({
        deployment: writer.nameOf(log),
        publicKey: writer.publicKey,
        entries: (await entriesFrom(db, 0, signed, log)).map(({ bytes }) => bytes),
        checkpoints: (await notesFrom(db, 0, 100_000, log)).map(({ note, lines }) => ({
          note,
          cosignatures: lines,
        })),
      })
      decided += counts.roundsDecided
    }
    return decided
  }
}

async function live(house: House, what: Step): Promise<void> {
  const { world } = house
  switch (what.do) {
    case 'go':
      await world.pass(what.seconds * 1000)
      break
    case 'restart':
      await house.restart(what.process, what.witnesses)
      break
    case 'mood':
      house.mood = what.mood
      break
    case 'setting':
      world.set.set('games.lucky1m.cutoffSeconds', String(what.cutoff))
      break
    case 'retire':
      await world.owner.query(
        'update game_chain_use set retired_at = business_now() where retired_at is null and next_index > 1',
      )
      break
    case 'lose':
      await house.lose()
      break
    case 'issue':
      await house.issue(what)
      break
  }
  await house.run()
}

test('whatever a house lives through, its log passes the audit of a stranger', async () => {
  const lives = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
    const world = await roundWorld(['lucky-1m'])
    const house = new House(world)
    try {
      await house.run()
      for (const what of steps) await live(house, what)
      await house.audit()
      // the games go on
      house.mood = 'well'
      const before = await house.audit()
      for (let n = 0; n < 12; n++) await live(house, { do: 'go', seconds: 26 })
      expect(await house.audit()).toBeGreaterThan(before)
    } finally {
      await house.stop()
      await world.close()
    }
  })
  await fc.assert(lives, { numRuns: runs(60, 2), seed: 20261127 })
}, 600_000)
