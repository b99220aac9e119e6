/**
 * `npm run bench -- --search [--products=100000]`: searches in a catalogue of 100 products and in one of 100,000, each on its own
 * database behind its own server process, in turns over HTTP. The issues on sale, prices and sizes have the same shape; the large
 * catalogue has more words and more products for each of them, as a large shop does.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createClient, type Client } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { createDb } from '@fairlot/server/platform/db'
import { fillCatalogue, SEARCHES } from './search-world.ts'
import { median, quantile } from '../load.ts'
import { startScratch, type Scratch } from '../scratch.ts'
import type { ServerOrder } from '../server.process.ts'
import { sized } from '../sized.ts'

const FEW = 100
const CALLS = sized(200, 1)
const WARM_UP = sized(20, 0)
export const GROWTH_GOAL = 1.5

type Side = {
  count: number
  clients: Map<string, Client>
  times: Map<string, number[]>
  stop(): Promise<void>
}

function clientOf(url: string, language: OfferedLanguage): Client {
  return createClient({
    send: async (path, body) =>
      (
        await fetch(url + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).json(),
    session: () => null,
    language: () => language,
    now: () => Date.now(),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  })
}

async function serve({
  appUrl,
  deployment,
  secrets,
}: Scratch): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('../server.process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({ side: 'ours', appUrl, deployment, secrets } satisfies ServerOrder)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, url: `http://127.0.0.1:${message.port}` }
}

async function startSide(count: number, say: (line: string) => void): Promise<Side> {
  const scratch = await startScratch()
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  const began = performance.now()
  await fillCatalogue(owner, count)
  // autovacuum would do it during the measurement, on the side with many rows
  await owner.query('vacuum analyze')
  const [size] = await owner.query<{ words: number; mb: number }>(
    `select (select count(*)::int from search_word) as words,
       ((pg_total_relation_size('product_search') + pg_total_relation_size('search_word')) / 1000000)::int as mb`,
  )
  await owner.close()
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  say(`${count} products: ${size?.words} words, ${size?.mb} MB of index; written and indexed in ${seconds} s`)
  const { child, url } = await serve(scratch)
  const languages: OfferedLanguage[] = ['en-us', 'zh-cn', 'bn-bd']
  return {
    count,
    clients: new Map(languages.map((language) => [language, clientOf(url, language)])),
    times: new Map(),
    async stop() {
      child.kill()
      await scratch.stop()
    },
  }
}

/** A call of both sides in turns, many times. */
async function measure(sides: readonly Side[], name: string, call: (side: Side) => Promise<unknown>) {
  for (const side of sides) for (let i = 0; i < WARM_UP; i++) await call(side)
  for (let i = 0; i < CALLS; i++)
    for (const side of sides) {
      const began = performance.now()
      await call(side)
      side.times.set(name, [...(side.times.get(name) ?? []), performance.now() - began])
    }
}

const ms = (value: number) => value.toFixed(2).padStart(9)

function report(sides: readonly Side[], name: string): { line: string; ratio: number } {
  const [few, many] = sides.map(({ times }) => times.get(name) ?? [])
  const ratio = median(many ?? []) / median(few ?? [])
  const values = [
    median(few ?? []),
    median(many ?? []),
    ratio,
    quantile(few ?? [], 0.95),
    quantile(many ?? [], 0.95),
  ]
  return { line: `${name.padEnd(44)}${values.map(ms).join('')}`, ratio }
}

const PAGE = 20
type ListInput = { search: string; category?: string }

/** The cards of the first page on a side. */
async function countOn({ clients }: Side, language: OfferedLanguage, input: ListInput): Promise<number> {
  const { items } = await clients.get(language)!.call(ENDPOINTS.goodsList, { ...input, limit: PAGE })
  return items.length
}

/** Where the third page of a list begins on a side; null: it has fewer pages. */
async function thirdPage(
  { clients }: Side,
  language: OfferedLanguage,
  input: ListInput,
): Promise<string | null> {
  const client = clients.get(language)!
  const { next } = await client.call(ENDPOINTS.goodsList, { ...input, limit: PAGE })
  if (next === null) return null
  return (await client.call(ENDPOINTS.goodsList, { ...input, limit: PAGE, cursor: next })).next
}

/** Measures and reports lists, counts and suggestions. */
export async function measureSearch(products: number, say: (line: string) => void): Promise<void> {
  const sides: Side[] = []
  try {
    for (const count of [FEW, products]) sides.push(await startSide(count, say))
    const heads = [FEW, products, 'ratio', 'p95', 'p95'].map((head) => String(head).padStart(9)).join('')
    say(`${'milliseconds of a call'.padEnd(44)}${heads}`)
    const ratios: number[] = []
    const compare = async (title: string, call: (side: Side) => Promise<unknown>) => {
      await measure(sides, title, call)
      const { line, ratio } = report(sides, title)
      ratios.push(ratio)
      say(line)
    }
    for (const { name, search, language = 'en-us', category } of SEARCHES) {
      const list = category === undefined ? { search } : { search, category }
      // both pages have as many cards: what grows is the catalogue
      const limit = Math.max(1, await countOn(sides[0]!, language, list))
      const clientOn = ({ clients }: Side) => clients.get(language)!
      await compare(`${name}: list`, (side) => clientOn(side).call(ENDPOINTS.goodsList, { ...list, limit }))
      await compare(`${name}: suggestions`, (side) => clientOn(side).call(ENDPOINTS.goodsSuggest, { search }))
      await compare(`${name}: counts`, (side) => clientOn(side).call(ENDPOINTS.goodsFilters, { search }))
      const thirds = await Promise.all(sides.map((side) => thirdPage(side, language, list)))
      if (thirds.every((cursor) => cursor !== null))
        await compare(`${name}: third page`, (side) =>
          clientOn(side).call(ENDPOINTS.goodsList, {
            ...list,
            limit: PAGE,
            cursor: thirds[sides.indexOf(side)]!,
          }),
        )
    }
    const worst = Math.max(...ratios)
    say(
      `growth: median ${median(ratios).toFixed(2)}, highest ${worst.toFixed(2)}; goal ≤ ${GROWTH_GOAL}: ${worst <= GROWTH_GOAL ? 'met' : 'missed'}`,
    )
  } finally {
    for (const side of sides.toReversed()) await side.stop()
  }
}
