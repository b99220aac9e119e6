/** The back office behind a real HTTP server, with operators who are logged in. */
import { createSecretKey, randomUUID } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { createAudit } from '../../platform/audit.ts'
import { createSessions, tokenHash, type OperatorCaller } from '../../platform/http/auth.ts'
import { systemClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db.ts'
import { strictDb } from '../../testing/strict-db.ts'
import type { ErasedHandler } from '../../platform/http/http-handler.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { createApi } from '../../platform/http/http.ts'
import { systemRandom } from '../../platform/random.ts'
import { unlimited } from '../../platform/http/rate.ts'
import { createSettings, type Settings } from '../../platform/settings/settings.ts'
import { allSettings, SETTING_RULES } from '../../all-settings.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { operatorClient, type OperatorClient } from '../../testing/operator-client.ts'
import {
  createBeacons,
  createLogWriter,
  createRecovery,
  localBeacon,
  NO_WITNESSES,
  type LogWriter,
} from '../fair/index.ts'
import { createContent } from '../content/index.ts'
import { moduleTable } from '../guard/index.ts'
import { createApprovals } from './approvals/approvals.ts'
import { installationOf, type Installation } from './settings/go-live.ts'
import { createBackOffice, type BackOfficeDeps } from './back-office.ts'

export type TestBackOffice = {
  database: TestDatabase
  db: Db
  /** as the owner of the schema */
  owner: Db
  settings: Settings
  writer: LogWriter
  /** Makes an operator who is set up and logged in. */
  operator(...roles: [Role, ...Role[]]): Promise<{ id: string; name: string; client: OperatorClient }>
  /** Runs the doctor's SQL checks. @returns one line per failing check */
  breaches(): Promise<string[]>
  close(): Promise<void>
}

export type TestBackOfficeOptions = {
  moneyMode?: MoneyMode
  installation?: Partial<Installation>
}

/** Starts a server with a separate database. */
export async function testBackOffice(options: TestBackOfficeOptions = {}): Promise<TestBackOffice> {
  const { moneyMode = 'sandbox' } = options
  const database = await testDatabase()
  const owner = createDb(database.ownerUrl, { max: 2 })
  await owner.query('update deployment set money_mode = $1', [moneyMode])
  const db = strictDb(database.appUrl, { max: 30 })
  const shared = { db, clock: systemClock, random: systemRandom }
  const settings = createSettings({ db, definitions: allSettings(moneyMode), rules: SETTING_RULES })
  const audit = createAudit(shared)
  const [deployment] = await db.query<{ id: string }>('select id from deployment')
  const writer = createLogWriter({ deployment: deployment!.id, seed: '07'.repeat(32), mode: moneyMode })
  const approvals = createApprovals({ ...shared, audit, settings })
  const noGuard = () => Promise.reject(new Error('this server has no guard; test members with testServer'))
  const noMall = () => Promise.reject(new Error('this server has no mall; test the recovery with testServer'))
  const noWithdrawals = () => {
    throw new Error('this server has no wallet; test withdrawals with testServer')
  }
  const noDesk: BackOfficeDeps['desk'] = {
    waiting: noWithdrawals,
    ended: noWithdrawals,
    show: noWithdrawals,
    reveal: noWithdrawals,
    holders: noWithdrawals,
    approve: noWithdrawals,
    reject: noWithdrawals,
    pay: noWithdrawals,
    stuckRefund: noWithdrawals,
    endRefund: noWithdrawals,
    enter: noWithdrawals,
    export: noWithdrawals,
    enterAll: noWithdrawals,
    reference: noWithdrawals,
    moved: noWithdrawals,
  }
  const noTransfers: BackOfficeDeps['transfers'] = {
    accounts: noWithdrawals,
    account: noWithdrawals,
    readAccount: noWithdrawals,
    addAccount: noWithdrawals,
    disableAccount: noWithdrawals,
    waiting: noWithdrawals,
    listed: noWithdrawals,
    show: noWithdrawals,
    slip: noWithdrawals,
    fail: noWithdrawals,
    import: noWithdrawals,
    confirm: noWithdrawals,
    takeAlone: noWithdrawals,
    matchNew: noWithdrawals,
    statement: noWithdrawals,
    statements: noWithdrawals,
    lines: noWithdrawals,
    line: noWithdrawals,
    isTransactionKnown: noWithdrawals,
    enter: noWithdrawals,
    checkMatch: noWithdrawals,
    match: noWithdrawals,
    checkOpen: noWithdrawals,
    dismiss: noWithdrawals,
    twoOperatorsFrom: noWithdrawals,
    arrived: noWithdrawals,
    held: {
      page: noWithdrawals,
      require: noWithdrawals,
      credit: noWithdrawals,
      dismiss: noWithdrawals,
      arrived: noWithdrawals,
    },
  }
  const noDelivery = {
    list: noMall,
    show: noMall,
    reveal: noMall,
    pick: noMall,
    release: noMall,
    ship: noMall,
    deliver: noMall,
    answer: noMall,
    settleable: noMall,
    settle: noMall,
    addressesOf: noMall,
    moved: () => undefined,
  }
  const noReviews = {
    list: noMall,
    show: noMall,
    picture: noMall,
    prepare: noMall,
    publish: noMall,
    refuse: noMall,
    hide: noMall,
    moved: () => undefined,
  }
  const beacon = localBeacon('11'.repeat(32), () => Promise.resolve(0))
  const noDraws = { runDue: noMall, wake: () => undefined, start: () => undefined, stop: noMall }
  const noProducts = {
    list: noMall,
    show: noMall,
    categories: noMall,
    checkNew: noMall,
    lookAtNew: noMall,
    lookAtTerms: noMall,
    create: noMall,
    checkTerms: noMall,
    changeTerms: noMall,
    edit: noMall,
    setText: noMall,
    setImages: noMall,
    act: noMall,
    saveCategory: noMall,
  }
  const noSms = { show: noMall, test: noMall, confirm: noMall }
  const backOffice = createBackOffice({
    db,
    utcOffsetMinutes: 0,
    smsDesk: noSms,
    approvals,
    audit,
    settings,
    fair: {
      writer,
      standing: writer.standing,
      recovery: createRecovery(writer),
      beacons: createBeacons(beacon, []),
    },
    askWitnesses: NO_WITNESSES,
    mall: {
      loseOpenIssues: noMall,
      restateRefunds: noMall,
      draws: noDraws,
      orders: { find: noMall, ownerOf: noMall, ofIssue: noMall },
      delivery: noDelivery,
      reviewDesk: noReviews,
      products: noProducts,
      openNext: noMall,
    },
    games: { loseOpenRounds: noMall, rounds: noDraws },
    events: {
      isOn: () => true,
      terms: noMall,
      check: noMall,
      make: noMall,
      loseOpenEvents: noMall,
      loop: noDraws,
    },
    modules: moduleTable(moneyMode),
    installation: { ...installationOf({ moneyMode }), ...options.installation },
    guard: { state: noGuard, net: noGuard, position: noGuard },
    access: {
      failures: noGuard,
      sessions: noGuard,
      codes: noGuard,
      signOut: noGuard,
      unlock: noGuard,
      ended: () => undefined,
    },
    freezes: { freeze: noGuard, unfreeze: noGuard },
    onNotice: () => undefined,
    statement: noGuard,
    titlesOf: noGuard,
    display: String,
    onVouchers: () => undefined,
    onTeams: () => undefined,
    clockWatch: { look: () => Promise.resolve(null) },
    content: createContent({ db, clock: systemClock }),
    onPublished: () => undefined,
    desk: noDesk,
    corrections: {
      credit: noWithdrawals,
      reverse: noWithdrawals,
      chargeBack: noWithdrawals,
      chargeable: noWithdrawals,
      list: noWithdrawals,
      find: noWithdrawals,
      moved: noWithdrawals,
    },
    transfers: noTransfers,
    phoneOf: () => Promise.resolve(undefined),
    holderMatches: noWithdrawals,
    loyalty: { state: noWithdrawals },
    referral: { state: noWithdrawals, team: noWithdrawals },
    identityDesk: {
      waiting: noWithdrawals,
      show: noWithdrawals,
      look: noWithdrawals,
      approve: noWithdrawals,
      refuse: noWithdrawals,
      askAgain: noWithdrawals,
      moved: noWithdrawals,
    },
  })
  const deciding =
    (act: 'approve' | 'show' | 'withdraw'): ErasedHandler =>
    (call) =>
      approvals[act]({ ...call, operator: call.operator! }, (call.input as { id: string }).id)
  const handlers = {
    ...backOffice.routes,
    approvalApprove: deciding('approve'),
    approvalShow: deciding('show'),
    approvalWithdraw: deciding('withdraw'),
  }
  const callers = new Map<string, OperatorCaller>()
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const server = createHttpServer({
    api: createApi({
      endpoints: Object.entries(handlers).map(([name, handler]) => ({
        endpoint: ENDPOINTS[name as EndpointName],
        handler: handler as ErasedHandler,
        rate: 'session',
      })),
      sessions: createSessions(() => Promise.resolve(new Map())),
      operators: { find: (hash) => Promise.resolve(callers.get(hash) ?? null) },
      clock: systemClock,
      limiter: unlimited,
      trustLoopback: true,
      defaultLanguage: 'en-us',
      log,
      checkAnswers: true,
    }),
    plain: [],
    files: undefined,
    trustProxy: 0,
    log,
  })
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`
  await settings.refresh()
  let made = 0

  return {
    database,
    db,
    owner,
    settings,
    writer,
    async operator(...roles) {
      const name = `${roles[0]}${made++}`
      const id = randomUUID()
      await owner.query(INSERT_OPERATOR, [id, name, roles])
      const token = Buffer.from(systemRandom.bytes(32)).toString('base64url')
      const key = Buffer.from(systemRandom.bytes(32))
      const session = { operatorId: id, sessionId: randomUUID(), name, roles, stage: 'full' as const }
      await owner.query(INSERT_SESSION, [session.sessionId, id, Buffer.from(tokenHash(token), 'hex')])
      callers.set(tokenHash(token), { ...session, signKey: createSecretKey(key) })
      return { id, name, client: operatorClient(url, { token, signKey: key.toString('hex') }) }
    },
    async breaches() {
      const found: string[] = []
      // the operators of these tests come from nowhere, also a second owner
      for (const { title, sql } of CHECKS.filter(
        (check) => !check.title.includes('after the second owner'),
      )) {
        const [row] = await db.query<{ breaches: bigint; figure: string }>(sql)
        if (row?.breaches !== 0n) found.push(`${title}: ${row?.breaches} (${row?.figure})`)
      }
      return found
    },
    async close() {
      await server.close()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

/** An operator writes to the audit log from a session. */
const INSERT_SESSION = `
  insert into operator_session (session_id, operator_id, token_hash, stage, device, created_at, seen_at, expires_at)
  select $1, $2, $3, 'full', '', at, at, at + interval '8 hours' from business_clock`

const INSERT_OPERATOR = `
  with entries as (
    insert into audit (audit_id, at, action, subject, after)
    select gen_random_uuid(), business_now(), e.action, 'staff:' || $1, case e.action when 'staff.create' then jsonb_build_object('roles', $3::text[]) end
    from unnest('{staff.create,staff.setup}'::text[]) e(action))
  insert into operator (operator_id, name, full_name, roles, password_hash, totp_secret, status, created_at)
  values ($1::uuid, $2, $2, $3, '$argon2id$none', '\\x00', 'active', business_now())`
