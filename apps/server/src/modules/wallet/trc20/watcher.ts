/**
 * Watches the addresses of recharges. A look at an address asks a node for the transactions to it, then for the record of each
 * that has not ended, and applies one step to each transfer in a transaction of its own. A look can stop anywhere and be
 * repeated by any number of watchers: each transfer is credited once, by its transaction and the place of its event.
 */
import type { Values } from '../../../platform/settings/settings.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { arrivalEffects, creditArrival, type Arrived } from '../recharge/credits.ts'
import { lockByPayment, type LockedRecharge } from '../recharge/recharge.queries.ts'
import type { RechargeDeps } from '../recharge/recharge.ts'
import type { Chain, ChainView } from './chain-view.ts'
import {
  confirmationsOf,
  isConfirmed,
  stepOf,
  type FoundTransfer,
  type TransferStep,
} from './chain-transfer.rules.ts'
import type { Examined } from './examined.ts'
import type { ExtendedKey } from './extended-key.ts'
import type { JoinedList } from './joined-lists.ts'
import { termsOf } from './late-transfer.rules.ts'
import type { ChainTransaction, ChainTransfer, ListedTransaction } from './tron-node.ts'
import * as queries from './trc20.queries.ts'
import { TRC20, type ChainPlace, type TransferRow, type WatchedAddress } from './trc20.queries.ts'
import { trc20Settings } from './trc20.settings.ts'
import { formatUsdt } from './usdt.ts'
import { walletSettings } from '../wallet.settings.ts'

export type WatcherDeps = Pick<
  RechargeDeps,
  'random' | 'log' | 'onCredited' | 'onCredit' | 'isClosed' | 'currency'
> & {
  readonly db: Db
  readonly settings: Values
  readonly key: ExtendedKey
  readonly chain: Chain
  readonly examined: Examined
}

/** Addresses that one round takes at a time. */
const CLAIM = 20
/** Most transactions of an address whose records are read in one look. */
const RECORDS_PER_LOOK = 50
/** Blocks on top of a block that no reorganisation replaces: two thirds of the 27 producers have built on it. */
const SOLID = 20
/** A round ends when this many looks in a row failed: the node is away rather than one address odd. */
const FAILURES_TO_END = 3

/**
 * Looks at every address whose look is due.
 * @returns how many were looked at; undefined when no node answers
 */
export async function watchOnce(deps: WatcherDeps, stop: AbortSignal): Promise<number | undefined> {
  if (!(await queries.isLookDue(deps.db))) return 0
  const view = await deps.chain.look(stop)
  if (!view) return undefined
  await queries.watcherLooked(deps.db, view.head)
  let looked = 0
  let failures = 0
  for (;;) {
    const due = await queries.claimAddresses(deps.db, CLAIM)
    for (const address of due) {
      if (stop.aborted || failures >= FAILURES_TO_END) return looked
      try {
        await lookAt(deps, view, address)
        looked++
        failures = 0
      } catch (error) {
        if (stop.aborted) return looked
        failures++
        deps.log.warn({ err: error, address: address.address }, 'a look at an address of a recharge failed')
      }
    }
    if (due.length < CLAIM) return looked
  }
}

/** Looks at one address. */
export async function lookAt(deps: WatcherDeps, view: ChainView, address: WatchedAddress): Promise<void> {
  if (!isDerived(deps, address)) return
  const { examined } = deps
  const fromMs = Number(address.listed_from_ms)
  const list = await view.listTo(address.address, fromMs)
  const known = await queries.transfersTo(deps.db, address)
  const isForeign = (txId: string) => examined.isForeign(address.address, txId)
  const toRead = transactionsToRead(list.transactions, known, { fromMs, isForeign })
  examined.keep(address.address, new Set([...list.transactions.map(({ txId }) => txId), ...toRead]))
  const open = new Set(toRead)
  for (const txId of examined.inTurn(address.address, toRead).slice(0, RECORDS_PER_LOOK)) {
    examined.setRead(address.address, txId)
    if (await lookAtTransaction(deps, view, address, txId)) open.delete(txId)
  }
  const { lookSeconds } = trc20Settings(deps.settings)
  await queries.addressLooked(deps.db, address, lookSeconds, nextFromMs(deps, address, list, open))
}

/** From when on the next look lists: a list that is not whole goes on from what is still open, or else from its end. */
function nextFromMs(
  { log }: WatcherDeps,
  { address, listed_from_ms }: WatchedAddress,
  { transactions, wholeUntilMs }: JoinedList,
  open: ReadonlySet<string>,
): number {
  const fromMs = Number(listed_from_ms)
  if (wholeUntilMs === null) return fromMs
  const firstOpen = transactions.find(({ txId }) => open.has(txId))
  if (!firstOpen && transactions.length > 0 && wholeUntilMs <= fromMs) {
    log.error({ alarm: 'trc20_list', address }, 'a node does not list all transfers of a block to an address')
  }
  return Math.max(fromMs, Math.min(firstOpen?.atMs ?? wholeUntilMs, wholeUntilMs))
}

