import { midnightAfter } from '@fairlot/fairness/games/periods'
import { afterEach, describe, expect, test } from 'vitest'
import { failing } from '../../../../testing/planted.ts'
import { createRecovery } from '../../../fair/index.ts'
import { AUDITING } from '../../../fair/witnesses/played-witnesses.fixture.ts'
import { unbindMoney } from '../../../ledger/index.ts'
import { roundChecks } from '../checks/rounds.checks.ts'
import { roundsLiveness } from '../checks/rounds-liveness.checks.ts'
import { loseOpenRounds } from '../lose-rounds.ts'
import { zoneOfOffset } from './zone.ts'
import {
  audit3,
  chainsOf,
  DECIDED_MS,
  finish3,
  firstRound3,
  roundWorld3,
  verify3,
  witnessedRounds,
  writer3,
  type WitnessedRounds,
} from '../rounds-3.fixture.ts'
import {
  finish,
  firstRound,
  moneyOf,
  roundWorld,
  verifyTheRound,
  type RoundWorld,
} from '../rounds.fixture.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

let world: RoundWorld
afterEach(() => world.close())

async function witnessed(...names: string[]): Promise<WitnessedRounds> {
  const made = await witnessedRounds(names)
  world = made
  return made
}

async function expectSound() {
  const counts = await audit3(world)
  expect(await failing(world.db, roundChecks)).toEqual([])
  expect(world.errors).toEqual([])
  return counts
}

const betAll = async (round: { roundId: string }) =>
  world.bets.place(world.db, round, await world.member(), ALL, 3_0000n)

/** Whether the doctor says that a game waits for its witnesses. */
const isReported = async () =>
  (
    await failing(
      world.db,
      roundsLiveness.filter(({ name }) => name === 'dead-chains'),
    )
  ).length > 0

