/**
 * What became of the prizes of the demo world: two completed and reviewed, one received, on its way, in dispute, to be shipped, recycled; the winners
 * of the others have not chosen yet. Every step looks for what an interrupted start has done.
 */
import { formatMoney } from '@fairlot/contract/money/money'
import { ORDER_STEPS, type OrderStep } from '@fairlot/contract/life/order-life'
import { orderNumberOf } from '@fairlot/contract/order-number'
import type { Context } from '../context.ts'
import { createDeliveryDesk, createPrizeSteps } from '../modules/mall/index.ts'
import { DAY_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'
import { demoReview } from './reviews.ts'

type Winner = {
  memberId: string
  order: string
  number: string
  recycle: bigint
  status: string
  name: string
}

/** The winner of an issue. */
async function winnerOf({ db, mall }: Context, issue: string): Promise<Winner> {
  const [row] = await db.query<{ memberId: string; order: string; seq: number; name: string }>(
    `select d.member_id as "memberId", d.purchase_id as "order", d.seq, member.nickname as name
     from issue_draw d join issue_terms terms using (issue_id) join member on member.member_id = d.member_id
     where terms.number = $1`,
    [issue],
  )
  if (!row) throw new Error(`the demo issue ${issue} is not drawn`)
  const number = orderNumberOf(issue, row.seq)
  const { row: prize } = await mall.delivery.show(db, number)
  return { ...row, number, recycle: prize.recycle, status: prize.status }
}

/** The first address of a demo member. */
async function addressOf({ db, identity }: Context, { memberId, name }: Winner): Promise<string> {
  const id = uuidv8(`fairlot/demo/address/${memberId}`)
  const phone = (await identity.member(db, memberId))!.phone
  await identity.addresses.save(memberId, {
    id,
    name,
    phone,
    country: 'BD',
    zip: '1212',
    province: 'Dhaka',
    city: 'Dhaka',
    subdistrict: 'Gulshan',
    street: 'Demo Road 12',
    details: '',
    isDefault: true,
  })
  return id
}

const COMPLETED = 'AUDIO-0001'

/** Takes a step, unless it was taken before. The oldest prize is completed a day after its receipt. */
async function act(context: Context, issue: string, step: OrderStep): Promise<void> {
  const { db, mall } = context
  const winner = await winnerOf(context, issue)
  if (step === 'review') return demoReview(context, issue, winner)
  const from: readonly string[] = ORDER_STEPS[step].from
  if (!from.includes(winner.status)) return
  const given = mall.prizes.clocks()
  const clocks = () => ({ ...given, complete: issue === COMPLETED ? 1 : given.complete })
  const deps = { ...mall.prizes, clocks, tell: () => Promise.resolve() }
  const [steps, desk] = [createPrizeSteps(deps), createDeliveryDesk(deps)]
  const { memberId, order, number } = winner
  const parcel = { carrier: 'Demo Post', tracking: `DP${number.replaceAll('-', '')}`, url: null }
  const acts: Partial<Record<OrderStep, () => Promise<unknown>>> = {
    address: async () => steps.chooseAddress(memberId, order, await addressOf(context, winner)),
    recycle: () => steps.recycle(memberId, order, formatMoney(winner.recycle)),
    receive: () => steps.receive(memberId, order),
    dispute: () => steps.dispute(memberId, order, 'Demo: the box was empty.'),
    ship: () => db.tx((tx) => desk.ship(tx, number, parcel)),
    deliver: () => db.tx((tx) => desk.deliver(tx, number, null)),
    complete: () => mall.prizeClocks.runDue(),
  }
  const run = acts[step]
  if (!run) throw new Error(`the demo world does not know the step ${step}`)
  await run()
}

/** The steps of each issue's prize; times in days before the present. */
const STEPS: readonly (readonly [days: number, issue: string, step: OrderStep])[] = [
  [4, 'AUDIO-0001', 'address'],
  [3.6, 'AUDIO-0001', 'ship'],
  [3, 'PHONE-0001', 'address'],
  [2.7, 'PHONE-0001', 'ship'],
  [2.5, 'AUDIO-0001', 'deliver'],
  [2.45, 'AUDIO-0001', 'receive'],
  [2.3, 'COOKER-0001', 'address'],
  [2.2, 'GOLD-0001', 'recycle'],
  [1.9, 'COOKER-0001', 'ship'],
  [1.4, 'AUDIO-0001', 'complete'],
  [1.35, 'AUDIO-0001', 'review'],
  [1.25, 'AUDIO-0002', 'address'],
  [1.1, 'AUDIO-0002', 'ship'],
  [0.95, 'COOKER-0002', 'address'],
  [0.8, 'WATCH-0001', 'address'],
  [0.7, 'WATCH-0001', 'ship'],
  [0.6, 'PHONE-0001', 'receive'],
  [0.4, 'WATCH-0001', 'receive'],
  [0.3, 'AUDIO-0002', 'dispute'],
  [0.2, 'WATCH-0001', 'review'],
]

/** What happens, in order; `at` is relative to the present. */
export const DELIVERY_EVENTS: readonly { at: number; run: (context: Context) => Promise<unknown> }[] =
  STEPS.map(([days, issue, step]) => ({ at: -days * DAY_MS, run: (context) => act(context, issue, step) }))
