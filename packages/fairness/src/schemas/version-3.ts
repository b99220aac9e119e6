/** JSON schemas of the log's entries whose form version 3 adds or changes, by the names of their components. */
import { eventId, eventTerms3, leftOut, winners } from './events.ts'
import { commonSeal, issueNumber, terms3 } from './issue.ts'
import {
  amount,
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  namedWitnesses3,
  NOT_NULL,
  NULL,
  orNull,
  quorum,
  text,
  time,
  U32,
  word,
} from './json-schema.ts'
import { chainTerms3, game, gameResult, period } from './rounds.ts'

const MAX = Number.MAX_SAFE_INTEGER
const t = (kind: string): JsonSchema => ({ const: kind })
const at = time('when the server wrote the entry')
const { salt: _, ...seal } = commonSeal

/** What draws of issues and events have in common; the grade of the opening says which of them are null. */
const drawn: Record<string, JsonSchema> = {
  round: orNull(integer(1, MAX)),
  beacon: orNull(hex(32, 'B')),
  signature: orNull(hex(48, 'of the beacon round; null exactly where the beacon is')),
  lines: orNull(
    list(
      text('^[\\s\\S]{2,16384}$'),
      0,
      16,
      'signed notes by ascending size, with the timely lines of named witnesses; null unless the grade is witnessed',
    ),
  ),
  favour: { const: true, description: 'only where fewer witnesses than the quorum signed in time' },
}

export const ENTRY_SCHEMAS_3: Readonly<Record<string, JsonSchema>> = {
  LogRules: exactly({
    t: t('log-rules'),
    version: { const: 3 },
    localBeacon: orNull(hex(96, 'public key of the local beacon; null with real money')),
    at,
  }),
  BeaconDead: exactly({
    t: t('beacon-dead'),
    chain: hex(32, 'chain of a beacon that is dead for good'),
    lastRound: integer(1, MAX, 'the last round that it published'),
    at,
  }),
  IssueOpen3: terms3({ t: t('issue-open') }),
  IssueSeal3: exactly({
    t: t('issue-seal'),
    issue: issueNumber,
    at,
    ...commonSeal,
    shares: integer(1, 10_000_000, 'M: sold shares'),
    freeEntries: integer(0, U32, 'how many of the orders are free entries'),
  }),
  IssueDraw3: exactly(
    {
      t: t('issue-draw'),
      issue: issueNumber,
      ...drawn,
      entropy: orNull(hex(32, 'E')),
      code: integer(1, U32),
      at,
    },
    ['favour'],
  ),
  IssueFavour: exactly({
    t: t('issue-favour'),
    issue: issueNumber,
    orders: integer(0, U32, 'how many orders get more than they won'),
    amount: amount('what they get beyond that, together'),
    at,
  }),
  IssueRefund3: exactly({
    t: t('issue-refund'),
    issue: issueNumber,
    orders: integer(0, U32, 'number of refunded orders'),
    shares: integer(0, U32, 'sold shares'),
    amount: amount('their sum'),
    reason: word('deadline', 'pk', 'minimum', 'witnesses', 'lost', 'beacon'),
    at,
  }),
  EventOpen3: eventTerms3({ t: t('event-open') }),
  EventSeal3: exactly({ t: t('event-seal'), event: eventId, at, ...seal, salt: hex(32), out: leftOut }, [
    'out',
  ]),
  EventDraw3: exactly({ t: t('event-draw'), event: eventId, ...drawn, entropy: hex(32, 'E'), winners, at }, [
    'favour',
  ]),
  EventVoid3: exactly({
    t: t('event-void'),
    event: eventId,
    participants: integer(1, U32, 'with those who are left out'),
    pool: amount('that of the opening'),
    out: leftOut,
    at,
  }),
  EventFavour: exactly({
    t: t('event-favour'),
    event: eventId,
    members: integer(0, U32, 'participants that stayed and did not win'),
    amount: amount('what they get of the pool, together'),
    at,
  }),
  GameChain3: chainTerms3({ t: t('game-chain') }),
  RoundResult3: exactly({
    t: t('round-result'),
    game,
    period,
    round: integer(1, MAX, 'r'),
    beacon: hex(32, 'B'),
    signature: hex(48, 'of the beacon round'),
    result: gameResult(),
    at,
  }),
  Solvency3: {
    ...exactly({
      t: t('solvency'),
      root: hex(32, 'of the Merkle-sum tree over the members'),
      total: amount('what members own, at most 2^64 − 1'),
      assets: amount('what the house has at banks and payment companies, as its books say'),
      witnesses: namedWitnesses3,
      quorum,
      at,
    }),
    oneOf: [
      { properties: { witnesses: NULL, quorum: NULL } },
      { properties: { witnesses: NOT_NULL, quorum: NOT_NULL } },
    ],
  },
}
