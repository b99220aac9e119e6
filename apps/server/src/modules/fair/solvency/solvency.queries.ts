/** Statements of the proof of solvency: the days that were stated, their leaves and nodes. Amounts in minor units. */
import type { Vouching } from '@fairlot/fairness/proof/version-3/types'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { BLOCK, BLOCK_LEVEL, OWNED_PARTS, type OwnedPart } from './solvency-tree.queries.ts'

/** What the house stated on a UTC day. */
export type SolvencyDay = {
  /** `2026-11-22` */
  day: string
  /** number of the log */
  log: number
  /** of the entry in the log */
  index: number
  atMs: number
  members: number
  /** hex */
  root: string
  total: bigint
  assets: bigint
}

/** What was stated, with the witnesses that the entry of version 3 names; null: it is of an earlier version. */
export type StatedDay = SolvencyDay & { vouching: Vouching | null }

type DayRow = Omit<StatedDay, 'index' | 'atMs'> & { index: bigint; at_ms: bigint }

const COLUMNS = `d.day::text, d.log, d.index, d.at_ms, d.members, encode(d.root, 'hex') as root, d.total, d.assets,
  (select case when e.said ? 'quorum' then jsonb_build_object('witnesses', e.said -> 'witnesses', 'quorum', e.said -> 'quorum') end
    from (select bytes::jsonb as said from log_entry e where (e.log, e.index) = (d.log, d.index)) e) as vouching`

const dayOf = ({ at_ms: atMs, index, ...row }: DayRow): StatedDay => ({
  ...row,
  index: Number(index),
  atMs: Number(atMs),
})

const INSERT: Statement = {
  name: 'solvency.insert',
  text: `insert into solvency_day (day, log, index, at_ms, members, root, total, assets)
    values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8)`,
}

export async function insertDay(tx: Tx, stated: SolvencyDay): Promise<void> {
  const { day, log, index, atMs, members, root, total, assets } = stated
  await tx.query(INSERT, [day, log, index, atMs, members, root, total, assets])
}

const OF_DAY: Statement = {
  name: 'solvency.of_day',
  text: `select ${COLUMNS} from solvency_day d where $1::text is null or d.day::text = $1 order by d.day desc limit 1`,
}

/** @param day null: the newest one */
export async function statedDay(db: Executor, day: string | null): Promise<StatedDay | null> {
  const [row] = await db.query<DayRow>(OF_DAY, [day])
  return row ? dayOf(row) : null
}

const DAYS: Statement = {
  name: 'solvency.days',
  text: `select ${COLUMNS} from solvency_day d where d.at_ms < $1 order by d.day desc limit $2`,
}

/** Those before a time in Unix milliseconds, newest first. */
export async function statedDays(db: Executor, before: number, limit: number): Promise<StatedDay[]> {
  return (await db.query<DayRow>(DAYS, [before, limit])).map(dayOf)
}

export type StoredLeaf = {
  place: number
  memberId: string
  nonce: string
  /** hash of the phone number, hex; null before version 3 */
  owner: string | null
} & Record<OwnedPart, bigint>

const LEAF = `place, member_id as "memberId", encode(nonce, 'hex') as nonce, encode(owner, 'hex') as owner, ${OWNED_PARTS.join(', ')}`

const OF_MEMBER: Statement = {
  name: 'solvency.leaf',
  text: `select ${LEAF} from solvency_leaf where (day, member_id) = ($1, $2)`,
}

export async function leafOf(db: Executor, day: string, memberId: string): Promise<StoredLeaf | undefined> {
  return (await db.query<StoredLeaf>(OF_MEMBER, [day, memberId]))[0]
}

const RANGE: Statement = {
  name: 'solvency.range',
  text: `select ${LEAF} from solvency_leaf where day = $1 and place >= $2 and place < $3 order by place`,
}

/** The leaves of whole blocks, in their order. */
export function leavesOf(db: Executor, day: string, block: number, blocks = 1): Promise<StoredLeaf[]> {
  return db.query<StoredLeaf>(RANGE, [day, block * BLOCK, (block + blocks) * BLOCK])
}

export type StoredNode = { level: number; place: number; hash: string; sum: bigint }

const SIBLINGS: Statement = {
  name: 'solvency.siblings',
  text: `
    select level, place, encode(hash, 'hex') as hash, sum from solvency_node
    join generate_series(${BLOCK_LEVEL}, 31) level using (level)
    where day = $1 and place = (($2::bigint >> level) # 1)
    order by level`,
}

/** The siblings of a leaf's ancestors, from the block on. A level at which the ancestor has no sibling is left out. */
export function siblingsOf(db: Executor, day: string, place: number): Promise<StoredNode[]> {
  return db.query<StoredNode>(SIBLINGS, [day, place])
}

const NODES: Statement = {
  name: 'solvency.nodes',
  text: `select level, place, encode(hash, 'hex') as hash, sum from solvency_node where (day, level) = ($1, $2) order by place`,
}

export function nodesOf(db: Executor, day: string, level: number): Promise<StoredNode[]> {
  return db.query<StoredNode>(NODES, [day, level])
}

const ERASE_LEAVES: Statement = {
  name: 'solvency.erase_leaves',
  text: `
    delete from solvency_leaf where (day, place) in (
      select day, place from solvency_leaf where day < (select at from business_clock)::date - $1::int limit 20000)
    returning 1`,
}
const ERASE_NODES: Statement = {
  name: 'solvency.erase_nodes',
  text: `delete from solvency_node where day < (select at from business_clock)::date - $1::int`,
}

/** Deletes up to 20,000 leaves that are older than this many days. @returns how many */
export async function eraseLeaves(db: Executor, days: number): Promise<number> {
  return (await db.query(ERASE_LEAVES, [days])).length
}

export async function eraseNodes(db: Executor, days: number): Promise<void> {
  await db.query(ERASE_NODES, [days])
}
