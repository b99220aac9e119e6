/**
 * Simulated rounds: the results of a chain are evenly distributed and independent, and each option pays back what the pay
 * table states. 10^5 rounds in `npm test`, 10^6 in `npm run soak`. A test at 99 % fails for one good generator in a hundred:
 * the seed is fixed, so the outcome is always the same.
 */
import { createHmac, hash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '../testing/rounds.fixture.ts'
import { type GameKind, OPTIONS, OUTCOMES, payoutOf, returnOf } from './pay-table.ts'
import { gameHash, kingFinish, luckyBall } from './result.ts'

const ROUNDS = rounds(1_000_000, 100_000)
const KINDS = ['lucky', 'king'] as const
const GAME = { lucky: 'lucky-1m', king: 'king-2m' } as const
const SEED = 'fairlot statistics 1'

/** Results of one kind: the index of the deciding outcome, and a number that uses the whole result. */
type Simulated = { outcomes: Uint8Array; whole: Uint32Array }

/** int(bytes) mod n, without big numbers. @param n below 2^45 */
const modulo = (bytes: Uint8Array, n: number): number =>
  bytes.reduce((rest, byte) => (rest * 256 + byte) % n, 0)

/** The finish of a Lehmer index, where the package takes it from a hash. */
function finishOf(index: number): number[] {
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const digits: number[] = []
  for (let n = 1, rest = index; n <= 10; rest = Math.floor(rest / n), n++) digits.unshift(rest % n)
  return digits.map((digit) => left.splice(digit, 1)[0]!)
}

/**
 * The rounds of a chain, computed with Node's hashes, which are far faster than those of the package. The first ones are
 * compared with the package.
 */
function simulate(kind: GameKind): Simulated {
  const game = GAME[kind]
  const outcomes = new Uint8Array(ROUNDS)
  const whole = new Uint32Array(ROUNDS)
  let secret = hash('sha256', `${SEED} ${game}`, 'buffer')
  const head = Buffer.from(`fairlot/game/1\0${game}\x0020261122-0001\0`)
  const message = Buffer.concat([head, Buffer.alloc(40)])
  for (let i = 0; i < ROUNDS; i++) {
    const beacon = hash('sha256', `${SEED} beacon ${i}`, 'buffer')
    message.writeUInt32BE(i, head.length + 4)
    beacon.copy(message, head.length + 8)
    const h = createHmac('sha256', secret).update(message).digest()
    const finish = kind === 'king' ? finishOf(modulo(h, 3_628_800)) : null
    const price = modulo(h, 1_000_000)
    if (i < 200) {
      const hex = h.toString('hex')
      const period = '20261122-0001'
      const input = { secret: secret.toString('hex'), game, period, round: i, beacon: beacon.toString('hex') }
      expect(gameHash(input)).toBe(hex)
      expect(finish ?? Number(luckyBall(hex).price)).toEqual(finish ? kingFinish(hex) : price)
    }
    outcomes[i] = finish ? finish[0]! - 1 : price % 10
    // of a King the last two places: their joint distribution over 90 values
    whole[i] = finish ? (finish[9]! - 1) * 9 + finish[8]! - (finish[8]! > finish[9]! ? 2 : 1) : price
    secret = hash('sha256', secret, 'buffer')
  }
  return { outcomes, whole }
}

const results = {} as Record<GameKind, Simulated>
beforeAll(() => {
  for (const kind of KINDS) results[kind] = simulate(kind)
})

/** The sum of (observed − expected)² / expected for equally likely cells. */
function chiSquare(values: Iterable<number>, cells: number): number {
  const counts = new Float64Array(cells)
  let total = 0
  for (const value of values) {
    counts[value]!++
    total++
  }
  const expected = total / cells
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The 99 % point of chi-square (Wilson and Hilferty; within 0.1 from 9 degrees of freedom on). */
function limit(degrees: number): number {
  const z = 2.326_347_9
  const part = 2 / (9 * degrees)
  return degrees * (1 - part + z * Math.sqrt(part)) ** 3
}

function* pairs(values: Uint8Array): Generator<number> {
  for (let i = 0; i + 1 < values.length; i += 2) yield values[i]! * 10 + values[i + 1]!
}

describe.each(KINDS)('%s', (kind) => {
  test('each outcome is as frequent as any other, and so is each part of the whole result', () => {
    const { outcomes, whole } = results[kind]
    expect(chiSquare(outcomes, 10)).toBeLessThan(limit(9))
    const cells = kind === 'lucky' ? 1_000 : 90
    const part = kind === 'lucky' ? whole.map((price) => Math.floor(price / 1_000)) : whole
    expect(chiSquare(part, cells)).toBeLessThan(limit(cells - 1))
  })

  test('each pair of neighbours is as frequent as any other (serial test)', () => {
    expect(chiSquare(pairs(results[kind].outcomes), 100)).toBeLessThan(limit(99))
    expect(chiSquare(pairs(results[kind].outcomes.subarray(1)), 100)).toBeLessThan(limit(99))
  })

  test('big and small, and single and double, alternate as often as coins do (runs test)', () => {
    for (const isOne of [(outcome: number) => outcome >= 5, (outcome: number) => outcome % 2 === 0]) {
      let ones = 0
      let runs = 1
      results[kind].outcomes.forEach((outcome, i, all) => {
        if (isOne(outcome)) ones++
        if (i > 0 && isOne(outcome) !== isOne(all[i - 1]!)) runs++
      })
      const others = ROUNDS - ones
      const mean = (2 * ones * others) / ROUNDS + 1
      const variance = ((mean - 1) * (mean - 2)) / (ROUNDS - 1)
      expect(Math.abs(runs - mean) / Math.sqrt(variance)).toBeLessThan(2.576)
    }
  })

  test('each option pays back what the pay table states, within three standard errors', () => {
    const stake = 100_000n
    for (const option of OPTIONS[kind]) {
      const pays = OUTCOMES[kind].map((outcome) => Number(payoutOf(kind, option, outcome, stake)) / 100_000)
      let sum = 0
      for (const outcome of results[kind].outcomes) sum += pays[outcome]!
      const { numerator, denominator } = returnOf(kind, option)
      const stated = numerator / denominator
      const variance = pays.reduce((total, pay) => total + (pay - stated) ** 2, 0) / 10
      const error = Math.sqrt(variance / ROUNDS)
      expect(Math.abs(sum / ROUNDS - stated) / error, option).toBeLessThan(3)
    }
  })
})

test('a test would notice a result that is one in two hundred too frequent', () => {
  const biased = results.lucky.outcomes.map((outcome, i) => (i % 200 === 0 ? 7 : outcome))
  expect(chiSquare(biased, 10)).toBeGreaterThan(limit(9))
})
