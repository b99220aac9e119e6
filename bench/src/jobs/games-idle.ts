/**
 * `npm run bench -- --games`: what the rounds of all games cost while nobody bets, and whether the history of a game pages as
 * fast after a million rounds as after a thousand.
 *
 * An hour of business time is run step by step: the clock moves to each moment at which a round opens, closes or gets its
 * result. The looks of every second in between are measured by themselves and counted for each second of the hour.
 */
import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import { createFair, NO_WITNESSES } from '@fairlot/server/modules/fair/index'
import { createRoundEngine } from '@fairlot/server/modules/games/index'
import { endedRounds } from '@fairlot/server/modules/games/views/rounds.queries'
import { systemClock } from '@fairlot/server/platform/clock'
import { createDb, MS, type Db } from '@fairlot/server/platform/db'
import { systemRandom } from '@fairlot/server/platform/random'
import { cpuSeconds } from '../cpu.ts'
import { quantile } from '../load.ts'
import { startScratch, type Scratch } from '../scratch.ts'
import { sized } from '../sized.ts'

const HOUR_SECONDS = sized(3_600, 600)
/** Length and cut-off of each game, seconds. */
const SCHEDULE = [
  [60, 10],
  [180, 30],
  [300, 30],
  [120, 15],
] as const
const LOOKS = sized(600, 5)
const PAGES = sized(200, 5)
const PAGE = 20

export async function measureGames(rounds: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  const db = createDb(scratch.appUrl, { max: 4 })
  try {
    const engine = await engineOf(scratch, db)
    say(JSON.stringify(await measureIdle(engine, db, owner)))
    for (const history of [1_000, rounds]) say(JSON.stringify(await measureHistory(db, owner, history)))
  } finally {
    await Promise.all([owner.close(), db.close()])
    await scratch.stop()
  }
}

async function engineOf(scratch: Scratch, db: Db) {
  const fair = createFair({ ...scratch, db, random: systemRandom })
  await fair.writer.begin(db)
  const nothing = () => undefined
  const noBets = () => Promise.reject(new Error('nobody bets'))
  const { rounds } = createRoundEngine({
    db,
    clock: systemClock,
    settings: { get: (setting) => setting.kind.read(setting.initial) },
    fair,
    witnesses: NO_WITNESSES,
    utcOffsetMinutes: 0,
    bets: { rows: () => Promise.resolve([]), settle: noBets, refund: noBets },
    isOn: () => true,
    sliceOf: () => 0n,
    memberLimitOf: () => 0n,
    log: { info: nothing, warn: nothing, error: (_, message) => console.error(message) },
  })
  return { rounds, writer: fair.writer }
}

type Engine = Awaited<ReturnType<typeof engineOf>>

/** Processor time of this process and of the backends of `db`, seconds. */
async function usedBy(db: Db): Promise<number> {
  const backends = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and usename = current_user`,
  )
  const { user, system } = process.cpuUsage()
  const postgres = await cpuSeconds(backends.map(({ pid }) => pid))
  if (postgres === undefined) throw new Error('the processor time of PostgreSQL is measured on Linux only')
  return (user + system) / 1e6 + postgres
}

async function measureIdle({ rounds, writer }: Engine, db: Db, owner: Db) {
  const now = async () =>
    (await db.query<{ ms: number }>(`select ${MS('business_now()')}::float8 as ms`))[0]!.ms
  const goTo = async (ms: number) => {
    await owner.query('update clock_offset set offset_ms = offset_ms + $1', [Math.round(ms - (await now()))])
  }
  await rounds.runDue()
  const from = Math.ceil((await now()) / 300_000) * 300_000
  const moments = new Set<number>()
  for (const [length, cutoff] of SCHEDULE) {
    for (let opens = 0; opens + length <= HOUR_SECONDS; opens += length) {
      const closes = opens + length - cutoff
      for (const at of [opens, closes, closes + 9]) moments.add(from + at * 1_000 + 1)
    }
  }
  const ordered = [...moments].toSorted((a, b) => a - b)
  // the connections are open and the statements are prepared
  for (const at of ordered.splice(0, 3)) await goTo(at).then(() => rounds.runDue())
  const before = await usedBy(db)
  for (const at of ordered) {
    await goTo(at)
    await rounds.runDue()
    await writer.flush(db)
  }
  const steps = (await usedBy(db)) - before
  const idle = await usedBy(db)
  for (let look = 0; look < LOOKS; look++) await rounds.runDue()
  const looks = (((await usedBy(db)) - idle) / LOOKS) * HOUR_SECONDS
  const [made] = await db.query<{ rounds: number; settled: number; entries: number; bytes: number }>(`
    select count(*)::int as rounds, count(*) filter (where status = 'settled')::int as settled,
      (select count(*)::int from log_entry) as entries, (select sum(length(bytes))::int from log_entry) as bytes
    from round`)
  return {
    games: GAMES.length,
    ...made,
    stepSeconds: round(steps),
    lookSeconds: round(looks),
    percentOfACore: round(((steps + looks) / HOUR_SECONDS) * 100),
  }
}

/** Past rounds without their evidence: pages of the history join it by its key. */
const HISTORY = `
  insert into round (round_id, game, period, chain_id, status, opens_ms, closes_ms, ends_ms, slice, outcome, opened_at, ended_at)
  select round_id_of('lucky-1m', p.period), 'lucky-1m', p.period, c.chain_id, 'settled', p.at, p.at + 50000, p.at + 60000, 0,
    1 + n % 10, now(), now()
  from (select chain_id from game_chain where game = 'lucky-1m' limit 1) c
  cross join generate_series($1::int, $2::int) n
  cross join lateral (select 946684800000 + n * 60000::bigint as at) t
  cross join lateral (
    select t.at, to_char(to_timestamp(t.at / 1000) at time zone 'UTC', 'YYYYMMDD') || '-'
      || lpad((1 + (t.at / 60000) % 1440)::text, 4, '0') as period) p`

let known = 0

async function measureHistory(db: Db, owner: Db, rounds: number) {
  // no chain of this database gives rounds of the past
  await owner.query('alter table round disable trigger round_schedule')
  for (; known < rounds; known += Math.min(100_000, rounds - known))
    await owner.query(HISTORY, [known + 1, known + Math.min(100_000, rounds - known)])
  await owner.query('alter table round enable trigger round_schedule')
  await owner.query('vacuum analyze round')
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) {
    const before = 946_684_800_000 + Math.floor(((page + 1) / PAGES) * rounds) * 60_000
    const start = performance.now()
    const rows = await endedRounds(db, 'lucky-1m', before, PAGE)
    times.push(performance.now() - start)
    if (rows.length === 0 && page > 0) throw new Error('the history has no rounds')
  }
  return { history: rounds, pageMs: { p50: round(quantile(times, 0.5)), p99: round(quantile(times, 0.99)) } }
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
