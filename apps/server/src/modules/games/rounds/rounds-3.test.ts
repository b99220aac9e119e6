import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import { claimOf } from '@fairlot/fairness/claimed-rows'
import { roundName } from '@fairlot/fairness/entries'
import { midnightAfter } from '@fairlot/fairness/games/periods'
import type { RoundProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { verifyRound } from '@fairlot/fairness/verify/round'
import { afterEach, describe, expect, test } from 'vitest'
import { dyingAt } from '../../../testing/dying.ts'
import { failing } from '../../../testing/planted.ts'
import { checkLogRules, fairChecks, latestCheckpoint } from '../../fair/index.ts'
import { insertLog } from '../../fair/standing/standing.queries.ts'
import { unbindMoney } from '../../ledger/index.ts'
import { roundChecks } from './checks/rounds.checks.ts'
import { proofOfRound } from './round-proof.ts'
import { loseOpenRounds } from './lose-rounds.ts'
import { retireChains } from './chains/chains.queries.ts'
import { moneyOf, type RoundWorld } from './rounds.fixture.ts'
import {
  audit3,
  chainsOf,
  DECIDED_MS,
  finish3,
  firstRound3,
  roundWorld3,
  verify3,
} from './rounds-3.fixture.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

let world: RoundWorld
afterEach(() => world.close())

/** Every bet is paid once, nothing is bound twice, and log and checks find nothing. */
async function expectSound(bets: number) {
  const lines = await world.db.query(
    `select count(*)::int as lines from ledger where kind = 'payout' having count(*) > 0`,
  )
  // one line in each book
  expect(lines).toEqual(bets === 0 ? [] : [{ lines: bets * 2 }])
  expect(await moneyOf(world.db)).toMatchObject({ pools: 0n, clearing: 0n })
  const counts = await audit3(world)
  expect(counts).toMatchObject({ roundsVoid: 0 })
  expect(await failing(world.db, roundChecks)).toEqual([])
  return counts
}

const betAll = async (round: { roundId: string }) =>
  world.bets.place(world.db, round, await world.member(), ALL, 3_0000n)

describe('a round of version 3', () => {
  test('of each game goes from its opening to its result, and its proof shows chain, claims and result', async () => {
    world = await roundWorld3(GAMES)
    for (const game of GAMES) {
      const round = await firstRound3(world, game)
      await betAll(round)
      await finish3(world, round)
      const [ended] = (await world.read(game)).filter(({ roundId }) => roundId === round.roundId)
      expect(ended, game).toMatchObject({ status: 'settled', ended: true, pool: 0n, bets: 1 })
      const { document, ...verified } = await verify3(world, round)
      expect(verified, game).toMatchObject({ verdict: 'verified' })
      const { rows, terms } = document as RoundProof3
      const { id } = world.bets.bets.find(({ roundId }) => roundId === round.roundId)!
      expect(rows.map(({ claim }) => claim)).toEqual([claimOf(id)])
      expect(terms.index, game).toBeGreaterThan(0)
    }
    expect(world.errors).toEqual([])
    expect(await expectSound(4)).toMatchObject({ chains: 4 })
  })

  test('has its value and beacon round when it opens, reveals the value after it, and is shown as sealed before its result', async () => {
    world = await roundWorld3()
    const round = await firstRound3(world)
    const fixed = () =>
      world.db.query('select chain_index, beacon_round, status from round where round_id = $1', [
        round.roundId,
      ])
    const [opened] = await fixed()
    expect(opened).toMatchObject({ chain_index: 1, status: 'open' })
    await world.goTo(round.closesMs + 4_000)
    expect(await fixed()).toEqual([{ ...(opened as object), status: 'closed' }])
    expect(await world.db.query('select 1 from round_seal')).toEqual([])
    await world.goTo(round.closesMs + DECIDED_MS)
    expect(await fixed()).toEqual([{ ...(opened as object), status: 'settled' }])
    // no checkpoint covers the result of a round without bets yet
    const sealed: unknown = JSON.parse(
      JSON.stringify(await proofOfRound(world.options, 'lucky-1m', round.period)),
    )
    expect(verifyRound(sealed)).toMatchObject({ verdict: 'sealed' })
    // periods that nobody could play have no round
    await world.goTo(round.endsMs + 5 * MINUTE + 100)
    const later = await world.current()
    await finish3(world, later)
    const indexes = await world.db.query('select chain_index from round_seal order by 1')
    expect(indexes).toEqual([{ chain_index: 1 }, { chain_index: 7 }])
    expect(await verify3(world, later)).toMatchObject({ verdict: 'verified' })
    await expectSound(0)
  })

  test.each([
    ['over the end of its bets', 0],
    ['over its beacon round', DECIDED_MS],
    ['for hours', 5 * 3_600_000],
    ['for two days', 2 * DAY],
  ])('is settled once by its own result when the server was down %s', async (_when, late) => {
    world = await roundWorld3()
    const round = await firstRound3(world)
    for (let n = 0; n < 3; n++) await betAll(round)
    const [fixed] = await world.db.query('select chain_index, beacon_round from round')
    await world.pass(round.closesMs + late + 10 - (await world.now()))
    const server = world.another()
    await server.runDue()
    await world.goTo(Math.max(await world.now(), round.closesMs + DECIDED_MS))
    await server.runDue()
    expect((await world.read())[0]).toMatchObject({ status: 'settled', ended: true, pool: 0n })
    expect(
      await world.db.query('select chain_index, beacon_round from round_seal order by beacon_round limit 1'),
    ).toEqual([fixed])
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound(3)
  })

  test('that fails stops the seals of its game only, and goes on when it can', async () => {
    world = await roundWorld3(['lucky-1m', 'king-2m'])
    await world.rounds.runDue()
    // a moment at which a round of each game begins
    await world.goTo(Math.ceil((await world.now()) / (2 * MINUTE)) * 2 * MINUTE + 2 * MINUTE + 100)
    const [round, king] = [await world.current(), await world.current('king-2m')]
    await betAll(round)
    await betAll(king)
    const set = (columns: string) =>
      world.owner.query(`update round set ${columns} where round_id = $1`, [round.roundId])
    await set('stake = stake + 1, pool = pool + 1')
    await world.goTo(round.closesMs + DECIDED_MS)
    await world.goTo(round.endsMs + MINUTE + DECIDED_MS)
    await world.goTo(king.closesMs + DECIDED_MS)
    expect(world.errors.join()).toContain('the round counted')
    expect((await world.read()).map(({ status }) => status)).not.toContain('settled')
    expect((await world.read('king-2m'))[0]).toMatchObject({ status: 'settled' })
    await set('stake = stake - 1, pool = pool - 1')
    const next = world.another()
    await next.runDue()
    await next.runDue()
    expect((await world.read())[0]).toMatchObject({ status: 'settled' })
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound(2)
  })

  test('goes on over midnight, without a period that is skipped or doubled', async () => {
    world = await roundWorld3()
    const first = await firstRound3(world)
    const midnight = midnightAfter('UTC', first.opensMs + 10 * MINUTE)
    for (let at = midnight - 150_000; at < midnight + 130_000; at += 10_000) await world.goTo(at + 100)
    const rounds = (await world.read()).filter(({ opensMs }) => opensMs >= midnight - 2 * MINUTE)
    expect(rounds.map(({ period }) => period.slice(9))).toEqual(['1439', '1440', '0001', '0002', '0003'])
    await expectSound(0)
  })
})

describe('the steps', () => {
  test('survive a process that dies at any statement of them, also of those that publish a chain', async () => {
    world = await roundWorld3(['lucky-5m'])
    const dieEverywhere = async () => {
      for (let statement = 1; statement <= 18; statement++)
        await world.another({ db: dyingAt(world.db, statement) }).runDue()
    }
    await dieEverywhere()
    expect(await chainsOf(world, 'lucky-5m')).toHaveLength(1)
    const round = await firstRound3(world, 'lucky-5m')
    for (let n = 0; n < 3; n++) await betAll(round)
    await world.pass(round.closesMs + 20 - (await world.now()))
    await dieEverywhere()
    await world.pass(DECIDED_MS)
    await dieEverywhere()
    await world.rounds.runDue()
    const steps = world.changes.filter(({ roundId }) => roundId === round.roundId).map(({ step }) => step)
    expect(steps).toEqual(['open', 'close', 'seal', 'draw', 'settle'])
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound(3)
  })

  test('are taken once by three processes, also when all come back hours later', async () => {
    world = await roundWorld3(['lucky-1m', 'king-2m'])
    const servers = [world.rounds, world.another(), world.another()]
    const together = async () => {
      await Promise.all(servers.map((server) => server.runDue()))
      await servers[0]!.runDue()
    }
    await together()
    const round = await firstRound3(world)
    for (let n = 0; n < 3; n++) await betAll(round)
    for (let at = round.opensMs + 10_000; at < round.opensMs + 130_000; at += 10_000) {
      await world.pass(at + 50 - (await world.now()))
      await together()
    }
    await betAll(await world.current())
    await world.pass(3 * 3_600_000)
    await together()
    await together()
    const counted = new Map<string, number>()
    for (const { roundId, step } of world.changes) {
      const key = `${roundId} ${step}`
      counted.set(key, (counted.get(key) ?? 0) + 1)
    }
    expect([...counted].filter(([, times]) => times > 1)).toEqual([])
    expect(world.errors).toEqual([])
    const counts = await expectSound(4)
    expect(counts.chains).toBe(2)
    expect(counts.roundsDecided).toBe(counts.roundsSealed)
  })
})

describe('the chains', () => {
  test('a chain is followed by one that begins where it ends, published before it is half used', async () => {
    world = await roundWorld3()
    world.set.set('games.chainRounds', '100')
    await firstRound3(world)
    const first = (await chainsOf(world))[0]!
    const end = first.firstMs! + 100 * MINUTE
    expect(await chainsOf(world)).toHaveLength(1)
    await world.goTo(first.firstMs! + 52 * MINUTE)
    expect((await chainsOf(world))[1]).toMatchObject({ firstMs: end })
    await world.goTo(end - MINUTE + 100)
    await finish3(world, await world.current())
    await world.goTo(end + 100)
    await finish3(world, await world.current())
    const used = await world.db.query(
      'select number, chain_index from round_seal join game_chain using (chain_id) order by 1, 2',
    )
    expect(used).toEqual([
      { number: 1, chain_index: 1 },
      { number: 1, chain_index: 53 },
      { number: 1, chain_index: 100 },
      { number: 2, chain_index: 1 },
    ])
    for (const round of await world.read())
      if (round.status === 'settled')
        expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    await expectSound(0)
  })

  test('settings that change twice in a day give two chains with notice, and the one in use goes on until then', async () => {
    world = await roundWorld3()
    const round = await firstRound3(world)
    world.set.set('games.lucky1m.cutoffSeconds', '20')
    await world.goTo(round.endsMs + 100)
    // rounds of a day are numbered: another length begins with a business day
    world.set.set('games.lucky1m.roundSeconds', '120')
    await world.goTo(round.endsMs + 2 * MINUTE + 100)
    const [, second, third] = await chainsOf(world)
    expect(second!.firstMs! - second!.publishedMs).toBeGreaterThanOrEqual(DAY)
    expect(second!.firstMs! - second!.publishedMs).toBeLessThan(DAY + MINUTE)
    expect(third).toMatchObject({
      roundMs: 120_000,
      firstMs: midnightAfter('UTC', third!.publishedMs + DAY - 1),
    })
    const cutoff = async (ms: number) => {
      await world.goTo(ms)
      const { opensMs, closesMs, endsMs } = await world.current()
      expect(opensMs <= ms && ms < endsMs).toBe(true)
      return [endsMs - opensMs, endsMs - closesMs]
    }
    expect(await cutoff(second!.firstMs! - 30_000)).toEqual([60_000, 10_000])
    expect(await cutoff(second!.firstMs! + 100)).toEqual([60_000, 20_000])
    if (third!.firstMs! > second!.firstMs! + MINUTE)
      expect(await cutoff(third!.firstMs! - MINUTE + 100)).toEqual([60_000, 20_000])
    expect(await cutoff(third!.firstMs! + 100)).toEqual([120_000, 20_000])
    await finish3(world, await world.current())
    expect(await verify3(world, (await world.read()).at(-1)!)).toMatchObject({ verdict: 'verified' })
    expect(await chainsOf(world)).toHaveLength(3)
    await expectSound(0)
  })

  test('a game that was off until its chain ended begins with a new one', async () => {
    let on = true
    world = await roundWorld3(['lucky-1m'], { isOn: () => on })
    world.set.set('games.chainRounds', '100')
    const round = await firstRound3(world)
    on = false
    await world.goTo(round.endsMs + 3 * 3_600_000)
    on = true
    const again = await firstRound3(world)
    await finish3(world, again)
    expect((await chainsOf(world)).map(({ number }) => number)).toEqual([1, 2])
    expect(await verify3(world, again)).toMatchObject({ verdict: 'verified' })
    await expectSound(0)
  })

  test('of another zone begin with a day of it, and wait until its periods have later names', async () => {
    world = await roundWorld3(['lucky-1m'], { zone: '+06:00' })
    const round = await firstRound3(world)
    // 11 hours to the west
    const server = world.another({ zone: '-05:00' })
    world.rounds.runDue = () => server.runDue()
    await finish3(world, round)
    await world.goTo(round.endsMs + 100)
    const { firstMs, publishedMs } = (await chainsOf(world))[1]!
    expect(firstMs).toBe(midnightAfter('-05:00', publishedMs + DAY - 1))
    await world.goTo(firstMs! - 30_000)
    const last = await world.current()
    expect(last.period.slice(9)).toBe('0660')
    await finish3(world, last)
    await world.goTo(firstMs! + 100)
    expect(await world.current()).toMatchObject({ period: last.period })
    await world.goTo(firstMs! + 660 * MINUTE + 100)
    const next = await world.current()
    expect(next.period).toBe(`${last.period.slice(0, 9)}0661`)
    await finish3(world, next)
    expect(await verify3(world, next)).toMatchObject({ verdict: 'verified' })
    await expectSound(0)
    await server.stop()
  })

  test('of the demo world have the rounds that it needs, and those of the present begin at once', async () => {
    world = await roundWorld3()
    const demo = world.another({ chainLengthOf: () => 2 })
    await demo.runDue()
    const { firstMs } = (await chainsOf(world))[0]!
    for (const at of [
      firstMs! + 100,
      firstMs! + MINUTE - 1_000,
      firstMs! + MINUTE + 100,
      firstMs! + 2 * MINUTE + 100,
    ]) {
      await world.pass(at - (await world.now()))
      await demo.runDue()
    }
    expect(await chainsOf(world)).toMatchObject([{ length: 2 }])
    await world.db.tx(retireChains)
    const round = await firstRound3(world)
    expect(round.opensMs - (await world.now())).toBeLessThan(MINUTE)
    await finish3(world, round)
    expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await expectSound(0)).toMatchObject({ chains: 2 })
    await demo.stop()
  })

  test.each([
    ['', 0],
    [', also where the clock has gone back', -5 * MINUTE],
  ])(
    'end with a lost log, whose rounds are refunded, and the new log begins with chains of its own%s',
    async (_, ms) => {
      world = await roundWorld3()
      const decided = await firstRound3(world)
      await betAll(decided)
      await finish3(world, decided)
      await world.goTo(decided.endsMs + 100)
      const round = await world.current()
      await betAll(round)
      const { db, options } = world
      const { writer } = options
      await writer.flush(db, { checkpoint: true })
      const { size, root } = (await latestCheckpoint(db))!
      await world.pass(ms)
      await db.tx(async (tx) => {
        await writer.hold(tx)
        await unbindMoney(tx, 'bankroll', await loseOpenRounds(tx, writer))
        await insertLog(tx, { number: 2, continues: 1, size, root })
        await writer.beginAfter(tx, 2, { number: 1, size, root, lost: [roundName('lucky-1m', round.period)] })
      })
      // the server looks at the chains when the next period begins
      if (ms < 0) await world.goTo((await world.now()) + 100)
      await world.goTo(round.endsMs + 100)
      expect((await world.read()).slice(0, 2).map(({ status }) => status)).toEqual(['settled', 'void'])
      const next = await firstRound3(world)
      await betAll(next)
      await finish3(world, next)
      // also of the lost log, of which the database has its part
      for (const one of [decided, next])
        expect(await verify3(world, one)).toMatchObject({ verdict: 'verified' })
      await expect(proofOfRound(options, 'lucky-1m', round.period)).rejects.toThrow('NOT_SEALED')
      expect(await checkLogRules(db, writer)).toMatchObject({ breaches: 0 })
      const ofLosses = fairChecks.filter(({ title }) => title.startsWith('nothing is appended to a lost log'))
      expect(ofLosses).toHaveLength(1)
      expect(await failing(db, [...roundChecks, ...ofLosses])).toEqual([])
      expect(world.errors).toEqual([])
      expect(await moneyOf(db)).toMatchObject({ pools: 0n, clearing: 0n })
    },
  )
})
