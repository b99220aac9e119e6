/**
 * Random sequences of what members, operators and time do, against a model that knows only the product decisions: every rebate is the
 * formula's, on two levels at most, once for each order; the sums are those of the rows; and the marketing account pays no more
 * than it has.
 */
import { randomUUID } from 'node:crypto'
import { OPTIONS, OUTCOMES } from '@fairlot/fairness/games/pay-table'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { closeRows, keyOf, look, modelSpends, type Model, type ModelRow } from './referral-model.fixture.ts'
import { DAY_MS, testReferral, UNIT, type TestReferral } from './referral.fixture.ts'
import { endRebates } from './rebates/pay-rebates.ts'

const SPENDS = ['5,10,20,40,80', '1,2,3,4,5', '500,2000,10000,50000,100000'] as const
const REBATES = ['1,0.5', '2.5,0.3', '0.01,0'] as const
const EXTRAS = [0, 10, 20, 30, 40, 50]
const SHARES = 12

const settings: Record<string, string> = { 'identity.vipSpends': SPENDS[0], 'identity.rebates': REBATES[0] }
let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral(settings)
})
afterAll(() => growth.close())

const who = fc.nat({ max: 30 })
const bet = (game: 'lucky' | 'king') =>
  fc.record({
    who,
    picks: fc.uniqueArray(fc.constantFrom(...OPTIONS[game]), { minLength: 1, maxLength: 4 }),
    stake: fc.bigInt({ min: UNIT, max: 20n * UNIT }),
  })
const roundOf = <G extends 'lucky' | 'king'>(game: G) =>
  fc.record({
    do: fc.constant('round' as const),
    game: fc.constant(game === 'lucky' ? ('lucky-1m' as const) : ('king-2m' as const)),
    bets: fc.array(bet(game), { minLength: 1, maxLength: 6 }),
    outcome: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...OUTCOMES[game]) }, fc.constant(null)),
  })
