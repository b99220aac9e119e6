/** The steps `inclusion`, `checkpoint`, `receipt` and `log` of a round. */
import { beaconOf } from '../beacon.ts'
import { canonicalJson } from '../canonical.ts'
import { type Checkpoint, parseCheckpoint, statedTree, verifyCheckpoint } from '../checkpoint.ts'
import { entryText, type LogEntry, roundName } from '../entries.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../log.ts'
import { CHAIN_TERMS, readGame, readPeriod, readRoundSeal } from '../proof/round.ts'
import type { ChainTerms, RoundLog, RoundProof, RoundTerms } from '../proof/round-types.ts'
import { U32 } from '../proof/fields.ts'
import { demand, readInteger, readObject, readWord } from '../read.ts'
import { readReceipt, verifyReceipt } from '../receipt.ts'
import { parsed, timeOf } from './log-steps.ts'
import { checkLogState } from './receipt-step.ts'
import { beaconMs } from './round-steps.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

/** @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree */
export function checkRoundInclusion(proof: RoundProof, options: VerifyOptions): Outcome {
  const { log } = proof
  if (log === null) {
    const asked = (['publicKey', 'receipt', 'witness', 'log'] as const).some(
      (name) => options[name] !== undefined,
    )
    demand(
      !asked,
      'the document carries no transparency log, so nothing shows when its values were published',
    )
    return absent('not present: this document carries no transparency log')
  }
  const names = checkContents(proof, log)
  const tree = statedTree(log.checkpoint)
  if (tree === null) return absent('not checked: size and root of log.checkpoint cannot be read') // step `checkpoint` fails
  log.entries.forEach(({ bytes, index, inclusion: path }, i) => {
    const isInside = verifyInclusion({ leaf: leafHash(bytes), index, path, ...tree })
    demand(isInside, `the ${names[i]} is not in the log at index ${index}`)
    const isLater = i === 0 || log.entries[i - 1]!.index < index
    demand(isLater, `${names.join(', ')} are not in this order in the log`)
  })
  return `${names.join(', ')} are in the log as the proof states them`
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
export function checkRoundCheckpoints(proof: RoundProof, { publicKey: trusted }: VerifyOptions): Outcome {
  const { log, deployment, seal, result } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  const isKey = trusted === undefined || trusted === log.publicKey
  demand(isKey, "the proof's log key is not the key that was given")
  const latest = signed(log.checkpoint, 'log.checkpoint', log, deployment)
  if (seal === null || result !== null) {
    const what = seal === null ? 'void' : 'result'
    const at = timeOf(log.entries.at(-1)!, what)
    demand(latest.timeMs >= at, `log.checkpoint is dated before the ${what}`)
  }
  const key = trusted === undefined ? "the proof's own key (none was given)" : 'the key that was given'
  if (seal === null || log.sealCheckpoint === null) return `the log is signed with ${key}`
  const sealed = signed(log.sealCheckpoint, 'log.sealCheckpoint', log, deployment)
  const isExtended = verifyConsistency({
    oldSize: sealed.size,
    oldRoot: sealed.root,
    newSize: latest.size,
    newRoot: latest.root,
    path: log.consistency,
  })
  demand(isExtended, 'the log was rewritten between the two checkpoints')
  demand(log.entries[1]!.index < sealed.size, 'the checkpoint for the seal does not contain the seal')
  demand(sealed.timeMs < beaconMs(seal), 'the seal was published after the beacon round was known')
  demand(sealed.timeMs >= seal.sealedAt, 'the checkpoint for the seal is dated before the seal')
  demand(latest.timeMs >= sealed.timeMs, 'log.checkpoint is dated before log.sealCheckpoint')
  return `the log is signed with ${key} and was only extended since the seal`
}

function signed(note: string, place: string, log: RoundLog, deployment: string): Checkpoint {
  const hasOne = parseCheckpoint(note)?.signatures.length === 1
  demand(hasOne, `${place} carries other signatures than the one that is checked`)
  const checkpoint = verifyCheckpoint(note, log.publicKey, deployment)
  demand(checkpoint !== null, `${place} is not signed by the log's key for this deployment`)
  return checkpoint
}

/**
 * The signed receipt of a bet is that of a row of the proof; a void round has no rows.
 * @throws ReadError
 */
export function checkBetReceipt(proof: RoundProof, document: unknown, trusted: string | undefined): string {
  const { signed: signedReceipt, receipt } = readReceipt(document)
  const { terms, rows, log, seal } = proof
  const key = trusted ?? log?.publicKey
  demand(key === undefined || key === signedReceipt.publicKey, "the receipt's key is not the log's key")
  demand(verifyReceipt(signedReceipt), 'the receipt is not signed by its key')
  demand(receipt.kind === 'bet', 'the receipt is not the receipt of a bet')
  const { game, period, ms, tag, picks, amount } = receipt
  const isOfRound = game === terms.game && period === terms.period
  demand(isOfRound, `the receipt is for round ${period} of ${game}`)
  checkLogState(log, receipt.logSize, receipt.logRoot)
  if (seal === null) return 'the signed receipt is that of a bet in this void round: its stake goes back'
  const wanted = canonicalJson(picks)
  const row = rows.find(
    (one) =>
      one.ms === ms &&
      one.tag === tag &&
      canonicalJson(one.bet.picks) === wanted &&
      BigInt(one.stake) * BigInt(picks.length) === BigInt(amount),
  )
  demand(row !== undefined, 'no bet of the proof has the time, tag, picks and amount of the receipt')
  return `the signed receipt matches bet ${row.seq}`
}

/**
 * The audited log is the log of the proof, and its entries of the chain and the round are those of the proof.
 * @throws ReadError
 */
export function checkAuditedRound(proof: RoundProof, audited: FinishedAudit): Outcome {
  const { deployment, terms, seal, result, log } = proof
  if (log === null) return absent('not checked: this document carries no transparency log')
  demand(audited.deployment === deployment, `the audited log is the log of ${audited.deployment}`)
  demand(audited.publicKey === log.publicKey, 'the audited log has another key than the proof')
  const found = [...audited.find(terms.chain), ...audited.find(roundName(terms.game, terms.period))]
  log.entries.forEach(({ index, bytes }, i) => {
    const isSame = found[i]?.index === index && found[i].bytes === bytes
    demand(isSame, `entry ${index} of the proof is not entry ${i + 1} of the round in the audited log`)
  })
  const more = found.length - log.entries.length
  const mayGoOn = seal !== null && result === null
  demand(more === 0 || mayGoOn, `the audited log has ${more} more entries of the round than the proof`)
  const further = more === 0 ? '' : '; the log goes on with later entries of the round'
  return `the audited log has the entries of the proof and no others before them${further}`
}
