/**
 * Fills an empty sandbox database with the demo world before the server first listens. Members recharge through the sandbox
 * cashier, and issues are bought, sealed and drawn by the product's own code, in a past to which the seeder moves the
 * database's clock. Every step can be repeated, so an interrupted start continues where it stopped.
 */
import { randomUUID } from 'node:crypto'
import { formatMoney, MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { Context } from '../context.ts'
import { utcDay } from '../modules/fair/index.ts'
import { fundAndPublish } from '../modules/home/fund-house.ts'
import { openRecharge, PLAY_PERCENT } from '../modules/wallet/index.ts'
import type { BusinessClock } from '../platform/clock.ts'
import { MS, type Db } from '../platform/db.ts'
import { DAY_MS } from '../platform/durations.ts'
import type { Setting, Values } from '../platform/settings/settings.ts'
import { DEMO_CATEGORIES, DEMO_PRODUCTS } from './catalogue.ts'
import { DELIVERY_EVENTS } from './deliveries.ts'
import { PRIZE_EVENTS } from './events.ts'
import { demoFinance, FINANCE_EVENTS, FINANCE_MONEY } from './finance.ts'
import { demoHouse } from './house.ts'
import { demoIdentity } from './identity.ts'
import { demoAccounts, PAYOUT_EVENTS, PAYOUT_MONEY } from './payouts.ts'
import { LOYALTY_EVENTS } from './loyalty.ts'
import { DEMO_MEMBERS } from './people.ts'
import { demoPictures } from './pictures.ts'
import { demoReceiving, demoTransfers } from './transfers.ts'
import { demoRounds, demoStakes } from './rounds.ts'
import { demoSpending, demoTimeline, type DemoEvent } from './timeline.ts'
import { demoVouchers } from './vouchers.ts'
import { WISH_EVENTS } from './wishes.ts'
import { demoAnnouncement } from './announcement.ts'

/** The time at which members register, shortly before the first sale. */
const ARRIVAL_MS = -7 * DAY_MS
const DEMO_PLAY_PERCENT = 30
/** The member whose identity check waits; it has no log in that the server prints. */
const APPLICANT = 2
/** The member with corrections; no log in either. */
const CORRECTED = 4
const LARGEST_RECHARGE = 100_000n * MINOR_PER_UNIT
/** Minimum balance of every member after the purchases. */
const POCKET_MONEY = 1_200n * MINOR_PER_UNIT
/** In units of the wallet currency. */
const HOUSE_FUNDS = [
  ['bankroll', 1_000_000n],
  ['marketing', 250_000n],
  ['subsidy', 250_000n],
  ['guarantee', 500_000n],
] as const

export type DemoOptions = {
  context: Context
  clock: BusinessClock
  /** connected as the owner of the schema, the only role that may move the clock */
  owner: Db
}

/** Creates or completes the demo world. @returns whether this database has one */
export async function seedDemo(options: DemoOptions): Promise<boolean> {
  const { context, clock, owner } = options
  const began = await beginning(context.db)
  if (began === null) return false
  if (began.finished) return true
  // before the clock moves: the times of the demo world lie before the beginning of the log
  await context.fair.writer.begin(context.db)
  const setTime = async (at: number) => {
    await owner.query('update clock_offset set offset_ms = $1', [Math.round(began.ms + at - Date.now())])
    await clock.sync()
  }
  const games = await demoRounds(context, began.ms, setTime)
  try {
    const events = demoTimeline()
    await setTime(ARRIVAL_MS)
    await catalogue(context)
    await demoPictures(context)
    await houseFunds(context)
    await demoReceiving(context)
    await demoFinance(context)
    const members = await people(context, demoSpending(events))
    const [first] = members as [string]
    await demoAccounts(context, first)
    const payouts = [
      ...WISH_EVENTS,
      ...PAYOUT_EVENTS,
      ...DELIVERY_EVENTS,
      ...FINANCE_EVENTS,
      ...LOYALTY_EVENTS,
      ...PRIZE_EVENTS,
    ].toSorted((a, b) => a.at - b.at)
    // events of the present use the real time
    const moveTo = (at: number) => (at < 0 ? setTime(at) : present(owner, clock))
    const payOutUntil = async (at: number) => {
      for (let next = payouts[0]; next && next.at <= at; next = payouts[0]) {
        await moveTo(next.at)
        await next.run(context, first, members)
        payouts.shift()
      }
    }
    let stated = ''
    for (const event of events) {
      await payOutUntil(event.at)
      await games.until(event.at, members)
      await moveTo(event.at)
      const day = utcDay(clock.now())
      if (day !== stated) await context.fairLog.stateSolvency()
      stated = day
      await happen(context, event, members)
    }
    await payOutUntil(0)
    await games.until(0, members)
    await demoTransfers(context, members)
    await demoVouchers(context, members)
    await demoHouse(context, members[CORRECTED]!)
    await demoIdentity(context, members[APPLICANT]!)
    await demoAnnouncement(context)
  } finally {
    await present(owner, clock)
  }
  await games.end()
  await context.wallet.reconcile()
  await context.db.query('update demo_world set finished_at = business_now()')
  return true
}

async function present(owner: Db, clock: BusinessClock): Promise<void> {
  await owner.query('update clock_offset set offset_ms = 0')
  await clock.sync()
}

/** The start of the demo world; null when the database contains other data. */
async function beginning(db: Db): Promise<{ ms: number; finished: boolean } | null> {
  await db.query(`
    insert into demo_world (began_at) select business_now()
    where not exists (select from member) and not exists (select from product)
    on conflict do nothing`)
  const [row] = await db.query<{ ms: bigint; finished: boolean }>(
    `select ${MS('began_at')} as ms, finished_at is not null as finished from demo_world`,
  )
  return row ? { ms: Number(row.ms), finished: row.finished } : null
}

async function catalogue({ mall, db }: Context): Promise<void> {
  const categories = await db.query<{ category: string }>('select category from category')
  for (const category of DEMO_CATEGORIES) {
    if (!categories.some((one) => one.category === category.category)) await mall.createCategory(category)
  }
  const products = await db.query<{ code: string }>('select code from product')
  for (const product of DEMO_PRODUCTS) {
    if (!products.some((one) => one.code === product.code)) await mall.createProduct(product)
  }
}

/** Funds the house's accounts, so that they cover all obligations in advance. */
async function houseFunds({ db, fair }: Context): Promise<void> {
  for (const [account, units] of HOUSE_FUNDS) {
    const amount = units * MINOR_PER_UNIT
    await fundAndPublish(
      { db, writer: fair.writer },
      { account, amount, reference: `demo opening balance, ${account}` },
    )
  }
}

/** Registers the members and pays in the money that they spend. @returns their ids in the order of DEMO_MEMBERS */
async function people(context: Context, spending: readonly bigint[]): Promise<string[]> {
  const ids: string[] = []
  const stakes = demoStakes()
  for (const [index, member] of DEMO_MEMBERS.entries()) {
    const { nickname, phone, password = null, inviter } = member
    const inviterId = inviter === undefined ? undefined : ids[inviter]
    const [known] = await context.db.query<{ member_id: string }>(
      'select member_id from member where phone = $1',
      [phone],
    )
    const id =
      known?.member_id ??
      (await context.identity.enrol({
        phone,
        password,
        nickname,
        ...(inviterId !== undefined && { inviterId }),
      }))
    ids.push(id)
    const payouts = index === 0 ? PAYOUT_MONEY + FINANCE_MONEY : 0n
    const spent = (spending[index] ?? 0n) + (stakes[index] ?? 0n)
    await recharge(context, id, spent + POCKET_MONEY + payouts)
  }
  await context.jobs.drain()
  return ids
}

/** Recharges at the sandbox cashier until the member has paid in this amount. */
async function recharge({ db, wallet, jobs }: Context, memberId: string, amount: bigint): Promise<void> {
  const recharges = { ...wallet.recharges, settings: demoSettings(wallet.recharges.settings) }
  const [row] = await db.query<{ paid: bigint }>(
    `select coalesce(sum(amount), 0)::int8 as paid from recharge where member_id = $1 and state = 'success'`,
    [memberId],
  )
  let left = amount - (row?.paid ?? 0n)
  while (left > 0n) {
    const part = left < LARGEST_RECHARGE ? roundUp(left) : LARGEST_RECHARGE
    const opened = await openRecharge(recharges, memberId, {
      method: 'sandbox',
      amount: formatMoney(part),
      requestId: randomUUID(),
    })
    const [payment] = await db.query<{ payment_id: string }>(
      'select payment_id from provider_payment where member_id = $1 and recharge_id = $2',
      [memberId, opened.recharge_id],
    )
    if (!wallet.company || !payment) throw new Error('the sandbox cashier does not know the payment')
    await wallet.company.choose(payment.payment_id, 'pay')
    await jobs.drain()
    left -= part
  }
}

/**
 * The demo members' recharges were made under an earlier rule: 30 % is to be played through. Most of their purchases are in
 * issues that are not drawn and count only then; so part is played, part is left, and the rest can be withdrawn.
 */
function demoSettings(settings: Values): Values {
  return {
    get: <Value>(setting: Setting<Value>) =>
      setting.name === PLAY_PERCENT.name ? (DEMO_PLAY_PERCENT as Value) : settings.get(setting),
  }
}

/** Rounds up to a multiple of 100 units. */
function roundUp(amount: bigint): bigint {
  const step = 100n * MINOR_PER_UNIT
  return ((amount + step - 1n) / step) * step
}

async function happen({ mall }: Context, event: DemoEvent, members: readonly string[]): Promise<void> {
  switch (event.do) {
    case 'open':
      await mall.openIssue(event.code)
      return
    case 'draws':
      await mall.draws.runDue()
      // a notice has the time of its event
      await mall.settled()
      return
    case 'buy': {
      const { issue, quantity, requestId } = event
      const { terms, firstCode } = await mall.sales.buy({
        member: members[event.member]!,
        issue,
        quantity,
        requestId,
      })
      const last = (firstCode ?? 0) + quantity - FIRST_CODE
      // seal a sold-out issue and open the next one before the following event
      if (last === terms.shares && event.at < 0) await mall.draws.runDue()
    }
  }
}
