import { describe, expect, test } from 'vitest'
import type { Json } from '../../canonical.ts'
import { roundName } from '../../entries.ts'
import { periodAt } from '../../games/periods.ts'
import type { ChainTerms3 } from '../../proof/version-3/types.ts'
import { begin3, hashOf, signatureOf, uuidOf, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedGame3 } from '../../testing/played-game-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { PlayedGame } from '../../testing/played-rounds.ts'
import { audited, log3, stateOf, verdict } from '../audit.fixture.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const W = witnessesOf(4)
const witnessed = vouchedBy(W)

/** Rule and entry of the first breach of a game, or 'sound'. The chain stands at entry 2. */
function play(
  rounds: (game: PlayedGame3, log: PlayedLog) => void,
  changes: Partial<ChainTerms3> = {},
  by = W,
): ReturnType<typeof verdict> {
  return verdict(
    log3((log) => {
      const game = new PlayedGame3(log, changes)
      game.publish({}, changes.quorum ? by : [])
      rounds(game, log)
    }),
  )
}
const publishing = (changes: Record<string, Json>, terms: Partial<ChainTerms3> = {}) =>
  verdict(log3((log) => new PlayedGame3(log, terms).publish(changes)))
/** The period that is open so many milliseconds from now. */
const periodIn = ({ terms }: PlayedGame3, ms: number) => periodAt(terms, ms).period
/** A chain that begins with the period so many milliseconds from now. */
const later = (log: PlayedLog, name: string, ms: number, changes: Partial<ChainTerms3> = {}) =>
  new PlayedGame3(log, { from: periodIn(new PlayedGame3(log), log.now + ms), ...changes }, name)

describe('the games of an honest log', () => {
  test('play every game, with and without witnesses, with rounds that nobody bet on left out', () => {
    const log = begin3(new PlayedLog())
    for (const [i, game] of (['lucky-1m', 'lucky-3m', 'king-2m'] as const).entries()) {
      const roundMs = [1, 3, 2][i]! * MINUTE
      const one = new PlayedGame3(log, { game, roundMs, ...(i > 0 && witnessed) })
      one.publish({}, W)
      one.play()
      log.now += 5 * roundMs
      one.play()
    }
    expect(audited(log).counts).toMatchObject({ chains: 3, roundsSealed: 6, roundsDecided: 6, roundsVoid: 0 })
  })

  test('settle every round by its own index and beacon round, also hours late after an outage', () => {
    const log = log3((l) => {
      const game = new PlayedGame3(l)
      game.publish()
      const open = [game.open([[['big'], 5]]), game.open(), game.open([[['big'], 7]])]
      l.now += 5 * 3_600_000
      const sealed = open.map((round) => game.seal(round))
      sealed.toReversed().forEach((round) => game.decide(round))
      expect(sealed.map(({ index }) => index)).toEqual([1, 2, 3])
    })
    expect(audited(log).counts).toMatchObject({ roundsSealed: 3, roundsDecided: 3 })
  })

  test('keep a state that does not grow with the rounds', () => {
    const log = begin3(new PlayedLog())
    const game = new PlayedGame3(log, witnessed)
    game.publish({}, W)
    game.play()
    const size = JSON.stringify(stateOf(log)).length
    for (let n = 0; n < 5; n++) game.play()
    expect(JSON.stringify(stateOf(log)).length).toBeLessThan(size * 1.1)
  })
})

