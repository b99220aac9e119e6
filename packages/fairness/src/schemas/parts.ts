/** JSON schemas of the parts that the documents of all versions have, and what the grade says about them. */
import {
  amount,
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  NOT_NULL,
  NULL,
  orNull,
  text,
  time,
  U32,
} from './json-schema.ts'

const MAX = Number.MAX_SAFE_INTEGER

export const row = exactly({
  seq: integer(1, U32, '1 … K'),
  ms: time('the order'),
  time: integer(0, 235_959_999, 'its time of day as the number HHMMSSmmm'),
  first: integer(1, U32, 'its first code'),
  quantity: integer(1, U32),
  tag: hex(8, 'member tag'),
})

export const beacon = exactly(
  {
    chain: hex(32),
    round: integer(1, MAX),
    signature: hex(48),
    publicKey: hex(96, 'only of a local beacon'),
  },
  ['publicKey'],
)

const tier = exactly({
  tier: integer(1, 20),
  from: integer(0, U32),
  to: integer(0, U32),
  prize: amount('prize of each code'),
  codes: integer(0, U32, 'number of codes'),
})

export const result = exactly({
  entropy: orNull(hex(32, 'E; null in grade plain')),
  code: integer(1, U32, 'the winning code'),
  tiers: list(tier, 1, 20),
})

export const path = list(hex(32), 0, 64)
export const note = text('^[\\s\\S]{2,16384}$', 'a signed note')
export const uuid = text('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
export const name = text('^[\\x21-\\x7e]{1,64}$')

export const inside = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ properties })

/** What the grade says about the parts of a proof that may be null. */
export function gradeRule(
  grades: readonly string[],
  then: Readonly<Record<string, JsonSchema>>,
  otherwise: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const terms = (grade: JsonSchema): JsonSchema => inside({ grade })
  return {
    oneOf: [
      { properties: { terms: terms({ enum: grades }), ...then } },
      { properties: { terms: terms({ not: { enum: grades } }), ...otherwise } },
    ],
  }
}

export const SEAL_BY_GRADE = [
  gradeRule(['plain'], { seal: inside({ salt: NULL }) }, { seal: inside({ salt: NOT_NULL }) }),
  gradeRule(
    ['beacon', 'witnessed'],
    { seal: inside({ round: NOT_NULL }) },
    { seal: inside({ round: NULL }), beacon: NULL },
  ),
]
export const DRAWN_BY_GRADE = [
  gradeRule(['plain'], { result: inside({ entropy: NULL }) }, { result: inside({ entropy: NOT_NULL }) }),
  gradeRule(['beacon', 'witnessed'], { beacon: NOT_NULL }, {}),
]
export const ONE_ATTEMPT = gradeRule(['witnessed'], {}, { seal: inside({ attempt: { const: 1 } }) })