const step = <D extends string, T extends object>(
  name: D,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<T & { do: D }> => fc.record<T>(fields).map((some) => ({ ...some, do: name }))
const act = fc.oneof(
  { weight: 4, arbitrary: step('register', { who }) },
  { weight: 6, arbitrary: step('buy', { who, shares: fc.integer({ min: 1, max: SHARES }) }) },
  { weight: 2, arbitrary: step('drawn', {}) },
  { weight: 1, arbitrary: step('expired', {}) },
  { weight: 2, arbitrary: roundOf('lucky') },
  { weight: 1, arbitrary: roundOf('king') },
  {
    weight: 2,
    arbitrary: step('lend', { who, units: fc.integer({ min: 1, max: 9 }), days: fc.constantFrom(6, 7, 9) }),
  },
  { weight: 1, arbitrary: step('exit', { nth: who }) },
  { weight: 2, arbitrary: step('wait', { days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 6, arbitrary: step('run', {}) },
  { weight: 2, arbitrary: step('fund', { amount: fc.bigInt({ min: 1n, max: 2n * UNIT }) }) },
  { weight: 2, arbitrary: step('drain', {}) },
  { weight: 1, arbitrary: step('exclude', { who, days: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: step('close', { who }) },
  { weight: 1, arbitrary: step('switch', {}) },
  {
    weight: 1,
    arbitrary: step('rates', { spends: fc.constantFrom(...SPENDS), rebates: fc.constantFrom(...REBATES) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

type Run = {
  model: Model
  issue: string | null
  left: number
  lent: { member: string; id: string }[]
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
const hundredths = (text: string) => text.split(',').map((percent) => Math.round(Number(percent) * 100))

async function rates(spends: string, rebates: string): Promise<Model['rates']> {
  Object.assign(settings, { 'identity.vipSpends': spends, 'identity.rebates': rebates })
  await growth.set('identity.rebates', rebates)
  const [direct = 0, indirect = 0] = hundredths(rebates)
  return { direct, indirect, spends: spends.split(',').map((spend) => BigInt(spend) * UNIT), extras: EXTRAS }
}

async function begin(): Promise<Run> {
  const tops = await growth.members(2)
  growth.gate.isOn = true
  const model: Model = {
    inviters: new Map(tops.map((member) => [member, null])),
    closed: new Set(),
    rates: await rates(SPENDS[0], REBATES[0]),
    isOn: true,
    rounds: [],
    terms: new Map(),
    bound: new Map(),
    rows: new Map(),
    seen: new Set(),
  }
  const run: Run = { model, issue: null, left: 0, lent: [] }
  // four generations at least
  for (let depth = 0; depth < 3; depth++) await register(run, [...model.inviters.keys()].at(-1)!)
  return run
}

async function register({ model }: Run, inviter: string): Promise<void> {
  model.inviters.set(await growth.friend(inviter), inviter)
}

/** A member who can buy now, or none. */
async function buyer({ model }: Run, nth: number): Promise<string | null> {
  const [row] = await growth.world.mall.db.query<{ members: string[] }>(
    `select coalesce(array_agg(member_id order by place), '{}') as members
     from unnest($1::uuid[]) with ordinality as m(id, place) join wallet on member_id = id
     where excluded_until is null or excluded_until <= business_now()`,
    [[...model.inviters.keys()].filter((member) => !model.closed.has(member))],
  )
  return row!.members[nth % (row!.members.length || 1)] ?? null
}

async function buyShares(run: Run, member: string, wanted: number): Promise<void> {
  if (run.issue === null || run.left === 0) {
    run.issue = (await growth.issue(SHARES)).number
    run.left = SHARES
  }
  const quantity = Math.min(wanted, run.left)
  await growth.buy(member, run.issue, quantity)
  run.left -= quantity
}

async function playRound(run: Run, { game, bets, outcome }: Extract<Act, { do: 'round' }>): Promise<void> {
  const round = await growth.games.round({ game })
  const placed = []
  for (const { who: nth, picks, stake } of bets) {
    const friend = await buyer(run, nth)
    if (friend === null) continue
    const { outcome: answer, id } = await growth.games.bet(friend, round, { picks, stake })
    if (answer === 'done') placed.push({ friend, picks, stake, id })
  }
  const state = outcome === null ? ('void' as const) : ('settled' as const)
  run.model.rounds.push({ roundId: round.roundId, game, bets: placed, state })
  if (outcome !== null) return growth.settle(round, outcome)
  await growth.games.void(round)
  while (await growth.games.endChunk(round));
}

async function lend(run: Run, { who: nth, units, days }: Extract<Act, { do: 'lend' }>): Promise<void> {
  const member = await buyer(run, nth)
  if (member === null) return
  const code = await growth.product({ terms: { termHours: 24 * days } })
  const id = await growth.buyUnits(member, code, units)
  run.lent.push({ member, id })
  const [row] = await growth.world.mall.db.query<{ subject: string }>(
    'select subject_id as subject from purchase where purchase_id = $1 and member_id = $2',
    [id, member],
  )
  run.model.terms.set(row!.subject, 24 * days)
  const { direct, indirect, extras } = run.model.rates
  run.model.bound.set(id, direct + indirect + Math.max(...extras))
}

async function exclude({ model }: Run, member: string, days: number): Promise<void> {
  const { owner } = growth.world.mall
  await owner.query(
    `insert into exclusion (member_id, exclusion_id, kind, starts_at, ends_at)
     select $1, $2, 'break', at, at + make_interval(days => $3) from business_clock`,
    [member, randomUUID(), days],
  )
  await owner.query(
    `update wallet set excluded_until = greatest(excluded_until, business_now() + make_interval(days => $2)) where member_id = $1`,
    [member, days],
  )
  expect(model.inviters.has(member)).toBe(true)
}

async function close({ model }: Run, member: string): Promise<void> {
  const { owner, db } = growth.world.mall
  await owner.query(
    `update member set status = 'closed', phone = null, username = null where member_id = $1`,
    [member],
  )
  await db.tx((tx) => endRebates(tx, member))
  closeRows(model, member)
}

async function perform(run: Run, one: Act): Promise<void> {
  const { model } = run
  const member = 'who' in one ? await buyer(run, one.who) : null
  switch (one.do) {
    case 'register':
      return member === null ? undefined : register(run, member)
    case 'buy':
      return member === null ? undefined : buyShares(run, member, one.shares)
    case 'drawn': {
      const [outsider = ''] = await growth.members(1)
      if (run.left > 0) await buyShares(run, outsider, run.left)
      return growth.draw()
    }
    case 'expired':
      await growth.advance(40 * DAY_MS)
      run.issue = null
      return growth.draw()
    case 'round':
      return playRound(run, one)
    case 'lend':
      return lend(run, one)
    case 'exit': {
      const order = run.lent[one.nth % (run.lent.length || 1)]
      if (!order) return
      return growth.exit(order.member, order.id).catch((error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'EXIT_CLOSED')) throw error
      })
    }
    case 'wait':
      await growth.advance(one.days * DAY_MS)
      return growth.mature()
    case 'run':
      return runJob(run)
    case 'fund':
      return growth.fund(one.amount)
    case 'drain':
      return growth.drain()
    case 'exclude':
      return member === null ? undefined : exclude(run, member, one.days)
    case 'close':
      return member === null ? undefined : close(run, member)
    case 'switch':
      model.isOn = growth.gate.isOn = !model.isOn
      return
    case 'rates':
      model.rates = await rates(one.spends, one.rebates)
  }
}

const ROWS = `
  select member_id as member, kind, subject_id as subject, case kind when 'bets' then '' else source_id::text end as source,
    friend_id as friend, level, basis, rate, amount, capped, state, reason
  from rebate where friend_id = any($1)`
const NEXT = `select amount from rebate where state = 'queued' order by due_at, source_id, level limit 1`

const storedRows = ({ inviters }: Model) => growth.world.mall.db.query<ModelRow>(ROWS, [[...inviters.keys()]])

const queuedUnits = ({ rows }: Model): ModelRow[] =>
  [...rows.values()].filter(({ kind, state }) => kind === 'units' && state === 'queued')

/** The job, and what it must have done. The account decides which of the queue are paid; the model takes this from the rows. */
async function runJob({ model }: Run): Promise<void> {
  const known = new Set(queuedUnits(model))
  await look(growth, model)
  // what became due of finance orders comes from their reserves
  const bound = sumOf(queuedUnits(model).map((row) => (known.has(row) ? 0n : row.amount)))
  const before = await growth.marketing()
  await growth.run()
  const after = await growth.marketing()
  let paid = 0n
  for (const { state, ...row } of await storedRows(model)) {
    const own = model.rows.get(keyOf(row))
    if (own?.state !== 'queued' || state !== 'paid') continue
    own.state = 'paid'
    paid += own.amount
  }
  expect(before + bound - after).toBe(paid)
  const [next] = await growth.world.mall.db.query<{ amount: bigint }>(NEXT)
  if (next) expect(next.amount).toBeGreaterThan(after)
  expect(after).toBeGreaterThanOrEqual(0n)
  const [pauses] = await growth.world.mall.db.query<{ open: number }>(
    'select count(*)::int as open from rebate_pause where until is null',
  )
  expect(pauses!.open).toBe(next ? 1 : 0)
  await compare(model)
}

async function compare(model: Model): Promise<void> {
  const stored = await storedRows(model)
  expect(new Map(stored.map((row) => [keyOf(row), row]))).toEqual(model.rows)
  expect(stored).toHaveLength(model.rows.size)
}

const TEAMS = `
  select t.member_id as member, t.friend_id as friend, t.level, t.spend, t.earned from team_member t where t.friend_id = any($1)`
const SUMS = `
  select t.member_id as member, t.direct, t.indirect, t.direct_spend as "directSpend", t.indirect_spend as "indirectSpend",
    coalesce((select sum(spend) from team_period p where p.member_id = t.member_id and period = 'all'), 0)::bigint as "all",
    coalesce((select sum(spend) from team_period p where p.member_id = t.member_id and period = 'week'), 0)::bigint as weeks,
    coalesce((select sum(spend) from team_period p where p.member_id = t.member_id and period = 'month'), 0)::bigint as months,
    coalesce((select sum(paid) from rebate_total r where r.member_id = t.member_id), 0)::bigint as paid,
    coalesce((select sum(pending + queued + held) from rebate_total r where r.member_id = t.member_id), 0)::bigint as open
  from team_total t where t.member_id = any($1)`

/** Teams and sums, once everything is final. */
async function compareSums(model: Model): Promise<void> {
  const { db } = growth.world.mall
  const spends = await modelSpends(growth, model)
  const members = [...model.inviters.keys()]
  const rows = [...model.rows.values()]
  const expected = members.flatMap((friend) => {
    const first = model.inviters.get(friend) ?? null
    const second = first === null ? null : (model.inviters.get(first) ?? null)
    return [first, second].flatMap((member, n) => {
      const paid = rows.filter(
        (row) => row.member === member && row.friend === friend && row.state === 'paid',
      )
      const earned = sumOf(paid.map(({ amount }) => amount))
      return member === null
        ? []
        : [{ member, friend, level: n + 1, spend: spends.get(friend) ?? 0n, earned }]
    })
  })
  const byKey = <T extends { member: string; friend: string }>(list: readonly T[]) =>
    new Map(list.map((one) => [`${one.member} ${one.friend}`, one]))
  expect(byKey(await db.query<(typeof expected)[number]>(TEAMS, [members]))).toEqual(byKey(expected))
  for (const sums of await db.query<{ member: string }>(SUMS, [members])) {
    const own = expected.filter(({ member }) => member === sums.member)
    const [direct, indirect] = [1, 2].map((level) => own.filter((one) => one.level === level))
    const [directSpend, indirectSpend] = [direct!, indirect!].map((list) =>
      sumOf(list.map(({ spend }) => spend)),
    )
    const total = directSpend! + indirectSpend!
    expect(sums).toEqual({
      member: sums.member,
      direct: direct!.length,
      indirect: indirect!.length,
      directSpend,
      indirectSpend,
      all: total,
      weeks: total,
      months: total,
      paid: sumOf(own.map(({ earned }) => earned)),
      open: 0n,
    })
  }
}

/** Draws, matures and pays everything. */
async function finish(run: Run): Promise<void> {
  await growth.fund(1_000n * UNIT)
  await growth.advance(40 * DAY_MS)
  await growth.draw()
  await growth.mature()
  await runJob(run)
  expect([...run.model.rows.values()].filter(({ state }) => state !== 'paid' && state !== 'void')).toEqual([])
  await compareSums(run.model)
  expect(await growth.broken()).toEqual([])
  await growth.drain()
}

test('no sequence breaks the formula, the sums or the marketing account', async () => {
  const sequences = fc.array(act, { minLength: 5, maxLength: 40 })
  const property = fc.asyncProperty(sequences, async (steps) => {
    const run = await begin()
    for (const one of steps) await perform(run, one)
    await finish(run)
  })
  await fc.assert(property, { numRuns: rounds(300, 12), endOnFailure: true })
}, 2_000_000)
