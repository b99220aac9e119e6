/** Issues in favour: what each member gets, from which account, and what follows from it; exactly once, to the last unit. */
import { randomUUID } from 'node:crypto'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { beyondWon } from '@fairlot/fairness/favour'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { planted, type Plant } from '../../../testing/planted.ts'
import { netPosition } from '../../guard/net-position.ts'
import { vipSpendOf } from '../../identity/vip.ts'
import { fundHouse, lockWallets, playThrough, requirePlay, setLimit, transfer } from '../../ledger/index.ts'
import type { Db } from '../../../platform/db.ts'
import type { NewProduct } from '../catalogue/products.ts'
import { drawMall, type DrawMall } from '../draws/draws.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { settleChunk } from '../draws/settlement.ts'
import { createReader } from '../issues/issue-steps.fixture.ts'
import { mallChecks } from '../mall.checks.ts'
import { shareMoneyChecks } from '../sales/share-postings.checks.ts'
import { grantVouchers } from '../vouchers/vouchers.ts'
import { backOf } from './back.ts'
import { coverOf } from './cover.ts'
import { drawnInFavour, expectedAmounts, fundAll, settleAll, UNIT, type Bought } from './favour.fixture.ts'
import { settleFavourChunk } from './settle-favour.ts'

let world: DrawMall
let look: ReturnType<typeof createReader>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
  await fundAll(world.mall, 1_000_000n * UNIT)
})
afterAll(() => world.mall.close())

const BALANCE = 1_000n * UNIT
const people = (count: number) => testMembers(world.mall, count, BALANCE)
const sound = async () => expect(await breaches(world.mall.db)).toEqual([])
const won = async (member: string) =>
  (await look.one<{ balance: bigint }>('select balance from wallet where member_id = $1', [member])).balance -
  BALANCE

async function vouchersFor(members: readonly string[], amount: bigint): Promise<string[]> {
  const terms = { name: randomUUID(), approvalId: null, members, amount, minSpend: amount, days: 30 }
  const granted = await world.mall.db.tx((tx) => grantVouchers(tx, terms))
  return members.map((member) => granted.find((one) => one.member === member)!.id)
}

const ordersOf = (issueId: string) =>
  world.mall.db.query<{ member: string; state: string; result: string | null; payout: bigint }>(
    `select p.member_id as member, p.state, p.result, p.payout from purchase p join issue_sale s on s.purchase_id = p.purchase_id
     where s.issue_id = $1 order by s.seq`,
    [issueId],
  )
const favourOf = (issueId: string) =>
  look.one<Record<'orders' | 'beyond' | 'owed' | 'guaranteed' | 'returned' | 'rewards' | 'earned', unknown>>(
    'select orders, beyond, owed, guaranteed, returned, rewards, earned from issue_favour where issue_id = $1',
    [issueId],
  )
const loggedOf = (number: string) =>
  look.one<{ entries: unknown }>(
    `select jsonb_agg(entry) as entries from log_pending where entry ->> 't' = 'issue-favour' and entry ->> 'issue' = $1`,
    [number],
  )

