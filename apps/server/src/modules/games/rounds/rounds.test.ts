import { KIND_OF_GAME, GAMES } from '@fairlot/contract/kinds/game-kinds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  auditRounds,
  BANKROLL,
  finish,
  firstRound,
  moneyOf,
  roundWorld,
  SLICE,
  verifyTheRound,
  type RoundWorld,
} from './rounds.fixture.ts'

describe('a round of each game', () => {
  let world: RoundWorld
  beforeAll(async () => {
    world = await roundWorld(GAMES)
  })
  afterAll(() => world.close())

  test('opens after its chain is in the log, and goes through all steps to its result', async () => {
    for (const game of GAMES) {
      const round = await firstRound(world, game)
      expect(round).toMatchObject({ status: 'open', slice: SLICE })
      expect(round.period).toMatch(/^\d{8}-\d{4}$/)
      const member = await world.member()
      await world.bets.place(world.db, round, member, [1, 2, 3, 4, 5])
      await world.bets.place(world.db, round, member, [6, 7, 8, 9, 10])
      await finish(world, round)
      const ended = (await world.read(game)).find(({ roundId }) => roundId === round.roundId)
      expect(ended, game).toMatchObject({ status: 'settled', ended: true, pool: 0n, bets: 2 })
      expect(await verifyTheRound(world, round), game).toMatchObject({ verdict: 'verified' })
    }
    expect(world.errors).toEqual([])
    expect((await moneyOf(world.db)).pools).toBe(0n)
  })

  test('has the result of its kind', async () => {
    const rows = await world.db.query<{ game: 'lucky-1m'; price: string | null; finish: number[] | null }>(
      'select game, price, finish from round_result join round using (round_id)',
    )
    for (const { game, price, finish: order } of rows) {
      if (KIND_OF_GAME[game] === 'lucky') expect(price).toMatch(/^\d{6}$/)
      else expect(order?.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
  })

  test('the log of all of it follows its rules', async () => {
    expect(await auditRounds(world)).toMatchObject({ chains: 4 })
  })
})

describe('the money of a round', () => {
  let world: RoundWorld
  beforeAll(async () => {
    world = await roundWorld()
  })
  afterAll(() => world.close())

  test('a round binds its slice of the bankroll until its outcome is known, without a line of the ledger', async () => {
    const before = await world.db.query('select 1 from ledger')
    const round = await firstRound(world)
    expect((await moneyOf(world.db)).bound).toBe(SLICE)
    await expect(
      world.owner.query(`update house_account set balance = ${SLICE - 1n} where name = 'bankroll'`),
    ).rejects.toThrow('house_account_lowest')
    await finish(world, round)
    expect((await moneyOf(world.db)).bound).toBe(0n)
    expect(await world.db.query('select 1 from ledger')).toHaveLength(before.length)
  })

  test('the house keeps what the bets lose, and adds from the slice what they win beyond their stakes', async () => {
    const { bankroll } = await moneyOf(world.db)
    await world.goTo((await world.current()).endsMs + 100)
    const losing = await world.current()
    const member = await world.member()
    await world.bets.place(world.db, losing, member, [], 0n)
    await finish(world, losing)
    expect((await moneyOf(world.db)).bankroll).toBe(bankroll + 1_0000n)
    await world.goTo(losing.endsMs + 100)
    const winning = await world.current()
    await world.bets.place(world.db, winning, member, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 9_0000n)
    await finish(world, winning)
    expect((await moneyOf(world.db)).bankroll).toBe(bankroll + 1_0000n - 8_0000n)
    expect(await moneyOf(world.db)).toMatchObject({ pools: 0n, clearing: 0n })
  })

  test('the schema refuses bets that the slice and the stakes do not cover, and bets at the cut-off', async () => {
    await world.goTo((await world.current()).endsMs + 100)
    const round = await world.current()
    const member = await world.member()
    await expect(world.bets.place(world.db, round, member, [3], SLICE + 1_0001n)).rejects.toThrow(
      'round_covered',
    )
    await world.pass(round.closesMs - (await world.now()))
    await expect(world.bets.place(world.db, round, member, [3])).rejects.toThrow('round_window')
    await world.rounds.runDue()
    await expect(world.bets.place(world.db, round, member, [3])).rejects.toThrow('betting is closed')
  })

  test('a bankroll with less free money gives a smaller slice', async () => {
    const poor = await roundWorld(['lucky-1m'], { sliceOf: () => BANKROLL * 2n })
    expect(await firstRound(poor)).toMatchObject({ status: 'open', slice: BANKROLL })
    await poor.close()
  })
})

describe('times', () => {
  test('no period is skipped or doubled while the server runs, also over midnight', async () => {
    const world = await roundWorld()
    const first = await firstRound(world)
    const day = 86_400_000
    // a midnight far enough away that the rounds before it do not run yet
    const midnight = Math.ceil((first.opensMs + 600_000) / day) * day
    await world.goTo(midnight - 150_000 + 100)
    for (let at = midnight - 150_000; at < midnight + 130_000; at += 10_000) await world.goTo(at + 100)
    const rounds = (await world.read()).filter(({ opensMs }) => opensMs >= midnight - 180_000)
    expect(rounds.map(({ opensMs }) => (opensMs - midnight) / 60_000)).toEqual([-3, -2, -1, 0, 1, 2])
    expect(rounds.map(({ period }) => period.slice(9))).toEqual([
      '1438',
      '1439',
      '1440',
      '0001',
      '0002',
      '0003',
    ])
    expect(new Set(rounds.slice(0, 5).map(({ status }) => status))).toEqual(new Set(['settled']))
    expect(await auditRounds(world)).toMatchObject({ roundsVoid: 1 })
    await world.close()
  })

  test('midnight is that of the business zone', async () => {
    const world = await roundWorld(['lucky-1m'], { zone: 'Asia/Kathmandu' })
    const first = await firstRound(world)
    const midnight = Math.ceil((first.opensMs + 20_700_000) / 86_400_000) * 86_400_000 - 20_700_000
    await world.goTo(midnight + 100)
    expect((await world.current()).period).toMatch(/-0001$/)
    await world.close()
  })

  test('after downtime the rounds that were missed are void when they were open, and else never opened', async () => {
    const world = await roundWorld()
    const round = await firstRound(world)
    const member = await world.member()
    await world.bets.place(world.db, round, member, [1])
    await world.goTo(round.endsMs + 10 * 60_000 + 100)
    const rounds = await world.read()
    expect(rounds.map(({ status, pool, ended }) => ({ status, pool, ended }))).toEqual([
      { status: 'void', pool: 0n, ended: true },
      { status: 'open', pool: 0n, ended: false },
    ])
    const [wallet] = await world.db.query<{ balance: bigint }>(
      'select balance from wallet where member_id = $1',
      [member],
    )
    expect(wallet?.balance).toBe(1_000_0000n)
    expect(await verifyTheRound(world, round)).toMatchObject({ verdict: 'verified' })
    await world.close()
  })

  test('a round whose server comes back before its end is sealed', async () => {
    const world = await roundWorld()
    const round = await firstRound(world)
    await world.pass(round.endsMs - 3_000 - (await world.now()))
    await finish(world, { ...round, closesMs: round.endsMs - 3_000 })
    expect((await world.read())[0]).toMatchObject({ status: 'settled' })
    expect(await verifyTheRound(world, round)).toMatchObject({ verdict: 'verified' })
    await world.close()
  })

  test('a clock that goes back neither opens a round twice nor dates a seal before the cut-off', async () => {
    const world = await roundWorld()
    const round = await firstRound(world)
    await world.goTo(round.closesMs + 10)
    await world.goTo(round.opensMs + 1_000)
    await world.goTo(round.endsMs + 9_000)
    const rounds = await world.read()
    expect(new Set(rounds.map(({ period }) => period)).size).toBe(rounds.length)
    expect(await auditRounds(world)).toMatchObject({ roundsVoid: 0 })
    await world.close()
  })
})
