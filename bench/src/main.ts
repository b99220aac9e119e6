/** `npm run bench [-- --full] [-- --rounds=3] [-- --seconds=0.8] [-- --hot] [-- --vouchers] [-- --solvency] [-- --live] [-- --statement] [-- --import] [-- --search] [-- --games] [-- --bets] [-- --finance] [-- --refunds] [-- --rebates] [-- --team]`: see bench/README.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureBets } from './jobs/bets.ts'
import { checkInvariants } from './checks.ts'
import { measureFinance } from './jobs/finance.ts'
import { measureLive } from './jobs/live.ts'
import { measureRebates } from './jobs/rebates.ts'
import { measureRefunds } from './jobs/refunds.ts'
import { goals } from './purchases/goals.ts'
import { createGrowth } from './purchases/growth.ts'
import { createHttp } from './purchases/http.ts'
import { measureHotPath } from './purchases/hot.ts'
import { createInProcess } from './purchases/in-process.ts'
import { findPgbench } from './purchases/pgbench.ts'
import { figures, ratios } from './report.ts'
import { createRounds, type Bench } from './purchases/rounds.ts'
import { measureGames } from './jobs/games-idle.ts'
import { startScratch } from './scratch.ts'
import { measureSearch } from './pages/search.ts'
import { measureSolvency } from './jobs/solvency.ts'
import { measureImport } from './pages/statement-import.ts'
import { measureStatement } from './pages/statement.ts'
import { measureTeam } from './pages/team.ts'
import { measureVouchers } from './purchases/vouchers.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    hot: { type: 'boolean', default: false },
    vouchers: { type: 'boolean', default: false },
    solvency: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    statement: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    games: { type: 'boolean', default: false },
    products: { type: 'string', default: '100000' },
    bets: { type: 'boolean', default: false },
    finance: { type: 'boolean', default: false },
    refunds: { type: 'boolean', default: false },
    rebates: { type: 'boolean', default: false },
    team: { type: 'boolean', default: false },
    count: { type: 'string' },
    import: { type: 'boolean', default: false },
    lines: { type: 'string' },
  },
})
const full = values.full
const rounds = Number(values.rounds ?? (full ? 5 : 3))
const ms = Number(values.seconds ?? (full ? 3 : 0.8)) * 1000
if (!(rounds >= 1 && rounds <= 100 && ms >= 100 && ms <= 60_000))
  throw new Error('Expected --rounds from 1 to 100 and --seconds from 0.1 to 60.')

const say = (line: string) => console.log(line)
const cleanups: (() => unknown)[] = []

async function bench(): Promise<void> {
  say(
    `Node ${process.version}, ${os.availableParallelism()} processors, ${rounds} rounds of ${ms / 1000} s each.`,
  )
  const directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-bench-script-'))
  cleanups.push(() => rm(directory, { recursive: true, force: true }))
  const scratch = await startScratch()
  cleanups.push(() => scratch.stop())
  const world = await createWorld(scratch.ownerUrl)
  cleanups.push(() => world.close())
  const inProcess = createInProcess(scratch.appUrl, world)
  cleanups.push(() => inProcess.close())
  const http = await createHttp(scratch, world)
  cleanups.push(() => http.stop())
  const pgbench = await findPgbench(scratch.appUrl, directory)
  const parts: Bench = { world, inProcess, http, pgbench, ms }

  const growth = await createGrowth(scratch.superuserUrl, parts)
  cleanups.push(() => growth.close())
  say('Warming up …')
  const run = await createRounds(parts)
  await run.warmUp()
  await growth.measure(10_000)
  for (let round = 1; round <= rounds; round++) {
    await run.round()
    await checkInvariants(world.owner)
    say(
      `Round ${round} of ${rounds}: the database contains every acknowledged purchase once; all invariants hold.`,
    )
  }
  const target = full ? 1_000_000 : 100_000
  await growth.measure(target)
  await checkInvariants(world.owner)
  say(`\n${figures(run.series)}\n\n${ratios(goals(run.series, growth))}\n`)
}

async function hotPath(): Promise<void> {
  say(JSON.stringify(await measureHotPath(values.seconds === undefined ? 1_500 : ms)))
}

async function solvency(): Promise<void> {
  const scratch = await startScratch()
  cleanups.push(() => scratch.stop())
  const sizes = full ? [1_000, 100_000, 1_000_000] : [1_000, 100_000]
  for (const figure of await measureSolvency(scratch, sizes)) say(JSON.stringify(figure))
}

function chosen(): Promise<void> {
  if (values.hot) return hotPath()
  if (values.vouchers) return measureVouchers(values.seconds === undefined ? 3_000 : ms, say)
  if (values.solvency) return solvency()
  if (values.live) return measureLive(Number(values.count ?? 20_000), say)
  if (values.bets) return measureBets(Number(values.count ?? 100_000), say)
  if (values.finance) return measureFinance(Number(values.count ?? 100_000), say)
  if (values.refunds) return measureRefunds(Number(values.count ?? 200_000), say)
  if (values.rebates) return measureRebates(Number(values.count ?? 200_000), say)
  if (values.team) return measureTeam(Number(values.count ?? 50_000), say)
  if (values.games) return measureGames(full ? 1_000_000 : 100_000, say)
  if (values.search) return measureSearch(Number(values.products), say)
  if (values.import) return measureImport(Number(values.lines ?? 100_000), say)
  return values.statement ? measureStatement(Number(values.lines ?? 1_000_000), say) : bench()
}

async function cleanUp(): Promise<void> {
  for (const step of cleanups.splice(0).toReversed())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted = true
    void cleanUp().then(() => process.exit(130))
  })
}
try {
  await chosen()
} catch (error) {
  // errors after an interrupt come from stopping the processes
  if (!interrupted) console.error(error)
  process.exitCode = 1
}
if (!interrupted) await cleanUp()
