/**
 * Prize-share events of the demo world: one that was drawn, and one that is open. Some demo members brought friends, who registered and
 * topped up after the opening. Every step can be repeated.
 */
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Context } from '../context.ts'
import { openRecharge } from '../modules/wallet/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'
import { EVENT_TITLES } from './texts/events.ts'

type DemoEvent = {
  number: string
  opensAt: number
  deadline: number
  /** in units of the wallet currency */
  pool: bigint
  winners: number
  friends: number
  /** places in the list of demo members; not the first one, whose figures are the same in every installation */
  members: readonly number[]
}

/** Times are relative to the present. */
const DRAWN: DemoEvent = {
  number: 'P1-0001',
  opensAt: -6.4 * DAY_MS,
  deadline: -3 * DAY_MS,
  pool: 600n,
  winners: 2,
  friends: 1,
  members: [1, 3, 4, 5],
}
const OPEN: DemoEvent = {
  number: 'P1-0002',
  opensAt: -2.3 * DAY_MS,
  deadline: 6 * DAY_MS,
  pool: 1_000n,
  winners: 5,
  friends: 3,
  members: [3, 4],
}
const TOP_UP = 100n

const businessNow = async ({ db }: Context) =>
  (
    await db.query<{ ms: number }>(
      'select floor(extract(epoch from at) * 1000)::float8 as ms from business_clock',
    )
  )[0]!.ms

async function open(context: Context, { number, opensAt, deadline, ...terms }: DemoEvent): Promise<void> {
  const { db, growth } = context
  if ((await db.query('select 1 from event where number = $1', [number])).length > 0) return
  const now = await businessNow(context)
  await db.tx((tx) =>
    growth.events.make(tx, {
      titles: Object.entries(EVENT_TITLES).map(([language, title]) => ({
        // safe cast: the texts are those of the offered languages
        language: language as OfferedLanguage,
        title,
      })),
      pool: terms.pool * MINOR_PER_UNIT,
      winners: terms.winners,
      friends: terms.friends,
      topUp: TOP_UP * MINOR_PER_UNIT,
      opensMs: null,
      deadlineMs: Math.round(now - opensAt + deadline),
      grade: 'beacon',
    }),
  )
}

/** A friend registers and tops up at the sandbox cashier. */
async function befriend(context: Context, inviterId: string, phone: string): Promise<void> {
  const { db, identity, wallet, jobs } = context
  const [known] = await db.query<{ id: string }>('select member_id as id from member where phone = $1', [
    phone,
  ])
  const id = known?.id ?? (await identity.enrol({ phone, password: null, inviterId }))
  const requestId = uuidv8(`fairlot/demo/friend/${phone}`)
  const input = { method: 'sandbox', amount: `${TOP_UP}.00`, requestId }
  const { recharge_id } = await openRecharge(wallet.recharges, id, input)
  const [payment] = await db.query<{ payment: string }>(
    'select payment_id as payment from provider_payment where recharge_id = $1',
    [recharge_id],
  )
  await wallet.company?.choose(payment!.payment, 'pay')
  await jobs.drain()
}

/** The phone number of a friend: `+88019700` with the event, the member and the friend. */
const phoneOf = (event: string, member: number, friend: number) =>
  `+88019700${event.slice(-1)}${member}${String(friend).padStart(3, '0')}`

async function join(context: Context, { number, friends, members }: DemoEvent, all: readonly string[]) {
  for (const member of members) {
    const memberId = all[member]!
    for (let friend = 0; friend < friends; friend++)
      await befriend(context, memberId, phoneOf(number, member, friend))
    const requestId = uuidv8(`fairlot/demo/event/${number}/${member}`)
    await context.growth.events.join({ memberId, number, requestId })
  }
}

const steps = ({ growth }: Context) => growth.events.loop.runDue()

/** In order; `at` is relative to the present. */
export const PRIZE_EVENTS: readonly {
  at: number
  run: (context: Context, first: string, members: readonly string[]) => Promise<unknown>
}[] = [
  { at: DRAWN.opensAt, run: (context) => open(context, DRAWN) },
  { at: DRAWN.opensAt + 5 * HOUR_MS, run: (context, _, members) => join(context, DRAWN, members) },
  { at: DRAWN.deadline + MINUTE_MS, run: steps },
  { at: DRAWN.deadline + 3 * MINUTE_MS, run: steps },
  { at: OPEN.opensAt, run: (context) => open(context, OPEN) },
  { at: OPEN.opensAt + 7 * HOUR_MS, run: (context, _, members) => join(context, OPEN, members) },
]
