import { afterEach, describe, expect, test } from 'vitest'
import type { Setting, Values } from '../../../platform/settings/settings.ts'
import { dyingAt } from '../../../testing/dying.ts'
import { CHAIN_RESERVE } from './chains/next-chain.ts'
import { CHAIN_ROUNDS } from './rounds.settings.ts'
import {
  auditRounds,
  finish,
  firstRound,
  moneyOf,
  roundWorld,
  verifyTheRound,
  type RoundWorld,
} from './rounds.fixture.ts'

let world: RoundWorld
afterEach(() => world.close())

/** A settled round: its bets are paid once, nothing is bound, and the log follows its rules. */
async function expectSound(bets: number): Promise<void> {
  const lines = await world.db.query<{ kind: string; lines: number }>(
    `select kind, count(*)::int as lines from ledger where kind in ('payout', 'slice', 'round') group by 1 order by 1`,
  )
  expect(lines).toEqual([
    // one line in each book
    { kind: 'payout', lines: bets * 2 },
    { kind: 'slice', lines: 2 },
  ])
  expect(await moneyOf(world.db)).toMatchObject({ pools: 0n, clearing: 0n })
  const [ended] = await world.db.query<{ settled: number }>(
    `select count(*)::int as settled from round where status = 'settled'`,
  )
  expect(ended?.settled).toBeGreaterThan(0)
  await auditRounds(world)
}

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

