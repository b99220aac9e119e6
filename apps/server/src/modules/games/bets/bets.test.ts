import {
  exposureOf,
  highestWinOf,
  OPTIONS,
  OUTCOMES,
  GAMES,
  type GameId,
} from '@fairlot/fairness/games/pay-table'
import { array, asyncProperty, assert, constantFrom, integer, record, uniqueArray } from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dyingAt } from '../../../testing/dying.ts'
import { netPosition } from '../../guard/net-position.ts'
import {
  balances,
  lockWallets,
  playThrough,
  purchaseKeys,
  requirePlay,
  setLimit,
} from '../../ledger/index.ts'
import { createLane } from '../../ledger/purchase/lane.ts'
import { runBatch } from '../../ledger/purchase/runner.ts'
import { finishHeld } from '../../ledger/purchase/seller.ts'
import { severalLanes } from '../../ledger/purchase/statements.ts'
import { betSeller } from './bet-seller.ts'
import { testGames, UNIT, type TestGames, type TestRound } from './bets.fixture.ts'
import { maskOf } from './pay-sql.ts'

const roundOf = async (games: TestGames, { roundId }: TestRound) => {
  const [row] = await games.mall.db.query<{
    bets: number
    players: number
    stake: bigint
    pool: bigint
    slice: bigint
    exposure: bigint[]
    status: string
    through: number
  }>(
    'select bets, players, stake, pool, slice, exposure, status, through_seq as through from round where round_id = $1',
    [roundId],
  )
  return { ...row!, exposure: row!.exposure.map(BigInt) }
}

const settleAll = async (games: TestGames, round: TestRound, chunk?: number) => {
  while (await games.endChunk(round, chunk));
}
const betsOf = (games: TestGames, { roundId }: TestRound) =>
  games.hooks.rows(games.mall.db, roundId, 0, 1_000)

const bankroll = async ({ mall }: TestGames) => {
  const [row] = await mall.db.query<{ balance: bigint; bound: bigint }>(
    `select balance, bound from house_account where name = 'bankroll'`,
  )
  return row!
}

