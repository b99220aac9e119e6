/** The strict reader of `fairlot-proof/3`, kind `round`. */
import type { ClaimedBet } from '../../games/bets.ts'
import { readInteger, readList, readObject, refuse } from '../../read.ts'
import { readBeacon, readDeployment, readEntry, readHash, readNote } from '../fields.ts'
import { BET_ROW, MAX_BETS, readBet, readPeriod, readRoundResult, readRoundSeal } from '../round.ts'
import { PROOF_VERSION_3 } from '../types.ts'
import type { RoundLog3, RoundProof3, RoundTerms3 } from './documents.ts'
import { readLinkedNote, readLinkedNotes } from './parts.ts'
import { readClaim } from './seals.ts'
import { CHAIN_TERMS_3, readChainFields3 } from './terms.ts'

const ROUND_TERMS_3 = [...CHAIN_TERMS_3, 'period', 'index', 'opensAt', 'closesAt'] as const

/** @param proof an object with the fields of a proof, of kind `round` and of this version */
export function readRoundProof3(proof: Record<string, unknown>): RoundProof3 {
  const terms = readRoundTerms3(proof['terms'])
  const hasResult = proof['result'] !== null
  if (!hasResult && proof['beacon'] !== null) refuse('beacon', 'is not null, but the round has no result')
  return {
    version: PROOF_VERSION_3,
    kind: 'round',
    deployment: readDeployment(proof['deployment'], 'deployment'),
    terms,
    rows: readList(proof['rows'], 'rows', 0, MAX_BETS).map(readBet3),
    seal: readRoundSeal(proof['seal']),
    beacon: hasResult ? readBeacon(proof['beacon'], terms.grade) : null,
    result: hasResult ? readRoundResult(proof['result'], terms.game) : null,
    log: proof['log'] === null ? null : readRoundLog3(proof['log'], hasResult ? 3 : 2),
  }
}

function readRoundTerms3(value: unknown): RoundTerms3 {
  const terms = readObject(value, 'terms', ROUND_TERMS_3)
  const chain = readChainFields3(terms, 'terms')
  return {
    ...chain,
    period: readPeriod(terms['period'], 'terms.period'),
    index: readInteger(terms['index'], 'terms.index', 1, chain.length),
    opensAt: readInteger(terms['opensAt'], 'terms.opensAt', 0),
    closesAt: readInteger(terms['closesAt'], 'terms.closesAt', 0),
  }
}

function readBet3(value: unknown, i: number): ClaimedBet {
  const place = `rows[${i}]`
  const row = readObject(value, place, [...BET_ROW, 'claim'])
  return { ...readBet(row, place), claim: readClaim(row['claim'], `${place}.claim`) }
}

const ROUND_LOG_3 = [
  'entries',
  'chainCheckpoint',
  'chainLines',
  'checkpoint',
  'publicKey',
] as const satisfies readonly (keyof RoundLog3)[]

function readRoundLog3(value: unknown, entries: number): RoundLog3 {
  const log = readObject(value, 'log', ROUND_LOG_3)
  return {
    entries: readList(log['entries'], 'log.entries', entries, entries).map(readEntry),
    chainCheckpoint: readLinkedNote(log['chainCheckpoint'], 'log.chainCheckpoint'),
    chainLines: readLinkedNotes(log['chainLines'], 'log.chainLines', true),
    checkpoint: readNote(log['checkpoint'], 'log.checkpoint'),
    publicKey: readHash(log['publicKey'], 'log.publicKey'),
  }
}