describe('a witnessed chain', () => {
  test('is shown to the witnesses at once, and decides rounds whose proofs name who signed it and who was silent', async () => {
    const { witnesses } = await witnessed('a', 'b', 'c', 'd')
    // three of the four are enough
    witnesses[3]!.mode = 'deaf'
    const round = await firstRound3(world)
    expect((await chainsOf(world))[0]).toMatchObject({ quorum: 3, signed: 3 })
    await betAll(round)
    // no round needs a witness
    for (const witness of witnesses) witness.mode = 'down'
    await finish3(world, round)
    expect((await world.read())[0]).toMatchObject({ status: 'settled', bets: 1 })
    const { verdict, steps } = await verify3(world, round)
    expect(verdict).toBe('verified')
    const told = steps.find(({ step }) => step === 'witnesses')!.detail
    expect(told).toContain('d was silent')
    expect(told).toContain('only together with 2 of these 4 witnesses')
    const asks = (n: number) => verify3(world, round, { witness: witnesses[n]!.key })
    expect(await asks(0)).toMatchObject({ verdict: 'verified' })
    expect(await asks(3)).toMatchObject({ failed: 'witnesses' })
    await expectSound()
  })

  test('is not published while fewer than its quorum answer, and the game waits', async () => {
    const { witnesses } = await witnessed('a', 'b', 'c')
    witnesses[0]!.mode = 'down'
    await world.rounds.runDue()
    await world.goTo((await world.now()) + 3 * MINUTE)
    expect(await chainsOf(world)).toEqual([])
    witnesses[0]!.mode = 'well'
    const round = await firstRound3(world)
    await finish3(world, round)
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound()
  })

  test('of real money is not published while the witnesses are too few for it', async () => {
    const made = await witnessed('a', 'b', 'c', 'd')
    Object.assign(world.options, { moneyMode: 'real' })
    const [a, b, c] = made.witnesses
    await made.configure([a!])
    await world.rounds.runDue()
    expect(await chainsOf(world)).toEqual([])
    await made.configure([a!, b!, c!])
    await world.rounds.runDue()
    expect(await chainsOf(world)).toMatchObject([{ quorum: 3, signed: 3 }])
    await expectSound()
  })

  test('whose quorum comes late but before its first round counts; one without it is dead, and another is published', async () => {
    const { witnesses, alarms } = await witnessed('a', 'b', 'c')
    // they answer pings
    witnesses[2]!.mode = 'deaf'
    await world.rounds.runDue()
    const [first] = await chainsOf(world)
    expect(first).toMatchObject({ quorum: 3, signed: 2 })
    await world.goTo(first!.firstMs! + 100)
    expect(await world.read()).toEqual([])
    expect(await isReported()).toBe(true)
    expect(alarms.map(({ fields }) => fields).filter((one) => one['game'] === 'lucky-1m')).toMatchObject([
      { alarm: 'witness', chain: 1 },
    ])
    // the third one could have signed in time, and is waited for
    expect(await chainsOf(world)).toHaveLength(1)
    await world.goTo(first!.firstMs! + MINUTE + 100)
    const [, second] = await chainsOf(world)
    expect(second).toMatchObject({ signed: 2 })
    expect(second!.firstMs! - second!.publishedMs).toBeLessThan(2 * MINUTE)
    witnesses[2]!.mode = 'well'
    await world.goTo(second!.firstMs! - 5_000)
    expect((await chainsOf(world))[1]).toMatchObject({ signed: 3 })
    await world.goTo(second!.firstMs! + 100)
    const round = await world.current()
    await betAll(round)
    await finish3(world, round)
    expect(await isReported()).toBe(false)
    expect((await world.read())[0]).toMatchObject({ status: 'settled' })
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await expectSound()).toMatchObject({ chains: 2 })
  })

  test('that was signed in time with an answer that was lost comes to life when its witness names the line', async () => {
    const { witnesses } = await witnessed('a', 'b', 'c')
    witnesses[2]!.mode = 'forgetful'
    await world.rounds.runDue()
    const [first] = await chainsOf(world)
    expect(first).toMatchObject({ quorum: 3, signed: 2 })
    witnesses[2]!.mode = 'well'
    // the server comes back after the first round has opened
    await world.goTo(first!.firstMs! + 20_000)
    expect(await chainsOf(world)).toMatchObject([{ signed: 3 }])
    const round = await world.current()
    await betAll(round)
    await finish3(world, round)
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await expectSound()).toMatchObject({ chains: 1 })
  })

  test('is signed by the program of the repository, also where it replaces a dead one', async () => {
    const { witnesses } = await witnessed(AUDITING)
    const [watch] = witnesses
    watch!.mode = 'deaf'
    await world.rounds.runDue()
    await world.goTo((await chainsOf(world))[0]!.firstMs! + MINUTE + 100)
    watch!.mode = 'well'
    const { firstMs } = (await chainsOf(world))[1]!
    await world.goTo(firstMs! - 5_000)
    await world.goTo(firstMs! + 100)
    const round = await world.current()
    await betAll(round)
    await finish3(world, round)
    expect(await chainsOf(world)).toMatchObject([{ signed: 0 }, { signed: 1 }])
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    // it follows the results as well
    await world.options.writer.flush(world.db, { checkpoint: true })
    await world.goTo(round.endsMs + 100)
    const [signed] = await world.db.query<{ lag: number }>(
      `select ((select max(size) from log_checkpoint) - (select max(size) from log_cosignature))::int as lag`,
    )
    expect(signed).toEqual({ lag: 0 })
    expect(await expectSound()).toMatchObject({ chains: 2 })
  })

  test('is replaced with a day of notice when the witnesses change, twice in the middle of a day', async () => {
    const made = await witnessed('a', 'b', 'c', 'd')
    const [a, b, c, d] = made.witnesses as [never, never, never, never]
    await made.configure([a, b, c])
    const round = await firstRound3(world)
    await betAll(round)
    await made.configure([a, b, c, d])
    await world.goTo(round.closesMs + DECIDED_MS)
    await world.goTo(round.endsMs + 100)
    await made.configure([b, c, d])
    await world.goTo(round.endsMs + 2 * MINUTE + 100)
    const [first, second, third] = await chainsOf(world)
    expect([first, second, third].map((chain) => [chain!.quorum, chain!.signed])).toEqual([
      [3, 3],
      [3, 4],
      [3, 3],
    ])
    for (const chain of [second!, third!])
      expect(chain.firstMs! - chain.publishedMs).toBeGreaterThanOrEqual(DAY)
    expect(third!.firstMs!).toBeGreaterThan(second!.firstMs!)
    const played = [round]
    for (const at of [round.endsMs + 3 * MINUTE, second!.firstMs!, third!.firstMs!]) {
      await world.goTo(at + 100)
      const current = await world.current()
      played.push(current)
      await finish3(world, current)
    }
    const used = await world.db.query<{ number: number }>(
      `select c.number from round r join game_chain c using (chain_id) where r.round_id = any($1::uuid[]) order by r.opens_ms`,
      [played.map(({ roundId }) => roundId)],
    )
    expect(used.map(({ number }) => number)).toEqual([1, 1, 2, 3])
    for (const one of played) expect(await verify3(world, one)).toMatchObject({ verdict: 'verified' })
    expect(await expectSound()).toMatchObject({ chains: 3 })
  })

  test('is followed at once after the loss of a log, also where another chain waited for its first period', async () => {
    const made = await witnessed('a', 'b')
    const round = await firstRound3(world)
    await made.configure(made.witnesses.slice(0, 1))
    await world.goTo(round.closesMs + DECIDED_MS)
    // far from the ends of a round, however long a step takes
    await world.goTo(round.endsMs + MINUTE / 3)
    const lost = await world.current()
    expect(lost).toMatchObject({ opensMs: round.endsMs, status: 'open' })
    const [, waiting] = await chainsOf(world)
    expect(waiting!.firstMs!).toBeGreaterThan(await world.now())
    const { writer } = world.options
    await world.db.tx(async (tx) => {
      await writer.hold(tx)
      await unbindMoney(tx, 'bankroll', await loseOpenRounds(tx, writer))
      await createRecovery(writer).begin(tx, [])
    })
    expect(await world.current()).toMatchObject({ roundId: lost.roundId, status: 'void' })
    await world.goTo(lost.endsMs + 100)
    const third = (await chainsOf(world)).at(-1)!
    expect(third).toMatchObject({ number: 3, firstMs: lost.endsMs + MINUTE, signed: 1 })
    expect(third.firstMs!).toBeLessThan(waiting!.firstMs!)
    await world.goTo(third.firstMs! + 100)
    expect(await world.current()).toMatchObject({ opensMs: third.firstMs })
    expect(await failing(world.owner, roundChecks)).toEqual([])
  })
})

