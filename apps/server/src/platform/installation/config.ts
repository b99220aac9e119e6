/** The configuration of the server from its environment variables: read once, validated. */
import path from 'node:path'
import * as z from 'zod/mini'
import { ENVIRONMENT, type Variable } from './environment.ts'
import type { S3Options } from '../storage/s3-storage.ts'

type Environment = typeof ENVIRONMENT
type Value<K extends keyof Environment> = z.infer<Environment[K]['schema']>

export type Config = {
  port: Value<'PORT'>
  host: Value<'HOST'>
  /** Without a slash at its end; undefined when not set. */
  publicUrl: Value<'PUBLIC_URL'> | undefined
  trustedProxies: Value<'TRUSTED_PROXIES'>
  /** Absolute path. */
  dataDir: string
  /** Absolute path; undefined: `uploads` in the data directory. */
  uploadsDir: string | undefined
  /** the bucket that keeps pictures; undefined: a directory */
  uploadsBucket: S3Options | undefined
  /** An external database; undefined: the embedded one. Without `ownerUrl` this server does not migrate. */
  database: { appUrl: string; ownerUrl: string | undefined } | undefined
  databaseConnections: Value<'DATABASE_CONNECTIONS'>
  moneyMode: Value<'MONEY_MODE'>
  demo: Value<'DEMO'>
  defaultLanguage: Value<'DEFAULT_LANGUAGE'>
  /** Minutes east of UTC. */
  utcOffsetMinutes: Value<'BUSINESS_UTC_OFFSET'>
  currencyCode: Value<'CURRENCY_CODE'>
  currencySymbol: Value<'CURRENCY_SYMBOL'>
  /** undefined: the money mode of the database decides */
  beacon: Value<'BEACON'> | undefined
  beaconRelays: Value<'BEACON_RELAYS'>
  witnesses: Value<'WITNESSES'>
  /** what recharges in USDT need; undefined: they are off */
  trc20: Trc20Config | undefined
  /** the company that decides identity checks; undefined: two operators do */
  identityCompany: { url: string; secret: Uint8Array } | undefined
  /** the gateway that sends text messages; undefined: the sandbox's inbox, and none with real money */
  smsGateway: { url: string; secret: Uint8Array } | undefined
  logLevel: Value<'LOG_LEVEL'>
  /** undefined: what standard output is decides */
  log: Value<'LOG'> | undefined
}

export type Trc20Config = {
  /** an extended public key, or the absolute path of a file that has it */
  xpub: string
  nodes: readonly string[]
  nodeKey: string | undefined
  contract: string | undefined
}

const prefix = 'FAIRLOT_'
/** Variables of the operators' command line; the server ignores them. */
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
      `${unknown.join(', ')}: there is no such variable. Remove it or correct its name; known are ${known}.`,
    )
  }
}

type BucketParts = { region: string } & Record<'url' | 'keyId' | 'secret', string | undefined>

/** @throws Error with a sentence when some of the three are missing */
function bucketOf({ url, region, keyId, secret }: BucketParts): S3Options | undefined {
  if (url === undefined && keyId === undefined && secret === undefined) return undefined
  if (url === undefined || keyId === undefined || secret === undefined) {
    throw new Error(
      'UPLOADS_S3_URL, UPLOADS_S3_KEY and UPLOADS_S3_SECRET belong together. Set all three, or none for a directory.',
    )
  }
  return { url, region, keyId, secret }
}

/** @param without what a missing company means @throws Error with a sentence when one of the two is missing */
function companyOf(
  name: 'IDENTITY' | 'SMS',
  without: string,
  { url, secret }: { url: string | undefined; secret: string | undefined },
): { url: string; secret: Uint8Array } | undefined {
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined || secret === undefined) {
    throw new Error(`${name}_URL and ${name}_SECRET belong together. Set both, or neither ${without}.`)
  }
  return { url, secret: Buffer.from(secret, 'hex') }
}

/**
 * Reads the environment variables. An empty variable counts as not set.
 *
 * @throws Error with a sentence that names the variable and its accepted values.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment)
  const read = <K extends keyof Environment>(name: K): Value<K> | undefined => {
    const { fallback, expected, schema, secret } = ENVIRONMENT[name] as Variable<Value<K>>
    const given = environment[prefix + name] || environment[name] || fallback
    if (given === undefined) return undefined
    const parsed = z.safeParse(schema, given)
    if (parsed.success) return parsed.data
    const shown = secret ? '' : ` "${given}"`
    throw new Error(
      `The variable ${name}${shown} is not valid: expected ${expected}. Correct it or leave it out.`,
    )
  }
  const must = <K extends keyof Environment>(name: K): Value<K> => {
    const value = read(name)
    if (value === undefined) throw new Error(`The variable ${name} has no default and must be set.`)
    return value
  }
  const uploadsDir = read('UPLOADS_DIR')
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
    uploadsDir: uploadsDir === undefined ? undefined : path.resolve(uploadsDir),
    uploadsBucket: bucketOf({
      url: read('UPLOADS_S3_URL'),
      region: must('UPLOADS_S3_REGION'),
      keyId: read('UPLOADS_S3_KEY'),
      secret: read('UPLOADS_S3_SECRET'),
    }),
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
    trc20: trc20Of({
      xpub: read('TRC20_XPUB'),
      nodes: read('TRC20_NODES'),
      nodeKey: read('TRC20_NODE_KEY'),
      contract: read('TRC20_CONTRACT'),
    }),
    identityCompany: companyOf('IDENTITY', 'for the review by two operators', {
      url: read('IDENTITY_URL'),
      secret: read('IDENTITY_SECRET'),
    }),
    smsGateway: companyOf('SMS', 'when no text message is to be sent', {
      url: read('SMS_URL'),
      secret: read('SMS_SECRET'),
    }),
    logLevel: must('LOG_LEVEL'),
    log: read('LOG'),
  }
}

function trc20Of({ xpub, nodes, nodeKey, contract }: Partial<Trc20Config>): Trc20Config | undefined {
  if (xpub !== undefined && nodes !== undefined) return { xpub, nodes, nodeKey, contract }
  if ([xpub, nodes, nodeKey, contract].every((value) => value === undefined)) return undefined
  throw new Error(
    'Recharges in USDT need TRC20_XPUB and TRC20_NODES. Set both, or none of the variables TRC20_….',
  )
}
