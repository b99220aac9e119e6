/** Altered proofs of rounds, what a house that signs everything can write about a round, and receipts of bets. */
import type { Json } from '../src/canonical.ts'
import type { RoundProof } from '../src/proof.ts'
import type { ChainTerms } from '../src/proof/round-types.ts'
import { alteredRounds } from '../src/testing/altered-rounds.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { BETS, PlayedGame, type PlayedRound } from '../src/testing/played-rounds.ts'
import { add, KEY, type Making } from './fraud-case.ts'
import { WITNESSES } from './house.ts'
import { exportOf, type KitCase } from './kit-case.ts'

const [W1, W2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]
const WITNESSED = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const

/** A game in a new log; the second round is the one to prove. */
function newGame(changes: Partial<ChainTerms> = {}): PlayedGame {
  const log = new PlayedLog('kit')
  log.begin()
  const game = new PlayedGame(log, changes)
  game.publish()
  log.sign()
  return game
}

const lineBy = (changes: Partial<ChainTerms>): (typeof WITNESSES)[0][] =>
  changes.grade === 'witnessed' ? [W1] : []

function altered(family: string, changes: Partial<ChainTerms>): KitCase[] {
  const making: Making = { family, cases: [] }
  const game = newGame(changes)
  game.play(lineBy(changes))
  const proof = game.proof(game.play(lineBy(changes)))
  add(making, 'control', 'verified', proof)
  const log = exportOf(game.log)
  add(making, 'control: with the whole log', 'verified', proof, { log, key: KEY })
  for (const { place, expected, document } of alteredRounds(proof)) {
    const isGrade = place === 'terms.grade' && changes.grade !== 'witnessed'
    if (!isGrade) add(making, `other ${place}`, expected, document)
  }
  add(making, 'no log', 'arithmetic', { ...proof, log: null })
  add(making, 'no log, with a key', 'inclusion', { ...proof, log: null }, { key: KEY })
  return making.cases
}

/** The proof of a round that a dishonest house plays; `play` signs everything with the house's key. */
function played(
  making: Making,
  what: string,
  expected: KitCase['expected'],
  play: (game: PlayedGame) => PlayedRound,
  changes: Partial<ChainTerms> = {},
): void {
  const game = newGame(changes)
  const proof: RoundProof = game.proof(play(game))
  add(making, what, expected, proof)
}

function frauds(): KitCase[] {
  const making: Making = { family: 'round frauds', cases: [] }
  const at = (game: PlayedGame, ms: number): void => {
    game.log.now = ms
  }
  const rowsOf = (round: PlayedRound, change: (row: PlayedRound['rows'][number]) => object): PlayedRound => ({
    ...round,
    rows: round.rows.map((row) => ({ ...row, ...change(row) })),
  })
  played(making, 'a bet at the close', 'times', (g) => {
    const round = g.open(BETS.lucky)
    const last = { ...round.rows[3]!, ms: round.closesAt }
    return g.decide(g.seal({ ...round, rows: round.rows.with(3, last) }))
  })
  played(making, 'a bet before the opening', 'times', (g) =>
    g.decide(g.seal(rowsOf(g.open([[['big'], 0]]), ({ ms }) => ({ ms: ms - 1 })))),
  )
  played(making, 'a bet that the game does not have', 'digest', (g) =>
    g.decide(g.seal(g.open([[['orange'], 1]]))),
  )
  played(making, 'an option twice in a bet', 'digest', (g) => g.decide(g.seal(g.open([[['big', 'big'], 1]]))))
  played(making, 'a bet of another game', 'digest', (g) =>
    g.decide(g.seal(rowsOf(g.open([[['big'], 1]]), () => ({ bet: { game: 'lucky-3m', picks: ['big'] } })))),
  )
  played(making, 'a seal before the close', 'times', (g) => {
    const round = g.open()
    at(g, round.closesAt - 1)
    return g.decide(g.seal(round))
  })
  played(making, 'a seal after the end', 'times', (g) => {
    const round = g.open()
    at(g, round.endsAt)
    return g.decide(g.seal(round))
  })
  played(making, 'a secret of another index', 'commitment', (g) =>
    g.decide(g.seal(g.open(), { secret: g.secret(2) })),
  )
  played(making, 'a later round of the beacon', 'round', (g) => {
    const sealed = g.seal(g.open(), { round: 10_000_000 })
    return g.decide(sealed)
  })
  played(making, 'a result dated before its round', 'inclusion', (g) => {
    const sealed = g.seal(g.open())
    return g.decide(sealed, { at: sealed.seal!.sealedAt })
  })
  const other: Record<string, Json> = { result: { number: 7, price: '123457' } }
  played(making, 'another result in the log', 'inclusion', (g) => g.decide(g.seal(g.open()), other))
  played(making, 'a void round before its close', 'inclusion', (g) => {
    const round = g.open()
    at(g, round.closesAt - 1)
    return g.void(round)
  })
  played(making, 'a void of a sealed round', 'inclusion', (g) => g.void(g.seal(g.open(BETS.lucky))))
  played(making, 'witnessed: no witness', 'witnesses', (g) => g.decide(g.seal(g.open())), WITNESSED)
  played(making, 'witnessed: control, void', 'verified', (g) => g.void(g.seal(g.open())), WITNESSED)
  played(making, 'control: void', 'verified', (g) => g.void(g.open(BETS.lucky)))
  played(making, 'control: sealed', 'sealed', (g) => g.seal(g.open(BETS.lucky)))
  const king = { game: 'king-2m', roundMs: 120_000, cutoffMs: 15_000 } as const
  played(making, 'control: King', 'verified', (g) => g.decide(g.seal(g.open(BETS.king))), king)
  return [...making.cases, ...histories()]
}