test('a house three and a half hours behind UTC publishes its offset, and its first round begins its own day', async () => {
  const zone = zoneOfOffset(-210)
  world = await roundWorld3(['lucky-1m'], { zone })
  const now = await world.now()
  await firstRound3(world)
  const midnight = midnightAfter(zone, now)
  expect(new Date(midnight).toISOString()).toContain('T03:30:00')
  await world.goTo(midnight + 100)
  const round = await world.current()
  expect([round.opensMs, round.period.slice(9)]).toEqual([midnight, '0001'])
  await betAll(round)
  await finish3(world, round)
  const entries = await world.db.query<{ bytes: string }>(
    `select bytes from log_entry where kind = 'game-chain'`,
  )
  expect(entries.map(({ bytes }) => (JSON.parse(bytes) as { zone: string }).zone)).toEqual([zone])
  expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
  await expectSound()
})

describe('a server that goes on with version 3', () => {
  test('ends its chains of version 2 at the first midnight, where chains of version 3 take over', async () => {
    world = await roundWorld(['lucky-1m'])
    const old = await firstRound(world)
    await betAll(old)
    // the release is installed while the round is open
    const { writer } = Object.assign(world.options, { writer: writer3() })
    const server = world.another()
    world.rounds.runDue = () => server.runDue()
    await writer.begin(world.db)
    const midnight = midnightAfter('UTC', await world.now())
    await finish(world, old)
    expect(await verifyTheRound(world, old)).toMatchObject({ verdict: 'verified' })
    expect(await chainsOf(world)).toMatchObject([{ rules: 2 }, { rules: 3, firstMs: midnight }])
    if (midnight - (await world.now()) > 3 * MINUTE) {
      await world.goTo(midnight - 2 * MINUTE + 100)
      await finish(world, await world.current())
    }
    await world.goTo(midnight - MINUTE + 100)
    const last = await world.current()
    await betAll(last)
    await finish(world, last)
    await world.goTo(midnight + 100)
    const first = await world.current()
    expect([first.opensMs, first.period.slice(9)]).toEqual([midnight, '0001'])
    await betAll(first)
    await finish3(world, first)
    await server.runDue()
    const kinds = await world.db.query(
      `select c.log_rules as rules, r.status from round r join game_chain c using (chain_id) where r.bets > 0 order by r.opens_ms`,
    )
    expect(kinds).toEqual([
      { rules: 2, status: 'settled' },
      { rules: 2, status: 'settled' },
      { rules: 3, status: 'settled' },
    ])
    expect(await verifyTheRound(world, last)).toMatchObject({ verdict: 'verified' })
    expect(await verify3(world, first)).toMatchObject({ verdict: 'verified' })
    expect(await moneyOf(world.db)).toMatchObject({ pools: 0n, clearing: 0n })
    expect(await expectSound()).toMatchObject({ chains: 2, roundsVoid: 0 })
    await server.stop()
  })

  test('and that was down over that midnight voids the old round, and begins with the next period', async () => {
    world = await roundWorld(['lucky-1m'])
    const old = await firstRound(world)
    await betAll(old)
    const { writer } = Object.assign(world.options, { writer: writer3() })
    await writer.begin(world.db)
    await world.pass(2 * DAY)
    const server = world.another()
    world.rounds.runDue = () => server.runDue()
    const round = await firstRound3(world)
    expect((await world.read())[0]).toMatchObject({ status: 'void', ended: true })
    await finish3(world, round)
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await expectSound()).toMatchObject({ chains: 2, roundsVoid: 1 })
    await server.stop()
  })
})