describe('a process that dies', () => {
  test('at any statement of any step leaves all of the step or nothing, and the next one goes on', async () => {
    // its seal has half a minute
    world = await roundWorld(['lucky-5m'])
    const round = await firstRound(world, 'lucky-5m')
    for (let n = 0; n < 3; n++) await world.bets.place(world.db, round, await world.member(), ALL, 3_0000n)
    const steps = ['close', 'seal', 'draw', 'settle'] as const
    // the seal has most statements: 16
    const dieEverywhere = async () => {
      for (let statement = 1; statement <= 18; statement++)
        await world.another({ db: dyingAt(world.db, statement) }).runDue()
    }
    await dieEverywhere()
    await world.pass(round.closesMs + 20 - (await world.now()))
    await dieEverywhere()
    await world.pass(9_000)
    await dieEverywhere()
    await world.rounds.runDue()
    expect(
      world.changes
        .filter(({ roundId, step }) => roundId === round.roundId && steps.includes(step as 'seal'))
        .map(({ step }) => step),
    ).toEqual([...steps])
    expect(await verifyTheRound(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound(3)
  })

  test('between seal and result, or between two chunks of a settlement, loses nothing', async () => {
    world = await roundWorld()
    const round = await firstRound(world)
    for (let n = 0; n < 3; n++) await world.bets.place(world.db, round, await world.member(), ALL, 3_0000n)
    await world.goTo(round.closesMs + 50)
    expect(await world.current()).toMatchObject({ status: 'sealed', outcome: null })
    // a new process continues from the database alone
    const next = world.another()
    await world.pass(9_000)
    await next.runDue()
    expect((await world.read())[0]).toMatchObject({ status: 'settled', pool: 0n })
    await expectSound(3)
  })
})

describe('two processes', () => {
  test('take every step once', async () => {
    world = await roundWorld(['lucky-1m', 'king-2m'])
    const servers = [world.rounds, world.another(), world.another()]
    const together = async () => {
      await Promise.all(servers.map((server) => server.runDue()))
      await servers[0]!.runDue()
    }
    await together()
    const minute = Math.floor((await world.now()) / 120_000) * 120_000 + 120_000
    for (let at = minute; at < minute + 250_000; at += 5_000) {
      await world.pass(at + 50 - (await world.now()))
      await together()
    }
    const counted = new Map<string, number>()
    for (const { roundId, step } of world.changes) {
      const key = `${roundId} ${step}`
      counted.set(key, (counted.get(key) ?? 0) + 1)
    }
    expect([...counted].filter(([, times]) => times > 1)).toEqual([])
    const rounds = [...(await world.read()), ...(await world.read('king-2m'))]
    expect(rounds.length).toBeGreaterThan(5)
    expect(rounds.filter(({ status }) => status === 'void')).toEqual([])
    expect(await auditRounds(world)).toMatchObject({ chains: 2, roundsVoid: 0 })
    expect((await moneyOf(world.db)).bound).toBe(
      rounds.filter(({ outcome }) => outcome === null).reduce((sum, { slice }) => sum + slice, 0n),
    )
    expect(world.errors).toEqual([])
  })
})

describe('chains', () => {
  test('a chain is followed by the next one before it runs out, and after a change of the settings', async () => {
    // shorter than the setting allows, so that it ends soon
    let length = CHAIN_RESERVE + 1
    const settings: Values = {
      get: <V>({ name, kind, initial }: Setting<V>) =>
        name === CHAIN_ROUNDS.name ? (length as unknown as V) : kind.read(world.set.get(name) ?? initial),
    }
    world = await roundWorld(['lucky-1m'], { settings })
    const round = await firstRound(world)
    length = 200
    await finish(world, { ...round, closesMs: round.closesMs })
    await world.goTo(round.endsMs + 100)
    const chains = () =>
      world.db.query<{ number: number; length: number }>(
        'select number, length from game_chain order by number',
      )
    expect(await chains()).toEqual([
      { number: 1, length: CHAIN_RESERVE + 1 },
      { number: 2, length: 200 },
    ])
    world.set.set('games.lucky1m.cutoffSeconds', '20')
    const second = await world.current()
    await world.goTo(second.endsMs + 100)
    // one chain at a time waits for its first round
    expect(await chains()).toHaveLength(2)
    const third = await world.current()
    await finish(world, third)
    await world.goTo(third.endsMs + 100)
    expect(await chains()).toHaveLength(3)
    await world.goTo((await world.current()).endsMs + 100)
    const fourth = await world.current()
    expect(fourth.endsMs - fourth.closesMs).toBe(20_000)
  })

  test('another length of rounds waits for the next business day', async () => {
    world = await roundWorld(['lucky-1m'])
    const round = await firstRound(world)
    world.set.set('games.lucky1m.roundSeconds', '120')
    await finish(world, round)
    await world.goTo(round.endsMs + 100)
    const next = await world.current()
    expect(next.endsMs - next.opensMs).toBe(60_000)
    const midnight = Math.ceil(next.endsMs / 86_400_000) * 86_400_000
    await world.goTo(midnight + 100)
    const first = await world.current()
    expect([first.endsMs - first.opensMs, first.period.slice(9)]).toEqual([120_000, '0001'])
    await auditRounds(world)
  })

  test('the values of a chain are encrypted at rest, and none is readable before its seal', async () => {
    world = await roundWorld()
    const round = await firstRound(world)
    await finish(world, round)
    const [chain] = await world.db.query<{ secret: Uint8Array; head: string; all: string }>(
      `select c.secret, c.head, (select string_agg(secret, '') from round_seal) as all from game_chain c`,
    )
    expect(chain?.secret.length).toBe(12 + 32 + 16)
    expect(chain?.all).toHaveLength(64)
    await expect(world.db.query(`update game_chain set secret = '\\x00'`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('a stored value that does not lead to the head stops the seal, and the round becomes void', async () => {
    world = await roundWorld()
    const round = await firstRound(world)
    await world.owner.query(`update game_chain set head = repeat('0', 64)`)
    await world.goTo(round.closesMs + 50)
    expect(world.errors.join()).toContain('do not lead to its head')
    await world.goTo(round.endsMs + 50)
    expect((await world.read())[0]).toMatchObject({ status: 'void', ended: true })
  })
})

describe('what stops the steps', () => {
  test('a halted log, and a clock that cannot be believed', async () => {
    let halt: { sinceMs: number; jumpMs: number } | null = null
    world = await roundWorld(['lucky-1m'], { clockWatch: { look: () => Promise.resolve(halt) } })
    const round = await firstRound(world)
    halt = { sinceMs: 0, jumpMs: 60_000 }
    await world.goTo(round.endsMs + 100)
    expect(await world.read()).toMatchObject([{ status: 'open' }])
    halt = null
    await world.rounds.runDue()
    expect(await world.read()).toMatchObject([{ status: 'void' }, { status: 'open' }])
  })

  test('a game that is off opens no round, and its open one ends', async () => {
    let on = true
    world = await roundWorld(['lucky-1m'], { isOn: () => on })
    const round = await firstRound(world)
    on = false
    await finish(world, round)
    await world.goTo(round.endsMs + 60_000)
    expect(await world.read()).toMatchObject([{ status: 'settled' }])
  })
})
