/** The verifier of rounds of version 3, whose times, index and beacon round follow from the chain's first period. */
import { beaconOf } from '../../beacon.ts'
import { claimedBetsDigest } from '../../games/bets.ts'
import { timesOf } from '../../games/periods.ts'
import { scheduledRound, scheduleOf } from '../../games/schedule.ts'
import { entryText, type LogEntry, roundName } from '../../entries.ts'
import type { RoundLog3, RoundProof3 } from '../../proof/version-3/documents.ts'
import { readRoundProof3 } from '../../proof/version-3/round.ts'
import { CHAIN_TERMS_3 } from '../../proof/version-3/terms.ts'
import type { ChainTerms3 } from '../../proof/version-3/types.ts'
import { readProofKind } from '../../proof.ts'
import { demand } from '../../read.ts'
import { badgeOf, demandEqual, ROUND_TIMES } from '../draw-steps.ts'
import { timeOf } from '../entry-text.ts'
import { checkIncluded, checkNotes, compareWithLog, withoutLog } from '../logged-steps.ts'
import {
  beaconMs,
  checkBets,
  checkBetTimes,
  checkDigest,
  ROUND_CHECKS,
  type RoundDrawStep,
} from '../round-steps.ts'
import {
  absent,
  type FinishedAudit,
  type Outcome,
  type StepName,
  type Verification,
  type VerifyOptions,
} from '../types.ts'
import { type Verifier, verifyWith } from '../verification.ts'
import { checkClaim } from './claim.ts'
import { checkBetReceipt3 } from './receipts.ts'
import type { Vouchers } from './vouchers.ts'
import { checkChainWitnesses, namedOf, quorumOf, readLines, togetherWith } from './witnesses.ts'

/** The steps of a round in order. */
export const ROUND_STEPS_3 = [
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
  'claim',
] as const satisfies readonly StepName[]
type RoundStep = (typeof ROUND_STEPS_3)[number]

const CHECKS: Readonly<Record<RoundStep, (proof: RoundProof3, options: VerifyOptions) => Outcome>> = {
  ...(ROUND_CHECKS satisfies Record<RoundDrawStep, unknown>),
  terms: checkTerms,
  times: (proof) => {
    checkBetTimes(proof)
    demand(
      proof.seal.sealedAt >= beaconMs(proof.seal),
      'the secret was revealed before the round was published',
    )
    return 'all bets are from the round, and its secret was revealed after the beacon round'
  },
  digest: ({ terms: { game, period }, rows, seal }) => {
    checkBets(game, rows)
    return checkDigest(seal, rows, claimedBetsDigest(game, period, rows))
  },
  round: ({ terms: { closesAt, delay }, seal, beacon }) => {
    demandEqual('the round of the seal', seal.round, scheduledRound(closesAt, delay, ROUND_TIMES))
    if (beacon !== null) demandEqual('the round of the beacon', beacon.round, seal.round)
    return `the close of the bets selects round ${seal.round}, published at least ${delay} seconds after it`
  },
  inclusion: checkInclusion,
  checkpoint: checkCheckpoints,
  witnesses: checkWitnesses,
  claim: ({ rows }, options) => checkClaim(rows, options),
}

/** @param document a parsed JSON value that states version 3 */
export function verifyRound3(document: unknown, options: VerifyOptions): Verification {
  return verifyWith(ROUNDS_3, document, options)
}

const ROUNDS_3: Verifier<RoundProof3, RoundStep> = {
  what: 'round',
  read: (document) => {
    const { kind, proof } = readProofKind(document)
    demand(kind === 'round', `the proof is that of kind ${kind}`)
    return readRoundProof3(proof)
  },
  stepsOf: () => ROUND_STEPS_3,
  check: (step, proof, options) => CHECKS[step](proof, options),
  checkReceipt: checkBetReceipt3,
  checkAudited,
  badgeOf: ({ terms: { grade, beaconChain: chain } }) => badgeOf({ terms: { grade, chain } }),
  mainSentence,
  originOf: ({ terms }) => ({ version: 3, demo: terms.demo }),
  vouchedFor: ({ terms, log }) => (terms.grade === 'witnessed' && log !== null ? quorumOf(terms) : undefined),
}

function mainSentence({ terms, seal, result }: RoundProof3): string {
  const quorum = terms.grade === 'witnessed' ? ` ${togetherWith(terms)}.` : ''
  if (result === null)
    return `This document verifies: the round is sealed, and round ${seal.round} of the beacon decides its result.${quorum}`
  return `This proof verifies, and the signed log holds the chain, the seal and the result of the round.${quorum}`
}

