/** Every setting of the server: read once from the environment, validated, documented in docs/OPERATING.md. */
import path from 'node:path'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { MONEY_MODES } from '@fairlot/contract/money-mode'
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import * as z from 'zod/mini'

type Variable<T> = {
  /** The text used when the variable is not set; undefined: there is none. */
  fallback: string | undefined
  /** What is expected, to follow "expected". */
  expected: string
  /** One line for docs/OPERATING.md. */
  description: string
  schema: z.ZodMiniType<T, string>
}

function setting<T>(
  fallback: string | undefined,
  expected: string,
  schema: z.ZodMiniType<T, string>,
  description: string,
): Variable<T> {
  return { fallback, expected, description, schema }
}

const text = z.string().check(z.minLength(1), z.maxLength(1_000))
const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min), z.lte(max))),
  )
const onOff = z.pipe(
  z.enum(['on', 'off']),
  z.transform((value) => value === 'on'),
)
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const webUrl = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((value) => value.replace(/\/+$/, '')),
)

/** `+06:00` → 360. A fixed offset, not a named zone: the clock times of a draw must never occur twice. */
const utcOffset = z.pipe(
  z.string().check(z.regex(/^[+-](0\d|1[0-3]):[0-5]\d$|^\+14:00$/)),
  z.transform((value) => {
    const minutes = Number(value.slice(1, 3)) * 60 + Number(value.slice(4))
    return value.startsWith('-') ? -minutes : minutes
  }),
)

const witnessUrl = z.url({ protocol: /^https?$/ })

/** `<key> <URL>, <key> <URL>` */
const witnessList = z.pipe(
  z.string().check(z.refine((value) => readWitnesses(value) !== null)),
  z.transform((value) => readWitnesses(value) ?? []),
)

function readWitnesses(value: string): { key: NoteKey; url: string }[] | null {
  const witnesses: { key: NoteKey; url: string }[] = []
  for (const item of value.split(',')) {
    const [keyText = '', url = '', ...rest] = item.trim().split(/\s+/)
    const key = parseKey(keyText)
    if (key?.kind !== 4 || rest.length > 0 || !z.safeParse(witnessUrl, url).success) return null
    witnesses.push({ key, url: url.replace(/\/+$/, '') })
  }
  return new Set(witnesses.map(({ key }) => key.name)).size === witnesses.length ? witnesses : null
}

/** Of this machine plain http is enough, of any other https: answers are verified, but who asks is nobody's business. */
function isRelay(value: string): boolean {
  const url = URL.parse(value)
  if (!url || url.username || url.password || url.search || url.hash) return false
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
}

/** `<URL>, <URL>` */
const relayList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => value.split(',').map((url) => url.trim().replace(/\/+$/, ''))),
  ),
  z.array(z.string().check(z.refine(isRelay))).check(
    z.maxLength(10),
    z.refine((urls) => new Set(urls).size === urls.length),
  ),
)

/** Variable → what it may be. Each can also be set as `FAIRLOT_<name>`, which wins. */
export const ENVIRONMENT = {
  PORT: setting(
    '8080',
    'a whole number from 0 to 65535',
    whole(0, 65_535),
    'TCP port of the server; 0 takes a free one.',
  ),
  HOST: setting(
    '127.0.0.1',
    'an address of this machine',
    text,
    'Address to listen on: this machine only. `0.0.0.0` serves the network; put a proxy with TLS before it.',
  ),
  PUBLIC_URL: setting(
    undefined,
    'a URL like https://shop.example',
    webUrl,
    'How people reach the server from outside, for links in messages; `http://localhost:<PORT>` when not set.',
  ),
  TRUSTED_PROXIES: setting(
    '0',
    'a whole number from 0 to 10',
    whole(0, 10),
    'How many proxies before the server are yours: that many entries of `X-Forwarded-For` are believed.',
  ),
  DATA_DIR: setting('data', 'a directory', text, 'Where secrets, the embedded database and its log lie.'),
  DATABASE_URL: setting(
    undefined,
    'a URL like postgres://fairlot_app:…@host/fairlot',
    postgresUrl,
    'A PostgreSQL 15-18 of your own instead of the embedded one, as role `fairlot_app`.',
  ),
  DATABASE_OWNER_URL: setting(
    undefined,
    'a URL like postgres://fairlot_owner:…@host/fairlot',
    postgresUrl,
    'The same database as its owner `fairlot_owner`, for migrations at the start; only together with DATABASE_URL.',
  ),
  DATABASE_CONNECTIONS: setting(
    '10',
    'a whole number from 2 to 90',
    whole(2, 90),
    'Connections of the ordinary pool; the hot path and the jobs have a few of their own.',
  ),
  MONEY_MODE: setting(
    'sandbox',
    'sandbox or real',
    z.enum(MONEY_MODES),
    'Play money or real money. Looked at once, when a database is made; fixed for its life.',
  ),
  DEMO: setting('on', 'on or off', onOff, 'Fill an empty sandbox database with the demo world.'),
  DEFAULT_LANGUAGE: setting(
    'en-us',
    `one of ${OFFERED_LANGUAGES.join(', ')}`,
    z.enum(OFFERED_LANGUAGES),
    'Language of people whose browser asks for none that is offered.',
  ),
  BUSINESS_UTC_OFFSET: setting(
    '+00:00',
    'hours and minutes east of UTC like +06:00',
    utcOffset,
    'The business time zone: the days of daily work, and the clock times that enter a draw.',
  ),
  CURRENCY_CODE: setting(
    'VND',
    'three capital letters',
    z.string().check(z.regex(/^[A-Z]{3}$/)),
    "Code of the wallet's currency.",
  ),
  CURRENCY_SYMBOL: setting(
    '₫',
    'one to four characters',
    z.string().check(z.minLength(1), z.maxLength(4)),
    "Symbol of the wallet's currency.",
  ),
  BEACON: setting(
    undefined,
    'local or quicknet',
    z.enum(['local', 'quicknet']),
    'Where new issues take their randomness from: `quicknet` is the public beacon of drand, `local` one whose key this server holds. A sandbox takes `local` when not set; real money takes `quicknet` and refuses `local`.',
  ),
  BEACON_RELAYS: setting(
    undefined,
    'up to ten different URLs like https://relay.example, separated by commas',
    relayList,
    'Relays of the public beacon, separated by commas, asked in this order. Without any, its rounds must be handed in.',
  ),
  WITNESSES: setting(
    undefined,
    'a list like name+1234abcd+BK… https://witness.example, …, each name once',
    witnessList,
    'Who co-signs checkpoints of the transparency log: key and URL of each (what `npm run witness` prints), separated by commas.',
  ),
  LOG_LEVEL: setting(
    'info',
    'trace, debug, info, warn, error or silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'How much is logged (JSON lines on standard output).',
  ),
} satisfies Record<string, Variable<unknown>>

