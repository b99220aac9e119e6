/**
 * The statements of a purchase, composed from the member's side (`asked.ts`) and the seller's (`SellerDefinition`).
 *
 * On one lane a purchase is one statement: it judges, lets the seller decide, and writes both sides, each purchase in its
 * final state. Statements of their own lock the wallets and then the subjects before it, each in key order, so that it sees
 * a fresh snapshot. All of it goes to PostgreSQL in one round trip and one transaction.
 *
 * A large batch is split before it locks its subjects: the look-ups and the holds need the wallets only, and while one batch
 * does them another one can hold the subject. It is still one round trip and one transaction.
 *
 * On several lanes the same fragments are cut where the steps are: reserve on the member's lane, allocate on the subject's,
 * confirm on the member's, each in a transaction of its own. Between them the purchase is `held`.
 */
import type { Statement } from '../../../platform/db.ts'
import { array, uuids } from '../arrays.ts'
import { WALLETS } from '../books.ts'
import { undoCount } from '../limits/settled-limits.ts'
import { countPurchases } from '../protection/limits.ts'
import { asked, ASKED, LIMIT_ANSWER } from './asked.ts'
import type { AnswerRow, PurchaseRequest } from './purchase.ts'
import type { SellerDefinition } from './seller-definition.ts'

/** A purchase on its way through the stages. */
export type InFlight = PurchaseRequest & Partial<AnswerRow>

type Step = { readonly statement: Statement; values(items: readonly InFlight[]): unknown[] }

/** One transaction over a batch: its steps are sent together, and the last one answers. */
export type Stage = {
  /** whose lane it runs on */
  readonly lane: 'member' | 'subject'
  /** which purchases of the batch it works on */
  wants(item: InFlight): boolean
  readonly steps: readonly Step[]
}

const CLOCK = 'clock as materialized (select at from business_clock)'
const AT = '(select at from clock)'

const locking = (statement: Statement, key: (item: InFlight) => string): Step => ({
  statement,
  values: (items) => [uuids([...new Set(items.map(key))])],
})
const walletLock = locking(WALLETS.lockMany, ({ member }) => member)
const subjectLock = ({ book }: SellerDefinition) => locking(book.lockMany, ({ subject }) => subject)

/** $1 to $8 of `ASKED`. */
export const requestValues = (kind: string) => (items: readonly InFlight[]) => [
  uuids(items.map((item) => item.member)),
  uuids(items.map((item) => item.id)),
  uuids(items.map((item) => item.requestId)),
  uuids(items.map((item) => item.subject)),
  array(items.map((item) => item.quantity)),
  array(items.map((item) => item.amount)),
  array(items.map((item) => item.maxPerMember)),
  kind,
]

/** Moves the amount of what may be bought from the wallet to clearing. */
const HOLD = `
  select member_id, purchase_id, 'hold', 'wallet', 'clearing', amount, lines + 1, balance - amount, ${AT}`

/**
 * From `asked` to the answers: the seller decides, and everything but the holds is written.
 * @param housePart as in `asked`
 */
const deciding = (seller: SellerDefinition, question: string, holds = '', housePart?: string) => `
with ${CLOCK},
asked as (${question}),
decided as materialized (${seller.decided}),
recorded as (
  insert into purchase (member_id, purchase_id, request_id, kind, subject_id, quantity, amount, state, reason, settled, position, created_at${housePart === undefined ? '' : ', house_paid'})
  select member_id, purchase_id, request_id, '${seller.kind}', subject_id, quantity, amount, case when sold then 'done' else 'refused' end,
    reason, not sold, position, ${AT}${housePart === undefined ? '' : `, ${housePart}`}
  from decided where answer is null),
paid as (
  update wallet w set balance = w.balance - case when d.sold then d.amount else 0 end,
    lines = w.lines + case when d.sold then 1 else 2 end, open_orders = w.open_orders + d.sold::int
  from decided d where d.answer is null and w.ctid = d.wallet_row),
counted as (${countPurchases('decided', 'bought.sold', housePart === undefined ? undefined : `bought.amount - ${housePart}`)}),
${seller.writes},
posted as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)${holds}
  select subject_id, purchase_id, '${seller.posting}', 'clearing', '${seller.book.account}', amount, null::bigint, null::bigint, ${AT}
  from decided where sold
  union all
  select member_id, purchase_id, 'release', 'clearing', 'wallet', amount, lines + 2, balance, ${AT}
  from decided where answer is null and not sold)
select purchase_id as id, coalesce(answer, case when sold then 'done' else 'refused' end) as outcome,
  coalesce(earlier_position, position) as position, coalesce(earlier_reason, reason) as reason, refusal_data as data, owned,
  ${LIMIT_ANSWER}
from decided`