describe.each(['one', 'split', 'several'] as const)('bets, lanes: %s', (lanes) => {
  let games: TestGames
  beforeAll(async () => {
    games = await testGames(lanes)
  })
  afterAll(() => games.close())

  test('a bet with several picks pays from the wallet into its round, and the round knows what each outcome pays', async () => {
    const [member = ''] = await games.members(1)
    const round = await games.round()
    const picks = ['green', '7', 'big']
    expect(await games.bet(member, round, { picks, stake: 10n * UNIT })).toMatchObject({
      outcome: 'done',
      position: 1,
    })
    expect(await games.bet(member, round, { picks: ['violet'], stake: UNIT })).toMatchObject({ position: 2 })
    expect(await balances(games.mall.db, member)).toEqual({ balance: 9_969n * UNIT, openOrders: 2 })
    const expected = exposureOf('lucky', picks, 10n * UNIT).map(
      (pays, k) => pays + exposureOf('lucky', ['violet'], UNIT)[k]!,
    )
    expect(await roundOf(games, round)).toMatchObject({
      bets: 2,
      players: 1,
      stake: 31n * UNIT,
      pool: 31n * UNIT,
      exposure: expected,
    })
    expect(await betsOf(games, round)).toMatchObject([
      { seq: 1, member, picks: ['green', '7', 'big'], stake: 10n * UNIT },
      { seq: 2, member, picks: ['violet'], stake: UNIT },
    ])
    expect(await games.broken()).toEqual([])
  })

  test('the same id is one bet; with other picks or another stake it is a conflict', async () => {
    const [member = ''] = await games.members(1)
    const round = await games.round()
    const once = { requestId: randomUUID(), picks: ['red', '1'], stake: UNIT }
    const answers = await Promise.all(Array.from({ length: 8 }, () => games.bet(member, round, once)))
    expect(new Set(answers.map(({ position }) => position))).toEqual(new Set([1]))
    expect(await games.bet(member, round, { ...once, picks: ['red', '2'] })).toMatchObject({
      outcome: 'conflict',
    })
    expect(await games.bet(member, round, { ...once, stake: 2n * UNIT })).toMatchObject({
      outcome: 'conflict',
    })
    expect((await balances(games.mall.db, member)).balance).toBe(9_998n * UNIT)
  })

  test('a nearly empty slice refuses what its worst case does not cover, and a later smaller bet fits', async () => {
    const [a = '', b = '', c = '', d = ''] = await games.members(4)
    // a number pays 8.82 for 1, so that 1 costs 7.82 of the cover
    const round = await games.round({ slice: 100n * UNIT })
    expect(await games.bet(a, round, { picks: ['7'], stake: 10n * UNIT })).toMatchObject({ outcome: 'done' })
    const refused = await games.bet(b, round, { picks: ['7'], stake: 3n * UNIT })
    expect(refused).toMatchObject({ outcome: 'refused', reason: 'short' })
    const room = String(refused.data!['room']).split(',').map(BigInt)
    expect(room[7]).toBe(100n * UNIT - 782_000n)
    expect(room[0]).toBe(110n * UNIT)
    expect(await games.bet(c, round, { picks: ['7'], stake: 2n * UNIT })).toMatchObject({ outcome: 'done' })
    // stakes of those who lose on 7 add to its cover
    expect(await games.bet(d, round, { picks: ['small'], stake: 10n * UNIT })).toMatchObject({
      outcome: 'done',
    })
    expect(await games.bet(b, round, { picks: ['7'], stake: UNIT })).toMatchObject({ outcome: 'done' })
    expect((await balances(games.mall.db, b)).balance).toBe(9_999n * UNIT)
    expect(await games.broken()).toEqual([])
  })

  test('a crowd at once takes exactly what the cover allows, whatever the order', async () => {
    const crowd = await games.members(120)
    const round = await games.round({ slice: 50n * UNIT, game: 'king-2m' })
    const picks = ['3', '8', 'big', 'single', '3']
    const answers = await Promise.all(
      crowd.map((member, n) =>
        games.bet(member, round, { picks: [picks[n % 5]!], stake: BigInt(1 + (n % 4)) * UNIT }),
      ),
    )
    expect(answers.some(({ reason }) => reason === 'short')).toBe(true)
    const state = await roundOf(games, round)
    expect(state.bets).toBe(answers.filter(({ outcome }) => outcome === 'done').length)
    const most = state.exposure.reduce((a, b) => (a > b ? a : b))
    expect(most).toBeLessThanOrEqual(state.stake + state.slice)
    expect(await games.broken()).toEqual([])
  })

  test('no bet is taken at the cut-off or later, and times never go back when the clock does', async () => {
    const [a = '', b = '', c = ''] = await games.members(3)
    const round = await games.round({ closesInMs: 60_000 })
    await games.mall.database.advanceClock(59_000)
    expect(await games.bet(a, round, { picks: ['big'], stake: UNIT })).toMatchObject({ outcome: 'done' })
    await games.mall.database.advanceClock(-30_000)
    expect(await games.bet(b, round, { picks: ['big'], stake: UNIT })).toMatchObject({ outcome: 'done' })
    await games.mall.database.advanceClock(32_000)
    expect(await games.bet(c, round, { picks: ['big'], stake: UNIT })).toMatchObject({
      outcome: 'refused',
      reason: 'closed',
    })
    const [first, second] = await betsOf(games, round)
    expect(second!.ms).toBeGreaterThanOrEqual(first!.ms)
    await games.mall.database.advanceClock(-61_000)
    expect(await games.bet(c, await games.round(), { picks: ['big'], stake: UNIT })).toMatchObject({
      outcome: 'done',
    })
    expect(
      await games.bet(c, { ...round, roundId: randomUUID() }, { picks: ['big'], stake: UNIT }),
    ).toMatchObject({
      reason: 'closed',
    })
    expect(await games.broken()).toEqual([])
  })

  // the other forms decide by the same fragment
  const many = lanes === 'one' ? 2_000 : 200
  test(`${many} bets around the cut-off: each is taken before it or refused, and settled once`, async () => {
    const crowd = await games.members(many, 10n * UNIT)
    const round = await games.round({ closesInMs: 2_000, slice: 400_000n * UNIT })
    const options = OPTIONS.lucky
    const bets = crowd.map((member, n) =>
      games.bet(member, round, { picks: [options[n % 17]!], stake: UNIT }),
    )
    // the clock jumps to just before the cut-off and back while the bets are on their way
    await Promise.all(bets.slice(0, many / 10))
    await games.mall.database.advanceClock(1_500)
    await Promise.all(bets.slice(0, many / 2))
    await games.mall.database.advanceClock(-700)
    await Promise.all(bets.slice(0, many * 0.7))
    await games.mall.database.advanceClock(60_000)
    const answers = await Promise.all(bets)
    await games.mall.database.advanceClock(-60_800)
    const taken = answers.filter(({ outcome }) => outcome === 'done').length
    expect(taken + answers.filter(({ reason }) => reason === 'closed').length).toBe(many)
    expect(taken).toBeGreaterThan(0)
    await games.decide(round, 5)
    await settleAll(games, round, 700)
    const [row] = await games.mall.db.query(
      `select count(*) filter (where settled and state = 'done')::int as settled, count(*) filter (where not settled)::int as open
       from purchase where subject_id = $1`,
      [round.roundId],
    )
    expect(row).toEqual({ settled: taken, open: 0 })
    expect(await games.broken()).toEqual([])
  })

  test('a maximum per member and round refuses with what is left', async () => {
    const [member = '', other = ''] = await games.members(2)
    const round = await games.round({ memberLimit: 10n * UNIT })
    await games.bet(member, round, { picks: ['big'], stake: 7n * UNIT })
    expect(await games.bet(member, round, { picks: ['big', 'red'], stake: 2n * UNIT })).toMatchObject({
      reason: 'limit',
      data: { left: String(3n * UNIT) },
    })
    expect(await games.bet(member, round, { picks: ['red'], stake: 3n * UNIT })).toMatchObject({
      outcome: 'done',
    })
    expect(await games.bet(other, round, { picks: ['red'], stake: 10n * UNIT })).toMatchObject({
      outcome: 'done',
    })
    expect(await games.broken()).toEqual([])
  })

  test('a settlement pays what the pay table says, counts limits, play-through and net position, and the rest is the house’s', async () => {
    const [winner = '', loser = ''] = await games.members(2)
    await games.mall.db.tx(async (tx) => {
      await lockWallets(tx, [winner, loser])
      await setLimit(tx, { member: loser, kind: 'loss', period: 'month' }, 500n * UNIT, 0)
      await requirePlay(tx, winner, 100n * UNIT)
    })
    const before = await bankroll(games)
    const round = await games.round({ slice: 10_000n * UNIT })
    await games.bet(winner, round, { picks: ['5', 'violet'], stake: 10n * UNIT })
    await games.bet(loser, round, { picks: ['0'], stake: 50n * UNIT })
    await games.decide(round, 5)
    const chunk = (await games.nextChunk(round))!
    const tries = await Promise.all([1, 2, 3].map(() => games.end(chunk)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    const payout = highestWinOf('lucky', ['5', 'violet'], 10n * UNIT)
    expect((await balances(games.mall.db, winner)).balance).toBe(9_980n * UNIT + payout)
    expect(await balances(games.mall.db, loser)).toEqual({ balance: 9_950n * UNIT, openOrders: 0 })
    expect(await bankroll(games)).toEqual({ ...before, balance: before.balance + 70n * UNIT - payout })
    expect(await roundOf(games, round)).toMatchObject({ status: 'settled', pool: 0n, through: 2 })
    const [counter] = await games.mall.db.query(
      `select used, open from limit_counter where member_id = $1 and kind = 'loss'`,
      [loser],
    )
    expect(counter).toEqual({ used: 50n * UNIT, open: 0n })
    expect(await playThrough(games.mall.db, winner)).toMatchObject({ played: 20n * UNIT })
    expect((await netPosition(games.mall.db, winner, 0)).all).toMatchObject({
      spent: 20n * UNIT,
      won: payout,
    })
    expect(await games.broken()).toEqual([])
  })

  test('stakes that cancel each other out do not count as played, in one bet, in several and over several chunks', async () => {
    const [sure, half, other] = (await games.members(3)) as [string, string, string]
    await games.mall.db.tx(async (tx) => {
      await lockWallets(tx, [sure, half, other])
      for (const member of [sure, half, other]) await requirePlay(tx, member, 1_000n * UNIT)
    })
    const round = await games.round({ slice: 10_000n * UNIT })
    await games.bet(sure, round, { picks: ['big'], stake: 100n * UNIT })
    await games.bet(half, round, { picks: ['big', 'small'], stake: 10n * UNIT })
    await games.bet(other, round, { picks: ['big'], stake: 30n * UNIT })
    await games.bet(half, round, { picks: ['big'], stake: 20n * UNIT })
    await games.bet(sure, round, { picks: ['small'], stake: 100n * UNIT })
    await games.decide(round, 7)
    const played = async () =>
      Promise.all(
        [sure, half, other].map(async (member) => (await playThrough(games.mall.db, member)).played),
      )
    expect(await games.endChunk(round, 2)).toBe(true)
    // members whose last bet is not settled yet wait
    expect(await played()).toEqual([0n, 0n, 0n])
    while (await games.endChunk(round, 2));
    expect(await played()).toEqual([0n, 20n * UNIT, 30n * UNIT])
    expect(await games.broken()).toEqual([])
  })

  test('a void round returns every stake once', async () => {
    const crowd = await games.members(9)
    const before = await bankroll(games)
    const round = await games.round()
    await Promise.all(crowd.map((member) => games.bet(member, round, { picks: ['big', '3'], stake: UNIT })))
    await games.void(round)
    for (let n = 0; n < 3; n++) {
      // both have read the same place; one that reads later finds the next chunk
      const chunk = (await games.nextChunk(round, 4))!
      const tries = await Promise.all([1, 2].map(() => games.end(chunk)))
      expect(tries.filter(Boolean)).toHaveLength(1)
      expect(await games.end(chunk)).toBe(false)
    }
    expect(await games.nextChunk(round, 4)).toBeNull()
    const totals = await Promise.all(crowd.map((member) => balances(games.mall.db, member)))
    expect(totals.every(({ balance, openOrders }) => balance === 10_000n * UNIT && openOrders === 0)).toBe(
      true,
    )
    expect(await bankroll(games)).toEqual(before)
    expect(await roundOf(games, round)).toMatchObject({ status: 'void', pool: 0n, through: 9 })
    expect(await games.broken()).toEqual([])
  })

  test('connections that die in mid-bet lose and double nothing', async () => {
    const crowd = await games.members(40)
    const round = await games.round({ slice: 200_000n * UNIT })
    const ids = crowd.flatMap((member) =>
      Array.from({ length: 3 }, () => ({ member, requestId: randomUUID() })),
    )
    let [killed, isOver] = [0, false]
    const betting = Promise.all(
      ids.map(({ member, requestId }) =>
        games.bet(member, round, { requestId, picks: ['big'], stake: UNIT }),
      ),
    ).finally(() => (isOver = true))
    while (!isOver && killed < 12) {
      const [row] = await games.mall.db.query<{ killed: number }>(
        `select count(*) filter (where pg_terminate_backend(pid))::int as killed from pg_stat_activity
         where application_name = 'fairlot-bets' and datname = current_database()`,
      )
      killed += row!.killed
    }
    const answers = await betting
    expect(answers.every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(new Set(answers.map(({ position }) => position)).size).toBe(ids.length)
    expect(await games.broken()).toEqual([])
  })

  // on one lane nothing is ever held
  if (lanes === 'several')
    test('a bet that a crash left held is finished', async () => {
      const [bought = '', refused = ''] = await games.members(2)
      const round = await games.round({ slice: 10n * UNIT })
      const request = (member: string, picks: string[], stake: bigint) => ({
        ...purchaseKeys(member, randomUUID()),
        subject: round.roundId,
        quantity: maskOf('lucky', picks)!,
        amount: stake * BigInt(picks.length),
        maxPerMember: 0,
      })
      const requests = [request(bought, ['1'], UNIT), request(refused, ['1'], 2n * UNIT)]
      const lane = createLane(games.mall.database.appUrl, 'fairlot-test')
      const [reserve, allocate] = severalLanes(betSeller)
      try {
        await runBatch(lane, requests, [reserve!])
        await runBatch(lane, requests, [reserve!, allocate!])
      } finally {
        await lane.close()
      }
      expect(await finishHeld(games.mall.db, games.seller, betSeller.kind)).toBe(2)
      const answers = await Promise.all(requests.map((one) => games.seller.buy(one)))
      expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
      expect((await balances(games.mall.db, refused)).balance).toBe(10_000n * UNIT)
      expect(await games.broken()).toEqual([])
    })
})

describe('the money of rounds', () => {
  let games: TestGames
  beforeAll(async () => {
    games = await testGames()
  })
  afterAll(() => games.close())

  test('whatever is bet and comes out, no money appears or vanishes, and the house never lacks it', async () => {
    const crowd = await games.members(6)
    const kinds = Object.keys(GAMES) as GameId[]
    const total = async () => {
      const [row] = await games.mall.db.query<{ total: bigint }>(
        `select ((select sum(balance) from wallet) + (select sum(balance) from house_account) + (select coalesce(sum(pool), 0) from round))::bigint as total`,
      )
      return row!.total
    }
    const before = await total()
    await assert(
      asyncProperty(
        constantFrom(...kinds),
        integer({ min: 0, max: 9 }),
        integer({ min: 0, max: 60 }),
        array(
          record({
            member: integer({ min: 0, max: 5 }),
            options: uniqueArray(integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 5 }),
            stake: integer({ min: 1, max: 9_999_999 }),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (game, place, slice, bets) => {
          const kind = GAMES[game]
          const round = await games.round({ game, slice: BigInt(slice) * 100n * UNIT })
          const placed = bets.map(({ member, options, stake }) => {
            const picks = [...new Set(options.map((n) => OPTIONS[kind][n % OPTIONS[kind].length]!))]
            return { member: crowd[member]!, picks, stake: BigInt(stake) }
          })
          const answers = await Promise.all(placed.map(({ member, ...bet }) => games.bet(member, round, bet)))
          const taken = placed.filter((_, n) => answers[n]!.outcome === 'done')
          const outcome = OUTCOMES[kind][place]!
          await games.decide(round, outcome)
          await settleAll(games, round, 3)
          const paid = taken.reduce(
            (sum, { picks, stake }) => sum + exposureOf(kind, picks, stake)[place]!,
            0n,
          )
          const [row] = await games.mall.db.query<{ payout: bigint }>(
            `select coalesce(sum(payout), 0)::bigint as payout from purchase where subject_id = $1`,
            [round.roundId],
          )
          expect(row!.payout).toBe(paid)
          expect(await total()).toBe(before)
        },
      ),
      { numRuns: 25 },
    )
    expect(await games.broken()).toEqual([])
  })

  test.each([
    ['settles', 'settled'],
    ['returns', 'void'],
  ] as const)('a server that dies at any statement %s every bet once', async (_, status) => {
    const crowd = await games.members(4)
    for (let statement = 1; ; statement++) {
      const round = await games.round()
      await Promise.all(
        crowd.map((member) => games.bet(member, round, { picks: ['big', 'small', '1'], stake: UNIT })),
      )
      await (status === 'void' ? games.void(round) : games.decide(round, 1))
      const died = await games.endChunk(round, 2, dyingAt(games.mall.db, statement)).then(
        () => false,
        () => true,
      )
      await settleAll(games, round, 2)
      expect(await roundOf(games, round)).toMatchObject({ status, through: 4, pool: 0n })
      if (!died) break
    }
    expect(await games.broken()).toEqual([])
  })

  test.each([
    ['big and small of one stake', [[['big', 'small'], 10]], 20n],
    [
      'big, and half of it on small',
      [
        [['big'], 10],
        [['small'], 5],
      ],
      10n,
    ],
    ['all ten numbers', [[['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], 1]], 10n],
    ['one colour', [[['green', '3'], 10]], null],
  ] as const)('%s: what cancels itself is marked', async (_, bets, cancelled) => {
    const [member = ''] = await games.members(1)
    const round = await games.round()
    for (const [picks, stake] of bets) await games.bet(member, round, { picks, stake: BigInt(stake) * UNIT })
    await games.decide(round, 4)
    await settleAll(games, round)
    const rows = await games.mall.db.query('select cancelled from bet_cancelled where round_id = $1', [
      round.roundId,
    ])
    expect(rows).toEqual(cancelled === null ? [] : [{ cancelled: cancelled * UNIT }])
    expect(await games.broken()).toEqual([])
  })
})
