/** The part of JSON Schema (2020-12) in which the published documents are described, and short forms for it. */

/** A JSON schema: plain data, as the OpenAPI document contains it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The schema of a component of the OpenAPI document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** An object with exactly these fields. Fields in `optional` may be missing. */
export function exactly(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }
}

export const integer = (minimum: number, maximum: number, description?: string): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
  ...(description === undefined ? {} : { description }),
})

export const text = (pattern: string, description?: string): JsonSchema => ({
  type: 'string',
  pattern,
  ...(description === undefined ? {} : { description }),
})

export const hex = (bytes: number, description?: string): JsonSchema =>
  text(`^[0-9a-f]{${bytes * 2}}$`, description)

export const word = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words })

export const list = (
  items: JsonSchema,
  minItems: number,
  maxItems: number,
  description?: string,
): JsonSchema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
  ...(description === undefined ? {} : { description }),
})

export const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: 'null' }] })

export const NULL: JsonSchema = { type: 'null' }
/** not null: combined with a field's own schema */
export const NOT_NULL: JsonSchema = { not: NULL }

export const U32 = 0xffffffff
export const time = (description: string): JsonSchema =>
  integer(0, Number.MAX_SAFE_INTEGER, `Unix milliseconds: ${description}`)
export const amount = (description: string): JsonSchema =>
  text('^(0|[1-9][0-9]{0,29})$', `in 1/10,000 units: ${description}`)

/** The witnesses that terms name. */
export const namedWitnesses = orNull(
  list(text('^[\\s\\S]{1,300}$'), 1, 16, 'note verifier keys; null unless the grade is witnessed'),
)

/** The witnesses that terms of version 3 name. */
export const namedWitnesses3 = orNull(
  list(
    exactly(
      {
        key: text('^[\\s\\S]{1,300}$', 'note verifier key'),
        own: { const: true, description: 'the house itself operates this witness' },
      },
      ['own'],
    ),
    1,
    16,
    'of different names and keys; null unless the grade is witnessed',
  ),
)

export const quorum = orNull(
  integer(
    1,
    16,
    'so many witnesses sign in time, more than half of them; null unless the grade is witnessed',
  ),
)
