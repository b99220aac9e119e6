import { afterAll, beforeAll, expect, test } from 'vitest'
import { planted } from '../../../testing/planted.ts'
import { BET_CHECKS, testGames, UNIT, type TestGames, type TestRound } from './bets.fixture.ts'

let games: TestGames
let settled: TestRound
let open: TestRound
let voided: TestRound

beforeAll(async () => {
  games = await testGames()
  const [a = '', b = ''] = await games.members(2)
  ;[settled, open, voided] = [
    await games.round(),
    await games.round(),
    await games.round({ memberLimit: 50n * UNIT }),
  ]
  for (const round of [settled, open, voided]) {
    await games.bet(a, round, { picks: ['big', 'small'], stake: 5n * UNIT })
    await games.bet(b, round, { picks: ['7'], stake: 2n * UNIT })
    await games.bet(b, round, { picks: ['3'], stake: UNIT })
  }
  await games.decide(settled, 7)
  while (await games.endChunk(settled));
  await games.void(voided)
  while (await games.endChunk(voided));
})
afterAll(() => games.close())

const KNOWS = 'every round knows its bets: their number, members, stakes, and what each outcome pays'
const PAID =
  'every bet of a round that has ended was paid what the pay table says, or returned where the round is void; no other was'
const PURCHASE = 'every bet is its purchase: member, round, picks, amount, number'
const ORDER =
  'every bet was taken while its round was open, in the order of its number, and no number is missing'
const LINES = 'every line of bets has its cause, amount, sides and time, and every cause its lines'

test('what is sound is found sound', async () => {
  expect(await games.broken()).toEqual([])
})

test.each<[string, string, () => unknown[], string]>([
  [
    'a round forgets a member',
    'update round set players = players - 1 where round_id = $1',
    () => [settled.roundId],
    KNOWS,
  ],
  [
    'a round forgets an exposure',
    'update round set exposure[8] = 0 where round_id = $1',
    () => [open.roundId],
    KNOWS,
  ],
  [
    'a payout is larger',
    `update purchase set payout = payout + 1 where subject_id = $1 and payout > 0`,
    () => [settled.roundId],
    PAID,
  ],
  [
    'a loser has won',
    `update purchase set result = 'won' where subject_id = $1 and result = 'lost'`,
    () => [settled.roundId],
    PAID,
  ],
  [
    'a bet of an open round is settled',
    `update purchase set settled = true, settled_at = now(), result = 'lost' where subject_id = $1`,
    () => [open.roundId],
    PAID,
  ],
  [
    'picks are others',
    'update bet set picks = 2 where round_id = $1 and seq = 2',
    () => [open.roundId],
    PURCHASE,
  ],
  ['a bet vanishes', 'delete from bet where round_id = $1 and seq = 1', () => [open.roundId], PURCHASE],
  [
    'a bet is moved past the cut-off',
    'update bet set ms = ms + 99999999 where round_id = $1 and seq = 1',
    () => [open.roundId],
    ORDER,
  ],
  [
    'a number is missing',
    'update bet set seq = 9 where round_id = $1 and seq = 2',
    () => [open.roundId],
    ORDER,
  ],
  [
    'a stake has no line',
    `delete from ledger where book = $1 and kind = 'stake'`,
    () => [open.roundId],
    LINES,
  ],
  [
    'the margin is larger',
    `update ledger set amount = amount + 1 where ref = $1 and kind in ('round', 'slice')`,
    () => [settled.roundId],
    LINES,
  ],
  [
    'a round was not covered',
    'update round set slice = 0 where round_id = $1',
    () => [settled.roundId],
    'every round was covered: its stakes and its slice of the bankroll pay its worst outcome',
  ],
  [
    'a maximum was lower',
    'update round set member_limit = 1 where round_id = $1',
    () => [voided.roundId],
    'no member staked more in a round than its maximum',
  ],
  [
    'a mark is missing',
    'delete from bet_cancelled where round_id = $1',
    () => [settled.roundId],
    'stakes that cancel each other out are marked in every settled round, and no others',
  ],
])('the doctor finds that %s', async (_, sql, values, title) => {
  const found = await planted(games.mall.owner, BET_CHECKS, sql, values())
  expect(found.join('\n')).toContain(title)
})

test.each([
  ['the server cannot change a bet', 'update bet set picks = 1 where round_id = $1'],
  ['the server cannot remove a bet', 'delete from bet where round_id = $1'],
  [
    'the server cannot take an uncovered bet',
    'update round set exposure[1] = 99999999999999 where round_id = $1',
  ],
])('%s', async (_, sql) => {
  const [found] = await planted(games.mall.db, BET_CHECKS, sql, [open.roundId])
  expect(found).toMatch(/^refused: /)
})
