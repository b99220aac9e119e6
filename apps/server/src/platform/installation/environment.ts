/** The environment variables of the server: default, accepted values and meaning of each, for config.ts and the documents. */
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { MONEY_MODES } from '@fairlot/contract/money/money-mode'
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import * as z from 'zod/mini'

export type Variable<T> = {
  /** The text used when the variable is not set; undefined: no default. */
  fallback: string | undefined
  /** The value can hold a password or a key: messages do not repeat it. */
  secret?: true
  /** The accepted values; error messages put it after "expected". */
  expected: string
  /** One line for docs/OPERATING.md. */
  description: string
  schema: z.ZodMiniType<T, string>
}

function variable<T>(
  fallback: string | undefined,
  expected: string,
  schema: z.ZodMiniType<T, string>,
  description: string,
): Variable<T> {
  return { fallback, expected, description, schema }
}

/** A variable without a default whose value no message repeats. */
function secretVariable<T>(
  expected: string,
  schema: z.ZodMiniType<T, string>,
  description: string,
): Variable<T> {
  return { ...variable(undefined, expected, schema, description), secret: true }
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

/** `+06:00` → 360. A fixed offset, not a named zone, because a clock time of a draw must not occur twice. */
const utcOffset = z.pipe(
  z.string().check(z.regex(/^[+-](0\d|1[0-3]):[0-5]\d$|^\+14:00$/)),
  z.transform((value) => {
    const minutes = Number(value.slice(1, 3)) * 60 + Number(value.slice(4))
    return value.startsWith('-') ? -minutes : minutes
  }),
)

const witnessUrl = z.url({ protocol: /^https?$/ })

/** `<key> <URL>, <key> <URL> own` */
const witnessList = z.pipe(
  z.string().check(z.refine((value) => readWitnesses(value) !== null)),
  z.transform((value) => readWitnesses(value) ?? []),
)

function readWitnesses(value: string): { key: NoteKey; url: string; own: boolean }[] | null {
  const witnesses: { key: NoteKey; url: string; own: boolean }[] = []
  for (const item of value.split(',')) {
    const [keyText = '', url = '', own, ...rest] = item.trim().split(/\s+/)
    const key = parseKey(keyText)
    if (key?.kind !== 4 || !z.safeParse(witnessUrl, url).success) return null
    if ((own !== undefined && own !== 'own') || rest.length > 0) return null
    witnesses.push({ key, url: url.replace(/\/+$/, ''), own: own === 'own' })
  }
  return new Set(witnesses.map(({ key }) => key.name)).size === witnesses.length ? witnesses : null
}

/** Plain http is accepted on this machine only. Answers are verified anyway; https hides which rounds the server asks for. */
function isRelay(value: string): boolean {
  const url = URL.parse(value)
  if (!url || url.username || url.password || url.search || url.hash) return false
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
}

/** As a relay, with the bucket as the first part of its path. Names that a signature would have to escape are refused. */
function isBucket(value: string): boolean {
  return isRelay(value) && /^(\/[A-Za-z0-9._-]+){1,10}$/.test(new URL(value).pathname)
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

/** Variables and their values. Each can also be set as `FAIRLOT_<name>`, which takes precedence. */
export const ENVIRONMENT = {
  PORT: variable(
    '8080',
    'a whole number from 0 to 65535',
    whole(0, 65_535),
    'TCP port of the server; 0 chooses a free port.',
  ),
  HOST: variable(
    '127.0.0.1',
    'an address of this machine',
    text,
    'Address to listen on; the default accepts connections from this machine only. `0.0.0.0` serves the network: put a proxy with TLS in front.',
  ),
  PUBLIC_URL: variable(
    undefined,
    'a URL like https://shop.example',
    webUrl,
    'URL under which members reach the server, for links in messages; `http://localhost:<PORT>` when not set.',
  ),
  TRUSTED_PROXIES: variable(
    '0',
    'a whole number from 0 to 10',
    whole(0, 10),
    'Number of your own proxies in front of the server: the server trusts that many entries of `X-Forwarded-For`.',
  ),
  DATA_DIR: variable(
    'data',
    'a directory',
    text,
    'Directory of the secrets, the embedded database and its log.',
  ),
  UPLOADS_DIR: variable(
    undefined,
    'a directory',
    text,
    'Directory of uploaded pictures, encrypted; `uploads` in DATA_DIR when not set. Several servers on one database share it.',
  ),
  UPLOADS_S3_URL: variable(
    undefined,
    'a URL like https://s3.example/bucket or https://s3.example/bucket/prefix',
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((value) => value.replace(/\/+$/, '')),
      ),
      z.string().check(z.refine(isBucket)),
    ),
    'Bucket with the S3 protocol that keeps the pictures instead of UPLOADS_DIR, with the bucket in the path. Together with UPLOADS_S3_KEY and UPLOADS_S3_SECRET.',
  ),
  UPLOADS_S3_REGION: variable(
    'us-east-1',
    'the name of a region',
    z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    'Region of the bucket, which is part of the signatures.',
  ),
  UPLOADS_S3_KEY: secretVariable('the id of an access key', text, 'Id of the access key of the bucket.'),
  UPLOADS_S3_SECRET: secretVariable(
    'the secret of an access key',
    text,
    'Secret of the access key of the bucket.',
  ),
  DATABASE_URL: secretVariable(
    'a URL like postgres://fairlot_app:…@host/fairlot',
    postgresUrl,
    'Your own PostgreSQL 15-18 instead of the embedded one; the server connects as role `fairlot_app`.',
  ),
  DATABASE_OWNER_URL: secretVariable(
    'a URL like postgres://fairlot_owner:…@host/fairlot',
    postgresUrl,
    'The same database as its owner `fairlot_owner`, for migrations at the start. Only together with DATABASE_URL.',
  ),
  DATABASE_CONNECTIONS: variable(
    '10',
    'a whole number from 2 to 90',
    whole(2, 90),
    'Connections of the general pool; the purchase path and the jobs open a few more.',
  ),
  MONEY_MODE: variable(
    'sandbox',
    'sandbox or real',
    z.enum(MONEY_MODES),
    'Play money or real money. Read when the database is created; a database keeps its mode for its whole life.',
  ),
  DEMO: variable('on', 'on or off', onOff, 'Fill an empty sandbox database with the demo world.'),
  DEFAULT_LANGUAGE: variable(
    'en-us',
    `one of ${OFFERED_LANGUAGES.join(', ')}`,
    z.enum(OFFERED_LANGUAGES),
    'Language for members whose browser asks for no offered language.',
  ),
  BUSINESS_UTC_OFFSET: variable(
    '+00:00',
    'hours and minutes east of UTC like +06:00',
    utcOffset,
    'The business time zone: it sets the days of daily jobs and limits, and the clock times that enter a draw.',
  ),
  CURRENCY_CODE: variable(
    'VND',
    'three capital letters',
    z.string().check(z.regex(/^[A-Z]{3}$/)),
    "Code of the wallet's currency.",
  ),
  CURRENCY_SYMBOL: variable(
    '₫',
    'one to four characters',
    z.string().check(z.minLength(1), z.maxLength(4)),
    "Symbol of the wallet's currency.",
  ),
  BEACON: variable(
    undefined,
    'local or quicknet',
    z.enum(['local', 'quicknet']),
    'Randomness source of new issues: `quicknet` is the public beacon of drand, `local` is a beacon whose key this server holds. Default: `local` in a sandbox, `quicknet` with real money, which refuses `local`.',
  ),
  BEACON_RELAYS: variable(
    undefined,
    'up to ten different URLs like https://relay.example, separated by commas',
    relayList,
    'Relays of the public beacon, separated by commas, asked in this order. Without relays, draws wait until their rounds are submitted.',
  ),
  WITNESSES: variable(
    undefined,
    'a list like name+1234abcd+BK… https://witness.example, … own, each name once',
    witnessList,
    'Witnesses that co-sign checkpoints of the transparency log: key and URL of each (as `npm run witness` prints them), separated by commas. Write the word `own` after the URL of a witness that you, the house, operate: it signs, the fairness page marks it, and openings name it with this mark, which everybody sees.',
  ),
  IDENTITY_URL: variable(
    undefined,
    'a URL like https://identity.example/checks',
    z.string().check(z.refine(isRelay)),
    'URL of the company that decides identity checks; together with IDENTITY_SECRET. Without both, two operators decide them.',
  ),
  IDENTITY_SECRET: secretVariable(
    '64 hexadecimal digits',
    z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    'Secret that you share with the company of IDENTITY_URL: it signs calls and notices.',
  ),
  SMS_URL: variable(
    undefined,
    'a URL like https://sms.example/messages',
    z.string().check(z.refine(isRelay)),
    'URL of the gateway that sends text messages; together with SMS_SECRET. Without both, a sandbox shows messages in its inbox, and an installation with real money sends none.',
  ),
  SMS_SECRET: secretVariable(
    '64 hexadecimal digits',
    z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    'Secret that you share with the gateway of SMS_URL: it signs the calls.',
  ),
  TRC20_XPUB: secretVariable(
    'an extended public key (xpub…), or the absolute path of a file that has it',
    text,
    "Extended public key of the account `m/44'/195'/0'` from which the server derives an address for each recharge in USDT, or the absolute path of a file with it. Never a private key. Together with TRC20_NODES; without both, TRC-20 is off.",
  ),
  TRC20_NODES: secretVariable(
    'up to five different URLs like https://api.trongrid.io, separated by commas',
    relayList,
    'HTTP APIs of nodes of TRON in the form of TronGrid, separated by commas, asked in this order. With two or more, a transfer is credited when two of them report it.',
  ),
  TRC20_NODE_KEY: secretVariable(
    'the key that the operator of the node gave you',
    text,
    'Sent to the first node of TRC20_NODES as `TRON-PRO-API-KEY`.',
  ),
  TRC20_CONTRACT: variable(
    undefined,
    'the address of a TRC-20 contract',
    text,
    'Contract of the token. With real money it is that of USDT and need not be set; a sandbox needs one of a test network, and refuses that of USDT.',
  ),
  LOG_LEVEL: variable(
    'info',
    'trace, debug, info, warn, error or silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'Lowest level that is logged.',
  ),
  LOG: variable(
    undefined,
    'json or pretty',
    z.enum(['json', 'pretty']),
    'Standard output: `json` has the log as JSON lines, `pretty` has the steps of the start, and warnings and errors as short lines. Default: `pretty` on a terminal, else `json`. `server.log` in the data directory always has the JSON lines.',
  ),
} satisfies Record<string, Variable<unknown>>

