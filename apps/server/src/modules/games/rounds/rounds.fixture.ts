/** Rounds of games on a fresh database, with a simple seller of bets in place of the real one: for tests of the steps. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { auditLog } from '@fairlot/fairness/audit'
import { randomUUID } from 'node:crypto'
import { verifyRound } from '@fairlot/fairness/verify/round'
import { createDb, MS, type Db, type Tx } from '../../../platform/db.ts'
import { strictDb } from '../../../testing/strict-db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { systemRandom } from '../../../platform/random.ts'
import type { Setting } from '../../../platform/settings/settings.ts'
import { testMembers } from '../../../testing/mall.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import {
  createBeacons,
  createLogWriter,
  createSalts,
  createTagKeys,
  localBeacon,
  NO_WITNESSES,
} from '../../fair/index.ts'
import { fundHouse, lockWallets, transfer } from '../../ledger/index.ts'
import type { BetHooks, RoundChunk, SealedBet } from './hooks.ts'
import { roundBook } from './round-book.ts'
import { proofOfRound } from './round-proof.ts'
import { createRounds, type RoundChange, type Rounds, type RoundsOptions } from './rounds.jobs.ts'

export const BANKROLL = 1_000_000_0000n
export const SLICE = 10_000_0000n

type Bet = SealedBet & { roundId: string; wins: readonly number[]; pays: bigint }

/** A seller of bets on outcomes, with its bets in memory. Several servers share it. */
export type StandIn = BetHooks & {
  /** Bets 1.00 that the outcome is one of these places (1 to 10); a win pays `pays`. */
  place(
    db: Db,
    round: { roundId: string },
    member: string,
    wins: readonly number[],
    pays?: bigint,
  ): Promise<void>
  bets: Bet[]
}

const STAKE = 1_0000n

function standIn(): StandIn {
  const bets: Bet[] = []
  const chunkOf = ({ roundId, from, to }: RoundChunk) =>
    bets.filter((bet) => bet.roundId === roundId && bet.seq > from && bet.seq <= to)
  const end = (db: Db, chunk: RoundChunk, owed: (bet: Bet) => bigint) =>
    db.tx(async (tx) => {
      const paid = chunkOf(chunk)
      await lockWallets(
        tx,
        paid.map(({ member }) => member),
      )
      if (!(await chunk.claim(tx))) return false
      for (const bet of paid) {
        if (owed(bet) > 0n)
          await transfer(tx, {
            ref: randomUUID(),
            kind: 'payout',
            from: { book: roundBook, key: chunk.roundId },
            to: { member: bet.member },
            amount: owed(bet),
          })
      }
      await chunk.finish(tx)
      return true
    })
  return {
    bets,
    rows: (_db, roundId, after, limit) =>
      Promise.resolve(bets.filter((bet) => bet.roundId === roundId && bet.seq > after).slice(0, limit)),
    settle: (db, chunk) => end(db, chunk, (bet) => (bet.wins.includes(chunk.outcome!) ? bet.pays : 0n)),
    refund: (db, chunk) => end(db, chunk, () => STAKE),
    async place(db, { roundId }, member, wins, pays = 2_0000n) {
      const bet = await db.tx(async (tx) => {
        await lockWallets(tx, [member])
        const counted = await count(tx, roundId, wins, pays)
        const [from, to] = [{ member }, { house: 'sales' }] as const
        await transfer(tx, { ref: randomUUID(), kind: 'bet', from, to, amount: STAKE })
        return counted
      })
      bets.push({ id: randomUUID(), roundId, member, wins, pays, picks: ['1'], stake: STAKE, ...bet })
    },
  }
}

const COUNT = `
  update round set bets = bets + 1, players = players + 1, stake = stake + $2, pool = pool + $2, last_ms = greatest(last_ms, ${MS('business_now()')}),
    exposure = array(select exposure[n] + case when n = any($3::int[]) then $4::bigint else 0 end from generate_series(1, 10) n)
  where round_id = $1 and status = 'open' returning bets as seq, last_ms::float8 as ms`

async function count(tx: Tx, roundId: string, wins: readonly number[], pays: bigint) {
  const [row] = await tx.query<{ seq: number; ms: number }>(COUNT, [roundId, STAKE, wins, pays])
  if (!row) throw new Error('betting is closed')
  return row
}

export type RoundWorld = {
  database: TestDatabase
  db: Db
  owner: Db
  options: RoundsOptions
  rounds: Rounds
  bets: StandIn
  changes: RoundChange[]
  errors: string[]
  /** values of settings that differ from their initial ones, by name */
  set: Map<string, string>
  /** Another server on the same database. */
  another(overrides?: Partial<RoundsOptions>): Rounds
  member(): Promise<string>
  now(): Promise<number>
  /** Moves business time to an instant and runs what is due. */
  goTo(ms: number): Promise<void>
  /** Moves business time on. */
  pass(ms: number): Promise<void>
  read(game?: GameId): Promise<RoundRow[]>
  current(game?: GameId): Promise<RoundRow>
  close(): Promise<void>
}

export type RoundRow = {
  roundId: string
  game: GameId
  period: string
  status: string
  opensMs: number
  closesMs: number
  endsMs: number
  slice: bigint
  pool: bigint
  bets: number
  outcome: number | null
  ended: boolean
}

const ROWS = `select round_id as "roundId", game, period, status, opens_ms::float8 as "opensMs", closes_ms::float8 as "closesMs",
  ends_ms::float8 as "endsMs", slice, pool, bets, outcome, ended_at is not null as ended from round where game = $1 order by opens_ms`

