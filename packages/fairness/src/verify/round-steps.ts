/** The steps that recompute a round from its terms, bets, seal and beacon: `terms` to `result`. */
import { beaconOf, roundFor, roundTimeMs } from '../beacon.ts'
import { canonicalJson } from '../canonical.ts'
import { type BetRow, betsDigest } from '../games/bets.ts'
import { chainAt } from '../games/chain.ts'
import { GAMES, isOption } from '../games/pay-table.ts'
import { timesOf } from '../games/periods.ts'
import { gameHash, gameResult } from '../games/result.ts'
import type { RoundProof, RoundResult, RoundSeal, RoundTerms } from '../proof/round-types.ts'
import type { ProofBeacon } from '../proof/types.ts'
import { demand } from '../read.ts'
import { checkSignature, demandEqual, ROUND_TIMES } from './draw-steps.ts'
import { open, type Outcome } from './types.ts'

/** The steps of a round in order. A void round has `terms`, `inclusion` and `checkpoint` only. */
export const ROUND_STEPS = [
  'terms',
  'commitment',
  'times',
  'digest',
  'round',
  'beacon',
  'entropy',
  'result',
  'inclusion',
  'checkpoint',
  'witnesses',
] as const
export const VOID_STEPS = ['terms', 'inclusion', 'checkpoint'] as const
export type RoundStep = (typeof ROUND_STEPS)[number]

/** What these steps read of the proof of a sealed round, of any version. */
export type SealedRound = {
  readonly terms: Omit<RoundTerms, 'witnesses' | 'previous'>
  readonly rows: readonly BetRow[]
  readonly seal: RoundSeal
  readonly beacon: ProofBeacon | null
  readonly result: RoundResult | null
}

const undecided = open('the round is sealed, and its result is not there yet')

/** The times follow from the chain's terms and the period; a document cannot state others. */
export function checkRoundTerms({ terms }: RoundProof): Outcome {
  const { game, period, chain, index, previous, grade, at } = terms
  const times = timesOf(terms, period)
  demand(times !== null, `no round of the game has the period ${period}`)
  demandEqual('the time at which the round opens', terms.opensAt, times.opensAt)
  demandEqual('the time at which bets close', terms.closesAt, times.closesAt)
  demand(times.opensAt >= at, 'the round opens before its chain was published')
  if (index === null) return `round ${period} of ${game} is void, grade ${grade}`
  demandEqual('the index of the seal before', previous, index - 1)
  return `round ${period} of ${game}: number ${index} of chain ${chain}, grade ${grade}`
}

export type RoundDrawStep = Exclude<RoundStep, 'terms' | 'inclusion' | 'checkpoint' | 'witnesses'>

export const ROUND_CHECKS: Readonly<Record<RoundDrawStep, (proof: SealedRound) => Outcome>> = {
  commitment: ({ terms, seal }) => {
    const { index, head } = terms
    demandEqual('the head of the chain', head, chainAt(seal.secret, index!, 0))
    return `the revealed secret leads to the head of the chain in ${index} steps`
  },
  times: checkTimes,
  digest: ({ terms, rows, seal }) => {
    const { game, period } = terms
    checkBets(game, rows)
    return checkDigest(seal, rows, betsDigest(game, period, rows))
  },
  round: ({ terms, seal, beacon }) => {
    demandEqual('the round of the seal', seal.round, roundFor(seal.sealedAt, terms.delay, ROUND_TIMES))
    if (beacon !== null) demandEqual('the round of the beacon', beacon.round, seal.round)
    return `the seal selects round ${seal.round}, published at least ${terms.delay} seconds after it`
  },
  beacon: ({ terms, seal, beacon }) => {
    if (beacon === null) return open(`the round is sealed: round ${seal.round} of the beacon decides`)
    return checkSignature(terms.beaconChain, beacon)
  },
  entropy: (proof) => {
    const { result } = proof
    if (result === null) return undecided
    demandEqual('the entropy', result.entropy, entropyOf(proof))
    return 'the entropy follows from the secret of the chain, the round and the beacon'
  },
  result: ({ terms, result }) => {
    if (result === null) return undecided
    const { entropy, ...stated } = result
    const computed = canonicalJson(gameResult(GAMES[terms.game], entropy))
    demandEqual('the result', canonicalJson(stated), computed)
    return 'finish' in stated
      ? `the order of finish is ${stated.finish.join(' ')}`
      : `the price is ${stated.price}, the number ${stated.number}`
  },
}

function entropyOf({ terms, seal, beacon }: SealedRound): string | null {
  if (beacon === null) return null
  const { game, period } = terms
  const { secret, round } = seal
  return gameHash({ secret, game, period, round, beacon: beaconOf(beacon.signature) })
}

/** Each bet is on options that the game has. @throws ReadError */
export function checkBets(game: RoundTerms['game'], rows: readonly BetRow[]): void {
  rows.forEach(({ bet }, i) => {
    demand(bet.game === game, `rows[${i}] is a bet on ${bet.game}`)
    const unknown = bet.picks.find((pick) => !isOption(GAMES[game], pick))
    demand(unknown === undefined, `rows[${i}] is a bet on ${unknown}, which the game does not have`)
    demand(new Set(bet.picks).size === bet.picks.length, `rows[${i}] has an option twice`)
  })
}

/** The seal fixes these bets. @param computed their digest @throws ReadError */
export function checkDigest(seal: RoundSeal, rows: readonly BetRow[], computed: string): string {
  demandEqual('the number of bets', seal.bets, rows.length)
  demandEqual('the digest of the bets', seal.digest, computed)
  return `${rows.length} bets have the sealed digest`
}

/** The bets come in order while the round is open. @throws ReadError */
export function checkBetTimes({
  terms: { opensAt, closesAt },
  rows,
}: Pick<SealedRound, 'terms' | 'rows'>): void {
  let previous = opensAt
  rows.forEach((row, i) => {
    demand(row.seq === i + 1, `rows[${i}].seq is ${row.seq}, not ${i + 1}`)
    const before = i === 0 ? 'the round opened' : 'the bet before it'
    demand(row.ms >= previous, `rows[${i}].ms is earlier than ${before}`)
    demand(row.ms < closesAt, `rows[${i}].ms is not before bets close`)
    previous = row.ms
  })
}

function checkTimes(proof: SealedRound): Outcome {
  const { terms, seal } = proof
  const { opensAt, closesAt, roundMs, cutoffMs } = terms
  checkBetTimes(proof)
  demand(seal.sealedAt >= closesAt, 'the round was sealed before its bets closed')
  demand(seal.sealedAt < opensAt + roundMs, 'the round was sealed after its end, so it is void')
  return `all bets are from the round, and it was sealed within ${cutoffMs / 1000} seconds of their close`
}

/** When the beacon round of a seal is published, Unix milliseconds. */
export function beaconMs({ round }: Pick<RoundSeal, 'round'>): number {
  return roundTimeMs(round, ROUND_TIMES)
}
