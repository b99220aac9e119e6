/** Hostile inputs: values that no field accepts, malformed bodies, and the allowed answers. */
import { codesOf } from '@fairlot/contract/define'
import { CODES, type Code, type Failure } from '@fairlot/contract/flags'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { Answer } from '@fairlot/contract/wire'
import fc from 'fast-check'
import { encodeCursor } from '../../platform/cursor.ts'

const endpointNames = Object.keys(ENDPOINTS) as EndpointName[]

/** JSON texts that no field of any endpoint accepts. */
export const NEVER: Readonly<Record<string, string>> = {
  null: 'null',
  'an object': '{}',
  'an array': '[]',
  'an array of texts': '["a"]',
  negative: '-1',
  huge: '1e308',
  'too large for a double': '1e999',
  'beyond exact': '9007199254740993',
  'three decimals': '12.345',
}

/** JSON texts that most fields refuse and some accept, as their schema says. */
export const SOMETIMES: Readonly<Record<string, string>> = {
  false: 'false',
  zero: '0',
  empty: '""',
  blank: '"   "',
  'NaN in a text': '"NaN"',
  'a negative amount': '"-5.00"',
  'three decimals in a text': '"12.345"',
  '2^53+1 in a text': '"9007199254740993"',
  '1e308 in a text': '"1e308"',
  'a long text': `"${'x'.repeat(4_000)}"`,
  markup: '"<script>alert(1)</script>"',
  quotes: String.raw`"'; drop table wallet; --"`,
  'a proto key as text': '"__proto__"',
  'right-to-left marks': '"\\u202e\\u2066"',
  'a cursor of somebody': JSON.stringify(encodeCursor(['00000000-0000-0000-0000-000000000000', -1])),
  'a cursor of nonsense': JSON.stringify(encodeCursor(['\0', Number.MAX_SAFE_INTEGER])),
}

/** Texts of `param` that are not JSON. */
export const NOT_JSON: Readonly<Record<string, string>> = {
  empty: '',
  half: '{"a":',
  NaN: '{"a":NaN}',
  undefined: 'undefined',
  'a comment': '{} // x',
  'single quotes': "{'a':1}",
}

