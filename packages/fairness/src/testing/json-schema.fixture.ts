/** A small validator of JSON schemas for tests. It throws on a keyword that it does not know, so that no rule is skipped. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../schemas/json-schema.ts'

type Components = Readonly<Record<string, JsonSchema>>
type Check = (rule: never, value: unknown, schema: JsonSchema, components: Components) => boolean

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  array: Array.isArray,
  object: isObject,
}

const PREFIX = '#/components/schemas/'

const CHECKS: Readonly<Record<string, Check>> = {
  $ref: (name: string, value, _, components) => {
    const target = components[name.slice(PREFIX.length)]
    if (!name.startsWith(PREFIX) || !target) throw new Error(`no component ${name}`)
    return fits(target, value, components)
  },
  type: (type: string, value) => TYPES[type]!(value),
  const: (wanted: unknown, value) => isDeepStrictEqual(value, wanted),
  enum: (words: readonly unknown[], value) => words.includes(value),
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  items: (item: JsonSchema, value, _, components) =>
    !Array.isArray(value) || value.every((one) => fits(item, one, components)),
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  required: (names: readonly string[], value) =>
    !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  properties: (properties: Components, value, _, components) =>
    !isObject(value) ||
    Object.entries(properties).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fits(schema, value[name], components),
    ),
  additionalProperties: (others: false | JsonSchema, value, schema, components) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([name, one]) =>
        Object.hasOwn(schema['properties'] ?? {}, name) ||
        (others !== false && fits(others, one, components)),
    ),
  propertyNames: (names: JsonSchema, value, _, components) =>
    !isObject(value) || Object.keys(value).every((name) => fits(names, name, components)),
  maxProperties: (most: number, value) => !isObject(value) || Object.keys(value).length <= most,
  dependentRequired: (names: Readonly<Record<string, readonly string[]>>, value) =>
    !isObject(value) ||
    Object.entries(names).every(
      ([name, others]) => !Object.hasOwn(value, name) || others.every((other) => Object.hasOwn(value, other)),
    ),
  oneOf: (schemas: readonly JsonSchema[], value, _, components) =>
    schemas.filter((one) => fits(one, value, components)).length === 1,
  allOf: (schemas: readonly JsonSchema[], value, _, components) =>
    schemas.every((one) => fits(one, value, components)),
  not: (schema: JsonSchema, value, _, components) => !fits(schema, value, components),
}

/** Keywords that do not restrict values. */
const SILENT = new Set(['description', 'title'])

/** True when the value has the shape of the schema. @throws Error for a keyword or a component that is unknown */
export function fits(schema: JsonSchema, value: unknown, components: Components): boolean {
  return Object.entries(schema).every(([keyword, rule]) => {
    if (SILENT.has(keyword)) return true
    const check = CHECKS[keyword]
    if (!check) throw new Error(`the validator does not know the keyword ${keyword}`)
    return check(rule as never, value, schema, components)
  })
}
