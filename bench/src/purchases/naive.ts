/**
 * The peer to compare with: the textbook implementation of a purchase. Each purchase is one interactive transaction with
 * SELECT … FOR UPDATE on wallet and issue. It writes the same rows to the same tables with the same durability and the same
 * invariants. Named statements, a pool of up to 20 connections, no batching.
 */
import pg from 'pg'
import { connectionConfig } from '@fairlot/server/platform/db'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { purchaseKeys } from '@fairlot/server/modules/ledger/index'

export type NaivePurchase = { order: string; firstCode: number; amount: bigint }

export type Naive = {
  /** @throws Error when the purchase is refused; in the benchmark, members have enough money and issues enough shares */
  buy(request: {
    member: string
    issueId: string
    quantity: number
    requestId: string
  }): Promise<NaivePurchase>
  close(): Promise<void>
}

const WALLET = 'select balance, lines from wallet where member_id = $1 for update'
const EARLIER = 'select state, position, amount from purchase where member_id = $1 and purchase_id = $2'
const ISSUE = `select price, shares, sold, orders, status, last_ms,
    floor(extract(epoch from (select at from business_clock)) * 1000)::bigint as ms,
    exists (select from purchase where member_id = $2 and subject_id = $1 and state in ('held', 'done')) as known
  from issue where issue_id = $1 for update`
const PURCHASE = `insert into purchase (member_id, purchase_id, request_id, kind, subject_id, quantity, amount, state, position, created_at)
  values ($1, $2, $7, 'shares', $3, $4, $5, 'done', $6, timestamptz 'epoch' + $8 * interval '1 millisecond')`
const PAY = `update wallet set balance = balance - $2, lines = lines + 1, open_orders = open_orders + 1 where member_id = $1`
const SALE = `insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
  values ($1, $2, $3, $4, $5, 'done', $6, $7, $8)`
const SELL = `update issue set sold = sold + $2, pool = pool + $3, orders = orders + 1, participants = participants + $4,
    last_ms = $5, time_sum = time_sum + time_of_day($5, utc_offset)::bigint,
    status = case when sold + $2 = shares then 'sold_out' else status end,
    sold_out_at = case when sold + $2 = shares then business_now() end
  where issue_id = $1`
const BOOK = `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at) values
    ($1, $2, 'hold', 'wallet', 'clearing', $4, $5, $6, business_now()),
    ($3, $2, 'sale', 'clearing', 'pool', $4, null, null, business_now())`

type Wallet = { balance: bigint; lines: number }
type Sale = {
  price: bigint
  shares: number
  sold: number
  orders: number
  status: string
  last_ms: bigint
  ms: bigint
  known: boolean
}
type Earlier = { state: string; position: number; amount: bigint }

export function createNaive(url: string): Naive {
  const pool = new pg.Pool({ ...connectionConfig(url, 'fairlot-bench-naive'), max: 20 })
  // the pool replaces connections that break while they are idle
  pool.on('error', () => undefined)

  async function transact(
    client: pg.PoolClient,
    request: Parameters<Naive['buy']>[0],
  ): Promise<NaivePurchase> {
    const { member, issueId, quantity, requestId } = request
    const order = purchaseKeys(member, requestId).id
    const run = async <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
      (await client.query<Row>({ name, text, values })).rows[0]
    const wallet = await run<Wallet>('wallet', WALLET, [member])
    const earlier = await run<Earlier>('earlier', EARLIER, [member, order])
    if (earlier) return { order, firstCode: earlier.position, amount: earlier.amount }
    const issue = await run<Sale>('issue', ISSUE, [issueId, member])
    if (!wallet || !issue) throw new Error('no such member or issue')
    const amount = issue.price * BigInt(quantity)
    if (issue.status !== 'selling' || issue.sold + quantity > issue.shares) throw new Error('sold out')
    if (wallet.balance < amount) throw new Error('not enough money')
    const firstCode = FIRST_CODE + issue.sold
    const ms = issue.ms > issue.last_ms ? issue.ms : issue.last_ms
    await run('purchase', PURCHASE, [member, order, issueId, quantity, amount, firstCode, requestId, ms])
    await run('pay', PAY, [member, amount])
    await run('sale', SALE, [issueId, order, member, quantity, amount, firstCode, issue.orders + 1, ms])
    await run('sell', SELL, [issueId, quantity, amount, issue.known ? 0 : 1, ms])
    await run('book', BOOK, [member, order, issueId, amount, wallet.lines + 1, wallet.balance - amount])
    return { order, firstCode, amount }
  }

  return {
    async buy(request) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const purchase = await transact(client, request)
        const { command } = await client.query('commit')
        if (command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
        client.release()
        return purchase
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