/** Texts that are refused before the schema check. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  'an escaped NUL': String.raw`{"a":"\u0000"}`,
  'half a character': String.raw`{"a":"\ud800"}`,
  'too deep': `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  'too long a text': `{"a":"${'x'.repeat(9_000)}"}`,
}

/** `param` with one field replaced by a JSON text. */
export function withField(input: object, field: string, json: string): string {
  const parts = Object.entries({ ...input, [field]: null }).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === field ? json : JSON.stringify(value)}`,
  )
  return `{${parts.join(',')}}`
}

/** Whether an endpoint may answer a malformed call with this code. */
export function mayAnswer(name: EndpointName, code: Code): boolean {
  if (code === 'DEFECT' || code === 'UNAVAILABLE') return false
  return codesOf(ENDPOINTS[name]).includes(code)
}

/** Whether this is a valid answer of the protocol. */
export function isAnswer(answer: Answer): boolean {
  if (answer.flag === 0) return typeof answer.data === 'object'
  const { code, message }: Failure = answer.data
  return CODES[code] === answer.flag && message.length > 0
}

/** One raw call: correctly signed content, and a change of the body afterwards. */
export type Shot = {
  name: EndpointName
  param: string
  who: ShotBy
  language: string
  /** offset of the date in milliseconds */
  late: number
  spoil: Spoil
}
/** The session that signs a call; not necessarily of the kind that the endpoint needs. */
export type ShotBy = 'nobody' | 'member' | 'operator'
export type Spoil = { how: (typeof SPOILS)[number]; at: number; byte: number }

const SPOILS = [
  'nothing',
  'sign',
  'token',
  'flip a byte',
  'cut',
  'field twice',
  'field missing',
  'unknown field',
  'bad escape',
  'invalid UTF-8',
  'escaped NUL',
  'noise',
] as const

/** Applies a change to the bytes of a signed body. */
export function spoilt(body: string, { how, at, byte }: Spoil): Buffer {
  const bytes = Buffer.from(body)
  const place = at % Math.max(1, bytes.length)
  const fields = body.split('&')
  switch (how) {
    case 'nothing':
      return bytes
    case 'sign':
      return Buffer.from(body.replace(/sign=[^&]*/, `sign=${String(byte).padStart(64, '0')}`))
    case 'token':
      return Buffer.from(body.replace(/token=[^&]*/, `token=${'x'.repeat(byte % 50)}`))
    case 'flip a byte':
      bytes[place] = bytes[place]! ^ (byte || 1)
      return bytes
    case 'cut':
      return bytes.subarray(0, place)
    case 'field twice':
      return Buffer.from(`${body}&${fields[at % fields.length]}`)
    case 'field missing':
      return Buffer.from(fields.toSpliced(at % fields.length, 1).join('&'))
    case 'unknown field':
      return Buffer.from(`${body}&${byte % 2 ? '__proto__' : 'extra'}=1`)
    case 'bad escape':
      return Buffer.from(`${body}%${byte % 2 ? 'zz' : '4'}`)
    case 'invalid UTF-8':
      return Buffer.concat([bytes, Buffer.from([0xc3, 0x28, byte])])
    case 'escaped NUL':
      return Buffer.from(`${body}%00`)
    case 'noise':
      return Buffer.concat([bytes.subarray(0, place), Buffer.alloc(byte, byte), bytes.subarray(place)])
  }
}

const atoms = [...Object.values(NEVER), ...Object.values(SOMETIMES)]

const digits = fc.stringMatching(/^-?[0-9]{1,20}$/)
const wholeNumber = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(-1, 2 ** 31, 8.64e15 + 1))

/** Well-formed cursors with invalid keys, which pass the schema and reach the statements. */
const forgedCursor = fc
  .oneof(
    fc.tuple(fc.constantFrom('closing', 'newest', 'price'), digits, fc.uuid()),
    fc.tuple(fc.constant('drawn'), wholeNumber, fc.uuid()),
    fc.tuple(digits, fc.uuid()),
    fc.tuple(wholeNumber),
    fc.array(fc.oneof(fc.uuid(), digits, fc.string({ unit: 'binary' }), fc.double({ noNaN: true })), {
      maxLength: 4,
    }),
  )
  .map(encodeCursor)

/** JSON values, and occasionally text that is not JSON. */
const hostileJson = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...atoms) },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.nat(30).map((deep) => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(NOT_JSON), ...Object.values(UNREADABLE)) },
)

const fitting = (name: EndpointName): ShotBy => (ENDPOINTS[name].auth === 'operator' ? 'operator' : 'member')

/** Calls of every endpoint: a valid input with a replaced field, an unknown key, or any other value. */
export function shots(good: { [N in EndpointName]: object }): fc.Arbitrary<Shot> {
  const spoil = fc.record({
    how: fc.oneof({ weight: 3, arbitrary: fc.constant('nothing' as const) }, fc.constantFrom(...SPOILS)),
    at: fc.nat(5_000),
    byte: fc.nat(255),
  })
  const cursor = fc.oneof(forgedCursor, digits, fc.uuid()).map((text) => JSON.stringify(text))
  const param = (input: object) => {
    const field = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(input), 'limit') },
      fc.constantFrom('__proto__', 'constructor', 'extra', '', '\u0000'),
    )
    return fc.oneof(
      {
        weight: 'cursor' in input ? 6 : 0,
        arbitrary: cursor.map((text) => withField(input, 'cursor', text)),
      },
      {
        weight: 6,
        arbitrary: fc.tuple(field, hostileJson).map(([name, json]) => withField(input, name, json)),
      },
      { weight: 1, arbitrary: hostileJson },
      { weight: 1, arbitrary: fc.constant(JSON.stringify(input)) },
    )
  }
  return fc.constantFrom(...endpointNames).chain((name) =>
    fc.record({
      name: fc.constant(name),
      param: param(good[name]),
      who: fc.oneof(
        { weight: 5, arbitrary: fc.constant(fitting(name)) },
        { weight: 3, arbitrary: fc.constant('nobody' as const) },
        fc.constantFrom('member' as const, 'operator' as const),
      ),
      language: fc.constantFrom('en-us', 'bn-bd', 'ar-sa', 'xx', ''),
      late: fc.oneof(
        { weight: 6, arbitrary: fc.constant(0) },
        fc.constantFrom(-400_000, 400_000, -1e15, 8.64e15, Number.NaN),
      ),
      spoil,
    }),
  )
}