/** What `npm start -- --help` prints: each variable with its default and its meaning. */
export function environmentHelp(columns: number): string {
  const indent = 4
  const wrapped = (description: string): string[] =>
    description.split(' ').reduce<string[]>((lines, word) => {
      const last = lines.at(-1)
      if (last !== undefined && indent + last.length + 1 + word.length <= columns)
        return [...lines.slice(0, -1), `${last} ${word}`]
      return [...lines, word]
    }, [])
  const entries = Object.entries(ENVIRONMENT).flatMap(([name, { fallback, description: about }]) => [
    `  ${name}${fallback === undefined ? '' : ` (default: ${fallback})`}`,
    ...wrapped(about.replaceAll('`', '')).map((line) => `${' '.repeat(indent)}${line}`),
  ])
  return [
    'Usage: npm start',
    '',
    'Installs what is missing, starts the database and the server, and prints the addresses. Ctrl-C stops it.',
    'It has no options: environment variables configure it, for example PORT=9000 npm start.',
    '',
    'Variables (each also as FAIRLOT_<name>, which takes precedence):',
    ...entries,
    '',
    'docs/OPERATING.md explains them. Operators change settings of a running server with npm run operator -- settings.',
  ].join('\n')
}

/** The table of variables in docs/OPERATING.md; a test compares the two. @internal */
export function environmentTable(): string {
  const rows = Object.entries(ENVIRONMENT).map(
    ([name, { fallback, description }]) =>
      `| \`${name}\` | ${fallback === undefined ? '(none)' : `\`${fallback}\``} | ${description} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
