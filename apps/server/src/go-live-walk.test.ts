/**
 * The way of an installation with real money from its first start to the first withdrawal of a member, with two owners, and with
 * stand-ins for what is outside: the gateway of text messages, a relay of the beacon, witnesses, the company for identity
 * checks. Nothing of the installation itself is made by the test in place of a call.
 */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { QUICKNET, type Chain } from '@fairlot/fairness/beacon'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_CHAIN, testRelay, type TestRelay } from './modules/fair/beacon/drand.fixture.ts'
import { logIn, PASSWORD } from './modules/operator/operator.fixture.ts'
import { registration } from './modules/identity/registration.fixture.ts'
import { createDb } from './platform/db.ts'
import { MINUTE_MS } from './platform/durations.ts'
import { freshSecrets } from './platform/secrets.ts'
import { signNotice, verifyNotice } from './platform/webhook.ts'
import { testClient, type TestClient } from './testing/client.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { breachesOf } from './testing/fuzz-world.ts'
import { drillRecordOf, STATED } from './testing/made/go-live.ts'
import { checkInput } from './testing/made/identity-checks.ts'
import { openTransfer, packed, statementOf } from './testing/made/transfers.ts'
import { authenticatorCode, type OperatorClient } from './testing/operator-client.ts'
import { playedGateway, type PlayedGateway } from './testing/played/played-gateway.ts'
import { playQuorum, type PlayedWitness } from './testing/played/played-witness.ts'
import { codeOf } from './testing/refused.ts'
import { testServer, type TestServer } from './testing/server.ts'

const PHONE = '+8801712345678'
const STAFF_PHONE = '+8801812345678'
const IDENTITY_SECRET = new Uint8Array(32).fill(9)
const reason = 'before the opening'
const because = () => ({ reason, requestId: randomUUID() })

const quicknet: Chain = { ...QUICKNET }
const secrets = freshSecrets()
/** ids of the checks that the company for identity checks was sent */
const checks: string[] = []
let database: TestDatabase
let gateway: PlayedGateway
let relay: TestRelay
let witnesses: PlayedWitness[]
let server: TestServer
let ada: OperatorClient
let bob: OperatorClient
let member: TestClient
let issue: string

/** Takes checks as the company does: signed, and decided later. */
const company: typeof fetch = async (_, init) => {
  const body = await new Response(init?.body ?? null).text()
  const headers = Object.fromEntries(new Headers(init?.headers))
  checks.push(verifyNotice(IDENTITY_SECRET, headers, Buffer.from(body), Date.now()))
  return new Response(null, { status: 202 })
}

beforeAll(async () => {
  // nobody can sign future rounds of quicknet: the same rounds with a key that the stand-in has
  Object.assign(QUICKNET, TEST_CHAIN)
  gateway = await playedGateway()
  relay = await testRelay()
  witnesses = await playQuorum(publicKeyOf(secrets.logSeed))
  database = await testDatabase()
  const schemaOwner = createDb(database.ownerUrl, { max: 1 })
  await schemaOwner.query(`update deployment set money_mode = 'real'`)
  await schemaOwner.close()
  server = await testServer({
    database,
    deployment: { moneyMode: 'real' },
    parts: {
      secrets,
      publicUrl: 'https://shop.example',
      trustedProxies: 1,
      beaconRelays: [relay.url],
      witnesses,
      smsGateway: { url: gateway.url, secret: gateway.secret },
      identityCompany: { url: 'https://identity.example/checks', secret: IDENTITY_SECRET, fetch: company },
    },
  })
  await server.context.settings.refresh()
  await server.context.fair.writer.begin(server.db)
  await server.context.goLive.look()
  const first = (await server.context.operators.ensureFirstOwner())!
  ada = await owner(first.name, first.oneTimePassword)
  const second = { name: 'bob', fullName: 'Bob', roles: ['owner' as const], ...because() }
  bob = await owner('bob', (await ada.call(ENDPOINTS.staffCreate, second)).oneTimePassword!)
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await relay.close()
  await gateway.close()
  for (const witness of witnesses) witness.close()
  Object.assign(QUICKNET, quicknet)
})

