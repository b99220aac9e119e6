/** Betting and what members see, as the handlers answer. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { GAME_OPTIONS, GAMES, KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import { GAMES as TABLE_GAMES, OPTIONS } from '@fairlot/fairness/games/pay-table'
import { formatMoney } from '@fairlot/contract/money/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { createSettings, type Settings } from '../../../platform/settings/settings.ts'
import { lockWallets, setLimit } from '../../ledger/index.ts'
import { excludeWallet } from '../../ledger/protection/wallet-exclusion.ts'
import { BET_SETTINGS } from '../bets/bets.settings.ts'
import { testGames, UNIT, type TestGames, type TestRound } from '../bets/bets.fixture.ts'
import { EXTERNAL_SETTINGS } from '../external/external.settings.ts'
import { createBetting, type Betting } from '../betting.ts'
import { BET_VERSIONS } from './bets.queries.ts'

let games: TestGames
let betting: Betting
let settings: Settings
let barred: Refusal | null = null
const touched: string[] = []

beforeAll(async () => {
  games = await testGames()
  settings = createSettings({ db: games.mall.db, definitions: [...BET_SETTINGS, ...EXTERNAL_SETTINGS] })
  await settings.refresh()
  betting = createBetting({
    db: games.mall.db,
    databaseUrl: games.mall.database.appUrl,
    settings,
    beacons: { current: undefined as never, find: () => undefined, of: () => undefined as never },
    utcOffsetMinutes: 0,
    defaultLanguage: 'en-us',
    display: formatMoney,
    isModuleOn: () => true,
    barred: () => barred,
    proofOf: () => Promise.reject(new Refusal('NOT_SEALED')),
    onBets: (game, members) => touched.push(`${game} ${members.join()}`),
  })
})
afterAll(async () => {
  await betting.close()
  await games.close()
})

type Name = keyof Betting['routes']
/** A call as the envelope makes it. */
function call<N extends Name>(
  name: N,
  member: string | null,
  input: ParsedInput<Endpoints[N]>,
): Promise<Output<Endpoints[N]>> {
  const handler = betting.routes[name] as (call: unknown) => Promise<Output<Endpoints[N]>>
  return handler({ input, member: member === null ? null : { memberId: member }, language: 'en-us' })
}
const betOn = (
  member: string,
  { game, period }: TestRound,
  more: Partial<ParsedInput<Endpoints['gameBet']>> = {},
) =>
  call('gameBet', member, {
    requestId: randomUUID(),
    game,
    period,
    picks: ['big'],
    contract: '10.00',
    multiple: 1,
    ...more,
  })

/** The code that a handler refuses with. */
async function codeOf(refused: Promise<unknown>): Promise<string> {
  const error: unknown = await refused.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refusal)) throw new Error('the call was not refused', { cause: error })
  return error.code
}

async function settled(round: TestRound, outcome: number) {
  await games.decide(round, outcome)
  while (await games.endChunk(round));
}

test('the contract has the games and options of the pay table, in its order', () => {
  expect(KIND_OF_GAME).toEqual(TABLE_GAMES)
  expect([...GAMES]).toEqual(Object.keys(TABLE_GAMES))
  expect(GAME_OPTIONS).toEqual(OPTIONS)
})

test('a bet is answered with its stake, fee, highest win and the balance, and a repeated call with the same', async () => {
  const [member = ''] = await games.members(1)
  const round = await games.round()
  const input = { requestId: randomUUID(), picks: ['big', 'green'] as const, contract: '100.00', multiple: 3 }
  const answers = [await betOn(member, round, { ...input, picks: [...input.picks] })]
  answers.push(await betOn(member, round, { ...input, picks: ['green', 'big'] }))
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({
    status: 'accepted',
    bet: {
      game: 'lucky-1m',
      period: round.period,
      status: 'wait',
      picks: ['green', 'big'],
      stake: '300.00',
      amount: '600.00',
      fee: '12.00',
      highestWin: '1176.00',
      payout: null,
      result: null,
    },
    balance: '9400.00',
  })
  expect(touched).toContain(`lucky-1m ${member}`)
})

test.each<[string, Partial<ParsedInput<Endpoints['gameBet']>>]>([
  ['an option of another game', { picks: ['10'] }],
  ['an option twice', { picks: ['big', 'big'] }],
  ['a contract that is not offered', { contract: '11.00' }],
])('refuses %s', async (_, more) => {
  const [member = ''] = await games.members(1)
  expect(await codeOf(betOn(member, await games.round(), more))).toBe('INPUT_INVALID')
})