type Environment = typeof ENVIRONMENT
type Value<K extends keyof Environment> = z.infer<Environment[K]['schema']>

export type Config = {
  port: Value<'PORT'>
  host: Value<'HOST'>
  /** Without a slash at its end; undefined when the operator named none. */
  publicUrl: Value<'PUBLIC_URL'> | undefined
  trustedProxies: Value<'TRUSTED_PROXIES'>
  /** Absolute. */
  dataDir: string
  /** An external database; undefined: the embedded one. `ownerUrl` undefined: this server does not migrate. */
  database: { appUrl: string; ownerUrl: string | undefined } | undefined
  databaseConnections: Value<'DATABASE_CONNECTIONS'>
  moneyMode: Value<'MONEY_MODE'>
  demo: Value<'DEMO'>
  defaultLanguage: Value<'DEFAULT_LANGUAGE'>
  /** Minutes east of UTC. */
  utcOffsetMinutes: Value<'BUSINESS_UTC_OFFSET'>
  currencyCode: Value<'CURRENCY_CODE'>
  currencySymbol: Value<'CURRENCY_SYMBOL'>
  /** undefined: as the money mode of the database asks for */
  beacon: Value<'BEACON'> | undefined
  beaconRelays: Value<'BEACON_RELAYS'>
  witnesses: Value<'WITNESSES'>
  logLevel: Value<'LOG_LEVEL'>
}

const prefix = 'FAIRLOT_'
/** What the operators' command line reads: no settings of the server, and no typing errors either. */
const commandLine = /^FAIRLOT_(URL$|OPERATOR_)/

function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(environment).filter(
    (name) =>
      name.startsWith(prefix) &&
      !commandLine.test(name) &&
      !Object.hasOwn(ENVIRONMENT, name.slice(prefix.length)),
  )
  if (unknown.length) {
    const known = Object.keys(ENVIRONMENT).join(', ')
    throw new Error(
      `${unknown.join(', ')}: there is no such setting. Remove it or correct its name; known are ${known}.`,
    )
  }
}

/**
 * Reads the settings.
 *
 * @param environment variables; an empty one counts as not set
 * @throws Error with a sentence that names the variable and what it may be.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment)
  const read = <K extends keyof Environment>(name: K): Value<K> | undefined => {
    const { fallback, expected, schema } = ENVIRONMENT[name] as Variable<Value<K>>
    const given = environment[prefix + name] || environment[name] || fallback
    if (given === undefined) return undefined
    const parsed = z.safeParse(schema, given)
    if (parsed.success) return parsed.data
    // A database URL holds a password: it is not repeated.
    const shown = name.startsWith('DATABASE_') ? '' : ` "${given}"`
    throw new Error(
      `The setting ${name}${shown} is not valid: expected ${expected}. Correct it or leave it out.`,
    )
  }
  const must = <K extends keyof Environment>(name: K): Value<K> => {
    const value = read(name)
    if (value === undefined) throw new Error(`The setting ${name} has no default and must be set.`)
    return value
  }
  const appUrl = read('DATABASE_URL')
  const ownerUrl = read('DATABASE_OWNER_URL')
  if (ownerUrl !== undefined && appUrl === undefined) {
    throw new Error(
      'DATABASE_OWNER_URL is set without DATABASE_URL. Set both, or neither for the embedded database.',
    )
  }
  return {
    port: must('PORT'),
    host: must('HOST'),
    publicUrl: read('PUBLIC_URL'),
    trustedProxies: must('TRUSTED_PROXIES'),
    dataDir: path.resolve(must('DATA_DIR')),
    database: appUrl === undefined ? undefined : { appUrl, ownerUrl },
    databaseConnections: must('DATABASE_CONNECTIONS'),
    moneyMode: must('MONEY_MODE'),
    demo: must('DEMO'),
    defaultLanguage: must('DEFAULT_LANGUAGE'),
    utcOffsetMinutes: must('BUSINESS_UTC_OFFSET'),
    currencyCode: must('CURRENCY_CODE'),
    currencySymbol: must('CURRENCY_SYMBOL'),
    beacon: read('BEACON'),
    beaconRelays: read('BEACON_RELAYS') ?? [],
    witnesses: read('WITNESSES') ?? [],
    logLevel: must('LOG_LEVEL'),
  }
}

/** The settings table of docs/OPERATING.md; a test keeps the two equal. @internal */
export function environmentTable(): string {
  const rows = Object.entries(ENVIRONMENT).map(
    ([name, { fallback, description }]) =>
      `| \`${name}\` | ${fallback === undefined ? '(none)' : `\`${fallback}\``} | ${description} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