/** What only the whole log shows. */
function histories(): KitCase[] {
  const making: Making = { family: 'round histories', cases: [] }
  const first = newGame(WITNESSED)
  const sealed = first.seal(first.open(BETS.lucky), {}, [W1])
  const twin = first.log.copy()
  const decided = first.decide(sealed)
  const proof = first.proof(decided)
  add(making, 'control', 'verified', proof, { log: exportOf(first.log), key: KEY, witness: W1.key })
  add(making, 'a witness that has not signed', 'witnesses', proof, { witness: W2.key })
  // the house shows another history to the world, in which the round is void
  twin.append({ t: 'round-void', game: 'lucky-1m', period: sealed.period, bets: 4, at: twin.now })
  twin.sign()
  add(making, 'a log in which the round is void', 'void', proof, { log: exportOf(twin), key: KEY })
  const longer = newGame()
  longer.play()
  add(making, 'the log of another history', 'log', newGameProof(), { log: exportOf(longer.log), key: KEY })
  return making.cases
}

function newGameProof(): RoundProof {
  const game = newGame()
  game.play()
  return game.proof(game.play())
}

function receipts(): KitCase[] {
  const making: Making = { family: 'bet receipts', cases: [] }
  const game = newGame()
  const round = game.play()
  const proof = game.proof(round)
  const receipt = (changes: Parameters<PlayedGame['receipt']>[2] = {}): { receipt: string } => ({
    receipt: JSON.stringify(game.receipt(round, 1, changes)),
  })
  add(making, 'control', 'verified', proof, receipt())
  const lies: Record<string, object> = {
    'another tag': { tag: '00'.repeat(8) },
    'another time': { ms: round.rows[0]!.ms + 1 },
    'picks in another order': { picks: ['7', 'green'] },
    'one pick of two words': { picks: ['green 7'], amount: '100000' },
    'another amount': { amount: '100000' },
    'another period': { period: '20250615-0001' },
    'another game': { game: 'king-2m' },
    'a root that the log never had': { logSize: 0 },
  }
  for (const [what, changes] of Object.entries(lies)) add(making, what, 'receipt', proof, receipt(changes))
  const order = JSON.stringify({ ...game.receipt(round, 1), signature: '00'.repeat(64) })
  add(making, 'an unsigned receipt', 'receipt', proof, { receipt: order })
  return making.cases
}

export function roundProofs(): KitCase[] {
  return [
    ...altered('round beacon', {}),
    ...altered('round witnessed', WITNESSED),
    ...frauds(),
    ...receipts(),
  ]
}
