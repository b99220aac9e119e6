/** The steps `inclusion`, `checkpoint`, `receipt` and `log` of a round. */
import { beaconOf } from '../beacon.ts'
import { canonicalJson } from '../canonical.ts'
import { entryText, type LogEntry, roundName } from '../entries.ts'
import type { BetRow } from '../games/bets.ts'
import { CHAIN_TERMS, readGame, readPeriod, readRoundSeal } from '../proof/round.ts'
import type { ChainTerms, RoundLog, RoundProof, RoundTerms } from '../proof/round-types.ts'
import { U32 } from '../proof/fields.ts'
import { demand, readInteger, readObject, readWord } from '../read.ts'
import type { BetReceipt } from '../receipt.ts'
import { parsed, timeOf } from './entry-text.ts'
import { checkIncluded, checkNotes, compareWithLog, withoutLog } from './logged-steps.ts'
import { checkLogState, openReceipt } from './receipt-step.ts'
import { beaconMs } from './round-steps.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

/** @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree */
export function checkRoundInclusion(proof: RoundProof, options: VerifyOptions): Outcome {
  const { log } = proof
  return log === null ? withoutLog(options) : checkIncluded(log, checkContents(proof, log))
}

/** The bytes of each entry are those that follow from the proof. @returns what the entries are */
function checkContents(proof: RoundProof, log: RoundLog): string[] {
  const { entries } = log
  const { terms, seal, result } = proof
  const demandText = (i: number, name: string, entry: LogEntry): void =>
    demand(entries[i]!.bytes === entryText(entry), `the log's ${name} differs from the proof`)
  demandText(0, 'chain', { t: 'game-chain', ...chainOf(terms) })
  if (seal === null) return ['chain', ...checkVoid(proof, log)]
  const { game, period, chain } = terms
  demandText(1, 'seal', {
    t: 'round-seal',
    game,
    period,
    chain,
    index: terms.index!,
    ...seal,
    at: seal.sealedAt,
  })
  if (result === null) return ['chain', 'seal']
  const at = timeOf(entries[2]!, 'result')
  const { entropy: _, ...stated } = result
  const beacon = beaconOf(proof.beacon!.signature)
  demandText(2, 'result', {
    t: 'round-result',
    game,
    period,
    round: seal.round,
    beacon,
    result: stated,
    at,
  })
  demand(at >= beaconMs(seal), 'the result is dated before its round was published')
  return ['chain', 'seal', 'result']
}

function chainOf(terms: RoundTerms): ChainTerms {
  return Object.fromEntries(CHAIN_TERMS.map((name) => [name, terms[name]])) as ChainTerms
}

/** A round is void after its close without a seal; in grade `witnessed` also with a seal whose beacon round is over. */
function checkVoid({ terms }: RoundProof, { entries }: RoundLog): string[] {
  const last = entries.at(-1)!
  const stated = readVoid(parsed(last, 'the void'))
  demand(
    stated.game === terms.game && stated.period === terms.period,
    "the log's void is that of another round",
  )
  const canonical = entryText({ t: 'round-void', ...stated })
  demand(last.bytes === canonical, "the log's void is not in canonical form")
  demand(stated.at >= terms.closesAt, 'the round is void before its bets closed')
  if (entries.length === 2) return ['void']
  demand(terms.grade === 'witnessed', `a sealed round of grade ${terms.grade} is never void`)
  const { t, game, period, chain, index, at, ...fields } = parsed(entries[1]!, 'the seal')
  const seal = readRoundSeal(fields, 'the seal')
  const text = entryText({
    t: readWord(t, 'the seal', ['round-seal']),
    game: terms.game,
    period: terms.period,
    chain: terms.chain,
    index: readInteger(index, 'the index of the seal', 1, terms.length),
    ...seal,
    at: seal.sealedAt,
  })
  const isOfRound = game === terms.game && period === terms.period && chain === terms.chain
  demand(isOfRound && at === seal.sealedAt, "the log's seal is that of another round")
  demand(entries[1]!.bytes === text, "the log's seal is not in canonical form")
  demand(stated.at >= beaconMs(seal), 'the sealed round is void before its beacon round was published')
  return ['seal', 'void']
}

const VOID = ['t', 'game', 'period', 'bets', 'at'] as const

/** Reads the fields of an entry `round-void`. */
export function readVoid(fields: unknown): { game: string; period: string; bets: number; at: number } {
  const entry = readObject(fields, 'the void', VOID)
  readWord(entry['t'], 'the void', ['round-void'])
  return {
    game: readGame(entry['game'], 'game'),
    period: readPeriod(entry['period'], 'period'),
    bets: readInteger(entry['bets'], 'bets', 0, U32),
    at: readInteger(entry['at'], 'at', 0),
  }
}

/** @throws ReadError */
export function checkRoundCheckpoints(proof: RoundProof, { publicKey }: VerifyOptions): Outcome {
  const { log, deployment, seal, result } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  const end = seal === null ? 'void' : result === null ? null : 'result'
  const noted = seal && { at: seal.sealedAt, before: beaconMs(seal) }
  return checkNotes({ log, deployment, seal: noted, sealEntry: 1, end }, publicKey)
}

/**
 * The signed receipt of a bet is that of a row of the proof; a void round has no rows.
 * @throws ReadError
 */
export function checkBetReceipt(proof: RoundProof, document: unknown, { publicKey }: VerifyOptions): string {
  const { terms, rows, log, seal } = proof
  const { receipt } = openReceipt(document, log, publicKey)
  demand(receipt.t === 'receipt', 'the receipt is one of version 3, the proof is not')
  demand(receipt.kind === 'bet', 'the receipt is not the receipt of a bet')
  demandRound(receipt, terms)
  checkLogState(log, receipt.logSize, receipt.logRoot)
  if (seal === null) return 'the signed receipt is that of a bet in this void round: its stake goes back'
  return `the signed receipt matches bet ${betRow(receipt, rows).seq}`
}

export function demandRound(
  { game, period }: Pick<BetReceipt, 'game' | 'period'>,
  terms: Pick<RoundTerms, 'game' | 'period'>,
): void {
  const isOfRound = game === terms.game && period === terms.period
  demand(isOfRound, `the receipt is for round ${period} of ${game}`)
}

/** The row of a bet that a receipt is about. @throws ReadError */
export function betRow<R extends BetRow>(
  { ms, tag, picks, amount }: Pick<BetReceipt, 'ms' | 'tag' | 'picks' | 'amount'>,
  rows: readonly R[],
): R {
  const wanted = canonicalJson(picks)
  const row = rows.find(
    (one) =>
      one.ms === ms &&
      one.tag === tag &&
      canonicalJson(one.bet.picks) === wanted &&
      BigInt(one.stake) * BigInt(picks.length) === BigInt(amount),
  )
  demand(row !== undefined, 'no bet of the proof has the time, tag, picks and amount of the receipt')
  return row
}

/**
 * The audited log is the log of the proof, and its entries of the chain and the round are those of the proof.
 * @throws ReadError
 */
export function checkAuditedRound(proof: RoundProof, audited: FinishedAudit): Outcome {
  const { deployment, terms, seal, result, log } = proof
  if (log === null) return absent('not checked: this document carries no transparency log')
  const subjects = [terms.chain, roundName(terms.game, terms.period)]
  const mayGoOn = seal !== null && result === null
  return compareWithLog({ deployment, log, audited, subjects, what: 'round', mayGoOn })
}
