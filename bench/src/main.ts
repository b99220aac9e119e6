/** `npm run bench`: see bench/README.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { commandLine, wholeNumber } from '@fairlot/fairness/cli/arguments'
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
import { sized } from './sized.ts'

const MODES = [
  'hot',
  'vouchers',
  'solvency',
  'live',
  'statement',
  'import',
  'search',
  'games',
  'bets',
  'finance',
  'refunds',
  'rebates',
  'team',
] as const

const USAGE = `Usage: npm run bench [-- <mode>] [-- <options>]

Measures a server and a database that it makes and removes; it touches no other. bench/README.md describes the modes: one of
${MODES.map((mode) => `--${mode}`).join(', ')}; without one, purchases.
  --tiny           shows in seconds that the mode works; its figures say nothing
  --full           a longer run (purchases, --solvency, --games)
  --rounds <n>     rounds of purchases, 1 to 100
  --seconds <s>    length of a measurement (purchases, --hot, --vouchers), 0.1 to 60
  --count <n>      members of --live, bets, orders or friends of the other modes
  --lines <n>      lines of --statement and --import
  --products <n>   products of --search`
const { values, refuse } = commandLine({
  usage: USAGE,
  options: {
    full: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    products: { type: 'string' },
    count: { type: 'string' },
    lines: { type: 'string' },
    hot: { type: 'boolean' },
    vouchers: { type: 'boolean' },
    solvency: { type: 'boolean' },
    live: { type: 'boolean' },
    statement: { type: 'boolean' },
    search: { type: 'boolean' },
    games: { type: 'boolean' },
    bets: { type: 'boolean' },
    finance: { type: 'boolean' },
    refunds: { type: 'boolean' },
    rebates: { type: 'boolean' },
    team: { type: 'boolean' },
    import: { type: 'boolean' },
  },
})
const { full, tiny } = values
const modes = MODES.filter((mode) => values[mode] === true)
if (modes.length > 1) refuse(`One mode at a time: --${modes.join(' or --')}.`)
if (full && tiny) refuse('--full or --tiny, not both.')
const rounds = wholeNumber('rounds', values.rounds, {
  usual: full ? 5 : sized(3, 1),
  least: 1,
  most: 100,
  usage: USAGE,
})
/** Below these a mode has nothing to compare. */
const many = (name: 'count' | 'lines' | 'products', usual: number, least = 10) =>
  wholeNumber(name, values[name], { usual, least, most: 10_000_000, usage: USAGE })
const count = {
  live: many('count', sized(20_000, 500)),
  jobs: many('count', sized(100_000, 200)),
  orders: many('count', sized(200_000, 400)),
  friends: many('count', sized(50_000, 100)),
}
const lines = {
  statement: many('lines', sized(1_000_000, 2_000)),
  import: many('lines', sized(100_000, 300)),
}
const products = many('products', sized(100_000, 200))
const givenMs = values.seconds === undefined ? undefined : Number(values.seconds) * 1_000
if (givenMs !== undefined && !(givenMs >= 100 && givenMs <= 60_000))
  refuse('--seconds is not a number from 0.1 to 60.')
const ms = givenMs ?? (full ? 3_000 : sized(800, 100))

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
  // in a tiny run its clients may not even connect in time
  const pgbench = tiny ? undefined : await findPgbench(scratch.appUrl, directory)
  const parts: Bench = { world, inProcess, http, pgbench, ms }

  const growth = await createGrowth(scratch.superuserUrl, parts)
  cleanups.push(() => growth.close())
  say('Warming up …')
  const run = await createRounds(parts)
  await run.warmUp()
  await growth.measure(sized(10_000, 500))
  for (let round = 1; round <= rounds; round++) {
    await run.round()
    await checkInvariants(world.owner)
    say(
      `Round ${round} of ${rounds}: the database contains every acknowledged purchase once; all invariants hold.`,
    )
  }
  const target = full ? 1_000_000 : sized(100_000, 2_000)
  await growth.measure(target)
  await checkInvariants(world.owner)
  say(`\n${figures(run.series)}\n\n${ratios(goals(run.series, growth))}\n`)
}

async function hotPath(): Promise<void> {
  say(JSON.stringify(await measureHotPath(givenMs ?? sized(1_500, 100))))
}

async function solvency(): Promise<void> {
  const scratch = await startScratch()
  cleanups.push(() => scratch.stop())
  const sizes = full ? [1_000, 100_000, 1_000_000] : [sized(1_000, 100), sized(100_000, 300)]
  for (const figure of await measureSolvency(scratch, sizes)) say(JSON.stringify(figure))
}

function chosen(): Promise<void> {
  switch (modes[0]) {
    case 'hot':
      return hotPath()
    case 'vouchers':
      return measureVouchers(givenMs ?? sized(3_000, 100), say)
    case 'solvency':
      return solvency()
    case 'live':
      return measureLive(count.live, say)
    case 'bets':
      return measureBets(count.jobs, say)
    case 'finance':
      return measureFinance(count.jobs, say)
    case 'refunds':
      return measureRefunds(count.orders, say)
    case 'rebates':
      return measureRebates(count.orders, say)
    case 'team':
      return measureTeam(count.friends, say)
    case 'games':
      return measureGames(full ? 1_000_000 : sized(100_000, 2_000), say)
    case 'search':
      return measureSearch(products, say)
    case 'import':
      return measureImport(lines.import, say)
    case 'statement':
      return measureStatement(lines.statement, say)
    default:
      return bench()
  }
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
  if (!interrupted) console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
if (!interrupted) await cleanUp()
