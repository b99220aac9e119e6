/** JSON schemas of rounds: the log's entries about games, and the parts of a round's proof. */
import { ZONE } from '../games/periods.ts'
import { VOUCHING_BY_GRADE } from './issue.ts'
import {
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  namedWitnesses,
  namedWitnesses3,
  NOT_NULL,
  NULL,
  quorum,
  text,
  time,
  U32,
  word,
} from './json-schema.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MAX_CHAIN = 1_048_576

export const game = word('lucky-1m', 'lucky-3m', 'lucky-5m', 'king-2m')
export const period = text('^[0-9]{8}-[0-9]{4}$', 'YYYYMMDD-NNNN in the business zone')
const chain = text('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'id of the hash chain')
export const chainIndex = integer(1, MAX_CHAIN, 'i of x_i')

const fields: Record<string, JsonSchema> = {
  game,
  chain,
  length: integer(1, MAX_CHAIN, 'M'),
  head: hex(32, 'x_0'),
  zone: text(ZONE.source, 'business zone: UTC, an offset like +05:45, or an IANA name'),
  roundMs: integer(10_000, 1_800_000, 'length of a round; divides half an hour'),
  cutoffMs: integer(1, 1_799_999, 'bets close this long before the end'),
  beaconChain: hex(32, 'chain of the beacon'),
  delay: integer(1, 86_400, 'seconds from the seal to its beacon round'),
  grade: word('beacon', 'witnessed'),
  witnesses: namedWitnesses,
  fee: integer(0, 5_000, 'in 1/10,000 of the stake'),
  demo: { type: 'boolean', description: 'the times are those of the demo world' },
  at: time('the publication of the chain'),
}

const BY_GRADE: readonly JsonSchema[] = [
  {
    oneOf: [
      { properties: { grade: { const: 'witnessed' }, witnesses: NOT_NULL } },
      { properties: { grade: { const: 'beacon' }, witnesses: NULL } },
    ],
  },
]

/** @param extra fields that surround the terms, as in an entry of the log */
export const chainTerms = (extra: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...exactly({ ...extra, ...fields }),
  allOf: BY_GRADE,
})

/** @param extra fields that surround the terms, as in an entry of the log */
export const chainTerms3 = (extra: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...exactly({
    ...extra,
    ...fields,
    delay: integer(5, 86_400, 'seconds from the end of the bets to the beacon round'),
    witnesses: namedWitnesses3,
    quorum,
    from: period,
  }),
  allOf: [VOUCHING_BY_GRADE],
})

/** The terms in a proof. A void round has no place in the chain. */
export const roundTerms = (isVoid: boolean): JsonSchema =>
  chainTerms({
    period,
    index: isVoid ? NULL : chainIndex,
    previous: isVoid ? NULL : integer(0, MAX_CHAIN, 'index of the seal before it in the chain: i − 1'),
    opensAt: time('the round opens'),
    closesAt: time('bets close'),
  })

/** @param extra fields that surround the seal, as in an entry of the log */
export const roundSeal = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  exactly({
    ...extra,
    bets: integer(0, U32, 'K'),
    digest: hex(32, 'of the bets'),
    secret: hex(32, 'x_i'),
    sealedAt: time('the seal'),
    round: integer(1, MAX, 'r'),
  })

const lucky: Record<string, JsonSchema> = {
  price: text('^[0-9]{6}$', 'six digits'),
  number: integer(0, 9, 'the last digit of price'),
}
const king: Record<string, JsonSchema> = {
  finish: list(integer(1, 10), 10, 10, 'the runners, the champion first'),
}

/** @param extra fields beside the result, as in a proof */
export const gameResult = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  oneOf: [exactly({ ...extra, ...lucky }), exactly({ ...extra, ...king })],
})

export const betRow = exactly({
  seq: integer(1, U32, '1 … K'),
  ms: time('the bet'),
  bet: exactly({
    game,
    picks: list(text('^[0-9a-z]{1,20}$'), 1, 100, 'options of the game'),
  }),
  stake: text('^(0|[1-9][0-9]{0,19})$', 'in 1/10,000 units: stake on each of the picks, at most 2^64 − 1'),
  tag: hex(8, 'member tag'),
})

const t = (kind: string): JsonSchema => ({ const: kind })
const at = time('when the server wrote the entry')

/** The entries of the log, by the names of their components. */
export const ROUND_ENTRIES: Readonly<Record<string, JsonSchema>> = {
  GameChain: chainTerms({ t: t('game-chain') }),
  RoundSeal: roundSeal({ t: t('round-seal'), game, period, chain, index: chainIndex, at }),
  RoundResult: exactly({
    t: t('round-result'),
    game,
    period,
    round: integer(1, MAX, 'r'),
    beacon: hex(32, 'B'),
    result: gameResult(),
    at,
  }),
  RoundVoid: exactly({
    t: t('round-void'),
    game,
    period,
    bets: integer(0, U32, 'number of bets whose stake goes back'),
    at,
  }),
}