/** A stored address that the key does not give was planted: what is paid to it is not the house's. */
function isDerived({ key, log }: WatcherDeps, { index, address }: WatchedAddress): boolean {
  const isOurs = key.address(Number(index)) === address
  if (!isOurs) {
    log.error({ alarm: 'trc20_address', index: String(index) }, 'an address does not derive from the key')
  }
  return isOurs
}

/**
 * Listed transactions that have not ended, and known ones that the list no longer has although it should: those that wait,
 * and those that ended.
 */
function transactionsToRead(
  listed: readonly ListedTransaction[],
  known: readonly TransferRow[],
  { fromMs, isForeign }: { fromMs: number; isForeign: (txId: string) => boolean },
): string[] {
  const isListed = new Set(listed.map(({ txId }) => txId))
  const hasEnded = (row: TransferRow) => isConfirmed(row.state)
  const byTx = new Map<string, TransferRow[]>()
  for (const row of known) byTx.set(row.transaction_id, [...(byTx.get(row.transaction_id) ?? []), row])
  const open = listed.filter(({ txId }) => {
    const rows = byTx.get(txId) ?? []
    if (rows.every((row) => row.state === 'gone')) return !isForeign(txId)
    return rows.some((row) => !hasEnded(row) || row.lost)
  })
  const missing = known.filter((row) => {
    if (isListed.has(row.transaction_id)) return false
    return row.state === 'seen' || (hasEnded(row) && !row.lost && row.block_ms >= fromMs)
  })
  return [...new Set([...missing.map((row) => row.transaction_id), ...open.map(({ txId }) => txId)])]
}

/** Reads the record of a transaction and applies what it changes. @returns whether nothing more is to be expected of it */
async function lookAtTransaction(
  deps: WatcherDeps,
  view: ChainView,
  address: WatchedAddress,
  txId: string,
): Promise<boolean> {
  const record = await view.transaction(txId)
  const known = (await queries.transfersTo(deps.db, address)).filter((row) => row.transaction_id === txId)
  const found = (record?.transfers ?? []).filter(({ to }) => to === address.address)
  const places = new Set([...known.map((row) => row.log_index), ...found.map(({ logIndex }) => logIndex)])
  let over = 0
  for (const logIndex of places) {
    const transfer = found.find((one) => one.logIndex === logIndex)
    const before = known.find((row) => row.log_index === logIndex) ?? null
    const there = record && transfer ? { block: record.block, units: transfer.units } : null
    const step = stepOf(before, there, view.head, address.needed)
    if (step.do === 'nothing') {
      over++
      continue
    }
    const nodes = await agreeing(deps, view, address, { txId, logIndex, there, step })
    if (nodes === null) continue
    const look: Look = { view, nodes, address, txId, logIndex, record, transfer }
    const arrived = await deps.db.tx((tx) => applyStep(deps, tx, look, there))
    if (arrived) arrivalEffects(deps, arrived)
    over++
  }
  if (record && found.length === 0 && known.every(({ state }) => state === 'gone'))
    return staysForeign(deps, view, address, record)
  const isDeep = record !== null && confirmationsOf(record.block, view.head) >= address.needed
  return isDeep && over === places.size
}

/**
 * Whether a transaction without a transfer to the address stays one: its block is solid, and a second node, when there is one,
 * reports none either. It is not read again then.
 */
async function staysForeign(
  { examined, log }: WatcherDeps,
  view: ChainView,
  address: WatchedAddress,
  { txId, block }: ChainTransaction,
): Promise<boolean> {
  if (confirmationsOf(block, view.head) < Math.max(SOLID, address.needed)) return false
  const second = await view.secondOpinion(txId)
  if (second === 'away') return false
  if (second !== 'alone') {
    const other = second.transaction
    if (!other) return false
    if (other.transfers.some(({ to }) => to === address.address)) {
      reportDisagreement(log, txId, [view.name, second.name])
      return false
    }
  }
  examined.setForeign(address.address, txId)
  return true
}

function reportDisagreement(log: WatcherDeps['log'], transaction: string, nodes: readonly string[]): void {
  log.error(
    { alarm: 'trc20_nodes', transaction, nodes },
    'two nodes of TRON report different things about a transfer',
  )
}

type Look = {
  view: ChainView
  /** the hosts that reported it */
  nodes: string
  address: WatchedAddress
  txId: string
  logIndex: number
  record: ChainTransaction | null
  transfer: ChainTransfer | undefined
}

/** Steps that move money, or take it away from what was credited, need a second node, when there is one. */
const NEEDS_SECOND: ReadonlySet<TransferStep['do']> = new Set(['confirm', 'lose'])

