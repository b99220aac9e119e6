/**
 * What real money needs before it may come in: for the whole installation, and for each module. The command line prints
 * it (`npm run go-live-check`), operators read it, and no module of a real-money database is switched on while something
 * is missing.
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MODULES, type Module } from '@fairlot/contract/modules'
import { formatMoney } from '@fairlot/contract/money'
import { PERMISSIONS, type Permission, type Role } from '@fairlot/contract/operator-roles'
import type { Executor } from '../../../platform/db.ts'
import { checkDurability } from '../../../platform/postgres/durability.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { witnessStanding, type Witness } from '../../fair/index.ts'
import { AGE_PROVIDERS, type AgeProvider, type ModuleTable } from '../../guard/index.ts'
import { houseAccounts, type FundedAccount } from '../../ledger/index.ts'
import { RESTORE_DRILL } from './go-live.settings.ts'

export type GoLiveCheck = Output<Endpoints['goLive']>['items'][number]

/** How this server is set up, as far as going live asks. */
export type Installation = {
  /** of the database */
  moneyMode: 'sandbox' | 'real'
  /** undefined: nobody named one */
  publicUrl: string | undefined
  trustedProxies: number
  /** of new issues */
  beacon: 'local' | 'quicknet'
  beaconRelays: readonly string[]
  witnesses: readonly Witness[]
}

/** @param config as the environment says it; what is not said is what a server takes then */
export function installationOf(config: {
  moneyMode: 'sandbox' | 'real'
  publicUrl?: string | undefined
  trustedProxies?: number | undefined
  beacon?: 'local' | 'quicknet' | undefined
  beaconRelays?: readonly string[] | undefined
  witnesses?: readonly Witness[] | undefined
}): Installation {
  const { moneyMode, publicUrl, trustedProxies = 0, beaconRelays = [], witnesses = [] } = config
  const { beacon = moneyMode === 'real' ? 'quicknet' : 'local' } = config
  return { moneyMode, publicUrl, trustedProxies, beacon, beaconRelays, witnesses }
}

export type GoLiveOptions = {
  installation: Installation
  modules: ModuleTable
  /** settings that hold, or that would hold after a change */
  values: Values
  /** connections to those who verify ages; what this version has unless told */
  ageProviders?: readonly Pick<AgeProvider, 'id'>[] | undefined
}

/** A drill that is older says little about today's backups. */
const DRILL_DAYS = 90
const DAY_MS = 86_400_000

/** What every module pays from, beside the escrow of its own sales. */
const PAYS_FROM: Record<Module, readonly FundedAccount[]> = {
  mall: ['marketing', 'subsidy'],
}

/** Every check, those of the whole installation first. Looks only. */
export async function goLiveChecks(db: Executor, options: GoLiveOptions): Promise<GoLiveCheck[]> {
  const { installation, values } = options
  return [
    ofMoney(installation),
    tls(installation),
    await durability(db),
    await clock(db),
    await approvers(db, 'house.fund'),
    await approvers(db, 'setting.change'),
    publicBeacon(installation),
    await witness(db, installation.witnesses),
    await restoreDrill(db, values),
    ...(await modules(db, options)),
  ]
}

/** Ids of what a module lacks: of its own checks, and of those of the whole installation. */
export function missingFor(checks: readonly GoLiveCheck[], module: Module): string[] {
  return checks.flatMap(({ id, scope, ok }) => (!ok && (scope === 'all' || scope === module) ? [id] : []))
}

/** The modules that could take real money: nothing of the whole installation is missing, and nothing of theirs. */
export function readyModules(checks: readonly GoLiveCheck[]): Module[] {
  return MODULES.filter((module) => missingFor(checks, module).length === 0)
}

type Found = Pick<GoLiveCheck, 'ok' | 'found'>
const ok = (found: string): Found => ({ ok: true, found })
const lacks = (found: string): Found => ({ ok: false, found })
const ofAll = (id: string, found: Found): GoLiveCheck => ({ id, scope: 'all', ...found })

function ofMoney({ moneyMode }: Installation): GoLiveCheck {
  const found =
    moneyMode === 'real'
      ? ok('this database is of real money')
      : lacks('this database is of play money for good; real money needs a fresh one (MONEY_MODE=real)')
  return ofAll('money-mode', found)
}

/** The server itself speaks plain http: a proxy of one's own has to be before it, and its word has to be taken. */
function tls({ publicUrl, trustedProxies }: Installation): GoLiveCheck {
  let found = ok(`${publicUrl}, behind ${trustedProxies} of your proxies`)
  if (publicUrl === undefined) found = lacks('PUBLIC_URL is not set')
  else if (!publicUrl.startsWith('https://')) found = lacks(`PUBLIC_URL is ${publicUrl}, not https`)
  else if (trustedProxies === 0)
    found = lacks('TRUSTED_PROXIES is 0: no proxy that could speak TLS stands before this server')
  return ofAll('tls', found)
}

async function durability(db: Executor): Promise<GoLiveCheck> {
  try {
    await checkDurability(db)
    return ofAll('durability', ok('the database keeps what it acknowledged'))
  } catch (error) {
    // what the database itself did not answer is nobody's finding
    if (!(error instanceof Error) || 'code' in error) throw error
    return ofAll('durability', lacks(error.message))
  }
}

