import { describe, expect, test } from 'vitest'
import { midnightAfter, periodAt } from '../../games/periods.ts'
import { PlayedGame3 } from '../../testing/played-game-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { PlayedGame } from '../../testing/played-rounds.ts'
import { verdict } from '../audit.fixture.ts'

const MINUTE = 60_000

/** A chain of version 3 that begins with the next period. */
function nextChain(log: PlayedLog): PlayedGame3 {
  const { terms } = new PlayedGame3(log)
  return new PlayedGame3(log, { from: periodAt(terms, log.now + MINUTE).period }, 'next')
}

describe('a chain of version 2 in a log that goes on with version 3', () => {
  /** The clock stands just before the first midnight in Dhaka after the rules. */
  const nearMidnight = (rounds: (old: PlayedGame, log: PlayedLog, midnight: number) => void) => {
    const log = new PlayedLog()
    log.begin('sandbox')
    const old = new PlayedGame(log)
    old.publish()
    log.rules()
    const midnight = midnightAfter('Asia/Dhaka', log.now)
    log.now = midnight - 3 * MINUTE
    rounds(old, log, midnight)
    return verdict(log)
  }

  test('decides and voids its rounds until midnight, and none that opens then', () => {
    expect(
      nearMidnight((old) => {
        old.play()
        old.void(old.open())
      }),
    ).toBe('sound')
    expect(
      nearMidnight((old, log, midnight) => {
        log.now = midnight - MINUTE
        old.play()
      }),
    ).toEqual(['chain', 3])
    expect(
      nearMidnight((old, log, midnight) => {
        log.now = midnight - MINUTE
        old.void(old.open())
      }),
    ).toEqual(['void', 3])
  })

  test('is followed by one of version 3 that may start with the next period', () => {
    expect(
      nearMidnight((old, log) => {
        old.play()
        const next = nextChain(log)
        next.publish()
        next.play()
        next.play()
      }),
    ).toBe('sound')
    // its rounds and those of the new chain are one order
    expect(
      nearMidnight((old, log) => {
        const next = nextChain(log)
        next.publish()
        const { period } = next.play()
        const { period: other } = old.open()
        expect(other > period).toBe(true)
        old.seal({ ...old.open(), period })
      })[0],
    ).toBe('seal')
  })
})
