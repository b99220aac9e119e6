/**
 * The HTTP API of a node of TRON, in the form of TronGrid. A node is asked, never believed alone: the list of an account only
 * names transactions, the record of each transaction says what it did, and the watcher compares two nodes before it credits.
 * Answers are bounded in time and size, and their numbers are checked before use.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as z from 'zod/mini'
import { tronAddress, tronBytes } from '../tron-address.ts'
import { MAX_UNITS } from './usdt.ts'

/** One transfer of the token, as the record of its transaction has it. */
export type ChainTransfer = {
  /** place of the event among those of the transaction, from 0 */
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** 1/1,000,000 USDT */
  readonly units: bigint
}

/** What a transaction did. */
export type ChainTransaction = {
  readonly txId: string
  readonly block: number
  /** time of its block, Unix milliseconds */
  readonly atMs: number
  /** transfers of the token; none when the transaction failed */
  readonly transfers: readonly ChainTransfer[]
}

export type ListedTransaction = { readonly txId: string; readonly atMs: number }

/** Transactions, oldest first. `isFull`: the node has more, from the time of the last one on; one block is never cut. */
export type TransactionList = {
  readonly transactions: readonly ListedTransaction[]
  readonly isFull: boolean
}

export type TronNode = {
  /** the host, for the log */
  readonly name: string
  /** The number of the newest block. */
  head(stop: AbortSignal): Promise<number>
  /** Transactions with transfers of the token to an address, from a time on. */
  listTo(address: string, sinceMs: number, stop: AbortSignal): Promise<TransactionList>
  /** The record of a transaction; null: the node's chain does not have it. */
  transaction(txId: string, stop: AbortSignal): Promise<ChainTransaction | null>
}

/** No readable answer of a node. The message names no more than the first characters of what it said. */
export class NodeFault extends Error {
  override name = 'NodeFault'
}

export type TronNodeOptions = {
  /** without a trailing slash */
  readonly url: string
  /** the token's contract, base58 */
  readonly contract: string
  /** sent as `TRON-PRO-API-KEY` */
  readonly apiKey?: string | undefined
  /** timeout of a call, milliseconds */
  readonly patienceMs?: number
}

/** Most transfers of one answer of the list. */
export const LIST_LIMIT = 200
/** Answers that one list reads, unless a block has more. */
const LIST_PAGES = 5
/** More transfers than a block can hold. */
const MOST_PAGES = 100
const PATIENCE_MS = 8_000
const MAX_BYTES = 2_000_000
const MAX_LOGS = 10_000

const TRANSFER_TOPIC = Buffer.from(
  keccak_256(new TextEncoder().encode('Transfer(address,address,uint256)')),
).toString('hex')

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const blockNumber = z.int().check(z.gte(0))
const time = z.int().check(z.gte(0))

const headSchema = z.object({ block_header: z.object({ raw_data: z.object({ number: blockNumber }) }) })
const listSchema = z.object({
  success: z.literal(true),
  data: z.array(z.object({ transaction_id: hex32, block_timestamp: time })).check(z.maxLength(LIST_LIMIT)),
  // what the next page is asked with, when there is one
  meta: z.optional(z.object({ fingerprint: z.optional(z.string().check(z.maxLength(1_000))) })),
})
const logSchema = z.object({
  // 20 bytes; some nodes write the prefix of the network in front
  address: z.string().check(z.regex(/^(41)?[0-9a-f]{40}$/)),
  topics: z.optional(z.array(hex32).check(z.maxLength(4))),
  data: z.optional(z.string().check(z.regex(/^([0-9a-f]{2})*$/))),
})
const transactionSchema = z.object({
  id: hex32,
  blockNumber,
  blockTimeStamp: time,
  result: z.optional(z.string()),
  receipt: z.object({ result: z.optional(z.string()) }),
  log: z.optional(z.array(logSchema).check(z.maxLength(MAX_LOGS))),
})