describe('an issue of goods in favour', () => {
  test('gives the winner the product and everybody else the money back', async () => {
    const [a = '', b = '', c = ''] = await people(3)
    const before = { guarantee: await look.house('guarantee'), sales: await look.house('sales') }
    const bought = [
      { member: a, quantity: 2 },
      { member: b, quantity: 3 },
      { member: a, quantity: 1 },
      { member: c, quantity: 4 },
    ]
    const { issueId, number } = await drawnInFavour(world, {}, bought, FIRST_CODE + 3)
    expect(await look.poolOf(issueId)).toBe(10n * UNIT)
    expect(await backOf(world.mall.db, issueId, a)).toBeNull()
    await sound()
    expect(await settleChunk(world.mall.db, issueId)).toBe(false)
    while (await settleFavourChunk(world.options, issueId, 1)) await sound()
    expect(await ordersOf(issueId)).toEqual([
      { member: a, state: 'refunded', result: null, payout: 0n },
      { member: b, state: 'done', result: 'won', payout: 0n },
      { member: a, state: 'refunded', result: null, payout: 0n },
      { member: c, state: 'refunded', result: null, payout: 0n },
    ])
    expect([await won(a), await won(b), await won(c)]).toEqual([0n, -3n * UNIT, 0n])
    const back = { amount: '3.00', vouchers: '0.00', won: '0.00', paid: '3.00', share: '3.00' }
    expect(await backOf(world.mall.db, issueId, a)).toEqual(back)
    expect(await backOf(world.mall.db, issueId, b)).toBeNull()
    // the recycling value of the prize stays: 8.00, of which the winner's order paid 3.00
    expect(await look.poolOf(issueId)).toBe(8n * UNIT)
    expect(before.guarantee - (await look.house('guarantee'))).toBe(5n * UNIT)
    expect(await look.house('sales')).toBe(before.sales)
    expect(await favourOf(issueId)).toMatchObject({ orders: 3, beyond: 7n * UNIT, guaranteed: 5n * UNIT })
    expect(await loggedOf(number)).toMatchObject({
      entries: [{ t: 'issue-favour', issue: number, orders: 3, amount: '70000' }],
    })
    const notices = await world.mall.db.query<{ member: string }>(
      `select member_id as member from member_notice where kind = 'favour' and issue_id = $1`,
      [issueId],
    )
    expect(notices.map(({ member }) => member).toSorted()).toEqual([a, c].toSorted())
    await sound()
  })

  test('gives a winner who paid more than the value the difference', async () => {
    const [a = '', b = ''] = await people(2)
    const bought = [
      { member: b, quantity: 2 },
      { member: a, quantity: 5 },
      { member: a, quantity: 3 },
    ]
    const { issueId } = await drawnInFavour(world, { marketPrice: 5n * UNIT }, bought, FIRST_CODE + 4)
    await settleAll(world, issueId)
    expect([await won(a), await won(b)]).toEqual([-5n * UNIT, 0n])
    expect(await ordersOf(issueId)).toMatchObject([
      { state: 'refunded' },
      { state: 'done', result: 'won' },
      { state: 'done', result: 'not_won' },
    ])
    // what the member has back does not count for levels
    expect(await vipSpendOf(world.mall.db, a)).toBe(0n)
    await sound()
  })

  test('below cost gives everybody the even share of its value', async () => {
    const [a = '', b = ''] = await people(2)
    const product = { marketPrice: 33n * UNIT, recyclePercent: 0 }
    const bought = [
      { member: a, quantity: 3 },
      { member: b, quantity: 6 },
      { member: a, quantity: 1 },
    ]
    const { issueId } = await drawnInFavour(world, product, bought, FIRST_CODE + 5)
    await settleAll(world, issueId, 1)
    // 4 of 10 codes of 33.00
    expect(await won(a)).toBe(132_000n - 4n * UNIT)
    expect(await won(b)).toBe(-6n * UNIT)
    expect((await netPosition(world.mall.db, a, 0)).all).toMatchObject({
      spent: 4n * UNIT,
      returned: 4n * UNIT,
      won: 92_000n,
    })
    await sound()
  })

  test('takes the subsidy before the guarantee, and the house keeps what is left', async () => {
    const [a = '', b = ''] = await people(2)
    const before = await look.house('guarantee')
    const product = { marketPrice: 20n * UNIT, maxSubsidy: 50n * UNIT, maxPerMember: 9, recyclePercent: 100 }
    const bought = [
      { member: a, quantity: 9 },
      { member: b, quantity: 1 },
    ]
    const { issueId } = await drawnInFavour(world, product, bought, FIRST_CODE + 9)
    const held = await look.poolOf(issueId)
    expect(held).toBeGreaterThan(20n * UNIT)
    await settleAll(world, issueId)
    expect(await won(a)).toBe(9n * UNIT)
    expect(before - (await look.house('guarantee'))).toBe(38n * UNIT - held)
    const rich = await drawnInFavour(world, { marketPrice: UNIT }, [{ member: a, quantity: 4 }], FIRST_CODE)
    await settleAll(world, rich.issueId)
    // the only member paid 4.00 for a product of 1.00: 3.00 back, 0.80 kept, 0.20 left for rewards
    expect(await favourOf(rich.issueId)).toMatchObject({ guaranteed: 0n, rewards: 1_550n, earned: 450n })
    await sound()
  })
})

