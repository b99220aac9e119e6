/** Turns sums of postings into the figures that operators read. */
import { HOUSE_ACCOUNTS } from '@fairlot/contract/kinds/house-accounts'
import { GAMES, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Balance, DayPeople, Move } from './figures.queries.ts'

type Figures = Output<Endpoints['figures']>
type Sum = { count: number; amount: bigint }
type Place = Pick<Move, 'area' | 'side'> & { account?: string }

/** @returns the sum of these kinds in a place */
function sumOf(moves: readonly Move[], { area, side, account }: Place, ...kinds: readonly string[]): Sum {
  let [lines, amount] = [0n, 0n]
  for (const move of moves) {
    if (move.area !== area || move.side !== side || !kinds.includes(move.kind)) continue
    if (account !== undefined && move.account !== account) continue
    lines += move.lines
    amount += move.amount
  }
  return { count: Number(lines), amount }
}

const shown = ({ count, amount }: Sum) => ({ count, amount: formatMoney(amount) })

/** What owners put in and take out is no gain and no loss. */
const FUNDINGS = new Set(['funding', 'house_payout', 'reserve', 'reserve_back'])

/** What the accounts of the house without cash, and the reserves, gained. */
function gainOf(moves: readonly Move[]): bigint {
  let gain = 0n
  for (const { area, account, kind, side, amount } of moves) {
    const isHouse = (area === 'house' && account !== 'cash') || area === 'reserve'
    if (isHouse && !FUNDINGS.has(kind)) gain += side === 'in' ? amount : -amount
  }
  return gain
}

function salesOf(moves: readonly Move[]): Figures['total']['sales'] {
  const sold = sumOf(moves, { area: 'drawn', side: 'in' }, 'sale')
  const { count: issues } = sumOf(moves, { area: 'drawn', side: 'in' }, 'issue')
  return { issues, orders: sold.count, amount: formatMoney(sold.amount) }
}

const POOL_OUT = { area: 'product', side: 'out' } as const
const POOL_IN = { area: 'product', side: 'in' } as const

function gamesOf(moves: readonly Move[]): Figures['total']['games'] {
  const staked = sumOf(moves, { area: 'game', side: 'in' }, 'stake')
  const returned = sumOf(moves, { area: 'game', side: 'out' }, 'payout', 'refund')
  return {
    bets: staked.count,
    turnover: formatMoney(staked.amount),
    returned: formatMoney(returned.amount),
  }
}

/** The figures in money of one day, or of several. */
export function moneyOf(moves: readonly Move[]) {
  const out = (account: string, ...kinds: string[]) =>
    formatMoney(sumOf(moves, { area: 'house', side: 'out', account }, ...kinds).amount)
  const into = (account: string, kind: string) =>
    formatMoney(sumOf(moves, { area: 'house', side: 'in', account }, kind).amount)
  return {
    sales: salesOf(moves),
    paid: shown(sumOf(moves, POOL_IN, 'sale')),
    prizes: formatMoney(sumOf(moves, POOL_OUT, 'payout', 'favour').amount),
    recycled: formatMoney(sumOf(moves, POOL_OUT, 'recycle').amount),
    rebates: out('marketing', 'rebate', 'rebate_team'),
    vipRefunds: out('marketing', 'vip_refund'),
    tasks: out('marketing', 'task'),
    events: formatMoney(sumOf(moves, { area: 'event', side: 'out' }, 'event_prize', 'event_share').amount),
    vouchers: {
      granted: into('vouchers', 'voucher_grant'),
      used: out('vouchers', 'voucher'),
      back: into('vouchers', 'voucher_back'),
      expired: out('vouchers', 'voucher_expiry'),
    },
    fees: into('fees', 'withdrawal_fee'),
    games: gamesOf(moves),
    finance: {
      sold: formatMoney(sumOf(moves, { area: 'custody', side: 'in' }, 'units').amount),
      interest: formatMoney(sumOf(moves, { area: 'reserve', side: 'out' }, 'interest').amount),
    },
    recharges: shown(sumOf(moves, { area: 'house', side: 'out', account: 'cash' }, 'recharge')),
    withdrawals: shown(sumOf(moves, { area: 'house', side: 'in', account: 'cash' }, 'withdrawal_paid')),
    house: formatMoney(gainOf(moves)),
  }
}

function grouped(moves: readonly Move[]): Map<string, Move[]> {
  const groups = new Map<string, Move[]>()
  for (const move of moves) {
    const group = groups.get(move.key ?? '')
    if (group) group.push(move)
    else groups.set(move.key ?? '', [move])
  }
  return groups
}

export function dayRows(moves: readonly Move[], people: readonly DayPeople[]): Figures['days'] {
  const groups = grouped(moves)
  return people.map((row) => ({
    day: row.day,
    ...moneyOf(groups.get(row.day) ?? []),
    registered: row.registered,
    firstRecharges: row.first_recharges,
    firstPurchases: row.first_purchases,
    active: row.active,
    rechargeSeconds: row.recharge_seconds,
    withdrawalSeconds: row.withdrawal_seconds,
  }))
}

/** What the house gets of an issue, and what it puts in. */
const TO_HOUSE = ['draw', 'kept', 'rewards', 'favour_back', 'refund_house']
const FROM_HOUSE = ['subsidy', 'guarantee']

export function productRows(moves: readonly Move[]): Figures['products'] {
  return [...grouped(moves)].map(([code, rows]) => {
    const out = (...kinds: string[]) => sumOf(rows, POOL_OUT, ...kinds).amount
    return {
      code,
      sales: salesOf(rows),
      paid: shown(sumOf(rows, POOL_IN, 'sale')),
      prizes: formatMoney(out('payout', 'favour')),
      recycled: formatMoney(out('recycle')),
      refunded: formatMoney(out('refund')),
      house: formatMoney(out(...TO_HOUSE) - sumOf(rows, POOL_IN, ...FROM_HOUSE).amount),
    }
  })
}

export function gameRows(moves: readonly Move[]): Figures['games'] {
  const isGame = (key: string): key is GameId => GAMES.some((game) => game === key)
  return [...grouped(moves)].flatMap(([game, rows]) => {
    if (!isGame(game)) return []
    const gained = sumOf(rows, { area: 'game', side: 'out' }, 'round').amount
    const paid = sumOf(rows, { area: 'game', side: 'in' }, 'slice').amount
    return [{ game, ...gamesOf(rows), house: formatMoney(gained - paid) }]
  })
}

export function balancesOf(balances: readonly Balance[]): Figures['balances'] {
  const at = (area: string, account?: string) => {
    const found = balances.filter((one) => one.area === area && (account ?? one.account) === one.account)
    return formatMoney(found.reduce((all, { amount }) => all + amount, 0n))
  }
  return {
    house: HOUSE_ACCOUNTS.map((account) => ({ account, amount: at('house', account) })),
    wallets: at('members', 'wallet'),
    piggyBanks: at('members', 'piggy'),
    withdrawals: at('members', 'held'),
    escrow: at('product'),
    stakes: at('game'),
    events: at('event'),
    custody: at('custody'),
    reserves: at('reserve'),
  }
}