export function createTronNode(options: TronNodeOptions): TronNode {
  const { url, contract, apiKey, patienceMs = PATIENCE_MS } = options
  const contractHex = Buffer.from(tronBytes(contract) ?? []).toString('hex')
  if (contractHex === '') throw new Error(`${contract} is no address of a contract`)
  const name = new URL(url).host

  async function call(path: string, body: object | null, stop: AbortSignal): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }),
      },
      body: body === null ? null : JSON.stringify(body),
      // only the configured URL
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new NodeFault(`the node answered ${response.status}`)
    }
    const text = await readBounded(response)
    try {
      return JSON.parse(text)
    } catch {
      throw new NodeFault('the answer is no JSON')
    }
  }

  /** @param from.after the fingerprint of the page before */
  async function listPage(
    address: string,
    { sinceMs, after }: { sinceMs: number; after: string | undefined },
    stop: AbortSignal,
  ): Promise<z.infer<typeof listSchema>> {
    const query = new URLSearchParams({
      only_to: 'true',
      contract_address: contract,
      order_by: 'block_timestamp,asc',
      min_timestamp: String(sinceMs),
      limit: String(LIST_LIMIT),
      ...(after !== undefined && { fingerprint: after }),
    })
    return read(
      listSchema,
      await call(`/v1/accounts/${address}/transactions/trc20?${query.toString()}`, null, stop),
    )
  }

  return {
    name,
    async head(stop) {
      const answer = await call('/wallet/getnowblock', {}, stop)
      return read(headSchema, answer).block_header.raw_data.number
    },
    async listTo(address, sinceMs, stop) {
      const times = new Map<string, number>()
      const listed = (isFull: boolean): TransactionList => ({
        transactions: [...times].map(([txId, atMs]) => ({ txId, atMs })),
        isFull,
      })
      let after: string | undefined
      let last = sinceMs
      for (let page = 1; page <= MOST_PAGES; page++) {
        const { data, meta } = await listPage(address, { sinceMs, after }, stop)
        // a transaction with several transfers is listed once for each
        for (const { transaction_id, block_timestamp } of data) times.set(transaction_id, block_timestamp)
        last = data.at(-1)?.block_timestamp ?? last
        const next = meta?.fingerprint
        // a node may answer with fewer rows than asked for: only a page that names no other one is the last
        if (next === undefined || next === after) return listed(data.length === LIST_LIMIT)
        if (page >= LIST_PAGES && (last > sinceMs || times.size === 0)) return listed(true)
        after = next
      }
      throw new NodeFault('the list of one block does not end')
    },
    async transaction(txId, stop) {
      const answer = await call('/wallet/gettransactioninfobyid', { value: txId }, stop)
      if (isEmpty(answer)) return null
      const record = read(transactionSchema, answer)
      if (record.id !== txId) throw new NodeFault('the answer is about another transaction')
      const succeeded = record.receipt.result === 'SUCCESS' && (record.result ?? 'SUCCESS') === 'SUCCESS'
      const transfers = succeeded ? transfersOf(record.log ?? [], contractHex) : []
      return { txId, block: record.blockNumber, atMs: record.blockTimeStamp, transfers }
    },
  }
}

const isEmpty = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && Object.keys(answer).length === 0

/** @throws NodeFault that names the place, not the value */
function read<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.slice(0, 3).map(({ path }) => path.join('.') || 'the answer')
  throw new NodeFault(`the answer has another form at ${places.join(', ').slice(0, 200)}`)
}

/** The events `Transfer(from, to, value)` of the token's contract. */
function transfersOf(logs: readonly z.infer<typeof logSchema>[], contractHex: string): ChainTransfer[] {
  return logs.flatMap(({ address, topics = [], data = '' }, logIndex) => {
    const [topic, from, to, ...others] = topics
    const isTransfer = topic === TRANSFER_TOPIC && from && to && others.length === 0 && data.length === 64
    if (address.slice(-40) !== contractHex || !isTransfer) return []
    const units = BigInt(`0x${data}`)
    if (units > MAX_UNITS) throw new NodeFault('the answer has a transfer of more than there is')
    return [{ logIndex, from: addressOf(from), to: addressOf(to), units }]
  })
}

/** An address in a topic: its 20 bytes are the last of 32. */
const addressOf = (topic: string) => tronAddress(Buffer.from(topic.slice(-40), 'hex'))

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // leaving the loop cancels the response
    if (length > MAX_BYTES) throw new NodeFault(`the answer is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