async function clock(db: Executor): Promise<GoLiveCheck> {
  const [row] = await db.query<{ offset_ms: bigint }>('select offset_ms from clock_offset')
  const offset = row?.offset_ms ?? 0n
  const found =
    offset === 0n
      ? ok("business time is the database's clock")
      : lacks(`business time is ${offset} ms off the database's clock`)
  return ofAll('clock', found)
}

const SET_UP = `select name, roles from operator where status = 'active' and one_time_until is null order by name`

/** Two persons who can log in, so that one can ask and the other approve. */
async function approvers(db: Executor, permission: Permission): Promise<GoLiveCheck> {
  const operators = await db.query<{ name: string; roles: Role[] }>(SET_UP)
  const may = (roles: readonly Role[], what: Permission) => {
    const allowed: readonly Role[] = PERMISSIONS[what]
    return roles.some((role) => allowed.includes(role))
  }
  const names = operators
    .filter(({ roles }) => may(roles, permission) && may(roles, 'approval.decide'))
    .map(({ name }) => name)
  const people = names.length === 0 ? 'nobody' : names.join(', ')
  const found =
    names.length >= 2
      ? ok(`${people} may approve`)
      : lacks(`${people} may approve: two persons are needed who have set up their accounts`)
  return ofAll(`approvers.${permission}`, found)
}

function publicBeacon({ beacon: kind, beaconRelays }: Installation): GoLiveCheck {
  const relays = beaconRelays.length
  let found = ok(`drand quicknet by ${relays} relay${relays === 1 ? '' : 's'}`)
  if (kind === 'local') found = lacks("new issues take the house's own beacon (BEACON=quicknet)")
  else if (relays === 0) found = lacks('no relay of the public beacon is set (BEACON_RELAYS)')
  return ofAll('beacon', found)
}

async function witness(db: Executor, witnesses: readonly Witness[]): Promise<GoLiveCheck> {
  if (witnesses.length === 0) return ofAll('witness', lacks('no witness is set (WITNESSES)'))
  const said: string[] = []
  let watched = false
  for (const one of witnesses) {
    const standing = await witnessStanding(db, one)
    const { name } = one.key
    if (standing === null) said.push(`${name} has signed nothing`)
    else {
      const late = standing.current ? '' : ', and nothing of the last hour'
      const at = new Date(standing.signedAtMs).toISOString()
      said.push(`${name} has signed ${standing.size} entries at ${at}${late}`)
    }
    watched ||= standing?.current === true
  }
  return ofAll('witness', { ok: watched, found: said.join('; ') })
}

const DAYS_SINCE = `
  select floor(extract(epoch from at - ($1::date)::timestamp at time zone 'UTC') / ${DAY_MS / 1_000})::int as days
  from business_clock`

async function restoreDrill(db: Executor, values: Values): Promise<GoLiveCheck> {
  const id = 'restore-drill'
  const on = values.get(RESTORE_DRILL)
  if (on === '') return ofAll(id, lacks(`no drill is recorded (setting ${RESTORE_DRILL.name})`))
  const [row] = await db.query<{ days: number }>(DAYS_SINCE, [on])
  const days = row?.days ?? 0
  if (days < 0) return ofAll(id, lacks(`${on} is still to come`))
  const found = `${on}, ${days} days ago`
  return ofAll(id, days <= DRILL_DAYS ? ok(found) : lacks(`${found}: more than ${DRILL_DAYS}`))
}

async function modules(db: Executor, options: GoLiveOptions): Promise<GoLiveCheck[]> {
  const { modules: table, installation, values, ageProviders = AGE_PROVIDERS } = options
  const accounts = new Map((await houseAccounts(db)).map(({ name, available }) => [name, available]))
  return MODULES.flatMap((module) => {
    const { licence, countries, ageProvider } = table[module]
    const of = (what: string, found: Found) => ({ id: `${module}.${what}`, scope: module, ...found })
    return [
      of('licence', named(values.get(licence), licence.name)),
      of('countries', named(values.get(countries).join(', '), countries.name)),
      of('age', age(ageProviders, values.get(ageProvider), ageProvider.name)),
      ...PAYS_FROM[module].map((account) =>
        of(account, funded(account, accounts.get(account) ?? 0n, installation)),
      ),
    ]
  })
}

const named = (value: string, setting: string): Found =>
  value === '' ? lacks(`none is set (setting ${setting})`) : ok(value)

function age(connected: readonly Pick<AgeProvider, 'id'>[], provider: string, setting: string): Found {
  if (provider === '') return lacks(`none is named (setting ${setting})`)
  return connected.some(({ id }) => id === provider)
    ? ok(provider)
    : lacks(`«${provider}» is named, but this version has no connection to it`)
}

function funded(account: FundedAccount, available: bigint, { moneyMode }: Installation): Found {
  if (available <= 0n) return lacks(`${account} is empty`)
  return ok(`${account} has ${formatMoney(available)}${moneyMode === 'sandbox' ? ', play money' : ''}`)
}
