/**
 * The history of the demo world: a timeline of openings and purchases, the same in every installation. It does not contain the
 * results of draws, which the seeder really draws.
 */
import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'
import { DEMO_PRODUCTS } from './catalogue.ts'
import { DEMO_MEMBERS } from './people.ts'

/** An event of the demo world. Times are milliseconds relative to its start; negative times are in the past. */
export type DemoEvent =
  | { at: number; do: 'open'; code: string }
  | { at: number; do: 'buy'; issue: string; member: number; quantity: number; requestId: string }
  /** runs due seals, draws and settlements */
  | { at: number; do: 'draws' }

/** The sale of one issue: its period and the number of sold shares. An issue with a deadline expires then and is refunded. */
type Sale = { code: string; sequence: number; from: number; to: number; sold: number; deadline?: number }

const productOf = (code: string) => DEMO_PRODUCTS.find((product) => product.code === code)
const sharesOf = (code: string) => productOf(code)?.shares ?? 0
const whole = (code: string, sequence: number, from: number, to: number): Sale => ({
  code,
  sequence,
  from,
  to,
  sold: sharesOf(code),
})

/** Each product's issues in order. The last one of each is on sale, except the television's, which sells out at the end. */
const SALES: readonly Sale[] = [
  whole('PHONE', 1, -6.5 * DAY_MS, -3.2 * DAY_MS),
  { code: 'PHONE', sequence: 2, from: -3.1 * DAY_MS, to: -12 * MINUTE_MS, sold: 1104 },
  { code: 'SCOOT', sequence: 1, from: -6.8 * DAY_MS, to: -7 * MINUTE_MS, sold: 4464 },
  whole('GOLD', 1, -5.9 * DAY_MS, -2.4 * DAY_MS),
  { code: 'GOLD', sequence: 2, from: -2.3 * DAY_MS, to: -25 * MINUTE_MS, sold: 801 },
  whole('AUDIO', 1, -6.1 * DAY_MS, -4.1 * DAY_MS),
  whole('AUDIO', 2, -4 * DAY_MS, -1.3 * DAY_MS),
  { code: 'AUDIO', sequence: 3, from: -1.2 * DAY_MS, to: -31 * MINUTE_MS, sold: 396 },
  whole('WATCH', 1, -5.2 * DAY_MS, -0.9 * DAY_MS),
  { code: 'WATCH', sequence: 2, from: -20 * HOUR_MS, to: -44 * MINUTE_MS, sold: 247 },
  whole('COOKER', 1, -4.5 * DAY_MS, -2.6 * DAY_MS),
  whole('COOKER', 2, -2.5 * DAY_MS, -26 * HOUR_MS),
  { code: 'COOKER', sequence: 3, from: -25 * HOUR_MS, to: -18 * MINUTE_MS, sold: 59 },
  { code: 'CAMERAVIP', sequence: 1, from: -5 * HOUR_MS, to: -HOUR_MS, sold: 0 },
  { code: 'LAPTOP', sequence: 1, from: -3 * HOUR_MS, to: -40 * MINUTE_MS, sold: 72 },
  { code: 'TABLET', sequence: 1, from: -2.2 * DAY_MS, to: -22 * MINUTE_MS, sold: 388 },
  { code: 'CAMERA', sequence: 1, from: -6.9 * DAY_MS, to: -3.2 * DAY_MS, sold: 412, deadline: -2.9 * DAY_MS },
  { code: 'CAMERA', sequence: 2, from: -2.8 * DAY_MS, to: -35 * MINUTE_MS, sold: 655 },
  whole('BIKE', 1, -4.8 * DAY_MS, -11 * HOUR_MS),
  { code: 'BIKE', sequence: 2, from: -10 * HOUR_MS, to: -15 * MINUTE_MS, sold: 129 },
  whole('FRIDGE', 1, -6.2 * DAY_MS, -7 * HOUR_MS),
  { code: 'FRIDGE', sequence: 2, from: -6 * HOUR_MS, to: -50 * MINUTE_MS, sold: 61 },
  whole('COOKDUO', 1, -9 * HOUR_MS, -4 * HOUR_MS),
  { code: 'COOKDUO', sequence: 2, from: -4 * HOUR_MS + MINUTE_MS, to: -13 * MINUTE_MS, sold: 30 },
  { code: 'AUDIODUO', sequence: 1, from: -2 * HOUR_MS, to: -HOUR_MS, sold: 0 },
  whole('CASH', 1, -3.6 * DAY_MS, -1.9 * DAY_MS),
  whole('CASH', 2, -1.8 * DAY_MS, -9 * HOUR_MS),
  { code: 'CASH', sequence: 3, from: -8.5 * HOUR_MS, to: -21 * MINUTE_MS, sold: 92 },
  { code: 'CASHBIG', sequence: 1, from: -2.6 * DAY_MS, to: -27 * MINUTE_MS, sold: 640 },
  whole('TV', 1, -2.9 * DAY_MS, 0),
]

