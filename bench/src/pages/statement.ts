/**
 * `npm run bench -- --statement [--lines=1000000]`: pages, filters, searches and the file of the wallet statement, for a member
 * with 100 lines and for one with a million, in turns over HTTP against the same server process. Both histories have the same
 * shape, so that every page has as many lines.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { createClient, type Client } from '@fairlot/contract/client'
import type { Input } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { statementChecks } from '@fairlot/server/modules/wallet/index'
import { median, quantile } from '../load.ts'
import { startScratch, type Scratch } from '../scratch.ts'
import type { ServerOrder } from '../server.process.ts'
import { openSessions, type BenchSession } from '../sessions.ts'
import { openProducts, writeStatement } from './statement-world.ts'
import { createWorld } from '../world.ts'
import { sized } from '../sized.ts'

const FEW = 100
/** Calls of each member for each case, in turns. */
const CALLS = sized(400, 1)
const WARM_UP = sized(60, 0)
const FILES = sized(3, 1)

type Query = Input<Endpoints['walletStatement']>
type Case = { name: string; query: Query }

/** What both members ask. The month is the last whole one, which has as many lines in proportion. */
const casesOf = (month: string): Case[] => [
  { name: 'page', query: {} },
  { name: 'page of 100', query: { limit: 100 } },
  { name: 'purchases', query: { kind: 'purchase' } },
  { name: 'top-ups', query: { kind: 'recharge' } },
  { name: 'the one move to the piggy bank', query: { kind: 'piggy_in' } },
  { name: 'a month', query: { month } },
  { name: 'top-ups of a month', query: { month, kind: 'recharge' } },
  { name: 'search: product', query: { search: 'number 2' } },
  { name: 'search: product, returns', query: { search: 'number 2', kind: 'release' } },
  { name: 'search: product, a month', query: { search: 'thing', month } },
]

type Member = { lines: number; client: Client; times: Map<string, number[]> }

function clientOf(url: string, { token, signKey }: BenchSession): Client {
  const sign = (text: string) => createHmac('sha256', Buffer.from(signKey, 'hex')).update(text).digest('hex')
  return createClient({
    send: async (path, body) =>
      (
        await fetch(url + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).json(),
    session: () => ({ token, sign }),
    language: () => 'en-us',
    now: () => Date.now(),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  })
}

/** A call of both members in turns, many times. */
async function measure(members: readonly Member[], name: string, call: (client: Client) => Promise<unknown>) {
  for (const { client } of members) for (let i = 0; i < WARM_UP; i++) await call(client)
  for (let i = 0; i < CALLS; i++)
    for (const { client, times } of members) {
      const began = performance.now()
      await call(client)
      times.set(name, [...(times.get(name) ?? []), performance.now() - began])
    }
}

/** Bytes that a process has had in memory at most, in MiB; on systems without /proc: unknown. */
async function peakMemory({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
}

type Download = { firstMs: number; seconds: number; lines: number; bytes: number }

async function download(url: string, client: Client): Promise<Download> {
  const { url: link } = await client.call(ENDPOINTS.statementFile, {})
  const began = performance.now()
  const [response] = (await once(get(url + link), 'response')) as [IncomingMessage]
  const found: Download = { firstMs: 0, seconds: 0, lines: 0, bytes: 0 }
  for await (const chunk of response) {
    const bytes = chunk as Buffer
    found.firstMs ||= performance.now() - began
    found.bytes += bytes.length
    for (const byte of bytes) if (byte === 10) found.lines++
  }
  found.seconds = (performance.now() - began) / 1_000
  return found
}

const ms = (value: number) => value.toFixed(2).padStart(9)

function report(members: readonly Member[], name: string): string {
  const [few, many] = members.map(({ times }) => times.get(name) ?? [])
  const ratio = median(many ?? []) / median(few ?? [])
  return `${name.padEnd(32)}${ms(median(few ?? []))}${ms(median(many ?? []))}${ms(ratio)}${ms(quantile(few ?? [], 0.95))}${ms(quantile(many ?? [], 0.95))}`
}

async function startServer({ appUrl, deployment, secrets }: Scratch) {
  const child = fork(new URL('../server.process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({ side: 'ours', appUrl, deployment, secrets } satisfies ServerOrder)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, url: `http://127.0.0.1:${message.port}` }
}

async function checked(scratch: Scratch): Promise<string> {
  const { createDb } = await import('@fairlot/server/platform/db')
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  await owner.query('set statement_timeout = 0')
  const found: string[] = []
  for (const { title, sql } of statementChecks) {
    const [row] = await owner.query<{ breaches: bigint; figure: string }>(sql)
    if (row?.breaches !== 0n) throw new Error(`${title}: ${row?.breaches}`)
    found.push(row.figure)
  }
  await owner.close()
  return found.join(', ')
}

/** Measures and returns the tables. */
export async function measureStatement(lines: number, say: (line: string) => void): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const scratch = await startScratch()
    stops.push(() => scratch.stop())
    const world = await createWorld(scratch.ownerUrl)
    stops.push(() => world.close())
    const counts = [FEW, lines]
    const owners = world.members.slice(0, counts.length)
    await openProducts(world.owner)
    for (const [at, count] of counts.entries()) await writeStatement(world.owner, owners[at]!, count)
    await world.owner.query('vacuum analyze')
    const { child, url } = await startServer(scratch)
    stops.push(() => child.kill())
    const sessions = await openSessions(world.owner, owners, scratch.secrets.signMaster)
    const members = counts.map((count, at): Member => ({
      lines: count,
      client: clientOf(url, sessions[at]!),
      times: new Map(),
    }))

    const began = performance.now()
    for (const { client } of members) await client.call(ENDPOINTS.statementMonths, {})
    const seconds = (performance.now() - began) / 1_000
    say(
      `the first call that filters adds ${lines} lines to the index in ${seconds.toFixed(1)} s; checked: ${await checked(scratch)}`,
    )
    await world.owner.query('vacuum analyze')

    const { items } = await members[0]!.client.call(ENDPOINTS.statementMonths, {})
    const cases = casesOf(items[1]!.month)
    say(
      `${'milliseconds of a call'.padEnd(32)}${[FEW, lines, 'ratio', 'p95', 'p95'].map((head) => String(head).padStart(9)).join('')}`,
    )
    for (const { name, query } of cases) {
      await measure(members, name, (client) => client.call(ENDPOINTS.walletStatement, query))
      say(report(members, name))
    }
    await measure(members, 'months', (client) => client.call(ENDPOINTS.statementMonths, {}))
    say(report(members, 'months'))
    await measureFiles(members, url, child, say)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function measureFiles(
  members: readonly Member[],
  url: string,
  child: ChildProcess,
  say: (line: string) => void,
) {
  for (let i = 0; i < sized(20, 1); i++) await download(url, members[0]!.client)
  for (const { lines, client } of members) {
    const before = await peakMemory(child)
    const files: Download[] = []
    for (let i = 0; i < FILES; i++) files.push(await download(url, client))
    const of = (value: (file: Download) => number) => median(files.map(value))
    say(
      `file of ${lines} lines: first byte ${of((f) => f.firstMs).toFixed(1)} ms, ${Math.round(of((f) => f.lines / f.seconds))} lines/s, ` +
        `${Math.round(of((f) => f.bytes) / 1e6)} MB; peak memory of the server ${Math.round(before)} → ${Math.round(await peakMemory(child))} MiB`,
    )
  }
}
