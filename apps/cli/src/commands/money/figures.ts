/** Figures of business days: what the house sold, paid and earned, and who came. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, type Command } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime } from '../../print.ts'
import { UsageProblem } from '../../problem.ts'

type Figures = Output<Endpoints['figures']>
type Plain = Awaited<ReturnType<Desk['money']>>['plain']

/** A row as the columns of a file: `sales.amount`. */
function columnsOf(row: object, before = ''): [name: string, value: string][] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? columnsOf(value, `${before}${name}.`)
      : [[before + name, typeof value === 'string' || typeof value === 'number' ? String(value) : '']],
  )
}

/** Every cell is quoted; none has text that a person typed. */
function csvOf({ days, products, games }: Figures): string[] {
  const rows = [...days, ...products, ...games].map((row) => columnsOf(row))
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const [first] = rows
  return first
    ? [quoted(first.map(([name]) => name)), ...rows.map((row) => quoted(row.map(([, value]) => value)))]
    : []
}

/** `2 h 5 min` */
function duration(seconds: number | null): string {
  if (seconds === null) return ''
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function totalFacts({ total, days }: Figures, plain: Plain): (readonly [string, string | null])[] {
  const [day] = days
  const alone = days.length === 1 && day ? day : null
  const took = (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined ? '' : `, half within ${duration(seconds)}`
  const { sales, paid, vouchers, games, finance, recharges, withdrawals } = total
  return [
    ['sales (drawn)', `${plain(sales.amount)} in ${sales.orders} orders of ${sales.issues} issues`],
    ['paid orders', `${plain(paid.amount)} in ${paid.count} orders`],
    ['prizes', `${plain(total.prizes)} cash, ${plain(total.recycled)} recycled`],
    ['rebates', plain(total.rebates)],
    ['VIP refunds', plain(total.vipRefunds)],
    ['tasks, events', `${plain(total.tasks)}, ${plain(total.events)}`],
    [
      'vouchers',
      `${plain(vouchers.granted)} granted, ${plain(vouchers.used)} used, ${plain(vouchers.back)} back, ${plain(vouchers.expired)} expired`,
    ],
    ['fees', plain(total.fees)],
    ['games', `${plain(games.turnover)} staked in ${games.bets} bets, ${plain(games.returned)} returned`],
    ['finance', `${plain(finance.sold)} sold, ${plain(finance.interest)} interest`],
    ['house result', plain(total.house)],
    ['recharges', `${plain(recharges.amount)} in ${recharges.count}${took(alone?.rechargeSeconds)}`],
    ['withdrawals', `${plain(withdrawals.amount)} in ${withdrawals.count}${took(alone?.withdrawalSeconds)}`],
    ['registered', String(total.registered)],
    ...(alone ? [['active', String(alone.active)] as const] : []),
    ['first top-ups', String(total.firstRecharges)],
    ['first purchases', String(total.firstPurchases)],
  ]
}

function balanceFacts({ balances }: Figures, plain: Plain): (readonly [string, string | null])[] {
  const { house, ...owed } = balances
  const names: Record<keyof typeof owed, string> = {
    wallets: 'wallets',
    piggyBanks: 'piggy banks',
    withdrawals: 'pending withdrawals',
    escrow: 'escrow of issues',
    stakes: 'stakes of rounds',
    events: 'pools of events',
    custody: 'finance orders',
    reserves: 'finance reserves',
  }
  return [
    ...(Object.keys(names) as (keyof typeof owed)[]).map((name) => [names[name], plain(owed[name])] as const),
    ...house.map(({ account, amount }) => [account, plain(amount)] as const),
  ]
}

/** The rows of a range, one under the other. */
function printRows({ days, products, games }: Figures, plain: Plain, desk: Desk): void {
  const right = (title: string) => ({ title, right: true as const })
  if (days.length > 1)
    desk.table(
      [
        'day',
        ...['sales', 'paid', 'prizes', 'games', 'recharges', 'withdrawals', 'new', 'active', 'result'].map(
          right,
        ),
      ],
      days.map((row) => [
        row.day,
        plain(row.sales.amount),
        plain(row.paid.amount),
        plain(row.prizes),
        plain(row.games.turnover),
        plain(row.recharges.amount),
        plain(row.withdrawals.amount),
        String(row.registered),
        String(row.active),
        plain(row.house),
      ]),
    )
  if (products.length > 0)
    desk.table(
      ['product', ...['issues', 'sales', 'paid', 'prizes', 'recycled', 'refunded', 'result'].map(right)],
      products.map((row) => [
        row.code,
        String(row.sales.issues),
        plain(row.sales.amount),
        plain(row.paid.amount),
        plain(row.prizes),
        plain(row.recycled),
        plain(row.refunded),
        plain(row.house),
      ]),
    )
  if (games.length > 0)
    desk.table(
      ['game', ...['bets', 'turnover', 'returned', 'result'].map(right)],
      games.map((row) => [
        row.game,
        String(row.bets),
        plain(row.turnover),
        plain(row.returned),
        plain(row.house),
      ]),
    )
}

async function print(figures: Figures, desk: Desk): Promise<void> {
  const { range, stated, expiring } = figures
  const { label, plain } = await desk.money()
  if (range === null) {
    desk.out('No figures are stated for these days.')
    if (stated) desk.note(`Stated: ${stated.from} to ${stated.to}. A day is stated 20 minutes after its end.`)
    return
  }
  desk.lines(
    facts([
      ['days', range.from === range.to ? range.from : `${range.from} to ${range.to}`],
      ['amounts in', label],
      ...totalFacts(figures, plain),
    ]),
  )
  printRows(figures, plain, desk)
  desk.out('')
  desk.out(`Balances at the end of ${range.to}; all together are zero, because cash is the other side:`)
  desk.lines(facts(balanceFacts(figures, plain)))
  if (expiring.length > 0) {
    desk.out('')
    desk.out('These issues expire within three days:')
    desk.table(
      ['issue', 'until', { title: 'sold', right: true }, { title: 'of', right: true }],
      expiring.map(({ issue, closesAt, sold, shares }) => [
        issue,
        localTime(closesAt),
        String(sold),
        String(shares),
      ]),
    )
  }
}

const show = calling({
  name: 'figures',
  group: 'House',
  about: 'Show sales, costs, members and balances of ended days',
  details:
    'Without days it shows the last one. A sale counts on the day of the draw; paid orders are shown beside it. Days are those of the time zone of the house.',
  endpoint: 'figures',
  options: [
    { name: 'day', value: 'YYYY-MM-DD', about: 'one day' },
    { name: 'from', value: 'YYYY-MM-DD', about: 'first day of a range' },
    { name: 'to', value: 'YYYY-MM-DD', about: 'last day of a range, at most 366 days later' },
    { name: 'by', value: 'group', about: 'rows: day (default), product or game' },
    { name: 'csv', about: 'print the rows as CSV, amounts with a point' },
  ],
  input(given) {
    const day = given.maybe('day')
    if (day !== undefined && (given.has('from') || given.has('to')))
      throw new UsageProblem('--day and a range exclude each other.')
    return { from: day ?? given.maybe('from'), to: day ?? given.maybe('to'), by: given.maybe('by') }
  },
  async print(figures, desk, given) {
    if (given.has('csv')) desk.lines(csvOf(figures))
    else await print(figures, desk)
  },
})

export const FIGURES: readonly Command[] = [show]