const CASH: Partial<NewProduct> = {
  mode: 'cash',
  marketPrice: undefined,
  tiers: [
    { from: 0, to: 0, prize: 20n * UNIT },
    { from: 1, to: 2, prize: 2n * UNIT },
  ],
}

test('cash with tiers pays prizes as always, and each member at least the payment', async () => {
  const [a = '', b = '', c = ''] = await people(3)
  const bought = [
    { member: a, quantity: 10 },
    { member: b, quantity: 4 },
    { member: c, quantity: 12 },
    { member: b, quantity: 9 },
  ]
  // the codes 9 to 13 win: one of a, four of b, the first of which has the winning code
  const { issueId } = await drawnInFavour(world, CASH, bought, FIRST_CODE + 11)
  await settleAll(world, issueId, 2)
  expect([await won(a), await won(b), await won(c)]).toEqual([0n, 13n * UNIT, 0n])
  expect(await ordersOf(issueId)).toEqual([
    { member: a, state: 'done', result: 'won', payout: 2n * UNIT },
    { member: b, state: 'done', result: 'won', payout: 26n * UNIT },
    { member: c, state: 'refunded', result: null, payout: 0n },
    { member: b, state: 'done', result: 'not_won', payout: 0n },
  ])
  expect(await look.poolOf(issueId)).toBe(0n)
  expect(await favourOf(issueId)).toMatchObject({ orders: 2, beyond: 20n * UNIT })
  // only the spending of the member who has nothing beside prizes counts
  expect([await vipSpendOf(world.mall.db, a), await vipSpendOf(world.mall.db, b)]).toEqual([0n, 13n * UNIT])
  await sound()
})

test('of a Double PK the other seat has its money back', async () => {
  const [a = '', b = ''] = await people(2)
  const bought = [a, b].map((member) => ({ member, quantity: 5 }))
  const { issueId } = await drawnInFavour(world, { mode: 'pk' }, bought, FIRST_CODE + 7)
  await settleAll(world, issueId)
  expect([await won(a), await won(b)]).toEqual([0n, -5n * UNIT])
  await sound()
})

describe('what a voucher paid', () => {
  test('is a voucher again when nothing was won, and the rest comes in money', async () => {
    const [a = '', b = ''] = await people(2)
    const [voucher = ''] = await vouchersFor([a], 3n * UNIT)
    const bought: Bought[] = [
      { member: a, quantity: 4, voucher },
      { member: b, quantity: 6 },
    ]
    const { issueId } = await drawnInFavour(
      world,
      { marketPrice: 20n * UNIT, recyclePercent: 0 },
      bought,
      FIRST_CODE + 8,
    )
    await settleAll(world, issueId)
    // even share 8.00: own money 1.00, the voucher of 3.00, and 4.00 more
    expect(await won(a)).toBe(4n * UNIT)
    expect(await backOf(world.mall.db, issueId, a)).toEqual({
      amount: '8.00',
      vouchers: '3.00',
      won: '0.00',
      paid: '4.00',
      share: '8.00',
    })
    expect(
      await look.one('select state, purchase_id from voucher where voucher_id = $1', [voucher]),
    ).toMatchObject({ state: 'open', purchase_id: null })
    await sound()
  })

  test('goes back to marketing when something was won, and members get back at least what they paid themselves', async () => {
    const [a = '', b = ''] = await people(2)
    const [voucher = ''] = await vouchersFor([a], 7n * UNIT)
    const bought: Bought[] = [
      { member: a, quantity: 10, voucher },
      { member: b, quantity: 20 },
    ]
    const before = await look.house('marketing')
    const { issueId } = await drawnInFavour(world, CASH, bought, FIRST_CODE + 11)
    await settleAll(world, issueId)
    // won 2.00, paid 10.00 of which 3.00 were own money, even share 9.33
    expect(await won(a)).toBe(93_333n - 3n * UNIT)
    expect(await backOf(world.mall.db, issueId, a)).toEqual({
      amount: '7.3333',
      vouchers: '0.00',
      won: '2.00',
      paid: '3.00',
      share: '9.3333',
    })
    expect(await favourOf(issueId)).toMatchObject({ returned: 6_667n })
    expect((await look.house('marketing')) - before).toBe(6_667n)
    expect(await look.one('select state from voucher where voucher_id = $1', [voucher])).toMatchObject({
      state: 'used',
    })
    await sound()
  })
})

