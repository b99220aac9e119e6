/**
 * A second writing of what rebates are (product decisions, section 7), for the test with random sequences: it reads purchases, bets,
 * exclusions and pauses, and no table of rebates or teams.
 */
import { GAMES, OUTCOMES, payoutOf, type GameKind } from '@fairlot/fairness/games/pay-table'
import type { TestReferral } from './referral.fixture.ts'

export type ModelBet = { friend: string; picks: readonly string[]; stake: bigint; id: string }
export type ModelRound = {
  roundId: string
  game: keyof typeof GAMES
  bets: ModelBet[]
  state: 'settled' | 'void'
}

export type ModelRow = {
  member: string
  kind: 'shares' | 'bets' | 'units'
  subject: string
  /** empty for bets */
  source: string
  friend: string
  level: 1 | 2
  basis: bigint
  rate: number
  amount: bigint
  capped: boolean
  state: 'pending' | 'queued' | 'paid' | 'void'
  reason: string | null
}

/** Rates as an operator sets them, in hundredths of a percent; spends of the VIP levels 1 to 5 in minor units. */
export type ModelRates = {
  direct: number
  indirect: number
  spends: readonly bigint[]
  extras: readonly number[]
}

export type Model = {
  /** every member of the run, with the inviter */
  inviters: Map<string, string | null>
  closed: Set<string>
  rates: ModelRates
  isOn: boolean
  rounds: ModelRound[]
  /** hours of the term by product */
  terms: Map<string, number>
  /** the highest rate of both rebates at the sale, by finance order */
  bound: Map<string, number>
  rows: Map<string, ModelRow>
  /** what was looked at once: ids of orders and rounds */
  seen: Set<string>
}

export const keyOf = (row: Pick<ModelRow, 'member' | 'kind' | 'subject' | 'source' | 'friend'>): string =>
  [row.member, row.kind, row.subject, row.source, row.friend].join(' ')

type Facts = {
  orders: {
    id: string
    friend: string
    kind: 'shares' | 'units'
    subject: string
    amount: bigint
    state: string
    settled: boolean
    at: string
  }[]
  betTimes: Map<string, string>
  isPaused(at: string): boolean
  wasExcluded(member: string, at: string): boolean
  isExcluded: Set<string>
}

