import {
  exposureOf,
  FEE,
  GAMES,
  OPTIONS,
  OUTCOMES,
  payoutOf,
  type GameId,
} from '@fairlot/fairness/games/pay-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { exposureSql, maskOf, payoutSql, picksOf } from './pay-sql.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Every single option, every pair, all of them, and stakes whose parts do not divide. */
const STAKES = [1n, 7n, 33n, 10_001n, 9_999_999_999_999n]

test.each(
  (Object.keys(GAMES) as GameId[]).flatMap((game) =>
    [FEE[GAMES[game]], 137].map((fee) => [game, fee] as const),
  ),
)(
  'the statements pay what the pay table of %s says with a fee of %i, for every set of picks',
  async (game, fee) => {
    const kind = GAMES[game]
    const options = OPTIONS[kind]
    const sets = options.flatMap((first, at) => [
      [first],
      ...options.slice(at + 1).map((second) => [first, second]),
    ])
    sets.push([...options])
    const bets = sets.flatMap((picks) =>
      STAKES.map((stake) => ({ picks, mask: maskOf(kind, picks)!, stake })),
    )
    const rows = await db.query<{ exposure: bigint[]; payouts: bigint[] }>(
      `select ${exposureSql('$3::text', 'picks', 'stake', '$4::int')} as exposure,
         array[${OUTCOMES[kind].map((_, place) => payoutSql(kind, place + 1, 'picks', 'stake', '$4::int')).join(', ')}] as payouts
       from unnest($1::int[], $2::bigint[]) with ordinality as bet(picks, stake, n) order by n`,
      [bets.map(({ mask }) => mask), bets.map(({ stake }) => stake), game, fee],
    )
    expect(rows).toHaveLength(bets.length)
    rows.forEach(({ exposure, payouts }, n) => {
      const { picks, stake } = bets[n]!
      expect(exposure.map(BigInt), `${picks.join()} ${stake}`).toEqual(exposureOf(kind, picks, stake, fee))
      const byOutcome = OUTCOMES[kind].map((outcome) =>
        picks.reduce((sum, pick) => sum + payoutOf(kind, pick, outcome, stake, fee), 0n),
      )
      expect(payouts.map(BigInt)).toEqual(byOutcome)
    })
  },
)

test('picks are a set in the order of the pay table', () => {
  expect(picksOf('lucky', maskOf('lucky', ['big', '7', 'green'])!)).toEqual(['green', '7', 'big'])
  expect(picksOf('king', maskOf('king', ['double', '10'])!)).toEqual(['10', 'double'])
})

test.each([
  ['an option of another kind', 'king', ['green']],
  ['an unknown option', 'lucky', ['10']],
  ['an option twice', 'lucky', ['big', 'big']],
  ['no option', 'lucky', []],
] as const)('%s is no set of picks', (_, kind, picks) => {
  expect(maskOf(kind, picks)).toBeNull()
})
