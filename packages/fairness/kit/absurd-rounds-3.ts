/** Chains and rounds of version 3 that no reader may accept. */
import type { Json } from '../src/canonical.ts'
import { midnightAfter, periodAt } from '../src/games/periods.ts'
import type { ChainTerms3 } from '../src/proof/version-3/types.ts'
import { begin3, hashOf, signatureOf, vouchedBy } from '../src/testing/played-lines.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import { PlayedGame } from '../src/testing/played-rounds.ts'
import { WITNESSES } from './house.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { made } from './log-case.ts'

type Changes = Readonly<Record<string, Json>>
const MINUTE = 60_000
const DAY = 86_400_000
const K = vouchedBy(WITNESSES, 2)

/** @param play is given a chain that is published; in grade witnessed by so many witnesses */
function game3(
  what: string,
  expected: Expected,
  play: (game: PlayedGame3, log: PlayedLog) => unknown,
  terms: Partial<ChainTerms3> = {},
  signers = 3,
): KitCase {
  return made(
    `version 3: rounds, ${what}`,
    expected,
    (log) => {
      const game = new PlayedGame3(log, terms)
      game.publish({}, terms.quorum ? WITNESSES.slice(0, signers) : [])
      play(game, log)
    },
    begin3,
  )
}

/** A chain that begins with the period so many milliseconds from now. */
function later(log: PlayedLog, name: string, ms: number, changes: Partial<ChainTerms3> = {}): PlayedGame3 {
  const { terms } = new PlayedGame3(log)
  return new PlayedGame3(log, { from: periodAt(terms, log.now + ms).period, ...changes }, name)
}

function chains(): KitCase[] {
  const published = (what: string, changes: Changes, terms: Partial<ChainTerms3> = {}): KitCase =>
    made(`version 3: chain, ${what}`, 'chain', (log) => new PlayedGame3(log, terms).publish(changes), begin3)
  const next = (what: string, expected: Expected, ms: number, length: number): KitCase =>
    game3(`a chain after another, ${what}`, expected, (_, log) => later(log, 'second', ms).publish(), {
      length,
    })
  const many = (count: number, expected: Expected): KitCase =>
    game3(`${count + 1} chains that have not begun`, expected, (_, log) => {
      for (let n = 0; n < count; n++) later(log, `chain ${n}`, (n + 2) * DAY).publish()
    })
  const dead = (what: string, expected: Expected, signers: number, wait: number): KitCase =>
    game3(
      `after a chain with ${signers} witnesses, ${what}`,
      expected,
      (game, log) => {
        log.now = game.opensMs + wait
        const second = later(log, 'second', MINUTE, K)
        second.publish({}, WITNESSES)
        second.play()
      },
      K,
      signers,
    )
  return [
    published('an offset of no quarter of an hour', { zone: '+06:10' }),
    published('an offset beyond all zones', { zone: '+14:15' }),
    published('an offset of zero', { zone: '-00:00' }),
    published('a short delay', { delay: 4 }),
    published('another beacon', { beaconChain: hashOf('another') }),
    published('no first period', { from: '20250615-9999' }),
    published('a first period that has opened', { from: '20250615-0001' }),
    published('a quorum in grade beacon', { quorum: 1 }),
    published('half a quorum', { quorum: 1 }, K),
    made('version 3: chain, of version 2', 'chain', (log) => new PlayedGame(log).publish(), begin3),
    next('control, with a day of notice', 'verified', DAY + MINUTE, 2_000),
    next('with less than a day of notice', 'chain', DAY - MINUTE, 2_000),
    next('control, where the other ends', 'verified', 62 * MINUTE, 60),
    next('a period before the other ends', 'chain', 61 * MINUTE, 60),
    many(15, 'verified'),
    many(16, 'chain'),
    dead('control, at once', 'verified', 1, 0),
    dead('a millisecond before it begins', 'chain', 1, -1),
    dead('which is alive', 'chain', 2, 0),
    game3('a chain before another one', 'chain', (_, log) => {
      later(log, 'second', 3 * DAY).publish()
      later(log, 'third', 2 * DAY).publish()
    }),
    game3('a chain twice', 'chain', (game) => game.publish()),
  ]
}

