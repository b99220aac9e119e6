/**
 * `npm run bench -- --import [--lines=100000]`: how many lines of bank statements an import stores and matches per second, and
 * whether that depends on how many lines there are. Every fifth line has the reference of an open recharge; the others wait for an
 * operator, as they do at a bank account that also gets other money.
 */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { MAX_STATEMENT_ROWS } from '@fairlot/contract/life/statement-life'
import { createContext, type Context } from '@fairlot/server/context'
import { newReference } from '@fairlot/server/modules/wallet/transfer/reference'
import { systemClock } from '@fairlot/server/platform/clock'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createJobs } from '@fairlot/server/platform/jobs/jobs'
import { createLog } from '@fairlot/server/platform/log/log'
import { systemRandom } from '@fairlot/server/platform/random'
import { median } from '../load.ts'
import { startScratch, type Scratch } from '../scratch.ts'
import { createWorld } from '../world.ts'
import { sized } from '../sized.ts'

const ACCOUNT = 'bench-bank'
/** Of so many lines, one is a recharge. */
const RECHARGE_EVERY = 5
/** Lines that are imported one by one, to compare. */
const ONE_BY_ONE = sized(300, 20)

function contextOf({ appUrl, deployment, secrets }: Scratch, db: Db): Context {
  const log = createLog('warn')
  return createContext({
    db,
    databaseUrl: appUrl,
    clock: systemClock,
    random: systemRandom,
    log,
    jobs: createJobs({ db, random: systemRandom, log }),
    secrets,
    deployment: {
      title: 'Benchmark',
      id: deployment,
      moneyMode: 'sandbox',
      defaultLanguage: 'en-us',
      currency: { symbol: '₫', code: 'VND', decimals: 2 },
      utcOffsetMinutes: 0,
    },
  })
}

/** Open recharges of 0.01 to the account, spread over the members. @returns their references */
async function openRecharges(owner: Db, members: readonly string[], count: number): Promise<string[]> {
  const references = new Set<string>()
  while (references.size < count) references.add(newReference(systemRandom))
  const list = [...references]
  await owner.tx(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query(
      `with opened as (
         insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, kind, amount, currency,
           payment_id, receiving_account, created_at, expires_at, play_percent)
         select member, id, 'R' || upper(substr(translate(id::text, '-', ''), 21, 12)), id, sha256(id::text::bytea), 'bank', 'manual',
           'bank', 100, 'VND', reference, a.account_id, business_now(), business_now() + interval '3 days', 0
         from unnest($1::uuid[], $2::uuid[], $3::text[]) as r(member, id, reference)
         join receiving_account a on a.code = $4
         returning member_id, recharge_id, payment_id, created_at),
       known as (
         insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
         select 'manual', payment_id, member_id, recharge_id, created_at from opened)
       insert into recharge_timeline (member_id, recharge_id, seq, state, at)
       select member_id, recharge_id, 1, 'processing', created_at from opened`,
      [list.map((_, n) => members[n % members.length]!), list.map(() => randomUUID()), list, ACCOUNT],
    )
  })
  return list
}

type Row = { text: string; id: string }

const fileOf = (rows: readonly Row[]): string =>
  gzipSync(
    [
      'Date,Amount,Currency,Description,Transaction ID',
      ...rows.map(({ text, id }) => `2026-11-20,0.01,,"${text}",${id}`),
      '',
    ].join('\n'),
  ).toString('base64')

const rate = (lines: number, ms: number) => Math.round((lines / ms) * 1_000)

