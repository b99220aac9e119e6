/** Well-signed logs in which a chain or a round has an absurd life, or a result rests on no witness. */
import { PlayedLog } from '../src/testing/played-log.ts'
import { BETS, PlayedGame } from '../src/testing/played-rounds.ts'
import type { ChainTerms } from '../src/proof/round-types.ts'
import { roundTimeMs, QUICKNET } from '../src/beacon.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { HASH, made, W1 } from './log-case.ts'

type Play = (game: PlayedGame, log: PlayedLog) => void

const WITNESSED = { grade: 'witnessed', witnesses: [W1.key] } as const

/** @param changes of the chain, which is published unless the play does it */
function game_(
  what: string,
  expected: Expected,
  play: Play,
  changes: Partial<ChainTerms> | null = {},
): KitCase {
  return made(`rounds: ${what}`, expected, (log) => {
    const game = new PlayedGame(log, changes ?? {})
    if (changes !== null) game.publish()
    log.now += 1_000
    play(game, log)
  })
}

/** The chain, its values and its order. */
function chains(): KitCase[] {
  const second = (log: PlayedLog): PlayedGame => new PlayedGame(log, {}, 'second')
  return [
    game_('a seal without a chain', 'chain', (g) => g.seal(g.open()), null),
    game_('a chain published twice', 'chain', (g) => g.publish()),
    game_('a chain with the head of another one', 'chain', (g, l) =>
      new PlayedGame(l, { head: g.terms.head }, 'second').publish(),
    ),
    game_('a third chain before the second is used', 'chain', (_, l) => {
      second(l).publish()
      new PlayedGame(l, {}, 'third').publish()
    }),
    game_('control: a second chain', 'verified', (g, l) => {
      g.play()
      const next = second(l)
      next.publish()
      g.play()
      next.play()
      next.play()
    }),
    game_('the first chain after the second', 'chain', (g, l) => {
      g.play()
      const next = second(l)
      next.publish()
      next.play()
      g.play()
    }),
    game_('an index that is left out', 'chain', (g) => {
      g.play()
      g.used++
      g.play()
    }),
    game_('an index twice', 'chain', (g) => {
      g.play()
      g.used--
      g.play()
    }),
    game_('the secret of another index', 'chain', (g) => g.seal(g.open(), { secret: g.secret(2) })),
    game_('a secret of no chain', 'chain', (g) => g.seal(g.open(), { secret: HASH })),
    game_('a chain that ran out', 'chain', (g) => (g.play(), g.play()), { length: 1 }),
    game_('a chain with an unknown zone', 'unknown-zone', (g) => g.publish({ zone: 'Asia/Nowhere' }), null),
    game_(
      'a chain whose rounds do not divide half an hour',
      'chain',
      (g) => g.publish({ roundMs: 420_000 }),
      null,
    ),
    game_('a chain of an unknown game', 'chain', (g) => g.publish({ game: 'lucky-2m' }), null),
    game_('a chain of grade salt', 'chain', (g) => g.publish({ grade: 'salt' }), null),
    game_('a chain with a field more', 'chain', (g) => g.publish({ note: 'x' }), null),
    game_('a chain marked as demo after the beginning', 'time', (g) => g.publish({ demo: true }), null),
    game_(
      'a round that opened before its chain',
      'seal',
      (g, l) => {
        const opened = g.open()
        l.now = opened.opensAt + 1
        g.publish({ at: l.now })
        l.now = opened.closesAt
        g.seal(opened)
      },
      null,
    ),
  ]
}

