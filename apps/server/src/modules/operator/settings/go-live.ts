/**
 * The go-live check: what real money needs, for the whole installation and for each module. `npm run go-live-check` prints
 * it, operators read it, and with real money a module cannot be switched on while one of its checks fails, and sells nothing
 * new while one does (`go-live-watch.ts`).
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MODULES, type Module } from '@fairlot/contract/modules'
import { formatMoney } from '@fairlot/contract/money/money'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { FundedAccount } from '@fairlot/contract/kinds/house-accounts'
import { mayOperate, type Permission } from '@fairlot/contract/operator/operator-roles'
import { MS, type Executor } from '../../../platform/db.ts'
import { QUICKNET } from '@fairlot/fairness/beacon'
import { DAY_MS } from '../../../platform/durations.ts'
import { checkDurability } from '../../../platform/postgres/durability.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { unstatedFacts } from '../../content/index.ts'
import { lastEarlyRound, lastRelayAnswer, witnessStanding, type Witness } from '../../fair/index.ts'
import type { ModuleTable } from '../../guard/index.ts'
import { smsProvenAt } from '../../identity/index.ts'
import { MANUAL } from '../../identity-check/index.ts'
import { houseAccounts } from '../../ledger/index.ts'
import { productsOfOtherGrades } from '../../mall/index.ts'
import { offeredMethods } from '../../wallet/index.ts'
import { quorumOf } from '../log/shown-witnesses.ts'
import { operatorsWhoCanLogIn } from '../staff/operators.queries.ts'
import { lastDrill } from './restore-drills.ts'

export type GoLiveCheck = Output<Endpoints['goLive']>['items'][number]

/** The facts about the installation that the go-live check reads. */
export type Installation = {
  /** of the database */
  moneyMode: MoneyMode
  /** undefined: not configured */
  publicUrl: string | undefined
  trustedProxies: number
  /** the beacon of new issues */
  beacon: 'local' | 'quicknet'
  beaconRelays: readonly string[]
  witnesses: readonly Witness[]
  /** the company that decides identity checks; undefined: two operators do */
  identityUrl: string | undefined
  /** the gateway of text messages */
  smsUrl: string | undefined
  /** ISO code of the wallet's currency */
  currency: string
  /** whether recharges in USDT are configured */
  trc20: boolean
}

/** @param config as read from the environment; a missing value gets the server's default */
export function installationOf(config: {
  moneyMode: MoneyMode
  publicUrl?: string | undefined
  trustedProxies?: number | undefined
  beacon?: 'local' | 'quicknet' | undefined
  beaconRelays?: readonly string[] | undefined
  witnesses?: readonly Witness[] | undefined
  identityCompany?: { url: string } | undefined
  smsGateway?: { url: string } | undefined
  currencyCode?: string | undefined
  trc20?: object | undefined
}): Installation {
  const { moneyMode, publicUrl, trustedProxies = 0, beaconRelays = [], witnesses = [] } = config
  const { currencyCode: currency = 'VND' } = config
  const { beacon = moneyMode === 'real' ? 'quicknet' : 'local' } = config
  const identityUrl = config.identityCompany?.url
  const smsUrl = config.smsGateway?.url
  const trc20 = config.trc20 !== undefined
  const environment = { moneyMode, publicUrl, trustedProxies, beacon, beaconRelays, witnesses }
  return { ...environment, identityUrl, smsUrl, currency, trc20 }
}

export type GoLiveOptions = {
  installation: Installation
  modules: ModuleTable
  /** the current settings, or the settings after a change that is being checked */
  values: Values
}

/** The maximum age of the last restore drill. */
const DRILL_DAYS = 90

/** The house accounts from which each module pays, besides the escrow of its own sales. */
const PAYS_FROM: Record<Module, readonly FundedAccount[]> = {
  mall: ['marketing', 'subsidy', 'guarantee'],
  games: ['bankroll'],
  // each product has a reserve of its own, which is funded before its first unit is sold
  finance: [],
  referral: ['marketing', 'guarantee'],
}