/** Sets an account up, and logs in. The clock does not move: the second code is that of the next step. */
async function owner(name: string, oneTimePassword: string): Promise<OperatorClient> {
  const newcomer = await logIn(server, { name, password: oneTimePassword })
  const { secret } = await newcomer.call(ENDPOINTS.operatorSetupBegin, {})
  const [now, next] = [Date.now(), Date.now() + 30_000].map((at) => authenticatorCode(secret, at))
  await newcomer.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code: now! })
  return logIn(server, { name, password: PASSWORD, code: next! })
}

const run = () => server.context.jobs.drain()
const approve = ({ approval }: { approval: { id: string } | null }) =>
  bob.call(ENDPOINTS.approvalApprove, { id: approval!.id })
const failing = async () => {
  const { items } = await ada.call(ENDPOINTS.goLive, {})
  return items.filter(({ ok, scope }) => !ok && (scope === 'all' || scope === 'mall')).map(({ id }) => id)
}

/** One owner requests a setting; the other approves it where two are needed. */
async function set(name: string, value: string): Promise<void> {
  const { setting } = await ada.call(ENDPOINTS.settingShow, { name })
  const { version } = setting
  const change = await ada.call(ENDPOINTS.settingSave, { name, value, version, ...because() })
  if (change.approval) await approve(change)
}

/** Signs the log as the keepers of a running server do. */
async function sign(): Promise<void> {
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  await server.context.fairLog.witnesses.push({ atOnce: true })
}

async function codeOfMember(purpose: 'payout' | 'withdraw'): Promise<string> {
  if (purpose === 'withdraw') await member.call(ENDPOINTS.sendWithdrawCode, {})
  else await member.call(ENDPOINTS.sendVerify, { purpose })
  await run()
  return gateway.codeFor(PHONE)
}

test('two owners bring a new installation to go-live, line by line', async () => {
  expect(await failing()).toEqual(
    expect.arrayContaining([
      'sms',
      'recharge',
      'relay',
      'witness',
      'restore-drill',
      'company',
      'mall.guarantee',
    ]),
  )
  for (const [name, value] of Object.entries({
    ...STATED,
    'module.mall.licence': 'MGA/1',
    'module.mall.countries': 'BD',
    'module.mall.ageProvider': 'http',
    'identity.countries': 'BD',
    'identity.smsRoutes': '+880 FAIRLOT',
    'wallet.payoutRestHours': '0',
    'wallet.withdrawalOpens': '0',
    'wallet.withdrawalCloses': '1440',
  }))
    await set(name, value)
  for (const account of ['marketing', 'subsidy', 'guarantee'] as const)
    await approve(
      await ada.call(ENDPOINTS.houseFund, { account, amount: '5000', reference: account, ...because() }),
    )
  const lines = { holder: 'Fairlot Ltd', bank: 'Test Bank', bankCode: 'TEST0000001', number: '000011112222' }
  await approve(
    await ada.call(ENDPOINTS.receivingAdd, {
      code: 'city-bank',
      kind: 'bank',
      label: 'City Bank',
      lines,
      ...because(),
    }),
  )
  await ada.call(ENDPOINTS.smsTest, { phone: STAFF_PHONE, requestId: randomUUID() })
  await run()
  await bob.call(ENDPOINTS.smsConfirm, { code: gateway.codeFor(STAFF_PHONE) })
  await ada.call(ENDPOINTS.drillRecord, { record: await drillRecordOf(server.db, secrets.logSeed) })
  await server.context.fairBeacon.keeper.askRelays()
  await sign()
  expect(await failing()).toEqual([])
  await set('module.mall.enabled', 'true')
  await server.context.goLive.look()
  expect(server.context.goLive.stopped().size).toBe(0)

  await ada.call(ENDPOINTS.categorySave, {
    category: 'cash',
    position: 1,
    tile: 'sea',
    titles: [{ language: 'en-us', title: 'Cash' }],
  })
  await approve(
    await ada.call(ENDPOINTS.productCreate, {
      code: 'FIRST',
      category: 'cash',
      mode: 'cash',
      art: 'cash',
      tile: 'sea',
      grade: 'witnessed',
      title: 'The first prize',
      description: 'Paid into the wallet.',
      sharePrice: '100.00',
      shares: 10,
      tiers: [{ from: 0, to: 0, prize: '700.00' }],
      ...because(),
    }),
  )
  issue = (await ada.call(ENDPOINTS.productOpen, { code: 'FIRST' })).issue!.number
})

