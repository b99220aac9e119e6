/**
 * A chain of TRON in memory and a node that serves it over HTTP, in the form that the public documentation of the node API
 * records. Tests and `e2e/play-tron.ts` decide what is on the chain, and what a node that fails or lies answers.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HDKey } from '@scure/bip32'
import { tronAddress, tronBytes } from '../../modules/wallet/tron-address.ts'

/** An account whose private keys are public: for tests and play only. */
export const TEST_XPUB = HDKey.fromMasterSeed(new Uint8Array(64).fill(7)).derive(
  "m/44'/195'/0'",
).publicExtendedKey

/** The contract of the played token: an address that nobody uses. */
export const PLAYED_CONTRACT = tronAddress(new Uint8Array(20).fill(0x7a))
export const PAYER = tronAddress(new Uint8Array(20).fill(0x11))
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Time between blocks of TRON. */
const BLOCK_MS = 3_000

export type Payment = { to: string; units: bigint; from?: string; contract?: string }
type Event = { address: string; topics: string[]; data: string }
type Transaction = { id: string; failed: boolean; payments: Payment[]; events: Event[] }
type Block = { number: number; atMs: number; transactions: Transaction[] }

export type PlayedChain = {
  /** number of the newest block */
  head(): number
  /** Adds blocks without transactions. */
  mine(blocks?: number): void
  /** Adds a block with one transaction that makes these transfers. @returns its id */
  pay(payments: Payment | Payment[], how?: { failed?: boolean }): string
  /** Adds a block with several transactions. @returns their ids */
  payTogether(transactions: readonly Payment[][]): string[]
  /** Lists a transaction for an address although it has no transfer to it. @param id by default one that no block has */
  listAlso(address: string, id?: string): string
  /**
   * Replaces the newest blocks by one more without transactions.
   * @returns puts the lost transactions into a new block
   */
  reorganise(blocks: number): () => void
  /** What a node of this chain answers. @param atMost the newest block that the node knows */
  answer(path: string, query: URLSearchParams, body: Record<string, unknown>, atMost?: number): unknown
}

const hexOf = (address: string) => Buffer.from(tronBytes(address) ?? []).toString('hex')
const topicOf = (address: string) => hexOf(address).padStart(64, '0')

function eventOf({ to, units, from = PAYER, contract = PLAYED_CONTRACT }: Payment): Event {
  return {
    address: hexOf(contract),
    topics: [TRANSFER, topicOf(from), topicOf(to)],
    data: units.toString(16).padStart(64, '0'),
  }
}

/** @param start business time of its first block, Unix milliseconds */
export function playedChain(start: number, firstBlock = 60_000_000): PlayedChain {
  let made = 0
  const listedAlso: { address: string; id: string; atMs: number }[] = []
  const newId = () => createHash('sha256').update(`played ${firstBlock} ${made++}`).digest('hex')
  let blocks: Block[] = [{ number: firstBlock, atMs: start, transactions: [] }]
  const last = () => blocks.at(-1)!
  const add = (transactions: Transaction[]) => {
    const { number, atMs } = last()
    blocks.push({ number: number + 1, atMs: atMs + BLOCK_MS, transactions })
  }
  const placed = (atMost: number) =>
    blocks
      .filter(({ number }) => number <= atMost)
      .flatMap((block) => block.transactions.map((transaction) => ({ block, transaction })))

  return {
    head: () => last().number,
    mine(count = 1) {
      for (let n = 0; n < count; n++) add([])
    },
    pay(payments, { failed = false } = {}) {
      const all = [payments].flat()
      const id = newId()
      add([{ id, failed, payments: all, events: failed ? [] : all.map(eventOf) }])
      return id
    },
    payTogether(transactions) {
      const together = transactions.map((payments) => ({
        id: newId(),
        failed: false,
        payments,
        events: payments.map(eventOf),
      }))
      add(together)
      return together.map(({ id }) => id)
    },
    listAlso(address, id = newId()) {
      listedAlso.push({ address, id, atMs: last().atMs })
      return id
    },
    reorganise(count) {
      const lost = blocks.slice(-count).flatMap(({ transactions }) => transactions)
      blocks = blocks.slice(0, -count)
      for (let n = 0; n <= count; n++) add([])
      return () => add(lost)
    },
    answer(path, query, body, atMost = Infinity) {
      if (path === '/wallet/getnowblock')
        return headAnswer(blocks.findLast(({ number }) => number <= atMost)!)
      if (path === '/wallet/gettransactioninfobyid') {
        const found = placed(atMost).find(({ transaction }) => transaction.id === body['value'])
        return found ? recordAnswer(found.block, found.transaction) : {}
      }
      const [, account] = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(path) ?? []
      if (account === undefined) return undefined
      const also = listedAlso.filter(({ address }) => address === account)
      return listAnswer(account, query, { placed: placed(atMost), also })
    },
  }
}

