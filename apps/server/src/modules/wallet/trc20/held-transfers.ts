/** Late transfers in USDT that wait for operators, and what two of them decide. Every act runs in the caller's transaction. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { arrivalEffects, creditArrival, type Arrived } from '../recharge/credits.ts'
import { lockByPayment } from '../recharge/recharge.queries.ts'
import type { RechargeDeps } from '../recharge/recharge.ts'
import { TRC20 } from './trc20.queries.ts'
import { formatUsdt, worthOf } from './usdt.ts'

/** Where a transfer is: a transaction and the place of its event. */
export type TransferPlace = { readonly txId: string; readonly logIndex: number }

export type HeldTransfer = {
  transaction_id: string
  log_index: number
  member_id: string
  /** of the recharge */
  number: string
  address: string
  sender: string
  /** 1/1,000,000 USDT */
  units: bigint
  /** minor units per USDT: what it is worth */
  rate: bigint
  /** that of its recharge */
  own_rate: bigint
  currency: string
  /** the nodes no longer have it */
  lost: boolean
  /** time of its block */
  block_ms: bigint
  held_ms: bigint
  held_micros: bigint
}

const HELD = `
  select t.transaction_id, t.log_index, t.member_id, r.number, a.address, t.sender, t.units, t.rate, a.rate as own_rate, r.currency,
    t.lost_at is not null as lost, ${MS('t.block_at')} as block_ms, ${MS('t.held_at')} as held_ms,
    (extract(epoch from t.held_at) * 1000000)::bigint as held_micros
  from trc20_transfer t
  join trc20_address a using (member_id, recharge_id)
  join recharge r using (member_id, recharge_id)
  where t.state = 'held'`

const PAGE: Statement = {
  name: 'trc20.held_page',
  text: `${HELD} and ($1::bigint is null or (t.held_at, t.transaction_id, t.log_index)
      > (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::text, $3::int))
    order by t.held_at, t.transaction_id, t.log_index limit $4`,
}
const ONE: Statement = {
  name: 'trc20.held_one',
  text: `${HELD} and (t.transaction_id, t.log_index) = ($1, $2)`,
}
const ADDRESS: Statement = {
  name: 'trc20.address_of_transfer',
  text: `
    select a.address from trc20_transfer t join trc20_address a using (member_id, recharge_id)
    where (t.transaction_id, t.log_index) = ($1, $2)`,
}
const END: Statement = {
  name: 'trc20.end_held',
  text: `
    with ended as (
      update trc20_transfer set state = $3, worth = $4::bigint, ended_at = business_now()
      where (transaction_id, log_index) = ($1, $2) and state = 'held' returning ended_at),
    step as (
      insert into trc20_transfer_step (transaction_id, log_index, seq, step, units, block, head, nodes, at)
      select $1, $2, max(s.seq) + 1, $3, (array_agg(s.units order by s.seq) filter (where s.step = 'held'))[1],
        (array_agg(s.block order by s.seq) filter (where s.step = 'held'))[1],
        (array_agg(s.head order by s.seq) filter (where s.step = 'held'))[1],
        (array_agg(s.nodes order by s.seq) filter (where s.step = 'held'))[1], (select ended_at from ended)
      from trc20_transfer_step s where (s.transaction_id, s.log_index) = ($1, $2))
    insert into trc20_decision (transaction_id, log_index, outcome, requested_by, approved_by, at)
    select $1, $2, $3, $5, $6, ended_at from ended`,
}

/** The place of the last transfer of a page. */
export type HeldAfter = TransferPlace & { readonly micros: number }

export type HeldDecision = TransferPlace & { readonly requestedBy: string; readonly approvedBy: string }

type HeldDeps = Pick<RechargeDeps, 'log' | 'onCredited' | 'onCredit' | 'isClosed'>

/** What the back office can do with transfers that are held. */
export type HeldTransfers = {
  /** Those that wait, the oldest first. */
  page(db: Executor, after: HeldAfter | null, limit: number): Promise<HeldTransfer[]>
  /** @throws Refusal NO_SUCH_DATA, NOT_PENDING when it was decided or left the chain */
  require(db: Executor, place: TransferPlace): Promise<HeldTransfer>
  /** Credits what it is worth. Call `arrived` after the commit. @throws Refusal as `require` */
  credit(tx: Tx, decision: HeldDecision): Promise<{ row: HeldTransfer; arrived: Arrived }>
  /** Ends it without a credit. @throws Refusal as `require` */
  dismiss(tx: Tx, decision: HeldDecision): Promise<HeldTransfer>
  arrived(arrived: Arrived): void
}

export function heldTransfers(deps: HeldDeps): HeldTransfers {
  return {
    page: (db, after, limit) =>
      db.query<HeldTransfer>(PAGE, [
        after?.micros ?? null,
        after?.txId ?? null,
        after?.logIndex ?? null,
        limit,
      ]),
    require: requireHeld,
    async credit(tx, decision) {
      const row = await lockHeld(tx, decision)
      const amount = worthOf(row.units, row.rate)
      await endHeld(tx, decision, 'credited', amount)
      const arrived = await creditArrival(deps, tx, {
        provider: TRC20,
        eventId: `${row.transaction_id}:${row.log_index}`,
        paymentId: row.address,
        amount,
        currency: row.currency,
        body: evidenceOf(row, decision),
        isComplete: true,
      })
      if (arrived.credited === undefined)
        throw new Error(`the transfer ${row.transaction_id} was credited before: ${arrived.result}`)
      return { row, arrived }
    },
    async dismiss(tx, decision) {
      const row = await lockHeld(tx, decision)
      await endHeld(tx, decision, 'dismissed', null)
      return row
    },
    arrived: (arrived) => arrivalEffects(deps, arrived),
  }
}

async function requireHeld(db: Executor, { txId, logIndex }: TransferPlace): Promise<HeldTransfer> {
  const [row] = await db.query<HeldTransfer>(ONE, [txId, logIndex])
  if (row && !row.lost) return row
  const isKnown = (await db.query(ADDRESS, [txId, logIndex])).length > 0
  throw new Refusal(isKnown ? 'NOT_PENDING' : 'NO_SUCH_DATA')
}

/** Locks the recharge, which the watcher locks for every step too, and reads the transfer then. */
async function lockHeld(tx: Tx, place: TransferPlace): Promise<HeldTransfer> {
  const [found] = await tx.query<{ address: string }>(ADDRESS, [place.txId, place.logIndex])
  if (found) await lockByPayment(tx, TRC20, found.address)
  return requireHeld(tx, place)
}

async function endHeld(
  tx: Tx,
  { txId, logIndex, requestedBy, approvedBy }: HeldDecision,
  outcome: 'credited' | 'dismissed',
  worth: bigint | null,
): Promise<void> {
  await tx.query(END, [txId, logIndex, outcome, worth, requestedBy, approvedBy])
}

/** What the nodes had said and who decided, as the wallet keeps it. */
function evidenceOf(row: HeldTransfer, { requestedBy, approvedBy }: HeldDecision): string {
  return JSON.stringify({
    transaction: row.transaction_id,
    event: row.log_index,
    from: row.sender,
    to: row.address,
    usdt: formatUsdt(row.units),
    rate: row.rate.toString(),
    at: new Date(Number(row.block_ms)).toISOString(),
    operators: [requestedBy, approvedBy],
  })
}
