/**
 * The lists of two nodes about one address. A node that forgets a transaction, or answers with an empty list, must not keep a
 * payment from being read: what either lists is read. When one of them lists less than the other for long, operators learn it.
 */
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { ListedTransaction, TransactionList } from './tron-node.ts'

/** Transactions that one of the nodes lists at least, oldest first. */
export type JoinedList = {
  readonly transactions: readonly ListedTransaction[]
  /** up to when every node lists all of its own, Unix milliseconds; null: to the end */
  readonly wholeUntilMs: number | null
}

/** @param sinceMs from when on the nodes were asked */
export function joinLists(lists: readonly TransactionList[], sinceMs: number): JoinedList {
  const times = new Map<string, number>()
  for (const { transactions } of lists) {
    for (const { txId, atMs } of transactions) times.set(txId, Math.min(atMs, times.get(txId) ?? atMs))
  }
  const transactions = [...times]
    .map(([txId, atMs]) => ({ txId, atMs }))
    .toSorted((one, other) => one.atMs - other.atMs)
  const ends = lists.map(({ isFull, transactions: own }) =>
    isFull ? (own.at(-1)?.atMs ?? sinceMs) : Infinity,
  )
  // a node that does not get beyond the beginning holds up no other one
  const end = Math.min(...ends.filter((ms) => ms > sinceMs))
  if (ends.every((ms) => ms <= sinceMs)) return { transactions, wholeUntilMs: sinceMs }
  return { transactions, wholeUntilMs: end === Infinity ? null : end }
}

/** What a node does not list although another one does: when a look showed it first and last, and whether it was reported. */
export type Lacking = Map<string, { readonly sinceMs: number; lastMs: number; reported: boolean }>

/** A node that is behind lists a transaction later than another one, but not by as much as this. */
const LONG_MS = 10 * MINUTE_MS
/** A difference is forgotten when no look showed it for this long: the address is no longer watched. */
const FORGET_MS = 2 * DAY_MS
/** Differences of a node that are remembered. */
const MOST_LACKING = 1_000

type NodeList = { readonly node: string; readonly lacking: Lacking; readonly list: TransactionList }

export type ShortListLog = { error(fields: object, message: string): void }

/** Compares the lists of two nodes, as far as both are whole, and reports what one of them does not list for long. */
export function noteShortLists(
  [first, second]: readonly [NodeList, NodeList],
  at: { address: string; now: number; log: ShortListLog },
): void {
  const endOf = ({ list }: NodeList) => (list.isFull ? (list.transactions.at(-1)?.atMs ?? 0) : Infinity)
  const until = Math.min(endOf(first), endOf(second))
  note(first, second, until, at)
  note(second, first, until, at)
}

function note(
  { node, lacking, list }: NodeList,
  other: NodeList,
  untilMs: number,
  { address, now, log }: { address: string; now: number; log: ShortListLog },
): void {
  const own = new Set(list.transactions.map(({ txId }) => txId))
  for (const txId of own) lacking.delete(txId)
  for (const [txId, { lastMs }] of lacking) if (now - lastMs > FORGET_MS) lacking.delete(txId)
  const long: string[] = []
  for (const { txId, atMs } of other.list.transactions) {
    if (own.has(txId) || atMs >= untilMs) continue
    const known = lacking.get(txId)
    if (known) known.lastMs = now
    else if (lacking.size < MOST_LACKING) lacking.set(txId, { sinceMs: now, lastMs: now, reported: false })
    if (!known || known.reported || now - known.sinceMs < LONG_MS) continue
    known.reported = true
    long.push(txId)
  }
  if (long.length === 0) return
  log.error(
    {
      alarm: 'trc20_short_list',
      address,
      node,
      listedBy: other.node,
      transactions: long.length,
      first: long[0],
    },
    'a node of TRON does not list transactions to an address that another one lists',
  )
}
