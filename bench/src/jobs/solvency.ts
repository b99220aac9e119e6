/** `npm run bench -- --solvency`: how long the tree over what members own takes, and the proof of one member. */
import { createFair } from '@fairlot/server/modules/fair/index'
import { checkSolvency } from '@fairlot/server/modules/fair/solvency/solvency.checks'
import { inclusionOf } from '@fairlot/server/modules/fair/solvency/inclusion'
import { stateSolvency } from '@fairlot/server/modules/fair/solvency/state-solvency'
import { MEMBERS_MONEY } from '@fairlot/server/modules/home/members-money'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { systemRandom } from '@fairlot/server/platform/random'
import { quantile } from '../load.ts'
import type { Scratch } from '../scratch.ts'
import { sized } from '../sized.ts'

const PROOFS = sized(200, 5)

/** Members with wallets, without lines: the tree reads balances. */
const MEMBERS = `
  with made as (
    insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at,
      adult_declared_at, created_at)
    select md5('member ' || n)::uuid, '+88018' || lpad(n::text, 8, '0'), 'Member ' || n, '$argon2id$none',
      translate(lpad(upper(to_hex(n)), 6, '0'), '01', 'GH'), '1', business_now(), business_now(), business_now()
    from generate_series($1::int, $2::int) n returning member_id)
  insert into wallet (member_id, balance) select member_id, 10000 + random() * 1e8 from made`

/** Adds the members with these numbers, with wallets. */
export async function addMembers(owner: Db, from: number, to: number): Promise<void> {
  await owner.tx(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query(MEMBERS, [from, to])
  })
}

export type SolvencyFigures = {
  members: number
  /** the transaction that makes and states the tree */
  stateMs: number
  /** the proof of one member */
  proofMs: { p50: number; p99: number }
  /** the doctor's check, which recomputes the tree */
  checkMs: number
  /** of leaves and nodes in the database, for one day */
  bytes: number
  /** of this process at most, above what it had before */
  memoryBytes: number
}

/** @param sizes numbers of members, ascending */
export async function measureSolvency(
  scratch: Scratch,
  sizes: readonly number[],
): Promise<SolvencyFigures[]> {
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  const db = createDb(scratch.appUrl, { max: 2 })
  const figures: SolvencyFigures[] = []
  try {
    const { writer } = createFair({ ...scratch, db, random: systemRandom })
    await writer.begin(db)
    let known = 0
    for (const [n, members] of sizes.entries()) {
      await addMembers(owner, known + 1, members)
      known = members
      await owner.query('vacuum analyze')
      await owner.query('update clock_offset set offset_ms = $1', [n * 86_400_000])
      figures.push(await measure({ db, writer }, members))
    }
  } finally {
    await Promise.all([owner.close(), db.close()])
  }
  return figures
}

type Parts = Pick<Parameters<typeof stateSolvency>[0], 'db' | 'writer'>

async function measure({ db, writer }: Parts, members: number): Promise<SolvencyFigures> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const [stated, stateMs] = await timed(() =>
    stateSolvency({ db, writer, random: systemRandom, books: MEMBERS_MONEY }),
  )
  clearInterval(watch)
  if (stated?.members !== members) throw new Error(`the tree has ${stated?.members ?? 'no'} members`)
  const some = await db.query<{ id: string }>(
    'select member_id as id from solvency_leaf where day = $1 order by nonce desc limit $2',
    [stated.day, PROOFS],
  )
  const proofs: number[] = []
  for (const { id } of some) {
    const [found, ms] = await timed(() => inclusionOf(db, stated.day, id))
    if (!found) throw new Error(`member ${id} has no leaf`)
    proofs.push(ms)
  }
  const [check, checkMs] = await timed(() => checkSolvency(db))
  if (check.breaches > 0) throw new Error(check.figure)
  const [size] = await db.query<{ bytes: bigint }>(
    `select (pg_total_relation_size('solvency_leaf') + pg_total_relation_size('solvency_node'))::bigint as bytes`,
  )
  const proofMs = { p50: quantile(proofs, 0.5), p99: quantile(proofs, 0.99) }
  return { members, stateMs, proofMs, checkMs, bytes: Number(size!.bytes), memoryBytes: most - before }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  return [await work(), performance.now() - start]
}