const headAnswer = ({ number, atMs }: Block) => ({
  blockID: number.toString(16).padStart(64, '0'),
  block_header: { raw_data: { number, timestamp: atMs, version: 31 }, witness_signature: '00' },
})

const recordAnswer = ({ number, atMs }: Block, { id, failed, events }: Transaction) => ({
  id,
  fee: 345_000,
  blockNumber: number,
  blockTimeStamp: atMs,
  contractResult: [''],
  contract_address: `41${hexOf(PLAYED_CONTRACT)}`,
  receipt: { energy_usage: 29_650, net_usage: 345, result: failed ? 'OUT_OF_ENERGY' : 'SUCCESS' },
  ...(failed ? { result: 'FAILED', resMessage: '4f7574206f6620656e65726779' } : {}),
  ...(events.length > 0 ? { log: events } : {}),
})

const rowOf = (row: { id: string; atMs: number; from: string; to: string; units: bigint }) => ({
  transaction_id: row.id,
  token_info: { symbol: 'USDT', address: PLAYED_CONTRACT, decimals: 6, name: 'Tether USD' },
  block_timestamp: row.atMs,
  from: row.from,
  to: row.to,
  type: 'Transfer',
  value: row.units.toString(),
})

function listAnswer(
  account: string,
  query: URLSearchParams,
  {
    placed,
    also,
  }: {
    placed: readonly { block: Block; transaction: Transaction }[]
    also: readonly { id: string; atMs: number }[]
  },
) {
  const since = Number(query.get('min_timestamp') ?? 0)
  const limit = Number(query.get('limit') ?? 20)
  const begin = Number(query.get('fingerprint') ?? 0)
  const rows = placed
    .flatMap(({ block, transaction }) =>
      transaction.payments
        .filter(
          ({ to, contract = PLAYED_CONTRACT }) =>
            to === account && contract === query.get('contract_address'),
        )
        .map(({ to, units, from = PAYER }) =>
          rowOf({ id: transaction.id, atMs: block.atMs, from, to, units }),
        ),
    )
    .concat(also.map(({ id, atMs }) => rowOf({ id, atMs, from: PAYER, to: account, units: 0n })))
    .filter(({ block_timestamp }) => block_timestamp >= since)
    .toSorted((a, b) => a.block_timestamp - b.block_timestamp)
  const data = rows.slice(begin, begin + limit)
  const more = rows.length > begin + limit ? { fingerprint: String(begin + limit) } : {}
  return { data, success: true, meta: { at: 0, ...more, page_size: data.length } }
}

/** Answers a call instead of the chain. Without an answer the chain answers. */
export type Behaviour = (call: { path: string; answer: unknown }, response: ServerResponse) => void

export type PlayedNode = {
  url: string
  /** paths that were asked */
  asked: string[]
  behave(behaviour: Behaviour | null): void
  /** The newest block that the node knows; null: that of the chain. */
  fallBehind(atMost: number | null): void
  /** Another chain than that of the other nodes; null: the same. */
  serve(own: PlayedChain | null): void
  close(): Promise<void>
}

/** @param chain read again at each call, so that it can be replaced */
export async function playedNode(chain: () => PlayedChain, port = 0): Promise<PlayedNode> {
  let behaviour: Behaviour | null = null
  let newest: number | null = null
  let own: PlayedChain | null = null
  const asked: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://node')
      asked.push(url.pathname)
      const answer = (own ?? chain()).answer(url.pathname, url.searchParams, body, newest ?? Infinity)
      if (behaviour) return behaviour({ path: url.pathname, answer }, response)
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? { error: 'not found' }))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (next) => void (behaviour = next),
    fallBehind: (atMost) => void (newest = atMost),
    serve: (next) => void (own = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