/** Imports all lines in the largest files that the call takes, and measures storing and matching of each file. */
async function importAll(
  { wallet: { transfers } }: Context,
  db: Db,
  rows: readonly Row[],
): Promise<{ lines: number; storeMs: number; matchMs: number }[]> {
  const account = await transfers.account(db, ACCOUNT)
  const figures = []
  for (let from = 0; from < rows.length; from += MAX_STATEMENT_ROWS) {
    const part = rows.slice(from, from + MAX_STATEMENT_ROWS)
    const content = fileOf(part)
    const began = performance.now()
    await db.tx((tx) =>
      transfers.import(tx, { account, content, name: `${from}.csv`, operatorId: randomUUID() }),
    )
    const stored = performance.now()
    const credited = await transfers.matchNew()
    const matched = performance.now()
    const expected = part.filter(({ text }) => text.startsWith('FL')).length
    if (credited !== expected) throw new Error(`${credited} lines were credited instead of ${expected}`)
    figures.push({ lines: part.length, storeMs: stored - began, matchMs: matched - stored })
  }
  return figures
}

/** Imports lines one by one. @returns milliseconds */
async function importEach({ wallet: { transfers } }: Context, db: Db): Promise<number> {
  const account = await transfers.account(db, ACCOUNT)
  const began = performance.now()
  for (let n = 0; n < ONE_BY_ONE; n++) {
    const content = fileOf([{ text: 'rent', id: `one-${n}` }])
    await db.tx((tx) => transfers.import(tx, { account, content, name: 'one.csv', operatorId: randomUUID() }))
  }
  return performance.now() - began
}

/** Measures and says the figures. @param lines of all files together */
export async function measureImport(lines: number, say: (line: string) => void): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const scratch = await startScratch()
    stops.push(() => scratch.stop())
    const world = await createWorld(scratch.ownerUrl)
    stops.push(() => world.close())
    const db = createDb(scratch.appUrl, { max: 4 })
    stops.push(() => db.close())
    const context = contextOf(scratch, db)
    stops.push(() => context.stop())
    const account = { code: ACCOUNT, kind: 'bank', label: 'Bench bank' } as const
    const holder = {
      holder: 'Fairlot Ltd',
      bank: 'Bench bank',
      bankCode: 'BENC0000001',
      number: '000011112222',
    }
    await db.tx((tx) => context.wallet.transfers.addAccount(tx, { ...account, lines: holder }))
    const references = await openRecharges(world.owner, world.members, Math.ceil(lines / RECHARGE_EVERY))
    await world.owner.query('vacuum analyze')
    const rows = Array.from({ length: lines }, (_, n): Row => {
      const reference = n % RECHARGE_EVERY === 0 ? references[n / RECHARGE_EVERY] : undefined
      return { text: reference ?? `rent of house ${n}`, id: `tx-${n}` }
    })
    const files = await importAll(context, db, rows)
    const oneByOne = rate(ONE_BY_ONE, await importEach(context, db))
    say(figuresOf(files, oneByOne))
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

type Files = Awaited<ReturnType<typeof importAll>>

function figuresOf(files: Files, oneByOne: number): string {
  const sum = (of: (file: Files[number]) => number) => files.reduce((all, file) => all + of(file), 0)
  const lines = sum((file) => file.lines)
  // the first and the last fifth of the files, at least one
  const part = Math.max(1, Math.floor(files.length / 5))
  const growth = (of: (file: Files[number]) => number) => {
    const perLine = (some: Files) => median(some.map((file) => of(file) / file.lines))
    return (perLine(files.slice(-part)) / perLine(files.slice(0, part))).toFixed(2)
  }
  const stored = rate(
    lines,
    sum((file) => file.storeMs),
  )
  return [
    `${lines} lines in ${files.length} files of at most ${MAX_STATEMENT_ROWS}; one of ${RECHARGE_EVERY} is a recharge`,
    `stored   ${stored} lines/s, ${(stored / oneByOne).toFixed(1)} times as fast as one line at a time; a line of the last files takes ${growth((file) => file.storeMs)} times as long as one of the first`,
    `matched  ${rate(
      lines,
      sum((file) => file.matchMs),
    )} lines/s; a line of the last files takes ${growth((file) => file.matchMs)} times as long as one of the first`,
  ].join('\n')
}