test('limits and play-through know what the member has back', async () => {
  const { db } = world.mall
  const [a = '', b = ''] = await people(2)
  await db.tx(async (tx) => {
    await lockWallets(tx, [a, b])
    for (const member of [a, b]) {
      await requirePlay(tx, member, 50n * UNIT)
      await setLimit(tx, { member, kind: 'loss', period: 'day' }, 100n * UNIT, 0)
    }
  })
  const bought = [
    { member: a, quantity: 10 },
    { member: b, quantity: 20 },
  ]
  const { issueId } = await drawnInFavour(world, CASH, bought, FIRST_CODE + 11)
  await settleAll(world, issueId)
  expect(
    await db.query(
      `select used, open from limit_counter where member_id = any($1) and kind = 'loss' order by used desc`,
      [[a, b]],
    ),
  ).toEqual([
    { used: 0n, open: 0n },
    { used: -6n * UNIT, open: 0n },
  ])
  expect(await playThrough(db, a)).toMatchObject({ played: 0n })
  expect(await playThrough(db, b)).toMatchObject({ played: 20n * UNIT })
  await sound()
})

/** A generator of pseudo-random integers below n, from a seed. */
function randomFrom(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'pays what the published formula says, and never more than the cover (case %i)',
  async (seed) => {
    const { db } = world.mall
    const random = randomFrom(seed)
    const members = await people(1 + random(5))
    const bought: Bought[] = Array.from({ length: 6 + random(10) }, () => ({
      member: members[random(members.length)]!,
      quantity: 1 + random(6),
    }))
    for (const order of bought)
      if (random(3) === 0)
        [order.voucher] = await vouchersFor([order.member], BigInt(1 + random(order.quantity * 10_000)))
    const shares = bought.reduce((sum, { quantity }) => sum + quantity, 0)
    const kind = random(3)
    const product: Partial<NewProduct> =
      kind === 0
        ? {
            ...CASH,
            sharePrice: BigInt(7_000 + random(13_000)),
            maxSubsidy: 100n * UNIT,
            maxPerMember: shares,
          }
        : {
            marketPrice: BigInt(1 + random(shares * 25_000)),
            recyclePercent: random(101),
            maxSubsidy: 500n * UNIT,
            maxPerMember: shares,
          }
    const { issueId } = await drawnInFavour(world, product, bought, FIRST_CODE + random(shares))
    const cover = await coverOf(db, issueId)
    await settleAll(world, issueId, 1 + random(5))
    const expected = await expectedAmounts(db, issueId)
    const paid = await db.query<{ member: string; own: bigint; vouchers: bigint }>(
      `select member_id as member, sum(amount - coalesce(house_paid, 0))::bigint as own,
         coalesce(sum(house_paid), 0)::bigint as vouchers
       from purchase where subject_id = $1 group by 1`,
      [issueId],
    )
    for (const { member, own, vouchers } of paid) {
      const { amount, won: prize, codes } = expected.get(member)!
      const change = await won(member)
      const inKind = kind === 0 ? 0n : prize
      if (prize === 0n) expect(change).toBe(amount - vouchers - own)
      // the value of the product counts
      expect(change + inKind).toBeGreaterThanOrEqual(0n)
      expect(change + own + inKind).toBeLessThanOrEqual(amount)
      if (vouchers === 0n) expect(change + own + inKind).toBe(amount)
      expect(codes).toBeGreaterThan(0)
    }
    const favour = await favourOf(issueId)
    expect(favour.beyond).toBe(beyondWon([...expected.values()]))
    expect(favour.guaranteed as bigint).toBeLessThanOrEqual(cover)
    await sound()
  },
)

