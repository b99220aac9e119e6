/**
 * Creates members with money and issues on sale. Their books are balanced, so all invariants hold before the first
 * purchase. Ids are hashes of numbers, so that pgbench can compute them.
 */
import { createHash } from 'node:crypto'
import { contentHash } from '@fairlot/fairness/content'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { HOUSE_BOOKS } from '@fairlot/server/modules/ledger/transfer'
import { sized } from './sized.ts'

export const MEMBERS = sized(20_000, 200)
/** Shares of each issue: the maximum. */
export const SHARES = 100_000
/** minor units of one share */
export const PRICE = 10_000n
/** minor units that each member starts with */
const BALANCE = 100_000_000n

/** `n`: the sequence of the issue; all issues are of one product */
export type Issue = { issueId: string; number: string; n: number }

export type World = {
  readonly members: readonly string[]
  /** Opens `count` new issues of 100,000 shares each. */
  openIssues(count: number): Promise<Issue[]>
  /** Counts the confirmed purchases in the database. */
  purchases(): Promise<number>
  readonly owner: Db
  close(): Promise<void>
}

/** The id of member or issue n; in SQL `md5('member 1')::uuid`. */
export function numberedId(kind: 'member' | 'issue', n: number): string {
  const hex = createHash('md5').update(`${kind} ${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function invitationCode(n: number): string {
  return Array.from({ length: 6 }, (_, place) => CODE_LETTERS[Math.floor(n / 32 ** place) % 32]).join('')
}

const CATALOGUE = [
  `insert into category (category, position, tile) values ('bench', 1, 'sea')`,
  `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
   values ('BENCH', 'bench', 'goods', 'phone', 'sea', ${PRICE}, ${PRICE}, ${SHARES}, 'plain', true, business_now())`,
  `insert into content (hash, art) values ('${contentHash({ art: 'phone', texts: {}, pictures: [] })}', 'phone')`,
]

async function seed(owner: Db, members: readonly string[]): Promise<void> {
  const ids = [members]
  const codes = members.map((_, n) => invitationCode(n))
  await owner.tx(async (tx) => {
    for (const statement of CATALOGUE) await tx.query(statement)
    await tx.query(
      `insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at,
         adult_declared_at, created_at)
       select id, '+88018' || lpad(n::text, 8, '0'), 'Member ' || n, '$argon2id$none', code, '1', business_now(),
         business_now(), business_now()
       from unnest($1::uuid[], $2::text[]) with ordinality as m(id, code, n)`,
      [members, codes],
    )
    await tx.query(
      `insert into wallet (member_id, balance, lines) select id, ${BALANCE}, 1 from unnest($1::uuid[]) as m(id)`,
      ids,
    )
    await tx.query(
      `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
       select id, id, 'recharge', 'clearing', 'wallet', ${BALANCE}, 1, ${BALANCE}, business_now()
       from unnest($1::uuid[]) as m(id)`,
      ids,
    )
    await tx.query(
      `insert into ledger (book, ref, kind, debit, credit, amount, at)
       select '${HOUSE_BOOKS.cash}', id, 'recharge', 'account', 'clearing', ${BALANCE}, business_now()
       from unnest($1::uuid[]) as m(id)`,
      ids,
    )
    await tx.query(
      `update house_account set balance = balance - ${BigInt(members.length) * BALANCE} where book = '${HOUSE_BOOKS.cash}'`,
    )
  })
  // so that autovacuum does not run during the measurement
  await owner.query('vacuum analyze')
}

const OPEN = [
  `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
     max_per_member, min_vip, times_counted, grade, utc_offset, closes_at, created_at)
   select id, 'BENCH', n, 'BENCH-' || lpad(n::text, greatest(4, length(n::text)), '0'), 'goods', ${SHARES}, ${PRICE},
     ${PRICE}, 80, 0, 0, 'all', 'plain', 0, business_now() + interval '30 days', business_now()
   from unnest($1::uuid[], $2::int[]) as i(id, n)`,
  `insert into product_issue (code, sequence, issue_id)
   select 'BENCH', n, id from unnest($1::uuid[], $2::int[]) as i(id, n)`,
  `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
   select issue_id, shares, price, utc_offset, 'selling', created_at, floor(extract(epoch from closes_at) * 1000)::bigint
   from unnest($1::uuid[], $2::int[]) as i(id, n) join issue_terms on issue_id = id`,
  `insert into issue_content (issue_id, hash) select id, hash from unnest($1::uuid[], $2::int[]) as i(id, n) cross join content`,
  `insert into issue_event (issue_id, event, at)
   select issue_id, 'opened', opened_at from unnest($1::uuid[], $2::int[]) as i(id, n) join issue on issue_id = id`,
]

/** Fills an empty, migrated database. */
export async function createWorld(ownerUrl: string): Promise<World> {
  const owner = createDb(ownerUrl, { name: 'fairlot-bench', max: 2 })
  const members = Array.from({ length: MEMBERS }, (_, n) => numberedId('member', n))
  await seed(owner, members)
  let opened = 0
  return {
    members,
    owner,
    async openIssues(count) {
      const numbers = Array.from({ length: count }, (_, n) => opened + 1 + n)
      opened += count
      const issues = numbers.map((n) => ({
        issueId: numberedId('issue', n),
        number: `BENCH-${String(n).padStart(4, '0')}`,
        n,
      }))
      const values = [issues.map((issue) => issue.issueId), numbers]
      await owner.tx(async (tx) => {
        for (const statement of OPEN) await tx.query(statement, values)
        await tx.query(`update product set issued = $1 where code = 'BENCH'`, [opened])
      })
      return issues
    },
    async purchases() {
      const [row] = await owner.query<{ count: bigint }>(
        `select count(*) as count from purchase where state = 'done'`,
      )
      return Number(row?.count)
    },
    close: () => owner.close(),
  }
}