/** The hosts that report the same; null: a second node is needed and does not agree, or not yet. */
async function agreeing(
  { log }: WatcherDeps,
  view: ChainView,
  address: WatchedAddress,
  {
    txId,
    logIndex,
    there,
    step,
  }: { txId: string; logIndex: number; there: FoundTransfer; step: TransferStep },
): Promise<string | null> {
  if (!NEEDS_SECOND.has(step.do)) return view.name
  const second = await view.secondOpinion(txId)
  if (second === 'alone') return view.name
  if (second === 'away') return null
  const other = second.transaction
  const found = other?.transfers.find((one) => one.logIndex === logIndex && one.to === address.address)
  const isThere = other !== null && found !== undefined
  if (!there) return isThere ? null : `${view.name} ${second.name}`
  const isSame = isThere && other.block === there.block && found.units === there.units
  if (isSame)
    return confirmationsOf(other.block, second.head) >= address.needed ? `${view.name} ${second.name}` : null
  // a node that is behind does not have it yet
  if (isThere || second.head >= there.block + address.needed) {
    reportDisagreement(log, txId, [view.name, second.name])
  }
  return null
}

/** Applies a step under the lock of the recharge, with what is stored then. @returns what was credited */
async function applyStep(
  deps: WatcherDeps,
  tx: Tx,
  look: Look,
  there: FoundTransfer,
): Promise<Arrived | undefined> {
  const { view, nodes, address, txId, logIndex } = look
  const recharge = await lockByPayment(tx, TRC20, address.address)
  if (!recharge) throw new Error(`no recharge has ${address.address}`)
  const known = await queries.transfersTo(tx, address)
  const before = known.find((row) => row.transaction_id === txId && row.log_index === logIndex) ?? null
  const step = stepOf(before, there, view.head, address.needed)
  const transfer = { txId, logIndex }
  const saw = (name: queries.StepName) => queries.insertStep(tx, transfer, name, { head: view.head, nodes })
  switch (step.do) {
    case 'nothing':
      return undefined
    case 'see':
      await queries.saveTransfer(tx, address, placeOf(look), null)
      await saw('seen')
      return undefined
    case 'forget':
      await queries.transferGone(tx, txId, logIndex)
      await saw('gone')
      return undefined
    case 'lose':
      await queries.transferLost(tx, txId, logIndex, true)
      await saw('lost')
      deps.log.error(
        { alarm: 'trc20_lost', transaction: txId, address: address.address },
        'a transfer that was confirmed is no longer on the chain',
      )
      return undefined
    case 'find':
      await queries.transferLost(tx, txId, logIndex, false)
      await saw('found')
      return undefined
    case 'confirm':
      return confirm(deps, tx, look, { recharge, known })
  }
}

function placeOf({ record, transfer, txId, logIndex }: Look): ChainPlace {
  if (!record || !transfer) throw new Error(`the transaction ${txId} has no such transfer`)
  const { units, from } = transfer
  return { txId, logIndex, sender: from, units, block: record.block, blockAtMs: record.atMs }
}

/**
 * Credits what a transfer is worth, or holds it. A transfer that is worth less than a minor unit of the wallet credits nothing.
 */
async function confirm(
  deps: WatcherDeps,
  tx: Tx,
  look: Look,
  { recharge, known }: { recharge: LockedRecharge; known: readonly TransferRow[] },
): Promise<Arrived | undefined> {
  const { view, nodes, address, txId, logIndex } = look
  const place = placeOf(look)
  const { paid_at: paidAt, late } = await queries.paidAt(tx, address, place)
  const { rate, worth, state } = termsOf({
    units: place.units,
    isLate: late,
    ownRate: address.rate,
    currentRate: trc20Settings(deps.settings).rate,
    credited: recharge.credited ?? 0n,
    maximum: walletSettings(deps.settings).maximum,
  })
  await queries.saveTransfer(tx, address, place, {
    state,
    rate,
    worth: state === 'credited' ? worth : null,
    paidAt,
  })
  await queries.insertStep(tx, { txId, logIndex }, state, { head: view.head, nodes })
  if (state === 'held') {
    deps.log.error(
      { alarm: 'trc20_held', transaction: txId, address: address.address },
      'a late transfer waits for operators: it is above the highest recharge, or no rate is set',
    )
  }
  if (state !== 'credited') return undefined
  const received = known
    .filter((row) => row.state === 'credited')
    .reduce((sum, row) => sum + row.units, place.units)
  const arrived = await creditArrival(deps, tx, {
    provider: TRC20,
    eventId: `${txId}:${logIndex}`,
    paymentId: address.address,
    amount: worth,
    currency: deps.currency.code,
    body: evidenceOf(look, place, rate),
    isComplete: received >= address.units,
  })
  if (arrived.credited === undefined)
    throw new Error(`the transfer ${txId} was credited before: ${arrived.result}`)
  return arrived
}

/** What the nodes said, as the wallet keeps it. */
function evidenceOf({ view, nodes, address }: Look, place: ChainPlace, rate: bigint): string {
  const { txId, logIndex, sender, units, block, blockAtMs } = place
  return JSON.stringify({
    transaction: txId,
    event: logIndex,
    from: sender,
    to: address.address,
    usdt: formatUsdt(units),
    rate: rate.toString(),
    block,
    at: new Date(blockAtMs).toISOString(),
    head: view.head,
    nodes: nodes.split(' '),
  })
}
