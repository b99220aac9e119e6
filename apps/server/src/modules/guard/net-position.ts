/**
 * A member's net position: the money paid in, spent and returned, as sums of the wallet's ledger lines per business day.
 * Each call adds the lines written since the last call. The lines of a wallet are numbered without gaps under its lock, so a
 * reader that sees a line sees all earlier ones, and the sums agree with the balance after the last counted line.
 */
import type { LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import type { Db, Statement, Tx } from '../../platform/db.ts'

/** Lines counted in one transaction. */
const CHUNK = 5_000

const COLUMNS = ['deposited', 'withdrawn', 'spent', 'returned', 'won', 'saved', 'rewarded'] as const
type Column = (typeof COLUMNS)[number]
/** Minor units. */
export type Flow = Record<Column, bigint>

/** The sum that each kind of ledger line changes. A release takes back its hold, a withdrawal that was not paid itself: that amount never moved. */
const PLACES: Record<string, { column: Column; sign: 1n | -1n }> = {
  recharge: { column: 'deposited', sign: 1n },
  closing: { column: 'withdrawn', sign: 1n },
  // of a recharge that the bank took back: it went back to its source
  charged_back: { column: 'withdrawn', sign: 1n },
  withdrawal: { column: 'withdrawn', sign: 1n },
  withdrawal_back: { column: 'withdrawn', sign: -1n },
  // what is put into the piggy bank, less what was taken out
  piggy_in: { column: 'saved', sign: 1n },
  piggy_out: { column: 'saved', sign: -1n },
  hold: { column: 'spent', sign: 1n },
  release: { column: 'spent', sign: -1n },
  // what a voucher pays of a purchase was not spent; it goes back to the house with a refund
  voucher: { column: 'spent', sign: -1n },
  voucher_back: { column: 'returned', sign: -1n },
  refund: { column: 'returned', sign: 1n },
  payout: { column: 'won', sign: 1n },
  recycle: { column: 'won', sign: 1n },
  // of a draw in favour, beside refunds and prizes
  favour: { column: 'won', sign: 1n },
  // of finance products that pay daily
  interest: { column: 'won', sign: 1n },
  // what the house gave for orders of friends, lost orders, tasks
  rebate: { column: 'rewarded', sign: 1n },
  rebate_team: { column: 'rewarded', sign: 1n },
  vip_refund: { column: 'rewarded', sign: 1n },
  task: { column: 'rewarded', sign: 1n },
  // what two operators credited, less what they took back
  correction: { column: 'rewarded', sign: 1n },
  correction_back: { column: 'rewarded', sign: -1n },
  event_prize: { column: 'rewarded', sign: 1n },
  event_share: { column: 'rewarded', sign: 1n },
}

const OPEN_HEAD: Statement = {
  name: 'flow.open',
  text: 'insert into member_flow_head (member_id, through_line) values ($1, 0) on conflict do nothing',
}
const LOCK_HEAD: Statement = {
  name: 'flow.lock',
  text: 'select through_line as through from member_flow_head where member_id = $1 for update',
}
/** The next lines, summed by day and kind. What takes back another line counts on the day of that line. */
const LINES: Statement = {
  name: 'flow.lines',
  text: `
    select period_start('day', coalesce(taken.at, next.at), $4)::text as day, next.kind, sum(next.amount)::bigint as amount,
      max(next.line) as line, count(*)::int as lines
    from (select * from ledger where book = $1 and line > $2 order by line limit $3) next
    left join ledger taken on next.kind in ('release', 'withdrawal_back', 'correction_back')
      and (taken.book, taken.ref, taken.kind) = (next.book, next.ref,
        case next.kind when 'release' then 'hold' when 'correction_back' then 'correction' else 'withdrawal' end)
    group by 1, 2`,
}
const OPEN_DAYS: Statement = {
  name: 'flow.days',
  text: 'insert into member_flow (member_id, day) select $1, unnest($2::date[]) on conflict do nothing',
}
const ADD: Statement = {
  name: 'flow.add',
  text: `
    update member_flow f set ${COLUMNS.map((column) => `${column} = f.${column} + d.${column}`).join(', ')}
    from unnest($2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[])
      as d(day, ${COLUMNS.join(', ')})
    where f.member_id = $1 and f.day = d.day`,
}
const MOVE_HEAD: Statement = {
  name: 'flow.move',
  text: 'update member_flow_head set through_line = $2 where member_id = $1',
}
const SUMS: Statement = {
  name: 'flow.sums',
  text: `
    select s.period, ${COLUMNS.map((column) => `coalesce(sum(f.${column}), 0)::bigint as ${column}`).join(', ')}
    from business_clock cross join unnest('{day,week,month,all}'::text[]) as s(period)
    left join member_flow f on f.member_id = $1
      and f.day >= case s.period when 'all' then '-infinity'::date else period_start(s.period, at, $2) end
    group by s.period`,
}
const MONTHS: Statement = {
  name: 'flow.months',
  text: `
    select to_char(day, 'YYYY-MM') as month, ${COLUMNS.map((column) => `sum(${column})::bigint as ${column}`).join(', ')}
    from member_flow where member_id = $1 group by 1 order by 1 desc limit $2`,
}
const BALANCE: Statement = {
  name: 'flow.balance',
  text: 'select balance from ledger where book = $1 and line = $2',
}

type LineRow = { day: string; kind: string; amount: bigint; line: number; lines: number }

/** Counts the next lines of a locked head. @returns the last counted line, and whether uncounted lines may remain */
async function carryForward(tx: Tx, memberId: string, through: number, utcOffset: number, chunk: number) {
  const rows = await tx.query<LineRow>(LINES, [memberId, through, chunk, utcOffset])
  if (rows.length === 0) return { through, more: false }
  const days = new Map<string, Flow>()
  for (const { day, kind, amount } of rows) {
    const place = PLACES[kind]
    if (!place) throw new Error(`the net position does not know ledger lines of the kind ${kind}`)
    const flow = days.get(day) ?? {
      deposited: 0n,
      withdrawn: 0n,
      spent: 0n,
      returned: 0n,
      won: 0n,
      saved: 0n,
      rewarded: 0n,
    }
    flow[place.column] += place.sign * amount
    days.set(day, flow)
  }
  const dates = [...days.keys()]
  await tx.query(OPEN_DAYS, [memberId, dates])
  const flows = [...days.values()]
  await tx.query(ADD, [memberId, dates, ...COLUMNS.map((column) => flows.map((flow) => flow[column]))])
  const last = Math.max(...rows.map(({ line }) => line))
  await tx.query(MOVE_HEAD, [memberId, last])
  return { through: last, more: rows.reduce((sum, { lines }) => sum + lines, 0) === chunk }
}

export type NetPosition = Record<LimitPeriod | 'all', Flow> & {
  /** minor units, after the last counted line */
  balance: bigint
}

/**
 * Counts the new lines and reads the sums.
 * @param utcOffset minutes east of UTC of business time
 */
export function netPosition(
  db: Db,
  memberId: string,
  utcOffset: number,
  chunk = CHUNK,
): Promise<NetPosition> {
  return counted(db, memberId, utcOffset, chunk, (tx, through) => readSums(tx, memberId, through, utcOffset))
}

/** The most months in an answer. */
const MAX_MONTHS = 120

/** `month`: `YYYY-MM` */
export type MonthFlow = Flow & { month: string }

/** Counts the new lines and reads the sums of each month with a posting, newest first. */
export function netMonths(db: Db, memberId: string, utcOffset: number, chunk = CHUNK): Promise<MonthFlow[]> {
  return counted(db, memberId, utcOffset, chunk, (tx) => tx.query<MonthFlow>(MONTHS, [memberId, MAX_MONTHS]))
}

/** Counts the new lines in chunks, and reads in the transaction that has counted the last of them. */
async function counted<T>(
  db: Db,
  memberId: string,
  utcOffset: number,
  chunk: number,
  read: (tx: Tx, through: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    const found = await db.tx(async (tx) => {
      await tx.query(OPEN_HEAD, [memberId])
      const [head] = await tx.query<{ through: number }>(LOCK_HEAD, [memberId])
      const { through, more } = await carryForward(tx, memberId, head!.through, utcOffset, chunk)
      return more ? null : { read: await read(tx, through) }
    })
    if (found) return found.read
  }
}

async function readSums(tx: Tx, memberId: string, through: number, utcOffset: number): Promise<NetPosition> {
  const rows = await tx.query<Flow & { period: LimitPeriod | 'all' }>(SUMS, [memberId, utcOffset])
  const sums = Object.fromEntries(rows.map(({ period, ...flow }) => [period, flow]))
  const { day, week, month, all } = sums
  if (!day || !week || !month || !all) throw new Error('the sums of a period are missing')
  const [line] = await tx.query<{ balance: bigint }>(BALANCE, [memberId, through])
  return { day, week, month, all, balance: line?.balance ?? 0n }
}