/** A database that cuts the connection at the end of every transaction except each `every`th. */
function killedAfter(db: Db, every: number): Db {
  let transactions = 0
  return {
    ...db,
    tx: (work) =>
      db.tx(async (tx) => {
        const result = await work(tx)
        if (++transactions % every !== 0) await tx.query('select pg_terminate_backend(pg_backend_pid())')
        return result
      }),
  }
}

describe('exactly once', () => {
  async function many(): Promise<{ issueId: string; number: string; members: string[] }> {
    const members = await people(6)
    const bought = Array.from({ length: 48 }, (_, n) => ({ member: members[n % 6]!, quantity: 1 + (n % 2) }))
    const product = { marketPrice: 200n * UNIT, recyclePercent: 0 }
    return { ...(await drawnInFavour(world, product, bought, FIRST_CODE + 20)), members }
  }
  async function paidOnce({ issueId, members }: Awaited<ReturnType<typeof many>>) {
    const expected = await expectedAmounts(world.mall.db, issueId)
    for (const member of members) {
      const { amount, codes, won: prize } = expected.get(member)!
      expect(await won(member)).toBe(amount - prize - BigInt(codes) * UNIT)
    }
    expect(await look.poolOf(issueId)).toBe(0n)
    await sound()
  }

  test('although two of three transactions are killed at their end', async () => {
    const issue = await many()
    const db = killedAfter(world.mall.db, 3)
    for (let tries = 0; tries < 200; tries++)
      if (!(await settleFavourChunk({ ...world.options, db }, issue.issueId, 7).catch(() => true))) break
    await paidOnce(issue)
    expect((await loggedOf(issue.number)).entries).toHaveLength(1)
  })

  test('although several processes settle at once', async () => {
    const issue = await many()
    for (let round = 0; round < 12; round++)
      await Promise.all([1, 2, 3].map(() => settleFavourChunk(world.options, issue.issueId, 5)))
    await paidOnce(issue)
    expect((await loggedOf(issue.number)).entries).toHaveLength(1)
  })

  test('by the loops of two processes, which tell what was settled', async () => {
    const issue = await many()
    const told: string[] = []
    const loops = [0, 1].map(() =>
      createDraws({ ...world.options, onNotice: (member) => void told.push(member) }),
    )
    await Promise.all(loops.map((loop) => loop.runDue()))
    await paidOnce(issue)
    // all but the winner
    expect(told.toSorted()).toHaveLength(5)
    expect(world.errors).toEqual([])
  })

  test('waits while the guarantee lacks what is owed, and pays when it has it', async () => {
    const { db } = world.mall
    const amount = (await look.house('guarantee')) - UNIT
    const [from, to] = [{ house: 'guarantee' as const }, { house: 'cash' as const }]
    await db.tx((tx) => transfer(tx, { ref: randomUUID(), kind: 'test', from, to, amount }))
    const issue = await many()
    await expect(settleFavourChunk(world.options, issue.issueId)).rejects.toThrow('INSUFFICIENT_BALANCE')
    await sound()
    await db.tx((tx) => fundHouse(tx, { account: 'guarantee', amount: 500n * UNIT, reference: randomUUID() }))
    await settleAll(world, issue.issueId)
    await paidOnce(issue)
  })
})