/** Runs every check, those of the whole installation first. Only reads. */
export async function goLiveChecks(db: Executor, options: GoLiveOptions): Promise<GoLiveCheck[]> {
  const { installation } = options
  return [
    checkMoneyMode(installation),
    checkTls(installation),
    await checkDatabaseDurability(db),
    await checkClock(db),
    await checkApprovers(db, 'house.fund'),
    await checkApprovers(db, 'setting.change'),
    await checkIdentity(db, installation),
    await checkSms(db, installation),
    await checkRecharge(db, options),
    checkCompany(options.values),
    checkBeacon(installation),
    await checkRelay(db),
    await checkWitnesses(db, installation.witnesses),
    checkQuorum(installation.witnesses),
    await checkRestoreDrill(db),
    ...(await checkModules(db, options)),
  ]
}

/** The ids of failing checks that concern a module: its own, and those of the whole installation. */
export function missingFor(checks: readonly GoLiveCheck[], module: Module): string[] {
  return checks.flatMap(({ id, scope, ok }) => (!ok && (scope === 'all' || scope === module) ? [id] : []))
}

/**
 * The failing checks by which a module that is on sells nothing new. Empty house accounts do not count: they stop the opening
 * of issues, and an issue that is open has its money in its escrow.
 */
export function stopsSales(checks: readonly GoLiveCheck[], module: Module): string[] {
  const accounts = new Set(PAYS_FROM[module].map((account) => `${module}.${account}`))
  return missingFor(checks, module).filter((id) => !accounts.has(id))
}

/** The modules that can take real money: no check of the module or of the whole installation fails. */
export function readyModules(checks: readonly GoLiveCheck[]): Module[] {
  return MODULES.filter((module) => missingFor(checks, module).length === 0)
}

type Found = Pick<GoLiveCheck, 'ok' | 'found'>
const passes = (found: string): Found => ({ ok: true, found })
const fails = (found: string): Found => ({ ok: false, found })
const ofInstallation = (id: string, found: Found): GoLiveCheck => ({ id, scope: 'all', ...found })

function checkMoneyMode({ moneyMode }: Installation): GoLiveCheck {
  const found =
    moneyMode === 'real'
      ? passes('this database holds real money')
      : fails(
          'this database holds play money and cannot be changed; real money needs a new database (MONEY_MODE=real)',
        )
  return ofInstallation('money-mode', found)
}

/** The server itself serves plain HTTP. A proxy that speaks TLS must be in front of it, and the server must trust it. */
function checkTls({ publicUrl, trustedProxies }: Installation): GoLiveCheck {
  let found = passes(
    `${publicUrl}, with ${trustedProxies} trusted ${trustedProxies === 1 ? 'proxy' : 'proxies'}`,
  )
  if (publicUrl === undefined) found = fails('PUBLIC_URL is not set')
  else if (!publicUrl.startsWith('https://')) found = fails(`PUBLIC_URL is ${publicUrl}, not https`)
  else if (trustedProxies === 0)
    found = fails('TRUSTED_PROXIES is 0: no proxy in front of this server speaks TLS')
  return ofInstallation('tls', found)
}

async function checkDatabaseDurability(db: Executor): Promise<GoLiveCheck> {
  try {
    await checkDurability(db)
    return ofInstallation('durability', passes('the database keeps every acknowledged commit'))
  } catch (error) {
    // an error of the database is not a finding: the check could not run
    if (!(error instanceof Error) || 'code' in error) throw error
    return ofInstallation('durability', fails(error.message))
  }
}

async function checkClock(db: Executor): Promise<GoLiveCheck> {
  const [row] = await db.query<{ offset_ms: bigint }>('select offset_ms from clock_offset')
  const offset = row?.offset_ms ?? 0n
  if (offset !== 0n)
    return ofInstallation('clock', fails(`business time differs from the database's clock by ${offset} ms`))
  const early = await lastEarlyRound(db, QUICKNET.hash, DAY_MS)
  if (early === null) return ofInstallation('clock', passes("business time is the database's clock"))
  const at = new Date(early.seenAtMs).toISOString()
  return ofInstallation(
    'clock',
    fails(`round ${early.round} of the beacon lay ${early.aheadMs} ms ahead of this clock at ${at}`),
  )
}

