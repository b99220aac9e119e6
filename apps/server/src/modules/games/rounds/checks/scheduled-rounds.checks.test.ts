import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failing, planted } from '../../../../testing/planted.ts'
import { finish3, firstRound3, witnessedRounds, type WitnessedRounds } from '../rounds-3.fixture.ts'
import { roundChecks } from './rounds.checks.ts'
import { roundsLiveness } from './rounds-liveness.checks.ts'

let world: WitnessedRounds
beforeAll(async () => {
  world = await witnessedRounds(['a', 'b', 'c', 'd'], ['king-2m'])
  // three of the four are enough
  world.witnesses[3]!.mode = 'deaf'
  const round = await firstRound3(world, 'king-2m')
  await world.bets.place(world.db, round, await world.member(), [1, 2], 3_0000n)
  await finish3(world, round)
  await world.goTo(round.endsMs + 60 * 60_000 + 1_000)
  await world.options.writer.flush(world.db, { checkpoint: true })
})
afterAll(() => world.close())

test('nothing is found in rounds and chains of version 3 that ran as they should', async () => {
  expect(await failing(world.db, roundChecks)).toEqual([])
  expect(world.errors).toEqual([])
  const [counted] = await world.db.query(
    'select count(*)::int as rounds, count(chain_index)::int as scheduled, count(ended_at)::int as ended from round',
  )
  expect(counted).toEqual({ rounds: 2, scheduled: 2, ended: 1 })
})

const EVIDENCE = 'every round has the evidence of its status, and its outcome is that of its result'
const SEALS =
  'the seals of a chain use its values one after the other, and each value leads to the one before it'
const TIMES = 'no two rounds of a game overlap, and each has the times of its chain'
const SCHEDULED =
  'every round of version 3 has the chain, the value and the beacon round that its period gives, and its seal uses them'
const CHAINS =
  'the chains of version 3 begin with their first period, one after the other, and after a day of notice where they must'
const QUORUM =
  'a witnessed chain with rounds was signed by its quorum before its first one, with lines that the log holds'
const LOG =
  'every chain and every seal of a round is in the log as it happened, and every result and void, or it waits to be appended'
const history = (rows: string) => `no row of ${rows} was changed or removed`

/** A further chain like the first one, with some columns of its own. */
const chain = (columns: {
  number?: number
  period?: string
  first?: string
  published?: string
  delay?: number
}) => {
  const {
    number = 2,
    period = 'first_period',
    first = 'first_ms',
    published = 'published_ms',
    delay = 5,
  } = columns
  return `insert into game_chain (chain_id, game, number, length, head, secret, key_id, zone, round_ms, cutoff_ms, fee, beacon_chain, delay,
      grade, witnesses, demo, published_ms, log_rules, own_witnesses, quorum, first_period, first_ms)
    select chain_id_of(game, ${number}), game, ${number}, length, head, secret, key_id, zone, round_ms, cutoff_ms, fee, beacon_chain, ${delay},
      grade, witnesses, demo, ${published}, 3, own_witnesses, quorum, ${period}, ${first} from game_chain;
    insert into game_chain_use (chain_id, length) select chain_id, length from game_chain where number = ${number}`
}
const line = (witness: string, signed = 'first_ms - 1000') =>
  `insert into game_chain_cosignature (chain_id, witness, size, signed_ms, first_ms) select chain_id, ${witness}, 3, ${signed}, first_ms from game_chain`
/** A round of the first chain ten rounds after its last one. */
const round = (index: string, beacon: string, opens = 'opens_ms + 1200000') =>
  `insert into round (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at, chain_index, beacon_round)
   select round_id_of(game, '20990101-0001'), game, '20990101-0001', chain_id, ${opens}, ${opens} + 105000, ${opens} + 120000, 0, now(), ${index}, ${beacon}
   from round order by opens_ms desc limit 1`
const seal = (columns: string) =>
  `insert into round_seal (round_id, chain_id, chain_index, secret, bets, digest, sealed_ms, beacon_round)
   select round_id, chain_id, ${columns} from round where status = 'open'`
const ZEROS = `repeat('0', 64)`
const A_ROUND = `(select round_id from round_result limit 1)`