/** When the first round of the chain opens: it is published and witnessed before. Null when there is no such period. */
export const opening = (terms: ChainTerms3): number | null => timesOf(terms, terms.from)?.opensAt ?? null

/** Times and index follow from the chain's terms and the period; a document cannot state others. */
function checkTerms({ terms }: RoundProof3): Outcome {
  const { game, period, chain, grade, from, at } = terms
  const schedule = scheduleOf(terms, period)
  const first = opening(terms)
  demand(schedule !== null && first !== null, `the chain has no round of the period ${period}`)
  demandEqual('the time at which the round opens', terms.opensAt, schedule.opensAt)
  demandEqual('the time at which bets close', terms.closesAt, schedule.closesAt)
  demandEqual('the number of the round in its chain', terms.index, schedule.index)
  demand(first > at, `the first period ${from} opens before the chain was published`)
  return `round ${period} of ${game}: number ${terms.index} of chain ${chain}, grade ${grade}`
}

/** @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree */
function checkInclusion(proof: RoundProof3, options: VerifyOptions): Outcome {
  const { log } = proof
  if (log === null) return withoutLog(options)
  const { terms, seal, result } = proof
  const { game, period, chain, index } = terms
  const demandText = (i: number, name: string, entry: LogEntry): void =>
    demand(log.entries[i]!.bytes === entryText(entry), `the log's ${name} differs from the proof`)
  demandText(0, 'chain', { t: 'game-chain', ...chainOf(proof) })
  demandText(1, 'seal', { t: 'round-seal', game, period, chain, index, ...seal, at: seal.sealedAt })
  if (result === null) return checkIncluded(log, ['chain', 'seal'])
  const at = timeOf(log.entries[2]!, 'result')
  const { entropy: _, ...stated } = result
  const { signature } = proof.beacon!
  const drawn = { round: seal.round, beacon: beaconOf(signature), signature }
  demandText(2, 'result', { t: 'round-result', game, period, ...drawn, result: stated, at })
  demand(at >= seal.sealedAt, 'the result is dated before the seal')
  return checkIncluded(log, ['chain', 'seal', 'result'])
}

function chainOf({ terms }: RoundProof3): ChainTerms3 {
  return Object.fromEntries(CHAIN_TERMS_3.map((name) => [name, terms[name]])) as ChainTerms3
}

const OF_CHAIN = {
  place: 'log.chainCheckpoint',
  what: 'the chain',
  limit: 'its first round opened',
}

/** @throws ReadError */
function checkCheckpoints(proof: RoundProof3, { publicKey }: VerifyOptions): Outcome {
  const { log, deployment, terms, result } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  const { chainCheckpoint, ...common } = log
  const notes = {
    ...common,
    sealCheckpoint: chainCheckpoint.note,
    consistency: chainCheckpoint.consistency,
  }
  const end = result === null ? 'seal' : 'result'
  const chain = { at: terms.at, before: opening(terms) }
  return checkNotes({ log: notes, deployment, seal: chain, sealEntry: 0, end, words: OF_CHAIN }, publicKey)
}

/** The chain is witnessed before its first round opens. @throws ReadError */
function checkWitnesses(proof: RoundProof3, options: VerifyOptions): Outcome {
  const { log, terms } = proof
  if (log === null) return absent('not present: this document carries no signatures of witnesses')
  const opensAt = opening(terms)
  return checkChainWitnesses(proof, log, linesOf(log, opensAt === null ? null : opensAt / 1000), options)
}

/** The named witnesses that signed the chain in time. @throws ReadError when a line is not well formed */
export function chainVouchers({ deployment, terms }: RoundProof3, log: RoundLog3): Vouchers {
  const first = opening(terms)
  const keys = namedOf(terms).map(({ parsed }) => parsed)
  const lines = linesOf(log, first === null ? null : first / 1000)
  return readLines(deployment, log, lines, { keys, lines: 'named' })
}

const linesOf = ({ chainLines, entries }: RoundLog3, before: number | null) =>
  ({
    notes: chainLines,
    place: 'log.chainLines',
    are: 'older',
    covers: entries[0]!.index,
    before,
  }) as const

/** The audited log has the entries of the chain and the round that the proof has. @throws ReadError */
function checkAudited(proof: RoundProof3, audited: FinishedAudit): Outcome {
  const { deployment, terms, result, log } = proof
  if (log === null) return absent('not checked: this document carries no transparency log')
  const subjects = [terms.chain, roundName(terms.game, terms.period)]
  return compareWithLog({ deployment, log, audited, subjects, what: 'round', mayGoOn: result === null })
}
