/** JSON schemas of what an opening promises and a seal fixes: parts of the proof and of the log's entries. */
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

export const issueNumber = text(
  '^(?=.{6,64}$)[\\x21-\\x7e]+-[0-9]{4,}$',
  '<product code>-<at least 4 digits>',
)
export const deployment = text('^[\\x21-\\x2a\\x2c-\\x7e]{1,200}$', 'name of the log: the deployment’s id')

/** Fields of the opening under the rules of version 1. @param grades the grades of the version */
function commonTerms(...grades: readonly string[]): Record<string, JsonSchema> {
  return {
    issue: issueNumber,
    shares: integer(1, 10_000_000, 'N'),
    price: amount('price of a share'),
    reading: word('all', 'before-final'),
    grade: word(...grades),
    offset: integer(-1440, 1440, 'minutes east of UTC'),
    chain: orNull(hex(32, 'chain of the beacon; null in grades without a beacon')),
    delay: orNull(integer(1, 86_400, 'seconds from the seal to its round; null in grades without a beacon')),
    bands: list(list(integer(0, 10_000_000), 2, 2), 1, 20, 'ring distances [from, to] of each tier'),
    prizes: list(amount('prize of each code of the tier'), 1, 20),
    commitment: orNull(hex(32, 'C; null in grade plain')),
    at: time('the opening'),
  }
}

const promises: Record<string, JsonSchema> = {
  recyclePercent: integer(0, 100, 'percent of the value for a prize that is given back'),
  value: amount('market price of the product'),
  maxPerMember: integer(0, U32, 'the most shares of one member; 0: no maximum'),
  minVip: integer(0, U32, 'VIP level that a buyer needs'),
  deadline: time('the issue expires unless it is sold out'),
  mode: word('goods', 'cash', 'pk'),
  demo: { type: 'boolean', description: 'the times are those of the demo world' },
  witnesses: namedWitnesses,
}

/** What the grade says about the fields of the opening that may be null. */
const TERMS_BY_GRADE: readonly JsonSchema[] = [
  gradeRule(['beacon', 'witnessed'], { chain: NOT_NULL, delay: NOT_NULL }, { chain: NULL, delay: NULL }),
  gradeRule(['plain'], { commitment: NULL }, { commitment: NOT_NULL }),
]
const WITNESSES_BY_GRADE = gradeRule(['witnessed'], { witnesses: NOT_NULL }, { witnesses: NULL })

/** What a grade says about fields that may be null. */
export function gradeRule(
  grades: readonly string[],
  then: Readonly<Record<string, JsonSchema>>,
  otherwise: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    oneOf: [
      { properties: { grade: { enum: grades }, ...then } },
      { properties: { grade: { not: { enum: grades } }, ...otherwise } },
    ],
  }
}

/** @param extra fields that surround the terms, as in an entry of the log */
export const terms1 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  ...exactly({ ...extra, ...commonTerms('plain', 'salt', 'beacon') }),
  allOf: TERMS_BY_GRADE,
})

/** @param extra fields that surround the terms, as in an entry of the log */
export const terms2 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  ...exactly({ ...extra, ...commonTerms('plain', 'salt', 'beacon', 'witnessed'), ...promises }),
  allOf: [...TERMS_BY_GRADE, WITNESSES_BY_GRADE],
})

const { witnesses: _, ...promises3 } = promises

/** @param extra fields that surround the terms, as in an entry of the log */
export const terms3 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  ...exactly({
    ...extra,
    ...commonTerms('plain', 'salt', 'beacon', 'witnessed'),
    ...promises3,
    witnesses: namedWitnesses3,
    quorum,
    content: hex(32, 'hash of title, description and pictures of the prize'),
    closes: orNull(time('the sale ends for a draw by date; null when only a sold-out issue is drawn')),
    minimum: orNull(integer(2, 10_000_000, 'the fewest sold shares of a draw by date')),
    free: integer(0, U32, 'the most free entries'),
  }),
  allOf: [...TERMS_BY_GRADE, VOUCHING_BY_GRADE, CLOSING],
})

/** What the grade says about the witnesses of version 3. */
export const VOUCHING_BY_GRADE = gradeRule(
  ['witnessed'],
  { witnesses: NOT_NULL, quorum: NOT_NULL },
  { witnesses: NULL, quorum: NULL },
)
const CLOSING: JsonSchema = {
  oneOf: [
    { properties: { closes: NULL, minimum: NULL } },
    { properties: { closes: NOT_NULL, minimum: NOT_NULL } },
  ],
}

export const commonSeal: Record<string, JsonSchema> = {
  orders: integer(1, U32, 'K'),
  digest: hex(32, 'L'),
  sum: text('^(0|[1-9][0-9]{0,29})$', 'S'),
  salt: orNull(hex(32, 'null in grade plain')),
  sealedAt: time('the seal'),
  round: orNull(integer(1, Number.MAX_SAFE_INTEGER, 'r; null in grades without a beacon')),
}

export const seal1 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  exactly({ ...extra, ...commonSeal })

export const seal2 = (extra: Readonly<Record<string, JsonSchema>> = {}): JsonSchema =>
  exactly({ ...extra, ...commonSeal, attempt: integer(1, 1000, 'above 1 only in grade witnessed') })
