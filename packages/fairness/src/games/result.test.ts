import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import * as games from './result.ts'

const RUNS = { numRuns: 1000 }
const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

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