test('refusals come in their order, with what is left', async () => {
  const [member = ''] = await games.members(1)
  const round = await games.round({ slice: 100n * UNIT, memberLimit: 5_000n * UNIT })
  const refused = async (more: Partial<ParsedInput<Endpoints['gameBet']>>) => {
    try {
      await betOn(member, round, more)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { code: error.code, values: error.details.values ?? {} }
    }
    return null
  }
  const stake = { picks: ['7' as const], multiple: 2 }
  // 7.82 of the cover for 1 of stake
  expect(await refused(stake)).toEqual({ code: 'BANKROLL_SHORT', values: { room: '10.00' } })
  expect(await refused({ contract: '1000.00', multiple: 6 })).toEqual({
    code: 'ROUND_LIMIT',
    values: { left: '5000.00' },
  })
  expect(await refused({ contract: '10000.00', multiple: 2 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const change = (work: Parameters<typeof games.mall.db.tx>[0]) =>
    games.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      await work(tx)
    })
  await change((tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, 5n * UNIT, 0))
  expect(await refused({})).toEqual({ code: 'SPEND_LIMIT', values: { left: '5.00' } })
  await games.mall.database.advanceClock(7_200_000)
  expect(await refused({})).toMatchObject({ code: 'BETTING_CLOSED' })
  await change((tx) => excludeWallet(tx, member, new Date('2040-01-01T00:00:00Z')))
  expect(await refused({})).toMatchObject({ code: 'EXCLUDED' })
  barred = new Refusal('MODULE_OFF')
  expect(await refused({})).toMatchObject({ code: 'MODULE_OFF' })
  barred = null
  await games.mall.database.advanceClock(-7_200_000)
  expect(await codeOf(betOn(member, { ...round, period: '20261122-9998' }))).toBe('BETTING_CLOSED')
})

test('while betting is barred a repeated call still gets its first answer', async () => {
  const [member = ''] = await games.members(1)
  const round = await games.round()
  const once = { requestId: randomUUID() }
  const first = await betOn(member, round, once)
  barred = new Refusal('REALITY_CHECK')
  expect(await betOn(member, round, once)).toEqual(first)
  expect(await codeOf(betOn(member, round))).toBe('REALITY_CHECK')
  barred = null
})

test('a round shows its options with return, highest win and room, and what the member has in it', async () => {
  const [member = ''] = await games.members(1)
  const round = await games.round({ slice: 1_000n * UNIT, memberLimit: 200n * UNIT })
  await betOn(member, round, { picks: ['7'] })
  const seen = await call('gameRound', member, { game: round.game, period: round.period })
  expect(seen).toMatchObject({
    kind: 'lucky',
    state: 'on',
    round: { period: round.period, status: 'open', bets: 1, stake: '10.00', result: null },
    feePercent: '2',
    memberLimit: '200.00',
    memberRoom: '190.00',
    mine: { bets: 1, amount: '10.00', payout: '0.00' },
    bets: [{ picks: ['7'], status: 'wait' }],
    today: { staked: '10.00', won: '0.00', open: '10.00', net: '0.00' },
    chain: { number: 1, length: 1_000, index: null, value: null },
    digest: null,
  })
  expect(seen.options.map(({ option }) => option)).toEqual([...GAME_OPTIONS.lucky])
  expect(seen.options.slice(0, 3)).toMatchObject([
    {
      pays: [
        { outcomes: [1, 3, 7, 9], multiplier: '2' },
        { outcomes: [5], multiplier: '1.5' },
      ],
      return: '93.1',
      highest: '1.96',
    },
    { return: '93.1' },
    { return: '88.2', highest: '4.41' },
  ])
  // what the room says fits, and a little more does not
  const room = seen.options.find(({ option }) => option === '7')!.room
  expect(room).toBe('117.8772')
  const anonymous = await call('gameRound', null, { game: round.game, period: round.period })
  expect(anonymous).toMatchObject({ bets: [], today: null, memberLimit: null })
  expect(await codeOf(call('gameRound', null, { game: 'king-2m', period: '20261122-9997' }))).toBe(
    'NO_SUCH_DATA',
  )
})

test('own bets are listed by what became of them, in pages that fit together', async () => {
  const [member = '', other = ''] = await games.members(2)
  const [won, voided, open] = [
    await games.round(),
    await games.round(),
    await games.round({ game: 'king-2m' }),
  ]
  for (const picks of [['7'], ['8'], ['single', 'small']] as const)
    await betOn(member, won, { picks: [...picks] })
  await betOn(member, voided)
  await betOn(member, open, { picks: ['10'] })
  await betOn(other, won)
  await settled(won, 7)
  await games.void(voided)
  while (await games.endChunk(voided));
  const listed = async (input: Partial<ParsedInput<Endpoints['gameOrders']>>) =>
    (await call('gameOrders', member, { limit: 20, ...input })).items.map(({ picks, status, payout }) => [
      picks.join('+'),
      status,
      payout,
    ])
  expect(await listed({})).toEqual([
    ['10', 'wait', null],
    ['big', 'void', '10.00'],
    ['small+single', 'win', '19.60'],
    ['8', 'lose', '0.00'],
    ['7', 'win', '88.20'],
  ])
  expect(await listed({ status: 'win' })).toHaveLength(2)
  expect(await listed({ status: 'wait' })).toEqual([['10', 'wait', null]])
  expect(await listed({ status: 'void' })).toEqual([['big', 'void', '10.00']])
  expect(await listed({ game: 'king-2m' })).toEqual([['10', 'wait', null]])
  const paged: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await call('gameOrders', member, { limit: 2, cursor })
    paged.push(...page.items.map(({ picks, status, payout }) => [picks.join('+'), status, payout]))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(paged).toEqual(await listed({}))
  const seen = await call('gameRound', member, { game: won.game, period: won.period })
  expect(seen).toMatchObject({
    round: { status: 'settled', result: { outcome: 7, price: '042177', finish: null } },
    mine: { bets: 3, amount: '40.00', payout: '107.80' },
    today: { staked: '50.00', won: '107.80', open: '10.00', net: '67.80' },
  })
})

test('history, trend and the list show results, newest first, with what the member staked', async () => {
  const [member = ''] = await games.members(1)
  const rounds: TestRound[] = []
  for (const champion of [10, 3, 3]) {
    const round = await games.round({ game: 'king-2m' })
    if (rounds.length === 0) await betOn(member, round, { picks: ['10'] })
    await settled(round, champion)
    rounds.push(round)
    await games.mall.database.advanceClock(1_000)
  }
  const history = await call('gameHistory', member, { game: 'king-2m', limit: 3 })
  expect(history.items.map(({ period, result, mine }) => [period, result?.outcome, mine])).toEqual([
    [rounds[2]!.period, 3, null],
    [rounds[1]!.period, 3, null],
    [rounds[0]!.period, 10, { amount: '10.00', payout: '96.00' }],
  ])
  const trend = await call('gameTrend', null, { game: 'king-2m' })
  expect(trend).toMatchObject({ kind: 'king', rounds: 3 })
  expect(trend.results.map(({ outcome, finish }) => [outcome, finish?.[0]])).toEqual([
    [3, 3],
    [3, 3],
    [10, 10],
  ])
  expect(trend.outcomes).toContainEqual({ outcome: 3, count: 2, expected: '0.3' })
  expect(trend.options.find(({ option }) => option === 'small')).toEqual({
    option: 'small',
    count: 2,
    expected: '1.5',
    longestRun: 2,
    longestGap: 1,
  })
  const list = await call('gameList', member, {})
  expect(list.games.map(({ game }) => game)).toEqual([...GAMES])
  expect(list).toMatchObject({ contracts: ['10.00', '100.00', '1000.00', '10000.00'], maxMultiple: 999 })
  expect(list.games.find(({ game }) => game === 'king-2m')).toMatchObject({
    kind: 'king',
    roundMs: 60_000,
    last: { period: rounds[2]!.period, result: { outcome: 3 } },
  })
})

test('live states have a version that grows with bets and steps', async () => {
  const [member = ''] = await games.members(1)
  const round = await games.round({ game: 'lucky-5m' })
  const version = async () => (await betting.states(['lucky-5m']))[0]!.version
  const seen = [await version()]
  const betVersion = async () => {
    const { db } = games.mall
    const [row] = await db.query<{ version: bigint }>(`select version from (${BET_VERSIONS('$1')}) one`, [
      [member],
    ])
    return Number(row!.version)
  }
  const ofMember = [await betVersion()]
  await betOn(member, round)
  seen.push(await version())
  ofMember.push(await betVersion())
  await games.mall.database.advanceClock(1_000)
  await settled(round, 4)
  seen.push(await version())
  ofMember.push(await betVersion())
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBe(3)
  expect(ofMember[0]).toBe(0)
  expect(ofMember[1]).toBeLessThan(ofMember[2]!)
})
