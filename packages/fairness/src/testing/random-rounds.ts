/** Valid proofs of rounds with random content. The tests compare verifiers on them and on their mutations. */
import { GAME_IDS, GAMES, OPTIONS } from '../games/pay-table.ts'
import type { RoundProof } from '../proof/round-types.ts'
import type { SignedReceipt } from '../receipt.ts'
import { PlayedLog, playedWitness } from './played-log.ts'
import { PlayedGame, type PlayedRound } from './played-rounds.ts'
import type { Dice } from './random-proofs.ts'

const ZONES = ['UTC', 'Asia/Dhaka', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Cairo']
/** The names of {@link WITNESSES}. */
const NAMES = ['w1.example', 'w2.example', 'w3.example']
export const ROUND_STATES = ['decided', 'sealed', 'void', 'void sealed'] as const
export type RoundState = (typeof ROUND_STATES)[number]
export type RandomRound = { readonly proof: RoundProof; readonly receipt: SignedReceipt }

export function randomRound(
  roll: Dice,
  { state, withLog = true }: { state: RoundState; withLog?: boolean },
): RandomRound {
  const log = new PlayedLog(`d${roll(1000)}`)
  log.begin()
  const id = GAME_IDS[roll(GAME_IDS.length)]!
  const isWitnessed = state === 'void sealed' || roll(2) === 0
  const witnesses = NAMES.slice(0, 1 + roll(NAMES.length)).map(playedWitness)
  const roundMs = [60_000, 120_000, 180_000][roll(3)]!
  const game = new PlayedGame(log, {
    game: id,
    zone: ZONES[roll(ZONES.length)]!,
    roundMs,
    cutoffMs: 10_000 + roll(2) * 5_000,
    grade: isWitnessed ? 'witnessed' : 'beacon',
    witnesses: isWitnessed ? witnesses.map(({ key }) => key) : null,
    fee: roll(2) * 200,
    demo: false,
  })
  game.publish()
  const by = isWitnessed ? witnesses.slice(0, 1 + roll(witnesses.length)) : []
  for (let n = roll(3); n > 0; n--) {
    if (roll(2) === 0) log.funding()
    game.play(by)
  }
  const options = OPTIONS[GAMES[id]]
  let after = 0
  const bets = Array.from({ length: 1 + roll(5) }, () => {
    after = Math.min(45_000, after + roll(3) * 4_000)
    const picks = options.filter(() => roll(6) === 0)
    return [picks.length === 0 ? [options[roll(options.length)]!] : picks, after] as const
  })
  const opened = game.open(bets)
  const round = ended(game, opened, state, by)
  const proof = game.proof(round)
  return {
    proof: withLog ? proof : { ...proof, log: null },
    receipt: game.receipt(opened, 1 + roll(bets.length)),
  }
}

function ended(
  game: PlayedGame,
  opened: PlayedRound,
  state: RoundState,
  by: Parameters<PlayedGame['seal']>[2],
): PlayedRound {
  if (state === 'void') return game.void(opened)
  const sealed = game.seal(opened, {}, state === 'void sealed' ? [] : by)
  if (state === 'sealed') return sealed
  return state === 'decided' ? game.decide(sealed) : game.void(sealed)
}
