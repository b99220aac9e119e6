import { createHash } from 'node:crypto'
import { array, assert, constantFrom, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VECTORS } from '../testing/vectors-file.ts'
import { betsDigest } from './bets.ts'

const RUNS = { numRuns: 1000 }
const u64 = (value: bigint): string => value.toString(16).padStart(16, '0')

describe('the digest of the bets', () => {
  const [bet] = VECTORS.games.bets
  const row = { seq: 1, ms: bet!.ms, bet: bet!.bet, stake: bet!.stakeMinor, tag: bet!.tag }

  test('depends on the order of picks, but not on the order of fields', () => {
    const digest = betsDigest('lucky-1m', '20230823-0960', [row])
    const { game, picks } = row.bet
    expect(betsDigest('lucky-1m', '20230823-0960', [{ ...row, bet: { picks, game } }])).toBe(digest)
    const turned = { ...row, bet: { game, picks: picks.toReversed() } }
    expect(betsDigest('lucky-1m', '20230823-0960', [turned])).not.toBe(digest)
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
        expect(betsDigest('king-2m', '20230823-0001', rows)).toBe(expected.digest('hex'))
      }),
      RUNS,
    )
  })

  test('refuses a stake that is not an amount', () => {
    for (const stake of ['-1', '1.5', '', '01', '18446744073709551616']) {
      expect(() => betsDigest('lucky-1m', '20230823-0960', [{ ...row, stake }])).toThrow(RangeError)
    }
  })
})
