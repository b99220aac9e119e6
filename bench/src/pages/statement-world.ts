/** Two members whose wallet statements have the same shape and very different lengths. */
import type { Db } from '@fairlot/server/platform/db'
import { numberedId, PRICE, SHARES, type Issue } from '../world.ts'

export const PRODUCTS = 2
const ISSUES = 100
/** Business days over which the lines of both are spread. */
const DAYS = 110

/**
 * Of four lines one is a recharge, two are purchases and one is the return of the second purchase. The third line of all is
 * a move to the piggy bank: the only one of its kind, at the very end of the list.
 */
const KIND = `case when i = 3 then 'piggy_in' when i % 4 = 1 then 'recharge' when i % 4 = 0 then 'release' else 'hold' end`

/** $1 member, $2 the number of lines; the wallet has its first line. */
const LINES = `
  create temporary table plan on commit drop as
  select i as line, kind, md5('line ' || $1 || ' ' || case when kind = 'release' then i - 1 else i end)::uuid as ref,
    case when kind in ('recharge', 'release') then 1 else -1 end as sign,
    case when kind = 'recharge' then 20000 else 10000 end::bigint as amount,
    md5('issue ' || 1 + (i / 4) % ${ISSUES})::uuid as issue_id,
    business_now() - make_interval(secs => ${DAYS} * 86400.0 * ($2 - i) / $2) as at
  from (select i, ${KIND} as kind from generate_series(2, $2::int) as s(i)) s`

const WRITES = [
  `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
   select $1, ref, kind, case sign when 1 then 'clearing' else 'wallet' end, case sign when 1 then 'wallet' else 'clearing' end,
     amount, line, w.balance + sum(sign * amount) over (order by line), at
   from plan, wallet w where w.member_id = $1`,
  // the world pays everybody in now; a line belongs to the month of its time or of an earlier line
  `update ledger set at = (select min(at) from plan) - interval '1 second' where book = $1 and line = 1`,
  `insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, reason, settled, position, created_at)
   select $1, bought.ref, 'shares', bought.issue_id, 1, bought.amount, case when back.ref is null then 'done' else 'refused' end,
     case when back.ref is null then null else 'sold_out' end, back.ref is not null,
     case when back.ref is null then 1000001 end, bought.at
   from plan bought left join plan back on back.kind = 'release' and back.ref = bought.ref where bought.kind = 'hold'`,
  `insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
   select subject_id, purchase_id, member_id, 1, amount, 'done', 1000001,
     (select coalesce(max(seq), 0) from issue_sale) + row_number() over (partition by subject_id order by created_at),
     floor(extract(epoch from created_at) * 1000)
   from purchase where member_id = $1 and state = 'done'`,
  `insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, kind, amount, credited, currency,
     state, created_at, expires_at, finished_at, play_percent)
   select $1, ref, 'R' || upper(substr(ref::text, 25)), ref, sha256(ref::text::bytea), 'sandbox', 'sandbox', 'sandbox', amount,
     amount, 'VND', 'success', at, at + interval '1 hour', at, 100
   from plan where kind = 'recharge'`,
  `update wallet set lines = (select max(line) from plan),
     balance = (select balance from ledger where book = $1 order by line desc nulls last limit 1) where member_id = $1`,
]

/** Products with issues, whose titles a search finds. */
export async function openProducts(owner: Db): Promise<Issue[]> {
  const issues = Array.from({ length: ISSUES }, (_, at) => ({
    issueId: numberedId('issue', at + 1),
    number: `P${(at % PRODUCTS) + 1}-${String(Math.floor(at / PRODUCTS) + 1).padStart(4, '0')}`,
    n: at + 1,
  }))
  await owner.tx(async (tx) => {
    await tx.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
       select 'P' || n, 'bench', 'goods', 'phone', 'sea', ${PRICE}, ${PRICE}, ${SHARES}, 'plain', true, business_now()
       from generate_series(1, ${PRODUCTS}) as n`,
    )
    await tx.query(
      `insert into product_text (code, language, title, description)
       select 'P' || n, 'en-us', 'Thing number ' || n, '' from generate_series(1, ${PRODUCTS}) as n`,
    )
    await tx.query(
      `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
         max_per_member, min_vip, times_counted, grade, utc_offset, closes_at, created_at)
       select id, split_part(number, '-', 1), split_part(number, '-', 2)::int, number, 'goods', ${SHARES}, ${PRICE}, ${PRICE}, 80, 0, 0,
         'all', 'plain', 0, business_now() + interval '30 days', business_now()
       from unnest($1::uuid[], $2::text[]) as i(id, number)`,
      [issues.map(({ issueId }) => issueId), issues.map(({ number }) => number)],
    )
    await tx.query(
      `insert into product_issue (code, sequence, issue_id) select code, sequence, issue_id from issue_terms where code like 'P%'`,
    )
  })
  return issues
}

/** Writes the lines 2 to `lines` of a member, and what they are of. */
export async function writeStatement(owner: Db, memberId: string, lines: number): Promise<void> {
  await owner.tx(async (tx) => {
    await tx.query(`set local statement_timeout = 0`)
    await tx.query(LINES.replaceAll('$1', `'${memberId}'`).replaceAll('$2', String(lines)))
    await tx.query('analyze plan')
    for (const write of WRITES) await tx.query(write.replaceAll('$1', `'${memberId}'`))
  })
}