function rounds(): KitCase[] {
  const sealed = (what: string, expected: Expected, changes: Changes): KitCase =>
    game3(`seal, ${what}`, expected, (game) => game.seal(game.open(), changes))
  const decided = (what: string, expected: Expected, changes: Changes): KitCase =>
    game3(`result, ${what}`, expected, (game) => game.decide(game.seal(game.open()), changes))
  const order = (what: string, expected: Expected, which: readonly number[]): KitCase =>
    game3(`order, ${what}`, expected, (game) => {
      const open = [game.open(), game.open(), game.open()]
      for (const at of which) game.seal(open[at]!)
    })
  const voided = (isSealed: boolean): KitCase =>
    game3(`void, ${isSealed ? 'after' : 'without'} a seal`, 'void', (game, log) => {
      const { period } = isSealed ? game.seal(game.open()) : game.open()
      log.now += 3_600_000
      log.append({ t: 'round-void', game: 'lucky-1m', period, bets: 0, at: log.now })
    })
  return [
    game3('control, witnessed', 'verified', (game) => (game.play(), game.play()), K, 2),
    game3('a chain with too few witnesses', 'witness', (game) => game.play(), K, 1),
    game3('control, hours late', 'verified', (game, log) => {
      const open = [game.open([[['big'], 5]]), game.open()]
      log.now += 5 * 3_600_000
      for (const one of open) game.decide(game.seal(one))
    }),
    sealed('control', 'verified', {}),
    sealed('another index', 'chain', { index: 2 }),
    sealed('another secret', 'chain', { secret: hashOf('x') }),
    sealed('another round', 'seal', { round: 7 }),
    sealed('another chain', 'chain', { chain: '01970000-0000-7000-8000-000000000001' }),
    game3('seal, before its beacon round', 'seal', (game, log) => {
      game.seal(game.open())
      log.checkpoints.pop()
      log.now -= 1
      const entry = JSON.parse(log.entries.at(-1)!) as Record<string, Json>
      log.instead({ ...entry, at: log.now, sealedAt: log.now })
    }),
    order('control, one left out', 'verified', [0, 2]),
    order('backwards', 'seal', [1, 0]),
    order('twice', 'seal', [1, 1]),
    game3(
      'seal, after the end of the chain',
      'chain',
      (game, log) => {
        log.now += 61 * MINUTE
        game.seal(game.at(periodAt(game.terms, log.now).period), { index: 60 })
      },
      { length: 59 },
    ),
    game3('seal, before the first period', 'chain', (game) =>
      game.seal(game.at(periodAt(game.terms, game.opensMs - MINUTE).period)),
    ),
    game3(
      'seal, of a period of the next chain',
      'chain',
      (game, log) => {
        const next = later(log, 'second', DAY + MINUTE)
        next.publish()
        log.now = next.opensMs
        game.seal(game.at(next.terms.from))
      },
      { length: 2_000 },
    ),
    decided('control', 'verified', {}),
    decided('a made-up value', 'result', { beacon: hashOf('x') }),
    decided('another signature', 'result', { signature: signatureOf(9) }),
    decided('another price', 'result', { result: { price: '000000', number: 0 } }),
    decided('no signature', 'format', { signature: null }),
    voided(true),
    voided(false),
  ]
}

/** Chains of version 2 in a log that goes on with version 3. */
function oldChains(): KitCase[] {
  const old = (
    what: string,
    expected: Expected,
    before: number,
    play: (game: PlayedGame, log: PlayedLog) => unknown,
  ): KitCase =>
    made(
      `version 3: old chain, ${what}`,
      expected,
      (log) => {
        const game = new PlayedGame(log)
        game.publish()
        log.rules()
        log.now = midnightAfter(game.terms.zone, log.now) - before
        play(game, log)
      },
      (log) => log.begin('sandbox'),
    )
  return [
    old('control, before midnight', 'verified', 3 * MINUTE, (game) => game.play()),
    old('at midnight', 'chain', MINUTE, (game) => game.play()),
    old('control, followed at once', 'verified', 3 * MINUTE, (_, log) => {
      const next = later(log, 'next', MINUTE)
      next.publish()
      next.play()
    }),
  ]
}

export function absurdRounds3(): KitCase[] {
  return [...chains(), ...rounds(), ...oldChains()]
}