/** At least two operators who can log in must have the permission: one requests, the other approves. */
async function checkApprovers(db: Executor, permission: Permission): Promise<GoLiveCheck> {
  const operators = await operatorsWhoCanLogIn(db)
  const names = operators
    .filter(({ roles }) => mayOperate(roles, permission) && mayOperate(roles, 'approval.decide'))
    .map(({ name }) => name)
  const people = names.length === 0 ? 'no operator' : names.join(', ')
  const found =
    names.length >= 2
      ? passes(`${people} can approve`)
      : fails(`${people} can approve; two operators with accounts that are set up are needed`)
  return ofInstallation(`approvers.${permission}`, found)
}

/** Who decides identity checks: a company, or two operators who can log in. */
async function checkIdentity(db: Executor, { identityUrl }: Installation): Promise<GoLiveCheck> {
  const id = 'identity'
  if (identityUrl !== undefined) {
    const found = `${new URL(identityUrl).host} decides identity checks`
    const isSafe = identityUrl.startsWith('https://')
    return ofInstallation(id, isSafe ? passes(found) : fails(`${found}, and IDENTITY_URL is not https`))
  }
  const names = (await operatorsWhoCanLogIn(db))
    .filter(({ roles }) => mayOperate(roles, 'identity.review'))
    .map(({ name }) => name)
  const people = names.length === 0 ? 'no operator' : names.join(', ')
  const found = `${people} can review identity checks`
  return ofInstallation(
    id,
    names.length >= 2
      ? passes(found)
      : fails(`${found}; two operators with accounts that are set up are needed`),
  )
}

/** A gateway of text messages, and a test message whose code an operator has typed. */
async function checkSms(db: Executor, { smsUrl }: Installation): Promise<GoLiveCheck> {
  const id = 'sms'
  if (smsUrl === undefined)
    return ofInstallation(
      id,
      fails('no gateway of text messages is configured (SMS_URL): nobody can register'),
    )
  const provenAtMs = await smsProvenAt(db, smsUrl)
  const { host } = new URL(smsUrl)
  return ofInstallation(
    id,
    provenAtMs === null
      ? fails(`no test message has arrived through ${host} (operator commands: sms test, sms confirm)`)
      : passes(`a test message arrived through ${host} at ${new Date(provenAtMs).toISOString()}`),
  )
}

async function checkRecharge(db: Executor, { installation, values }: GoLiveOptions): Promise<GoLiveCheck> {
  const { currency, trc20 } = installation
  const methods = await offeredMethods(db, { values, currency, trc20 })
  const none = `members cannot pay in: there is no receiving account in ${currency}, and recharges in USDT are off`
  return ofInstallation('recharge', methods.length > 0 ? passes(methods.join(', ')) : fails(none))
}

/** The terms that members accept name who runs the house, where, and under which law. */
function checkCompany(values: Values): GoLiveCheck {
  const missing = unstatedFacts(values)
  const found =
    missing.length === 0
      ? passes('name, address and law are stated')
      : fails(`the house has not stated them, which the terms show: ${missing.join(', ')}`)
  return ofInstallation('company', found)
}

/** A relay that is only configured draws nothing: one must have given a round, which the server has verified. */
async function checkRelay(db: Executor): Promise<GoLiveCheck> {
  const id = 'relay'
  const answeredAt = await lastRelayAnswer(db, QUICKNET.hash)
  if (answeredAt === null)
    return ofInstallation(
      id,
      fails('no relay has given a round of the beacon yet; a running server asks within seconds'),
    )
  const [row] = await db.query<{ now: bigint }>(`select ${MS('business_now()')} as now`)
  const found = `a relay gave a round of the beacon at ${new Date(answeredAt).toISOString()}`
  const isLate = Number(row?.now ?? 0n) - answeredAt > DAY_MS
  return ofInstallation(id, isLate ? fails(`${found}, more than a day ago`) : passes(found))
}

function checkBeacon({ beacon: kind, beaconRelays }: Installation): GoLiveCheck {
  const relays = beaconRelays.length
  let found = passes(`drand quicknet through ${relays} relay${relays === 1 ? '' : 's'}`)
  if (kind === 'local') found = fails("new issues use the house's local beacon (set BEACON=quicknet)")
  else if (relays === 0) found = fails('no relay of the public beacon is configured (BEACON_RELAYS)')
  return ofInstallation('beacon', found)
}