describe('a chain of version 3', () => {
  test('has the fields of version 3, and a beacon of the log', () => {
    expect(publishing({})).toBe('sound')
    for (const changes of [
      { delay: 4 },
      { from: '20250615' },
      { beaconChain: hashOf('another beacon') },
      { quorum: 1 },
      { note: 1 },
    ] as Record<string, Json>[])
      expect(publishing(changes)).toEqual(['chain', 2])
    expect(publishing({ quorum: 2 }, witnessed)).toEqual(['chain', 2])
    expect(verdict(log3((log) => new PlayedGame(log).publish()))).toEqual(['chain', 2])
  })

  test('begins with a period of its zone that opens later', () => {
    expect(publishing({ from: '20250615-9999' })).toEqual(['chain', 2])
    const next = (log: PlayedLog) => periodAt(new PlayedGame3(log).terms, log.now + MINUTE)
    expect(verdict(log3((log) => new PlayedGame3(log, { from: next(log).period }).publish()))).toBe('sound')
    const open = (log: PlayedLog) => periodAt(new PlayedGame3(log).terms, log.now).period
    expect(verdict(log3((log) => new PlayedGame3(log, { from: open(log) }).publish()))).toEqual(['chain', 2])
    const sharp = log3((log) => {
      log.now = next(log).opensAt
      new PlayedGame3(log, { from: open(log) }).publish()
    })
    expect(verdict(sharp)).toEqual(['chain', 2])
  })

  test('is published once, with a head of its own', () => {
    expect(play((game) => game.publish())).toEqual(['chain', 3])
    expect(play((game, log) => later(log, 'second', 2 * DAY, { head: game.terms.head }).publish())).toEqual([
      'chain',
      3,
    ])
  })

  test('takes over from one in use with 24 hours of notice, or where that one ends', () => {
    const next = (ms: number, changes: Partial<ChainTerms3> = {}) =>
      play((_, log) => later(log, 'second', ms).publish(), changes)
    expect(next(DAY + MINUTE)).toBe('sound')
    expect(next(DAY - MINUTE, { length: 2_000 })).toEqual(['chain', 3])
    // the chain begins two minutes from now and has 60 rounds
    expect(next(62 * MINUTE, { length: 60 })).toBe('sound')
    expect(next(61 * MINUTE, { length: 60 })).toEqual(['chain', 3])
  })

  test('begins after every chain before it', () => {
    expect(
      play((_, log) => {
        later(log, 'second', 3 * DAY).publish()
        later(log, 'third', 2 * DAY).publish()
      }),
    ).toEqual(['chain', 4])
    expect(play((game, log) => later(log, 'second', 2 * DAY, { from: game.terms.from }).publish())).toEqual([
      'chain',
      3,
    ])
  })

  test('is followed by any number of unused ones, but sixteen that have not begun at once', () => {
    const many = (count: number) =>
      play((_, log) => {
        for (let n = 0; n < count; n++) later(log, `chain ${n}`, (n + 2) * DAY).publish()
      })
    expect(many(15)).toBe('sound')
    expect(many(16)).toEqual(['chain', 18])
  })

  test('in a log of real money has witnesses enough', () => {
    const real = (terms: Partial<ChainTerms3>) => {
      const log = new PlayedLog()
      log.begin('real')
      log.rules({ localBeacon: null })
      new PlayedGame3(log, terms).publish({ beaconChain: QUICKNET_HASH })
      return verdict(log)
    }
    expect(real(witnessed)).toBe('sound')
    expect(real(vouchedBy(W.slice(0, 3), 2))).toEqual(['chain', 2])
  })
})

const QUICKNET_HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'

describe('a witnessed chain', () => {
  const three = W.slice(1)

  test('has a quorum of lines from before its first period, else no round of it is sealed', () => {
    expect(play((game) => game.play(), witnessed)).toBe('sound')
    expect(play((game) => game.play(), witnessed, three)).toBe('sound')
    expect(play((game) => game.play(), witnessed, three.slice(1))).toEqual(['witness', 3])
  })

  test('counts lines over later checkpoints, to the last second before its first period', () => {
    const late = (seconds: number) =>
      play(
        (game, log) => {
          log.funding()
          log.sign()
          log.cosign(W[0]!, game.opensMs / 1000 + seconds)
          game.play()
        },
        witnessed,
        three.slice(1),
      )
    expect(late(-1)).toBe('sound')
    expect(late(0)).toEqual(['witness', 4])
  })

  test('that is dead gives way at once, and the game pauses in between', () => {
    const after = (by: typeof W, wait: number) =>
      play(
        (game, log) => {
          log.now = game.opensMs + wait
          const next = later(log, 'second', MINUTE, witnessed)
          next.publish({}, W)
          next.play()
        },
        witnessed,
        by,
      )
    expect(after(three.slice(1), 0)).toBe('sound')
    expect(after(three.slice(1), -1)).toEqual(['chain', 3])
    expect(after(three, 0)).toEqual(['chain', 3])
    // no round of the dead chain, and none of the chain before it
    const paused = (which: 'first' | 'second') =>
      verdict(
        log3((log) => {
          const first = new PlayedGame3(log, { length: 20_000, ...witnessed })
          first.publish({}, W)
          first.play()
          const second = later(log, 'second', DAY + MINUTE, witnessed)
          second.publish({}, [])
          log.now = second.opensMs
          const game = which === 'first' ? first : second
          game.seal(game.at(second.terms.from))
        }),
      )
    expect(paused('first')[0]).toBe('chain')
    expect(paused('second')[0]).toBe('witness')
  })
})

