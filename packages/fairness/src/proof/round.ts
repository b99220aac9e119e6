/** The strict readers of rounds: proofs of version 2 and kind `round`, and the parts that the log's entries share with them. */
import type { BetRow } from '../games/bets.ts'
import { MAX_CHAIN } from '../games/chain.ts'
import { GAME_IDS, GAMES, type GameId } from '../games/pay-table.ts'
import { demandZone, isRoundLength, PERIOD, ZONE } from '../games/periods.ts'
import type { GameResult } from '../games/result.ts'
import {
  readBoolean,
  readDecimal,
  readHex,
  readInteger,
  readList,
  readObject,
  readText,
  readWord,
  refuse,
} from '../read.ts'
import {
  present,
  readBeacon,
  readDeployment,
  readEntry,
  readHash,
  readNote,
  readPath,
  readRound as readBeaconRound,
  U32,
} from './fields.ts'
import type {
  ChainTerms,
  RoundGrade,
  RoundLog,
  RoundProof,
  RoundResult,
  RoundSeal,
  RoundTerms,
} from './round-types.ts'
import { PROOF_VERSION } from './types.ts'
import { readCosignatures, readWitnesses } from './version-2.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const GRADES: readonly RoundGrade[] = ['beacon', 'witnessed']
const MAX_FEE = 5_000
const HALF_HOUR = 1_800_000

export const CHAIN_TERMS = [
  'game',
  'chain',
  'length',
  'head',
  'zone',
  'roundMs',
  'cutoffMs',
  'beaconChain',
  'delay',
  'grade',
  'witnesses',
  'fee',
  'demo',
  'at',
] as const satisfies readonly (keyof ChainTerms)[]
const ROUND_TERMS = [...CHAIN_TERMS, 'period', 'index', 'previous', 'opensAt', 'closesAt'] as const

export function readGame(value: unknown, place: string): GameId {
  return readWord(value, place, GAME_IDS)
}

export function readPeriod(value: unknown, place: string): string {
  return readText(value, place, PERIOD, 'a period')
}

export function readChainId(value: unknown, place: string): string {
  return readText(value, place, UUID, 'the id of a chain')
}

/** Reads the terms of a chain. @throws ReadError that names the field */
export function readChainTerms(value: unknown, place = 'terms'): ChainTerms {
  return readChain(readObject(value, place, CHAIN_TERMS), place)
}

function readChain(terms: Record<string, unknown>, place: string): ChainTerms {
  const fields = readChainFields(terms, place)
  const { grade } = fields
  const where = `${place}.witnesses`
  return {
    ...fields,
    witnesses: present(grade === 'witnessed', terms['witnesses'], where, grade, readWitnesses),
  }
}

/**
 * Reads the fields of {@link CHAIN_TERMS} but for `witnesses`; the caller has checked which fields the object has.
 * @throws UnknownZone when this runtime has no rules of the zone
 */
export function readChainFields(
  terms: Record<string, unknown>,
  place: string,
): Omit<ChainTerms, 'witnesses'> {
  const at = (field: string): string => `${place}.${field}`
  const grade = readWord(terms['grade'], at('grade'), GRADES)
  const zone = readText(terms['zone'], at('zone'), ZONE, 'a zone')
  demandZone(zone)
  const roundMs = readInteger(terms['roundMs'], at('roundMs'), 1, HALF_HOUR)
  const cutoffMs = readInteger(terms['cutoffMs'], at('cutoffMs'), 1, HALF_HOUR)
  if (!isRoundLength(roundMs, cutoffMs)) refuse(at('roundMs'), 'and cutoffMs are no lengths of a round')
  return {
    game: readGame(terms['game'], at('game')),
    chain: readChainId(terms['chain'], at('chain')),
    length: readInteger(terms['length'], at('length'), 1, MAX_CHAIN),
    head: readHash(terms['head'], at('head')),
    zone,
    roundMs,
    cutoffMs,
    beaconChain: readHash(terms['beaconChain'], at('beaconChain')),
    delay: readInteger(terms['delay'], at('delay'), 1, 86_400),
    grade,
    fee: readInteger(terms['fee'], at('fee'), 0, MAX_FEE),
    demo: readBoolean(terms['demo'], at('demo')),
    at: readInteger(terms['at'], at('at'), 0),
  }
}

function readRoundTerms(value: unknown, isVoid: boolean): RoundTerms {
  const terms = readObject(value, 'terms', ROUND_TERMS)
  const chain = readChain(terms, 'terms')
  const place = (field: 'index' | 'previous', least: number): number | null => {
    if (isVoid) return terms[field] === null ? null : refuse(`terms.${field}`, 'is not null in a void round')
    return readInteger(terms[field], `terms.${field}`, least, chain.length)
  }
  return {
    ...chain,
    period: readPeriod(terms['period'], 'terms.period'),
    index: place('index', 1),
    previous: place('previous', 0),
    opensAt: readInteger(terms['opensAt'], 'terms.opensAt', 0),
    closesAt: readInteger(terms['closesAt'], 'terms.closesAt', 0),
  }
}

const SEAL = ['bets', 'digest', 'secret', 'sealedAt', 'round'] as const satisfies readonly (keyof RoundSeal)[]

