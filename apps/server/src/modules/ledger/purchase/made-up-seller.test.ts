/**
 * A seller that the ledger has never heard of: seats of evening courses, in tables of their own. It registers its book and
 * its statement, and no file of the ledger changes. The sample for the recipe "a seller" of CONTRIBUTING.md.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMembers, testMall, type TestMall } from '../../../testing/mall.ts'
import { rankOf } from '../../../platform/lock-order.ts'
import { netPosition } from '../../guard/net-position.ts'
import { defineBook } from '../books.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { bookCheck, ledgerChecks, sellersChecks } from '../ledger.checks.ts'
import { postingsCheck, sellerPostings } from '../postings.checks.ts'
import { setLimit } from '../limits/limit-counters.ts'
import { excludeWallet, markWalletClosing } from '../protection/wallet-exclusion.ts'
import { transfer } from '../transfer.ts'
import { balances, lockWallets } from '../wallets.ts'
import { purchaseKeys } from './purchase-keys.ts'
import { createLane } from './lane.ts'
import type { PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import { runBatch } from './runner.ts'
import { createSeller, finishHeld, type Seller } from './seller.ts'
import { defineSeller } from './seller-definition.ts'
import { refundPurchases, settlePurchases, type SettlementChunk } from './settlement.ts'
import { severalLanes } from './statements.ts'

const UNIT = 10_000n

const TABLES = `
  create table course (
    course_id uuid primary key,
    seats int not null,
    taken int not null default 0,
    fees bigint not null default 0 check (fees >= 0),
    constraint course_taken check (taken between 0 and seats));
  create table seat (
    course_id uuid not null, purchase_id uuid not null, member_id uuid not null,
    first_seat int, refused text,
    primary key (course_id, purchase_id));
  create table course_progress (course_id uuid primary key, through_seat int not null default 0);
  grant select, insert, update on course, seat, course_progress to fairlot_app`

const courseBook = defineBook({
  name: 'course',
  table: 'course',
  key: 'course_id',
  balance: 'fees',
  account: 'fees',
  rank: rankOf('event'),
})

/** Seats go in order of arrival; a booking that does not fit ends the sale for those after it. */
const seatSeller = defineSeller({
  kind: 'seats',
  book: courseBook,
  posting: 'booking',
  decided: `
    select *, case when sold then taken + earlier + 1 end as position,
      case when answer is null and not sold then case when seats is null then 'no_course' else 'full' end end as reason,
      case when answer is null and not sold then jsonb_build_object('seats', seats - taken) end as refusal_data
    from (
      select *, coalesce(answer is null and taken + earlier + quantity <= seats, false) as sold
      from (
        select asked.*, course.seats, course.taken,
          (coalesce(sum(asked.quantity) filter (where asked.answer is null) over (
            partition by asked.subject_id order by asked.n rows between unbounded preceding and 1 preceding), 0))::int as earlier
        from asked left join lateral (
          select c.seats, c.taken from course c where c.course_id = asked.subject_id limit 1) course on true) with_course) with_fit`,
  writes: `
    booked as (
      update course c set taken = c.taken + total.quantity, fees = c.fees + total.amount
      from (
        select subject_id, sum(quantity)::int as quantity, sum(amount)::bigint as amount
        from decided where sold group by subject_id) total
      where c.course_id = total.subject_id),
    seat_rows as (
      insert into seat (course_id, purchase_id, member_id, first_seat, refused)
      select subject_id, purchase_id, member_id, position, reason from decided where answer is null)`,
  decidedBefore: `
    select true as known, s.first_seat as position, s.refused as reason from seat s
    where s.course_id = item.subject_id and s.purchase_id = item.purchase_id limit 1`,
})

const CHECKS = [
  ...ledgerChecks,
  bookCheck(courseBook),
  ...sellersChecks([seatSeller]),
  postingsCheck(sellerPostings(seatSeller)),
]