/** @param on the games whose rounds open */
export async function roundWorld(
  on: readonly GameId[] = ['lucky-1m'],
  overrides: Partial<RoundsOptions> = {},
): Promise<RoundWorld> {
  const database = await testDatabase()
  const db = strictDb(database.appUrl)
  const owner = createDb(database.ownerUrl, { max: 2 })
  const now = async () => {
    const [row] = await db.query<{ now: number }>(`select ${MS('business_now()')}::float8 as now`)
    return row!.now
  }
  const errors: string[] = []
  const changes: RoundChange[] = []
  const set = new Map<string, string>()
  const bets = standIn()
  const options: RoundsOptions = {
    db,
    clock: systemClock,
    settings: { get: <V>({ name, kind, initial }: Setting<V>) => kind.read(set.get(name) ?? initial) },
    salts: createSalts([{ id: 'test', key: new Uint8Array(32).fill(9) }], systemRandom),
    tagKeys: createTagKeys(new Uint8Array(32).fill(7)),
    beacons: createBeacons(localBeacon('11'.repeat(32), now)),
    writer: createLogWriter({ deployment: 'test', seed: '5c'.repeat(32) }),
    zone: 'UTC',
    witnesses: [],
    askWitnesses: NO_WITNESSES,
    witnessPatienceMs: () => 5 * MINUTE_MS,
    bets,
    isOn: (game) => on.includes(game),
    sliceOf: () => SLICE,
    memberLimitOf: () => 0n,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error(fields: { err?: unknown }) {
        const { err } = fields
        if (!('alarm' in fields)) errors.push(err instanceof Error ? err.message : String(err))
      },
    },
    onChange: (change) => changes.push(change),
    ...overrides,
  }
  const rounds = createRounds(options)
  await options.writer.begin(db)
  await db.tx((tx) => fundHouse(tx, { account: 'bankroll', amount: BANKROLL, reference: 'test' }))
  const world: RoundWorld = {
    database,
    db,
    owner,
    options,
    rounds,
    bets,
    changes,
    errors,
    set,
    another: (more = {}) => createRounds({ ...options, ...more }),
    now,
    async member() {
      return (await testMembers(world, 1, 1_000_0000n))[0]!
    },
    async goTo(ms) {
      await database.advanceClock(ms - (await now()))
      await rounds.runDue()
    },
    async pass(ms) {
      await database.advanceClock(ms)
    },
    read: (game = 'lucky-1m') => db.query<RoundRow>(ROWS, [game]),
    async current(game = 'lucky-1m') {
      const last = (await world.read(game)).at(-1)
      if (!last) throw new Error(`${game} has no round`)
      return last
    },
    async close() {
      await rounds.stop()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
  return world
}

/** Publishes the chains and opens the first rounds: they begin after their chain was published. */
export async function firstRound(world: RoundWorld, game: GameId = 'lucky-1m'): Promise<RoundRow> {
  await world.rounds.runDue()
  const lengths = { 'lucky-1m': 60_000, 'lucky-3m': 180_000, 'lucky-5m': 300_000, 'king-2m': 120_000 }
  const next = Math.floor((await world.now()) / lengths[game]) * lengths[game] + lengths[game]
  await world.goTo(next + 100)
  return world.current(game)
}

/** Takes a round to its end, however long a step takes. */
export async function finish(world: RoundWorld, { roundId, closesMs }: RoundRow): Promise<void> {
  const { beacons } = world.options
  await world.goTo(closesMs + 50)
  const [seal] = await world.db.query<{ round: number }>(
    'select beacon_round::float8 as round from round_seal where round_id = $1',
    [roundId],
  )
  await world.goTo(roundTimeMs(seal!.round, beacons.current.chain) + 50)
}

/** Verifies the proof of a round as a client receives it. */
export async function verifyTheRound({ db, options }: RoundWorld, { game, period }: RoundRow) {
  await options.writer.flush(db, { checkpoint: true })
  const document: unknown = JSON.parse(JSON.stringify(await proofOfRound(options, game, period)))
  const { verdict, failed, steps } = verifyRound(document)
  return { verdict, failed, detail: steps.find(({ step }) => step === failed)?.detail }
}

/** Audits the whole log. @returns its counts; throws what it finds wrong */
export async function auditRounds({ db, options }: RoundWorld) {
  await options.writer.flush(db, { checkpoint: true })
  const entries = (await db.query<{ bytes: string }>('select bytes from log_entry order by index')).map(
    ({ bytes }) => bytes,
  )
  const notes = await db.query<{ note: string }>('select note from log_checkpoint order by size')
  const checkpoints = notes.map(({ note }) => ({ note, cosignatures: [] }))
  const { publicKey } = options.writer
  return auditLog({ deployment: 'test', publicKey, entries, checkpoints }).counts
}

/** What must be true of money whatever happened. */
export async function moneyOf(db: Db) {
  const [row] = await db.query<{ bankroll: bigint; bound: bigint; clearing: bigint; pools: bigint }>(`
    select (select balance from house_account where name = 'bankroll') as bankroll,
      (select bound from house_account where name = 'bankroll') as bound,
      (select coalesce(sum(case credit when 'clearing' then amount else 0 end) - sum(case debit when 'clearing' then amount else 0 end), 0)::bigint
        from ledger) as clearing,
      (select coalesce(sum(pool), 0)::bigint from round) as pools`)
  return row!
}
