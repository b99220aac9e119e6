/** JSON schemas of prize-share events: the log's entries about them, and the parts of an event's proof. */
import { gradeRule, VOUCHING_BY_GRADE } from './issue.ts'
import {
  amount,
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  namedWitnesses,
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

const MAX = Number.MAX_SAFE_INTEGER
const MAX_WINNERS = 1_000
const MAX_LEFT_OUT = 5_000

export const eventId = text('^[A-Z0-9]{1,12}-[0-9]{4,10}$', 'id of a prize-share event')

const fields: Record<string, JsonSchema> = {
  event: eventId,
  pool: amount('prize money of all winners together'),
  winners: integer(1, MAX_WINNERS, 'W'),
  prize: amount('of each winner: floor(pool / W)'),
  friends: integer(0, U32, 'friends that a participant must have brought'),
  topUp: amount('what each friend must have topped up'),
  deadline: time('participants join before it'),
  grade: word('salt', 'beacon', 'witnessed'),
  offset: integer(-1440, 1440, 'minutes east of UTC'),
  chain: orNull(hex(32, 'chain of the beacon; null in grade salt')),
  delay: orNull(integer(1, 86_400, 'seconds from the seal to its round; null in grade salt')),
  commitment: hex(32, 'C'),
  demo: { type: 'boolean', description: 'the times are those of the demo world' },
  witnesses: namedWitnesses,
  at: time('the opening'),
}

const CHAIN_BY_GRADE = gradeRule(
  ['beacon', 'witnessed'],
  { chain: NOT_NULL, delay: NOT_NULL },
  { chain: NULL, delay: NULL },
)

/** @param extra fields that surround the terms, as in an entry of the log */
export const eventTerms = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  ...exactly({ ...extra, ...fields }),
  allOf: [CHAIN_BY_GRADE, gradeRule(['witnessed'], { witnesses: NOT_NULL }, { witnesses: NULL })],
})

/** @param extra fields that surround the terms, as in an entry of the log */
export const eventTerms3 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  ...exactly(
    {
      ...extra,
      ...fields,
      witnesses: namedWitnesses3,
      quorum,
      content: hex(32, 'hash of title, description and pictures of the event'),
      recheck: {
        const: true,
        description:
          'friends are looked at again when the event is sealed or void; absent where they are not',
      },
    },
    ['recheck'],
  ),
  allOf: [CHAIN_BY_GRADE, VOUCHING_BY_GRADE],
})

/** @param extra fields that surround the seal, as in an entry of the log */
export const eventSeal = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  exactly({
    ...extra,
    orders: integer(1, U32, 'n, the number of participants'),
    digest: hex(32, 'L'),
    sum: text('^(0|[1-9][0-9]{0,29})$', 'S, of all participants'),
    salt: hex(32),
    sealedAt: time('the seal'),
    round: orNull(integer(1, MAX, 'r; null in grade salt')),
    attempt: integer(1, 1000, 'above 1 only in grade witnessed'),
  })

/** Who is left out because friends fell below the terms. */
export const leftOut = list(
  integer(1, U32),
  1,
  MAX_LEFT_OUT,
  'seq of each participant who is left out because friends fell below the terms, ascending; absent when nobody is',
)

export const winners = list(integer(1, U32), 1, MAX_WINNERS, 'seq of each winner, in the drawn order')

export const eventResult = exactly({ entropy: hex(32, 'E'), winners })

const t = (kind: string): JsonSchema => ({ const: kind })
const at = time('when the server wrote the entry')

/** The entries of the log, by the names of their components. */
export const EVENT_ENTRIES: Readonly<Record<string, JsonSchema>> = {
  EventOpen: eventTerms({ t: t('event-open') }),
  EventSeal: eventSeal({ t: t('event-seal'), event: eventId, at }),
  EventDraw: exactly({
    t: t('event-draw'),
    event: eventId,
    round: orNull(integer(1, MAX)),
    beacon: orNull(hex(32, 'B')),
    entropy: hex(32, 'E'),
    winners,
    at,
  }),
  EventVoid: exactly({
    t: t('event-void'),
    event: eventId,
    participants: integer(0, U32, '0, unless the event was lost'),
    pool: amount('that of the opening'),
    at,
  }),
}