describe.each(['one', 'split', 'several'] as const)('a made-up seller, lanes: %s', (lanes) => {
  let mall: TestMall
  let seller: Seller

  beforeAll(async () => {
    mall = await testMall()
    await mall.owner.query(TABLES)
    seller = createSeller({ url: mall.database.appUrl, definition: seatSeller, lanes })
  })
  afterAll(async () => {
    await seller.close()
    await mall.close()
  })

  async function course(seats: number): Promise<string> {
    const id = randomUUID()
    await mall.owner.query('insert into course (course_id, seats) values ($1, $2)', [id, seats])
    return id
  }
  const request = (
    member: string,
    subject: string,
    more: Partial<PurchaseRequest> = {},
  ): PurchaseRequest => ({
    ...purchaseKeys(member, randomUUID()),
    subject,
    quantity: 1,
    amount: UNIT * BigInt(more.quantity ?? 1),
    maxPerMember: 0,
    ...more,
  })
  const buy = (member: string, subject: string, more: Partial<PurchaseRequest> = {}) =>
    seller.buy(request(member, subject, more))
  const members = (count: number) => testMembers(mall, count, 100n * UNIT)

  const broken = () => failing(mall.db, CHECKS)

  test('sells: the wallet pays, the book receives, the purchase has its position', async () => {
    const [member = ''] = await members(1)
    const subject = await course(10)
    expect(await buy(member, subject, { quantity: 3 })).toMatchObject({
      outcome: 'done',
      position: 1,
      reason: null,
    })
    expect(await buy(member, subject, { quantity: 2 })).toMatchObject({ outcome: 'done', position: 4 })
    expect(await balances(mall.db, member)).toEqual({ balance: 95n * UNIT, openOrders: 2 })
    const [row] = await mall.db.query('select taken, fees from course where course_id = $1', [subject])
    expect(row).toEqual({ taken: 5, fees: 5n * UNIT })
    const lines = await mall.db.query(
      `select kind, debit, credit, count(*)::int as n from ledger where book = any($1) and kind <> 'recharge' group by 1, 2, 3 order by 1`,
      [[member, subject]],
    )
    expect(lines).toEqual([
      { kind: 'booking', debit: 'clearing', credit: 'fees', n: 2 },
      { kind: 'hold', debit: 'wallet', credit: 'clearing', n: 2 },
    ])
    expect(await broken()).toEqual([])
  })

  test('refuses with its own reason and data, and the money is back', async () => {
    const [member = ''] = await members(1)
    const subject = await course(2)
    const refused = request(member, subject, { quantity: 3 })
    expect(await seller.buy(refused)).toMatchObject({
      outcome: 'refused',
      reason: 'full',
      data: { seats: 2 },
    })
    expect(await seller.buy(refused), 'repeated').toMatchObject({
      outcome: 'refused',
      reason: 'full',
      data: null,
    })
    expect(await buy(member, randomUUID())).toMatchObject({ outcome: 'refused', reason: 'no_course' })
    expect(await balances(mall.db, member)).toEqual({ balance: 100n * UNIT, openOrders: 0 })
    expect(await broken()).toEqual([])
  })

  test('200 members at once take exactly the seats that there are', async () => {
    const crowd = await members(200)
    const subject = await course(50)
    const answers = await Promise.all(crowd.map((member) => buy(member, subject)))
    const positions = answers.flatMap(({ position }) => position ?? [])
    expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(answers.filter(({ outcome }) => outcome === 'refused')).toHaveLength(150)
    expect(await broken()).toEqual([])
  })

  test('the same id is one purchase; with other input it is a conflict', async () => {
    const [member = ''] = await members(1)
    const subject = await course(9)
    const once = request(member, subject)
    const answers = await Promise.all(Array.from({ length: 8 }, () => seller.buy(once)))
    expect(new Set(answers.map(({ position }) => position))).toEqual(new Set([1]))
    expect(await seller.buy({ ...once, quantity: 2, amount: 2n * UNIT })).toMatchObject({
      outcome: 'conflict',
    })
    expect((await balances(mall.db, member)).balance).toBe(99n * UNIT)
  })

  test('the same request id at two servers at once is one purchase', async () => {
    const crowd = await members(20)
    const subject = await course(40)
    const other = createSeller({ url: mall.database.appUrl, definition: seatSeller, lanes })
    try {
      const asked = crowd.map((member) => request(member, subject))
      const answers = await Promise.all(
        [seller, other].map((one) => Promise.all(asked.map((each) => one.buy(each)))),
      )
      const given = answers.map((list) =>
        list.map(({ id, outcome, position }) => ({ id, outcome, position })),
      )
      expect(given[1]).toEqual(given[0])
      expect(new Set(given[0]!.map(({ position }) => position)).size).toBe(crowd.length)
    } finally {
      await other.close()
    }
    const [sold] = await mall.db.query('select taken from course where course_id = $1', [subject])
    expect(sold).toEqual({ taken: crowd.length })
    expect(await broken()).toEqual([])
  })

  test("the ledger's denials come in their order, and store nothing", async () => {
    const [member = ''] = await members(1)
    const subject = await course(500)
    const change = (work: Parameters<typeof mall.db.tx>[0]) =>
      mall.db.tx(async (tx) => {
        await lockWallets(tx, [member])
        await work(tx)
      })
    const outcome = async () => (await buy(member, subject, { quantity: 200, maxPerMember: 100 })).outcome
    await change((tx) => excludeWallet(tx, member, new Date('2040-01-01T00:00:00Z')))
    await change((tx) => markWalletClosing(tx, member, true))
    await change((tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, 10n * UNIT, 0))
    const seen: string[] = [await outcome()]
    await change((tx) => markWalletClosing(tx, member, false))
    seen.push(await outcome())
    // the server's role cannot shorten an exclusion
    await mall.owner.query('update wallet set excluded_until = null where member_id = $1', [member])
    seen.push(await outcome())
    const large = await buy(member, subject, { quantity: 200 })
    expect(large).toMatchObject({ outcome: 'limit', limit: 'spend', room: 10n * UNIT })
    await change((tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, null, 0))
    seen.push((await buy(member, subject, { quantity: 200 })).outcome)
    expect(seen).toEqual(['closing', 'excluded', 'max_per_member', 'funds'])
    const [count] = await mall.db.query('select count(*)::int as n from purchase where member_id = $1', [
      member,
    ])
    expect(count).toEqual({ n: 0 })
  })

  test('connections that die in mid-sale lose and double nothing', async () => {
    const crowd = await members(40)
    const subject = await course(1_000)
    const asked = crowd.flatMap((member) => Array.from({ length: 3 }, () => request(member, subject)))
    let [killed, isOver] = [0, false]
    const buying = Promise.all(asked.map((one) => seller.buy(one))).finally(() => (isOver = true))
    while (!isOver && killed < 12) {
      const [row] = await mall.db.query<{ killed: number }>(
        `select count(*) filter (where pg_terminate_backend(pid))::int as killed from pg_stat_activity
         where application_name = 'fairlot-seats' and datname = current_database()`,
      )
      killed += row!.killed
    }
    const answers = await buying
    expect(killed).toBeGreaterThan(0)
    expect(answers.every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(new Set(answers.map(({ position }) => position)).size).toBe(asked.length)
    expect(await broken()).toEqual([])
  })

  /** A chunk of a course's bookings by seat; every tenth seat wins back twice its fee. */
  const chunk = (subject: string, from: number, to: number): SettlementChunk => ({
    kind: seatSeller.kind,
    book: courseBook,
    subject,
    outcomes: {
      text: `select member_id, purchase_id, ${UNIT}::bigint as amount, case when first_seat % 10 = 0 then 'won' else 'lost' end as result,
          case when first_seat % 10 = 0 then ${2n * UNIT}::bigint else 0 end as payout
        from seat where course_id = $1 and first_seat > $2 and first_seat <= $3`,
      values: [subject, from, to],
    },
    count: to - from,
    claim: async (tx) => {
      const moved = await tx.query(
        `update course_progress set through_seat = $3 where course_id = $1 and through_seat = $2 returning 1`,
        [subject, from, to],
      )
      return moved.length > 0
    },
  })

  async function soldCourse(seats: number): Promise<{ subject: string; crowd: string[] }> {
    const crowd = await members(seats)
    const subject = await course(seats)
    await mall.owner.query('insert into course_progress (course_id) values ($1)', [subject])
    await Promise.all(crowd.map((member) => buy(member, subject)))
    return { subject, crowd }
  }

  test('settles in chunks, exactly once, with payouts and loss limits', async () => {
    const { subject, crowd } = await soldCourse(40)
    await mall.db.tx(async (tx) => {
      await lockWallets(tx, crowd)
      for (const member of crowd) await setLimit(tx, { member, kind: 'loss', period: 'month' }, 50n * UNIT, 0)
    })
    for (const from of [0, 20]) {
      const tries = await Promise.all(
        Array.from({ length: 4 }, () => settlePurchases(mall.db, chunk(subject, from, from + 20))),
      )
      expect(tries.filter(Boolean)).toHaveLength(1)
    }
    const results = await mall.db.query<{
      result: string
      n: number
      payout: bigint
      used: bigint
      open: bigint
    }>(
      `select p.result, count(*)::int as n, sum(p.payout)::bigint as payout, sum(c.used)::bigint as used, sum(c.open)::bigint as open
       from purchase p join limit_counter c using (member_id) where p.subject_id = $1 group by 1 order by 1`,
      [subject],
    )
    expect(results).toEqual([
      { result: 'lost', n: 36, payout: 0n, used: 36n * UNIT, open: 0n },
      { result: 'won', n: 4, payout: 8n * UNIT, used: -4n * UNIT, open: 0n },
    ])
    const [row] = await mall.db.query('select fees from course where course_id = $1', [subject])
    expect(row).toEqual({ fees: 32n * UNIT })
    const totals = await Promise.all(crowd.map((member) => balances(mall.db, member)))
    expect(totals.reduce((sum, { balance }) => sum + balance, 0n)).toBe((40n * 99n + 8n) * UNIT)
    expect(totals.every(({ openOrders }) => openOrders === 0)).toBe(true)
    const [winner] = await mall.db.query<{ id: string }>(
      `select member_id as id from purchase where subject_id = $1 and result = 'won' limit 1`,
      [subject],
    )
    const { all } = await netPosition(mall.db, winner!.id, 0)
    expect(all).toMatchObject({ spent: UNIT, won: 2n * UNIT, returned: 0n })
    expect(await broken()).toEqual([])
  })

  test('a chunk that the book cannot pay, or that lacks a purchase, changes nothing', async () => {
    const { subject } = await soldCourse(10)
    await mall.db.tx((tx) =>
      transfer(tx, {
        ref: subject,
        kind: 'costs',
        from: { book: courseBook, key: subject },
        to: { house: 'sales' },
        amount: 9n * UNIT,
      }),
    )
    await expect(settlePurchases(mall.db, chunk(subject, 0, 10))).rejects.toThrow('lacks')
    await expect(settlePurchases(mall.db, chunk(subject, 0, 11))).rejects.toThrow('10 of 11')
    const [row] = await mall.db.query(
      `select count(*) filter (where settled)::int as settled, (select through_seat from course_progress where course_id = $1) as through
       from purchase where subject_id = $1`,
      [subject],
    )
    expect(row).toEqual({ settled: 0, through: 0 })
    expect(await broken()).toEqual([])
  })

  test('refunds pay back in full, once', async () => {
    const { subject, crowd } = await soldCourse(12)
    const tries = await Promise.all([1, 2, 3].map(() => refundPurchases(mall.db, chunk(subject, 0, 12))))
    expect(tries.filter(Boolean)).toHaveLength(1)
    const totals = await Promise.all(crowd.map((member) => balances(mall.db, member)))
    expect(totals.every(({ balance, openOrders }) => balance === 100n * UNIT && openOrders === 0)).toBe(true)
    const [row] = await mall.db.query('select fees from course where course_id = $1', [subject])
    expect(row).toEqual({ fees: 0n })
    expect(await broken()).toEqual([])
  })

  test('planted corruption is found by a named check', async () => {
    const { subject, crowd } = await soldCourse(2)
    const ACCOUNTS = 'every line belongs to an account of a registered book'
    const SEATS = 'every line of seats has its cause, amount, sides and time, and every cause its lines'
    const corruptions: [string, string, unknown[]][] = [
      [
        'the balance of every course book is the sum of its lines',
        'update course set fees = fees + 1 where course_id = $1',
        [subject],
      ],
      [ACCOUNTS, `update ledger set credit = 'pool' where book = $1`, [subject]],
      [SEATS, `delete from ledger where book = $1`, [subject]],
      [
        'every purchase is of a kind that a registered seller sells',
        `update purchase set kind = 'other' where subject_id = $1`,
        [subject],
      ],
      [
        'every line of purchases has its cause, amount, sides and time, and every cause its lines',
        `update purchase set settled = true, result = 'won', payout = 5 where member_id = $1`,
        [crowd[0]],
      ],
    ]
    for (const [title, sql, values] of corruptions)
      expect(await planted(mall.owner, CHECKS, sql, values), sql).toContain(title)
    expect(await broken()).toEqual([])
  })

  // on one lane nothing is ever held
  if (lanes === 'several')
    test('a purchase that a crash left held is finished', async () => {
      const [bought = '', refused = ''] = await members(2)
      const subject = await course(3)
      const requests = [request(bought, subject, { quantity: 2 }), request(refused, subject, { quantity: 2 })]
      const lane = createLane(mall.database.appUrl, 'fairlot-test')
      const [reserve, allocate] = severalLanes(seatSeller)
      try {
        // the first crash comes after reserve, the second after allocate
        await runBatch(lane, requests, [reserve!])
        const [held] = await mall.db.query(`select count(*)::int as n from purchase where state = 'held'`)
        expect(held).toEqual({ n: 2 })
        await runBatch(lane, requests, [reserve!, allocate!])
      } finally {
        await lane.close()
      }
      expect(await finishHeld(mall.db, seller, seatSeller.kind)).toBe(2)
      const answers: PurchaseAnswer[] = await Promise.all(requests.map((one) => seller.buy(one)))
      expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
      expect((await balances(mall.db, refused)).balance).toBe(100n * UNIT)
      expect(await broken()).toEqual([])
    })
})