/** Reads the seal of a round. @throws ReadError that names the field */
export function readRoundSeal(value: unknown, place = 'seal'): RoundSeal {
  const seal = readObject(value, place, SEAL)
  const at = (field: string): string => `${place}.${field}`
  return {
    bets: readInteger(seal['bets'], at('bets'), 0, U32),
    digest: readHash(seal['digest'], at('digest')),
    secret: readHash(seal['secret'], at('secret')),
    sealedAt: readInteger(seal['sealedAt'], at('sealedAt'), 0),
    round: readBeaconRound(seal['round'], at('round')),
  }
}

const RESULT = { lucky: ['price', 'number'], king: ['finish'] } as const

/** Reads the result of a game. @throws ReadError that names the field */
export function readGameResult(value: unknown, place: string, game: GameId): GameResult {
  return readResultFields(readObject(value, place, RESULT[GAMES[game]]), place, game)
}

function readResultFields(result: Record<string, unknown>, place: string, game: GameId): GameResult {
  if (GAMES[game] === 'lucky') {
    return {
      price: readText(result['price'], `${place}.price`, /^[0-9]{6}$/, 'six digits'),
      number: readInteger(result['number'], `${place}.number`, 0, 9),
    }
  }
  const finish = readList(result['finish'], `${place}.finish`, 10, 10)
  return { finish: finish.map((runner, i) => readInteger(runner, `${place}.finish[${i}]`, 1, 10)) }
}

/** Reads the result of a round in a proof. */
export function readRoundResult(value: unknown, game: GameId): RoundResult {
  const result = readObject(value, 'result', ['entropy', ...RESULT[GAMES[game]]])
  return {
    entropy: readHash(result['entropy'], 'result.entropy'),
    ...readResultFields(result, 'result', game),
  }
}

export const BET_ROW = ['seq', 'ms', 'bet', 'stake', 'tag'] as const
export const MAX_BETS = 10_000_000
const MAX_PICKS = 100

function readRow(value: unknown, i: number): BetRow {
  const place = `rows[${i}]`
  return readBet(readObject(value, place, BET_ROW), place)
}

/** Reads the fields of {@link BET_ROW}; the caller has checked which fields the object has. */
export function readBet(row: Record<string, unknown>, place: string): BetRow {
  const bet = readObject(row['bet'], `${place}.bet`, ['game', 'picks'])
  const stake = readDecimal(row['stake'], `${place}.stake`)
  if (BigInt(stake) >= 2n ** 64n) refuse(`${place}.stake`, 'has more than 64 bits')
  return {
    seq: readInteger(row['seq'], `${place}.seq`, 1, U32),
    ms: readInteger(row['ms'], `${place}.ms`, 0),
    bet: {
      game: readGame(bet['game'], `${place}.bet.game`),
      picks: readList(bet['picks'], `${place}.bet.picks`, 1, MAX_PICKS).map((pick, k) =>
        readText(pick, `${place}.bet.picks[${k}]`, /^[0-9a-z]{1,20}$/, 'a pick'),
      ),
    },
    stake,
    tag: readHex(row['tag'], `${place}.tag`, 8),
  }
}

/** @param proof an object with the fields of a proof, of kind `round` and of version 2 */
export function readRoundProof(proof: Record<string, unknown>): RoundProof {
  const isVoid = proof['seal'] === null
  const hasResult = proof['result'] !== null
  if (!hasResult && proof['beacon'] !== null) refuse('beacon', 'is not null, but the round has no result')
  if (isVoid && hasResult) refuse('result', 'is not null, but the round is void')
  const terms = readRoundTerms(proof['terms'], isVoid)
  return {
    version: PROOF_VERSION,
    kind: 'round',
    deployment: readDeployment(proof['deployment'], 'deployment'),
    terms,
    rows: readList(proof['rows'], 'rows', 0, isVoid ? 0 : MAX_BETS).map(readRow),
    seal: isVoid ? null : readRoundSeal(proof['seal']),
    beacon: hasResult ? readBeacon(proof['beacon'], terms.grade) : null,
    result: hasResult ? readRoundResult(proof['result'], terms.game) : null,
    log: proof['log'] === null ? null : readLog(proof['log'], isVoid, hasResult),
  }
}

const LOG = [
  'entries',
  'sealCheckpoint',
  'checkpoint',
  'consistency',
  'cosignatures',
  'publicKey',
] as const satisfies readonly (keyof RoundLog)[]

function readLog(value: unknown, isVoid: boolean, hasResult: boolean): RoundLog {
  const log = readObject(value, 'log', LOG)
  const least = isVoid || !hasResult ? 2 : 3
  const note = log['sealCheckpoint']
  if (isVoid && note !== null) refuse('log.sealCheckpoint', 'is not null, but the round is void')
  const consistency = readPath(log['consistency'], 'log.consistency')
  if (isVoid && consistency.length > 0) refuse('log.consistency', 'is not empty, but the round is void')
  return {
    entries: readList(log['entries'], 'log.entries', least, isVoid ? 3 : least).map(readEntry),
    sealCheckpoint: isVoid ? null : readNote(note, 'log.sealCheckpoint'),
    checkpoint: readNote(log['checkpoint'], 'log.checkpoint'),
    consistency,
    cosignatures: readCosignatures(log['cosignatures'], !isVoid),
    publicKey: readHash(log['publicKey'], 'log.publicKey'),
  }
}