/** The beacon round comes at most 34 s after the seal. */
const UNTIL_DRAW = 40_000

/** A small deterministic generator. It only decides who buys what and when. */
function dice(seed: string): (below: number) => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function requestId(issue: string, n: number): string {
  return uuidv8(`fairlot/demo/1\0${issue}\0${n}`)
}

/** Purchases of several sizes; of a Double PK its seats. */
function quantitiesOf({ code, sold }: Sale, random: (below: number) => number): number[] {
  const quantities: number[] = []
  const seat = productOf(code)?.mode === 'pk' ? sharesOf(code) / 2 : null
  const largest = Math.max(2, Math.ceil(sold / 24))
  for (let left = sold; left > 0;) {
    const quantity = seat ?? Math.min(left, 1 + random(largest))
    quantities.push(quantity)
    left -= quantity
  }
  return quantities
}

function purchases(sale: Sale): DemoEvent[] {
  const { code, sequence: number, from, to } = sale
  const issue = `${code}-${String(number).padStart(4, '0')}`
  const random = dice(issue)
  const quantities = quantitiesOf(sale, random)
  if (quantities.length === 0) return []
  const isPk = productOf(code)?.mode === 'pk'
  const times = quantities
    .map(() => from + MINUTE_MS + random(Math.floor(to - from - 2 * MINUTE_MS)))
    .toSorted((a, b) => a - b)
  // the last purchase ends the sale, so that a sell-out happens at its planned time
  times[times.length - 1] = to
  return quantities.map((quantity, n) => ({
    at: times[n]!,
    do: 'buy',
    issue,
    // the members at a table are two; the first demo members keep their seats for those who try the demo
    member: isPk ? 4 + n : random(DEMO_MEMBERS.length),
    quantity,
    requestId: requestId(issue, n),
  }))
}

/** The whole timeline in order of time. The last purchase sells out the television. */
export function demoTimeline(): DemoEvent[] {
  const events: DemoEvent[] = []
  for (const sale of SALES) {
    if (sale.sequence === 1) events.push({ at: sale.from, do: 'open', code: sale.code })
    events.push(...purchases(sale))
    if (sale.sold === sharesOf(sale.code) && sale.to < 0)
      events.push({ at: sale.to + UNTIL_DRAW, do: 'draws' })
    if (sale.deadline !== undefined) events.push({ at: sale.deadline + MINUTE_MS, do: 'draws' })
  }
  return events.toSorted((a, b) => a.at - b.at)
}

/** Spending of each member in the timeline in minor units, by index in DEMO_MEMBERS. */
export function demoSpending(events: readonly DemoEvent[]): bigint[] {
  const spent = DEMO_MEMBERS.map(() => 0n)
  for (const event of events) {
    if (event.do !== 'buy') continue
    const product = DEMO_PRODUCTS.find(({ code }) => event.issue.startsWith(`${code}-`))
    spent[event.member]! += BigInt(event.quantity) * (product?.sharePrice ?? 0n)
  }
  return spent
}