const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`

async function factsOf({ world }: TestReferral, model: Model): Promise<Facts> {
  const { db } = world.mall
  const members = [...model.inviters.keys()]
  const orders = await db.query<Facts['orders'][number]>(
    `select purchase_id as id, member_id as friend, case kind when 'shares' then 'shares' else 'units' end as kind, subject_id as subject,
       amount, state, settled, ${MICROS('created_at')}::text as at
     from purchase where member_id = any($1) and kind in ('shares', 'finance') and state in ('done', 'refunded') order by created_at`,
    [members],
  )
  const bets = await db.query<{ id: string; at: string }>(
    'select purchase_id as id, (ms * 1000)::text as at from bet where member_id = any($1)',
    [members],
  )
  const pauses = await db.query<{ since: bigint; until: bigint | null }>(
    `select ${MICROS('since')} as since, ${MICROS('until')} as until from rebate_pause`,
  )
  const exclusions = await db.query<{ member: string; since: bigint; until: bigint }>(
    `select member_id as member, ${MICROS('starts_at')} as since, ${MICROS('ends_at')} as until from exclusion where member_id = any($1)`,
    [members],
  )
  const now = await db.query<{ member: string }>(
    'select member_id as member from wallet where member_id = any($1) and excluded_until > business_now()',
    [members],
  )
  const within = (at: bigint, { since, until }: { since: bigint; until: bigint | null }) =>
    since <= at && (until === null || at < until)
  return {
    orders,
    betTimes: new Map(bets.map(({ id, at }) => [id, at])),
    isPaused: (at) => pauses.some((pause) => within(BigInt(at), pause)),
    wasExcluded: (member, at) => exclusions.some((one) => one.member === member && within(BigInt(at), one)),
    isExcluded: new Set(now.map(({ member }) => member)),
  }
}

/** Stakes on several options: what every outcome pays. */
export function paysOf(kind: GameKind, bets: readonly Pick<ModelBet, 'picks' | 'stake'>[]): bigint[] {
  return OUTCOMES[kind].map((outcome) =>
    bets
      .flatMap(({ picks, stake }) => picks.map((pick) => payoutOf(kind, pick, outcome, stake)))
      .reduce((sum, pays) => sum + pays, 0n),
  )
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
const stakedOn = (bets: readonly Pick<ModelBet, 'picks' | 'stake'>[]) =>
  sumOf(bets.map(({ picks, stake }) => stake * BigInt(picks.length)))

/** What of a member's bets in a round cancels itself. */
export function cancelledOf(kind: GameKind, bets: readonly Pick<ModelBet, 'picks' | 'stake'>[]): bigint {
  if (new Set(bets.flatMap(({ picks }) => picks)).size < 2) return 0n
  const pays = paysOf(kind, bets)
  const lowest = pays.reduce((low, one) => (one < low ? one : low))
  return (stakedOn(bets) * 10n * lowest) / sumOf(pays)
}

/** What members spent, as it counts for VIP levels. */
export async function modelSpends(test: TestReferral, model: Model): Promise<Map<string, bigint>> {
  const spends = new Map<string, bigint>()
  const add = (friend: string, amount: bigint) => spends.set(friend, (spends.get(friend) ?? 0n) + amount)
  for (const { friend, kind, state, settled, amount } of (await factsOf(test, model)).orders)
    if (kind === 'shares' && state === 'done' && settled) add(friend, amount)
  for (const { game, bets, state } of model.rounds) {
    if (state === 'void') continue
    for (const [friend, own] of Map.groupBy(bets, (bet) => bet.friend))
      add(friend, stakedOn(own) - cancelledOf(GAMES[game], own))
  }
  return spends
}

type Order = {
  kind: ModelRow['kind']
  subject: string
  source: string
  friend: string
  basis: bigint
  at: string
}

/** The rows of an order at the rates of now, without what the cap of bets cuts off. */
function promised(model: Model, facts: Facts, spends: Map<string, bigint>, order: Order): ModelRow[] {
  if (!model.isOn) return []
  const { friend, basis, kind, subject, source, at } = order
  const first = model.inviters.get(friend) ?? null
  const second = first === null ? null : (model.inviters.get(first) ?? null)
  // the reserve bound no more than the rates of the sale
  let left = model.bound.get(source) ?? Infinity
  return [first, second].flatMap((member, n) => {
    if (member === null) return []
    const vip = model.rates.spends.filter((from) => (spends.get(member) ?? 0n) >= from).length
    const full = n === 0 ? model.rates.direct + model.rates.extras[vip]! : model.rates.indirect
    const rate = Math.min(full, left)
    const amount = (basis * BigInt(rate)) / 10_000n
    if (amount === 0n) return []
    left -= rate
    const reason = model.closed.has(member) ? 'closed' : facts.wasExcluded(member, at) ? 'excluded' : null
    const state = reason === null ? ('pending' as const) : ('void' as const)
    const level = n === 0 ? (1 as const) : (2 as const)
    return [
      { member, kind, subject, source, friend, level, basis, rate, amount, capped: false, state, reason },
    ]
  })
}

function ofRound(model: Model, facts: Facts, spends: Map<string, bigint>, round: ModelRound): ModelRow[] {
  const kind = GAMES[round.game]
  return [...Map.groupBy(round.bets, ({ friend }) => friend)].flatMap(([friend, bets]) => {
    const earning = bets.filter(({ id }) => !facts.isPaused(facts.betTimes.get(id)!))
    const staked = stakedOn(bets)
    const counts = staked - cancelledOf(kind, bets)
    const basis = (stakedOn(earning) * counts) / staked
    const tenMargins = 10n * stakedOn(earning) - sumOf(paysOf(kind, earning))
    const cap = (tenMargins * counts) / (staked * 20n)
    const last = bets.map(({ id }) => BigInt(facts.betTimes.get(id)!)).reduce((a, b) => (a > b ? a : b))
    const order = {
      kind: 'bets' as const,
      subject: round.roundId,
      source: '',
      friend,
      basis,
      at: String(last),
    }
    const rows = promised(model, facts, spends, order)
    const total = sumOf(rows.map(({ amount }) => amount))
    return rows.flatMap((row) => {
      const cut = total > cap ? { amount: (row.amount * cap) / total, capped: true } : {}
      const state = row.state === 'pending' ? ('queued' as const) : row.state
      const full = { ...row, ...cut, state }
      return full.amount > 0n ? [full] : []
    })
  })
}

/** What the job has to do now, without payment. Rows that are final and may be paid are `queued`. */
export async function look(test: TestReferral, model: Model): Promise<void> {
  const facts = await factsOf(test, model)
  const spends = await modelSpends(test, model)
  const keep = (rows: readonly ModelRow[]) => rows.forEach((row) => model.rows.set(keyOf(row), row))
  for (const { id, friend, kind, subject, amount, state, at } of facts.orders) {
    if (model.seen.has(id)) continue
    model.seen.add(id)
    const isShort = kind === 'units' && (model.terms.get(subject)! < 168 || state === 'refunded')
    if (isShort || facts.isPaused(at)) continue
    keep(promised(model, facts, spends, { kind, subject, source: id, friend, basis: amount, at }))
  }
  for (const { id, kind, state, settled } of facts.orders)
    for (const row of model.rows.values()) {
      if (row.source !== id || row.state !== 'pending') continue
      if (state === 'refunded')
        Object.assign(row, { state: 'void', reason: kind === 'shares' ? 'refunded' : 'exited' })
      else if (settled) row.state = 'queued'
    }
  for (const round of model.rounds) {
    if (model.seen.has(round.roundId)) continue
    model.seen.add(round.roundId)
    if (round.state === 'settled') keep(ofRound(model, facts, spends, round))
  }
  for (const row of model.rows.values()) {
    if (row.state !== 'queued') continue
    const reason = model.closed.has(row.member)
      ? 'closed'
      : facts.isExcluded.has(row.member)
        ? 'excluded'
        : null
    if (reason !== null) Object.assign(row, { state: 'void', reason })
  }
}

/** Ends what is open of a member who closes the account. */
export function closeRows(model: Model, member: string): void {
  model.closed.add(member)
  for (const row of model.rows.values())
    if (row.member === member && (row.state === 'pending' || row.state === 'queued'))
      Object.assign(row, { state: 'void', reason: 'closed' })
}