test('a new member registers by the code that arrives, and pays in by a transfer after the age is proven', async () => {
  const anyone = server.anonymous()
  expect(
    await codeOf(anyone.call(ENDPOINTS.phoneCode, { phone: '+4915123456789', purpose: 'register' })),
  ).toBe('INPUT_INVALID')
  await anyone.call(ENDPOINTS.phoneCode, { phone: PHONE, purpose: 'register' })
  await run()
  expect(gateway.newest(PHONE)).toMatchObject({ kind: 'code', route: 'FAIRLOT' })
  const session = await anyone.call(ENDPOINTS.register, registration(PHONE, gateway.codeFor(PHONE)))
  member = testClient({ url: server.url, session })
  expect(await codeOf(openTransfer({ client: member }, 'city-bank', '1000.00'))).toBe('IDENTITY_FIRST')

  await member.call(ENDPOINTS.identitySubmit, await checkInput(server, session.member.id))
  await run()
  const notice = JSON.stringify({ check: checks[0], state: 'approved' })
  const told = await fetch(`${server.url}/hooks/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signNotice(IDENTITY_SECRET, 'e1', Date.now(), notice) },
    body: notice,
  })
  expect(told.status).toBe(200)

  const { reference } = await openTransfer({ client: member }, 'city-bank', '1000.00')
  const content = packed(statementOf([{ amount: '1000.00', text: reference, id: 'T1' }]))
  const file = { account: 'city-bank', name: 'november.csv', content, requestId: randomUUID() }
  const { id } = await ada.call(ENDPOINTS.statementImport, file)
  const balance = async () => (await member.call(ENDPOINTS.account, {})).balance
  if ((await balance()) === '0.00')
    await bob.call(ENDPOINTS.statementConfirm, { statement: id, requestId: randomUUID() })
  expect(await balance()).toBe('1000.00')
})

test('the member buys, the beacon draws, and the prize is withdrawn', async () => {
  await member.call(ENDPOINTS.buy, { issue, quantity: 10, requestId: randomUUID() })
  const { mall, fairBeacon } = server.context
  await mall.draws.runDue()
  await sign()
  await mall.draws.runDue()
  const [seal] = await server.db.query<{ round: bigint }>('select round from issue_seal')
  expect(seal).toBeDefined()
  await database.advanceClock(2 * MINUTE_MS)
  await mall.draws.runDue()
  await fairBeacon.keeper.runDue()
  expect(relay.asked).toContain(Number(seal!.round))
  await mall.draws.runDue()
  await run()
  const balance = async () => (await member.call(ENDPOINTS.account, {})).balance
  expect(Number(await balance())).toBeGreaterThanOrEqual(700)

  const account = await member.call(ENDPOINTS.payoutSave, {
    kind: 'upi',
    bankName: '',
    bankCode: '',
    number: 'asha@okbank',
    holder: 'Asha Rao',
    email: '',
    code: await codeOfMember('payout'),
    requestId: randomUUID(),
  })
  const applied: Output<Endpoints['withdraw']> = await member.call(ENDPOINTS.withdraw, {
    amount: '500.00',
    account: account.id,
    code: await codeOfMember('withdraw'),
    requestId: randomUUID(),
  })
  const { number } = applied
  await ada.call(ENDPOINTS.withdrawalApprove, { number })
  const exported = await ada.call(ENDPOINTS.withdrawalExport, { requestId: randomUUID() })
  expect(exported.csv).toContain('asha@okbank')
  await bob.call(ENDPOINTS.withdrawalPaid, { number, reference: 'B-1', requestId: randomUUID() })
  expect(await member.call(ENDPOINTS.withdrawStatus, { id: applied.id })).toMatchObject({ status: 'success' })
  await run()
  await database.setClockOffset(0)
  expect(await breachesOf(server)).toEqual([])
})