async function checkWitnesses(db: Executor, witnesses: readonly Witness[]): Promise<GoLiveCheck> {
  if (witnesses.length === 0) return ofInstallation('witness', fails('no witness is configured (WITNESSES)'))
  const findings: string[] = []
  let watched = false
  for (const one of witnesses) {
    const standing = await witnessStanding(db, one)
    const name = one.own ? `${one.key.name} (the house's own)` : one.key.name
    if (standing === null) findings.push(`${name} has signed no checkpoint`)
    else {
      const late = standing.current ? '' : ', but not every checkpoint older than an hour'
      const at = new Date(standing.signedAtMs).toISOString()
      findings.push(`${name} has signed ${standing.size} entries at ${at}${late}`)
    }
    watched ||= standing?.current === true && !one.own
  }
  if (witnesses.every(({ own }) => own)) findings.push('a witness that the house does not operate is needed')
  return ofInstallation('witness', { ok: watched, found: findings.join('; ') })
}

/** The log refuses witnessed openings of real money whose witnesses are too few. */
function checkQuorum(witnesses: readonly Witness[]): GoLiveCheck {
  const id = 'quorum'
  const figures = quorumOf(witnesses)
  if (!figures) return ofInstallation(id, fails('no witness is configured (WITNESSES)'))
  const { witnesses: n, quorum: k, together: x, breaking: f, own, isEnoughForMoney } = figures
  const found = `${k} of ${n} witnesses must sign, ${own} of the house; X = ${x}, f = ${f}`
  const needed = `X must be at least 2, and more than the ${own} of the house`
  if (!isEnoughForMoney) return ofInstallation(id, fails(`${found}; ${needed}`))
  const warning = 'one silent witness makes draws end in favour of the members; 3 of 4 is recommended'
  return ofInstallation(id, passes(f === 1 ? `${found}; warning: ${warning}` : found))
}

async function checkRestoreDrill(db: Executor): Promise<GoLiveCheck> {
  const id = 'restore-drill'
  const drill = await lastDrill(db)
  if (!drill)
    return ofInstallation(
      id,
      fails('no drill is recorded (operator command: drill record, with the file that a restore writes)'),
    )
  const found = `${new Date(drill.madeAtMs).toISOString().slice(0, 10)}, ${drill.days} days ago`
  return ofInstallation(
    id,
    drill.days <= DRILL_DAYS ? passes(found) : fails(`${found}; the maximum is ${DRILL_DAYS}`),
  )
}

async function checkModules(db: Executor, options: GoLiveOptions): Promise<GoLiveCheck[]> {
  const { modules: table, installation, values } = options
  const others = await productsOfOtherGrades(db)
  const accounts = new Map((await houseAccounts(db)).map(({ name, available }) => [name, available]))
  return MODULES.flatMap((module) => {
    const { licence, countries, ageProvider } = table[module]
    const of = (what: string, found: Found) => ({ id: `${module}.${what}`, scope: module, ...found })
    return [
      of('licence', isSet(values.get(licence), licence.name)),
      of('countries', isSet(values.get(countries).join(', '), countries.name)),
      of('grade', gradeOf(others)),
      of('age', ageVerification(installation, values.get(ageProvider), ageProvider.name)),
      ...PAYS_FROM[module].map((account) =>
        of(account, funded(account, accounts.get(account) ?? 0n, installation)),
      ),
    ]
  })
}

/** @param others products that can open issues of another grade than witnessed */
function gradeOf(others: readonly string[]): Found {
  return others.length === 0
    ? passes('no product opens issues of another grade than witnessed')
    : fails(`products of another grade than witnessed: ${others.join(', ')}`)
}

const isSet = (value: string, setting: string): Found =>
  value === '' ? fails(`the setting ${setting} is empty`) : passes(value)

/** Ages are proven by the identity check: the setting names who decides it. */
function ageVerification({ identityUrl }: Installation, provider: string, setting: string): Found {
  const decides = identityUrl === undefined ? MANUAL : 'http'
  if (provider === '') return fails(`the setting ${setting} is empty; set it to ${decides}`)
  if (provider === decides) return passes(provider)
  return fails(`«${provider}» does not decide identity checks here; set ${setting} to ${decides}`)
}

function funded(account: FundedAccount, available: bigint, { moneyMode }: Installation): Found {
  if (available <= 0n) return fails(`${account} is empty`)
  return passes(`${account} has ${formatMoney(available)}${moneyMode === 'sandbox' ? ', play money' : ''}`)
}