describe('a round of version 3', () => {
  const sealing = (changes: Record<string, Json>) => play((game) => game.seal(game.open(), changes))

  test('has the index, the secret and the beacon round that its period gives', () => {
    expect(sealing({})).toBe('sound')
    expect(sealing({ index: 2 })).toEqual(['chain', 3])
    expect(sealing({ secret: hashOf('another') })).toEqual(['chain', 3])
    expect(sealing({ round: 4_000 })).toEqual(['seal', 3])
    expect(sealing({ chain: uuidOf('another') })).toEqual(['chain', 3])
    expect(play((game) => game.seal(game.open(), { secret: game.secret(2) }))).toEqual(['chain', 3])
    // the secret of the third round fits the first one two steps later
    expect(
      play((game) => {
        game.play()
        game.open()
        game.seal(game.open())
      }),
    ).toBe('sound')
  })

  test('is sealed when its beacon round is published, dated at its sealing', () => {
    const at = (ms: number) =>
      play((game, log) => {
        const round = game.open()
        game.seal(round)
        log.checkpoints.pop()
        const known = log.now
        const { ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, Json>
        log.instead({ ...entry, at: known + ms, sealedAt: known + ms })
        log.now = known + ms
      })
    expect(at(0)).toBe('sound')
    expect(at(-1)).toEqual(['seal', 3])
    expect(play((game, log) => game.seal(game.open(), { sealedAt: log.now }))).toEqual(['seal', 3])
  })

  test('comes after the rounds before it, which can be left out', () => {
    const order = (first: number, second: number) =>
      play((game) => {
        const rounds = [game.open(), game.open(), game.open()]
        game.seal(rounds[first]!)
        game.seal(rounds[second]!)
      })
    expect(order(0, 2)).toBe('sound')
    expect(order(1, 0)).toEqual(['seal', 4])
    expect(order(1, 1)).toEqual(['seal', 4])
  })

  test('lies within the chain of its period', () => {
    expect(
      play(
        (game, log) => {
          log.now += 61 * MINUTE
          game.seal(game.at(periodIn(game, log.now)), { index: 60 })
        },
        { length: 59 },
      ),
    ).toEqual(['chain', 3])
    const before = (game: PlayedGame3) => periodIn(game, game.opensMs - MINUTE)
    expect(play((game) => game.seal(game.at(before(game))))).toEqual(['chain', 3])
    expect(play((game) => game.seal(game.at(game.terms.from), { period: '20250615-9999' }))).toEqual([
      'seal',
      3,
    ])
    const replaced = (name: 'first' | 'second') =>
      play(
        (game, log) => {
          const next = later(log, 'second', DAY + MINUTE)
          next.publish()
          log.now = next.opensMs
          const one = name === 'first' ? game : next
          one.seal(one.at(next.terms.from))
        },
        { length: 2_000 },
      )
    expect(replaced('second')).toBe('sound')
    expect(replaced('first')).toEqual(['chain', 4])
  })

  test('is sealed late by the chain that it had when another one has begun', () => {
    expect(
      play(
        (game, log) => {
          const round = game.open([[['big'], 1]])
          const next = later(log, 'second', DAY + MINUTE)
          next.publish()
          log.now = next.opensMs + MINUTE
          game.decide(game.seal(round))
          next.play()
        },
        { length: 2_000 },
      ),
    ).toBe('sound')
  })

  test('has the result of the formula and the signature of its beacon round', () => {
    const decided = (changes: Record<string, Json>) =>
      play((game) => game.decide(game.seal(game.open()), changes))
    expect(decided({})).toBe('sound')
    expect(decided({ result: { price: '000000', number: 0 } })).toEqual(['result', 4])
    expect(decided({ signature: signatureOf(9) })).toEqual(['result', 4])
    expect(decided({ beacon: hashOf('made up') })).toEqual(['result', 4])
    expect(decided({ round: 9 })).toEqual(['result', 4])
    expect(decided({ signature: null })).toEqual(['format', 4])
    expect(play((game) => game.decide(game.decide(game.seal(game.open()))))).toEqual(['result', 5])
  })

  test('is never void, sealed or not', () => {
    const voided = (isSealed: boolean) =>
      play((game, log) => {
        const round = isSealed ? game.seal(game.open()) : game.open()
        log.now += 3_600_000
        const { period } = round
        log.append({ t: 'round-void', game: 'lucky-1m', period, bets: 0, at: log.now })
      })
    expect(voided(true)).toEqual(['void', 4])
    expect(voided(false)).toEqual(['void', 3])
    const lost = new PlayedLog('shop.2')
    const name = roundName('lucky-1m', '20250615-0007')
    const before = { deployment: 'shop', size: 9, root: 'ab'.repeat(32), lost: [name] }
    lost.append({ t: 'log-continues', ...before, at: lost.now })
    begin3(lost)
    lost.append({ t: 'round-void', game: 'lucky-1m', period: '20250615-0007', bets: 1, at: lost.now })
    expect(verdict(lost)).toBe('sound')
  })
})
