/** INV-30: what the house states about its solvency follows from the leaves of the members, and is in the log. Run by the doctor. */
import { levelsOver, solvencyNode, type SolvencyNode } from '@fairlot/fairness/solvency/solvency'
import type { Executor } from '../../../platform/db.ts'
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { hashedLeaf } from './inclusion.ts'
import { BLOCK, BLOCK_LEVEL, OWNED_PARTS, ownerOf } from './solvency-tree.queries.ts'
import { leavesOf, nodesOf, statedDays, type SolvencyDay } from './solvency.queries.ts'

/** The shortest time for which leaves are kept; see `fair.solvencyDays`. */
const KEPT_DAYS = 7

export const solvencyChecks: readonly { id: string; title: string; sql: string }[] = [
  historyCheck('INV-30', 'solvency_day', 'the statements of solvency'),
  {
    id: 'INV-30',
    title: 'every statement of solvency is in the log as it was made, and the log has no other',
    sql: `
      select count(*) filter (where d.day is null or e.said is null
          or (e.said ->> 'root', e.said ->> 'total', e.said ->> 'assets', e.said ->> 'at')
            is distinct from (encode(d.root, 'hex'), d.total::text, d.assets::text, d.at_ms::text)) as breaches,
        count(d.day) || ' days' as figure
      from solvency_day d
      full join (select log, index, bytes::jsonb as said from log_entry where kind = 'solvency') e using (log, index)`,
  },
  {
    id: 'INV-30',
    title: 'the leaves of every day have the stated number and sum, or are all deleted after their time',
    sql: `
      select count(*) filter (where d.day is null or l.leaves is null and d.day > clock.at::date - ${KEPT_DAYS}
          or l.leaves is not null and (l.leaves, l.total, l.last) is distinct from (d.members, d.total, d.members - 1)) as breaches,
        coalesce(sum(l.leaves), 0) || ' leaves' as figure
      from business_clock clock
      cross join solvency_day d
      full join (
        select day, count(*) as leaves, sum(${OWNED_PARTS.join(' + ')}) as total, max(place) as last
        from solvency_leaf group by day) l using (day)`,
  },
  {
    id: 'INV-30',
    title:
      'the leaves of a statement of version 3 bind phone numbers, each another one, and those of earlier ones do not',
    sql: `
      select count(*) filter (where (l.owners, l.different) is distinct from
          (case when e.bytes::jsonb ? 'quorum' then l.leaves else 0 end, case when e.bytes::jsonb ? 'quorum' then l.leaves else 0 end)) as breaches,
        coalesce(sum(l.owners), 0) || ' leaves' as figure
      from solvency_day d join log_entry e using (log, index)
      join (
        select day, count(*) as leaves, count(owner) as owners, count(distinct owner) as different
        from solvency_leaf group by day) l using (day)`,
  },
  {
    id: 'INV-30',
    title: 'no leaf of a member binds the phone number of another one',
    // a number that the member had earlier, or that an erased account had, is not known any more
    sql: `
      select count(*) filter (where m.member_id is null or m.phone is not null and o.member_id <> l.member_id) as breaches,
        count(*) || ' leaves' as figure
      from solvency_leaf l left join member m using (member_id)
      left join (select member_id, ${ownerOf('phone')} as owner from member where phone is not null) o on o.owner = l.owner
      where l.owner is not null`,
  },
]

/** The doctor recomputes the newest trees until it has looked at this many leaves. */
const MOST_LEAVES = 1_000_000
const BLOCKS_AT_ONCE = 64

/** Recomputes the trees from their leaves, with the formulas of the fairness package. */
export async function checkSolvency(db: Executor): Promise<{ figure: string; breaches: number }> {
  const wrong: string[] = []
  let [leaves, days] = [0, 0]
  for (const stated of await statedDays(db, Number.MAX_SAFE_INTEGER, 3_650)) {
    leaves += stated.members
    if (days > 0 && leaves > MOST_LEAVES) break
    const found = await recompute(db, stated)
    if (found === 'deleted') break
    days += 1
    if (found === 'wrong') wrong.push(stated.day)
  }
  const figure = wrong.length > 0 ? `not the tree of ${wrong.join(', ')}` : `${days} trees`
  return { figure, breaches: wrong.length }
}

async function recompute(db: Executor, stated: SolvencyDay): Promise<'right' | 'wrong' | 'deleted'> {
  const blocks = Math.ceil(stated.members / BLOCK)
  let level: SolvencyNode[] = []
  let lastNonce = ''
  for (let first = 0; first < blocks; first += BLOCKS_AT_ONCE) {
    const leaves = await leavesOf(db, stated.day, first, BLOCKS_AT_ONCE)
    if (leaves.length === 0) return first === 0 ? 'deleted' : 'wrong'
    for (let from = 0; from < leaves.length; from += BLOCK) {
      const part = leaves.slice(from, from + BLOCK)
      for (const [i, { place, nonce }] of part.entries()) {
        if (place !== first * BLOCK + from + i || nonce <= lastNonce) return 'wrong'
        lastNonce = nonce
      }
      level.push(levelsOver(part.map(hashedLeaf)).at(-1)![0]!)
    }
  }
  // a tree of one block keeps no nodes, except its top when the block is full
  for (let height = BLOCK_LEVEL; ; height++) {
    const kept = await nodesOf(db, stated.day, height)
    const expected = stated.members > 2 ** (BLOCK_LEVEL - 1) ? level : []
    if (kept.length !== expected.length || kept.some((node, i) => !isNode(node, i, level[i]!))) return 'wrong'
    if (level.length === 1) break
    level = pairs(level)
  }
  const [top] = level
  return top?.hash === stated.root && top.sum === stated.total ? 'right' : 'wrong'
}

const isNode = (
  kept: { place: number; hash: string; sum: bigint },
  place: number,
  { hash, sum }: SolvencyNode,
): boolean => kept.place === place && kept.hash === hash && kept.sum === sum

function pairs(level: readonly SolvencyNode[]): SolvencyNode[] {
  const above: SolvencyNode[] = []
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i]!, level[i + 1]]
    above.push(right ? solvencyNode(left, right) : left)
  }
  return above
}
