/**
 * SQL that makes the Merkle-sum tree of a day: one statement reads what all members own, in one snapshot; then chunks of leaves are
 * stored, and one statement makes each level. So the server needs the same memory for every number of members.
 */
import type { Tx } from '../../../platform/db.ts'

/** What a member can own. Each part is a column of `solvency_leaf`. */
export const OWNED_PARTS = ['wallet', 'piggy', 'held', 'escrow'] as const
export type OwnedPart = (typeof OWNED_PARTS)[number]

/** SQL of the rows (member_id, amount) of each part; a member may have several rows. Amounts in minor units. */
export type OwnedSql = Readonly<Record<OwnedPart, string>>

/** What the books say, as SQL of the modules that keep them. */
export type SolvencyBooks = {
  owned: OwnedSql
  /** SQL of the rows (member_id, phone) of all members; the phone is in E.164, and null for a closed account */
  phones: string
  /** SQL of one value: what the house has at banks and payment companies, in minor units */
  assets: string
}

/** Nodes are stored from this level on; a node of it covers 256 leaves. */
export const BLOCK_LEVEL = 8
export const BLOCK = 2 ** BLOCK_LEVEL
/** Leaves that one statement stores. */
const CHUNK = 2 ** 15

const label = (name: string) => `(convert_to('${name}', 'UTF8') || '\\x00'::bytea)`
/** Of the formulas in packages/fairness/src/solvency/solvency.ts and owned-leaf.ts. */
const LEAF_LABEL = label('fairlot/leaf/1')
const OWNED_LEAF_LABEL = label('fairlot/leaf/2')
const OWNER_LABEL = label('fairlot/owner/1')
const NODE_LABEL = label('fairlot/node/1')

/** SQL of the owner that a leaf binds. @param phone SQL of a text */
export const ownerOf = (phone: string): string => `sha256(${OWNER_LABEL} || convert_to(${phone}, 'UTF8'))`

/** Leaves as they are read, and nodes of all levels; both are of this transaction alone. */
const TABLES = [
  `create temporary table solvency_read (place int, member_id uuid, nonce bytea, owner bytea,
    ${OWNED_PARTS.map((part) => `${part} bigint`).join(', ')}) on commit drop`,
  `create temporary table solvency_work (level int, place int, hash bytea, sum bigint) on commit drop`,
]

/**
 * One statement, and so one snapshot, reads all books. The nonce is a hash of the day's seed, which is not stored, and the member. In
 * version 3 ($2) the owner is the hash of the phone number; a closed account has none, and nobody who could check it, so the member's id
 * takes its place.
 */
const read = ({ owned, phones, assets }: SolvencyBooks) => `
  with owned as (
    ${OWNED_PARTS.map((part) => `select '${part}' as part, member_id, amount from (${owned[part]}) ${part}_rows`).join(' union all ')}),
  sums as (
    select member_id, ${OWNED_PARTS.map((part) => `coalesce(sum(amount) filter (where part = '${part}'), 0)::bigint as ${part}`).join(', ')}
    from owned group by member_id),
  named as (
    select *, sha256($1::bytea || uuid_send(member_id)) as nonce,
      case when $2::int = 3 then ${ownerOf('coalesce(phone, member_id::text)')} end as owner
    from sums left join (${phones}) phones using (member_id)),
  kept as (
    insert into solvency_read (place, member_id, nonce, owner, ${OWNED_PARTS.join(', ')})
    select row_number() over (order by nonce) - 1, member_id, nonce, owner, ${OWNED_PARTS.join(', ')} from named
    returning 1)
  select (select count(*)::int from kept) as members, (${assets})::bigint as assets`

const INDEX = `create index on solvency_read (place)`

/** Stores a chunk of leaves, and makes their nodes of level 0. */
const LEAVES = `
  with stored as (
    insert into solvency_leaf (day, place, member_id, nonce, owner, ${OWNED_PARTS.join(', ')})
    select $1::date, place, member_id, nonce, owner, ${OWNED_PARTS.join(', ')} from solvency_read
    where place >= $2::int and place < $3::int order by place
    returning *, ${OWNED_PARTS.join(' + ')} as amount)
  insert into solvency_work
  select 0, place, case when owner is null
      then sha256(${LEAF_LABEL} || nonce || convert_to(member_id::text, 'UTF8') || '\\x00'::bytea || int8send(amount))
      else sha256(${OWNED_LEAF_LABEL} || nonce || owner || int8send(amount)) end, amount
  from stored`

/** A last node without a sibling moves up unchanged. */
const NEXT_LEVEL = `
  insert into solvency_work
  select level + 1, place / 2,
    case when next_hash is null then hash
      else sha256(${NODE_LABEL} || int8send(sum) || hash || int8send(next_sum) || next_hash) end,
    sum + coalesce(next_sum, 0)
  from (
    select *, lead(hash) over (order by place) as next_hash, lead(sum) over (order by place) as next_sum
    from solvency_work where level = $1::int) n
  where place % 2 = 0`

const KEEP = `
  insert into solvency_node (day, level, place, hash, sum)
  select $1::date, level, place, hash, sum from solvency_work where level >= ${BLOCK_LEVEL}`

const TOP = `select encode(hash, 'hex') as root, sum as total from solvency_work order by level desc limit 1`

export type Tree = { members: number; root: string; total: bigint; assets: bigint }

/** How a tree is made. */
export type TreeOptions = {
  /** `2026-11-22` */
  day: string
  /** 32 fresh random bytes, to be forgotten */
  seed: Uint8Array
  /** version of the log's rules; in version 3 the leaves bind phone numbers */
  rules: 2 | 3
  /** leaves that one statement stores */
  chunk?: number | undefined
}

/**
 * Stores the leaves and the upper nodes of a day. Its statements have no limit of time: they take as long as the house has members, and
 * what they lock is of this day alone. The session's limit holds again afterwards.
 *
 * @returns null when there is no member
 */
export async function storeTree(
  tx: Tx,
  books: SolvencyBooks,
  { day, seed, rules, chunk = CHUNK }: TreeOptions,
): Promise<Tree | null> {
  await tx.query('set local statement_timeout = 0')
  for (const table of TABLES) await tx.query(table)
  const [row] = await tx.query<{ members: number; assets: bigint }>(read(books), [Buffer.from(seed), rules])
  const { members, assets } = row!
  await tx.query(INDEX)
  for (let from = 0; from < members; from += chunk) await tx.query(LEAVES, [day, from, from + chunk])
  for (let level = 0; 2 ** level < members; level++) await tx.query(NEXT_LEVEL, [level])
  await tx.query(KEEP, [day])
  const [top] = await tx.query<{ root: string; total: bigint }>(TOP)
  await tx.query('set local statement_timeout to default')
  return top ? { members, assets, ...top } : null
}