describe('a corruption of version 3 is found', () => {
  test.each<['owner' | 'app', string, string, string[]]>([
    [
      'app',
      'another value for a round',
      'update round set chain_index = 7',
      ['refused: permission denied for table round'],
    ],
    [
      'app',
      'another beacon round',
      'update round set beacon_round = 7',
      ['refused: permission denied for table round'],
    ],
    [
      'app',
      'a round that takes another value',
      round('chain_index', 'beacon_round + 400'),
      ['refused: round_schedule'],
    ],
    [
      'app',
      'a round that takes another beacon round',
      round('chain_index + 10', 'beacon_round'),
      ['refused: round_schedule'],
    ],
    ['app', 'a round without either', round('null', 'null'), ['refused: round_schedule']],
    [
      'app',
      'a round before the chain begins',
      round('1', 'beacon_round', 'opens_ms - 86400000'),
      ['refused: round_schedule'],
    ],
    [
      'app',
      'a round of a name that its times do not have',
      round('chain_index + 10', 'beacon_round + 400'),
      [SCHEDULED],
    ],
    [
      'app',
      'a seal before the beacon round',
      seal(`chain_index, ${ZEROS}, bets, ${ZEROS}, closes_ms, beacon_round`),
      ['refused: round_seal_schedule'],
    ],
    [
      'app',
      'a seal by another beacon round',
      seal(`chain_index, ${ZEROS}, bets, ${ZEROS}, ends_ms, beacon_round - 1`),
      ['refused: round_seal_schedule'],
    ],
    [
      'app',
      'a seal with another value',
      seal(`chain_index + 1, ${ZEROS}, bets, ${ZEROS}, ends_ms, beacon_round`),
      ['refused: round_seal_schedule'],
    ],
    [
      'app',
      'a round that ends without its result',
      `insert into round_void (round_id, why, bets, stake, voided_at) select round_id, 'late', bets, stake, now() from round where status = 'open'`,
      ['refused: round_void_schedule'],
    ],
    [
      'app',
      'a round that is said to be lost with a log that is there',
      `insert into round_void (round_id, why, bets, stake, voided_at) select round_id, 'lost', bets, stake, now() from round where status = 'open'`,
      ['refused: round_void_schedule'],
    ],
    [
      'app',
      'a line of a witness that the chain does not name',
      line(`'e' || witnesses[1]`),
      ['refused: game_chain_cosignature_named'],
    ],
    [
      'app',
      'a line that came too late',
      line('witnesses[4]', 'first_ms'),
      ['refused: game_chain_cosignature_in_time'],
    ],
    ['app', 'a line that the log does not hold', line('witnesses[4]'), [QUORUM]],
    ['app', 'a chain with a shorter delay', chain({ delay: 4 }), ['refused: game_chain_first']],
    [
      'app',
      'a chain that was published after its first round',
      chain({ published: 'first_ms' }),
      ['refused: game_chain_first'],
    ],
    [
      'app',
      'a chain without notice, which the log does not have',
      chain({
        first: 'first_ms + 3600000',
        period: `substr(first_period, 1, 9) || lpad((substr(first_period, 10)::int + 30)::text, 4, '0')`,
      }),
      [SCHEDULED, CHAINS, LOG],
    ],
    [
      'app',
      'a chain whose first period opens at another time',
      chain({ first: 'first_ms + 3 * 86400000' }),
      [CHAINS, LOG],
    ],
    [
      'owner',
      'another value of an open round',
      `update round set chain_index = chain_index + 1 where status = 'open'`,
      [SCHEDULED],
    ],
    [
      'owner',
      'another beacon round of a settled one',
      `update round set beacon_round = beacon_round + 1 where status = 'settled'`,
      [SCHEDULED],
    ],
    [
      'owner',
      'rounds of version 2 under a chain of version 3',
      `update round set chain_index = null, beacon_round = null where status = 'settled'`,
      [SCHEDULED, LOG],
    ],
    [
      'owner',
      'another value revealed',
      `update round_seal set secret = ${ZEROS} where round_id = ${A_ROUND}`,
      [history('the seals of rounds'), SEALS, LOG],
    ],
    [
      'owner',
      'another signature of the beacon round',
      `update round_result set signature = repeat('0', 96) where round_id = ${A_ROUND}`,
      [history('the results of rounds'), LOG],
    ],
    [
      'owner',
      'a line that is gone',
      `delete from game_chain_cosignature where witness like 'a+%'`,
      [history('the signatures over hash chains'), QUORUM],
    ],
    [
      'owner',
      'an earlier line',
      `update game_chain_cosignature set signed_ms = 1000`,
      [history('the signatures over hash chains'), QUORUM],
    ],
    [
      'owner',
      'another first period',
      `update game_chain set first_period = '20200101-0001'`,
      [history('the hash chains of games'), CHAINS, LOG],
    ],
    [
      'owner',
      'another quorum',
      `update game_chain set quorum = 4`,
      [history('the hash chains of games'), QUORUM, LOG],
    ],
    [
      'owner',
      'a void of a round with a result',
      `alter table round_void disable trigger round_void_schedule;
       insert into round_void (round_id, why, bets, stake, voided_at) select round_id, 'late', bets, stake, now() from round where status = 'settled'`,
      [EVIDENCE, LOG],
    ],
    [
      'owner',
      'a round of another length',
      `update round set ends_ms = ends_ms + 1 where status = 'open'`,
      [TIMES],
    ],
  ])('as %s: %s', async (role, _what, sql, found) => {
    expect(await planted(role === 'owner' ? world.owner : world.db, roundChecks, sql)).toEqual(found)
  })
})

describe('what stands still is reported', () => {
  test.each<[string, string]>([
    ['unsealed-rounds', `update clock_offset set offset_ms = offset_ms + 1200000`],
    [
      'chain-ends',
      `update round set opens_ms = opens_ms + 1200000000, closes_ms = closes_ms + 1200000000, ends_ms = ends_ms + 1200000000
       where status = 'open'; update clock_offset set offset_ms = offset_ms + 1199900000`,
    ],
    ['dead-chains', `delete from game_chain_cosignature`],
  ])('%s', async (name, sql) => {
    const check = roundsLiveness.filter((one) => one.name === name)
    expect(await failing(world.db, check)).toEqual([])
    expect(await planted(world.owner, check, sql)).toEqual(check.map(({ title }) => title))
  })
})
