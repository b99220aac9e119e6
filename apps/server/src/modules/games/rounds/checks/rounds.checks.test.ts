import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failing, planted } from '../../../../testing/planted.ts'
import { finish, firstRound, roundWorld, type RoundWorld } from '../rounds.fixture.ts'
import { roundChecks } from './rounds.checks.ts'
import { roundsLiveness } from './rounds-liveness.checks.ts'

let world: RoundWorld
beforeAll(async () => {
  world = await roundWorld(['lucky-1m', 'king-2m'])
  const round = await firstRound(world, 'king-2m')
  await world.bets.place(world.db, round, await world.member(), [1, 2], 3_0000n)
  await finish(world, round)
  // a void round and rounds that are open
  await world.goTo(round.endsMs + 20 * 60_000)
  await world.options.writer.flush(world.db, { checkpoint: true })
})
afterAll(() => world.close())

test('nothing is found in rounds that ran as they should', async () => {
  expect(await failing(world.db, roundChecks)).toEqual([])
  expect(world.errors).toEqual([])
})

const BOUND = 'the bankroll binds exactly the slices of the rounds whose outcome is not known'
const EVIDENCE = 'every round has the evidence of its status, and its outcome is that of its result'
const SEALS =
  'the seals of a chain use its values one after the other, and each value leads to the one before it'
const TIMES = 'no two rounds of a game overlap, and each has the times of its chain'
const LOG =
  'every chain and every seal of a round is in the log as it happened, and every result and void, or it waits to be appended'
const history = (rows: string) => `no row of ${rows} was changed or removed`
const A_RESULT = `(select round_id from round_result order by round_id limit 1)`

describe('a corruption is found', () => {
  test.each<['owner' | 'app', string, string, string[]]>([
    [
      'app',
      'another result',
      `update round_result set price = '000000'`,
      ['refused: permission denied for table round_result'],
    ],
    [
      'owner',
      'another result',
      `update round_result set outcome = finish[10],
         finish = (select array_agg(runner order by place desc) from unnest(finish) with ordinality as f(runner, place))
       where round_id = (select round_id from round_result where finish is not null limit 1)`,
      [history('the results of rounds'), EVIDENCE, LOG],
    ],
    [
      'app',
      'another outcome',
      `update round set outcome = 11 - outcome where outcome is not null`,
      ['refused: round_life'],
    ],
    [
      'owner',
      'a result that is gone',
      `delete from round_result where round_id = ${A_RESULT}`,
      [history('the results of rounds'), EVIDENCE, LOG],
    ],
    [
      'app',
      'a sealed round that opens again',
      `update round set status = 'open' where status = 'settled'`,
      ['refused: round_life'],
    ],
    [
      'owner',
      'another digest of the bets',
      `update round_seal set digest = repeat('0', 64) where round_id = ${A_RESULT}`,
      [history('the seals of rounds'), LOG],
    ],
    [
      'owner',
      'another value of a chain',
      `update round_seal set secret = repeat('0', 64) where round_id = ${A_RESULT}`,
      [history('the seals of rounds'), SEALS, LOG],
    ],
    ['owner', 'an index that no seal took', `update game_chain_use set next_index = next_index + 1`, [SEALS]],
    [
      'app',
      'a value of a chain a second time',
      `update game_chain_use set next_index = next_index - 1 where next_index > 1`,
      ['refused: game_chain_use_life'],
    ],
    [
      'owner',
      'terms of a chain',
      `update game_chain set fee = fee + 1`,
      [history('the hash chains of games'), LOG],
    ],
    [
      'app',
      'money that no round binds',
      `update house_account set bound = bound + 1 where name = 'bankroll'`,
      [BOUND],
    ],
    [
      'app',
      'money that is not bound any more',
      `update house_account set bound = 0 where name = 'bankroll'`,
      [BOUND],
    ],
    [
      'app',
      'a bound account of another name',
      `update house_account set bound = 1 where name = 'sales'`,
      ['refused: house_account_bound'],
    ],
    [
      'owner',
      'a round of another length',
      `update round set ends_ms = ends_ms + 1 where ended_at is null`,
      [TIMES],
    ],
    [
      'app',
      'another id of a round',
      `insert into round (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at)
       select gen_random_uuid(), game, '20200101-0001', chain_id, 1, 2, 3, 0, now() from round limit 1`,
      ['refused: round_period'],
    ],
    [
      'app',
      'a void without a round that ended so',
      `insert into round_void (round_id, why, bets, stake, voided_at) select round_id, 'late', bets, stake, now() from round where round_id = ${A_RESULT}`,
      [EVIDENCE, LOG],
    ],
    ['owner', 'a void that is gone', 'delete from round_void', [history('the void rounds'), EVIDENCE, LOG]],
    [
      'app',
      'an entry about a round that did not happen',
      `insert into log_pending (entry) values ('{"t":"round-void","game":"lucky-1m","period":"20200101-0001","bets":0,"at":1}')`,
      [LOG],
    ],
  ])('as %s: %s', async (role, _what, sql, found) => {
    expect(await planted(role === 'owner' ? world.owner : world.db, roundChecks, sql)).toEqual(found)
  })
})

describe('what stands still is reported', () => {
  test.each<[string, string]>([
    ['unsealed-rounds', `update clock_offset set offset_ms = offset_ms + 1200000`],
    ['chain-ends', `update game_chain_use u set next_index = u.length - 5`],
    ['missed-rounds', `select 1`],
  ])('%s', async (name, sql) => {
    const check = roundsLiveness.filter((one) => one.name === name)
    expect(await planted(world.owner, check, sql)).toEqual(check.map(({ title }) => title))
  })
})