const HOLDS = `${HOLD}
  from decided where answer is null
  union all`

/** The statement of one purchase of which the house pays $9; `house-part.ts` runs it. */
export const withHousePart = (seller: SellerDefinition): Statement => ({
  name: `purchase.house_part.${seller.kind}`,
  text: deciding(seller, asked('$9::bigint'), HOLDS, '$9::bigint'),
})

/** Everything in one statement. A purchase that the seller refuses leaves its hold and its release, and counts nowhere. */
export function oneLane(seller: SellerDefinition): Stage[] {
  const whole: Step = {
    statement: { name: `purchase.${seller.kind}`, text: deciding(seller, ASKED, HOLDS) },
    values: requestValues(seller.kind),
  }
  return [{ lane: 'member', wants: () => true, steps: [walletLock, subjectLock(seller), whole] }]
}

/**
 * Makes the session's table that carries what was judged to the second half of a split batch; it is empty after each commit.
 *
 * Its texts are stored plain, so it has no TOAST table: PostgreSQL would empty that one too at each commit, and build its index
 * again. A column's storage counts when the table is made, and `create table as` cannot name it, hence the first table.
 */
export const prepareSplit = ({ kind }: SellerDefinition): string => `
do $do$
declare text_column name;
begin
  create temporary table judged_columns as
  with ${CLOCK}
  ${ASKED.replaceAll(/\$[1-7]/g, "'{}'").replaceAll('$8', `'${kind}'`)}
  with no data;
  for text_column in
    select attname from pg_attribute where attrelid = 'judged_columns'::regclass and attnum > 0 and attstorage <> 'p'
  loop
    execute format('alter table judged_columns alter column %I set storage plain', text_column);
  end loop;
  create temporary table judged (like judged_columns including storage) on commit delete rows;
  drop table judged_columns;
end $do$`

/** As `oneLane`, in two halves: the look-ups and holds before the locks of the subjects, the rest after them. */
export function splitLane(seller: SellerDefinition): Stage[] {
  const { kind } = seller
  const judge: Step = {
    statement: {
      name: `purchase.judge.${kind}`,
      text: `
with ${CLOCK},
asked as materialized (${ASKED}),
held as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)${HOLD}
  from asked where answer is null)
insert into judged select * from asked`,
    },
    values: requestValues(kind),
  }
  const decide: Step = {
    statement: {
      name: `purchase.decide.${kind}`,
      text: deciding(seller, 'select * from judged'),
    },
    values: () => [],
  }
  return [{ lane: 'member', wants: () => true, steps: [walletLock, judge, subjectLock(seller), decide] }]
}

/** The same fragments, cut for several lanes. Every stage finds what an earlier try wrote, so any of them may be repeated. */
export function severalLanes(seller: SellerDefinition): Stage[] {
  return [reserve(seller.kind), allocate(seller), confirm]
}