describe('the doctor finds', () => {
  let issueId = ''
  let half = ''
  beforeAll(async () => {
    const [a = '', b = ''] = await people(2)
    const bought = [
      { member: a, quantity: 2 },
      { member: b, quantity: 3 },
      { member: a, quantity: 5 },
    ]
    const product = { marketPrice: 30n * UNIT, recyclePercent: 0 }
    ;({ issueId } = await drawnInFavour(world, product, bought, FIRST_CODE + 3))
    await settleAll(world, issueId)
    ;({ issueId: half } = await drawnInFavour(world, product, bought, FIRST_CODE + 3))
    for (let step = 0; step < 2; step++) await settleFavourChunk(world.options, half, 1)
  })
  const AMOUNTS = /every member gets the greatest/
  const SUMS = /^the sums of a draw in favour/
  const ESCROW = /^the escrow of a draw in favour/
  const LOG = /^every draw in favour whose members are paid is in the log/
  const ADD = (issue: string) =>
    `insert into issue_favour_share (issue_id, member_id, seq, orders, codes, paid, vouchers, won, even_share, amount, rest)
     select issue_id, gen_random_uuid(), 2, 1, 1, 10000, 0, 0, 0, 10000, 0 from issue_favour where issue_id = '${issue}'`

  const cases: [role: 'server' | 'owner', what: string, plant: () => Plant, found: RegExp][] = [
    ['server', 'a share of somebody without orders', () => ADD(half), /issue_favour_share_seq/],
    [
      'owner',
      'a share that is higher',
      () => `update issue_favour_share set even_share = even_share + 1, amount = amount + 1, rest = rest + 1
        where issue_id = '${issueId}' and rest > 0`,
      AMOUNTS,
    ],
    [
      'owner',
      'an amount that is not the greatest',
      () => `update issue_favour_share set amount = amount - 1 where issue_id = '${issueId}' and rest > 0`,
      /issue_favour_share_amount/,
    ],
    [
      'owner',
      'a missing share',
      () => `delete from issue_favour_share where issue_id = '${issueId}' and won = 0`,
      AMOUNTS,
    ],
    [
      'owner',
      'other sums',
      () => `update issue_favour set beyond = beyond + 1 where issue_id = '${issueId}'`,
      SUMS,
    ],
    [
      'owner',
      'money that the guarantee did not owe',
      () =>
        `update issue_favour set guaranteed = guaranteed + 1, owed = owed + 1 where issue_id = '${issueId}'`,
      SUMS,
    ],
    [
      'server',
      'an escrow that pays too much',
      () => `update issue set pool = pool + 1 where issue_id = '${half}'`,
      ESCROW,
    ],
    [
      'server',
      'an entry about an issue that is not paid yet',
      () => `insert into log_pending (entry, rules) select jsonb_build_object('t', 'issue-favour', 'issue', number, 'orders', 0,
        'amount', '0', 'at', 1), 2 from issue_terms where issue_id = '${half}'`,
      LOG,
    ],
    [
      'owner',
      'a bond that is still bound',
      () => `insert into guarantee_bond (subject, amount) values ('${issueId}', 1000000000)`,
      SUMS,
    ],
    [
      'owner',
      'a draw that was not in favour',
      () => `update issue_draw set favour = false where issue_id = '${half}'`,
      /issue_favour_draw/,
    ],
    [
      'server',
      'shares of an issue that is not drawn in favour',
      () => `insert into issue_favour (issue_id, orders, beyond, owed, guaranteed, returned, rewards, earned)
        values (gen_random_uuid(), 0, 0, 0, 0, 0, 0, 0)`,
      /issue_favour_draw/,
    ],
  ]
  test.each(cases)('%s: %s', async (role, _, plant, found) => {
    const db = role === 'owner' ? world.mall.owner : world.mall.db
    const titles = await planted(db, [...mallChecks, ...shareMoneyChecks], plant())
    expect(titles.some((title) => found.test(title.replace(/^refused: /, '')))).toBe(true)
  })
})