/** Seals, results and voids of single rounds. */
function rounds(): KitCase[] {
  const bets = BETS.lucky
  return [
    game_('control: rounds with and without bets', 'verified', (g) => {
      g.play()
      g.decide(g.seal(g.open()))
      g.void(g.open(bets))
      g.play()
    }),
    game_('control: King', 'verified', (g) => (g.play(), g.play()), {
      game: 'king-2m',
      roundMs: 120_000,
      cutoffMs: 15_000,
      zone: 'America/St_Johns',
    }),
    game_('a seal before the close', 'seal', (g, l) => {
      const opened = g.open(bets)
      l.now = opened.closesAt - 1
      g.seal(opened)
    }),
    game_('a seal after the end', 'seal', (g, l) => {
      const opened = g.open(bets)
      l.now = opened.endsAt
      g.seal(opened)
    }),
    game_('a seal that is not dated at sealedAt', 'seal', (g, l) => g.seal(g.open(), { at: l.now + 1 })),
    game_('a seal with another round', 'seal', (g) => g.seal(g.open(), { round: 999 })),
    game_('a seal of a period that does not exist', 'seal', (g) =>
      g.seal({ ...g.open(), period: '20250615-1441' }),
    ),
    game_('two seals of a round', 'seal', (g, l) => {
      const opened = g.open()
      g.seal(opened)
      l.now = opened.closesAt + 9_000
      g.seal(opened)
    }),
    game_('a seal after the void', 'seal', (g) => {
      const opened = g.open()
      g.void(opened)
      g.seal(opened)
    }),
    game_('a round after a later one', 'seal', (g, l) => {
      const opened = g.open()
      l.now = opened.endsAt
      g.play()
      g.seal(opened)
    }),
    game_('a seal with a field more', 'format', (g) => g.seal(g.open(), { note: 'x' })),
    game_('a seal that a checkpoint covers after its round', 'seal-late', (g, l) => {
      g.seal(g.open())
      l.checkpoints.pop()
      l.sign()
    }),
    game_('a result without a seal', 'result', (g) => {
      const sealed = g.seal(g.open())
      const other = g.open()
      g.decide({ ...other, seal: sealed.seal })
    }),
    game_('two results', 'result', (g) => g.decide(g.play())),
    game_('another result', 'result', (g) =>
      g.decide(g.seal(g.open()), { result: { number: 7, price: '123457' } }),
    ),
    game_('another beacon value', 'result', (g) => g.decide(g.seal(g.open()), { beacon: HASH })),
    game_('a result of another round of the beacon', 'result', (g) => {
      const sealed = g.seal(g.open())
      g.decide(sealed, { round: sealed.seal!.round + 1 })
    }),
    game_('a result before its round', 'result', (g, l) => {
      const sealed = g.seal(g.open())
      l.now = roundTimeMs(sealed.seal!.round, QUICKNET) - 1
      g.decide(sealed)
    }),
    game_('a result of another kind', 'format', (g) =>
      g.decide(g.seal(g.open()), { result: { finish: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }),
    ),
    game_('a void before the close', 'void', (g, l) => {
      const opened = g.open(bets)
      l.now = opened.closesAt - 1
      g.void(opened)
    }),
    game_('two voids', 'void', (g) => {
      const opened = g.open()
      g.void(opened)
      g.void(opened)
    }),
    game_('a void after the result', 'void', (g) => g.void(g.play())),
    game_('a void of a sealed round', 'void', (g) => g.void(g.seal(g.open(bets)))),
    game_('a void without a chain', 'void', (g) => g.void(g.open()), null),
    game_('a void of an unknown game', 'format', (g) => g.void(g.open(), { game: 'lucky-2m' })),
    game_('a result after the void', 'result', (g) => {
      const sealed = g.seal(g.open())
      g.decide(sealed)
      const ended = g.open()
      g.void(ended)
      g.decide({ ...ended, seal: sealed.seal })
    }),
  ]
}

/** Grade `witnessed`: a seal that no witness signed in time is void; one that a witness signed is final. */
function witnessed(): KitCase[] {
  const case_ = (what: string, expected: Expected, play: Play): KitCase =>
    game_(`witnessed: ${what}`, expected, play, WITNESSED)
  const unsigned = (g: PlayedGame) => g.seal(g.open(BETS.lucky))
  const signed = (g: PlayedGame) => g.seal(g.open(BETS.lucky), {}, [W1])
  return [
    case_('control', 'verified', (g) => (g.play([W1]), g.void(unsigned(g)), g.play([W1]))),
    case_('a result without a witness', 'witness', (g) => g.decide(unsigned(g))),
    case_('a result whose witness signed late', 'witness', (g, l) => {
      const sealed = unsigned(g)
      l.cosign(W1)
      g.decide(sealed)
    }),
    case_('a void of a round that a witness signed in time', 'void', (g) => g.void(signed(g))),
    case_('a void before the beacon round', 'void', (g, l) => {
      const sealed = unsigned(g)
      l.now = roundTimeMs(sealed.seal!.round, QUICKNET) - 1
      g.void(sealed)
    }),
    case_('a void with another number of bets', 'void', (g) => g.void(unsigned(g), { bets: 1 })),
    case_('a result after the void', 'result', (g) => {
      const sealed = unsigned(g)
      g.void(sealed)
      g.decide(sealed)
    }),
    case_('a second seal instead of the void', 'seal', (g) => {
      const sealed = unsigned(g)
      g.log.now = sealed.endsAt - 1
      g.seal(sealed)
    }),
  ]
}

export function absurdRounds(): KitCase[] {
  return [...chains(), ...rounds(), ...witnessed()]
}
