import { createHash } from 'node:crypto'
import { array, assert, constantFrom, integer, nat, property, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import * as games from './games.ts'
import { VECTORS } from './testing/vectors-file.ts'

const RUNS = { numRuns: 1000 }
const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

describe('the hash chain', () => {
  test('each value hashes to the one before it', () => {
    assert(
      property(hex32, integer({ min: 1, max: 20 }), nat(20), (last, length, at) => {
        const index = at % length
        const value = games.chainAt(last, length, index)
        expect(games.chainStep(games.chainAt(last, length, index + 1))).toBe(value)
        expect(games.chainAt(games.chainAt(last, length, index), index, 0)).toBe(
          games.chainAt(last, length, 0),
        )
      }),
      RUNS,
    )
    expect(() => games.chainAt('00'.repeat(32), 3, 4)).toThrow(RangeError)
  })
})

describe('results', () => {
  test('a lucky ball has a price of six digits, and its number is the last digit', () => {
    assert(
      property(hex32, (h) => {
        const { price, number } = games.luckyBall(h)
        expect(price).toBe(String(BigInt(`0x${h}`) % 1_000_000n).padStart(6, '0'))
        expect(String(number)).toBe(price.at(-1))
      }),
      RUNS,
    )
    expect(games.luckyBall('00'.repeat(32))).toEqual({ price: '000000', number: 0 })
  })

  test('a King finish is the permutation with the index int(h) mod 10!', () => {
    assert(
      property(hex32, (h) => {
        const finish = games.kingFinish(h)
        expect(finish.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        expect(BigInt(`0x${h}`) % 3_628_800n).toBe(BigInt(rank(finish)))
      }),
      RUNS,
    )
    expect(games.kingFinish('00'.repeat(32))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(games.kingFinish((3_628_799).toString(16).padStart(64, '0'))).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
  })

  test('the hash depends on every input of the round', () => {
    const { secret, luckyGame: game, luckyPeriod: period, beaconRound: round, luckyH } = VECTORS.games
    const { beacon } = VECTORS.draw
    const input = { secret, game, period, round, beacon }
    expect(games.gameHash(input)).toBe(luckyH)
    const changes = [
      { secret: beacon },
      { game: 'lucky-3m' },
      { period: '20230823-0961' },
      { round: 1 },
      { beacon: secret },
    ]
    for (const change of changes) expect(games.gameHash({ ...input, ...change })).not.toBe(luckyH)
  })
})

/** The Lehmer rank of a permutation: for each place, the number of smaller elements after it. */
function rank(finish: readonly number[]): number {
  return finish.reduce(
    (sum, runner, i) => sum * (10 - i) + finish.slice(i).filter((x) => x < runner).length,
    0,
  )
}

const u64 = (value: bigint): string => value.toString(16).padStart(16, '0')

describe('the digest of the bets', () => {
  const [bet] = VECTORS.games.bets
  const row = { seq: 1, ms: bet!.ms, bet: bet!.bet, stake: bet!.stakeMinor, tag: bet!.tag }

  test('depends on the order of picks, but not on the order of fields', () => {
    const digest = games.betsDigest('lucky-1m', '20230823-0960', [row])
    const { game, picks } = row.bet
    expect(games.betsDigest('lucky-1m', '20230823-0960', [{ ...row, bet: { picks, game } }])).toBe(digest)
    const turned = { ...row, bet: { game, picks: picks.toReversed() } }
    expect(games.betsDigest('lucky-1m', '20230823-0960', [turned])).not.toBe(digest)
  })

  test('agrees with a plain implementation', () => {
    const picks = array(string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 4 })
    assert(
      property(picks, nat(), constantFrom('0', '1', '18446744073709551615'), (chosen, ms, stake) => {
        const inner = createHash('sha256')
          .update(JSON.stringify({ game: 'king-2m', picks: chosen }))
          .digest('hex')
        const bytes = Buffer.from(
          `0000000100000001${u64(BigInt(ms))}${inner}${u64(BigInt(stake))}${row.tag}`,
          'hex',
        )
        const expected = createHash('sha256')
          .update('fairlot/bets/1\0king-2m\x0020230823-0001\0')
          .update(bytes)
        const rows = [{ ...row, ms, stake, bet: { game: 'king-2m', picks: chosen } }]
        expect(games.betsDigest('king-2m', '20230823-0001', rows)).toBe(expected.digest('hex'))
      }),
      RUNS,
    )
  })

  test('refuses a stake that is not an amount', () => {
    for (const stake of ['-1', '1.5', '', '01', '18446744073709551616']) {
      expect(() => games.betsDigest('lucky-1m', '20230823-0960', [{ ...row, stake }])).toThrow(RangeError)
    }
  })
})