/** Judges the member's side, moves the amount from the wallet to clearing and writes the purchase as `held`. */
const reserve = (kind: string): Stage => ({
  lane: 'member',
  wants: () => true,
  steps: [
    walletLock,
    {
      statement: {
        name: 'purchase.reserve',
        text: `
with ${CLOCK},
asked as materialized (${ASKED}),
held as (
  insert into purchase (member_id, purchase_id, request_id, kind, subject_id, quantity, amount, state, created_at)
  select member_id, purchase_id, request_id, $8, subject_id, quantity, amount, 'held', ${AT} from asked where answer is null),
paid as (
  update wallet w set balance = w.balance - a.amount, lines = w.lines + 1, open_orders = w.open_orders + 1
  from asked a where a.answer is null and w.ctid = a.wallet_row),
counted as (${countPurchases('asked', 'bought.answer is null')}),
posted as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, purchase_id, 'hold', 'wallet', 'clearing', amount, lines + 1, balance - amount, ${AT}
  from asked where answer is null)
select purchase_id as id, coalesce(answer, 'held') as outcome, earlier_position as position, earlier_reason as reason, owned,
  newcomer, ${LIMIT_ANSWER}
from asked`,
      },
      values: requestValues(kind),
    },
  ],
})

/** Lets the seller decide on its own rows. */
const allocate = (seller: SellerDefinition): Stage => ({
  lane: 'subject',
  wants: (item) => item.outcome === 'held',
  steps: [
    subjectLock(seller),
    {
      statement: {
        name: `purchase.allocate.${seller.kind}`,
        text: `
with ${CLOCK},
asked as materialized (
  select item.*, earlier.position as earlier_position, earlier.reason as earlier_reason,
    case when earlier.known then case when earlier.reason is null then 'done' else 'refused' end end as answer
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::boolean[]) with ordinality
    as item(subject_id, purchase_id, member_id, quantity, amount, newcomer, n)
  left join lateral (${seller.decidedBefore}) earlier on true),
decided as materialized (${seller.decided}),
${seller.writes},
posted as (
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select subject_id, purchase_id, '${seller.posting}', 'clearing', '${seller.book.account}', amount, ${AT}
  from decided where sold)
select purchase_id as id, coalesce(answer, case when sold then 'done' else 'refused' end) as outcome,
  coalesce(earlier_position, position) as position, coalesce(earlier_reason, reason) as reason, refusal_data as data
from decided`,
      },
      values: (items) => [
        uuids(items.map((item) => item.subject)),
        uuids(items.map((item) => item.id)),
        uuids(items.map((item) => item.member)),
        array(items.map((item) => item.quantity)),
        array(items.map((item) => item.amount)),
        array(items.map((item) => item.newcomer ?? false)),
      ],
    },
  ],
})

/** Writes the seller's decision on the member's side; what was refused goes from clearing back to the wallet. */
const confirm: Stage = {
  lane: 'member',
  wants: (item) => item.outcome === 'done' || item.outcome === 'refused',
  steps: [
    walletLock,
    {
      statement: {
        name: 'purchase.confirm',
        text: `
with ${CLOCK},
confirmed as (
  update purchase p set state = item.state, position = item.position, reason = item.reason, settled = item.state <> 'done'
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[]) as item(member_id, purchase_id, state, position, reason)
  where p.member_id = item.member_id and p.purchase_id = item.purchase_id and p.state = 'held'
  returning p.member_id, p.purchase_id, p.amount, p.state, p.created_at),
released as materialized (
  select c.member_id, c.purchase_id, c.amount, c.created_at, w.ctid as wallet_row, w.balance, w.lines
  from confirmed c join wallet w using (member_id) where c.state = 'refused'),
paid as (
  update wallet w set balance = w.balance + r.amount, lines = w.lines + 1, open_orders = w.open_orders - 1
  from released r where w.ctid = r.wallet_row),
uncounted as (${undoCount('released')}),
posted as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, purchase_id, 'release', 'clearing', 'wallet', amount, lines + 1, balance + amount, ${AT} from released)
select purchase_id as id from confirmed`,
      },
      values: (items) => [
        uuids(items.map((item) => item.member)),
        uuids(items.map((item) => item.id)),
        array(items.map((item) => item.outcome ?? null)),
        array(items.map((item) => item.position ?? null)),
        items.map((item) => item.reason ?? null),
      ],
    },
  ],
}
